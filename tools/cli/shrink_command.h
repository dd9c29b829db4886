#pragma once

namespace backedge {

class CommandLine;

/// `backedge shrink`: writes the smallest case that still fails in the same way, and prints it.
void add_shrink(CommandLine& program);

}  // namespace backedge
