#pragma once

#include <array>
#include <fstream>
#include <string>

#include "conformance/judge/expectations.h"
#include "conformance/verify/verify.h"

namespace backedge {

/// Runs by their outcome.
struct OutcomeCounts {
  std::array<int64_t, kOutcomes> of{};
  int64_t runs = 0;
  int64_t failed = 0;      // see is_failure
  int64_t listed = 0;      // of these, as the expectation list says
  int64_t unexpected = 0;  // not as it says; where there is none, those that failed
  int64_t disturbed = 0;   // that came out otherwise in a process that had loaded models before

  /// listing  none: there is no list
  void add(const RunRecord& record, const std::optional<Listing>& listing);
};

/// A run that an earlier verification has recorded.
struct EarlierRun {
  RunRecord record;  // what of it is counted
  std::string line;
};

/// What is known of a verification before its first run.
struct ResultsHeader {
  std::string corpus;   // its folder
  std::string command;  // that starts the backend
  std::string program;  // the words of a shell that start the runner
  std::string folder;   // where it was started
  std::string options;  // what was said of the backend beside its command, as words of a shell
  Hello backend;
  size_t cases = 0, runs = 0;  // selected
  std::string expectations;    // a file; empty: none
};

/// results.jsonl: a header, a line for each run as it is done, and a footer. A file without footer is that of a
/// verification that was cut off, and holds what was done until then. docs/results_format.md says what is in them.
class ResultsFile {
 public:
  /// errors  FILE-1
  static Result<ResultsFile> create(const std::string& file, const ResultsHeader& header);

  /// listing  none: there is no list
  /// errors   FILE-1 the line cannot be written; the file ends in a part of it at most, and can be continued
  Result<void> add(const RunRecord& record, const std::optional<Listing>& listing);
  Result<void> add(const EarlierRun& run, const std::optional<Listing>& listing);

  /// Takes the place of another file, with all that was added so far.
  ///
  /// errors  FILE-1
  Result<void> move_to(const std::string& file);

  /// starts  of processes; where a verification was continued, since then
  /// errors  FILE-1 something could not be written
  Result<void> finish(const OutcomeCounts& counts, bool complete, int64_t starts);

 private:
  Result<void> write(const std::string& line);

  std::string file_;
  std::ofstream stream_;
  bool has_list_ = false;
};

/// 64 bits of FNV-1a of MANIFEST, which holds the digest of every case: "fnv1a64:5707e1c53c9e7035".
std::string corpus_digest(const std::string& corpus);

}  // namespace backedge
