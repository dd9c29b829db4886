#pragma once

#include <span>
#include <vector>

#include "conformance/results/results.h"

namespace backedge {

/// What a verification that did not come to its end has left, to be continued.
struct EarlierResults {
  std::string name, version;  // of the backend; empty: there was nothing yet
  std::vector<EarlierRun> runs;
};

/// Reads a results file, its footer aside. A last line that was not written to its end does not count.
///
/// now     what the header of the new verification says, but for what only the backend knows
/// runs    those that are selected now
/// errors  RESULTS-1 the file is none, or that of another verification
Result<EarlierResults> read_results(const std::string& file, const ResultsHeader& now,
                                    std::span<const SelectedRun> runs);

/// errors  RESULTS-1 another backend than that of the earlier results
Result<void> check_backend(const EarlierResults& earlier, const Hello& hello, const std::string& file);

}  // namespace backedge
