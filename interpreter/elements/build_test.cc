#include <gtest/gtest.h>

#include "interpreter/elements/restride_dim.h"
#include "interpreter/elements/tensor_iterator_config.h"

namespace backedge {
namespace {

using Order = std::vector<int64_t>;

Tensor zeros(const Shape& shape, ElementType type = ElementType::kF32) { return Tensor::zeros(type, shape); }

/// A tensor of this shape whose axis `order[i]` has the i-th largest stride.
StridedTensor ordered(const Shape& shape, const Order& order, ElementType type = ElementType::kF32) {
  Shape memory;
  Order back(order.size());
  for (size_t i = 0; i < order.size(); ++i) {
    memory.push_back(shape[order[i]]);
    back[static_cast<size_t>(order[i])] = static_cast<int64_t>(i);
  }
  const StridedTensor whole(zeros(memory, type));
  return whole.seen_as(whole.layout().permuted(back));
}

std::string rule_of(const TensorIteratorConfig& config) {
  const Result<TensorIterator> built = config.build();
  return built.ok() ? "" : built.error().rule();
}

std::string message_of(const TensorIteratorConfig& config) { return config.build().error().message(); }

const Shape kHighestRank = {2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 3};

Order strides_of(const StridedTensor& tensor) {
  return {tensor.strides().values.begin(), tensor.strides().values.begin() + tensor.shape().rank()};
}

/// The strides of the sum of two tensors.
Order strides_of_sum(const StridedTensor& a, const StridedTensor& b) {
  return strides_of(TensorIteratorConfig::binary_op({}, a, b).build().value().output());
}

TEST(Build, ShapeIsBroadcast) {
  const auto built = TensorIteratorConfig::binary_op({}, zeros({2, 1, 4}), zeros({3, 1})).build();
  EXPECT_EQ(built.value().shape(), (Shape{2, 3, 4}));
  EXPECT_EQ(built.value().output().shape(), (Shape{2, 3, 4}));
  EXPECT_EQ(rule_of(TensorIteratorConfig::binary_op({}, zeros({2, 3}), zeros({2}))), "ELEM-1");
  EXPECT_TRUE(message_of(TensorIteratorConfig::binary_op({}, zeros({2, 3}), zeros({2})))
                  .starts_with("shapes [2,3] and [2] "));
}

TEST(Build, OperandsInTheirOrder) {
  Tensor out = zeros({2});
  const TensorIterator built =
      TensorIteratorConfig().add_output(out).add_input(zeros({2})).add_input(zeros({})).build().value();
  EXPECT_EQ(built.output().data(), out.bytes());
  EXPECT_EQ(built.input().shape(), Shape{2});
  EXPECT_EQ(built.input(1).shape(), Shape{});
}

TEST(Build, LoopsSeeOutputsFirst) {
  Tensor out = zeros({2}), more = zeros({2});
  const Tensor a = zeros({2}), b = zeros({2});
  const auto pointers = [](const TensorIteratorConfig& config) {
    std::vector<const void*> seen;
    config.build().value().for_each(
        [&](char** data, const int64_t*, int64_t) { seen.assign(data, data + 4); });
    return seen;
  };
  const std::vector<const void*> expected = {out.bytes(), more.bytes(), a.bytes(), b.bytes()};
  EXPECT_EQ(pointers(TensorIteratorConfig().add_output(out).add_output(more).add_input(a).add_input(b)),
            expected);
  EXPECT_EQ(pointers(TensorIteratorConfig().add_input(a).add_output(out).add_input(b).add_output(more)),
            expected);
}

TEST(Build, AllocatesUndefinedOutputs) {
  const TensorIterator built = TensorIteratorConfig()
                                   .resize_outputs(false)
                                   .add_output({})
                                   .add_output({})
                                   .add_input(zeros({2}))
                                   .build()
                                   .value();
  EXPECT_EQ(built.output(0).shape(), Shape{2});
  EXPECT_EQ(built.output(1).shape(), Shape{2});
}

TEST(Build, OutputsAreResizedOrFit) {
  Tensor four = zeros({4}), three = zeros({3}), fits = zeros({2, 3});
  const auto add = [](Tensor& out, const Shape& shape) {
    return TensorIteratorConfig().add_output(out).add_input(zeros(shape)).add_input(zeros({3}));
  };
  const TensorIterator resized = add(four, {2, 3}).build().value();
  EXPECT_EQ(resized.output().shape(), (Shape{2, 3}));
  EXPECT_EQ(four.shape(), Shape{4});
  EXPECT_EQ(rule_of(add(four, {2, 3}).resize_outputs(false)), "ELEM-1");
  EXPECT_EQ(rule_of(add(three, {2, 3}).resize_outputs(false)), "ELEM-2");
  EXPECT_EQ(rule_of(add(fits, {3}).resize_outputs(false)), "");
  EXPECT_EQ(add(fits, {3}).resize_outputs(false).build().value().shape(), (Shape{2, 3}));
  EXPECT_EQ(add(fits, {3}).build().value().shape(), Shape{3});
  const StridedTensor same = StridedTensor::writable(three);
  EXPECT_EQ(rule_of(TensorIteratorConfig().add_output(same).add_input(same).add_input(zeros({2, 3}))),
            "ELEM-2");
}

TEST(Build, StridesOfAllocatedOutputs) {
  const StridedTensor transposed = ordered({2, 3}, {1, 0}), plain = zeros({2, 3});
  EXPECT_EQ(strides_of_sum(transposed, transposed), (Order{1, 2}));
  EXPECT_EQ(strides_of_sum(transposed, plain), (Order{1, 2}));
  EXPECT_EQ(strides_of_sum(plain, transposed), (Order{3, 1}));
  EXPECT_EQ(strides_of_sum(transposed, zeros({3})), (Order{1, 2}));
  EXPECT_EQ(strides_of_sum(zeros({3}), transposed), (Order{1, 2}));
  EXPECT_EQ(strides_of_sum(ordered({2, 3, 4}, {2, 0, 1}), zeros({4})), (Order{3, 1, 6}));
  const StridedTensor wide = zeros({2, 6}), gaps = wide.seen_as(wide.layout().sliced(1, 0, 3, 2));
  EXPECT_EQ(strides_of_sum(gaps, gaps), (Order{3, 1}));
}

TEST(Build, SizeOneStrides) {
  // The strides of axes of size 1 are kept if the operands have the same ones and no gaps.
  const StridedTensor memory = zeros({8});
  const StridedTensor odd = memory.seen_as({{2, 1, 3}, {{1, 5, 2}}});
  EXPECT_EQ(strides_of_sum(odd, odd), (Order{1, 5, 2}));
  const StridedTensor row_major = memory.seen_as({{2, 1, 3}, {{3, 5, 1}}});
  EXPECT_EQ(strides_of_sum(row_major, row_major), (Order{3, 3, 1}));
  // If the shapes differ, and in a reduction, the order of the walk decides: axis 1 is outside axis 0.
  EXPECT_EQ(strides_of_sum(row_major, zeros({3})), (Order{3, 6, 1}));
  const auto reduction =
      TensorIteratorConfig().is_reduction(true).add_output({}).add_input(row_major).build();
  EXPECT_EQ(strides_of(reduction.value().output()), (Order{3, 6, 1}));
}

TEST(Build, MemoryOverlap) {
  Tensor memory = zeros({4});
  const StridedTensor whole = StridedTensor::writable(memory);
  const auto part = [&](int64_t first, int64_t step) { return whole.seen_as({{2}, {{step}}, first}); };
  const auto copy = [&](const StridedTensor& to, const StridedTensor& from) {
    return TensorIteratorConfig().add_output(to).add_input(from);
  };
  EXPECT_EQ(rule_of(copy(part(0, 0), part(2, 1))), "ELEM-9");
  EXPECT_EQ(rule_of(copy(part(0, 0), part(2, 1)).check_mem_overlap(false)), "");
  EXPECT_EQ(rule_of(copy(part(0, 1), part(1, 1))), "ELEM-10");
  EXPECT_TRUE(message_of(copy(part(0, 1), whole.seen_as({{1}, {}, 1})))
                  .starts_with("an output of shape [2] shares some memory with an input of shape [1]"));
  EXPECT_EQ(rule_of(copy(part(0, 1), part(0, 1))), "");
  EXPECT_EQ(rule_of(copy(part(0, 1), part(2, 1))), "");
  EXPECT_EQ(rule_of(copy(part(0, 2), part(1, 1))), "");
}

Order order_of(const std::vector<StridedTensor>& inputs) {
  TensorIteratorConfig config;
  config.add_output({});
  for (const StridedTensor& input : inputs) config.add_input(input);
  return config.build().value().order();
}

TEST(Build, OrderOfDimensions) {
  EXPECT_EQ(order_of({zeros({2, 3, 4})}), (Order{2, 1, 0}));
  EXPECT_EQ(order_of({ordered({2, 3, 4}, {2, 1, 0})}), (Order{0, 1, 2}));
  // The first operand is repeated along one of both axes, so the second one decides.
  const StridedTensor row = zeros({3}), memory = zeros({24});
  EXPECT_EQ(order_of({row, ordered({2, 3}, {1, 0})}), (Order{0, 1}));
  // The first operand decides before the second one.
  EXPECT_EQ(order_of({zeros({2, 3}), ordered({2, 3}, {1, 0})}), (Order{1, 0}));
  // Equal strides: the smaller dimension is inside.
  EXPECT_EQ(order_of({memory.seen_as({{2, 3}, {{1, 1}}})}), (Order{0, 1}));
  EXPECT_EQ(order_of({memory.seen_as({{3, 2}, {{1, 1}}})}), (Order{1, 0}));
  // A size of 1 that is not repeated has a stride.
  EXPECT_EQ(order_of({memory.seen_as({{1, 3}, {{1, 2}}}), zeros({2, 1, 3})}), (Order{1, 2, 0}));
  // Equal strides and sizes: the next operand decides, if there is one.
  EXPECT_EQ(order_of({memory.seen_as({{2, 2}, {{1, 1}}})}), (Order{1, 0}));
  EXPECT_EQ(order_of({memory.seen_as({{2, 2}, {{1, 1}}}), ordered({2, 2}, {1, 0})}), (Order{0, 1}));
  // No comparison of axes 1 and 2, and of 0 and 1: the sort goes on to axis 2.
  EXPECT_EQ(order_of({memory.seen_as({{2, 3, 4}, {{1, 0, 2}}})}), (Order{0, 1, 2}));
  // Strides are compared without sign.
  EXPECT_EQ(order_of({memory.seen_as({{2, 3}, {{1, -2}}, 4})}), (Order{0, 1}));
}

TEST(Build, LinearIterationKeepsTheOrder) {
  const StridedTensor transposed = ordered({2, 3}, {1, 0});
  const auto built = TensorIteratorConfig::unary_op({}, transposed).enforce_linear_iteration(true).build();
  EXPECT_EQ(built.value().order(), (Order{1, 0}));
  EXPECT_EQ(strides_of(built.value().output()), (Order{3, 1}));
}

TEST(Build, MergesDimensions) {
  const auto dimensions = [](const StridedTensor& a, const StridedTensor& b) {
    const TensorIterator built = TensorIteratorConfig::binary_op({}, a, b).build().value();
    Order sizes;
    for (int64_t dim = 0; dim < built.ndim(); ++dim) sizes.push_back(built.size(dim));
    return sizes;
  };
  const Tensor whole = zeros({2, 3, 4});
  EXPECT_EQ(dimensions(whole, whole), Order{24});
  EXPECT_EQ(dimensions(whole, zeros({4})), (Order{4, 6}));
  EXPECT_EQ(dimensions(whole, zeros({3, 1})), (Order{4, 3, 2}));
  EXPECT_EQ(dimensions(whole, zeros({2, 1, 1})), (Order{12, 2}));
  EXPECT_EQ(dimensions(zeros({1, 1}), zeros({1})), Order{1});
  EXPECT_EQ(dimensions(zeros({}), zeros({})), Order{});
  const TensorIterator none = TensorIteratorConfig::unary_op({}, zeros({})).build().value();
  EXPECT_EQ(none.size(0), 1);
  EXPECT_EQ(none.stride(0, 1), 0);
}

TEST(Build, DeclaredShape) {
  Tensor out = zeros({4, 3});
  const auto walk = [&](const Shape& shape, std::span<const int64_t> squashed = {}) {
    return TensorIteratorConfig()
        .resize_outputs(false)
        .declare_static_shape(shape, squashed)
        .add_output(out)
        .add_input(zeros({2, 3}));
  };
  EXPECT_EQ(walk({2, 3}).build().value().numel(), 6);
  const std::array<int64_t, 1> first = {0}, axis = {1}, beyond = {2}, before = {-1};
  EXPECT_EQ(walk({2, 3}, first).build().value().numel(), 3);
  EXPECT_EQ(walk({0, 3}).build().value().numel(), 0);
  EXPECT_EQ(walk({2, 3}, axis).build().value().numel(), 2);
  EXPECT_EQ(walk({2, 3}, axis).build().value().stride(0, 0), 12);
  EXPECT_EQ(rule_of(walk({3, 3})), "ELEM-13");
  EXPECT_EQ(rule_of(walk({6})), "ELEM-13");
  EXPECT_EQ(rule_of(walk({-1, 3})), "ELEM-13");
  EXPECT_EQ(rule_of(walk({2, 3}, beyond)), "ELEM-13");
  EXPECT_EQ(rule_of(walk({2, 3}, before)), "ELEM-13");
  const auto of_one = [](const StridedTensor& input, const Shape& shape) {
    return TensorIteratorConfig().declare_static_shape(shape).add_output({}).add_input(input).build().value();
  };
  EXPECT_EQ(of_one(zeros(kHighestRank), kHighestRank).numel(), 6);
  // Columns of 2 elements, while the columns of the input have 3.
  EXPECT_EQ(strides_of(of_one(ordered({3, 3}, {1, 0}), {2, 3}).output()), (Order{1, 2}));
}

TEST(Build, FixedDimension) {
  const StridedTensor x = zeros({2, 3});
  const auto rule = [&](int64_t dim, const Shape& shape) {
    const auto fixed = restride_dim(x, dim, shape);
    return fixed.ok() ? "" : fixed.error().rule();
  };
  EXPECT_EQ(strides_of(restride_dim(x, 1, {2, 1}).value()), (Order{3, 0}));
  EXPECT_EQ(rule(-1, {2, 1}), "");
  EXPECT_EQ(rule(0, {1, 2}), "");
  EXPECT_EQ(rule(1, {0, 1}), "");
  EXPECT_EQ(rule(1, {2, 2}), "ELEM-14");
  EXPECT_EQ(rule(2, {2, 1}), "ELEM-14");
  EXPECT_EQ(rule(1, {3, 1}), "ELEM-14");
  EXPECT_EQ(rule(1, {2}), "ELEM-14");
  EXPECT_EQ(rule(1, {2, 1, 1}), "ELEM-14");
  EXPECT_EQ(rule(1, {-1, 1}), "ELEM-14");
  EXPECT_EQ(restride_dim(zeros({}), 0, {1}).value().shape(), Shape{1});
  EXPECT_EQ(restride_dim(zeros(kHighestRank), 1, kHighestRank).value().shape(), kHighestRank);
}

TEST(Build, WhatAnIteratorNeeds) {
  EXPECT_EQ(rule_of(TensorIteratorConfig().add_input({})), "ELEM-19");
  EXPECT_EQ(rule_of(TensorIteratorConfig().add_input(zeros({2})).add_input({})), "ELEM-19");
  EXPECT_EQ(message_of(TensorIteratorConfig().add_output(zeros({2})).add_input(zeros({2})).add_input({})),
            "input 1 has no elements, expected a tensor or a number\n"
            "only an output can be added without elements, to be allocated");
  EXPECT_EQ(rule_of(TensorIteratorConfig()), "ELEM-19");
  EXPECT_EQ(rule_of(TensorIteratorConfig().add_output({})), "ELEM-19");
  EXPECT_EQ(rule_of(TensorIteratorConfig().add_output({}).resize_outputs(false).declare_static_dtype(
                ElementType::kI8)),
            "ELEM-19");
  EXPECT_EQ(rule_of(TensorIteratorConfig().add_output({}).declare_static_shape({2})), "ELEM-19");
  const auto declared = [] {
    return TensorIteratorConfig().add_output({}).declare_static_shape({2}).declare_static_dtype(
        ElementType::kI8);
  };
  EXPECT_EQ(declared().build().value().output().shape(), Shape{2});
  EXPECT_EQ(declared().build().value().dtype(0), ElementType::kI8);
  EXPECT_EQ(rule_of(declared().max_bytes(1)), "LIMIT-4");
  EXPECT_EQ(rule_of(declared().max_bytes(2)), "");
  EXPECT_EQ(message_of(declared().declare_static_shape({int64_t{1} << 31 | 1})),
            "a tensor i8[2147483649] is larger than 2147483648 bytes");
  EXPECT_EQ(
      rule_of(declared().declare_static_shape({int64_t{1} << 61}).declare_static_dtype(ElementType::kF64)),
      "LIMIT-4");
  const StridedTensor memory = zeros({1});
  const int64_t many = int64_t{1} << 31;
  const StridedTensor rows = memory.seen_as({{many, 1}, {}}), columns = memory.seen_as({{many}, {}});
  const StridedTensor more = memory.seen_as({{2 * many}, {}});
  EXPECT_EQ(rule_of(TensorIteratorConfig().add_input(rows).add_input(columns)), "");
  EXPECT_EQ(rule_of(TensorIteratorConfig().add_input(rows).add_input(more)), "ELEM-19");
}

}  // namespace
}  // namespace backedge
