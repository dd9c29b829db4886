#include "interpreter/openvino/build_constant.h"

#include <gtest/gtest.h>

#include <span>

#include "interpreter/openvino/weights.h"

namespace backedge {
namespace {

using Attributes = std::vector<std::pair<std::string, std::string>>;

openvino::Layer constant(const Attributes& attributes) {
  openvino::Layer layer{.type = "Const"};
  for (const auto& [name, value] : attributes) layer.attributes.push_back({name, value});
  layer.outputs.push_back({.id = 0});
  return layer;
}

openvino::Layer constant(const std::string& type, const std::string& shape, int64_t offset, int64_t size) {
  return constant({{"element_type", type},
                   {"shape", shape},
                   {"offset", std::to_string(offset)},
                   {"size", std::to_string(size)}});
}

openvino::Weights weights_of(const std::vector<unsigned char>& bytes) {
  return openvino::weights_of(std::as_bytes(std::span(bytes)), "model.bin");
}

std::string rule_of(const openvino::Layer& layer, const openvino::Weights& weights) {
  const Result<Tensor> built = openvino::build_constant(layer, weights);
  return built.ok() ? "" : built.error().rule();
}

TEST(Constant, IsLittleEndianAnywhereInTheFile) {
  const openvino::Weights weights = weights_of({9, 1, 0, 0, 0, 2, 1, 0, 0, 0, 0, 0});
  const auto values = [&](int64_t offset) {
    const Tensor tensor = openvino::build_constant(constant("i32", "2", offset, 8), weights).value();
    EXPECT_EQ(tensor.shape(), Shape{2});
    return std::vector<int32_t>(tensor.values<int32_t>().begin(), tensor.values<int32_t>().end());
  };
  EXPECT_EQ(values(0), (std::vector<int32_t>{9 + 256, (2 << 8) + (1 << 16)}));
  EXPECT_EQ(values(1), (std::vector<int32_t>{1, 2 + (1 << 8)}));
  EXPECT_EQ(values(4), (std::vector<int32_t>{(2 << 8) + (1 << 16), 0}));
}

TEST(Constant, UnpacksNarrowElements) {
  const openvino::Weights weights = weights_of({0xb1, 0x5c, 0xe7, 0x1a});
  const Tensor u4 = openvino::build_constant(constant("u4", "3", 1, 2), weights).value();
  EXPECT_EQ(u4.type(), ElementType::kU4);
  EXPECT_TRUE(u4.reinterpreted_as(ElementType::kU8).same_bits(Tensor::of<uint8_t>({3}, {12, 5, 7})));
  EXPECT_EQ(rule_of(constant("u4", "3", 0, 3), weights), "WEIGHTS-3");
  EXPECT_EQ(rule_of(constant("u4", "3", 0, 1), weights), "WEIGHTS-3");
  EXPECT_EQ(rule_of(constant("u4", "6", 2, 3), weights), "WEIGHTS-2");
  EXPECT_EQ(rule_of(constant("u3", "8", 0, 3), weights), "");
  EXPECT_EQ(rule_of(constant("u3", "9", 0, 4), weights), "WEIGHTS-6");
  EXPECT_EQ(rule_of(constant("f8e4m3", "2,2", 0, 4), weights), "");
}

TEST(Constant, IsAViewOfTheFileIfItIsAligned) {
  const openvino::Weights weights = weights_of(std::vector<unsigned char>(24, 7));
  const auto address = [&](const std::string& type, const std::string& shape, int64_t offset, int64_t size) {
    return openvino::build_constant(constant(type, shape, offset, size), weights).value().bytes();
  };
  EXPECT_EQ(address("i32", "2", 4, 8), weights.bytes.get() + 4);
  EXPECT_EQ(address("i64", "1", 8, 8), weights.bytes.get() + 8);
  EXPECT_EQ(address("u8", "3", 1, 3), weights.bytes.get() + 1);
  EXPECT_NE(address("i32", "2", 2, 8), weights.bytes.get() + 2);
  EXPECT_NE(address("i64", "1", 4, 8), weights.bytes.get() + 4);
  EXPECT_NE(address("boolean", "3", 4, 3), weights.bytes.get() + 4);
}

// Any byte except 0 is true. A bool with the byte 2 would compare equal to neither true nor false.
TEST(Constant, OfBooleansIsTrueIfAByteIsNot0) {
  const Tensor tensor =
      openvino::build_constant(constant("boolean", "5", 1, 5), weights_of({1, 0, 1, 2, 255, 0})).value();
  std::vector<int> bytes;
  for (int64_t k = 0; k < 5; ++k) bytes.push_back(static_cast<int>(tensor.bytes()[k]));
  EXPECT_EQ(bytes, (std::vector<int>{0, 1, 1, 1, 0}));
}

TEST(Constant, TakesTheBytesThatItsTypeAndShapeSay) {
  const openvino::Weights weights = weights_of(std::vector<unsigned char>(16, 1));
  EXPECT_EQ(rule_of(constant("i32", "3", 0, 12), weights), "");
  EXPECT_EQ(rule_of(constant("i32", "3", 0, 11), weights), "WEIGHTS-3");
  EXPECT_EQ(rule_of(constant("i32", "3", 0, 13), weights), "WEIGHTS-3");
  EXPECT_EQ(rule_of(constant("i32", "1", 0, 1), weights), "WEIGHTS-3");
  EXPECT_EQ(rule_of(constant("i32", "?", 0, 4), weights), "WEIGHTS-4");
  EXPECT_EQ(rule_of(constant("i32", "4294967296,4294967296", 0, 4), weights), "WEIGHTS-4");
}

TEST(Constant, LiesInsideTheFile) {
  const openvino::Weights weights = weights_of(std::vector<unsigned char>(16, 1));
  EXPECT_EQ(rule_of(constant("i32", "2", 8, 8), weights), "");
  EXPECT_EQ(rule_of(constant("i32", "2", 9, 8), weights), "WEIGHTS-2");
  EXPECT_EQ(rule_of(constant("i32", "2", 16, 8), weights), "WEIGHTS-2");
  EXPECT_EQ(rule_of(constant("i32", "2", 17, 8), weights), "WEIGHTS-2");
  EXPECT_EQ(rule_of(constant("i32", "2", -1, 8), weights), "WEIGHTS-2");
  EXPECT_EQ(rule_of(constant("i32", "2", INT64_MAX, 8), weights), "WEIGHTS-2");
  EXPECT_EQ(rule_of(constant("i32", "2", INT64_MIN, 8), weights), "WEIGHTS-2");
  EXPECT_EQ(rule_of(constant("u8", "16", 0, 16), weights), "");
  EXPECT_EQ(rule_of(constant("u8", "17", 0, 17), weights), "WEIGHTS-2");
  EXPECT_EQ(rule_of(constant("i32", "2", 0, 8), openvino::Weights()), "WEIGHTS-1");
}

// Nothing is read for a Const without elements. OpenVINO writes a size of 1 for it.
TEST(Constant, WithoutElementsNeedsNoBytes) {
  for (const int64_t size : {0, 1}) {
    const Tensor tensor =
        openvino::build_constant(constant("f32", "2,0", 99, size), openvino::Weights()).value();
    EXPECT_EQ(tensor.shape(), (Shape{2, 0})) << size;
    EXPECT_EQ(tensor.type(), ElementType::kF32) << size;
  }
  EXPECT_EQ(rule_of(constant("f32", "2,0", 0, 2), openvino::Weights()), "WEIGHTS-3");
}

TEST(Constant, NeedsAnOffsetAndASizeThatAreIntegers) {
  const openvino::Weights weights = weights_of({1, 2, 3, 4});
  const Attributes i8 = {{"element_type", "i8"}, {"shape", "2"}};
  const auto with = [&](const Attributes& more) {
    Attributes all = i8;
    all.insert(all.end(), more.begin(), more.end());
    return rule_of(constant(all), weights);
  };
  EXPECT_EQ(with({{"offset", "1"}, {"size", "2"}}), "");
  EXPECT_EQ(with({{"size", "2"}}), "OP-2");
  EXPECT_EQ(with({{"offset", "1"}}), "OP-2");
  EXPECT_EQ(with({{"offset", "one"}, {"size", "2"}}), "READ-7");
}

// Builds the Consts of one model within these limits.
struct Model {
  openvino::BuildLimits limits;
  Deadline endless = Deadline();
  openvino::BuildState state = {.limits = limits, .deadline = endless};

