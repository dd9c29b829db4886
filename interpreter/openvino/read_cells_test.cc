#include "interpreter/openvino/testing/made_operation.h"
#include "interpreter/ops/testing/testing.h"

/// How the attributes of recurrent cells, and of sequences of them, are read.
namespace backedge::openvino {
namespace {

using testing::floats;
using testing::list;
using testing::run_one;
using testing::same;

TEST(Cells, Attributes) {
  const auto lstm = [](std::string_view version, Written written) {
    return rule_of_making("LSTMCell", version, 6, std::move(written), 2);
  };
  const auto gru = [](Written written) { return rule_of_making("GRUCell", "", 5, std::move(written)); };
  const auto rnn = [](Written written) { return rule_of_making("RNNCell", "", 5, std::move(written)); };
  EXPECT_EQ(lstm("opset4", {{"hidden_size", "1"}, {"activations", "relu, relu,relu"}}), "");
  EXPECT_EQ(lstm("opset1", {{"hidden_size", "0"}}), "OP-2");
  EXPECT_EQ(lstm("opset4", {{"hidden_size", "9223372036854775807"}}), "OP-2");
  EXPECT_EQ(lstm("opset4", {{"hidden_size", "1"}, {"activations", "sigmoid,tanh"}}), "OP-2");
  EXPECT_EQ(lstm("opset1", {{"hidden_size", "1"}, {"weights_format", "fico"}, {"input_forget", "false"}}),
            "");
  EXPECT_EQ(lstm("opset1", {{"hidden_size", "1"}, {"weights_format", "ifco"}}), "OP-2");
  EXPECT_EQ(lstm("opset1", {{"hidden_size", "1"}, {"input_forget", "true"}}), "OP-2");
  EXPECT_EQ(lstm("opset4", {{"hidden_size", "1"}, {"input_forget", "false"}}), "OP-2");
  EXPECT_EQ(rnn({{"hidden_size", "1"}, {"activations", "hardsigmoid"}}), "OP-2");
  EXPECT_EQ(rnn({{"hidden_size", "1"}, {"activations_alpha", ""}, {"activations_beta", "0.5"}}), "");
  EXPECT_EQ(gru({{"hidden_size", "1"}, {"clip", "-1"}}), "OP-2");
  EXPECT_EQ(gru({{"hidden_size", "1"}, {"clip", "nan"}}), "OP-2");
  EXPECT_EQ(gru({{"hidden_size", "1"}, {"clip", "inf"}, {"linear_before_reset", "true"}}), "");
}

// h' = f(x * w). The result shows the order of activations and the clip.
TEST(Cells, AttributesReachTheCell) {
  const Tensor one = floats({1, 1}, {1}), none = floats({1}, {0});
  const auto rnn = [&](Written written) {
    written.push_back({"hidden_size", "1"});
    return run_one(made("RNNCell", "", 5, written),
                   {floats({1, 1}, {5}), one, one, floats({1, 1}, {0}), none});
  };
  EXPECT_TRUE(same(rnn({{"activations", "relu"}}), floats({1, 1}, {5})));
  EXPECT_TRUE(same(rnn({{"activations", "relu"}, {"clip", "3"}}), floats({1, 1}, {3})));
}

TEST(Sequences, Attributes) {
  const auto lstm = [](std::string_view version, Written written) {
    return rule_of_making("LSTMSequence", version, 7, std::move(written), 3);
  };
  const auto gru = [](Written written) {
    return rule_of_making("GRUSequence", "", 6, std::move(written), 2);
  };
  const auto rnn = [](Written written) {
    return rule_of_making("RNNSequence", "", 6, std::move(written), 2);
  };
  for (const char* direction : {"forward", "reverse", "bidirectional"}) {
    const Written plain = {{"hidden_size", "1"}, {"direction", direction}};
    EXPECT_EQ(lstm("opset5", plain), "");
    EXPECT_EQ(gru(plain), "");
    EXPECT_EQ(rnn(plain), "");
  }
  EXPECT_EQ(lstm("opset4", {{"hidden_size", "1"}, {"direction", "forward"}}), "OP-1");
  EXPECT_EQ(lstm("", {{"hidden_size", "1"}}), "OP-2");
  EXPECT_EQ(lstm("", {{"direction", "forward"}}), "OP-2");
  EXPECT_EQ(rnn({{"hidden_size", "1"}, {"direction", "backward"}}), "OP-2");
  EXPECT_EQ(rnn({{"hidden_size", "1"}, {"direction", "FORWARD"}, {"activations", "TANH"}}), "");
  EXPECT_EQ(rnn({{"hidden_size", "1"}, {"direction", "onward"}}), "OP-2");
  EXPECT_EQ(lstm("", {{"hidden_size", "1"}, {"direction", "forward"}, {"input_forget", "false"}}), "OP-2");
  EXPECT_EQ(gru({{"hidden_size", "1"}, {"direction", "reverse"}, {"activations", "relu,tanh,tanh"}}), "OP-2");
  EXPECT_EQ(gru({{"hidden_size", "1"}, {"direction", "reverse"}, {"linear_before_reset", "1"}}), "");
  EXPECT_EQ(rnn({{"hidden_size", "1"}, {"direction", "reverse"}, {"linear_before_reset", "1"}}), "OP-2");
  const Written plain = {{"hidden_size", "1"}, {"direction", "forward"}};
  EXPECT_EQ(rule_of_making("LSTMSequence", "", 6, plain, 3), "OP-3");
  EXPECT_EQ(rule_of_making("GRUSequence", "", 5, plain, 2), "OP-3");
  EXPECT_EQ(rule_of_making("RNNSequence", "", 6, plain, 1), "OP-3");
}

// h' = f(clip(10 h + x)) of x = 1, 2 from h = 3.
TEST(Sequences, AttributesReachThem) {
  const auto last = [](Written written) {
    written.push_back({"hidden_size", "1"});
    const Operation op = made("RNNSequence", "", 6, std::move(written), 2);
    const auto results = testing::run(op,
                                      {floats({1, 2, 1}, {1, 2}), floats({1, 1, 1}, {3}), list({2}),
                                       floats({1, 1, 1}, {1}), floats({1, 1, 1}, {10}), floats({1, 1}, {0})},
                                      2);
    return results.ok() ? results.value()[1].values<float>()[0] : -1;
  };
  EXPECT_EQ(last({{"activations", "relu"}, {"direction", "forward"}}), 312);
  EXPECT_EQ(last({{"activations", "relu"}, {"direction", "reverse"}}), 321);
  EXPECT_EQ(last({{"activations", "relu"}, {"direction", "forward"}, {"clip", "30.5"}}), 30.5);
}

}  // namespace
}  // namespace backedge::openvino
