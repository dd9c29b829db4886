#pragma once

#include "interpreter/onnx/writer/source.h"

/// The pieces of a loop while it is written as a Loop or a Scan. Both have carried values, which go from one
/// iteration to the next, and stacked values, of which each iteration gives an element.
namespace backedge::onnx::writing {

/// A value that one iteration hands to the next. What no back edge carries may be one too: then the body only
/// gives it, and its last value is an output of the loop.
struct Carried {
  Named start;                                  // outside
  Named inside;                                 // in the body, in this iteration
  Named next = {};                              // in the body, for the next iteration
  std::optional<size_t> result = std::nullopt;  // of a merged Parameter: where `next` comes from
};

/// Which output of the node an output of the loop is made of.
struct PlannedOutput {
  bool is_stacked;  // otherwise carried
  size_t index;
};

struct LoopWriter {
  GraphWriter& outer;
  GraphWriter& body;
  const Node& node;
  const LoopNode& loop;
  Source& around;
  std::vector<Named> inputs;  // of the loop
  Source inner;

  std::vector<Carried> carried = {};                  // first those of merged Parameters
  std::vector<std::optional<size_t>> by_result = {};  // the carried value that each Result feeds
  std::vector<Named> stacked = {};                    // in the body: elements
  std::vector<PlannedOutput> outputs = {};
  std::vector<Named> required = {};  // booleans outside: whether it is an error that no iteration runs

  const LoopSpec& spec() const { return loop.spec; }
  Named& parameter(size_t p) { return inner.values[loop.body->parameters[p].slot]; }
  Signature known_parameter(size_t p) const { return inner.signature(loop.body->parameters[p].slot); }
  /// The value of a Result. Its shape is also what the model declares.
  Named result(size_t r) const;
  Signature known_result(size_t r) const;
};

/// Binds a Parameter that is invariant or merged.
///
/// errors  ONNX-WRITE-1
Result<void> bind_parameter(LoopWriter& writer, size_t p);

/// A merged Parameter as a carried value.
///
/// errors  ONNX-WRITE-1
Result<void> carry(LoopWriter& writer, size_t p, const MergedInput& merged);

/// Plans how each output is made, after the nodes of the body are written. May add carried and stacked values.
///
/// is_loop  in a Loop a carried value may change its shape, and an iteration may be required
/// errors   ONNX-WRITE-1
Result<void> plan_outputs(LoopWriter& writer, bool is_loop);

/// The axis that the elements of a scan output are stacked on.
int64_t stack_axis(const Scan& scan, const Named& element);

/// Makes the outputs of the loop of those of the node: first the carried ones, then the stacked ones.
///
/// is_scan  whether the node has put elements in their places: axis and direction
void finish_outputs(LoopWriter& writer, const std::vector<Named>& made, bool is_scan);

/// Which positions of an axis are in which part: a matrix [parts, width], or a vector if the axis is dropped.
/// ONNX rejects the row after the last one.
///
/// errors  ONNX-WRITE-1
Result<Named> positions_of_parts(GraphWriter& to, const Named& value, const SlicedInput& sliced);
/// The part that this element of the positions names.
Named take_part(GraphWriter& to, const Named& value, const SlicedInput& sliced, const Named& positions,
                const Named& number, const Signature& part);
/// The number of parts, a scalar.
Named count_positions(GraphWriter& to, const Named& positions);

/// Whether the parts of an input are all of the axis, one after the other.
bool slices_whole_axis(const Named& value, const SlicedInput& sliced);

/// [.., n * w, ..] as [.., n, w, ..], and the other way round.
Named split_axis(GraphWriter& to, const Named& value, int64_t axis, int64_t width);
Named merge_axes(GraphWriter& to, const Named& value, int64_t axis);
/// The reverse order along an axis.
Named reverse(GraphWriter& to, const Named& value, int64_t axis);

/// M of a Loop, or nothing if there is no bound.
///
/// errors  ONNX-WRITE-1
Result<Named> write_bound(LoopWriter& writer, const std::vector<Named>& positions);
/// cond of a Loop, and what its body gives for it.
///
/// errors  ONNX-WRITE-1
Result<Named> write_first_condition(LoopWriter& writer);
Result<Named> write_next_condition(LoopWriter& writer, const Named& number, const Named& go_on);

/// Makes it an error of the run that no iteration runs where the loop needs one  (ZERO-1, ZERO-3).
void require_iteration(LoopWriter& writer, Named& count, Named& first);

/// Whether at least one iteration is certain.
bool certainly_runs(const LoopWriter& writer);

/// Whether the loop can be a Scan: it takes all parts of sliced inputs, and nothing else ends it.
bool can_be_scan(const LoopWriter& writer);
/// errors  ONNX-WRITE-1
Result<void> write_scan_node(LoopWriter& writer);

}  // namespace backedge::onnx::writing
