#include "conformance/generate/fuzz.h"

#include <algorithm>
#include <chrono>
#include <mutex>
#include <optional>
#include <thread>

#include "conformance/corpus/features.h"
#include "conformance/generate/generate_onnx.h"
#include "conformance/generate/model_features.h"
#include "conformance/generate/random.h"
#include "conformance/judge/complaint.h"
#include "conformance/protocol/scratch_folder.h"
#include "conformance/shrink/write_model_files.h"
#include "conformance/verify/start_threads.h"
#include "conformance/verify/verify.h"
#include "interpreter/base/joined.h"
#include "interpreter/base/within_memory.h"
#include "interpreter/interpreter.h"
#include "interpreter/openvino/parse_model.h"
#include "interpreter/openvino/read_model.h"
#include "interpreter/openvino/write_graph.h"

namespace backedge::generate {
namespace {

using Clock = std::chrono::steady_clock;

// The state that the threads share.
struct Shared {
  const FuzzOptions& options;
  std::atomic<bool>& stopped;
  const std::function<void(int64_t, int64_t)>& progress;
  const std::function<Result<void>(const FuzzFailure&)>& failed;
  Clock::time_point begin = Clock::now();
  std::atomic<int64_t> next{0};
  std::mutex mutex;  // guards the members below, and calls of `progress` and `failed`
  FuzzEnd end = {};
  std::optional<Error> error = std::nullopt;

