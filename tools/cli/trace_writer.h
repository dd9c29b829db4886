#pragma once

#include <string>

#include "interpreter/base/new_file.h"
#include "interpreter/base/result.h"
#include "interpreter/exec/run_options.h"

namespace backedge {

/// Writes what happens in a run, one JSON object a line.
///
/// While it grows, the file is called FILE.<process id>.part. Each line leaves the program at once, so a process that is
/// killed leaves all of them there. When the run ends, with a result or with an error, the file gets its name.
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

  /// Gives the file its name.
  ///
  /// errors  FILE-1 a line could not be written: then there is no file
  Result<void> close();

 private:
  explicit TraceWriter(NewFile file) : file_(std::move(file)) {}

  NewFile file_;
  Result<void>
      written_;  // an error: that of the first line that could not be written; none is tried after it
};

/// One event as one line of JSON, without its end.
std::string event_json(const TraceEvent& event);

/// FNV-1a, 64 bits, of the elements' little-endian bytes: the same on every machine. Sixteen hexadecimal
/// digits.
std::string digest_of(const Tensor& tensor);

}  // namespace backedge
