#include "tools/cli/fuzz_command.h"

#include <algorithm>
#include <memory>

#include "conformance/corpus/features.h"
#include "conformance/generate/fuzz.h"
#include "interpreter/base/joined.h"
#include "interpreter/base/number_text.h"
#include "tools/cli/command_line.h"
#include "tools/cli/output_files.h"
#include "tools/cli/print.h"
#include "tools/cli/progress_line.h"
#include "tools/cli/report_error.h"
#include "tools/cli/signal_watch.h"
#include "tools/cli/suite_arguments.h"
#include "tools/cli/suite_error.h"
#include "tools/cli/write_case.h"

namespace backedge {
namespace {

struct FuzzArguments {
  BackendArguments backend;
  uint64_t seed = 0;
  int64_t count = 0;   // the number of models; 0: until stopped
  double minutes = 0;  // 0: until stopped
  int64_t jobs = 1;
  std::vector<std::string> without;  // features that no model may have
  std::string out;
  bool statistics = false;
};

constexpr size_t kMostNotes = 2000;

std::string line_of(const generate::RootCause& cause) {
  std::string complaint = cause.failure.complaint;
  std::replace(complaint.begin(), complaint.end(), '\n', ' ');
  std::string text = generate::name_of_seed(cause.seed) + "  " + counted(cause.models, "model") + ", " +
                     std::string(name_of(cause.failure.outcome)) + "\n";
  if (!complaint.empty()) text += "  " + complaint + "\n";
  return text + "  " + joined(cause.failure.words) + "\n";
}

// Writes DIR/SEED: the original model, and the model after shrinking.
Result<void> keep(const std::string& out, const generate::FuzzFailure& failure) {
  const std::string folder = out + "/" + failure.generated.test_case.path;
  TestCase test_case = failure.generated.test_case;
  test_case.notes = failure.verdict.text.substr(0, kMostNotes);
  TRY(write_made_case(folder, test_case, failure.generated.weights));
  if (failure.shrunk == nullptr) return {};
  test_case = failure.shrunk->test_case;
  test_case.notes = failure.shrunk->after.text.substr(0, kMostNotes);
  return write_made_case(folder + "/shrunk", test_case, failure.shrunk->weights);
}

std::string summary_of(const generate::FuzzEnd& end) {
  std::string text;
  for (const generate::RootCause& cause : end.causes.list()) text += line_of(cause) + "\n";
  for (size_t k = 0; k < kOutcomes; ++k) {
    if (end.counts.of[k] > 0)
      text += std::to_string(end.counts.of[k]) + " " + std::string(name_of(static_cast<Outcome>(k))) + "\n";
  }
  if (end.left_out > 0) text += std::to_string(end.left_out) + " left out\n";
  if (end.problems > 0)
    text += std::to_string(end.problems) +
            " for which the interpreter contradicts the generator: see `backedge generate`\n";
  return text + end.hello.name + " " + end.hello.version + ": " + counted(end.counts.runs, "model") + ", " +
         std::to_string(end.counts.failed) + " failed, of " + counted(std::ssize(end.causes.list()), "kind") +
         ", started " + counted(end.starts, "time") + "\n";
}

Result<int> fuzz_command(const FuzzArguments& arguments) {
  TRY(make_folder(arguments.out));
  const generate::FuzzOptions options{.backend = options_of(arguments.backend),
                                      .seed = arguments.seed,
                                      .count = arguments.count,
                                      .minutes = arguments.minutes,
                                      .jobs = arguments.jobs,
                                      .without = arguments.without};
  std::atomic<bool> stopped{false};
  const SignalWatch watch(stopped);
  ProgressLine progress;
  std::string what;
  Result<generate::FuzzEnd> end = generate::fuzz(
      options, stopped,
      [&](int64_t models, int64_t causes) {
        what = "models, " + std::to_string(causes) + " kinds of failure";
        if (progress.wanted()) progress.show(models, what.c_str());
      },
      [&](const generate::FuzzFailure& found) -> Result<void> {
        progress.erase();
        TRY(print(line_of(found.cause)));
        return keep(arguments.out, found);
      });
  progress.erase();
  if (!end.ok() && stopped && end.error().rule() == "BACKEND-1") return kStoppedBySignal;
  if (!end.ok()) return end.take_error();
  const generate::FuzzEnd& done = end.value();
  const std::string summary = summary_of(done);
  TRY(write_text(arguments.out + "/summary.txt", summary));
  TRY(print("\n" + summary));
  if (arguments.statistics) TRY(print("\n" + done.statistics.text()));
  if (done.counts.failed > 0 || done.problems > 0) return 1;
  if (stopped) return kStoppedBySignal;
  return done.counts.runs == 0 ? 1 : 0;
}

}  // namespace

void add_fuzz(CommandLine& program) {
  const auto fuzz = std::make_shared<FuzzArguments>();
  Command& command = program.add_command(
      "fuzz-backend",
      "Run generated models on a backend until stopped. Keep the smallest model of each kind of failure.\n"
      "Exit codes: 0 none failed; 1 one failed, or none was run; 3 the suite itself failed; 130 stopped by a "
      "signal, and none failed.");
  add_backend(command, fuzz->backend);
  command.add_option("--out", fuzz->out, "a new or empty folder, for a folder for each kind of failure")
      .value_name("DIR")
      .required();
  command.add_option("--seed", fuzz->seed, "the seed of the series [0]").value_name("SEED");
  command.add_option("--count", fuzz->count, "stop after this many models [never]")
      .in_range(1, int64_t{1} << 40);
  command.add_option("--minutes", fuzz->minutes, "stop after this many minutes [never]")
      .in_real_range(0.01, 1e6);
  command.add_option("--jobs", fuzz->jobs, "processes at the same time [1]").in_range(1, 1024);
  command
      .add_option("--without", fuzz->without, "no models with this feature: draft, op:If-8, type:bf16, ...")
      .value_name("FEATURE")
      .check([](const std::string& feature) { return unknown_feature(feature); });
  command.add_flag("--statistics", fuzz->statistics, "print how many of a thousand models touched each rule");
  command.runs([fuzz] {
    const Result<void> is_new = check_new(fuzz->out);
    return is_new.ok() ? suite_exit_code(fuzz_command(*fuzz)) : exit_code(is_new);
  });
}

}  // namespace backedge
