#pragma once

namespace backedge {

class CommandLine;

/// `backedge run`: runs one inference, from files to files or to the standard output.
void add_run(CommandLine& program);

}  // namespace backedge
