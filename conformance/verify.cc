#include "conformance/verify.h"

#include <algorithm>
#include <chrono>
#include <mutex>
#include <optional>
#include <thread>

#include "conformance/verify_run.h"

namespace backedge {
namespace {

constexpr int kMostStarts = 3;  // in vain, one after the other

// What the threads share.
struct Shared {
  std::span<const SelectedRun> runs;
  std::atomic<bool>& stopped;
  const std::function<void(const RunRecord&)>& record;
  std::atomic<size_t> next{0};
  std::mutex mutex;  // guards what follows, and calls of `record`
  size_t recorded = 0;
  int64_t starts = 0;
  std::optional<Error> error;
};

void work(ProcessBackend& backend, Shared& shared) {
  for (;;) {
    const size_t k = shared.next++;
    if (k >= shared.runs.size() || shared.stopped) return;
    Result<Hello> hello = start_backend(backend, shared.stopped);
    if (!hello.ok()) {
      const std::lock_guard lock(shared.mutex);
      if (!shared.stopped) shared.error = hello.take_error();
      shared.stopped = true;
      return;
    }
    const RunRecord record = verify_one(backend, hello.value(), shared.runs[k]);
    if (shared.stopped) return;  // its verdict may be ours
    const std::lock_guard lock(shared.mutex);
    ++shared.recorded;
    shared.record(record);
  }
}

}  // namespace

Result<Hello> start_backend(ProcessBackend& backend, const std::atomic<bool>& stopped) {
  Result<Hello> hello = backend.start();
  for (int k = 1; k < kMostStarts && !hello.ok() && !stopped; ++k) {
    backend.take_errors();
    hello = backend.start();
  }
  if (!hello.ok()) {
    const std::string errors = backend.take_errors();
    if (!errors.empty()) return hello.take_error().note("its standard error: " + errors);
  }
  return hello;
}

std::string missing_feature(const Hello& hello, const Case& the_case) {
  if (hello.features.empty()) return "";
  for (const std::string& feature : the_case.features) {
    if (std::find(hello.features.begin(), hello.features.end(), feature) == hello.features.end())
      return feature;
  }
  return "";
}

RunRecord verify_one(ProcessBackend& backend, const Hello& hello, const SelectedRun& run) {
  const auto begin = std::chrono::steady_clock::now();
  RunRecord record{.run = run};
  const std::string feature = missing_feature(hello, *run.the_case);
  SelectedRun possible = run;
  if (run.twin != nullptr && !missing_feature(hello, *run.twin).empty()) possible.twin = nullptr;
  record.verdict = feature.empty() ? verify_run(backend, possible)
                                   : Verdict{Outcome::kSkipped, 0, "skipped: the backend has no " + feature};
  record.errors = backend.take_errors();
  record.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  return record;
}

Result<VerifyEnd> verify(std::span<const SelectedRun> runs, const VerifyOptions& options,
                         std::atomic<bool>& stopped, const std::function<Result<void>(const Hello&)>& begin,
                         const std::function<void(const RunRecord&)>& record) {
  ProcessBackendOptions backend_options = options.backend;
  backend_options.process.stopped = &stopped;
  VerifyEnd end;
  Shared shared{.runs = runs, .stopped = stopped, .record = record};
  {
    ProcessBackend first(backend_options);
    end.hello = TRY(start_backend(first, stopped));
    TRY(begin(end.hello));
    std::vector<std::thread> threads;
    for (int64_t k = 1; k < options.jobs; ++k) {
      threads.emplace_back([&] {
        ProcessBackend backend(backend_options);
        work(backend, shared);
        const std::lock_guard lock(shared.mutex);
        shared.starts += backend.starts();
      });
    }
    work(first, shared);
    for (std::thread& thread : threads) thread.join();
    end.starts = shared.starts + first.starts();
  }
  if (shared.error) return *std::move(shared.error);
  end.complete = shared.recorded == runs.size();
  return end;
}

}  // namespace backedge
