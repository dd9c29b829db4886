#include "interpreter/openvino/testing/made_operation.h"
#include "interpreter/ops/testing/testing.h"

/// The attributes of operations that gather, scatter and move elements.
namespace backedge::openvino {
namespace {

using testing::floats;
using testing::list;
using testing::rule_of;
using testing::run_one;
using testing::same;
using testing::scalar;

TEST(ReadMovements, GatherElements) {
  EXPECT_EQ(rule_of_making("GatherElements", "opset5", 2, {{"axis", "0"}}), "OP-1");
  EXPECT_EQ(rule_of_making("GatherElements", "opset6", 2), "OP-2");
  EXPECT_EQ(rule_of_making("GatherElements", "opset6", 3, {{"axis", "0"}}), "OP-3");
  const Tensor data = floats({2, 2}, {1, 2, 3, 4}), indices = Tensor::of<int64_t>({2, 2}, {1, 1, 0, 0});
  EXPECT_TRUE(same(run_one(made("GatherElements", "", 2, {{"axis", "0"}}), {data, indices}),
                   floats({2, 2}, {3, 4, 1, 2})));
  EXPECT_TRUE(same(run_one(made("GatherElements", "", 2, {{"axis", "-1"}}), {data, indices}),
                   floats({2, 2}, {2, 2, 3, 3})));
}

TEST(ReadMovements, GatherNd) {
  const Tensor data = floats({1, 2, 2}, {1, 2, 3, 4}), indices = Tensor::of<int64_t>({1, 2, 1}, {1, 0});
  EXPECT_EQ(run_one(made("GatherND", "opset5", 2, {{"batch_dims", "2"}}), {data, indices}).shape(), Shape{2});
  EXPECT_EQ(run_one(made("GatherND", "opset8", 2, {{"batch_dims", "2"}}), {data, indices}).shape(),
            (Shape{1, 2}));
  EXPECT_EQ(run_one(made("GatherND", "opset7", 2), {data, Tensor::of<int64_t>({1}, {0})}).shape(),
            (Shape{2, 2}));
  const std::vector<Tensor> from_end = {data, list({-1})};
  EXPECT_EQ(rule_of(made("GatherND", "opset5", 2), from_end), "OP-6");
  EXPECT_EQ(rule_of(made("GatherND", "opset8", 2), from_end), "");
  EXPECT_EQ(rule_of_making("GatherND", "opset8", 2, {{"batch_dims", "-1"}}), "OP-2");
  EXPECT_EQ(rule_of_making("GatherND", "opset4", 2), "OP-1");
}

TEST(ReadMovements, ScatterElementsUpdate) {
  const Tensor data = floats({2}, {1, 2}), updates = floats({3}, {4, 8, 6});
  const std::vector<Tensor> inputs = {data, list({-1, 0, 1}), updates, scalar(0)};
  const auto scattered = [&](Written written) {
    return run_one(made("ScatterElementsUpdate", "opset12", 4, std::move(written)), inputs);
  };
  EXPECT_TRUE(same(scattered({}), floats({2}, {8, 6})));
  EXPECT_TRUE(same(scattered({{"reduction", "sum"}}), floats({2}, {9, 12})));
  EXPECT_TRUE(same(scattered({{"reduction", "prod"}}), floats({2}, {8, 48})));
  EXPECT_TRUE(same(scattered({{"reduction", "min"}}), floats({2}, {1, 2})));
  EXPECT_TRUE(same(scattered({{"reduction", "max"}}), floats({2}, {8, 6})));
  EXPECT_TRUE(same(scattered({{"reduction", "mean"}}), floats({2}, {4.5, 4})));
  EXPECT_TRUE(same(scattered({{"reduction", "mean"}, {"use_init_val", "false"}}), floats({2}, {8, 5})));
  EXPECT_EQ(rule_of(made("ScatterElementsUpdate", "opset3", 4), inputs), "OP-5");
  EXPECT_EQ(
      rule_of(made("ScatterElementsUpdate", "opset11", 4), {data, list({-1}), floats({1}, {4}), scalar(0)}),
      "OP-6");
  EXPECT_EQ(rule_of_making("ScatterElementsUpdate", "opset11", 4, {{"reduction", "sum"}}), "OP-2");
  EXPECT_EQ(rule_of_making("ScatterElementsUpdate", "opset12", 4, {{"reduction", "sub"}}), "OP-2");
}

TEST(ReadMovements, ScatterNdUpdate) {
  const std::vector<Tensor> inputs = {floats({2}, {1, 2}), Tensor::of<int64_t>({2, 1}, {-1, 0}),
                                      floats({2}, {4, 8})};
  const auto scattered = [&](Written written) {
    return run_one(made("ScatterNDUpdate", "opset15", 3, std::move(written)), inputs);
  };
  EXPECT_TRUE(same(scattered({}), floats({2}, {8, 4})));
  EXPECT_TRUE(same(scattered({{"reduction", "sum"}}), floats({2}, {9, 6})));
  EXPECT_TRUE(same(scattered({{"reduction", "sub"}}), floats({2}, {-7, -2})));
  EXPECT_TRUE(same(scattered({{"reduction", "prod"}}), floats({2}, {8, 8})));
  EXPECT_TRUE(same(scattered({{"reduction", "min"}}), floats({2}, {1, 2})));
  EXPECT_TRUE(same(scattered({{"reduction", "max"}}), floats({2}, {8, 4})));
  EXPECT_EQ(rule_of(made("ScatterNDUpdate", "opset14", 3), inputs), "OP-6");
  EXPECT_EQ(rule_of_making("ScatterNDUpdate", "opset14", 3, {{"reduction", "sum"}}), "OP-2");
  EXPECT_EQ(rule_of_making("ScatterNDUpdate", "opset15", 3, {{"reduction", "mean"}}), "OP-2");
}

TEST(ReadMovements, Pad) {
  const auto padded = [](std::string_view version, const char* mode) {
    return run_one(made("Pad", version, 3, {{"pad_mode", mode}}),
                   {floats({3}, {1, 2, 3}), list({2}), list({1})});
  };
  for (const char* version : {"opset1", "opset12"}) {
    EXPECT_TRUE(same(padded(version, "constant"), floats({6}, {0, 0, 1, 2, 3, 0})));
    EXPECT_TRUE(same(padded(version, "edge"), floats({6}, {1, 1, 1, 2, 3, 3})));
    EXPECT_TRUE(same(padded(version, "reflect"), floats({6}, {3, 2, 1, 2, 3, 2})));
    EXPECT_TRUE(same(padded(version, "symmetric"), floats({6}, {2, 1, 1, 2, 3, 3})));
    EXPECT_EQ(rule_of_making("Pad", version, 3), "OP-2");
    EXPECT_EQ(rule_of_making("Pad", version, 3, {{"pad_mode", "wrap"}}), "OP-2");
    EXPECT_EQ(rule_of_making("Pad", version, 5, {{"pad_mode", "edge"}}), "OP-3");
  }
  const std::vector<Tensor> cropped = {floats({3}, {1, 2, 3}), list({-1}), list({0})};
  EXPECT_EQ(rule_of(made("Pad", "opset11", 3, {{"pad_mode", "edge"}}), cropped), "OP-6");
  EXPECT_EQ(rule_of(made("Pad", "opset12", 3, {{"pad_mode", "edge"}}), cropped), "");
}

TEST(ReadMovements, ReverseAndRoll) {
  const Tensor data = floats({2}, {1, 2}), backward = floats({2}, {2, 1});
  EXPECT_TRUE(same(run_one(made("Reverse", "", 2, {{"mode", "index"}}), {data, list({0})}), backward));
  EXPECT_TRUE(same(run_one(made("Reverse", "", 2, {{"mode", "mask"}}), {data, Tensor::of<bool>({1}, {true})}),
                   backward));
  EXPECT_EQ(rule_of_making("Reverse", "", 2), "OP-2");
  EXPECT_EQ(rule_of_making("Reverse", "", 2, {{"mode", "axes"}}), "OP-2");
  EXPECT_EQ(rule_of_making("Roll", "opset6", 3), "OP-1");
  EXPECT_TRUE(same(run_one(made("Roll", "opset7", 3), {data, scalar(1), scalar(0)}), backward));
}

TEST(ReadMovements, Positions) {
  const char* const mode = "negative_indices_mode";
  for (const char* ignored : {"ignore-negative", "ignore_negative"})
    EXPECT_EQ(rule_of_making("OneHot", "opset16", 4, {{"axis", "0"}, {mode, ignored}}), "");
  EXPECT_TRUE(same(run_one(made("OneHot", "opset16", 4, {{"axis", "0"}, {mode, "normalize"}}),
                           {scalar(-1), scalar(2), floats({}, {5}), floats({}, {6})}),
                   floats({2}, {6, 5})));
  EXPECT_EQ(rule_of_making("OneHot", "opset15", 4, {{"axis", "0"}, {mode, "ignore-negative"}}), "OP-2");
  EXPECT_EQ(rule_of_making("OneHot", "opset15", 4), "OP-2");
  EXPECT_TRUE(same(run_one(made("OneHot", "opset1", 4, {{"axis", "0"}}),
                           {scalar(1), scalar(2), floats({}, {5}), floats({}, {6})}),
                   floats({2}, {6, 5})));
  EXPECT_EQ(run_one(made("NonZero", "opset3", 1), {list({3})}).type(), ElementType::kI64);
  EXPECT_EQ(run_one(made("NonZero", "", 1, {{"output_type", "i32"}}), {list({3})}).type(), ElementType::kI32);
  EXPECT_EQ(rule_of_making("NonZero", "", 1, {{"output_type", "u8"}}), "OP-2");
  EXPECT_EQ(rule_of_making("GatherTree", "opset1", 4), "");
  EXPECT_EQ(rule_of_making("Eye", "opset9", 3), "OP-2");
  EXPECT_EQ(rule_of_making("Eye", "opset9", 3, {{"output_type", "boolean"}}), "OP-2");
  EXPECT_EQ(rule_of_making("Eye", "opset8", 3, {{"output_type", "f32"}}), "OP-1");
  EXPECT_TRUE(
      same(run_one(made("Eye", "opset9", 3, {{"output_type", "f32"}}), {scalar(1), scalar(2), scalar(1)}),
           floats({1, 2}, {0, 1})));
}

TEST(ReadMovements, Unique) {
  const auto found = [](Written written, size_t output) {
    const Operation unique = made("Unique", "opset10", 1, std::move(written), 4);
    return testing::run(unique, {list({7, 5, 7})}, 4).value()[output];
  };
  EXPECT_TRUE(same(found({}, 0), list({5, 7})));
  EXPECT_TRUE(same(found({{"sorted", "true"}}, 1), list({1, 0})));
  EXPECT_TRUE(same(found({{"sorted", "false"}}, 0), list({7, 5})));
  EXPECT_EQ(found({{"index_element_type", "i32"}}, 1).type(), ElementType::kI32);
  EXPECT_EQ(found({{"index_element_type", "i32"}}, 2).type(), ElementType::kI32);
  EXPECT_EQ(found({{"index_element_type", "i32"}}, 3).type(), ElementType::kI64);
  EXPECT_EQ(found({{"count_element_type", "i32"}}, 2).type(), ElementType::kI64);
  EXPECT_EQ(found({{"count_element_type", "i32"}}, 3).type(), ElementType::kI32);
  EXPECT_EQ(rule_of_making("Unique", "opset9", 1, {}, 4), "OP-1");
  EXPECT_EQ(rule_of_making("Unique", "", 1, {}, 3), "OP-3");
  EXPECT_EQ(rule_of_making("Unique", "", 3, {}, 4), "OP-3");
  EXPECT_EQ(rule_of_making("Unique", "", 1, {{"index_element_type", "u64"}}, 4), "OP-2");
}

TEST(ReadMovements, Searches) {
  const std::vector<Tensor> line = {list({1, 3, 3}), list({3})}, bucket = {list({3}), list({1, 3})};
  EXPECT_TRUE(same(run_one(made("SearchSorted", "opset15", 2), line), list({1})));
  EXPECT_TRUE(same(run_one(made("SearchSorted", "", 2, {{"right_mode", "true"}}), line), list({3})));
  EXPECT_EQ(run_one(made("SearchSorted", "", 2, {{"output_type", "i32"}}), line).type(), ElementType::kI32);
  EXPECT_EQ(rule_of_making("SearchSorted", "", 2, {{"output_type", "u8"}}), "OP-2");
  EXPECT_EQ(rule_of_making("SearchSorted", "opset14", 2), "OP-1");
  EXPECT_TRUE(same(run_one(made("Bucketize", "opset3", 2), bucket), list({1})));
  EXPECT_TRUE(same(run_one(made("Bucketize", "", 2, {{"with_right_bound", "false"}}), bucket), list({2})));
  EXPECT_EQ(run_one(made("Bucketize", "", 2, {{"output_type", "i32"}}), bucket).type(), ElementType::kI32);
  EXPECT_EQ(rule_of_making("Bucketize", "opset2", 2), "OP-1");
}

TEST(ReadMovements, Bags) {
  const auto greatest = [](const char* fill_mode) {
    return run_one(made("SegmentMax", "opset16", 2, {{"fill_mode", fill_mode}}),
                   {Tensor::of<int8_t>({1}, {3}), list({1})});
  };
  for (const char* zero : {"ZERO", "zero"})
    EXPECT_TRUE(same(greatest(zero), Tensor::of<int8_t>({2}, {0, 3})));
  for (const char* low : {"LOWEST", "lowest"})
    EXPECT_TRUE(same(greatest(low), Tensor::of<int8_t>({2}, {-128, 3})));
  EXPECT_EQ(rule_of_making("SegmentMax", "", 2), "OP-2");
  EXPECT_EQ(rule_of_making("SegmentMax", "", 2, {{"fill_mode", "nothing"}}), "OP-2");
  EXPECT_EQ(rule_of_making("SegmentMax", "opset15", 2, {{"fill_mode", "ZERO"}}), "OP-1");
  const Tensor table = floats({2}, {1, 4}), pair = Tensor::of<int64_t>({1, 2}, {0, 1});
  const std::vector<Tensor> by_offsets = {table, list({0, 1}), list({0})}, by_rows = {table, pair};
  EXPECT_TRUE(same(run_one(made("EmbeddingBagOffsets", "opset15", 3), by_offsets), floats({1}, {5})));
  EXPECT_TRUE(same(run_one(made("EmbeddingBagOffsets", "", 3, {{"reduction", "mean"}}), by_offsets),
                   floats({1}, {2.5})));
  EXPECT_TRUE(same(run_one(made("EmbeddingBagOffsetsSum", "opset3", 3), by_offsets), floats({1}, {5})));
  EXPECT_TRUE(same(run_one(made("EmbeddingBagPacked", "opset15", 2, {{"reduction", "sum"}}), by_rows),
                   floats({1}, {5})));
  EXPECT_TRUE(
      same(run_one(made("EmbeddingBagPacked", "", 2, {{"reduction", "mean"}}), by_rows), floats({1}, {2.5})));
  EXPECT_TRUE(same(run_one(made("EmbeddingBagPackedSum", "opset3", 2), by_rows), floats({1}, {5})));
  EXPECT_TRUE(
      same(run_one(made("EmbeddingSegmentsSum", "opset3", 4), {table, list({0, 1}), list({1, 1}), scalar(2)}),
           floats({2}, {0, 5})));
  EXPECT_EQ(rule_of_making("EmbeddingBagOffsets", "", 3, {{"reduction", "max"}}), "OP-2");
  EXPECT_EQ(rule_of_making("EmbeddingBagOffsetsSum", "", 3, {{"reduction", "sum"}}), "OP-2");
  EXPECT_EQ(rule_of_making("EmbeddingBagPacked", "", 4), "OP-3");
  EXPECT_EQ(rule_of_making("EmbeddingSegmentsSum", "", 3), "OP-3");
  EXPECT_EQ(rule_of_making("EmbeddingBagOffsets", "opset14", 3), "OP-1");
  EXPECT_EQ(rule_of_making("SliceScatter", "opset15", 5), "");
  EXPECT_EQ(rule_of_making("SliceScatter", "opset14", 5), "OP-1");
  EXPECT_EQ(rule_of_making("SliceScatter", "", 4), "OP-3");
}

TEST(ReadMovements, Blocks) {
  const Tensor deep = floats({1, 4, 1}, {0, 1, 2, 3}), wide = floats({1, 1, 4}, {0, 1, 2, 3});
  const Written by_depth = {{"block_size", "2"}, {"mode", "depth_first"}};
  const Written by_blocks = {{"block_size", "2"}, {"mode", "blocks_first"}};
  EXPECT_TRUE(
      same(run_one(made("DepthToSpace", "opset1", 1, by_blocks), {deep}), floats({1, 2, 2}, {0, 2, 1, 3})));
  EXPECT_TRUE(same(run_one(made("DepthToSpace", "", 1, by_depth), {deep}), floats({1, 2, 2}, {0, 1, 2, 3})));
  EXPECT_TRUE(same(run_one(made("DepthToSpace", "", 1, {{"mode", "depth_first"}}), {deep}), deep));
  EXPECT_TRUE(
      same(run_one(made("SpaceToDepth", "opset1", 1, by_blocks), {wide}), floats({1, 2, 2}, {0, 2, 1, 3})));
  for (const char* type : {"DepthToSpace", "SpaceToDepth"}) {
    EXPECT_EQ(rule_of_making(type, "", 1, {{"block_size", "2"}}), "OP-2");
    EXPECT_EQ(rule_of_making(type, "", 1, {{"block_size", "0"}, {"mode", "depth_first"}}), "OP-2");
    EXPECT_EQ(rule_of_making(type, "", 1, {{"mode", "depth"}}), "OP-2");
  }
  for (const char* type : {"BatchToSpace", "SpaceToBatch"}) {
    EXPECT_EQ(rule_of_making(type, "opset2", 4), "");
    EXPECT_EQ(rule_of_making(type, "opset1", 4), "OP-1");
    EXPECT_EQ(rule_of_making(type, "", 3), "OP-3");
  }
  EXPECT_TRUE(same(run_one(made("ShuffleChannels", "", 1, {{"axis", "-1"}, {"group", "2"}}), {wide}),
                   floats({1, 1, 4}, {0, 2, 1, 3})));
  EXPECT_TRUE(same(run_one(made("ShuffleChannels", "opset1", 1, {{"group", "2"}}), {deep}),
                   floats({1, 4, 1}, {0, 2, 1, 3})));
  EXPECT_EQ(rule_of_making("ShuffleChannels", "", 1, {{"group", "0"}}), "OP-2");
  const std::vector<Tensor> three = {scalar(1), scalar(6), scalar(2)};
  EXPECT_TRUE(same(run_one(made("Range", "opset1", 3), three), list({1, 3, 5})));
  EXPECT_EQ(rule_of_making("Range", "opset3", 3, {{"output_type", "i32"}}), "OP-2");
  EXPECT_EQ(rule_of_making("Range", "opset4", 3), "OP-2");
}

TEST(ReadMovements, ReorgYolo) {
  const Tensor data = testing::counted({1, 4, 2, 2});
  EXPECT_EQ(run_one(made("ReorgYolo", "opset1", 1, {{"stride", "2"}}), {data}).shape(), (Shape{1, 16, 1, 1}));
  EXPECT_EQ(rule_of_making("ReorgYolo", "opset2", 1), "OP-2");
  EXPECT_EQ(rule_of_making("ReorgYolo", "opset2", 1, {{"stride", "0"}}), "OP-2");
  EXPECT_EQ(rule_of_making("ReorgYolo", "opset2", 1, {{"stride", "2,2"}}), "OP-2");
}

TEST(ReadMovements, GreedyDecoders) {
  const Tensor data = floats({2, 1, 2}, {1, 0, 1, 0}), mask = floats({2, 1}, {1, 1});
  EXPECT_TRUE(
      same(run_one(made("CTCGreedyDecoder", "opset1", 2), {data, mask}), floats({1, 2, 1, 1}, {0, -1})));
  EXPECT_TRUE(
      same(run_one(made("CTCGreedyDecoder", "opset1", 2, {{"ctc_merge_repeated", "false"}}), {data, mask}),
           floats({1, 2, 1, 1}, {0, 0})));
  EXPECT_EQ(rule_of_making("CTCGreedyDecoder", "opset1", 2, {{"merge_repeated", "false"}}), "OP-2");
  const auto decoded = [](Written written) {
    const Operation decoder = made("CTCGreedyDecoderSeqLen", "opset6", 2, std::move(written), 2);
    return testing::run(decoder, {floats({1, 2, 2}, {1, 0, 1, 0}), list({2})}, 2).value();
  };
  EXPECT_TRUE(same(decoded({})[0], Tensor::of<int32_t>({1, 2}, {0, -1})));
  EXPECT_TRUE(same(decoded({{"merge_repeated", "false"}})[1], Tensor::of<int32_t>({1}, {2})));
  EXPECT_TRUE(same(decoded({{"classes_index_type", "i64"}})[0], Tensor::of<int64_t>({1, 2}, {0, -1})));
  EXPECT_TRUE(same(decoded({{"sequence_length_type", "i64"}})[1], list({1})));
  EXPECT_EQ(rule_of_making("CTCGreedyDecoderSeqLen", "opset5", 2, {}, 2), "OP-1");
  EXPECT_EQ(rule_of_making("CTCGreedyDecoderSeqLen", "opset6", 2, {}, 1), "OP-3");
  EXPECT_EQ(rule_of_making("CTCGreedyDecoderSeqLen", "opset6", 2, {{"classes_index_type", "u8"}}, 2), "OP-2");
}

TEST(ReadMovements, RandomUniform) {
  const auto numbers = [](Written written) {
    const Operation random = made("RandomUniform", "opset8", 3, std::move(written));
    return run_one(random, {list({2}), Tensor::scalar<int32_t>(50), Tensor::scalar<int32_t>(100)});
  };
  const Written seeds = {{"output_type", "i32"}, {"global_seed", "80"}, {"op_seed", "100"}};
  EXPECT_TRUE(same(numbers(seeds), Tensor::of<int32_t>({2}, {65, 70})));
  Written twister = {{"output_type", "i32"}, {"global_seed", "150"}, {"alignment", "PYTORCH"}};
  EXPECT_TRUE(same(numbers(twister), Tensor::of<int32_t>({2}, {76, 78})));
  twister.back().value = "TENSORFLOW";
  EXPECT_FALSE(same(numbers(twister), Tensor::of<int32_t>({2}, {76, 78})));
  EXPECT_EQ(rule_of_making("RandomUniform", "opset8", 3, {{"output_type", "f32"}}), "");
  EXPECT_EQ(rule_of_making("RandomUniform", "opset7", 3, {{"output_type", "f32"}}), "OP-1");
  EXPECT_EQ(rule_of_making("RandomUniform", "opset8", 2, {{"output_type", "f32"}}), "OP-3");
  EXPECT_EQ(rule_of_making("RandomUniform", "opset8", 3), "OP-2");
  EXPECT_EQ(rule_of_making("RandomUniform", "opset8", 3, {{"output_type", "u8"}}), "OP-2");
  for (const char* name : {"global_seed", "op_seed", "alignment"})
    EXPECT_EQ(rule_of_making("RandomUniform", "opset8", 3, {{"output_type", "f32"}, {name, "-1"}}), "OP-2");
}

}  // namespace
}  // namespace backedge::openvino
