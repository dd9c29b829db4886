#include <gtest/gtest.h>

#include <array>
#include <functional>

#include "interpreter/ops/digest_testing.h"
#include "interpreter/ops/numbers.h"
#include "interpreter/ops/testing.h"

/// Every operation that computes, over fixed inputs of every element type, against a digest of all bits that come out:
/// a compiler or processor that gives other ones is found here. What the bits should be is proved elsewhere.
namespace backedge {
namespace {

using testing::Digest;
using testing::draw;
using testing::Kind;

Tensor integers(const std::vector<int64_t>& values) {
  return Tensor::of<int64_t>({static_cast<int64_t>(values.size())}, std::span<const int64_t>(values));
}

using Attributes = std::initializer_list<std::pair<std::string, std::string>>;
using Inputs = std::function<std::vector<Tensor>(ElementType)>;

class Digests : public ::testing::Test {
 protected:
  /// Adds the operation's outputs for every element type it takes.
  void add(std::string_view type, const Inputs& inputs, Attributes written = {}, int64_t outputs = 1) {
    for (size_t k = 0; k < digests_.size(); ++k) {
      const std::vector<Tensor> tensors = inputs(static_cast<ElementType>(k));
      const Operation operation = make_operation(type, "", testing::attributes(written),
                                                 static_cast<int64_t>(tensors.size()), outputs)
                                      .value();
      const auto results = testing::run(operation, tensors, static_cast<size_t>(outputs));
      if (!results.ok()) {
        EXPECT_EQ(results.error().rule(), "OP-4") << type << ": " << results.error().text();
        continue;
      }
      for (const Tensor& result : results.value()) digests_[k].add(result);
    }
  }

  /// Compares what was added since the last time.
  void expect(std::string_view name, uint64_t expected) {
    Digest all;
    for (const Digest& digest : digests_) all.add(digest.bits);
    std::ostringstream text;
    text << std::hex << name << ": 0x" << all.bits << ", by element type:";
    for (size_t k = 0; k < digests_.size(); ++k)
      text << "\n  " << name_of(static_cast<ElementType>(k)) << " " << digests_[k].bits;
    EXPECT_EQ(all.bits, expected) << text.str();
    digests_.fill(Digest());
  }

  void expect_unary(std::string_view type, uint64_t expected, Attributes written = {}) {
    add(
        type, [](ElementType of) -> std::vector<Tensor> { return {draw(of, {500}, Kind::kBits)}; }, written);
    add(
        type, [](ElementType of) -> std::vector<Tensor> { return {draw(of, {500}, Kind::kSmall)}; }, written);
    expect(type, expected);
  }

  void expect_binary(std::string_view type, uint64_t expected, Kind kind = Kind::kBits) {
    for (const Kind values : {kind, Kind::kSmall}) {
      if (values == Kind::kSmall && kind == Kind::kOdd) continue;
      add(type, [=](ElementType of) -> std::vector<Tensor> {
        return {draw(of, {500}, values, 0), draw(of, {500}, values, 1)};
      });
    }
    expect(type, expected);
  }

