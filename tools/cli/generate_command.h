#pragma once

namespace backedge {

class CommandLine;

/// `backedge generate`: generates models with goldens, as cases, and counts what they touch.
void add_generate(CommandLine& program);

}  // namespace backedge
