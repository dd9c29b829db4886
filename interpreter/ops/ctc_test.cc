#include "interpreter/ops/ctc.h"

#include "interpreter/ops/testing/testing.h"

namespace backedge::ops {
namespace {

using namespace backedge::testing;

/// Elements of one sequence whose best path is `path`, of 4 classes.
Tensor steps(const Shape& shape, std::initializer_list<int64_t> path) {
  Tensor data = Tensor::zeros(ElementType::kF32, shape);
  int64_t t = 0;
  for (const int64_t best : path) data.writable<float>()[4 * t++ + best] = 1;
  return data;
}

TEST(CtcGreedyDecoder, MergesClassesAndDropsTheBlankOne) {
  const Tensor data = steps({6, 1, 4}, {1, 1, 3, 1, 0, 3});
  const Tensor mask = floats({6, 1}, {1, 1, 1, 1, 1, 1});
  EXPECT_TRUE(
      same(run_one(make_ctc_greedy_decoder(), {data, mask}), floats({1, 6, 1, 1}, {1, 1, 0, -1, -1, -1})));
  EXPECT_TRUE(same(run_one(make_ctc_greedy_decoder(false), {data, mask}),
                   floats({1, 6, 1, 1}, {1, 1, 1, 0, -1, -1})));
}

TEST(CtcGreedyDecoder, EndsAtTheFirstZeroOfTheMask) {
  const Tensor data = steps({4, 1, 4}, {0, 1, 2, 0});
  const auto decoded = [&](std::initializer_list<float> mask) {
    return run_one(make_ctc_greedy_decoder(), {data, floats({4, 1}, mask)});
  };
  EXPECT_TRUE(same(decoded({1, 1, 0, 0}), floats({1, 4, 1, 1}, {0, 1, -1, -1})));
  EXPECT_TRUE(same(decoded({1, 0, 1, 1}), floats({1, 4, 1, 1}, {0, -1, -1, -1})));
  EXPECT_TRUE(same(decoded({1, 1, -0.0f, 1}), floats({1, 4, 1, 1}, {0, 1, -1, -1})));
  EXPECT_TRUE(same(decoded({kNaN, 0.5, -1, 2}), floats({1, 4, 1, 1}, {0, 1, 2, 0})));
  EXPECT_TRUE(same(decoded({0, 1, 1, 1}), floats({1, 4, 1, 1}, {-1, -1, -1, -1})));
}

TEST(CtcGreedyDecoder, OrderOfElements) {
  const auto best = [](std::initializer_list<float> elements) {
    const Tensor data = floats({1, 1, 4}, elements);
    return run_one(make_ctc_greedy_decoder(), {data, floats({1, 1}, {1})}).data<float>()[0];
  };
  EXPECT_EQ(best({1, 1, 1, 0}), 0);
  EXPECT_EQ(best({0, 1, 1, 0}), 1);
  EXPECT_EQ(best({-0.0f, 0, 0, -1}), 0);
  EXPECT_EQ(best({kNaN, -kInf, 0, -1}), 2);
  EXPECT_EQ(best({kNaN, -kInf, kNaN, kNaN}), 1);
  EXPECT_EQ(best({kNaN, kNaN, kNaN, kNaN}), 0);
  EXPECT_EQ(best({0, kInf, kNaN, 0}), 1);
  EXPECT_EQ(best({0, 0, 0, 1}), -1);
}

TEST(CtcGreedyDecoder, RoundsClassesToTheType) {
  Tensor data = Tensor::zeros(ElementType::kBF16, {1, 1, 300});
  data.writable<bf16>()[257] = round_to_bf16(1);
  const Tensor mask = Tensor::of<bf16>({1, 1}, {round_to_bf16(1)});
  EXPECT_EQ(to_float(run_one(make_ctc_greedy_decoder(), {data, mask}).data<bf16>()[0]), 256);
}

TEST(CtcGreedyDecoder, Shapes) {
  const Operation decoder = make_ctc_greedy_decoder();
  const auto of_shape = [](const Shape& shape) { return Tensor::zeros(ElementType::kF32, shape); };
  EXPECT_EQ(run_one(decoder, {of_shape({0, 2, 3}), of_shape({0, 2})}).shape(), (Shape{2, 0, 1, 1}));
  EXPECT_EQ(run_one(decoder, {of_shape({2, 0, 3}), of_shape({2, 0})}).shape(), (Shape{0, 2, 1, 1}));
  EXPECT_EQ(rule_of(decoder, {of_shape({2, 1, 0}), of_shape({2, 1})}), "OP-5");
  EXPECT_EQ(rule_of(decoder, {of_shape({2, 3}), of_shape({2, 3})}), "OP-5");
  EXPECT_EQ(rule_of(decoder, {of_shape({2, 1, 3}), of_shape({1, 2})}), "OP-5");
  EXPECT_EQ(rule_of(decoder, {of_shape({2, 1, 3}), of_shape({2, 1, 1})}), "OP-5");
  EXPECT_EQ(rule_of(decoder, {of_shape({2, 1, 3}), Tensor::zeros(ElementType::kF64, {2, 1})}), "OP-4");
  EXPECT_EQ(rule_of(decoder, {list({1}), list({1})}), "OP-4");
}

TEST(CtcGreedyDecoderSeqLen, CountsTheClasses) {
  const Tensor data = steps({2, 3, 4}, {1, 1, 3, 2, 0, 2});
  const auto decoded = [&](const CtcDecoder& options, std::vector<Tensor> more) {
    std::vector<Tensor> inputs = {data};
    inputs.insert(inputs.end(), more.begin(), more.end());
    return run(make_ctc_greedy_decoder_seq_len(options), inputs, 2).value();
  };
  const Tensor lengths = Tensor::of<int32_t>({2}, {3, 2});
  EXPECT_TRUE(same(decoded({}, {lengths})[0], Tensor::of<int32_t>({2, 3}, {1, -1, -1, 2, 0, -1})));
  EXPECT_TRUE(same(decoded({}, {lengths})[1], Tensor::of<int32_t>({2}, {1, 2})));
  const CtcDecoder wide = {.merges_repeated = false, .class_type = ElementType::kI64};
  EXPECT_TRUE(same(decoded(wide, {lengths})[0], Tensor::of<int64_t>({2, 3}, {1, 1, -1, 2, 0, -1})));
  EXPECT_TRUE(same(decoded(wide, {lengths})[1], Tensor::of<int32_t>({2}, {2, 2})));
  const CtcDecoder counts = {.length_type = ElementType::kI64};
  const Tensor blank = Tensor::of<int32_t>({1}, {1});
  EXPECT_TRUE(same(decoded(counts, {lengths, blank})[0], Tensor::of<int32_t>({2, 3}, {3, -1, -1, 2, 0, -1})));
  EXPECT_TRUE(same(decoded(counts, {lengths, blank})[1], list({1, 2})));
}

TEST(CtcGreedyDecoderSeqLen, RejectsLengthsAndBlanks) {
  const Operation decoder = make_ctc_greedy_decoder_seq_len();
  const auto rule = [&](const Tensor& lengths, std::vector<Tensor> blank = {}) {
    std::vector<Tensor> inputs = {steps({1, 2, 4}, {0, 1}), lengths};
    inputs.insert(inputs.end(), blank.begin(), blank.end());
    return rule_of(decoder, inputs, 2);
  };
  EXPECT_EQ(rule(list({2})), "");
  EXPECT_EQ(rule(list({0})), "");
  EXPECT_EQ(rule(list({3})), "OP-6");
  EXPECT_EQ(rule(list({-1})), "OP-6");
  EXPECT_EQ(rule(list({2}), {scalar(3)}), "");
  EXPECT_EQ(rule(list({2}), {scalar(4)}), "OP-6");
  EXPECT_EQ(rule(list({2}), {scalar(-1)}), "OP-6");
  EXPECT_EQ(rule(list({2}), {list({1, 2})}), "OP-5");
  EXPECT_EQ(rule(list({2}), {Tensor::of<int32_t>({}, {1})}), "OP-4");
  EXPECT_EQ(rule(list({2, 2})), "OP-5");
  EXPECT_EQ(rule(scalar(2)), "OP-5");
  EXPECT_EQ(rule(floats({1}, {2})), "OP-4");
  EXPECT_EQ(rule(Tensor::of<uint8_t>({1}, {2})), "OP-4");
}

}  // namespace
}  // namespace backedge::ops
