// Networks that are built by calls, as in programs for TensorRT.

#include "interpreter/tensorrt/network.h"

#include <gtest/gtest.h>

#include <array>

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

  std::vector<bool> verdicts;
  RunOptions options{.trace_layers = true};
  options.trace = [&](const TraceEvent& event) {
    if (event.kind == TraceEvent::Kind::kGate) verdicts.push_back(*event.tensor->data<bool>());
  };
  const LoadedModel model = load(n).value();
  ASSERT_TRUE(run(model, std::vector<Tensor>{real(1)}, options).ok());
  EXPECT_EQ(verdicts, (std::vector<bool>{true, true, true, false}));  // 1, 2, 4, 8
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

TEST(Network, StacksElementsOfUnknownRank) {
  INetworkDefinition n;
  ITensor* x = n.addInput("x", DataType::kFLOAT, {1, {4}});
  ITensor* dims = n.addInput("dims", DataType::kINT64, {1, {-1}});
  const int32_t two = 2;
  ITensor* count = n.addConstant(kScalar, {DataType::kINT32, &two, 1})->getOutput(0);
  ILoop* loop = n.addLoop();
  loop->addTripLimit(*count, TripLimit::kCOUNT);
  IRecurrenceLayer* same = loop->addRecurrence(*x);
  same->setInput(1, *same->getOutput(0));
  IShuffleLayer* shuffle = n.addShuffle(*same->getOutput(0));
  shuffle->setInput(1, *dims);
  ILoopOutputLayer* stacked = loop->addLoopOutput(*shuffle->getOutput(0), LoopOutput::kCONCATENATE, 1);
  stacked->setInput(1, *count);
  n.markOutput(*stacked->getOutput(0));
  const Tensor values = Tensor::of<float>({4}, {1, 2, 3, 4});
  const Tensor output = run_network(n, {values, Tensor::of<int64_t>({2}, {2, 2})})[0];
  EXPECT_TRUE(output.same_bits(Tensor::of<float>({2, 2, 2}, {1, 2, 1, 2, 3, 4, 3, 4})));
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

std::vector<int64_t> dimensions_of(const ITensor& tensor) {
  const Dims dims = tensor.getDimensions();
  return dims.nbDims < 0 ? std::vector<int64_t>{-2} : std::vector<int64_t>(dims.d, dims.d + dims.nbDims);
}

TEST(Network, TellsTypesAndDimensionsWhileItIsBuilt) {
  using Dimensions = std::vector<int64_t>;
  INetworkDefinition n;
  ITensor* x = n.addInput("x", DataType::kHALF, {3, {2, -1, 5}});
  EXPECT_EQ(x->getType(), DataType::kHALF);
  EXPECT_EQ(dimensions_of(*x), (Dimensions{2, -1, 5}));
  ITensor* shape = n.addShape(*x)->getOutput(0);
  EXPECT_EQ(shape->getType(), DataType::kINT64);
  EXPECT_EQ(dimensions_of(*shape), (Dimensions{3}));
  ITensor* sum = n.addElementWise(*constant(n, 1), *constant(n, 2), ElementWiseOperation::kSUM)->getOutput(0);
  EXPECT_EQ(dimensions_of(*sum), Dimensions());
  ILoop* loop = n.addLoop();
  IIteratorLayer* part = loop->addIterator(*x, 2);
  EXPECT_EQ(dimensions_of(*part->getOutput(0)), (Dimensions{2, -1}));
  part->setAxis(1);
  EXPECT_EQ(dimensions_of(*part->getOutput(0)), (Dimensions{2, 5}));
  IRecurrenceLayer* r = loop->addRecurrence(*x);  // its next value is not set yet, then depends on itself
  EXPECT_EQ(dimensions_of(*r->getOutput(0)), (Dimensions{2, -1, 5}));
  r->setInput(1, *n.addUnary(*r->getOutput(0), UnaryOperation::kNEG)->getOutput(0));
  EXPECT_EQ(dimensions_of(*r->getInput(1)), (Dimensions{2, -1, 5}));
  EXPECT_EQ(dimensions_of(*loop->addLoopOutput(*r->getOutput(0), LoopOutput::kLAST_VALUE)->getOutput(0)),
            (Dimensions{2, -1, 5}));
  ILoopOutputLayer* joined = loop->addLoopOutput(*part->getOutput(0), LoopOutput::kREVERSE, 1);
  EXPECT_EQ(dimensions_of(*joined->getOutput(0)), (Dimensions{2, -1, 5}));
  const int32_t seven = 7;
  joined->setInput(1, *n.addConstant(kScalar, {DataType::kINT32, &seven, 1})->getOutput(0));
  EXPECT_EQ(dimensions_of(*joined->getOutput(0)), (Dimensions{2, 7, 5}));
  joined->setAxis(3);
  EXPECT_EQ(dimensions_of(*joined->getOutput(0)), (Dimensions{-2}));
  joined->setAxis(0);
  EXPECT_EQ(dimensions_of(*joined->getOutput(0)), (Dimensions{7, 2, 5}));
  const ITopKLayer* top = n.addTopK(*x, TopKOperation::kMAX, 3, 4);
  EXPECT_EQ(dimensions_of(*top->getOutput(1)), (Dimensions{2, -1, 3}));
  EXPECT_EQ(top->getOutput(1)->getType(), DataType::kINT32);
  // An output of two shapes, then a layer that breaks a rule, and one that reads itself.
  IIfConditional* conditional = n.addIfConditional();
  ITensor* inside = conditional->addInput(*part->getOutput(0))->getOutput(0);
  ITensor* wide = n.addConcatenation(std::array{inside, inside}.data(), 2)->getOutput(0);
  EXPECT_EQ(dimensions_of(*wide), (Dimensions{4, 5}));
  EXPECT_EQ(dimensions_of(*conditional->addOutput(*inside, *wide)->getOutput(0)), (Dimensions{-1, 5}));
  ITensor* wrong = n.addElementWise(*x, *shape, ElementWiseOperation::kSUM)->getOutput(0);
  EXPECT_EQ(dimensions_of(*wrong), (Dimensions{-2}));
  EXPECT_EQ(wrong->getType(), DataType::kFLOAT);
  EXPECT_EQ(dimensions_of(*conditional->addOutput(*inside, *shape)->getOutput(0)), (Dimensions{-2}));
  IUnaryLayer* cycle = n.addUnary(*wrong, UnaryOperation::kNEG);
  cycle->setInput(0, *cycle->getOutput(0));
  EXPECT_EQ(dimensions_of(*cycle->getOutput(0)), (Dimensions{-2}));
}

TEST(Network, TellsWhatLayersWereMadeWith) {
  INetworkDefinition n;
  ITensor* x = n.addInput("x", DataType::kFLOAT, {2, {2, 3}});
  ITensor* count = n.addInput("n", DataType::kINT32, kScalar);
  ILoop* loop = n.addLoop();
  EXPECT_EQ(loop->addTripLimit(*count, TripLimit::kCOUNT)->getTripLimit(), TripLimit::kCOUNT);
  IIteratorLayer* part = loop->addIterator(*x, 1, true);
  EXPECT_EQ(part->getAxis(), 1);
  EXPECT_TRUE(part->getReverse());
  part->setAxis(0);
  part->setReverse(false);
  EXPECT_EQ(part->getAxis(), 0);
  EXPECT_FALSE(part->getReverse());
  ILoopOutputLayer* joined = loop->addLoopOutput(*part->getOutput(0), LoopOutput::kREVERSE, 1);
  EXPECT_EQ(joined->getLoopOutput(), LoopOutput::kREVERSE);
  EXPECT_EQ(joined->getAxis(), 1);
  IActivationLayer* clip = n.addActivation(*x, ActivationType::kCLIP);
  clip->setAlpha(2);
  EXPECT_EQ(clip->getActivationType(), ActivationType::kCLIP);
  EXPECT_EQ(clip->getAlpha(), 2);
  EXPECT_EQ(clip->getBeta(), 0);
  const IFillLayer* fill = n.addFill({1, {3}}, FillOperation::kLINSPACE, DataType::kFLOAT);
  EXPECT_EQ(fill->getAlpha(), 0);
  EXPECT_EQ(fill->getBeta(), 1);
}

// Loops in each other, of which the outer one runs no iteration: the inner recurrence has one shape or grows.
TEST(Network, KnowsTheShapesOfIterationsThatDoNotRun) {
  for (const bool grows : {false, true}) {
    INetworkDefinition n;
    const int32_t two = 2;
    ITensor* x = n.addInput("x", DataType::kFLOAT, {1, {-1}});
    ITensor* count = n.addInput("n", DataType::kINT32, kScalar);
    ITensor* length = n.addConstant(kScalar, {DataType::kINT32, &two, 1})->getOutput(0);
    ILoop* outer = n.addLoop();
    outer->addTripLimit(*count, TripLimit::kCOUNT);
    IRecurrenceLayer* same = outer->addRecurrence(*x);
    ITensor* start = same->getOutput(0);
    same->setInput(1, *start);
    ILoop* inner = n.addLoop();
    inner->addTripLimit(*length, TripLimit::kCOUNT);
    IRecurrenceLayer* r = inner->addRecurrence(*start);
    ITensor* both[] = {r->getOutput(0), r->getOutput(0)};
    r->setInput(1, *n.addConcatenation(both, grows ? 2 : 1)->getOutput(0));
    ITensor* last = inner->addLoopOutput(*r->getOutput(0), LoopOutput::kLAST_VALUE)->getOutput(0);
    ILoopOutputLayer* joined = outer->addLoopOutput(*last, LoopOutput::kCONCATENATE);
    joined->setInput(1, *length);
    n.markOutput(*joined->getOutput(0));
    const Tensor three = Tensor::of<float>({3}, {1, 2, 3});
    EXPECT_EQ(run_network(n, {three, Tensor::scalar(1)})[0].shape(), (Shape{2, grows ? 12 : 3}));
    EXPECT_EQ(run_network(n, {three, Tensor::scalar(0)})[0].shape(), (Shape{2, grows ? 0 : 3}));
  }
}

// A chain is as long as a file allows: no part of the front end calls itself for each layer.
TEST(Network, TakesALongChainOfLayers) {
  INetworkDefinition n;
  ITensor* x = n.addInput("x", DataType::kFLOAT, kScalar);
  ITensor* value = x;
  for (int k = 0; k < 100'000; ++k) {
    value = n.addUnary(*value, UnaryOperation::kNEG)->getOutput(0);
    if (k == 20'000) {
      EXPECT_EQ(value->getDimensions().nbDims, 0);
    }
  }
  n.markOutput(*value);
  EXPECT_TRUE(run_network(n, {real(3)})[0].same_bits(real(3)));
}

}  // namespace
}  // namespace backedge
