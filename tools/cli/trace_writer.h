#pragma once

#include <string>

#include "interpreter/base/new_file.h"
#include "interpreter/base/result.h"
#include "interpreter/exec/run_options.h"

namespace backedge {

/// Writes the events of a run, one JSON object in each line.
///
/// While the file grows, its name is FILE.<process id>.part. Each line is written at once, so the lines
/// survive if the process is killed. When the run ends, with a result or with an error, the file gets its
/// final name.
///
///   {"event": "loop_begin" | "iteration_begin" | "parameter" | "result" | "loop_end", "layer", "depth", ...}
///
/// A Parameter or Result also has "iteration", "name", "layer_id", "element_type", "shape" and "values",
/// flat in row-major order ("nan", "inf", "-inf" as text). With more than 64 elements it has "fnv1a64"
/// instead of "values".
class TraceWriter {
 public:
  /// errors  FILE-1
  static Result<TraceWriter> open(const std::string& file);

  void write(const TraceEvent& event);

  /// Gives the file its name.
  ///
  /// errors  FILE-1 a line could not be written; then there is no file
  Result<void> close();

 private:
  explicit TraceWriter(NewFile file) : file_(std::move(file)) {}

  NewFile file_;
  Result<void> written_;  // the error of the first line that could not be written; later lines are dropped
};

/// One event as a line of JSON, without a line end.
std::string event_json(const TraceEvent& event);

/// The 64-bit FNV-1a hash of the elements' little-endian bytes, which is the same on every machine, as
/// sixteen hexadecimal digits.
std::string digest_of(const Tensor& tensor);

}  // namespace backedge
