#pragma once

namespace backedge {

class CommandLine;

/// `backedge list`: prints a line for each case, or with --summary what the corpus covers.
void add_list(CommandLine& program);

}  // namespace backedge