  // Ends the work. What happens after a signal does not count, unless it is a fault of the suite.
  void fail(Error failure) {
    const std::lock_guard lock(mutex);
    if (error || (stopped && !is_fault_of_suite(failure))) return;
    error = std::move(failure);
    stopped = true;
  }
};

bool is_over(const Shared& shared, int64_t number) {
  const FuzzOptions& options = shared.options;
  if (shared.stopped || (options.count > 0 && number >= options.count)) return true;
  const double minutes = std::chrono::duration<double>(Clock::now() - shared.begin).count() / 60;
  return options.minutes > 0 && minutes >= options.minutes;
}

bool is_left_out(const FuzzOptions& options, const Hello& hello, const GeneratedCase& generated) {
  const auto& features = generated.test_case.features;
  const auto has = [&](const std::string& feature) {
    return generated.features.contains(feature) ||
           std::find(features.begin(), features.end(), feature) != features.end();
  };
  return std::any_of(options.without.begin(), options.without.end(), has) ||
         !missing_feature(hello, generated.test_case).empty();
}

// The words of the model in OpenVINO IR, before and after shrinking; the features if IR cannot express it.
std::set<std::string> words_of_onnx(const TestCase& test_case) {
  const Result<LoadedModel> loaded = load_text(test_case.model, std::string(test_case.format.model_file));
  if (loaded.ok()) {
    const Result<openvino::Model> model = openvino::write_graph(loaded.value().graph());
    if (model.ok()) return words_of(model.value());
  }
  return {test_case.features.begin(), test_case.features.end()};
}

// What distinguishes the model of a case from others.
std::set<std::string> words_of_case(const TestCase& test_case) {
  if (test_case.format.name == kOnnx.name) return words_of_onnx(test_case);
  const Result<openvino::Model> model = openvino::parse_model(openvino::Source("model.xml", test_case.model),
                                                              openvino::ReadLimits().max_element_depth);
  return model.ok() ? words_of(model.value()) : std::set<std::string>{"not XML that can be read"};
}

// If a model is accepted that must be rejected, the rule that rejects it distinguishes the failure.
Failure failure_of(const TestCase& test_case, const Verdict& verdict) {
  Failure failure{verdict.outcome, complaint_of(verdict), words_of_case(test_case)};
  const Inference& inference = test_case.runs.front().inferences[verdict.inference];
  const auto* rejection = std::get_if<Rejection>(&inference.answers.front());
  if (verdict.outcome == Outcome::kAccepted && rejection != nullptr) failure.complaint = rejection->text();
  return failure;
}

// The smallest case that still fails; none if it cannot be made smaller.
Result<std::optional<shrink::Shrunk>> shrunk_of(Shared& shared, ProcessBackend& backend,
                                                const TestCase& test_case) {
  shrink::ShrinkOptions options = shared.options.shrink;
  options.stopped = &shared.stopped;
  Result<shrink::Shrunk> shrunk = shrink::shrink(test_case, test_case.runs.front(), backend, options);
  if (shrunk.ok()) return std::optional(std::move(shrunk).value());
  if (is_fault_of_suite(shrunk.error())) return shrunk.take_error();
  return std::optional<shrink::Shrunk>();
}

// Handles a failed run. It is shrunk unless its cause is known, and kept if it is the first of its cause.
Result<void> take_failure(Shared& shared, ProcessBackend& backend, const GeneratedCase& generated,
                          const Verdict& verdict) {
  const TestCase& test_case = generated.test_case;
  Failure failure = failure_of(test_case, verdict);
  {
    const std::lock_guard lock(shared.mutex);
    if (shared.end.causes.count(failure)) return {};
  }
  const std::optional<shrink::Shrunk> shrunk = TRY(shrunk_of(shared, backend, test_case));
  if (shrunk) failure = failure_of(shrunk->test_case, shrunk->after);
  const std::lock_guard lock(shared.mutex);
  RootCause cause{.failure = std::move(failure),
                  .seed = generated.seed,
                  .models = 1,
                  .rules = joined(generated.touched.rules, " ")};
  if (!shared.end.causes.add(cause)) return {};
  return shared.failed({generated, verdict, shrunk ? &*shrunk : nullptr, cause});
}

// A model in a format that the backend reads; every second one is in ONNX's if it reads OpenVINO IR too.
GeneratedCase generate_for(const Hello& hello, uint64_t seed, int64_t number) {
  const bool is_onnx = hello.reads(kOnnx) && (number % 2 != 0 || !hello.reads(kOpenvinoIr));
  return is_onnx ? generate_onnx_case(seed) : generate_case(seed);
}

Result<void> run_models(Shared& shared, ProcessBackend& backend, const std::string& folder) {
  for (;;) {
    const int64_t number = shared.next++;
    if (is_over(shared, number)) return {};
    const Hello hello = TRY(start_backend(backend, shared.stopped));
    GeneratedCase generated = generate_for(hello, seed_of(shared.options.seed, number), number);
    const bool left_out = is_left_out(shared.options, hello, generated);
    RunRecord record{.run = {.test_case = &generated.test_case, .run = &generated.test_case.runs.front()}};
    if (!left_out && generated.problem.empty()) {
      TRY(shrink::write_model_files(folder, generated.test_case.model, generated.weights,
                                    generated.test_case.format));
      generated.test_case.folder = folder;
      record = TRY(verify_one(backend, hello, record.run, nullptr, shared.stopped));
    }
    if (shared.stopped) return {};  // stopping may have caused its verdict
    {
      const std::lock_guard lock(shared.mutex);
      FuzzEnd& end = shared.end;
      end.left_out += left_out;
      end.problems += !generated.problem.empty();
      if (!left_out) end.statistics.add(generated);
      if (!left_out && generated.problem.empty()) end.counts.add(record, std::nullopt);
      shared.progress(end.counts.runs, std::ssize(end.causes.list()));
    }
    if (is_failure(record.verdict.outcome, record.run.run->survey))
      TRY(take_failure(shared, backend, generated, record.verdict));
  }
}

Result<void> run_models_in_scratch(Shared& shared, ProcessBackend& backend) {
  const std::unique_ptr<ScratchFolder> folder = TRY(ScratchFolder::make());
  return run_models(shared, backend, folder->path());
}

void work(Shared& shared, ProcessBackend& backend) {
  Result<void> done = within_memory([&] { return run_models_in_scratch(shared, backend); });
  {
    const std::lock_guard lock(shared.mutex);
    shared.end.starts += backend.starts();
  }
  if (!done.ok()) shared.fail(done.take_error());
}

}  // namespace

Result<FuzzEnd> fuzz(const FuzzOptions& options, std::atomic<bool>& stopped,
                     const std::function<void(int64_t, int64_t)>& progress,
                     const std::function<Result<void>(const FuzzFailure&)>& failed) {
  ProcessBackendOptions backend_options = options.backend;
  backend_options.stopped = &stopped;
  Shared shared{.options = options, .stopped = stopped, .progress = progress, .failed = failed};
  {
    ProcessBackend first(backend_options);
    shared.end.hello = TRY(start_backend(first, stopped));
    TRY(check_features(shared.end.hello.features, {}));
    std::vector<std::thread> threads;
    const auto work_in_thread = [&] {
      ProcessBackend backend(backend_options);
      backend.expect(shared.end.hello);
      work(shared, backend);
    };
    Result<void> started = start_threads(options.jobs - 1, work_in_thread, threads);
    if (!started.ok()) shared.fail(started.take_error());
    work(shared, first);
    for (std::thread& thread : threads) thread.join();
  }
  if (shared.error) return *std::move(shared.error);
  return std::move(shared.end);
}

}  // namespace backedge::generate
