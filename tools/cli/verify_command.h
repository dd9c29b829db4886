#pragma once

namespace backedge {

class CommandLine;

/// `backedge verify`: runs cases on a backend and reports what fails, by outcome and by rule.
void add_verify(CommandLine& program);

}  // namespace backedge
