#include "tools/cli/verify_session.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <set>
#include <sstream>

#include "conformance/corpus/features.h"
#include "conformance/corpus/read_text.h"
#include "conformance/judge/newer_cases.h"
#include "conformance/judge/propose_expectations.h"
#include "conformance/verify/smoke.h"
#include "interpreter/base/joined.h"
#include "interpreter/base/number_text.h"
#include "tools/cli/output_files.h"
#include "tools/cli/print.h"
#include "tools/cli/started_as.h"

namespace backedge {
namespace {

constexpr size_t kMostFaults = 1;  // of the list, that are printed

// The first and the last lines of a text, and of each line at most 120 bytes.
std::string ends_of(const std::string& text) {
  constexpr size_t kLines = 2, kBytes = 120;
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line.substr(0, kBytes));
  if (lines.size() > 2 * kLines) {
    const std::string left_out = "... (" + std::to_string(lines.size() - 2 * kLines) + " lines left out) ...";
    lines.erase(lines.begin() + kLines, lines.end() - kLines);
    lines.insert(lines.begin() + kLines, left_out);
  }
  return joined(lines, "\n");
}

std::string current_folder() {
  std::error_code failure;  // the folder was removed
  return std::filesystem::current_path(failure).string();
}

// What a backend did wrong when all verdicts were known.
std::string bye_text(std::string fault) {
  std::replace(fault.begin(), fault.end(), '\n', ' ');
  return fault.empty() ? "" : "; broke the protocol at bye: " + fault;
}

// Keeps only the runs that --tier and --smoke select.
//
// errors  CASE-2 there is none
Result<Selection> narrowed(Selection selection, const VerifyArguments& arguments) {
  std::erase_if(selection.runs, [&](const SelectedRun& run) {
    return !arguments.tier.empty() && run.run->survey != (arguments.tier == "survey");
  });
  if (arguments.smoke) selection.runs = smoke_of(selection.runs);
  if (selection.runs.empty() && selection.corpus.problems.empty())
    return Error("CASE-2", "no selected run is in the tier " + arguments.tier).in(Phase::kRead);
  return selection;
}

}  // namespace

template <class Of>
Result<void> VerifySession::take(const RunRecord& record, const Of& of) {
  std::optional<Listing> listing;
  if (list_) listing = hold_against(*list_, record.run, record.verdict.outcome, is_disturbed(record.verdict));
  if (results_ || junit_) {
    const OrderedJson line = run_json(of, listing);
    if (results_) TRY(results_->add(line));
    if (junit_) junit_->add(line);
  }
  summary_.add(record, listing);
  if (record.verdict.outcome == Outcome::kCrashed && !record.errors.empty() && first_crash_.empty()) {
    first_crash_ = name_of(record.run) + " crashed; its standard error:\n" +
                   indented(ends_of(record.errors), "  ") + "\n\n";
  }
  if (arguments_.update) found_[name_of(record.run)] = record.verdict.outcome;
  if (arguments_.update && is_disturbed(record.verdict)) disturbed_.insert(name_of(record.run));
  if (progress_.wanted()) progress_.show(summary_.counts().runs, of_all().c_str());
  return {};
}

Result<void> VerifySession::take(const RunRecord& record) { return take(record, record); }

Result<VerifySession> VerifySession::open(const VerifyArguments& arguments) {
  Selection selection = TRY(select_runs(arguments.corpus, arguments.cases));
  VerifySession session(arguments, TRY(narrowed(std::move(selection), arguments)));
  std::error_code failure;
  if (!arguments.report.empty()) std::filesystem::create_directories(arguments.report, failure);
  if (failure) return Error("FILE-1", "cannot be made: " + failure.message()).at(arguments.report, 0);
  if (!arguments.results.empty()) session.lock_ = TRY(ResultsLock::take(arguments.results));
  TRY(session.read_list());
  TRY(session.read_earlier());
  for (const std::string& problem : session.selection_.corpus.problems) TRY(print(problem + "\n"));
  if (session.list_) session.list_faults_ = check_expectations(*session.list_, session.selection_.corpus);
  const std::vector<Error>& faults = session.list_faults_;
  for (size_t k = 0; k < faults.size() && k < kMostFaults; ++k) TRY(print(faults[k].text() + "\n"));
  if (faults.size() > kMostFaults)
    TRY(print("and " + std::to_string(faults.size() - kMostFaults) + " more faults of the list\n"));
  return session;
}

