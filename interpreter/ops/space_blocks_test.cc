#include "interpreter/ops/movement.h"
#include "interpreter/ops/testing/testing.h"

/// DepthToSpace, SpaceToDepth, BatchToSpace, SpaceToBatch and ShuffleChannels.
namespace backedge::ops {
namespace {

using namespace backedge::testing;

TEST(DepthToSpace, BothModes) {
  // Depth 8 is 4 places of 2 channels; one position becomes 2 x 2.
  const Tensor deep = counted({1, 8, 1, 1});
  EXPECT_TRUE(same(run_one(make_depth_to_space({.size = 2}), {deep}),
                   floats({1, 2, 2, 2}, {0, 2, 4, 6, 1, 3, 5, 7})));
  EXPECT_TRUE(
      same(run_one(make_depth_to_space({.size = 2, .blocks_first = false}), {deep}), counted({1, 2, 2, 2})));
  EXPECT_TRUE(same(run_one(make_depth_to_space({.size = 2}), {counted({1, 2, 3})}),
                   floats({1, 1, 6}, {0, 3, 1, 4, 2, 5})));
  EXPECT_TRUE(same(run_one(make_depth_to_space({.size = 1}), {counted({2, 3, 2})}), counted({2, 3, 2})));
}

TEST(SpaceToDepth, BothModes) {
  const Tensor wide = counted({1, 2, 2, 2});
  EXPECT_TRUE(same(run_one(make_space_to_depth({.size = 2}), {wide}),
                   floats({1, 8, 1, 1}, {0, 4, 1, 5, 2, 6, 3, 7})));
  EXPECT_TRUE(
      same(run_one(make_space_to_depth({.size = 2, .blocks_first = false}), {wide}), counted({1, 8, 1, 1})));
  EXPECT_TRUE(same(run_one(make_space_to_depth({.size = 2}), {counted({1, 1, 6})}),
                   floats({1, 2, 3}, {0, 2, 4, 1, 3, 5})));
}

TEST(SpaceToDepth, IsTheInverse) {
  for (const bool blocks_first : {false, true}) {
    const DepthBlocks options{.size = 3, .blocks_first = blocks_first};
    const Tensor space = counted({2, 2, 3, 6, 3});
    const Tensor deep = run_one(make_space_to_depth(options), {space});
    EXPECT_EQ(deep.shape(), (Shape{2, 54, 1, 2, 1}));
    EXPECT_TRUE(same(run_one(make_depth_to_space(options), {deep}), space));
  }
}

TEST(SpaceToDepth, EmptyAndRejected) {
  const Operation deep = make_space_to_depth({.size = 2}), wide = make_depth_to_space({.size = 2});
  EXPECT_EQ(run_one(deep, {counted({1, 0, 4})}).shape(), (Shape{1, 0, 2}));
  EXPECT_EQ(run_one(deep, {counted({1, 2, 0})}).shape(), (Shape{1, 4, 0}));
  EXPECT_EQ(run_one(wide, {counted({0, 4, 3})}).shape(), (Shape{0, 2, 6}));
  EXPECT_EQ(rule_of(deep, {counted({1, 1, 3})}), "OP-5");
  EXPECT_EQ(rule_of(wide, {counted({1, 3, 3})}), "OP-5");
  EXPECT_EQ(rule_of(deep, {counted({2, 2})}), "OP-5");
  EXPECT_EQ(rule_of(wide, {counted({2, 2})}), "OP-5");
  EXPECT_EQ(rule_of(make_depth_to_space({.size = int64_t{1} << 32}), {counted({1, 0, 1, 1})}), "LIMIT-4");
  EXPECT_EQ(at_load(deep, {data_of({kAny, kAny, {3, 6}})}), "[?,?,2..3]");
  EXPECT_EQ(at_load(wide, {data_of({kAny, {3, 9}, kAny})}), "[?,2..4,?]");
  EXPECT_EQ(at_load(wide, {unknown(PartialShape::any())}), "[...]");
}

TEST(BatchToSpace, BlocksAndCrops) {
  const Operation space = make_batch_to_space();
  // Batch 4 is 2 places of 2; each row of 3 becomes 6, of which some are dropped.
  const Tensor data = counted({4, 3}), blocks = list({1, 2});
  EXPECT_TRUE(same(run_one(space, {data, blocks, list({0, 0}), list({0, 0})}),
                   floats({2, 6}, {0, 6, 1, 7, 2, 8, 3, 9, 4, 10, 5, 11})));
  EXPECT_TRUE(
      same(run_one(space, {data, blocks, list({0, 1}), list({0, 2})}), floats({2, 3}, {6, 1, 7, 9, 4, 10})));
  EXPECT_EQ(run_one(space, {data, blocks, list({0, 2}), list({0, 4})}).shape(), (Shape{2, 0}));
  EXPECT_TRUE(same(run_one(space, {counted({4, 1, 1}), Tensor::of<uint8_t>({3}, {1, 2, 2}),
                                   Tensor::of<uint8_t>({3}, {0, 0, 1}), Tensor::of<uint8_t>({3}, {0, 0, 0})}),
                   floats({1, 2, 1}, {1, 3})));
}

TEST(SpaceToBatch, BlocksAndPads) {
  const Operation batch = make_space_to_batch();
  const Tensor blocks = list({1, 2});
  EXPECT_TRUE(same(run_one(batch, {floats({2, 6}, {0, 6, 1, 7, 2, 8, 3, 9, 4, 10, 5, 11}), blocks,
                                   list({0, 0}), list({0, 0})}),
                   counted({4, 3})));
  // 0 0 0 1 2 0: the even places, then the odd ones.
  EXPECT_TRUE(same(run_one(batch, {floats({1, 3}, {7, 8, 9}), blocks, list({0, 2}), list({0, 1})}),
                   floats({2, 3}, {0, 7, 9, 0, 8, 0})));
  EXPECT_TRUE(same(run_one(batch, {floats({1, 0}, {}), blocks, list({0, 1}), list({0, 3})}),
                   floats({2, 2}, {0, 0, 0, 0})));
  EXPECT_TRUE(same(run_one(batch, {floats({1, 1}, {5}), list({1, 4}), list({0, 5}), list({0, 2})}),
                   floats({4, 2}, {0, 0, 0, 5, 0, 0, 0, 0})));
}

TEST(SpaceToBatch, Rejects) {
  const Operation batch = make_space_to_batch(), space = make_batch_to_space();
  const Tensor data = counted({4, 3}), blocks = list({1, 2}), none = list({0, 0});
  EXPECT_EQ(rule_of(batch, {data, blocks, none, none}), "OP-6");
  EXPECT_EQ(rule_of(space, {counted({3, 3}), blocks, none, none}), "OP-6");
  EXPECT_EQ(rule_of(space, {data, blocks, list({0, 4}), list({0, 3})}), "OP-6");
  for (const Operation& operation : {batch, space}) {
    EXPECT_EQ(rule_of(operation, {data, list({2, 1}), none, none}), "OP-6");
    EXPECT_EQ(rule_of(operation, {data, list({1, 0}), none, none}), "OP-6");
    EXPECT_EQ(rule_of(operation, {data, list({1, 1}), list({1, 0}), none}), "OP-6");
    EXPECT_EQ(rule_of(operation, {data, list({1, 1}), none, list({0, -1})}), "OP-6");
    EXPECT_EQ(rule_of(operation, {data, list({1}), list({0}), list({0})}), "OP-5");
    EXPECT_EQ(rule_of(operation, {data, list({1, 1}), none, list({0})}), "OP-5");
    EXPECT_EQ(rule_of(operation, {counted({4}), list({1}), list({0}), list({0})}), "OP-5");
    EXPECT_EQ(rule_of(operation, {data, blocks, none, Tensor::of<int32_t>({2}, {0, 0})}), "OP-4");
    EXPECT_EQ(rule_of(operation, {data, floats({2}, {1, 1}), none, none}), "OP-4");
    EXPECT_EQ(
        at_load(operation, {data_of({kAny, kAny}), unknown(Shape{2}), unknown(Shape{2}), unknown(Shape{2})}),
        "[?,?]");
  }
  EXPECT_EQ(rule_of(batch, {data, list({1, 1}), list({0, INT64_MAX}), list({0, 1})}), "LIMIT-4");
  EXPECT_EQ(rule_of(batch, {counted({4, 0}), list({1, INT64_MAX}), none, none}), "LIMIT-4");
  EXPECT_EQ(
      at_load(space, {data_of({{3, 9}, {1, 4}}), known(blocks), known(list({0, 1})), known(list({0, 2}))}),
      "[2..4,0..5]");
}

TEST(ShuffleChannels, SwapsGroups) {
  EXPECT_TRUE(same(run_one(make_shuffle_channels({.group = 2}), {counted({1, 6})}),
                   floats({1, 6}, {0, 3, 1, 4, 2, 5})));
  EXPECT_TRUE(same(run_one(make_shuffle_channels({.axis = -2, .group = 3}), {counted({6, 2})}),
                   floats({6, 2}, {0, 1, 4, 5, 8, 9, 2, 3, 6, 7, 10, 11})));
  EXPECT_TRUE(same(run_one(make_shuffle_channels(), {counted({2, 3})}), counted({2, 3})));
  EXPECT_TRUE(same(run_one(make_shuffle_channels({.group = 3}), {counted({2, 3})}), counted({2, 3})));
  EXPECT_EQ(run_one(make_shuffle_channels({.group = 2}), {counted({0, 4})}).shape(), (Shape{0, 4}));
}

TEST(ShuffleChannels, Rejects) {
  EXPECT_EQ(rule_of(make_shuffle_channels({.group = 2}), {counted({1, 3})}), "OP-5");
  EXPECT_EQ(rule_of(make_shuffle_channels({.group = 4}), {counted({1, 3})}), "OP-5");
  EXPECT_EQ(rule_of(make_shuffle_channels(), {counted({3})}), "OP-5");
  EXPECT_EQ(rule_of(make_shuffle_channels({.axis = -3}), {counted({3, 1})}), "OP-5");
  EXPECT_EQ(rule_of(make_shuffle_channels({.axis = 0}), {Tensor::of<bool>({1}, {true})}), "OP-4");
  EXPECT_EQ(at_load(make_shuffle_channels({.group = 2}), {data_of({kAny, {3, 4}})}), "[?,3..4]");
}

}  // namespace
}  // namespace backedge::ops
