#pragma once

#include <span>
#include <vector>

#include "conformance/results/results.h"

namespace backedge {

/// The recorded results of an unfinished verification that can be continued.
struct EarlierResults {
  std::string name, version, features;  // of the backend; the name is empty if nothing was recorded yet
  std::vector<EarlierRun> runs;
};

/// Reads a results file without its footer. A last line that was not completely written does not count.
///
/// now     the header of the new verification, except for what only the backend knows
/// runs    the runs that are selected now
/// errors  RESULTS-1 it is not a results file, or it is the file of another verification
Result<EarlierResults> read_results(const std::string& file, const ResultsHeader& now,
                                    std::span<const SelectedRun> runs);

/// errors  RESULTS-1 the earlier results are those of another backend
Result<void> check_backend(const EarlierResults& earlier, const Hello& hello, const std::string& file);

}  // namespace backedge
