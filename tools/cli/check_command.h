#pragma once

namespace backedge {

class CommandLine;

/// `backedge check`: runs cases on the interpreter and reports those that fail.
void add_check(CommandLine& program);

}  // namespace backedge
