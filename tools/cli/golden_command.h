#pragma once

namespace backedge {

class CommandLine;

/// `backedge golden`: compares stored goldens with the interpreter's values and their tolerances with the
/// derived ones (docs/bounds.md), or makes a case of a model and its inputs. It never overwrites a file.
void add_golden(CommandLine& program);

}  // namespace backedge
