// Networks that are rejected, as far as no file can say them, and the limits of networks.

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "interpreter/interpreter.h"
#include "interpreter/tensorrt/network.h"

namespace backedge {
namespace {

using namespace nvinfer1;

constexpr Dims kScalar = {0, {}};

ITensor* constant(INetworkDefinition& n, float value) {
  return n.addConstant(kScalar, {DataType::kFLOAT, &value, 1})->getOutput(0);
}

std::string rule_of(const INetworkDefinition& network) {
  const Result<LoadedModel> model = load(network);
  return model.ok() ? "" : model.error().rule();
}

// x = 1, 2, 4, ..., three iterations.
struct Doubling {
  INetworkDefinition n;
  const int32_t three = 3;
  ITensor* count = n.addConstant(kScalar, {DataType::kINT32, &three, 1})->getOutput(0);
  ILoop* loop = n.addLoop();
  IRecurrenceLayer* x = loop->addRecurrence(*constant(n, 1));
  IElementWiseLayer* twice = n.addElementWise(*x->getOutput(0), *x->getOutput(0), ElementWiseOperation::kSUM);

  Doubling() {
    x->setInput(1, *twice->getOutput(0));
    loop->addTripLimit(*count, TripLimit::kCOUNT);
    n.markOutput(*loop->addLoopOutput(*x->getOutput(0), LoopOutput::kLAST_VALUE)->getOutput(0));
  }
};

TEST(NetworkErrors, ReportsWhatNoFileCanSay) {
  EXPECT_EQ(rule_of(Doubling().n), "");
  Doubling no_input;
  no_input.twice->setInput(2, *no_input.count);
  EXPECT_EQ(rule_of(no_input.n), "TRT-22");
  Doubling few_weights;
  const float one = 1;
  few_weights.x->setInput(0, *few_weights.n.addConstant({1, {2}}, {DataType::kFLOAT, &one, 1})->getOutput(0));
  EXPECT_EQ(rule_of(few_weights.n), "TRT-22");
  Doubling foreign, other;
  foreign.twice->setInput(0, *other.x->getOutput(0));
  EXPECT_EQ(rule_of(foreign.n), "TRT-22");
  Doubling foreign_output;
  foreign_output.n.markOutput(*other.x->getOutput(0));
  EXPECT_EQ(rule_of(foreign_output.n), "TRT-22");
  Doubling unsupported;
  unsupported.x->setInput(
      1,
      *unsupported.n.addUnary(*unsupported.x->getOutput(0), static_cast<UnaryOperation>(25))->getOutput(0));
  EXPECT_EQ(rule_of(unsupported.n), "TRT-22");
}

TEST(NetworkErrors, ReportsAnotherNumberOfAxesThanOne) {
  const auto rule = [](uint32_t axes) {
    INetworkDefinition n;
    ITensor* x = n.addInput("x", DataType::kFLOAT, {2, {2, 3}});
    n.markOutput(*n.addTopK(*x, TopKOperation::kMAX, 1, axes)->getOutput(0));
    return rule_of(n);
  };
  EXPECT_EQ(rule(0b10), "");
  EXPECT_EQ(rule(0b11), "TRT-22");
  EXPECT_EQ(rule(0), "TRT-22");
}

TEST(NetworkErrors, ReportsInputsOfOneName) {
  INetworkDefinition n;
  ITensor* x = n.addInput("x", DataType::kFLOAT, kScalar);
  ITensor* other = n.addInput("y", DataType::kFLOAT, kScalar);
  n.markOutput(*n.addElementWise(*x, *other, ElementWiseOperation::kSUM)->getOutput(0));
  EXPECT_EQ(rule_of(n), "");
  other->setName("x");
  EXPECT_EQ(rule_of(n), "TRT-22");
}

TEST(NetworkErrors, ReportsOutputsOfOneName) {
  for (const char* name : {"difference", "sum"}) {
    INetworkDefinition n;
    ITensor* x = n.addInput("x", DataType::kFLOAT, kScalar);
    ITensor* sum = n.addElementWise(*x, *x, ElementWiseOperation::kSUM)->getOutput(0);
    ITensor* difference = n.addElementWise(*x, *x, ElementWiseOperation::kSUB)->getOutput(0);
    sum->setName("sum");
    difference->setName(name);
    n.markOutput(*sum);
    n.markOutput(*difference);
    EXPECT_EQ(rule_of(n), name == std::string("sum") ? "TRT-22" : "");
  }
}

TEST(NetworkErrors, ReportsNumbersOfAnActivationThatAreNotFinite) {
  for (const float value : {1.0f, std::numeric_limits<float>::infinity(), std::nanf("")}) {
    for (const bool is_alpha : {false, true}) {
      INetworkDefinition n;
      ITensor* x = n.addInput("x", DataType::kFLOAT, kScalar);
      IActivationLayer* clip = n.addActivation(*x, ActivationType::kCLIP);
      is_alpha ? clip->setAlpha(value) : clip->setBeta(value);
      n.markOutput(*clip->getOutput(0));
      EXPECT_EQ(rule_of(n), value == 1 ? "" : "TRT-22") << value << is_alpha;
    }
  }
}

TEST(NetworkErrors, ReportsAConditionalWithoutACondition) {
  INetworkDefinition n;
  ITensor* x = n.addInput("x", DataType::kFLOAT, kScalar);
  IIfConditional* conditional = n.addIfConditional();
  ITensor* inside = conditional->addInput(*x)->getOutput(0);
  n.markOutput(*conditional->addOutput(*inside, *inside)->getOutput(0));
  EXPECT_EQ(rule_of(n), "TRT-23");
  conditional->setCondition(*n.addInput("c", DataType::kBOOL, kScalar));
  EXPECT_EQ(rule_of(n), "");
}

TEST(NetworkErrors, ReportsDimensionsAndTypesThatNoTensorHas) {
  INetworkDefinition negative;
  negative.markOutput(*negative.addFill({1, {-1}}, FillOperation::kLINSPACE, DataType::kFLOAT)->getOutput(0));
  EXPECT_EQ(rule_of(negative), "TRT-22");
  INetworkDefinition too_many;
  too_many.markOutput(*too_many.addConstant({9, {1}}, {DataType::kFLOAT, nullptr, 0})->getOutput(0));
  EXPECT_EQ(rule_of(too_many), "TRT-22");
  INetworkDefinition nothing;
  nothing.markOutput(*nothing.addConcatenation(nullptr, 0)->getOutput(0));
  EXPECT_EQ(rule_of(nothing), "TRT-22");
  INetworkDefinition eight_bits;
  eight_bits.markOutput(
      *eight_bits.addCast(*eight_bits.addInput("x", DataType::kFLOAT, kScalar), DataType::kFP8)
           ->getOutput(0));
  EXPECT_EQ(rule_of(eight_bits), "TRT-22");
}

TEST(NetworkErrors, ReportsAnUnsupportedActivationUnderItsOwnName) {
  INetworkDefinition n;
  n.setName("mine");
  ITensor* x = n.addInput("x", DataType::kFLOAT, kScalar);
  n.markOutput(*n.addActivation(*x, ActivationType::kSCALED_TANH)->getOutput(0));
  const Error error = load(n).take_error();
  EXPECT_EQ(error.rule(), "TRT-22");
  EXPECT_TRUE(error.where().starts_with("mine")) << error.where();
}

// Only a reshape by a tensor gives a value of unknown rank.
TEST(NetworkErrors, TransposesOnlyAKnownRank) {
  for (const bool transposed : {false, true}) {
    INetworkDefinition n;
    IShuffleLayer* shuffle = n.addShuffle(*n.addInput("x", DataType::kFLOAT, {1, {4}}));
    shuffle->setInput(1, *n.addInput("dims", DataType::kINT64, {1, {-1}}));
    if (transposed) shuffle->setSecondTranspose({{1, 0}});
    n.markOutput(*shuffle->getOutput(0));
    EXPECT_EQ(rule_of(n), transposed ? "TRT-22" : "");
  }
}

// Dims has room for 8 numbers. More of them cannot be read.
TEST(NetworkErrors, RejectsMoreDimensionsThanDimsHolds) {
  for (const int32_t count : {-1, 9, 1'000'000}) {
    INetworkDefinition n;
    ITensor* x = n.addInput("x", DataType::kFLOAT, {1, {4}});
    n.markOutput(*n.addSlice(*x, {1, {0}}, {count, {2}}, {1, {1}})->getOutput(0));
    EXPECT_EQ(rule_of(n), "TRT-22") << count;
  }
}

TEST(NetworkErrors, RejectsCyclesAndLoopsInEachOther) {
  Doubling cycle;
  cycle.twice->setInput(0, *cycle.twice->getOutput(0));
  EXPECT_EQ(rule_of(cycle.n), "TRT-15");
  Doubling inside;
  inside.n.markOutput(*inside.twice->getOutput(0));
  EXPECT_EQ(rule_of(inside.n), "TRT-18");
  // A loop inside two loops that are not in each other.
  Doubling one;
  ILoop* other = one.n.addLoop();
  other->addTripLimit(*one.count, TripLimit::kCOUNT);
  IRecurrenceLayer* y = other->addRecurrence(*constant(one.n, 1));
  y->setInput(1, *y->getOutput(0));
  ILoop* inner = one.n.addLoop();
  inner->addTripLimit(*one.count, TripLimit::kCOUNT);
  IRecurrenceLayer* z = inner->addRecurrence(*one.x->getOutput(0));
  z->setInput(1, *y->getOutput(0));
  one.n.markOutput(*inner->addLoopOutput(*z->getOutput(0), LoopOutput::kLAST_VALUE)->getOutput(0));
  EXPECT_EQ(rule_of(one.n), "TRT-19");
  Doubling third_limit;
  third_limit.loop->addTripLimit(*third_limit.count, TripLimit::kCOUNT);
  EXPECT_EQ(rule_of(third_limit.n), "TRT-8");
}

// A loop while f(x) < 5 with x' = f(x), where f is such a loop too, `depth` deep.
ITensor* nested_loops(INetworkDefinition& n, ITensor* x, int depth) {
  if (depth == 0) return n.addUnary(*x, UnaryOperation::kNEG)->getOutput(0);
  ILoop* loop = n.addLoop();
  IRecurrenceLayer* value = loop->addRecurrence(*x);
  ITensor* next = nested_loops(n, value->getOutput(0), depth - 1);
  value->setInput(1, *next);
  ITensor* below = n.addElementWise(*next, *constant(n, 5), ElementWiseOperation::kLESS)->getOutput(0);
  loop->addTripLimit(*below, TripLimit::kWHILE);
  return loop->addLoopOutput(*value->getOutput(0), LoopOutput::kLAST_VALUE)->getOutput(0);
}

// 30 conditions that repeat the loops that they depend on, and constants of four bytes each.
TEST(NetworkErrors, HasLimits) {
  for (const auto& [depth, rule] : {std::pair(3, ""), std::pair(30, "LIMIT-6"), std::pair(65, "LIMIT-2")}) {
    INetworkDefinition n;
    n.markOutput(*nested_loops(n, n.addInput("x", DataType::kFLOAT, kScalar), depth));
    EXPECT_EQ(rule_of(n), rule) << depth;
  }
  EXPECT_TRUE(load(Doubling().n, {.max_bytes = 8}).ok());
  EXPECT_EQ(load(Doubling().n, {.max_bytes = 7}).error().rule(), "LIMIT-1");
  EXPECT_EQ(load(Doubling().n, {.max_seconds = 0}).error().rule(), "LIMIT-1");
}

}  // namespace
}  // namespace backedge
