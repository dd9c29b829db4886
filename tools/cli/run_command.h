#pragma once

namespace backedge {

class CommandLine;

/// `backedge run`: runs one inference. Inputs come from files, and outputs go to files or to the standard
/// output.
void add_run(CommandLine& program);

}  // namespace backedge