std::vector<SelectedRun> VerifySession::open_runs() const {
  std::set<const CaseRun*> done;
  for (const EarlierRun& run : earlier_.runs) done.insert(run.record.run.run);
  std::vector<SelectedRun> runs;
  for (const SelectedRun& run : selection_.runs) {
    if (!done.contains(run.run)) runs.push_back(run);
  }
  return runs;
}

Result<void> VerifySession::begin(const Hello& hello) {
  TRY(check_features(hello.features, selection_.corpus));
  const std::string& file = arguments_.results;
  TRY(check_backend(earlier_, hello, file));
  const bool continues = !earlier_.name.empty();
  ResultsHeader header = header_;
  header.backend = hello;
  if (!file.empty()) results_ = TRY(ResultsFile::create(continues ? file + ".part" : file, header));
  if (!arguments_.junit.empty()) {
    junit_.emplace(header);
    TRY(write_text(arguments_.junit, junit_->text()));  // a file that cannot be written is known at once
  }
  for (const EarlierRun& run : earlier_.runs) TRY(take(run.record, run));
  if (results_ && continues) TRY(results_->move_to(file));
  return {};
}

Result<bool> VerifySession::finish(const Result<VerifyEnd>& end) {
  progress_.erase();
  const OutcomeCounts& counts = summary_.counts();
  const bool complete = end.ok() && end.value().complete;
  if (results_) TRY(results_->finish(counts, complete, end.ok() ? end.value().starts : 0));
  if (junit_) TRY(write_text(arguments_.junit, junit_->text()));
  TRY(print(first_crash_ + summary_.text()));
  if (!end.ok()) return false;
  if (arguments_.update) TRY(propose());
  const VerifyEnd& done = end.value();
  if (!done.gave_up.empty()) TRY(print("stopped: " + done.gave_up + "\n"));
  TRY(print(done.hello.name + " " + done.hello.version + ": " + std::to_string(counts.runs) + " " + of_all() +
            failing_text() + listed_text() + survey_text() + ", started " + counted(done.starts, "time") +
            (complete ? "" : "; incomplete") + bye_text(done.fault_at_bye) + "\n"));
  const std::string next = next_command(complete);
  const bool has_page = complete && !arguments_.report.empty() && next != page_command();
  TRY(print((has_page ? "page: " + page_command() + "\n" : "") + "next: " + next + "\n"));
  const bool any = counts.of[static_cast<size_t>(Outcome::kPassed)] + counts.listed > 0;
  // A disturbed run that a list does not allow is unexpected.
  const bool undisturbed = list_ || counts.disturbed == 0;
  return complete && any && undisturbed && list_faults_.empty() && counts.unexpected == 0;
}

VerifySession::VerifySession(const VerifyArguments& arguments, Selection selection)
    : arguments_(arguments), selection_(std::move(selection)) {
  std::set<const TestCase*> cases;
  for (const SelectedRun& run : selection_.runs) cases.insert(run.test_case);
  header_ = {.corpus = arguments.corpus,
             .command = arguments.backend.command,
             .program = this_program(),
             .folder = current_folder(),
             .options = options_text(arguments.backend),
             .cases = cases.size(),
             .runs = selection_.runs.size(),
             .expectations = arguments.expectations};
}

