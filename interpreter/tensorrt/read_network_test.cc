#include "interpreter/tensorrt/read_network.h"

#include <gtest/gtest.h>

namespace backedge::tensorrt {
namespace {

std::string fault(const std::string& text) {
  const auto network = read_network(text, "n.json");
  return network.ok() ? "" : network.error().rule() + ": " + network.error().message();
}

std::string with_calls(const std::string& calls) {
  return R"({"format": "tensorrt-network", "calls": [)" + calls + "]}";
}

TEST(ReadNetwork, MakesTheCalls) {
  const auto network = read_network(with_calls(R"(
      {"as": "x", "call": "addInput", "type": "kHALF", "dimensions": [-1, 3]},
      {"as": "y", "call": "addTopK", "input": "x", "op": "kMIN", "k": 2, "reduceAxes": 2},
      {"as": "c", "call": "addConstant", "dimensions": [2], "weights": {"type": "kINT8", "values": [-128, 127]}},
      {"call": "markOutput", "tensor": "y:1"})"),
                                    "n.json");
  ASSERT_TRUE(network.ok()) << network.error().text();
  const INetworkDefinition& n = *network.value();
  ASSERT_EQ(n.getNbInputs(), 1);
  const auto& input = std::get<InputArguments>(n.getInput(0)->layer().data().arguments);
  EXPECT_EQ(input.type, DataType::kHALF);
  EXPECT_EQ(input.dimensions.d[0], -1);
  ASSERT_EQ(n.outputs().size(), 1U);
  EXPECT_EQ(n.outputs()[0]->index(), 1);
  const auto& top = std::get<TopKArguments>(n.outputs()[0]->layer().data().arguments);
  EXPECT_EQ(top.op, TopKOperation::kMIN);
  EXPECT_EQ(top.axes, 2U);
  const auto& weights = std::get<ConstantArguments>(n.layers()[2]->data().arguments);
  ASSERT_TRUE(weights.value);
  EXPECT_TRUE(weights.value->same_bits(Tensor::of<int8_t>({2}, {-128, 127})));
}

TEST(ReadNetwork, RejectsWhatIsNoNetwork) {
  EXPECT_EQ(fault(with_calls("")), "");
  for (const char* text :
       {"", "{", "[]", "{}", R"({"format": "onnx", "calls": []})", R"({"format": "tensorrt-network"})",
        R"({"format": "tensorrt-network", "calls": {}})",
        R"({"format": "tensorrt-network", "calls": [], "more": 1})",
        R"({"format": "tensorrt-network", "calls": [], "calls": []})"}) {
    EXPECT_EQ(fault(text).substr(0, 6), "TRT-22") << text;
  }
  EXPECT_EQ(fault(std::string(100'000, '[')).substr(0, 6), "TRT-22");
}

TEST(ReadNetwork, EndsWhenTheTimeIsOver) {
  std::string calls = R"({"as": "l", "call": "addLoop"})";
  for (int k = 0; k < 2000; ++k) calls += R"(,{"call": "setName", "on": "l", "name": "a"})";
  Deadline endless, over(0);
  EXPECT_TRUE(read_network(with_calls(calls), "n.json", &endless).ok());
  const auto network = read_network(with_calls(calls), "n.json", &over);
  ASSERT_FALSE(network.ok());
  EXPECT_EQ(network.error().rule(), "LIMIT-1");
  EXPECT_EQ(network.error().phase(), Phase::kRead);
}

TEST(ReadNetwork, NamesTheNumberOfTheCall) {
  const auto network =
      read_network(with_calls(R"({"as": "l", "call": "addLoop"}, {"call": "addLoops"})"), "n.json");
  ASSERT_FALSE(network.ok());
  EXPECT_EQ(network.error().where(), "n.json: call 1");
  EXPECT_EQ(network.error().phase(), Phase::kRead);
}

TEST(ReadNetwork, ReadsRealsAsBitsAndDecimals) {
  const auto network = read_network(with_calls(R"({"as": "c", "call": "addConstant", "dimensions": [3],
      "weights": {"type": "kFLOAT", "values": [0.1, "0x80000000", "0x7fc00001"]}})"),
                                    "n.json");
  ASSERT_TRUE(network.ok()) << network.error().text();
  const Tensor& value = *std::get<ConstantArguments>(network.value()->layers()[0]->data().arguments).value;
  EXPECT_EQ(value.data<float>()[0], 0.1F);
  EXPECT_EQ(std::bit_cast<uint32_t>(value.data<float>()[1]), 0x80000000U);
  EXPECT_EQ(std::bit_cast<uint32_t>(value.data<float>()[2]), 0x7fc00001U);
  for (const char* wrong : {"1e39", "16777217", "\"0x8000\"", "true", "\"1\""}) {
    EXPECT_NE(
        fault(with_calls(
            R"({"as": "c", "call": "addConstant", "dimensions": [1], "weights": {"type": "kFLOAT", "values": [)" +
            std::string(wrong) + "]}}")),
        "")
        << wrong;
  }
}

}  // namespace
}  // namespace backedge::tensorrt
