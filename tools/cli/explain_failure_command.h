#pragma once

namespace backedge {

class CommandLine;

/// `backedge explain-failure`: reports at which iteration and layer a backend deviates from the interpreter.
void add_explain_failure(CommandLine& program);

}  // namespace backedge
