#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "conformance/corpus/corpus.h"
#include "conformance/results/read_results.h"
#include "conformance/results/results.h"
#include "conformance/results/results_lock.h"
#include "interpreter/base/number_text.h"
#include "tools/cli/junit_report.h"
#include "tools/cli/progress_line.h"
#include "tools/cli/suite_arguments.h"
#include "tools/cli/verify_summary.h"

namespace backedge {

struct VerifyArguments : CorpusArguments {
  BackendArguments backend;
  std::string results;       // if empty, none are written
  bool resume = false;       // continue them
  std::string report;        // a folder for the report; if empty, there is none
  std::string junit;         // a file for JUnit XML; if empty, there is none
  std::string expectations;  // a list; if empty, there is none
  bool update = false;       // propose a new list
  std::string tier;          // "required" or "survey"; if empty, both
  bool smoke = false;        // select a few runs that touch every rule
  int64_t jobs = 1;
  int64_t max_timeouts = 30;  // 0: no limit
  int64_t max_failures = 0;   // 0: no limit
};

/// One verification: what it reads, writes and counts.
class VerifySession {
 public:
  /// errors  CASE-1, CASE-2; EXPECT-1, EXPECT-2; FILE-1; RESULTS-1, RESULTS-2
  static Result<VerifySession> open(const VerifyArguments& arguments);

  /// The runs that have no verdict yet.
  std::vector<SelectedRun> open_runs() const;

  /// Begins the results of a backend, and reads the earlier ones.
  Result<void> begin(const Hello& hello);

  Result<void> take(const RunRecord& record);

  /// Prints the summary. Returns whether no run failed unexpectedly and nothing else is wrong.
  Result<bool> finish(const Result<VerifyEnd>& end);

  /// The expectation list; nullptr if there is none, or if a new one is to be proposed.
  const ExpectationList* known() const { return list_ && !arguments_.update ? &*list_ : nullptr; }

  bool corpus_is_whole() const { return selection_.corpus.problems.empty(); }

  /// Whether there are results that --resume would continue.
  bool can_resume() const { return results_.has_value(); }

 private:
  VerifySession(const VerifyArguments& arguments, Selection selection);

  // of  the record, or the earlier run that has it
  template <class Of>
  Result<void> take(const RunRecord& record, const Of& of);
  Result<void> read_list();
  Result<void> read_earlier();
  Result<void> propose();
  std::string page_command() const;
  std::string next_command(bool complete) const;
  std::string of_all() const { return "of " + counted(std::ssize(selection_.runs), "run"); }
  std::string failing_text() const;
  std::string survey_text() const;
  std::string listed_text() const;

  const VerifyArguments& arguments_;
  Selection selection_;
  ResultsHeader header_;
  std::optional<ExpectationList> list_;
  std::vector<Error> list_faults_;
  EarlierResults earlier_;
  std::unique_ptr<ResultsLock> lock_;
  std::optional<ResultsFile> results_;
  std::optional<JunitReport> junit_;
  VerifySummary summary_;
  std::string first_crash_;
  std::map<std::string, Outcome> found_;
  std::set<std::string> disturbed_;
  bool proposed_ = false;  // another list
  ProgressLine progress_;
};

}  // namespace backedge
