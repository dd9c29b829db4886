#pragma once

namespace backedge {

class CommandLine;

/// `backedge fuzz-backend`: runs generated models on a backend and keeps one of each kind of failure.
void add_fuzz(CommandLine& program);

}  // namespace backedge
