// Networks that are built by calls, as in programs for TensorRT.

#include "interpreter/tensorrt/network.h"

#include <gtest/gtest.h>

#include "interpreter/interpreter.h"

namespace backedge {
namespace {

using namespace nvinfer1;

constexpr Dims kScalar = {0, {}};

Tensor real(float value) { return Tensor::scalar(value); }

std::vector<Tensor> run_network(const INetworkDefinition& network, const std::vector<Tensor>& inputs) {
  Result<LoadedModel> model = load(network);
  EXPECT_TRUE(model.ok()) << (model.ok() ? "" : model.error().text());
  Result<std::vector<Tensor>> outputs = run(model.value(), inputs);
  EXPECT_TRUE(outputs.ok()) << (outputs.ok() ? "" : outputs.error().text());
  return std::move(outputs).value();
}

ITensor* constant(INetworkDefinition& n, float value) {
  return n.addConstant(kScalar, {DataType::kFLOAT, &value, 1})->getOutput(0);
}

// The loop of the published text, for (int32_t i = j; ...; i += k), in its own words, and what it leaves out.
TEST(Network, TakesTheFragmentOfThePublishedText) {
  INetworkDefinition n;
  ITensor* j = n.addInput("j", DataType::kINT32, kScalar);
  ITensor* k = n.addInput("k", DataType::kINT32, kScalar);
  ITensor* t = n.addInput("t", DataType::kINT32, kScalar);

  ILoop* loop = n.addLoop();
  IRecurrenceLayer* iRec = loop->addRecurrence(j);
  ITensor* i = iRec->getOutput(0);
  ITensor* iNext = addElementWise(*i, *k, ElementWiseOperation::kADD)->getOutput(0);
  iRec->setInput(1, *iNext);

  loop->addTripLimit(t, TripLimit::kCOUNT);
  n.markOutput(*loop->addLoopOutput(i, LoopOutput::kLAST_VALUE)->getOutput(0));
  const auto last = [&](int32_t count) {
    return run_network(n, {Tensor::scalar(5), Tensor::scalar(2), Tensor::scalar(count)})[0];
  };
  EXPECT_TRUE(last(0).same_bits(Tensor::scalar(5)));
  EXPECT_TRUE(last(1).same_bits(Tensor::scalar(7)));
  EXPECT_TRUE(last(4).same_bits(Tensor::scalar(13)));
}

// All other calls of the published text, with its names: t is an ITensor*, u is a length.
TEST(Network, TakesTheCallsOfThePublishedText) {
  INetworkDefinition n;
  const int32_t two = 2;
  ITensor* matrix = n.addInput("matrix", DataType::kFLOAT, {2, {2, 3}});
  ITensor* u = n.addConstant(kScalar, {DataType::kINT32, &two, 1})->getOutput(0);
  const int32_t axis = 1;
  const bool reverse = true;

  ILoop* loop = n.addLoop();
  ITensor* t = u;
  ITripLimitLayer* limit = loop->addTripLimit(t, TripLimit::kCOUNT);
  t = matrix;
  IIteratorLayer* rows = loop->addIterator(t);
  IIteratorLayer* columns = loop->addIterator(t, axis);
  IIteratorLayer* backward = loop->addIterator(t, axis, reverse);
  IRecurrenceLayer* last = loop->addRecurrence(constant(n, 0));
  last->setInput(1, *last->getOutput(0));
  t = last->getOutput(0);
  n.markOutput(*loop->addLoopOutput(t, LoopOutput::kLAST_VALUE)->getOutput(0));
  t = rows->getOutput(0);
  ILoopOutputLayer* concatenated = loop->addLoopOutput(t, LoopOutput::kCONCATENATE, axis);
  concatenated->ILoopOutputLayer::setInput(1, u);
  n.markOutput(*concatenated->getOutput(0));
  t = columns->getOutput(0);
  ILoopOutputLayer* reversed = loop->addLoopOutput(t, LoopOutput::kREVERSE, 0);
  reversed->setInput(1, *u);
  n.markOutput(*reversed->getOutput(0));
  ILoopOutputLayer* others = loop->addLoopOutput(*backward->getOutput(0), LoopOutput::kCONCATENATE);
  others->setInput(1, *u);
  n.markOutput(*others->getOutput(0));
  EXPECT_EQ(limit->getLoop(), loop);
  EXPECT_EQ(n.getOutput(1), concatenated->getOutput(0));
  EXPECT_EQ(n.getOutput(4), nullptr);
  EXPECT_EQ(n.getInput(-1), nullptr);

  const auto outputs = run_network(n, {Tensor::of<float>({2, 3}, {2, 3, 5, 4, 6, 8})});
  ASSERT_EQ(outputs.size(), 4U);
  EXPECT_TRUE(outputs[1].same_bits(Tensor::of<float>({3, 2}, {2, 4, 3, 6, 5, 8})));
  EXPECT_TRUE(outputs[2].same_bits(Tensor::of<float>({2, 2}, {3, 6, 2, 4})));
  EXPECT_TRUE(outputs[3].same_bits(Tensor::of<float>({2, 2}, {5, 8, 3, 6})));
}

TEST(Network, EndsAWhileLoopBeforeTheFirstFalseIteration) {
  INetworkDefinition n;
  ITensor* start = n.addInput("start", DataType::kFLOAT, kScalar);
  ILoop* loop = n.addLoop();
  IRecurrenceLayer* x = loop->addRecurrence(*start);
  x->setInput(
      1, *n.addElementWise(*x->getOutput(0), *x->getOutput(0), ElementWiseOperation::kSUM)->getOutput(0));
  ITensor* below =
      n.addElementWise(*x->getOutput(0), *constant(n, 5), ElementWiseOperation::kLESS)->getOutput(0);
  loop->addTripLimit(*below, TripLimit::kWHILE);
  n.markOutput(*loop->addLoopOutput(*x->getOutput(0), LoopOutput::kLAST_VALUE)->getOutput(0));
  EXPECT_TRUE(run_network(n, {real(1)})[0].same_bits(real(8)));
  EXPECT_TRUE(run_network(n, {real(5)})[0].same_bits(real(5)));
}

// The rows of X are summed in an inner loop, which nothing but the data flow puts into the outer one.
TEST(Network, InfersTheNestingOfLoops) {
  INetworkDefinition n;
  const int32_t two = 2, three = 3;
  ITensor* x = n.addInput("X", DataType::kFLOAT, {2, {2, 3}});
  ITensor* rows = n.addConstant(kScalar, {DataType::kINT32, &two, 1})->getOutput(0);
  ITensor* columns = n.addConstant(kScalar, {DataType::kINT32, &three, 1})->getOutput(0);
  ILoop* outer = n.addLoop();
  outer->addTripLimit(*rows, TripLimit::kCOUNT);
  ITensor* row = outer->addIterator(*x)->getOutput(0);
  ILoop* inner = n.addLoop();
  inner->addTripLimit(*columns, TripLimit::kCOUNT);
  IRecurrenceLayer* sum = inner->addRecurrence(*constant(n, 0));
  ITensor* item = inner->addIterator(*row, 0, true)->getOutput(0);
  sum->setInput(1, *n.addElementWise(*sum->getOutput(0), *item, ElementWiseOperation::kSUM)->getOutput(0));
  ITensor* total = inner->addLoopOutput(*sum->getOutput(0), LoopOutput::kLAST_VALUE)->getOutput(0);
  ILoopOutputLayer* totals = outer->addLoopOutput(*total, LoopOutput::kREVERSE);
  totals->setInput(1, *rows);
  n.markOutput(*totals->getOutput(0));
  const Tensor input = Tensor::of<float>({2, 3}, {1, 2, 3, 10, 20, 30});
  EXPECT_TRUE(run_network(n, {input})[0].same_bits(Tensor::of<float>({2}, {60, 6})));
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

TEST(Network, ReportsWhatNoFileCanSay) {
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
      1, *unsupported.n.addUnary(*unsupported.x->getOutput(0), UnaryOperation::kERF)->getOutput(0));
  EXPECT_EQ(rule_of(unsupported.n), "TRT-22");
}

TEST(Network, ReportsInputsOfOneName) {
  INetworkDefinition n;
  ITensor* x = n.addInput("x", DataType::kFLOAT, kScalar);
  ITensor* other = n.addInput("y", DataType::kFLOAT, kScalar);
  n.markOutput(*n.addElementWise(*x, *other, ElementWiseOperation::kSUM)->getOutput(0));
  EXPECT_EQ(rule_of(n), "");
  other->setName("x");
  EXPECT_EQ(rule_of(n), "TRT-22");
}

TEST(Network, ReportsAConditionalWithoutACondition) {
  INetworkDefinition n;
  ITensor* x = n.addInput("x", DataType::kFLOAT, kScalar);
  IIfConditional* conditional = n.addIfConditional();
  ITensor* inside = conditional->addInput(*x)->getOutput(0);
  n.markOutput(*conditional->addOutput(*inside, *inside)->getOutput(0));
  EXPECT_EQ(rule_of(n), "TRT-23");
  conditional->setCondition(*n.addInput("c", DataType::kBOOL, kScalar));
  EXPECT_EQ(rule_of(n), "");
}

TEST(Network, ReportsDimensionsAndTypesThatNoTensorHas) {
  INetworkDefinition negative;
  negative.markOutput(*negative.addFill({1, {-1}}, FillOperation::kLINSPACE, DataType::kFLOAT)->getOutput(0));
  EXPECT_EQ(rule_of(negative), "TRT-22");
  INetworkDefinition too_many;
  too_many.markOutput(*too_many.addConstant({9, {1}}, {DataType::kFLOAT, nullptr, 0})->getOutput(0));
  EXPECT_EQ(rule_of(too_many), "TRT-22");
  INetworkDefinition eight_bits;
  eight_bits.markOutput(
      *eight_bits.addCast(*eight_bits.addInput("x", DataType::kFLOAT, kScalar), DataType::kFP8)
           ->getOutput(0));
  EXPECT_EQ(rule_of(eight_bits), "TRT-22");
}

TEST(Network, ReportsAnUnsupportedActivationUnderItsOwnName) {
  INetworkDefinition n;
  n.setName("mine");
  ITensor* x = n.addInput("x", DataType::kFLOAT, kScalar);
  n.markOutput(*n.addActivation(*x, ActivationType::kSCALED_TANH)->getOutput(0));
  const Error error = load(n).take_error();
  EXPECT_EQ(error.rule(), "TRT-22");
  EXPECT_TRUE(error.where().starts_with("mine")) << error.where();
}

// Only a reshape by a tensor gives a value of unknown rank.
TEST(Network, TransposesOnlyAKnownRank) {
  for (const bool transposed : {false, true}) {
    INetworkDefinition n;
    IShuffleLayer* shuffle = n.addShuffle(*n.addInput("x", DataType::kFLOAT, {1, {4}}));
    shuffle->setInput(1, *n.addInput("dims", DataType::kINT64, {1, {-1}}));
    if (transposed) shuffle->setSecondTranspose({{1, 0}});
    n.markOutput(*shuffle->getOutput(0));
    EXPECT_EQ(rule_of(n), transposed ? "TRT-22" : "");
  }
}

TEST(Network, FindsInputsByTheirPosition) {
  INetworkDefinition n;
  ITensor* x = n.addInput("x", DataType::kFLOAT, kScalar);
  const ILayer* sum = n.addElementWise(*x, *constant(n, 1), ElementWiseOperation::kSUM);
  EXPECT_EQ(sum->getNbInputs(), 2);
  EXPECT_EQ(sum->getInput(0), x);
  EXPECT_EQ(sum->getInput(2), nullptr);
  EXPECT_EQ(sum->getInput(-1), nullptr);
}

// Dims has room for 8 numbers. More of them cannot be read.
TEST(Network, RejectsMoreDimensionsThanDimsHolds) {
  for (const int32_t count : {-1, 9, 1'000'000}) {
    INetworkDefinition n;
    ITensor* x = n.addInput("x", DataType::kFLOAT, {1, {4}});
    n.markOutput(*n.addSlice(*x, {1, {0}}, {count, {2}}, {1, {1}})->getOutput(0));
    EXPECT_EQ(rule_of(n), "TRT-22") << count;
  }
}

TEST(Network, RejectsCyclesAndLoopsInEachOther) {
  Doubling cycle;
  cycle.twice->setInput(0, *cycle.twice->getOutput(0));
  EXPECT_EQ(rule_of(cycle.n), "TRT-15");
  Doubling inside;
  inside.n.markOutput(*inside.twice->getOutput(0));
  EXPECT_EQ(rule_of(inside.n), "TRT-18");
  Doubling first;  // a value of two loops that are not in each other
  ILoop* second = first.n.addLoop();
  second->addTripLimit(*first.count, TripLimit::kCOUNT);
  IRecurrenceLayer* y = second->addRecurrence(*constant(first.n, 1));
  ITensor* both =
      first.n.addElementWise(*first.x->getOutput(0), *y->getOutput(0), ElementWiseOperation::kSUM)
          ->getOutput(0);
  y->setInput(1, *both);
  first.n.markOutput(*second->addLoopOutput(*y->getOutput(0), LoopOutput::kLAST_VALUE)->getOutput(0));
  EXPECT_EQ(rule_of(first.n), "TRT-18");
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
TEST(Network, HasLimits) {
  for (const auto& [depth, rule] : {std::pair(3, ""), std::pair(30, "LIMIT-6"), std::pair(65, "LIMIT-2")}) {
    INetworkDefinition n;
    n.markOutput(*nested_loops(n, n.addInput("x", DataType::kFLOAT, kScalar), depth));
    EXPECT_EQ(rule_of(n), rule) << depth;
  }
  EXPECT_TRUE(load(Doubling().n, {.max_bytes = 8}).ok());
  EXPECT_EQ(load(Doubling().n, {.max_bytes = 7}).error().rule(), "LIMIT-1");
  EXPECT_EQ(load(Doubling().n, {.max_seconds = 0}).error().rule(), "LIMIT-1");
}

// A chain is as long as a file allows: no part of the front end calls itself for each layer.
TEST(Network, TakesALongChainOfLayers) {
  INetworkDefinition n;
  ITensor* x = n.addInput("x", DataType::kFLOAT, kScalar);
  ITensor* value = x;
  for (int k = 0; k < 100'000; ++k) value = n.addUnary(*value, UnaryOperation::kNEG)->getOutput(0);
  n.markOutput(*value);
  EXPECT_TRUE(run_network(n, {real(3)})[0].same_bits(real(3)));
}

}  // namespace
}  // namespace backedge
