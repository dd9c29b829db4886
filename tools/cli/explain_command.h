#pragma once

#include "tools/cli/command.h"

namespace backedge {

/// `backedge explain`: prints the model in words, or as a drawing for Graphviz.
Command add_explain(CLI::App& app);

}  // namespace backedge
