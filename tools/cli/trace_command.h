#pragma once

namespace backedge {

class CommandLine;

/// backedge trace MODEL --html FILE
void add_trace(CommandLine& program);

}  // namespace backedge
