#pragma once

#include <algorithm>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "interpreter/openvino/write_nodes.h"

/// Parts of write_loop.
namespace backedge::openvino {

/// A loop that is being written.
struct LoopWriter {
  LayerWriter& outer_ir;
  SourceGraph& outer;
  const Node& node;
  const LoopNode& loop;
  bool is_loop;  // otherwise a TensorIterator
  LayerWriter body_ir;
  SourceGraph body;
  Body written = {.name = "body"};
  std::map<std::pair<size_t, std::optional<int64_t>>, int64_t> results =
      {};                                     // by Result and new axis: its id
  std::vector<LayerValue> bound_inputs = {};  // in a Loop, trip count and condition come before them
};

/// The value outside of the loop.
const LayerValue& loop_input(const LoopWriter& writer, size_t input);

PortMapEntry sliced(PortMapEntry entry, const Slicing& slicing);

/// The shape with one more axis of width 1, if that is known.
PartialShape with_part_axis(const PartialShape& shape, int64_t axis);

/// The trip count of a Loop: -1 if there is no bound.
LayerValue write_trip_count(LoopWriter& writer);

/// What decides whether iteration 0 runs.
///
/// errors  IR-WRITE-1
Result<LayerValue> write_first_condition(LoopWriter& writer);

/// What decides in the body whether another iteration runs, if no Result of the body does.
///
/// errors  IR-WRITE-1
Result<LayerValue> write_next_condition(LoopWriter& writer);

/// The same slicing of a value of this shape, with an axis that counts from the front if its rank is known.
Slicing with_positive_axis(Slicing slicing, const PartialShape& shape);

/// Output k of the loop; null if it is not a scan.
std::optional<Scan> scan_output(const LoopWriter& writer, size_t k);

/// The shape of a scan output before it is padded.
PartialShape unpadded_shape(const LoopWriter& writer, const Scan& scan, PartialShape padded);

/// Pads the scan output that is the value of a slot.
///
/// errors  IR-WRITE-1 an axis that counts from the end of a rank that is not known
Result<void> pad_output(LoopWriter& writer, size_t slot, const Scan& scan);

}  // namespace backedge::openvino
