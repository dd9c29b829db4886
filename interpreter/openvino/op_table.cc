#include "interpreter/openvino/op_table.h"

#include <algorithm>
#include <charconv>

#include "interpreter/base/nearest_name.h"
#include "interpreter/base/safe_text.h"
#include "interpreter/openvino/read_operations.h"
#include "interpreter/ops/bags.h"
#include "interpreter/ops/cells.h"
#include "interpreter/ops/elementwise.h"
#include "interpreter/ops/movement.h"
#include "interpreter/ops/normalizations.h"
#include "interpreter/ops/op_key.h"
#include "interpreter/ops/pooling.h"
#include "interpreter/ops/reduce.h"

namespace backedge::openvino {
namespace {

/// An operation that sums rows of a table, without attributes.
template <ops::EmbeddingBags::By kBy>
Result<Operation> embedding_sum(Attributes&, int64_t) {
  return ops::make_embedding_bags({.by = kBy});
}

/// An operation with blocks of the depth.
template <auto kMake>
Result<Operation> depth_blocks(Attributes& attributes, int64_t) {
  return kMake(TRY(read_depth_blocks(attributes)));
}

constexpr OperationRow kRows[] = {
    {.name = "Abs", .read = plain<ops::make_abs>},
    {.name = "Acos", .read = plain<ops::make_acos>},
    {.name = "Acosh", .first = 3, .read = plain<ops::make_acosh>},
    {.name = "AdaptiveAvgPool", .first = 8, .inputs = {2, 2}, .read = plain<ops::make_adaptive_avg_pool>},
    {.name = "AdaptiveMaxPool",
     .first = 8,
     .inputs = {2, 2},
     .outputs = {2, 2},
     .read = read_adaptive_max_pool},
    {.name = "Add", .inputs = {2, 2}, .read = elementwise<ops::make_add>},
    {.name = "Asin", .read = plain<ops::make_asin>},
    {.name = "Asinh", .first = 3, .read = plain<ops::make_asinh>},
    {.name = "Atan", .read = plain<ops::make_atan>},
    {.name = "Atanh", .first = 3, .read = plain<ops::make_atanh>},
    {.name = "AvgPool", .last = 13, .read = read_avg_pool_1},
    {.name = "AvgPool", .first = 14, .last = 15, .read = read_avg_pool_14},
    {.name = "AvgPool", .first = 16, .read = read_avg_pool_16},
    {.name = "BatchNormInference", .last = 4, .inputs = {5, 5}, .read = read_batch_norm_inference_1},
    {.name = "BatchNormInference", .first = 5, .inputs = {5, 5}, .read = read_batch_norm_inference_5},
    {.name = "BatchToSpace", .first = 2, .inputs = {4, 4}, .read = plain<ops::make_batch_to_space>},
    {.name = "BitwiseAnd", .first = 13, .inputs = {2, 2}, .read = elementwise<ops::make_bitwise_and>},
    {.name = "BitwiseLeftShift",
     .first = 15,
     .inputs = {2, 2},
     .read = elementwise<ops::make_bitwise_left_shift>},
    {.name = "BitwiseNot", .first = 13, .read = plain<ops::make_bitwise_not>},
    {.name = "BitwiseOr", .first = 13, .inputs = {2, 2}, .read = elementwise<ops::make_bitwise_or>},
    {.name = "BitwiseRightShift",
     .first = 15,
     .inputs = {2, 2},
     .read = elementwise<ops::make_bitwise_right_shift>},
    {.name = "BitwiseXor", .first = 13, .inputs = {2, 2}, .read = elementwise<ops::make_bitwise_xor>},
    {.name = "Broadcast", .last = 2, .inputs = {2, 3}, .read = read_broadcast_1},
    {.name = "Broadcast", .first = 3, .inputs = {2, 3}, .read = read_broadcast_3},
    {.name = "Bucketize", .first = 3, .inputs = {2, 2}, .read = read_bucketize},
    {.name = "Ceiling", .read = plain<ops::make_ceiling>},
    {.name = "Clamp", .read = read_clamp},
    {.name = "Col2Im", .first = 15, .inputs = {3, 3}, .read = read_col2im},
    {.name = "Concat", .inputs = {1, kUnlimited}, .read = read_concat},
    {.name = "Convert", .read = read_convert},
    {.name = "ConvertLike", .inputs = {2, 2}, .read = plain<ops::make_convert_like>},
    {.name = "Convolution", .inputs = {2, 2}, .read = read_convolution},
    {.name = "ConvolutionBackpropData", .inputs = {2, 3}, .read = read_convolution_backprop_data},
    {.name = "Cos", .read = plain<ops::make_cos>},
    {.name = "Cosh", .read = plain<ops::make_cosh>},
    {.name = "CumSum", .first = 3, .inputs = {1, 2}, .read = read_cum_sum},
    {.name = "DFT", .first = 7, .inputs = {2, 3}, .read = read_dft},
    {.name = "DepthToSpace", .read = depth_blocks<ops::make_depth_to_space>},
    {.name = "Divide", .inputs = {2, 2}, .read = read_divide},
    {.name = "Einsum", .first = 7, .inputs = {1, kUnlimited}, .read = read_einsum},
    {.name = "Elu", .read = read_elu},
    {.name = "EmbeddingBagOffsets", .first = 15, .inputs = {3, 5}, .read = read_embedding_bag_offsets},
    {.name = "EmbeddingBagOffsetsSum",
     .first = 3,
     .inputs = {3, 5},
     .read = embedding_sum<ops::EmbeddingBags::By::kOffsets>},
    {.name = "EmbeddingBagPacked", .first = 15, .inputs = {2, 3}, .read = read_embedding_bag_packed},
    {.name = "EmbeddingBagPackedSum",
     .first = 3,
     .inputs = {2, 3},
     .read = embedding_sum<ops::EmbeddingBags::By::kRows>},
    {.name = "EmbeddingSegmentsSum",
     .first = 3,
     .inputs = {4, 6},
     .read = embedding_sum<ops::EmbeddingBags::By::kSegments>},
    {.name = "Equal", .inputs = {2, 2}, .read = elementwise<ops::make_equal>},
    {.name = "Erf", .read = plain<ops::make_erf>},
    {.name = "Exp", .read = plain<ops::make_exp>},
    {.name = "Eye", .first = 9, .inputs = {3, 4}, .read = read_eye},
    {.name = "FakeQuantize", .inputs = {5, 5}, .read = read_fake_quantize},
    {.name = "Floor", .read = plain<ops::make_floor>},
    {.name = "FloorMod", .inputs = {2, 2}, .read = numpy_elementwise<ops::make_floor_mod>},
    {.name = "GRN", .read = read_grn},
    {.name = "GRUCell", .first = 3, .inputs = {4, 5}, .read = read_gru_cell},
    {.name = "GRUSequence", .first = 5, .inputs = {6, 6}, .outputs = {2, 2}, .read = read_gru_sequence},
    {.name = "Gather", .last = 6, .inputs = {3, 3}, .read = read_gather_1},
    {.name = "Gather", .first = 7, .last = 7, .inputs = {3, 3}, .read = read_gather_7},
    {.name = "Gather", .first = 8, .inputs = {3, 3}, .read = read_gather_8},
    {.name = "GatherElements", .first = 6, .inputs = {2, 2}, .read = read_gather_elements},
    {.name = "GatherND", .first = 5, .last = 7, .inputs = {2, 2}, .read = read_gather_nd_5},
    {.name = "GatherND", .first = 8, .inputs = {2, 2}, .read = read_gather_nd_8},
    {.name = "GatherTree", .inputs = {4, 4}, .read = plain<ops::make_gather_tree>},
    {.name = "Gelu", .first = 2, .last = 6, .read = plain<ops::make_gelu_erf>},
    {.name = "Gelu", .first = 7, .read = read_gelu_7},
    {.name = "Greater", .inputs = {2, 2}, .read = elementwise<ops::make_greater>},
    {.name = "GreaterEqual", .inputs = {2, 2}, .read = elementwise<ops::make_greater_equal>},
    {.name = "GridSample", .first = 9, .inputs = {2, 2}, .read = read_grid_sample},
    {.name = "GroupConvolution", .inputs = {2, 2}, .read = read_group_convolution},
    {.name = "GroupConvolutionBackpropData", .inputs = {2, 3}, .read = read_group_convolution_backprop_data},
    {.name = "GroupNormalization", .first = 12, .inputs = {3, 3}, .read = read_group_normalization},
    {.name = "HSigmoid", .first = 5, .read = plain<ops::make_hsigmoid>},
    {.name = "HSwish", .first = 4, .read = plain<ops::make_hswish>},
    {.name = "HardSigmoid", .inputs = {3, 3}, .read = plain<ops::make_hard_sigmoid>},
    {.name = "IDFT", .first = 7, .inputs = {2, 3}, .read = read_idft},
    {.name = "IRDFT", .first = 9, .inputs = {2, 3}, .read = read_irdft},
    {.name = "Identity", .first = 16, .read = plain<ops::make_identity>},
    {.name = "Interpolate", .first = 4, .last = 10, .inputs = {3, 4}, .read = read_interpolate_4},
    {.name = "Interpolate", .first = 11, .inputs = {2, 3}, .read = read_interpolate_11},
    {.name = "IsFinite", .first = 10, .read = plain<ops::make_is_finite>},
    {.name = "IsInf", .first = 10, .read = read_is_inf},
    {.name = "IsNaN", .first = 10, .read = plain<ops::make_is_nan>},
    {.name = "LRN", .inputs = {2, 2}, .read = read_lrn},
    {.name = "LSTMCell", .last = 3, .inputs = {5, 6}, .outputs = {2, 2}, .read = read_lstm_cell_1},
    {.name = "LSTMCell", .first = 4, .inputs = {5, 6}, .outputs = {2, 2}, .read = read_lstm_cell_4},
    {.name = "LSTMSequence", .first = 5, .inputs = {7, 7}, .outputs = {3, 3}, .read = read_lstm_sequence},
    {.name = "Less", .inputs = {2, 2}, .read = elementwise<ops::make_less>},
    {.name = "LessEqual", .inputs = {2, 2}, .read = elementwise<ops::make_less_equal>},
    {.name = "Log", .read = plain<ops::make_log>},
    {.name = "LogSoftmax", .first = 5, .read = read_log_softmax},
    {.name = "LogicalAnd", .inputs = {2, 2}, .read = elementwise<ops::make_logical_and>},
    {.name = "LogicalNot", .read = plain<ops::make_logical_not>},
    {.name = "LogicalOr", .inputs = {2, 2}, .read = elementwise<ops::make_logical_or>},
    {.name = "LogicalXor", .inputs = {2, 2}, .read = elementwise<ops::make_logical_xor>},
    {.name = "MVN", .last = 5, .read = read_mvn_1},
    {.name = "MVN", .first = 6, .inputs = {2, 2}, .read = read_mvn_6},
    {.name = "MatMul", .inputs = {2, 2}, .read = read_matmul},
    {.name = "MaxPool", .last = 7, .read = read_max_pool_1},
    {.name = "MaxPool", .first = 8, .last = 13, .outputs = {2, 2}, .read = read_max_pool_8},
    {.name = "MaxPool", .first = 14, .outputs = {2, 2}, .read = read_max_pool_14},
    {.name = "Maximum", .inputs = {2, 2}, .read = elementwise<ops::make_maximum>},
    {.name = "Minimum", .inputs = {2, 2}, .read = elementwise<ops::make_minimum>},
    {.name = "Mish", .first = 4, .read = plain<ops::make_mish>},
    {.name = "Mod", .inputs = {2, 2}, .read = numpy_elementwise<ops::make_mod>},
    {.name = "Multiply", .inputs = {2, 2}, .read = elementwise<ops::make_multiply>},
    {.name = "Negative", .read = plain<ops::make_negative>},
    {.name = "NonMaxSuppression",
     .first = 5,
     .last = 8,
     .inputs = {2, 6},
     .outputs = {3, 3},
     .read = read_non_max_suppression_5},
    {.name = "NonMaxSuppression",
     .first = 9,
     .inputs = {2, 6},
     .outputs = {3, 3},
     .read = read_non_max_suppression_9},
    {.name = "NonZero", .first = 3, .read = read_non_zero},
    {.name = "NormalizeL2", .inputs = {2, 2}, .read = read_normalize_l2},
    {.name = "NotEqual", .inputs = {2, 2}, .read = elementwise<ops::make_not_equal>},
    {.name = "OneHot", .last = 15, .inputs = {4, 4}, .read = read_one_hot_1},
    {.name = "OneHot", .first = 16, .inputs = {4, 4}, .read = read_one_hot_16},
    {.name = "PReLU", .inputs = {2, 2}, .read = plain<ops::make_prelu>},
    {.name = "PRelu", .inputs = {2, 2}, .read = plain<ops::make_prelu>},
    {.name = "Pad", .last = 11, .inputs = {3, 4}, .read = read_pad_1},
    {.name = "Pad", .first = 12, .inputs = {3, 4}, .read = read_pad_12},
    {.name = "Power", .inputs = {2, 2}, .read = numpy_elementwise<ops::make_power>},
    {.name = "RDFT", .first = 9, .inputs = {2, 3}, .read = read_rdft},
    {.name = "RNNCell", .inputs = {5, 5}, .read = read_rnn_cell},
    {.name = "RNNSequence", .first = 5, .inputs = {6, 6}, .outputs = {2, 2}, .read = read_rnn_sequence},
    {.name = "ROIAlign", .first = 3, .last = 8, .inputs = {3, 3}, .read = read_roi_align_3},
    {.name = "ROIAlign", .first = 9, .inputs = {3, 3}, .read = read_roi_align_9},
    {.name = "Range", .last = 3, .inputs = {3, 3}, .read = read_range_1},
    {.name = "Range", .first = 4, .inputs = {3, 3}, .read = read_range_4},
    {.name = "ReLU", .read = plain<ops::make_relu>},
    {.name = "ReduceL1", .first = 4, .inputs = {2, 2}, .read = reduction<ops::make_reduce_l1>},
    {.name = "ReduceL2", .first = 4, .inputs = {2, 2}, .read = reduction<ops::make_reduce_l2>},
    {.name = "ReduceLogicalAnd", .inputs = {2, 2}, .read = reduction<ops::make_reduce_logical_and>},
    {.name = "ReduceLogicalOr", .inputs = {2, 2}, .read = reduction<ops::make_reduce_logical_or>},
    {.name = "ReduceMax", .inputs = {2, 2}, .read = reduction<ops::make_reduce_max>},
    {.name = "ReduceMean", .inputs = {2, 2}, .read = reduction<ops::make_reduce_mean>},
    {.name = "ReduceMin", .inputs = {2, 2}, .read = reduction<ops::make_reduce_min>},
    {.name = "ReduceProd", .inputs = {2, 2}, .read = reduction<ops::make_reduce_prod>},
    {.name = "ReduceSum", .inputs = {2, 2}, .read = reduction<ops::make_reduce_sum>},
    {.name = "Relu", .read = plain<ops::make_relu>},
    {.name = "Reshape", .inputs = {2, 2}, .read = read_reshape},
    {.name = "Reverse", .inputs = {2, 2}, .read = read_reverse},
    {.name = "ReverseSequence", .inputs = {2, 2}, .read = read_reverse_sequence},
    {.name = "Roll", .first = 7, .inputs = {3, 3}, .read = plain<ops::make_roll>},
    {.name = "Round", .first = 5, .read = read_round},
    {.name = "ScaledDotProductAttention",
     .first = 13,
     .inputs = {3, 5},
     .read = read_scaled_dot_product_attention},
    {.name = "ScatterElementsUpdate",
     .first = 3,
     .last = 11,
     .inputs = {4, 4},
     .read = read_scatter_elements_update_3},
    {.name = "ScatterElementsUpdate", .first = 12, .inputs = {4, 4}, .read = read_scatter_elements_update_12},
    {.name = "ScatterNDUpdate", .first = 3, .last = 14, .inputs = {3, 3}, .read = read_scatter_nd_update_3},
    {.name = "ScatterNDUpdate", .first = 15, .inputs = {3, 3}, .read = read_scatter_nd_update_15},
    {.name = "ScatterUpdate", .first = 3, .inputs = {4, 4}, .read = plain<ops::make_scatter_update>},
    {.name = "SearchSorted", .first = 15, .inputs = {2, 2}, .read = read_search_sorted},
    {.name = "SegmentMax", .first = 16, .inputs = {2, 3}, .read = read_segment_max},
    {.name = "Select", .inputs = {3, 3}, .read = elementwise<ops::make_select>},
    {.name = "Selu", .inputs = {3, 3}, .read = plain<ops::make_selu>},
    {.name = "ShapeOf", .last = 2, .read = read_shape_of_1},
    {.name = "ShapeOf", .first = 3, .read = read_shape_of_3},
    {.name = "ShuffleChannels", .read = read_shuffle_channels},
    {.name = "Sigmoid", .read = plain<ops::make_sigmoid>},
    {.name = "Sign", .read = plain<ops::make_sign>},
    {.name = "Sin", .read = plain<ops::make_sin>},
    {.name = "Sinh", .read = plain<ops::make_sinh>},
    {.name = "Slice", .first = 8, .inputs = {4, 5}, .read = plain<ops::make_slice>},
    {.name = "SliceScatter", .first = 15, .inputs = {5, 6}, .read = plain<ops::make_slice_scatter>},
    {.name = "SoftMax", .last = 7, .read = read_softmax_1},
    {.name = "SoftMax", .first = 8, .read = read_softmax_8},
    {.name = "SoftPlus", .first = 4, .read = plain<ops::make_softplus>},
    {.name = "SoftSign", .first = 9, .read = plain<ops::make_softsign>},
    {.name = "Softmax", .last = 7, .read = read_softmax_1},
    {.name = "Softmax", .first = 8, .read = read_softmax_8},
    {.name = "SpaceToBatch", .first = 2, .inputs = {4, 4}, .read = plain<ops::make_space_to_batch>},
    {.name = "SpaceToDepth", .read = depth_blocks<ops::make_space_to_depth>},
    {.name = "Split", .inputs = {2, 2}, .outputs = {0, kUnlimited}, .read = read_split},
    {.name = "Sqrt", .read = plain<ops::make_sqrt>},
    {.name = "SquaredDifference", .inputs = {2, 2}, .read = numpy_elementwise<ops::make_squared_difference>},
    {.name = "Squeeze", .last = 14, .inputs = {1, 2}, .read = read_squeeze_1},
    {.name = "Squeeze", .first = 15, .inputs = {1, 2}, .read = read_squeeze_15},
    {.name = "StridedSlice", .inputs = {3, 4}, .read = read_strided_slice},
    {.name = "Subtract", .inputs = {2, 2}, .read = elementwise<ops::make_subtract>},
    {.name = "Swish", .first = 4, .inputs = {1, 2}, .read = plain<ops::make_swish>},
    {.name = "Tan", .read = plain<ops::make_tan>},
    {.name = "Tanh", .read = plain<ops::make_tanh>},
    {.name = "Tile", .inputs = {2, 2}, .read = plain<ops::make_tile>},
    {.name = "TopK", .last = 2, .inputs = {2, 2}, .outputs = {2, 2}, .read = read_top_k_1},
    {.name = "TopK", .first = 3, .last = 10, .inputs = {2, 2}, .outputs = {2, 2}, .read = read_top_k_1},
    {.name = "TopK", .first = 11, .inputs = {2, 2}, .outputs = {2, 2}, .read = read_top_k_11},
    {.name = "Transpose", .inputs = {2, 2}, .read = plain<ops::make_transpose>},
    {.name = "Unique", .first = 10, .inputs = {1, 2}, .outputs = {4, 4}, .read = read_unique},
    {.name = "Unsqueeze", .inputs = {2, 2}, .read = plain<ops::make_unsqueeze>},
    {.name = "VariadicSplit",
     .inputs = {3, 3},
     .outputs = {0, kUnlimited},
     .read = plain<ops::make_variadic_split>},
};

/// The N of "opsetN"; the newest one for an empty text; nothing for other texts.
std::optional<int64_t> opset_of(std::string_view version) {
  if (version.empty()) return kNewestOpset;
  if (!version.starts_with("opset")) return std::nullopt;
  version.remove_prefix(5);
  int64_t opset = 0;
  const auto [end, error] = std::from_chars(version.data(), version.data() + version.size(), opset);
  if (error != std::errc() || end != version.data() + version.size() || opset < 1 || opset > kNewestOpset) {
    return std::nullopt;
  }
  return opset;
}

Error unknown_operation(std::string_view type) {
  std::vector<std::string_view> names;
  for (const OperationRow& row : kRows) names.push_back(row.name);
  const std::string nearest = nearest_name(type, names);
  Error error("OP-1", "operation \"" + safe_line(type) + "\" is not supported");  // [OP-1]
  return nearest.empty() ? std::move(error) : std::move(error).note("supported: " + nearest);
}

Error unknown_version(std::string_view type, std::string_view version, std::string_view why) {
  std::string supported;
  for (const OperationRow& row : kRows) {
    if (row.name == type) supported += " opset" + std::to_string(row.first);
  }
  const std::string name(type);
  return Error("OP-1",  // [OP-1]
               "version \"" + safe_line(version) + "\" of " + name + " " + std::string(why))
      .note("supported versions of " + name + ":" + supported);
}

Result<void> check_count(std::string_view what, int64_t count, Count expected) {
  const auto [least, most] = expected;
  if (least <= count && count <= most) return {};
  const std::string text = least == most        ? std::to_string(least)
                           : most == kUnlimited ? "at least " + std::to_string(least)
                                                : std::to_string(least) + " to " + std::to_string(most);
  return Error("OP-3",  // [OP-3]
               std::to_string(count) + " " + std::string(what) + ", expected " + text);
}

}  // namespace

std::span<const OperationRow> operation_table() { return kRows; }

Result<Operation> make_operation(std::string_view type, std::string_view version, Attributes attributes,
                                 int64_t inputs, int64_t outputs) {
  const auto is_of_type = [&](const OperationRow& row) { return row.name == type; };
  if (std::none_of(std::begin(kRows), std::end(kRows), is_of_type)) return unknown_operation(type);
  const std::optional<int64_t> opset = opset_of(version);
  if (!opset) return unknown_version(type, version, "is not known");
  const OperationRow* row =
      ops::find_row(operation_table(), {.domain = "opset", .name = type, .version = *opset});
  if (row == nullptr) return unknown_version(type, version, "is not supported");
  TRY(check_count("inputs", inputs, row->inputs));
  TRY(check_count("outputs", outputs, row->outputs));
  Operation operation = TRY(row->read(attributes, outputs));
  TRY(attributes.finish());
  return operation;
}

}  // namespace backedge::openvino
