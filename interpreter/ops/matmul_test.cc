#include "interpreter/ops/matmul.h"

#include <bit>
#include <limits>

#include "interpreter/ops/matrix_product.h"
#include "interpreter/ops/numbers.h"
#include "interpreter/ops/testing/testing.h"

namespace backedge::ops {
namespace {

using testing::rule_of;
using testing::run_one;
using testing::same;

Operation matmul(bool transpose_a = false, bool transpose_b = false) {
  return make_matmul({.transpose_a = transpose_a, .transpose_b = transpose_b});
}

template <class T>
Tensor filled(const Shape& shape, T value) {
  Tensor tensor = Tensor::zeros(element_type_of<T>(), shape);
  std::fill_n(tensor.writable<T>(), tensor.count(), value);
  return tensor;
}

TEST(MatMul, Transposes) {
  const Tensor a = Tensor::of<float>({2, 3}, {1, 2, 3, 4, 5, 6}),
               at = Tensor::of<float>({3, 2}, {1, 4, 2, 5, 3, 6});
  const Tensor b = Tensor::of<float>({3, 2}, {7, 8, 9, 10, 11, 12});
  const Tensor bt = Tensor::of<float>({2, 3}, {7, 9, 11, 8, 10, 12});
  const Tensor product = Tensor::of<float>({2, 2}, {58, 64, 139, 154});
  EXPECT_TRUE(same(run_one(matmul(), {a, b}), product));
  EXPECT_TRUE(same(run_one(matmul(true, false), {at, b}), product));
  EXPECT_TRUE(same(run_one(matmul(false, true), {a, bt}), product));
  EXPECT_TRUE(same(run_one(matmul(true, true), {at, bt}), product));
}

TEST(MatMul, Vectors) {
  const Tensor v = Tensor::of<int32_t>({3}, {1, 10, 100}),
               m = Tensor::of<int32_t>({3, 2}, {1, 2, 3, 4, 5, 6});
  const Tensor n = Tensor::of<int32_t>({2, 3}, {1, 2, 3, 4, 5, 6});
  EXPECT_TRUE(same(run_one(matmul(), {v, v}), Tensor::scalar<int32_t>(10101)));
  EXPECT_TRUE(same(run_one(matmul(), {v, m}), Tensor::of<int32_t>({2}, {531, 642})));
  EXPECT_TRUE(same(run_one(matmul(), {n, v}), Tensor::of<int32_t>({2}, {321, 654})));
  EXPECT_TRUE(same(run_one(matmul(true, true), {v, v}), Tensor::scalar<int32_t>(10101)));
  EXPECT_TRUE(same(run_one(matmul(true, true), {v, n}), Tensor::of<int32_t>({2}, {321, 654})));
}

TEST(MatMul, LeadingAxesBroadcast) {
  const Tensor a = Tensor::of<int64_t>({2, 1, 1, 2}, {1, 2, 3, 4});
  const Tensor b = Tensor::of<int64_t>({3, 2, 1}, {1, 1, 10, 10, 100, 0});
  EXPECT_TRUE(same(run_one(matmul(), {a, b}), Tensor::of<int64_t>({2, 3, 1, 1}, {3, 30, 100, 7, 70, 300})));
  const Tensor v = Tensor::of<int64_t>({2}, {1, -1});
  EXPECT_TRUE(same(run_one(matmul(), {v, b}), Tensor::of<int64_t>({3, 1}, {0, 0, 100})));
  EXPECT_TRUE(same(run_one(matmul(), {a, v}), Tensor::of<int64_t>({2, 1, 1}, {-1, -1})));
}

TEST(MatMul, OfNothing) {
  EXPECT_TRUE(same(run_one(matmul(), {filled<float>({2, 0}, 0), filled<float>({0, 20}, 0)}),
                   filled<float>({2, 20}, 0)));
  EXPECT_TRUE(same(run_one(matmul(), {filled<float>({0, 3}, 0), filled<float>({3, 2}, 0)}),
                   filled<float>({0, 2}, 0)));
  EXPECT_TRUE(same(run_one(matmul(), {filled<float>({0, 2, 3}, 0), filled<float>({1, 3, 2}, 0)}),
                   filled<float>({0, 2, 2}, 0)));
}

// The matrix is wide enough for every path through the kernel.
TEST(MatMul, SumsInIndexOrderAndRoundsOnce) {
  const float big = 0x1p60f;
  const auto columns = [](std::initializer_list<float> column, bool transposed) {
    const int64_t width = 37, depth = std::ssize(column);
    Tensor b = Tensor::zeros(ElementType::kF32, transposed ? Shape{width, depth} : Shape{depth, width});
    for (int64_t n = 0; n < width; ++n) {
      for (int64_t k = 0; k < depth; ++k) {
        b.writable<float>()[transposed ? n * depth + k : k * width + n] = column.begin()[k];
      }
    }
    return b;
  };
  const Tensor ones = filled<float>({1, 6}, 1);
  for (const bool transposed : {false, true}) {
    const Operation op = matmul(false, transposed);
    EXPECT_TRUE(
        same(run_one(op, {ones, columns({big, 1, -big, 1, 1, 1}, transposed)}), filled<float>({1, 37}, 3)));
    EXPECT_TRUE(
        same(run_one(op, {ones, columns({big, -big, 1, 1, 1, 1}, transposed)}), filled<float>({1, 37}, 4)));
    EXPECT_TRUE(same(run_one(op, {ones, columns({0x1p24f, 1, 1, 0, 0, 0}, transposed)}),
                     filled<float>({1, 37}, 0x1p24f + 2)));
    EXPECT_TRUE(same(run_one(op, {ones, columns({-0.0f, -0.0f, -0.0f, -0.0f, -0.0f, -0.0f}, transposed)}),
                     filled<float>({1, 37}, 0)));
    const Tensor nan = run_one(op, {ones, columns({-INFINITY, INFINITY, 0, 0, 0, 0}, transposed)});
    for (const float x : nan.values<float>()) EXPECT_EQ(std::bit_cast<uint32_t>(x), 0x7fc00000u);
  }
  const f16 one = round_to_f16(1), large = round_to_f16(2048);
  EXPECT_TRUE(same(run_one(matmul(), {filled<f16>({3}, one), Tensor::of<f16>({3}, {large, one, one})}),
                   Tensor::scalar(round_to_f16(2050))));
  EXPECT_TRUE(same(run_one(matmul(), {filled<double>({3}, 1), Tensor::of<double>({3}, {0x1p53, 1, 1})}),
                   Tensor::scalar(0x1p53)));
  // (1 + 2^-30)^2 rounds before it is added: a fused sum would keep 2^-60.
  const double x = 1 + 0x1p-30;
  EXPECT_TRUE(
      same(run_one(matmul(), {Tensor::of<double>({2}, {-1, x}), Tensor::of<double>({2}, {1 + 0x1p-29, x})}),
           Tensor::scalar(0.0)));
}

TEST(MatMul, EveryPathGivesTheBitsOfThePlainLoop) {
  uint64_t random = 1;
  const auto next = [&] {
    random = random * 6364136223846793005u + 1442695040888963407u;
    return std::bit_cast<float>(static_cast<uint32_t>(random >> 32) % 0x3f000000u + 0x20000000u) *
           (random >> 31 & 1 ? 1.0f : -1.0f);
  };
  for (const int64_t rows : {1, 3, 4, 35}) {
    for (const int64_t depth : {1, 3, 4, 7, 70}) {
      for (const int64_t columns : {1, 7, 8, 15, 16, 17, 33, 47, 64, 115}) {
        Tensor a = Tensor::zeros(ElementType::kF32, {rows, depth}),
               b = Tensor::zeros(ElementType::kF32, {depth, columns});
        for (int64_t i = 0; i < a.count(); ++i) a.writable<float>()[i] = next();
        for (int64_t i = 0; i < b.count(); ++i) b.writable<float>()[i] = next();
        Tensor expected = Tensor::zeros(ElementType::kF32, {rows, columns}),
               b_transposed = b.view(0, {columns, depth});
        for (int64_t n = 0; n < columns; ++n) {
          for (int64_t k = 0; k < depth; ++k) {
            b_transposed.writable<float>()[n * depth + k] = b.data<float>()[k * columns + n];
          }
          for (int64_t m = 0; m < rows; ++m) {
            double sum = 0;
            for (int64_t k = 0; k < depth; ++k) {
              sum += double{a.data<float>()[m * depth + k]} * double{b.data<float>()[k * columns + n]};
            }
            expected.writable<float>()[m * columns + n] = numbers::round_to<float>(sum);
          }
        }
        EXPECT_TRUE(same(run_one(matmul(), {a, b}), expected)) << columns;
        EXPECT_TRUE(same(run_one(matmul(false, true), {a, b_transposed}), expected)) << columns;
        for (const Registers registers : {Registers::kOfOne, Registers::kOfFour, Registers::kOfEight}) {
          if (registers > widest_registers()) break;
          Deadline deadline;
          const auto left = MatrixView<float>::of_rows(a.data<float>(), rows, depth);
          const auto right = MatrixView<float>::of_rows(b.data<float>(), depth, columns);
          const auto turned =
              MatrixView<float>::of_rows(b_transposed.data<float>(), columns, depth).transposed();
          for (const MatrixView<float>& factor : {right, turned}) {
            Tensor product = Tensor::zeros(ElementType::kF32, {rows, columns});
            multiply_matrices(left, factor, deadline, product.writable<float>(), registers);
            EXPECT_TRUE(same(product, expected)) << columns;
          }
        }
      }
    }
  }
}

TEST(MatMul, IntegersWrap) {
  EXPECT_TRUE(same(run_one(matmul(), {Tensor::of<int8_t>({2}, {100, 100}), Tensor::of<int8_t>({2}, {2, 1})}),
                   Tensor::scalar<int8_t>(44)));
  const int64_t least = std::numeric_limits<int64_t>::min();
  EXPECT_TRUE(
      same(run_one(matmul(), {Tensor::of<int64_t>({2}, {least, 3}), Tensor::of<int64_t>({2}, {-1, 1})}),
           Tensor::scalar<int64_t>(least + 3)));
  EXPECT_TRUE(
      same(run_one(matmul(), {Tensor::of<uint64_t>({2}, {UINT64_MAX, 2}), Tensor::of<uint64_t>({2}, {2, 1})}),
           Tensor::scalar<uint64_t>(0)));
}

TEST(MatMul, Rejects) {
  const auto floats = [](const Shape& shape) { return filled<float>(shape, 0); };
  EXPECT_EQ(rule_of(matmul(), {floats({2, 3}), floats({2, 3})}), "OP-5");
  EXPECT_EQ(rule_of(matmul(true, false), {floats({2, 3}), floats({2, 3})}), "");
  EXPECT_EQ(rule_of(matmul(), {floats({}), floats({1})}), "OP-5");
  EXPECT_EQ(rule_of(matmul(), {floats({2, 1, 1}), floats({3, 1, 1})}), "OP-5");
  EXPECT_EQ(rule_of(matmul(), {floats({1}), filled<double>({1}, 0)}), "OP-4");
  EXPECT_EQ(rule_of(matmul(), {filled({1}, true), filled({1}, true)}), "OP-4");
}

TEST(MatMul, InfersWhatIsKnown) {
  const auto dims = [](std::initializer_list<Dimension> list) {
    return PartialShape::of(std::span(list.begin(), list.size()));
  };
  const Dimension any = Dimension::any(), two = Dimension::exactly(2), three = Dimension::exactly(3);
  const auto infer = [&](const PartialShape& a, const PartialShape& b) {
    const std::vector<Operand> operands = {{ElementType::kF32, a}, {ElementType::kF32, b}};
    std::vector<Signature> outputs(1);
    const Result<void> result = matmul().infer(operands, outputs);
    return result.ok() ? outputs[0].shape.text() : result.error().rule();
  };
  EXPECT_EQ(infer(dims({any, two, any}), dims({three, any, three})), dims({three, two, three}).text());
  EXPECT_EQ(infer(dims({any, two, any}), dims({any, any})), dims({any, two, any}).text());
  EXPECT_EQ(infer(dims({any, two}), dims({three, any})), "OP-5");
  EXPECT_EQ(infer(dims({two, any, any}), dims({Dimension{3, 8}, any, any})), "OP-5");
  EXPECT_EQ(infer(PartialShape::any(), dims({any})), PartialShape::any().text());
  EXPECT_EQ(infer(PartialShape::any(), dims({})), "OP-5");
}

}  // namespace
}  // namespace backedge::ops