Result<void> VerifySession::read_list() {
  const std::string& file = arguments_.expectations;
  if (file.empty()) return {};
  if (!selection_.whole)
    return Error("EXPECT-2", "an expectation list needs the names of cases, not their folders").at(file, 0);
  const bool is_new = arguments_.update && !file_exists(file);
  list_ = TRY(is_new ? parse_expectations("", file) : read_expectations(file));
  return find_newer_cases(*list_, selection_.corpus, arguments_.corpus);
}

Result<void> VerifySession::read_earlier() {
  if (arguments_.resume && file_exists(arguments_.results))
    earlier_ = TRY(read_results(arguments_.results, header_, selection_.runs));
  return {};
}

// Writes a new list next to the old one.
Result<void> VerifySession::propose() {
  const std::string proposed = propose_expectations(*list_, selection_.corpus, found_, disturbed_);
  if (proposed == list_->text) return print("the list agrees with what was found\n");
  const std::string file = list_->file + ".new";
  TRY(write_text(file, proposed));
  proposed_ = true;
  return print("proposed, for review: " + file + "\n");
}

// The command that makes a page of the results of --report.
std::string VerifySession::page_command() const {
  const bool is_package = std::getenv("BACKEDGE_REPORT") != nullptr;  // the Python package sets it
  return (is_package ? header_.program + " report " : "bazel run -c opt //tools:report -- ") +
         quoted_for_shell(arguments_.results) + " --out " + quoted_for_shell(arguments_.report);
}

// The command to type next.
std::string VerifySession::next_command(bool complete) const {
  const std::string& corpus = arguments_.corpus;
  const std::string with_backend = " " + backend_words(arguments_.backend);
  const std::string first = summary_.first_unlisted();
  if (!complete && results_) return "the same command with --resume";
  if (proposed_) return "review " + arguments_.expectations + ".new, and give every entry a reason";
  if (list_ && summary_.list_is_outdated()) return "the same command with --update";
  if (!first.empty()) return header_.program + " explain-failure " + first + in_corpus(corpus) + with_backend;
  const OutcomeCounts& counts = summary_.counts();
  if (counts.runs > 0 && counts.runs == counts.of[static_cast<size_t>(Outcome::kSkipped)])
    return "the same command with another --filter, because every run was skipped";
  if (arguments_.smoke) return "the same command without --smoke";
  if (!arguments_.report.empty()) return page_command();
  return header_.program + " fuzz-backend" + with_backend + " --out fuzz";
}

// Not "1 failed", which would be the number of runs with the outcome `failed`.
std::string VerifySession::failing_text() const {
  const OutcomeCounts& counts = summary_.counts();
  const std::string disturbed =
      counts.disturbed > 0 ? ", " + std::to_string(counts.disturbed) + " disturbed" : "";
  return ", " + std::to_string(counts.failed) + (counts.failed == 1 ? " run fails" : " runs fail") +
         disturbed;
}

// The survey only reports, but its outcomes are among those that are counted.
std::string VerifySession::survey_text() const {
  const OutcomeCounts& counts = summary_.counts();
  const int64_t fine =
      counts.of[static_cast<size_t>(Outcome::kPassed)] + counts.of[static_cast<size_t>(Outcome::kSkipped)];
  const int64_t differ = counts.runs - fine - counts.failed;
  return differ > 0 ? ", " + counted(differ, "survey run") + (differ == 1 ? " differs" : " differ") : "";
}

std::string VerifySession::listed_text() const {
  if (!list_) return "";
  const int64_t newer = summary_.counts().newer;
  return ", " + std::to_string(summary_.counts().listed) + " of them as listed, " +
         (newer > 0 ? std::to_string(newer) + " in cases newer than corpus " + list_->version + ", " : "") +
         counted(summary_.counts().unexpected, "run") + " not as listed" +
         (list_faults_.empty() ? "" : ", " + counted(std::ssize(list_faults_), "fault") + " of the list");
}

}  // namespace backedge
