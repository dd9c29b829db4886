#pragma once

namespace backedge {

class CommandLine;

/// `backedge bounds`: derives how far another implementation may be from the outputs of a model.
void add_bounds(CommandLine& program);

}  // namespace backedge
