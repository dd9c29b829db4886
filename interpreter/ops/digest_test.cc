#include "interpreter/ops/along_axis.h"
#include "interpreter/ops/cells.h"
#include "interpreter/ops/convolution.h"
#include "interpreter/ops/elementwise.h"
#include "interpreter/ops/matmul.h"
#include "interpreter/ops/movement.h"
#include "interpreter/ops/normalizations.h"
#include "interpreter/ops/numbers.h"
#include "interpreter/ops/pooling.h"
#include "interpreter/ops/reduce.h"
#include "interpreter/ops/sequences.h"
#include "interpreter/ops/testing/digests.h"

/// These files run every operation that computes over fixed inputs of every element type, and compare a digest
/// of all bits of its outputs. This finds a compiler or processor that gives other bits. Other tests prove
/// which bits are right. tools/checks/check_tree lists operations without a digest.
namespace backedge::ops {
namespace {

using testing::Digests;
using testing::draw;
using testing::Kind;
using testing::list;

TEST_F(Digests, OfFunctions) {
  expect_unary("Abs", make_abs(), 0xcaf82244cf1cdb26);
  expect_unary("Ceiling", make_ceiling(), 0x5b79c6db970da013);
  expect_unary("Clamp", make_clamp({.low = -1.3, .high = 2.7}), 0x295cdb892aa2a6bb);
  expect_unary("Cos", make_cos(), 0x7629faf16f44a1da);
  expect_unary("Exp", make_exp(), 0x98aac1e04cf7aae0);
  expect_unary("Floor", make_floor(), 0x317025a8a180d0fb);
  expect_unary("Log", make_log(), 0x3f8e902c8af8abf2);
  expect_unary("LogicalNot", make_logical_not(), 0xda26568e1cef2493);
  expect_unary("Negative", make_negative(), 0xc1f9eccdf28967f5);
  expect_unary("ReLU", make_relu(), 0x50d0f2a97f44ae88);
  expect_unary("Sigmoid", make_sigmoid(), 0x002355c5a4a49660);
  expect_unary("Sign", make_sign(), 0xe85b3e6db70a05ef);
  expect_unary("Sin", make_sin(), 0x87a52aa6ecf94708);
  expect_unary("SoftSign", make_softsign(), 0xb18737f1319fceb8);
  expect_unary("Sqrt", make_sqrt(), 0x65611bb303f0d7bc);
  expect_unary("Tanh", make_tanh(), 0x7492a9252626b07b);
}

TEST_F(Digests, OfMoreFunctions) {
  expect_unary("Acos", make_acos(), 0x532264a32c42729c);
  expect_unary("Acosh", make_acosh(), 0xf61f5061ab81767a);
  expect_unary("Asin", make_asin(), 0x362fcbcde5b92e49);
  expect_unary("Asinh", make_asinh(), 0xf7da37050b6b16b7);
  expect_unary("Atan", make_atan(), 0x41cb585b64a86945);
  expect_unary("Atanh", make_atanh(), 0x95561da23a8a366d);
  expect_unary("BitwiseNot", make_bitwise_not(), 0x6f62f113b88240f4);
  expect_unary("Cosh", make_cosh(), 0xffa2d9482706d2c2);
  expect_unary("Elu", make_elu(1.3), 0xa866944fccc8ebd3);
  expect_unary("Erf", make_erf(), 0xc89a3fe20d907873);
  expect_unary("Gelu erf", make_gelu_erf(), 0x56702faf6b81a01a);
  expect_unary("Gelu tanh", make_gelu_tanh(), 0xd880eddca22213ba);
  expect_unary("HSigmoid", make_hsigmoid(), 0xfda8b74c5b9dd73f);
  expect_unary("HSwish", make_hswish(), 0xd0af7404cea8ca7e);
  expect_unary("IsFinite", make_is_finite(), 0x49c69a6f154e18ce);
  expect_unary("IsInf", make_is_inf(), 0x0a10fb3df40616a7);
  expect_unary("IsNaN", make_is_nan(), 0x0050730907425f0b);
  expect_unary("Mish", make_mish(), 0xad3a4f2073e1db9f);
  expect_unary("Round", make_round(), 0xf685a33db549d612);
  expect_unary("Round away", make_round(Halves::kAwayFromZero), 0x7b56cb5d70c50940);
  expect_unary("Sinh", make_sinh(), 0xf33fc140598c8c6f);
  expect_unary("SoftPlus", make_softplus(), 0x626595e85432aa62);
  expect_unary("Swish", make_swish(), 0x718dafad0924091e);
  expect_unary("Tan", make_tan(), 0x5df43cfd92d42914);
}

TEST_F(Digests, OfArithmetic) {
  expect_binary("Add", make_add(), 0x0fa99bc795f42df1);
  expect_binary("Atan2", make_atan2(), 0x685778a700d2e5f3);
  expect_binary("Divide", make_divide({.floors_integers = true}), 0x8feba14e7bce1ed9, Kind::kOdd);
  expect_binary("FloorMod", make_floor_mod(), 0x0159331b7cb51cb7, Kind::kOdd);
  expect_binary("Maximum", make_maximum(), 0xf830f19672a6517c);
  expect_binary("Minimum", make_minimum(), 0x86a0152c28058e31);
  expect_binary("Mod", make_mod(), 0x5f762d51b9d76a69, Kind::kOdd);
  expect_binary("Multiply", make_multiply(), 0x847093694ef8a5cd);
  expect_binary("PRelu", make_prelu(), 0x4927e3f9bfc8ac01);
  expect_binary("Power", make_power(), 0x29f0bf5244ded142, Kind::kOdd);
  expect_binary("SquaredDifference", make_squared_difference(), 0x6c99867d619a899d);
  expect_binary("Subtract", make_subtract(), 0xdb9fc0c3e5a742c8);
}

TEST_F(Digests, OfComparison) {
  expect_binary("Equal", make_equal(), 0xac919c8f990c3c33);
  expect_binary("Greater", make_greater(), 0xabd2e9c0fe9a3961);
  expect_binary("GreaterEqual", make_greater_equal(), 0x9e64efffb50cf59b);
  expect_binary("Less", make_less(), 0xf3cbf25856c6355f);
  expect_binary("LessEqual", make_less_equal(), 0x0a8a859d023a5c9a);
  expect_binary("LogicalAnd", make_logical_and(), 0xb1512e557d1a433c);
  expect_binary("LogicalOr", make_logical_or(), 0x89ed9961b26e47fe);
  expect_binary("LogicalXor", make_logical_xor(), 0xd36e6b92cebecdef);
  expect_binary("NotEqual", make_not_equal(), 0xe6ee76e2645ad232);
}

TEST_F(Digests, OfBits) {
  expect_binary("BitwiseAnd", make_bitwise_and(), 0x17b3937584325556);
  expect_binary("BitwiseLeftShift", make_bitwise_left_shift(), 0x34c5c98899b02782);
  expect_binary("BitwiseOr", make_bitwise_or(), 0x89c11b5265eb60f9);
  expect_binary("BitwiseRightShift", make_bitwise_right_shift(), 0xdf9c29cd4467f843);
  expect_binary("BitwiseXor", make_bitwise_xor(), 0x2303bc6094b7d429);
}

TEST_F(Digests, OfConvert) {
  for (size_t k = 0; k <= static_cast<size_t>(ElementType::kF64); ++k) {
    const Operation convert = make_convert(static_cast<ElementType>(k));
    for (const Kind kind : {Kind::kBits, Kind::kSmall}) {
      add(convert, [kind](ElementType of) -> std::vector<Tensor> { return {draw(of, {500}, kind)}; });
    }
  }
  expect("Convert", 0xc5732a1e7cd66f02);
}

// Sizes below, at and above the number of columns that a vector kernel computes at a time.
TEST_F(Digests, OfMatMul) {
  for (const int64_t columns : {1, 7, 8, 15, 16, 17, 33}) {
    for (const int64_t inner : {1, 3, 4, 37}) {
      add(make_matmul(), [=](ElementType of) -> std::vector<Tensor> {
        return {draw(of, {3, inner}, Kind::kSmall, 0), draw(of, {inner, columns}, Kind::kSmall, 1)};
      });
      add(make_matmul({.transpose_a = true, .transpose_b = true}),
          [=](ElementType of) -> std::vector<Tensor> {
            return {draw(of, {inner, 2}, Kind::kSmall, 0), draw(of, {columns, inner}, Kind::kSmall, 1)};
          });
    }
  }
  for (const bool transposed : {false, true}) {
    add(make_matmul({.transpose_b = transposed}), [](ElementType of) -> std::vector<Tensor> {
      return {draw(of, {18, 18}, Kind::kBits, 0), draw(of, {18, 18}, Kind::kBits, 1)};
    });
  }
  expect("MatMul", 0x3f81207ada9f6ac4);
}

TEST_F(Digests, OfReductions) {
  const auto expect_reduction = [this](std::string_view name, const Operation& operation, uint64_t expected) {
    for (const std::vector<int64_t>& axes : {std::vector<int64_t>{0}, {1}, {0, 2}, {2, 1, 0}}) {
      for (const Kind kind : {Kind::kBits, Kind::kSmall}) {
        add(operation, [=](ElementType of) -> std::vector<Tensor> {
          return {draw(of, {7, 8, 9}, kind), list(axes)};
        });
      }
    }
    expect(name, expected);
  };
  expect_reduction("ReduceLogicalAnd", make_reduce_logical_and(), 0x305d9b7ec738896e);
  expect_reduction("ReduceLogicalOr", make_reduce_logical_or(), 0xdf1f5d02526484f2);
  expect_reduction("ReduceMax", make_reduce_max(), 0x1c8b86416febd571);
  expect_reduction("ReduceMean", make_reduce_mean(), 0x5e59be5c1b7319b1);
  expect_reduction("ReduceMin", make_reduce_min(), 0x440c4bf0a2b272b3);
  expect_reduction("ReduceProd", make_reduce_prod(), 0x5ce0705339f18e5b);
  expect_reduction("ReduceSum", make_reduce_sum(), 0x572ff1f1608488c2);
}

TEST_F(Digests, OfLines) {
  const auto add_line = [this](const Operation& operation) {
    for (const Kind kind : {Kind::kBits, Kind::kSmall}) {
      add(operation, [=](ElementType of) -> std::vector<Tensor> { return {draw(of, {25, 20}, kind)}; });
    }
  };
  add_line(make_cum_sum());
  add_line(make_cum_sum({.exclusive = true, .reverse = true}));
  expect("CumSum", 0x4abdff7dc65fe45b);
  add_line(make_softmax({.axis = 0}));
  add_line(make_softmax({.axis = 1}));
  expect("Softmax", 0x6b21f364a6b99ed2);
  add_line(make_log_softmax({.axis = 0}));
  add_line(make_log_softmax({.axis = 1}));
  expect("LogSoftmax", 0xac767abfc07617d2);
  for (const bool greatest : {false, true}) {
    add(
        make_top_k({.axis = 1, .greatest = greatest, .index_type = ElementType::kI32}),
        [](ElementType of) -> std::vector<Tensor> {
          return {draw(of, {25, 20}, Kind::kBits), Tensor::scalar<int64_t>(6)};
        },
        2);
  }
  expect("TopK", 0xa206cc68df1fb53a);
}

TEST_F(Digests, OfScatters) {
  std::vector<int64_t> rows;
  for (int64_t i = 0; i < 40 * 20; ++i) rows.push_back(i * i % 25 - 25 * (i % 2));
  const Tensor indices = Tensor::of<int64_t>({40, 20}, std::span<const int64_t>(rows));
  for (const Reduction reduction :
       {Reduction::kSum, Reduction::kProduct, Reduction::kMin, Reduction::kMax, Reduction::kMean}) {
    for (const Kind kind : {Kind::kBits, Kind::kSmall}) {
      add(make_scatter_elements_update({.reduction = reduction, .begins_with_data = kind == Kind::kBits}),
          [&](ElementType of) -> std::vector<Tensor> {
            return {draw(of, {25, 20}, kind, 0), indices, draw(of, {40, 20}, kind, 1),
                    Tensor::scalar<int64_t>(0)};
          });
    }
  }
  expect("ScatterElementsUpdate", 0x26d6023ac75bc9a3);
}

TEST_F(Digests, OfScalarParameters) {
  const auto scalar = [](ElementType of, double value) {
    Tensor tensor = Tensor::zeros(of, {});
    dispatch(of, [&]<class T>(TypeTag<T>) { *tensor.writable<T>() = numbers::convert<T>(value); });
    return tensor;
  };
  add(make_hard_sigmoid(), [&](ElementType of) -> std::vector<Tensor> {
    return {draw(of, {500}, Kind::kSmall), scalar(of, 0.2), scalar(of, 0.51)};
  });
  expect("HardSigmoid", 0x3faefc32a467727c);
  add(make_selu(), [&](ElementType of) -> std::vector<Tensor> {
    Tensor alpha = Tensor::zeros(of, {1}), lambda = alpha;
    dispatch(of, [&]<class T>(TypeTag<T>) {
      *alpha.writable<T>() = numbers::convert<T>(1.7);
      *lambda.writable<T>() = numbers::convert<T>(1.1);
    });
    return {draw(of, {500}, Kind::kSmall), alpha, lambda};
  });
  expect("Selu", 0x4e9e36b42fb78c79);
  add(make_fake_quantize({.levels = 6}), [&](ElementType of) -> std::vector<Tensor> {
    return {draw(of, {500}, Kind::kSmall), scalar(of, -2.3), scalar(of, 3.1), scalar(of, -1.7),
            scalar(of, 0.9)};
  });
  expect("FakeQuantize", 0x5f1b69dfeed3cdcc);
  for (const auto type : {ElementType::kI32, ElementType::kI64, ElementType::kF16, ElementType::kBF16,
                          ElementType::kF32, ElementType::kF64}) {
    add(make_range(type), [&](ElementType of) -> std::vector<Tensor> {
      return {scalar(of, 1.7), scalar(of, 100.3), scalar(of, 3.1)};
    });
  }
  expect("Range", 0x615669460ce055c9);
}

TEST_F(Digests, OfCells) {
  const auto expect_cell = [this](std::string_view name, const Operation& cell, int64_t gates, bool has_cell,
                                  uint64_t expected, int64_t more_biases = 0) {
    add(
        cell,
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
        has_cell ? 2 : 1);
    expect(name, expected);
  };
  expect_cell("LSTMCell", make_lstm_cell({.hidden = 17}), 4, true, 0x577ad6f9475c0586);
  expect_cell("LSTMCell", make_lstm_cell({.hidden = 17, .clip = 1.5}), 4, true, 0x451a745b8bd16111);
  expect_cell("GRUCell", make_gru_cell({.hidden = 17}), 3, false, 0xc1043fb0a5c889ae);
  expect_cell("GRUCell", make_gru_cell({.hidden = 17, .linear_before_reset = true}), 3, false,
              0xb3ce7622510e9f30, 1);
  expect_cell("RNNCell", make_rnn_cell({.hidden = 17}), 1, false, 0x39bad97c42fa9e13);
}

TEST_F(Digests, OfSequences) {
  const auto expect_steps = [this](std::string_view name, const Operation& sequence,
                                   const std::vector<Shape>& shapes, uint64_t expected) {
    const auto inputs = [=](ElementType of) {
      std::vector<Tensor> all;
      for (const Shape& shape : shapes)
        all.push_back(shape.rank() == 1 ? list({4, 0, 3}) : draw(of, shape, Kind::kSmall, all.size()));
      return all;
    };
    add(sequence, inputs, shapes.size() - 4);
    expect(name, expected);
  };
  expect_steps("LSTMSequence", make_lstm_sequence({.cell = {.hidden = 5}}),
               {{3, 4, 7}, {3, 1, 5}, {3, 1, 5}, {3}, {1, 20, 7}, {1, 20, 5}, {1, 20}}, 0x4368e8fc7f198a7b);
  expect_steps("GRUSequence", make_gru_sequence({{.hidden = 5}, Direction::kReverse}),
               {{3, 4, 7}, {3, 1, 5}, {3}, {1, 15, 7}, {1, 15, 5}, {1, 15}}, 0xdf76b3027847e54f);
  expect_steps("RNNSequence", make_rnn_sequence({{.hidden = 5}, Direction::kBidirectional}),
               {{3, 4, 7}, {3, 2, 5}, {3}, {2, 5, 7}, {2, 5, 5}, {2, 5}}, 0x321e1e278db7c29d);
}

TEST_F(Digests, OfWindowsAndNormalizations) {
  // A shape of rank 0 is the list [1].
  const auto expect_of = [this](std::string_view name, const Operation& operation,
                                const std::vector<Shape>& shapes, uint64_t expected) {
    for (const Kind values : {Kind::kBits, Kind::kSmall}) {
      add(operation, [=](ElementType of) {
        std::vector<Tensor> all;
        for (const Shape& shape : shapes)
          all.push_back(shape.rank() == 0 ? list({1}) : draw(of, shape, values, all.size()));
        return all;
      });
    }
    expect(name, expected);
  };
  const Windows of = {.strides = {1, 2}, .dilations = {2, 1}, .pads_begin = {1, 0}, .pads_end = {2, 1}};
  const Shape x = {2, 6, 9, 21}, channels = {6};
  expect_of("Convolution", make_convolution({.windows = of}), {{2, 3, 9, 21}, {4, 3, 3, 2}},
            0xac603e7bc2416d01);
  expect_of("GroupConvolution", make_convolution({.windows = of, .grouped = true}), {x, {2, 4, 3, 3, 2}},
            0xb427c0f763802750);
  expect_of("ConvolutionBackpropData", make_convolution_backprop({.windows = of, .output_padding = {1, 0}}),
            {{2, 3, 9, 21}, {3, 4, 3, 2}}, 0xe9cf44eec691cedb);
  expect_of("MaxPool", make_max_pool({.windows = of, .kernel = {3, 2}}), {x}, 0xec9771c6d59e408e);
  expect_of("AvgPool", make_avg_pool({.windows = of, .kernel = {3, 2}}), {x}, 0xce3e250751ceacb0);
  expect_of("ReduceL1", make_reduce_l1(), {x, {}}, 0xbf11836e426536dd);
  expect_of("ReduceL2", make_reduce_l2(), {x, {}}, 0x0f241262e0039d92);
  expect_of("MVN", make_mvn({.epsilon = 0.1}), {x, {}}, 0xf9c8134cd5f5d5aa);
  expect_of("NormalizeL2", make_normalize_l2({.epsilon = 0.1}), {x, {}}, 0x8b227b27cd220cab);
  expect_of("LRN", make_lrn({.alpha = 0.3, .beta = 0.75, .bias = 1.1, .size = 3, .before = 1, .after = 1}),
            {x, {}}, 0x0e6ac761a0b68a43);
  expect_of("BatchNormInference", make_batch_norm(0.1), {x, channels, channels, channels, channels},
            0x87c211c921d5060c);
  expect_of("GroupNormalization", make_group_normalization({.groups = 2, .epsilon = 0.1}),
            {x, channels, channels}, 0x45a83fe78bb6b042);
}

}  // namespace
}  // namespace backedge::ops
