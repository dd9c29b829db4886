#include "interpreter/openvino/read_operations.h"
#include "interpreter/ops/along_axis.h"
#include "interpreter/ops/bags.h"
#include "interpreter/ops/ctc.h"
#include "interpreter/ops/movement.h"
#include "interpreter/ops/patches.h"

/// Attributes of operations that gather, scatter, search and move elements, sum rows, or decode CTC.
namespace backedge::openvino {
namespace {

Result<int64_t> read_batch_dims(Attributes& attributes) {
  return read_at_least(attributes, "batch_dims", 0, 0);
}

ops::Reduction reduction_named(const std::string& name) {
  if (name == "sum") return ops::Reduction::kSum;
  if (name == "sub") return ops::Reduction::kSubtract;
  if (name == "prod") return ops::Reduction::kProduct;
  if (name == "min") return ops::Reduction::kMin;
  if (name == "max") return ops::Reduction::kMax;
  return name == "mean" ? ops::Reduction::kMean : ops::Reduction::kNone;
}

Result<Operation> read_embedding_bags(Attributes& attributes, ops::EmbeddingBags::By by) {
  const bool mean = TRY(attributes.text("reduction", {"sum", "mean"}, "sum")) == "mean";
  return ops::make_embedding_bags({.by = by, .mean = mean});
}

Result<ops::Pad::Mode> read_pad_mode(Attributes& attributes) {
  using Mode = ops::Pad::Mode;
  const std::string mode = TRY(attributes.text("pad_mode", {"constant", "edge", "reflect", "symmetric"}));
  if (mode == "constant") return Mode::kConstant;
  if (mode == "edge") return Mode::kEdge;
  return mode == "reflect" ? Mode::kReflect : Mode::kSymmetric;
}

}  // namespace

Result<ops::DepthBlocks> read_depth_blocks(Attributes& attributes) {
  const int64_t size = TRY(read_at_least(attributes, "block_size", 1, 1));
  const bool blocks_first = TRY(attributes.text("mode", {"blocks_first", "depth_first"})) == "blocks_first";
  return ops::DepthBlocks{.size = size, .blocks_first = blocks_first};
}

Result<Operation> read_bucketize(Attributes& attributes, int64_t) {
  const bool with_right_bound = TRY(attributes.boolean("with_right_bound", true));
  const ElementType output_type = TRY(read_index_type(attributes, "output_type"));
  return ops::make_bucketize({.after_equal = !with_right_bound, .output_type = output_type});
}

Result<Operation> read_ctc_greedy_decoder(Attributes& attributes, int64_t) {
  return ops::make_ctc_greedy_decoder(TRY(attributes.boolean("ctc_merge_repeated", true)));
}

Result<Operation> read_ctc_greedy_decoder_seq_len(Attributes& attributes, int64_t) {
  ops::CtcDecoder options;
  options.merges_repeated = TRY(attributes.boolean("merge_repeated", true));
  options.class_type = TRY(read_index_type(attributes, "classes_index_type", ElementType::kI32));
  options.length_type = TRY(read_index_type(attributes, "sequence_length_type", ElementType::kI32));
  return ops::make_ctc_greedy_decoder_seq_len(options);
}

Result<Operation> read_embedding_bag_offsets(Attributes& attributes, int64_t) {
  return read_embedding_bags(attributes, ops::EmbeddingBags::By::kOffsets);
}

Result<Operation> read_embedding_bag_packed(Attributes& attributes, int64_t) {
  return read_embedding_bags(attributes, ops::EmbeddingBags::By::kRows);
}

Result<Operation> read_eye(Attributes& attributes, int64_t) {
  return ops::make_eye(TRY(attributes.numeric_type("output_type")));
}

Result<Operation> read_gather_elements(Attributes& attributes, int64_t) {
  return ops::make_gather_elements(TRY(attributes.integer("axis")));
}

Result<Operation> read_gather_nd_5(Attributes& attributes, int64_t) {
  return ops::make_gather_nd({.batch_dims = TRY(read_batch_dims(attributes)),
                              .merges_batches = true,
                              .negative = ops::NegativeIndex::kError});
}

Result<Operation> read_gather_nd_8(Attributes& attributes, int64_t) {
  return ops::make_gather_nd({.batch_dims = TRY(read_batch_dims(attributes))});
}

Result<Operation> read_non_zero(Attributes& attributes, int64_t) {
  return ops::make_non_zero(TRY(read_index_type(attributes, "output_type")));
}

Result<Operation> read_one_hot_1(Attributes& attributes, int64_t) {
  return ops::make_one_hot({.axis = TRY(attributes.integer("axis"))});
}

Result<Operation> read_one_hot_16(Attributes& attributes, int64_t) {
  const std::string mode =  // [OP-17]
      TRY(attributes.text("negative_indices_mode", {"ignore-negative", "ignore_negative", "normalize"},
                          "ignore-negative"));
  return ops::make_one_hot({.axis = TRY(attributes.integer("axis")), .from_end = mode == "normalize"});
}

Result<Operation> read_pad_1(Attributes& attributes, int64_t) {
  return ops::make_pad({.mode = TRY(read_pad_mode(attributes)), .crops = false});
}

Result<Operation> read_pad_12(Attributes& attributes, int64_t) {
  return ops::make_pad({.mode = TRY(read_pad_mode(attributes))});
}

Result<Operation> read_reorg_yolo(Attributes& attributes, int64_t) {
  return ops::make_reorg_yolo(TRY(read_at_least(attributes, "stride", 1)));
}

Result<Operation> read_reverse(Attributes& attributes, int64_t) {
  return ops::make_reverse({.by_mask = TRY(attributes.text("mode", {"index", "mask"})) == "mask"});
}

Result<Operation> read_scatter_elements_update_3(Attributes&, int64_t) {
  return ops::make_scatter_elements_update(
      {.negative = ops::NegativeIndex::kError, .longer_axis = false, .booleans = false});
}

Result<Operation> read_scatter_elements_update_12(Attributes& attributes, int64_t) {
  const std::string reduction =
      TRY(attributes.text("reduction", {"none", "sum", "prod", "min", "max", "mean"}, "none"));
  const bool begins_with_data = TRY(attributes.boolean("use_init_val", true));
  return ops::make_scatter_elements_update(
      {.reduction = reduction_named(reduction), .begins_with_data = begins_with_data});
}

Result<Operation> read_scatter_nd_update_3(Attributes&, int64_t) {
  return ops::make_scatter_nd_update({.negative = ops::NegativeIndex::kError, .booleans = false});
}

Result<Operation> read_scatter_nd_update_15(Attributes& attributes, int64_t) {
  const std::string reduction =
      TRY(attributes.text("reduction", {"none", "sum", "sub", "prod", "min", "max"}, "none"));
  return ops::make_scatter_nd_update({.reduction = reduction_named(reduction)});
}

Result<Operation> read_search_sorted(Attributes& attributes, int64_t) {
  const bool right_mode = TRY(attributes.boolean("right_mode", false));
  const ElementType output_type = TRY(read_index_type(attributes, "output_type"));  // [OP-30]
  return ops::make_search_sorted({.after_equal = right_mode, .output_type = output_type});
}

Result<Operation> read_segment_max(Attributes& attributes, int64_t) {
  return ops::make_segment_max({.lowest = TRY(attributes.text("fill_mode", {"ZERO", "LOWEST"})) == "LOWEST"});
}

Result<Operation> read_shuffle_channels(Attributes& attributes, int64_t) {
  const int64_t axis = TRY(attributes.integer("axis", 1));
  const int64_t group = TRY(read_at_least(attributes, "group", 1, 1));
  return ops::make_shuffle_channels({.axis = axis, .group = group});
}

Result<Operation> read_unique(Attributes& attributes, int64_t) {
  const bool sorted = TRY(attributes.boolean("sorted", true));
  const ElementType index_type = TRY(read_index_type(attributes, "index_element_type"));
  const ElementType count_type = TRY(read_index_type(attributes, "count_element_type"));
  return ops::make_unique({.sorted = sorted, .index_type = index_type, .count_type = count_type});
}

}  // namespace backedge::openvino
