#include "interpreter/ops/einsum.h"

#include <limits>

#include "interpreter/ops/testing/testing.h"

namespace backedge::ops {
namespace {

using testing::at_load;
using testing::data_of;
using testing::floats;
using testing::kAny;
using testing::rule_of;
using testing::run_one;
using testing::same;
using testing::unknown;

Operation einsum(std::string_view equation) { return make_einsum(parse_equation(equation).value()); }

const Tensor kCube = floats({2, 2, 2}, {1, 2, 3, 4, 5, 6, 7, 8});

TEST(Equation, Output) {
  const auto output = [](std::string_view text) {
    const auto parsed = parse_equation(text);
    return parsed ? parsed->output : "none";
  };
  EXPECT_EQ(output("dbbc,ca"), "ad");
  EXPECT_EQ(output("AbC"), "ACb");
  EXPECT_EQ(output("a...b , ... b"), ".a");
  EXPECT_EQ(output(" i j , j k - > i k "), "ik");
  EXPECT_EQ(output("i,i->"), "");
  EXPECT_EQ(output(""), "");
  EXPECT_EQ(output(",->"), "");
  for (const char* wrong :
       {"ij->k", "ij->ii", "i1", "i..", "i....", "......", "i->j->k", "i->...", "i;j", "i->j,k", "-"})
    EXPECT_EQ(output(wrong), "none") << wrong;
  EXPECT_EQ(parse_equation("a...,,b")->inputs, (std::vector<std::string>{"a.", "", "b"}));
}

TEST(Einsum, OfOneOperand) {
  EXPECT_TRUE(same(run_one(einsum("ijk->kij"), {kCube}), floats({2, 2, 2}, {1, 3, 5, 7, 2, 4, 6, 8})));
  EXPECT_TRUE(same(run_one(einsum("kii->k"), {kCube}), floats({2}, {5, 13})));
  EXPECT_TRUE(same(run_one(einsum("kii->ki"), {kCube}), floats({2, 2}, {1, 4, 5, 8})));
  EXPECT_TRUE(same(run_one(einsum("kii"), {kCube}), floats({2}, {5, 13})));
  EXPECT_TRUE(same(run_one(einsum("iii->"), {kCube}), floats({}, {9})));
  EXPECT_TRUE(same(run_one(einsum("i..."), {kCube}), floats({2, 2, 2}, {1, 5, 2, 6, 3, 7, 4, 8})));
  EXPECT_TRUE(same(run_one(einsum("i...->..."), {kCube}), floats({2, 2}, {6, 8, 10, 12})));
  EXPECT_TRUE(same(run_one(einsum("i...->i"), {kCube}), floats({2}, {10, 26})));
  EXPECT_TRUE(same(run_one(einsum(""), {floats({}, {7})}), floats({}, {7})));
  EXPECT_TRUE(same(run_one(einsum("i->"), {floats({0}, {})}), floats({}, {0})));
}

TEST(Einsum, OfTwoOperands) {
  const Tensor row = floats({2}, {10, 100});
  EXPECT_TRUE(same(run_one(einsum("i,i->"), {row, row}), floats({}, {10100})));
  EXPECT_TRUE(same(run_one(einsum("i,j"), {row, row}), floats({2, 2}, {100, 1000, 1000, 10000})));
  EXPECT_TRUE(same(run_one(einsum("bij,j->bi"), {kCube, row}), floats({2, 2}, {210, 430, 650, 870})));
  EXPECT_TRUE(same(run_one(einsum("...j,j->..."), {kCube, row}), floats({2, 2}, {210, 430, 650, 870})));
  EXPECT_TRUE(same(run_one(einsum("bii,i->b"), {kCube, row}), floats({2}, {410, 850})));
  EXPECT_TRUE(same(run_one(einsum("ij,ij->ij"), {floats({2, 1}, {1, 2}), floats({1, 2}, {3, 5})}),
                   floats({2, 2}, {3, 5, 6, 10})));
  EXPECT_EQ(run_one(einsum("a...b,b...->a..."), {Tensor::zeros(ElementType::kF32, {9, 1, 4, 3}),
                                                 Tensor::zeros(ElementType::kF32, {3, 11, 7, 1})})
                .shape(),
            (Shape{9, 11, 7, 4}));
}

TEST(Einsum, OfMoreOperands) {
  const Tensor a = floats({2, 2}, {1, 2, 3, 4}), b = floats({2, 2}, {5, 6, 7, 8}), c = floats({2}, {1, 10});
  // a * b is [[19, 22], [43, 50]].
  EXPECT_TRUE(same(run_one(einsum("ij,jk,k->i"), {a, b, c}), floats({2}, {239, 543})));
  EXPECT_TRUE(same(run_one(einsum("ij,jk,k->ki"), {a, b, c}), floats({2, 2}, {19, 43, 220, 500})));
  const auto half = [](double value) { return Tensor::of<f16>({1}, {round_to_f16(value)}); };
  EXPECT_TRUE(same(run_one(einsum("i,i,i->i"), {half(300), half(300), half(0)}),
                   half(std::numeric_limits<double>::quiet_NaN())));  // 90000 is infinite
}

TEST(Einsum, Sums) {
  const Tensor large = floats({4}, {0x1p60f, 1, -0x1p60f, 1}), ones = floats({4}, {1, 1, 1, 1});
  EXPECT_TRUE(same(run_one(einsum("i,i->"), {large, ones}), floats({}, {1})));  // in double, in this order
  EXPECT_TRUE(
      same(run_one(einsum("i,i->"), {Tensor::of<int8_t>({2}, {100, 100}), Tensor::of<int8_t>({2}, {2, 1})}),
           Tensor::scalar<int8_t>(44)));
  EXPECT_TRUE(same(run_one(einsum("i->"), {Tensor::of<uint64_t>({2}, {UINT64_MAX, 2})}),
                   Tensor::scalar<uint64_t>(1)));
}

TEST(Einsum, Shapes) {
  EXPECT_EQ(at_load(einsum("...ij,jk->...ik"), {data_of({kAny, 2, 3}), data_of({3, 5})}), "[?,2,5]");
  EXPECT_EQ(at_load(einsum("ij,jk->ik"), {unknown(PartialShape::any(), ElementType::kF32), data_of({3, 5})}),
            "[?,5]");
  EXPECT_EQ(at_load(einsum("...j,jk->k"), {unknown(PartialShape::any(), ElementType::kF32), data_of({3, 5})}),
            "[5]");
  EXPECT_EQ(at_load(einsum("...j->..."), {unknown(PartialShape::any(), ElementType::kF32)}), "[...]");
  EXPECT_EQ(at_load(einsum("ii->i"), {data_of({kAny, 4})}), "[4]");
  EXPECT_EQ(rule_of(einsum("ij,jk"), {kCube, kCube}), "OP-5");
  EXPECT_EQ(rule_of(einsum("ijkl..."), {kCube}), "OP-5");
  EXPECT_EQ(rule_of(einsum("i,i"), {floats({2}, {1, 2}), floats({3}, {1, 2, 3})}), "OP-5");
  EXPECT_EQ(rule_of(einsum("ii"), {floats({1, 2}, {1, 2})}), "OP-5");  // not repeated
  EXPECT_EQ(rule_of(einsum("i,i"), {kCube}), "OP-3");
  EXPECT_EQ(rule_of(einsum("i,i"), {floats({1}, {1}), Tensor::of<int32_t>({1}, {1})}), "OP-4");
  EXPECT_EQ(rule_of(einsum("i"), {Tensor::of<bool>({1}, {true})}), "OP-4");
  const Tensor deep = Tensor::zeros(ElementType::kF32, {1, 1, 1, 1, 1, 1, 1});
  EXPECT_EQ(rule_of(einsum("abcdefg,hijklmn->"), {deep, deep}), "LIMIT-3");
}

}  // namespace
}  // namespace backedge::ops
