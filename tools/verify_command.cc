#include <algorithm>
#include <atomic>
#include <map>
#include <optional>
#include <set>

#include "conformance/results.h"
#include "conformance/run_case.h"
#include "tools/corpus_commands.h"
#include "tools/print.h"
#include "tools/progress_line.h"
#include "tools/signal_watch.h"

namespace backedge {
namespace {

constexpr int kStoppedBySignal = 130;

struct RuleCounts {
  int64_t runs = 0, failed = 0, survey = 0, skipped = 0;
  std::string first;  // that failed
};

// What is said at the end.
struct Summary {
  OutcomeCounts counts;
  std::map<std::string, RuleCounts> rules;

  void add(const RunRecord& record) {
    const CaseRun& run = *record.run.run;
    const Outcome outcome = record.verdict.outcome;
    counts.add(outcome, run.survey);
    for (const std::string& rule : run.rules) {
      RuleCounts& of = rules[rule];
      ++of.runs;
      of.skipped += outcome == Outcome::kSkipped;
      if (is_failure(outcome, run.survey)) {
        ++of.failed;
        if (of.first.empty())
          of.first = std::string(name_of(outcome)) + ": " + name_of(*record.run.the_case, run);
      } else {
        of.survey += outcome != Outcome::kPassed && outcome != Outcome::kSkipped;
      }
    }
  }

  std::string text() const {
    std::string text;
    for (const auto& [rule, of] : rules) {
      if (of.failed == 0) continue;
      text += rule + std::string(std::max<size_t>(12, rule.size() + 1) - rule.size(), ' ') +
              std::to_string(of.failed) + " of " + std::to_string(of.runs) + " runs fail, first " + of.first +
              "\n";
    }
    if (!text.empty()) text += "\n";
    for (size_t k = 0; k < kOutcomes; ++k) {
      if (counts.of[k] == 0) continue;
      const std::string number = std::to_string(counts.of[k]);
      text += std::string(std::max<size_t>(8, number.size()) - number.size(), ' ') + number + "  " +
              std::string(name_of(static_cast<Outcome>(k))) + "\n";
    }
    return text;
  }
};

VerifyOptions options_of(const VerifyArguments& arguments) {
  VerifyOptions options;
  options.backend.process.command = arguments.backend;
  options.backend.process.max_memory = arguments.max_memory << 20;
  options.backend.seconds = arguments.timeout;
  options.backend.hello_seconds = std::max(arguments.timeout, options.backend.hello_seconds);
  options.jobs = arguments.jobs;
  return options;
}

ResultsHeader header_of(const VerifyArguments& arguments, const Selection& selection, const Hello& hello) {
  std::set<const Case*> cases;
  for (const SelectedRun& run : selection.runs) cases.insert(run.the_case);
  return {arguments.corpus, arguments.backend, hello, cases.size(), selection.runs.size()};
}

}  // namespace

Result<int> verify_command(const VerifyArguments& arguments) {
  const Selection selection = TRY(select_runs(arguments.corpus, arguments.cases));
  for (const std::string& problem : selection.corpus.problems) TRY(print(problem + "\n"));
  std::atomic<bool> stopped{false};
  const SignalWatch watch(stopped);
  const std::string of_all = "of " + std::to_string(selection.runs.size()) + " runs";
  std::optional<ResultsFile> results;
  std::optional<Error> unwritten;
  Summary summary;
  ProgressLine progress;
  Result<VerifyEnd> end = verify(
      selection.runs, options_of(arguments), stopped,
      [&](const Hello& hello) {
        if (arguments.results.empty()) return;
        Result<ResultsFile> created =
            ResultsFile::create(arguments.results, header_of(arguments, selection, hello));
        if (created.ok()) {
          results = std::move(created).value();
        } else {
          unwritten = created.take_error();
          stopped = true;
        }
      },
      [&](const RunRecord& record) {
        summary.add(record);
        if (results) results->add(record);
        if (progress.wanted()) progress.show(summary.counts.runs, of_all.c_str());
      });
  progress.erase();
  if (unwritten) return *std::move(unwritten);
  const bool complete = end.ok() && end.value().complete && selection.corpus.problems.empty();
  if (results) TRY(results->finish(summary.counts, complete, end.ok() ? end.value().starts : 0));
  TRY(print(summary.text()));
  if (!end.ok()) return end.take_error();
  const VerifyEnd& done = end.value();
  TRY(print(done.hello.name + " " + done.hello.version + ": " + std::to_string(summary.counts.runs) + " " +
            of_all + ", " + std::to_string(summary.counts.failed) + " failed, started " +
            std::to_string(done.starts) + (done.starts == 1 ? " time" : " times") +
            (complete ? "" : "; not whole") + "\n"));
  if (!done.complete && stopped) return kStoppedBySignal;
  const bool any_passed = summary.counts.of[static_cast<size_t>(Outcome::kPassed)] > 0;
  return complete && any_passed && summary.counts.failed == 0 ? 0 : 1;
}

}  // namespace backedge
