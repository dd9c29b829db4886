#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "conformance/fuzz/fuzz_bytes.h"
#include "interpreter/interpreter.h"

namespace backedge {

/// The limit of a run, for many executions. Work grows faster than bytes: a MatMul of 16 KiB takes
/// milliseconds at most.
inline constexpr int64_t kMostFuzzBytes = 64 << 10;

/// The error of a result; "" if there is none.
template <class T>
std::string error_text(const Result<T>& result) {
  return result.ok() ? "" : result.error().text();
}

/// Whether a limit is exceeded. It may be that of time, so another run may not exceed it.
template <class T>
bool is_limit(const Result<T>& result) {
  return !result.ok() && result.error().rule() == "LIMIT-1";
}

struct FuzzRun {
  std::vector<Tensor> inputs;
  Result<std::vector<Tensor>> outputs;
};

/// Runs a model twice with different bytes in fresh memory, once with a trace. Demands that both runs give
/// the same bits or the same error, and outputs as they were inferred. Returns the first run, or nothing if
/// the inputs would be too large.
///
/// bytes  for each Parameter, one byte for each dimension that the model leaves open, and its elements
std::optional<FuzzRun> run_twice(const LoadedModel& model, FuzzBytes& bytes);

/// One run within small limits.
///
/// poison  fills fresh memory
Result<std::vector<Tensor>> run_small(const LoadedModel& model, std::span<const Tensor> inputs,
                                      std::byte poison,
                                      const std::function<void(const TraceEvent&)>& trace = {});

}  // namespace backedge
