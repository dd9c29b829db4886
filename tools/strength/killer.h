#pragma once

#include <functional>
#include <string>
#include <vector>

/// Runs a suite once for each mutant that is compiled into this program. An instrumented source asks which
/// mutant is active, and defines mutant(n) in terms of these two:
namespace backedge {

extern int active_mutant;      // 0: none; -1: none, but mutants that are asked for are noted
bool note_mutant(int number);  // returns false

/// A suite that can kill mutants.
struct KillerSuite {
  std::vector<std::string> units;  // names of runs or tests
  /// Runs units in this order until one fails, and returns it, or -1. It calls begin_unit before each.
  std::function<int(const std::vector<int>& units)> run;
};

/// A suite calls this before each unit. It starts the unit's time limit.
void begin_unit(int unit);

/// Finds out which units ask for which mutants. Then, for each mutant, it runs the units that ask for it in
/// a child process with limits on time and memory. Reads a line for each mutant from standard input: its
/// number and, if known, the unit that is likely to kill it. Writes a line for each mutant to standard
/// output, in any order:
///
///   NUMBER killed UNIT | NUMBER survived | NUMBER unreached
///
/// count    the highest number of a mutant
/// returns  the exit code: 2 if a unit fails without a mutant
int kill_mutants(const KillerSuite& suite, int count);

}  // namespace backedge
