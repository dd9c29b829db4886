#include "interpreter/openvino/spelling.h"
#include "interpreter/ops/along_axis.h"
#include "interpreter/ops/bags.h"
#include "interpreter/ops/ctc.h"
#include "interpreter/ops/movement.h"
#include "interpreter/ops/random.h"

/// Operations that move, gather, scatter and search elements.
namespace backedge::openvino {
namespace {

std::string_view name_of(ops::Reduction reduction) {
  switch (reduction) {
    case ops::Reduction::kNone:
      return "none";
    case ops::Reduction::kSum:
      return "sum";
    case ops::Reduction::kSubtract:
      return "sub";
    case ops::Reduction::kProduct:
      return "prod";
    case ops::Reduction::kMin:
      return "min";
    case ops::Reduction::kMax:
      return "max";
    case ops::Reduction::kMean:
      break;
  }
  return "mean";
}

void axis(AttributeList& to, int64_t axis) { to.integer("axis", axis); }

void broadcast(AttributeList& to, const ops::BroadcastTo& options) {
  using Mode = ops::BroadcastTo::Mode;
  to.text("mode", options.mode == Mode::kNumpy      ? "numpy"
                  : options.mode == Mode::kExplicit ? "explicit"
                                                    : "bidirectional");
}

void bucketize(AttributeList& to, const ops::Search& options) {
  to.boolean("with_right_bound", !options.after_equal);
  to.element_type("output_type", options.output_type);
}

void cumulation(AttributeList& to, const ops::CumSum& options) {
  to.boolean("exclusive", options.exclusive);
  to.boolean("reverse", options.reverse);
}

void depth_blocks(AttributeList& to, const ops::DepthBlocks& options) {
  to.integer("block_size", options.size);
  to.text("mode", options.blocks_first ? "blocks_first" : "depth_first");
}

void embedding_bags(AttributeList& to, const ops::EmbeddingBags& options) {
  to.text("reduction", options.mean ? "mean" : "sum");
}

void gather(AttributeList& to, const ops::Gather& options) { to.integer("batch_dims", options.batch_dims); }

void gather_elements(AttributeList& to, const ops::GatherElements& options) {
  to.integer("axis", options.axis);
}

void gather_nd(AttributeList& to, const ops::GatherNd& options) {
  to.integer("batch_dims", options.batch_dims);
}

void one_hot_1(AttributeList& to, const ops::OneHot& options) { to.integer("axis", options.axis); }

void one_hot_16(AttributeList& to, const ops::OneHot& options) {
  one_hot_1(to, options);
  to.text("negative_indices_mode", options.from_end ? "normalize" : "ignore_negative");
}

void output_type(AttributeList& to, ElementType type) { to.element_type("output_type", type); }

void pad(AttributeList& to, const ops::Pad& options) {
  using Mode = ops::Pad::Mode;
  to.text("pad_mode", options.mode == Mode::kConstant  ? "constant"
                      : options.mode == Mode::kEdge    ? "edge"
                      : options.mode == Mode::kReflect ? "reflect"
                                                       : "symmetric");
}

void random_uniform(AttributeList& to, const ops::RandomUniform& options) {
  using Generator = ops::RandomUniform::Generator;
  output_type(to, options.type);
  to.integer("global_seed", options.global_seed);
  to.integer("op_seed", options.op_seed);
  if (options.generator == Generator::kMersenneTwister) to.text("alignment", "pytorch");
}

void range(AttributeList& to, const std::optional<ElementType>& type) {
  if (type) output_type(to, *type);
}

void reshape(AttributeList& to, bool special_zero) { to.boolean("special_zero", special_zero); }

void reverse(AttributeList& to, const ops::Reverse& options) {
  to.text("mode", options.by_mask ? "mask" : "index");
}

void reverse_sequence(AttributeList& to, const ops::ReverseSequence& options) {
  to.integer("batch_axis", options.batch_axis);
  to.integer("seq_axis", options.seq_axis);
}

void scatter_elements_12(AttributeList& to, const ops::ScatterElements& options) {
  to.text("reduction", name_of(options.reduction));
  to.boolean("use_init_val", options.begins_with_data);
}

void scatter_nd_15(AttributeList& to, const ops::ScatterNd& options) {
  to.text("reduction", name_of(options.reduction));
}

void ctc_greedy_decoder(AttributeList& to, bool merges_repeated) {
  to.boolean("ctc_merge_repeated", merges_repeated);
}

void ctc_greedy_decoder_seq_len(AttributeList& to, const ops::CtcDecoder& options) {
  to.boolean("merge_repeated", options.merges_repeated);
  to.element_type("classes_index_type", options.class_type);
  to.element_type("sequence_length_type", options.length_type);
}

void reorg_yolo(AttributeList& to, int64_t stride) { to.integer("stride", stride); }

void search_sorted(AttributeList& to, const ops::Search& options) {
  to.boolean("right_mode", options.after_equal);
  to.element_type("output_type", options.output_type);
}

void segment_max(AttributeList& to, const ops::SegmentMax& options) {
  to.text("fill_mode", options.lowest ? "LOWEST" : "ZERO");
}

void shuffle_channels(AttributeList& to, const ops::ShuffleChannels& options) {
  to.integer("axis", options.axis);
  to.integer("group", options.group);
}

void split(AttributeList& to, const std::any&) { to.integer("num_splits", to.outputs); }

void strided_slice(AttributeList& to, const ops::StridedSlice& options) {
  const auto mask = [&to](std::string_view name, const ops::StridedSlice::Mask& bits) {
    to.integers(name, {bits.begin(), bits.end()});
  };
  mask("begin_mask", options.begin);
  mask("end_mask", options.end);
  mask("new_axis_mask", options.new_axis);
  mask("shrink_axis_mask", options.shrink_axis);
  mask("ellipsis_mask", options.ellipsis);
}

void top_k(AttributeList& to, const ops::TopK& options) {
  to.integer("axis", options.axis);
  to.text("mode", options.greatest ? "max" : "min");
  to.text("sort", options.by_index ? "index" : "value");
  to.element_type("index_element_type", options.index_type);
}

void unique(AttributeList& to, const ops::Unique& options) {
  to.boolean("sorted", options.sorted);
  to.element_type("index_element_type", options.index_type);
  to.element_type("count_element_type", options.count_type);
}

constexpr SpellingRow kSpellingsOfMovements[] = {
    {"batch_to_space", "BatchToSpace", 2},
    {"broadcast", "Broadcast", 3, of<broadcast>},
    {"broadcast", "Broadcast", 1, of<broadcast>},
    {"bucketize", "Bucketize", 3, of<bucketize>},
    {"concat", "Concat", 1, of<axis>},
    {"ctc_greedy_decoder", "CTCGreedyDecoder", 1, of<ctc_greedy_decoder>},
    {"ctc_greedy_decoder_seq_len", "CTCGreedyDecoderSeqLen", 6, of<ctc_greedy_decoder_seq_len>},
    {"cum_sum", "CumSum", 3, of<cumulation>},
    {"depth_to_space", "DepthToSpace", 1, of<depth_blocks>},
    {"embedding_bags", "EmbeddingBagOffsetsSum", 3},
    {"embedding_bags", "EmbeddingBagPackedSum", 3},
    {"embedding_bags", "EmbeddingSegmentsSum", 3},
    {"embedding_bags", "EmbeddingBagOffsets", 15, of<embedding_bags>},
    {"embedding_bags", "EmbeddingBagPacked", 15, of<embedding_bags>},
    {"eye", "Eye", 9, of<output_type>},
    {"gather", "Gather", 8, of<gather>},
    {"gather", "Gather", 7, of<gather>},
    {"gather_elements", "GatherElements", 6, of<gather_elements>},
    {"gather_nd", "GatherND", 8, of<gather_nd>},
    {"gather_nd", "GatherND", 5, of<gather_nd>},
    {"gather_tree", "GatherTree"},
    {"non_zero", "NonZero", 3, of<output_type>},
    {"one_hot", "OneHot", 1, of<one_hot_1>},
    {"one_hot", "OneHot", 16, of<one_hot_16>},
    {"pad", "Pad", 12, of<pad>},
    {"pad", "Pad", 1, of<pad>},
    {"random_uniform", "RandomUniform", 8, of<random_uniform>},
    {"range", "Range", 4, of<range>},
    {"range", "Range", 1},
    {"reorg_yolo", "ReorgYolo", 2, of<reorg_yolo>},
    {"reshape", "Reshape", 1, of<reshape>},
    {"reverse", "Reverse", 1, of<reverse>},
    {"reverse_sequence", "ReverseSequence", 1, of<reverse_sequence>},
    {"roll", "Roll", 7},
    {"scatter_elements_update", "ScatterElementsUpdate", 12, of<scatter_elements_12>},
    {"scatter_elements_update", "ScatterElementsUpdate", 3},
    {"scatter_nd_update", "ScatterNDUpdate", 15, of<scatter_nd_15>},
    {"scatter_nd_update", "ScatterNDUpdate", 3},
    {"scatter_update", "ScatterUpdate", 3},
    {"search_sorted", "SearchSorted", 15, of<search_sorted>},
    {"segment_max", "SegmentMax", 16, of<segment_max>},
    {"shape_of", "ShapeOf", 3, of<output_type>},
    {"shuffle_channels", "ShuffleChannels", 1, of<shuffle_channels>},
    {"slice", "Slice", 8},
    {"slice_scatter", "SliceScatter", 15},
    {"space_to_batch", "SpaceToBatch", 2},
    {"space_to_depth", "SpaceToDepth", 1, of<depth_blocks>},
    {"sparse_fill_empty_rows", "SparseFillEmptyRows", 16},
    {"split", "Split", 1, split},
    {"squeeze", "Squeeze"},
    {"strided_slice", "StridedSlice", 1, of<strided_slice>},
    {"tile", "Tile"},
    {"top_k", "TopK", 11, of<top_k>},
    {"top_k", "TopK", 3, of<top_k>},
    {"transpose", "Transpose"},
    {"unique", "Unique", 10, of<unique>},
    {"unsqueeze", "Unsqueeze"},
    {"variadic_split", "VariadicSplit"},
};

}  // namespace

std::span<const SpellingRow> spellings_of_movements() { return kSpellingsOfMovements; }

}  // namespace backedge::openvino
