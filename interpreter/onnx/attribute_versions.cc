#include "interpreter/onnx/attribute_versions.h"

#include <algorithm>

#include "interpreter/onnx/op_table.h"

namespace backedge::onnx {
namespace {

/// An attribute that not all supported versions of the operator have, and the versions that have it.
struct AttributeRow {
  std::string_view op, attribute;
  int64_t first = kFirstOpset, last = kLastOpset;
};

constexpr AttributeRow kRows[] = {
    {.op = "ArgMax", .attribute = "select_last_index", .first = 12},
    {.op = "ArgMin", .attribute = "select_last_index", .first = 12},
    {.op = "Attention", .attribute = "left_window_size", .first = 25},
    {.op = "Attention", .attribute = "right_window_size", .first = 25},
    {.op = "AveragePool", .attribute = "ceil_mode", .first = 10},
    {.op = "AveragePool", .attribute = "dilations", .first = 19},
    {.op = "BatchNormalization", .attribute = "spatial", .last = 8},
    {.op = "BatchNormalization", .attribute = "training_mode", .first = 14},
    {.op = "Cast", .attribute = "round_mode", .first = 24},
    {.op = "Cast", .attribute = "saturate", .first = 19},
    {.op = "CastLike", .attribute = "round_mode", .first = 24},
    {.op = "CastLike", .attribute = "saturate", .first = 19},
    {.op = "Clip", .attribute = "max", .last = 10},
    {.op = "Clip", .attribute = "min", .last = 10},
    {.op = "Constant", .attribute = "sparse_value", .first = 11},
    {.op = "Constant", .attribute = "value_float", .first = 12},
    {.op = "Constant", .attribute = "value_floats", .first = 12},
    {.op = "Constant", .attribute = "value_int", .first = 12},
    {.op = "Constant", .attribute = "value_ints", .first = 12},
    {.op = "Constant", .attribute = "value_string", .first = 12},
    {.op = "Constant", .attribute = "value_strings", .first = 12},
    {.op = "DFT", .attribute = "axis", .last = 19},
    {.op = "DepthToSpace", .attribute = "mode", .first = 11},
    {.op = "DequantizeLinear", .attribute = "axis", .first = 13},
    {.op = "DequantizeLinear", .attribute = "block_size", .first = 21},
    {.op = "DequantizeLinear", .attribute = "output_dtype", .first = 23},
    {.op = "Dropout", .attribute = "ratio", .last = 11},
    {.op = "Dropout", .attribute = "seed", .first = 12},
    {.op = "GRU", .attribute = "layout", .first = 14},
    {.op = "GatherND", .attribute = "batch_dims", .first = 12},
    {.op = "GroupNormalization", .attribute = "stash_type", .first = 21},
    {.op = "LSTM", .attribute = "layout", .first = 14},
    {.op = "LpPool", .attribute = "ceil_mode", .first = 18},
    {.op = "LpPool", .attribute = "dilations", .first = 18},
    {.op = "MaxPool", .attribute = "ceil_mode", .first = 10},
    {.op = "MaxPool", .attribute = "dilations", .first = 10},
    {.op = "MaxPool", .attribute = "storage_order", .first = 8},
    {.op = "Pad", .attribute = "pads", .last = 10},
    {.op = "Pad", .attribute = "value", .last = 10},
    {.op = "QuantizeLinear", .attribute = "axis", .first = 13},
    {.op = "QuantizeLinear", .attribute = "block_size", .first = 21},
    {.op = "QuantizeLinear", .attribute = "output_dtype", .first = 21},
    {.op = "QuantizeLinear", .attribute = "precision", .first = 23},
    {.op = "QuantizeLinear", .attribute = "saturate", .first = 19},
    {.op = "RNN", .attribute = "layout", .first = 14},
    {.op = "Range", .attribute = "stash_type", .first = 27},
    {.op = "ReduceL1", .attribute = "axes", .last = 17},
    {.op = "ReduceL1", .attribute = "noop_with_empty_axes", .first = 18},
    {.op = "ReduceL2", .attribute = "axes", .last = 17},
    {.op = "ReduceL2", .attribute = "noop_with_empty_axes", .first = 18},
    {.op = "ReduceLogSum", .attribute = "axes", .last = 17},
    {.op = "ReduceLogSum", .attribute = "noop_with_empty_axes", .first = 18},
    {.op = "ReduceLogSumExp", .attribute = "axes", .last = 17},
    {.op = "ReduceLogSumExp", .attribute = "noop_with_empty_axes", .first = 18},
    {.op = "ReduceMax", .attribute = "axes", .last = 17},
    {.op = "ReduceMax", .attribute = "noop_with_empty_axes", .first = 18},
    {.op = "ReduceMean", .attribute = "axes", .last = 17},
    {.op = "ReduceMean", .attribute = "noop_with_empty_axes", .first = 18},
    {.op = "ReduceMin", .attribute = "axes", .last = 17},
    {.op = "ReduceMin", .attribute = "noop_with_empty_axes", .first = 18},
    {.op = "ReduceProd", .attribute = "axes", .last = 17},
    {.op = "ReduceProd", .attribute = "noop_with_empty_axes", .first = 18},
    {.op = "ReduceSum", .attribute = "axes", .last = 12},
    {.op = "ReduceSum", .attribute = "noop_with_empty_axes", .first = 13},
    {.op = "ReduceSumSquare", .attribute = "axes", .last = 17},
    {.op = "ReduceSumSquare", .attribute = "noop_with_empty_axes", .first = 18},
    {.op = "Reshape", .attribute = "allowzero", .first = 14},
    {.op = "Resize", .attribute = "antialias", .first = 18},
    {.op = "Resize", .attribute = "axes", .first = 18},
    {.op = "Resize", .attribute = "coordinate_transformation_mode", .first = 11},
    {.op = "Resize", .attribute = "cubic_coeff_a", .first = 11},
    {.op = "Resize", .attribute = "exclude_outside", .first = 11},
    {.op = "Resize", .attribute = "extrapolation_value", .first = 11},
    {.op = "Resize", .attribute = "keep_aspect_ratio_policy", .first = 18},
    {.op = "Resize", .attribute = "nearest_mode", .first = 11},
    {.op = "RoiAlign", .attribute = "coordinate_transformation_mode", .first = 16},
    {.op = "Scan", .attribute = "directions", .last = 8},
    {.op = "Scan", .attribute = "scan_input_axes", .first = 9},
    {.op = "Scan", .attribute = "scan_input_directions", .first = 9},
    {.op = "Scan", .attribute = "scan_output_axes", .first = 9},
    {.op = "Scan", .attribute = "scan_output_directions", .first = 9},
    {.op = "ScatterElements", .attribute = "reduction", .first = 16},
    {.op = "ScatterND", .attribute = "reduction", .first = 16},
    {.op = "Shape", .attribute = "end", .first = 15},
    {.op = "Shape", .attribute = "start", .first = 15},
    {.op = "Slice", .attribute = "axes", .last = 9},
    {.op = "Slice", .attribute = "ends", .last = 9},
    {.op = "Slice", .attribute = "starts", .last = 9},
    {.op = "SpaceToDepth", .attribute = "mode", .first = 28},
    {.op = "Split", .attribute = "num_outputs", .first = 18},
    {.op = "Split", .attribute = "split", .last = 12},
    {.op = "Squeeze", .attribute = "axes", .last = 12},
    {.op = "TopK", .attribute = "k", .last = 9},
    {.op = "TopK", .attribute = "largest", .first = 11},
    {.op = "TopK", .attribute = "sorted", .first = 11},
    {.op = "Unsqueeze", .attribute = "axes", .last = 12},
    {.op = "Upsample", .attribute = "scales", .last = 8},
};

}  // namespace

bool has_in_version(std::string_view op, std::string_view attribute, int64_t version) {
  const auto* const row = std::ranges::find_if(
      kRows, [&](const AttributeRow& each) { return each.op == op && each.attribute == attribute; });
  return row == std::end(kRows) || (version >= row->first && version <= row->last);
}

}  // namespace backedge::onnx
