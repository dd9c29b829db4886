#pragma once

namespace backedge {

class CommandLine;

/// `backedge explain`: describes a model in words, or as a drawing for Graphviz.
void add_explain(CommandLine& program);

}  // namespace backedge
