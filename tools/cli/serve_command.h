#pragma once

namespace backedge {

class CommandLine;

/// `backedge serve`: answers the backend protocol with the interpreter.
void add_serve(CommandLine& program);

}  // namespace backedge
