#pragma once

#include "tools/cli/command.h"

namespace backedge {

/// `backedge golden`: compares stored goldens with the interpreter's values and their tolerances with the derived ones
/// (docs/bounds.md), or makes a case of a model and its inputs. It never overwrites a file.
Command add_golden(CLI::App& app);

}  // namespace backedge