 private:
  std::array<Digest, static_cast<size_t>(ElementType::kF64) + 1> digests_;  // by element type
};

TEST_F(Digests, OfFunctions) {
  expect_unary("Abs", 0xcaf82244cf1cdb26);
  expect_unary("Ceiling", 0x5b79c6db970da013);
  expect_unary("Clamp", 0x295cdb892aa2a6bb, {{"min", "-1.3"}, {"max", "2.7"}});
  expect_unary("Cos", 0x7629faf16f44a1da);
  expect_unary("Exp", 0x98aac1e04cf7aae0);
  expect_unary("Floor", 0x317025a8a180d0fb);
  expect_unary("Log", 0x3f8e902c8af8abf2);
  expect_unary("LogicalNot", 0xda26568e1cef2493);
  expect_unary("Negative", 0xc1f9eccdf28967f5);
  expect_unary("ReLU", 0x50d0f2a97f44ae88);
  expect_unary("Sigmoid", 0x002355c5a4a49660);
  expect_unary("Sign", 0xe85b3e6db70a05ef);
  expect_unary("Sin", 0x87a52aa6ecf94708);
  expect_unary("Sqrt", 0x65611bb303f0d7bc);
  expect_unary("Tanh", 0x7492a9252626b07b);
}

TEST_F(Digests, OfArithmetic) {
  expect_binary("Add", 0x0fa99bc795f42df1);
  expect_binary("Divide", 0x8feba14e7bce1ed9, Kind::kOdd);
  expect_binary("FloorMod", 0x0159331b7cb51cb7, Kind::kOdd);
  expect_binary("Maximum", 0xf830f19672a6517c);
  expect_binary("Minimum", 0x86a0152c28058e31);
  expect_binary("Mod", 0x5f762d51b9d76a69, Kind::kOdd);
  expect_binary("Multiply", 0x847093694ef8a5cd);
  expect_binary("Power", 0x29f0bf5244ded142, Kind::kOdd);
  expect_binary("SquaredDifference", 0x6c99867d619a899d);
  expect_binary("Subtract", 0xdb9fc0c3e5a742c8);
}

TEST_F(Digests, OfComparison) {
  expect_binary("Equal", 0xac919c8f990c3c33);
  expect_binary("Greater", 0xabd2e9c0fe9a3961);
  expect_binary("GreaterEqual", 0x9e64efffb50cf59b);
  expect_binary("Less", 0xf3cbf25856c6355f);
  expect_binary("LessEqual", 0x0a8a859d023a5c9a);
  expect_binary("LogicalAnd", 0xb1512e557d1a433c);
  expect_binary("LogicalOr", 0x89ed9961b26e47fe);
  expect_binary("LogicalXor", 0xd36e6b92cebecdef);
  expect_binary("NotEqual", 0xe6ee76e2645ad232);
}

TEST_F(Digests, OfConvert) {
  for (size_t k = 0; k <= static_cast<size_t>(ElementType::kF64); ++k) {
    const std::string to(name_of(static_cast<ElementType>(k)));
    for (const Kind kind : {Kind::kBits, Kind::kSmall}) {
      add("Convert", [kind](ElementType of) -> std::vector<Tensor> { return {draw(of, {500}, kind)}; },
          {{"destination_type", to}});
    }
  }
  expect("Convert", 0xc5732a1e7cd66f02);
}

// Sizes below, at and above the columns that a vector kernel takes at a time.
TEST_F(Digests, OfMatMul) {
  for (const int64_t columns : {1, 7, 8, 15, 16, 17, 33}) {
    for (const int64_t inner : {1, 3, 4, 37}) {
      add("MatMul", [=](ElementType of) -> std::vector<Tensor> {
        return {draw(of, {3, inner}, Kind::kSmall, 0), draw(of, {inner, columns}, Kind::kSmall, 1)};
      });
      add("MatMul",
          [=](ElementType of) -> std::vector<Tensor> {
            return {draw(of, {inner, 2}, Kind::kSmall, 0), draw(of, {columns, inner}, Kind::kSmall, 1)};
          },
          {{"transpose_a", "true"}, {"transpose_b", "true"}});
    }
  }
  for (const char* transposed : {"false", "true"}) {
    add("MatMul",
        [](ElementType of) -> std::vector<Tensor> {
          return {draw(of, {18, 18}, Kind::kBits, 0), draw(of, {18, 18}, Kind::kBits, 1)};
        },
        {{"transpose_b", transposed}});
  }
  expect("MatMul", 0x3f81207ada9f6ac4);
}

TEST_F(Digests, OfReductions) {
  const auto expect_reduction = [this](std::string_view type, uint64_t expected) {
    for (const std::vector<int64_t>& axes : {std::vector<int64_t>{0}, {1}, {0, 2}, {2, 1, 0}}) {
      for (const Kind kind : {Kind::kBits, Kind::kSmall}) {
        add(type, [=](ElementType of) -> std::vector<Tensor> {
          return {draw(of, {7, 8, 9}, kind), integers(axes)};
        });
      }
    }
    expect(type, expected);
  };
  expect_reduction("ReduceLogicalAnd", 0x305d9b7ec738896e);
  expect_reduction("ReduceLogicalOr", 0xdf1f5d02526484f2);
  expect_reduction("ReduceMax", 0x1c8b86416febd571);
  expect_reduction("ReduceMean", 0x8bfe5bd668836f08);
  expect_reduction("ReduceMin", 0x440c4bf0a2b272b3);
  expect_reduction("ReduceProd", 0x5ce0705339f18e5b);
  expect_reduction("ReduceSum", 0x572ff1f1608488c2);
}

TEST_F(Digests, OfLines) {
  const auto add_line = [this](std::string_view type, Attributes written) {
    for (const Kind kind : {Kind::kBits, Kind::kSmall}) {
      add(
          type,
          [=](ElementType of) -> std::vector<Tensor> {
            return {draw(of, {25, 20}, kind)};
          },
          written);
    }
  };
  add_line("CumSum", {{"exclusive", "false"}, {"reverse", "false"}});
  add_line("CumSum", {{"exclusive", "true"}, {"reverse", "true"}});
  expect("CumSum", 0x4abdff7dc65fe45b);
  add_line("Softmax", {{"axis", "0"}});
  add_line("Softmax", {{"axis", "1"}});
  expect("Softmax", 0x6b21f364a6b99ed2);
  for (const char* mode : {"min", "max"}) {
    add(
        "TopK",
        [](ElementType of) -> std::vector<Tensor> {
          return {draw(of, {25, 20}, Kind::kBits), Tensor::scalar<int64_t>(6)};
        },
        {{"axis", "1"}, {"mode", mode}, {"sort", "value"}}, 2);
  }
  expect("TopK", 0xa206cc68df1fb53a);
}

TEST_F(Digests, OfScalarParameters) {
  const auto scalar = [](ElementType of, double value) {
    Tensor tensor = Tensor::zeros(of, {});
    dispatch(of, [&]<class T>(TypeTag<T>) { *tensor.writable<T>() = numbers::convert<T>(value); });
    return tensor;
  };
  add("HardSigmoid", [&](ElementType of) -> std::vector<Tensor> {
    return {draw(of, {500}, Kind::kSmall), scalar(of, 0.2), scalar(of, 0.51)};
  });
  expect("HardSigmoid", 0x3faefc32a467727c);
  for (const char* type : {"i32", "i64", "f16", "bf16", "f32", "f64"}) {
    add("Range",
        [&](ElementType of) -> std::vector<Tensor> {
          return {scalar(of, 1.7), scalar(of, 100.3), scalar(of, 3.1)};
        },
        {{"output_type", type}});
  }
  expect("Range", 0x615669460ce055c9);
}

TEST_F(Digests, OfCells) {
  const auto expect_cell = [this](std::string_view type, int64_t gates, bool has_cell, Attributes written,
                                  uint64_t expected, int64_t more_biases = 0) {
    add(
        type,
        [=](ElementType of) -> std::vector<Tensor> {
          constexpr int64_t kBatch = 3, kInput = 19, kHidden = 17;
          std::vector<Shape> shapes = {{kBatch, kInput}, {kBatch, kHidden}};
          if (has_cell) shapes.push_back({kBatch, kHidden});
          shapes.push_back({gates * kHidden, kInput});
          shapes.push_back({gates * kHidden, kHidden});
          shapes.push_back({(gates + more_biases) * kHidden});
          std::vector<Tensor> tensors;
          for (const Shape& shape : shapes) tensors.push_back(draw(of, shape, Kind::kSmall, tensors.size()));
          return tensors;
        },
        written, has_cell ? 2 : 1);
    expect(type, expected);
  };
  expect_cell("LSTMCell", 4, true, {{"hidden_size", "17"}}, 0x577ad6f9475c0586);
  expect_cell("LSTMCell", 4, true, {{"hidden_size", "17"}, {"clip", "1.5"}}, 0x451a745b8bd16111);
  expect_cell("GRUCell", 3, false, {{"hidden_size", "17"}}, 0xc1043fb0a5c889ae);
  expect_cell("GRUCell", 3, false, {{"hidden_size", "17"}, {"linear_before_reset", "true"}},
              0xb3ce7622510e9f30, 1);
  expect_cell("RNNCell", 1, false, {{"hidden_size", "17"}}, 0x39bad97c42fa9e13);
}

}  // namespace
}  // namespace backedge