  std::string rule_of(const openvino::Layer& layer, const openvino::Weights& weights) {
    const Result<Tensor> built = openvino::build_constant(layer, weights, state);
    return built.ok() ? "" : built.error().rule();
  }
};

TEST(ConstantsThatAreCopied, TakeNoMoreThanTheLimitTogether) {
  const openvino::Weights weights = weights_of(std::vector<unsigned char>(32, 1));
  const openvino::Layer copied = constant("i32", "2", 1, 8), viewed = constant("i32", "2", 4, 8);
  Model model{.limits = {.max_bytes = 20}};
  EXPECT_EQ(model.rule_of(copied, weights), "");
  EXPECT_EQ(model.rule_of(copied, weights), "");
  EXPECT_EQ(model.rule_of(copied, weights), "LIMIT-1");
  EXPECT_EQ(model.rule_of(viewed, weights), "");  // takes no memory
  EXPECT_EQ(model.rule_of(constant("boolean", "4", 0, 4), weights), "");
  EXPECT_EQ(model.rule_of(constant("boolean", "1", 0, 1), weights), "LIMIT-1");
}

TEST(ConstantsWithoutWeights, HaveOnlyTypeAndShapeIfWeightsAreOptional) {
  const openvino::Layer layer = constant("i32", "2", 4, 8);
  Model model{.limits = {.weights_optional = true}};
  const openvino::Weights weights = weights_of(std::vector<unsigned char>(12));
  EXPECT_TRUE(openvino::build_constant(layer, weights, model.state).value().has_value());
  const Tensor tensor = openvino::build_constant(layer, {}, model.state).value();
  EXPECT_FALSE(tensor.has_value());
  EXPECT_EQ(describe(tensor.type(), tensor.shape()), "i32[2]");
}

TEST(Declared, IsTakenFromDataOtherwiseFromThePort) {
  openvino::Layer layer{.type = "Parameter"};
  EXPECT_EQ(openvino::declared_signature(layer).error().rule(), "GRAPH-5");
  layer.outputs.push_back(
      {.id = 0, .precision = ElementType::kI8, .dims = {Dimension::exactly(2), Dimension::any()}});
  EXPECT_EQ(openvino::declared_signature(layer).value().text(), "i8[2,?]");
  layer.attributes.push_back({"element_type", "f16"});
  EXPECT_EQ(openvino::declared_signature(layer).value().text(), "f16[2,?]");
  layer.attributes.push_back({"shape", "3,4"});
  EXPECT_EQ(openvino::declared_signature(layer).value().text(), "f16[3,4]");
  layer.outputs.clear();
  EXPECT_EQ(openvino::declared_signature(layer).value().text(), "f16[3,4]");
  layer.attributes.pop_back();
  EXPECT_FALSE(openvino::declared_signature(layer).value().shape.rank_known());
  layer.attributes[0].value = "f17";
  EXPECT_FALSE(openvino::declared_signature(layer).ok());
}

}  // namespace
}  // namespace backedge
