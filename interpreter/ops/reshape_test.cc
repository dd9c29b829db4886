#include "interpreter/ops/movement.h"
#include "interpreter/ops/testing/testing.h"

namespace backedge::ops {
namespace {

using namespace backedge::testing;

TEST(ShapeOf, GivesTheDimensionsInTheAskedType) {
  const Tensor data = counted({2, 3, 1});
  EXPECT_TRUE(same(run_one(make_shape_of(ElementType::kI64), {data}), list({2, 3, 1})));
  EXPECT_TRUE(same(run_one(make_shape_of(ElementType::kI64), {data}), list({2, 3, 1})));
  EXPECT_TRUE(same(run_one(make_shape_of(ElementType::kI32), {data}), Tensor::of<int32_t>({3}, {2, 3, 1})));
  EXPECT_TRUE(same(run_one(make_shape_of(ElementType::kI64), {Tensor::scalar(true)}), list({})));
  EXPECT_TRUE(same(run_one(make_shape_of(ElementType::kI64), {counted({0, 4})}), list({0, 4})));
}

TEST(ShapeOf, Rejects) {
  const Tensor wide = Tensor::zeros(ElementType::kI8, {0, int64_t{1} << 31});
  EXPECT_EQ(rule_of(make_shape_of(ElementType::kI32), {wide}), "OP-6");
  EXPECT_TRUE(same(run_one(make_shape_of(ElementType::kI64), {wide}), list({0, int64_t{1} << 31})));
}

Shape reshaped(const Shape& data, std::initializer_list<int64_t> shape, bool special_zero) {
  const Operation reshape = make_reshape(special_zero);
  const Tensor output = run_one(reshape, {counted(data), list(shape)});
  EXPECT_TRUE(same(output, counted(output.shape())));
  return output.shape();
}

std::string reshape_rule(const Shape& data, std::initializer_list<int64_t> shape, bool special_zero) {
  const Operation reshape = make_reshape(special_zero);
  return rule_of(reshape, {counted(data), list(shape)});
}

TEST(Reshape, PageExamples) {
  EXPECT_EQ(reshaped({2, 5, 5, 0}, {0, 4}, false), (Shape{0, 4}));
  EXPECT_EQ(reshaped({2, 5, 5, 24}, {0, -1, 4}, true), (Shape{2, 150, 4}));
  EXPECT_EQ(reshaped({2, 2, 3}, {0, 0, 1, -1}, true), (Shape{2, 2, 1, 3}));
  EXPECT_EQ(reshaped({3, 1, 1}, {-1, 0}, true), (Shape{3, 1}));
  EXPECT_EQ(reshaped({3, 1, 1}, {0, -1}, true), (Shape{3, 1}));
}

TEST(Reshape, ScalarsAndEmptyTensors) {
  EXPECT_EQ(reshaped({}, {}, true), Shape{});
  EXPECT_EQ(reshaped({}, {-1}, true), Shape{1});
  EXPECT_EQ(reshaped({1, 1}, {}, true), Shape{});
  EXPECT_EQ(reshaped({0, 3}, {0, -1}, true), (Shape{0, 3}));
  EXPECT_EQ(reshaped({0, 3}, {0, 0, -1}, true), (Shape{0, 3, 1}));
  EXPECT_EQ(reshaped({0, 3}, {-1}, true), Shape{0});
  EXPECT_EQ(reshaped({0, 3}, {-1, 5}, true), (Shape{0, 5}));
  EXPECT_EQ(reshaped({0, 3}, {-1, 3}, false), (Shape{0, 3}));
  EXPECT_EQ(reshaped({0, 3}, {0, 7}, true), (Shape{0, 7}));
}

TEST(Reshape, KeepsBitsOfEveryType) {
  const Operation reshape = make_reshape(false);
  const Tensor flags = Tensor::of<bool>({2}, {true, false});
  EXPECT_TRUE(same(run_one(reshape, {flags, list({2, 1})}), Tensor::of<bool>({2, 1}, {true, false})));
  const Tensor nans = Tensor::of<uint32_t>({2}, {0xffc00001, 0x7f800001});
  EXPECT_TRUE(same(run_one(reshape, {nans, Tensor::of<uint8_t>({2}, {1, 2})}),
                   Tensor::of<uint32_t>({1, 2}, {0xffc00001, 0x7f800001})));
}

TEST(Reshape, Rejects) {
  EXPECT_EQ(reshape_rule({2, 3}, {4}, true), "OP-6");
  EXPECT_EQ(reshape_rule({2, 3}, {4, -1}, true), "OP-6");
  EXPECT_EQ(reshape_rule({2, 3}, {0, -1}, false), "OP-6");
  EXPECT_EQ(reshape_rule({0, 3}, {0, -1}, false), "OP-6");  // any size would fit
  EXPECT_EQ(reshape_rule({2, 3}, {-1, -1}, true), "OP-6");
  EXPECT_EQ(reshape_rule({2, 3}, {-2, 3}, true), "OP-6");
  EXPECT_EQ(reshape_rule({6}, {6, 0}, true), "OP-6");
  EXPECT_EQ(reshape_rule({1}, {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1}, true), "LIMIT-3");
  EXPECT_EQ(reshape_rule({6}, {int64_t{1} << 40, int64_t{1} << 40}, true), "LIMIT-4");
  const Operation reshape = make_reshape(true);
  EXPECT_EQ(rule_of(reshape, {counted({6}), floats({1}, {6})}), "OP-4");
  EXPECT_EQ(rule_of(reshape, {counted({6}), scalar(6)}), "OP-5");
}

TEST(Reshape, ZeroIsASizeByDefault) {
  EXPECT_EQ(run_one(make_reshape(false), {counted({0, 2}), list({3, 0})}).shape(), Shape({3, 0}));
}

TEST(Reshape, KnowsAtLoadWhatItCan) {
  const Operation reshape = make_reshape(true);
  const auto shaped = [&](const Operand& data, std::initializer_list<int64_t> values) {
    const Tensor shape = list(values);
    return at_load(reshape, {data, known(shape)});
  };
  const Operand data = data_of({kAny, Dimension::exactly(4), {2, 5}});
  EXPECT_EQ(shaped(data, {0, -1}), "[?,8..20]");
  EXPECT_EQ(shaped(data, {-1, 8}), "[?,8]");
  EXPECT_EQ(shaped(data, {0, 7}), "[?,7]");
  EXPECT_EQ(shaped(data_of({{2, 5}, Dimension::exactly(4)}), {30}), "OP-6");
  EXPECT_EQ(shaped(data_of({{2, 3}}), {-1, 4}), "OP-6");
  EXPECT_EQ(shaped(unknown(PartialShape::any()), {0, -1, 3}), "[?,?,3]");
  EXPECT_EQ(at_load(reshape, {data, unknown(Shape{2})}), "[?,?]");
  EXPECT_EQ(at_load(reshape, {data, unknown(Shape{13})}), "LIMIT-3");
  EXPECT_EQ(at_load(reshape, {data, unknown(PartialShape::any())}), "[...]");
}

TEST(Squeeze, DropsDimensionsOfOne) {
  const Operation squeeze = make_squeeze();
  const auto shape = [&](const Shape& data, const Tensor& axes) {
    return run_one(squeeze, {counted(data), axes}).shape();
  };
  EXPECT_EQ(shape({1, 3, 1, 2}, list({0, 2})), (Shape{3, 2}));
  EXPECT_EQ(shape({1}, list({0})), Shape{});
  EXPECT_EQ(shape({1, 3, 1}, scalar(-1)), (Shape{1, 3}));
  EXPECT_EQ(shape({2, 1}, list({0})), (Shape{2, 1}));  // not 1: stays
  EXPECT_EQ(shape({2, 1}, list({1, 1, -1})), Shape{2});
  EXPECT_EQ(shape({1, 0, 1}, list({})), Shape{0});
  EXPECT_EQ(run_one(squeeze, {counted({1, 3, 1})}).shape(), Shape{3});
  EXPECT_EQ(run_one(make_squeeze(), {counted({2, 1})}).shape(), Shape{2});
}

TEST(Squeeze, KnowsAtLoadWhatItCan) {
  const Operation squeeze = make_squeeze();
  const Tensor first = list({0}), last = list({-1}), beyond = list({3});
  const Operand data = data_of({kAny, Dimension::exactly(4), Dimension::exactly(1)});
  EXPECT_EQ(at_load(squeeze, {data, known(last)}), "[?,4]");
  EXPECT_EQ(at_load(squeeze, {data, known(first)}), "[...]");
  EXPECT_EQ(at_load(squeeze, {data_of({{2, 9}}), known(first)}), "[2..9]");
  EXPECT_EQ(at_load(squeeze, {data, known(beyond)}), "OP-6");
  EXPECT_EQ(at_load(squeeze, {data, unknown(Shape{1, 1})}), "OP-5");
  EXPECT_EQ(at_load(squeeze, {data, unknown(Shape{1}, ElementType::kF32)}), "OP-4");
}

TEST(Unsqueeze, PutsInDimensionsOfOne) {
  const Operation unsqueeze = make_unsqueeze();
  const auto shape = [&](const Shape& data, const Tensor& axes) {
    return run_one(unsqueeze, {counted(data), axes}).shape();
  };
  EXPECT_EQ(shape({2, 3}, list({0, 3})), (Shape{1, 2, 3, 1}));
  EXPECT_EQ(shape({}, list({0})), Shape{1});
  EXPECT_EQ(shape({2, 3}, scalar(-1)), (Shape{2, 3, 1}));
  EXPECT_EQ(shape({0}, list({-2, 2})), (Shape{0, 1, 1}));
  EXPECT_EQ(shape({2}, list({})), Shape{2});
}

TEST(Unsqueeze, Rejects) {
  const Operation unsqueeze = make_unsqueeze();
  const Tensor data = counted({2});
  EXPECT_EQ(rule_of(unsqueeze, {data, list({2})}), "OP-6");
  EXPECT_EQ(rule_of(unsqueeze, {data, list({-3})}), "OP-6");
  EXPECT_EQ(rule_of(unsqueeze, {data, list({0, -3})}), "OP-6");  // both name the same position
  EXPECT_EQ(rule_of(unsqueeze, {data, list({0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11})}), "LIMIT-3");
  EXPECT_EQ(at_load(unsqueeze, {known(data), unknown(Shape{INT64_MAX})}), "LIMIT-3");
  EXPECT_EQ(at_load(unsqueeze, {known(data), unknown(Shape{2})}), "[?,?,?]");
}

}  // namespace
}  // namespace backedge::ops
