#pragma once

#include <array>
#include <fstream>
#include <string>

#include "conformance/judge/expectations.h"
#include "conformance/verify/verify.h"
#include "interpreter/json/write_json.h"

namespace backedge {

/// Counts runs by their outcome.
struct OutcomeCounts {
  std::array<int64_t, kOutcomes> of{};
  int64_t runs = 0;
  int64_t failed = 0;      // see is_failure
  int64_t listed = 0;      // of these, those that the expectation list predicts
  int64_t newer = 0;       // of these, those of cases that the version of the list does not have
  int64_t unexpected = 0;  // runs that contradict the list; without a list, runs that failed
  int64_t disturbed = 0;   // with another outcome in a process that had loaded models before

  /// listing  nothing if there is no list
  void add(const RunRecord& record, const std::optional<Listing>& listing);
};

/// A run that an earlier verification has recorded.
struct EarlierRun {
  RunRecord record;  // the parts that are counted
  std::string line;
};

/// What is known of a verification before its first run.
struct ResultsHeader {
  std::string corpus;   // its folder
  std::string command;  // the command that starts the backend
  std::string program;  // shell words that start the runner
  std::string folder;   // the folder in which it was started
  std::string options;  // the other options about the backend, as shell words
  Hello backend;
  size_t cases = 0, runs = 0;  // of the selection
  std::string expectations;    // a file; empty if there is none
};

/// The line of a run in the results: docs/results_format.md#a-run
///
/// listing  nothing if there is no list
OrderedJson run_json(const RunRecord& record, const std::optional<Listing>& listing);
OrderedJson run_json(const EarlierRun& run, const std::optional<Listing>& listing);

/// results.jsonl: a header, a line for each finished run, and a footer. A file without a footer belongs to
/// an interrupted verification and has the results until then. docs/results_format.md describes the
/// contents.
class ResultsFile {
 public:
  /// errors  FILE-1
  static Result<ResultsFile> create(const std::string& file, const ResultsHeader& header);

  /// line    from run_json
  /// errors  FILE-1 the line cannot be written. At most a part of it is at the end of the file, which can
  ///         be continued
  Result<void> add(const OrderedJson& line);

  /// Replaces another file with this one, including everything added so far.
  ///
  /// errors  FILE-1
  Result<void> move_to(const std::string& file);

  /// starts  of processes; for a continued verification, since it was continued
  /// errors  FILE-1 something could not be written
  Result<void> finish(const OutcomeCounts& counts, bool complete, int64_t starts);

 private:
  std::string file_;
  std::ofstream stream_;
  bool has_list_ = false;
};

/// The 64-bit FNV-1a hash of MANIFEST, which has the digest of every case: "fnv1a64:5707e1c53c9e7035".
std::string corpus_digest(const std::string& corpus);

}  // namespace backedge
