#pragma once

#include <cstdio>
#include <memory>
#include <string>

#include "interpreter/base/result.h"
#include "interpreter/exec/run_options.h"

namespace backedge {

/// Writes what happens in a run, one JSON object a line. Each line leaves the program at once, so that
/// whatever ends a run loses none.
///
///   {"event": "loop_begin" | "iteration_begin" | "parameter" | "result" | "loop_end", "layer", "depth", ...}
///
/// of a Parameter or Result: "iteration", "name", "layer_id", "element_type", "shape" and "values", flat in
/// row-major order
/// ("nan", "inf", "-inf" as text), or of more than 64 elements "fnv1a64"
class TraceWriter {
 public:
  /// errors  FILE-1
  static Result<TraceWriter> open(const std::string& file);

  void write(const TraceEvent& event);

  /// errors  FILE-1 a line could not be written
  Result<void> close();

 private:
  using File = std::unique_ptr<std::FILE, int (*)(std::FILE*)>;
  TraceWriter(std::string name, File file) : name_(std::move(name)), file_(std::move(file)) {}
  Error failure() const;

  std::string name_;
  File file_;
  int error_number_ = 0;  // of the first line that could not be written; none is tried after it
};

/// One event as one line of JSON, without its end.
std::string event_json(const TraceEvent& event);

/// FNV-1a, 64 bits, of the elements' little-endian bytes: the same on every machine. Sixteen hexadecimal
/// digits.
std::string digest_of(const Tensor& tensor);

}  // namespace backedge
