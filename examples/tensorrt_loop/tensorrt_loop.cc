// Builds networks with loops by TensorRT's API, explains them in words and runs them.
//
//   tensorrt_loop [for | while | nested | lstm]...
//
// Without arguments it shows all four.
#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

#include "interpreter/interpreter.h"
#include "interpreter/tensorrt/network.h"  // in a program for TensorRT: NvInfer.h
#include "tools/explain/explain_model.h"

namespace {

using namespace nvinfer1;
using backedge::Tensor;

constexpr Dims kScalar = {0, {}};

ITensor* constant(INetworkDefinition& n, const Dims& dims, const std::vector<float>& values) {
  const Weights weights = {DataType::kFLOAT, values.data(), static_cast<int64_t>(values.size())};
  return n.addConstant(dims, weights)->getOutput(0);
}

ITensor* count(INetworkDefinition& n, int32_t value) {
  return n.addConstant(kScalar, {DataType::kINT32, &value, 1})->getOutput(0);
}

ITensor* combine(INetworkDefinition& n, ITensor* a, ElementWiseOperation op, ITensor* b) {
  return n.addElementWise(*a, *b, op)->getOutput(0);
}

// for (int32_t i = j; ...; i += k): the fragment of NVIDIA's text, four iterations.
std::vector<Tensor> build_for(INetworkDefinition& n) {
  ITensor* j = n.addInput("j", DataType::kINT32, kScalar);
  ITensor* k = n.addInput("k", DataType::kINT32, kScalar);

  ILoop* loop = n.addLoop();
  IRecurrenceLayer* iRec = loop->addRecurrence(j);
  ITensor* i = iRec->getOutput(0);
  ITensor* iNext = addElementWise(*i, *k, ElementWiseOperation::kADD)->getOutput(0);
  iRec->setInput(1, *iNext);

  loop->addTripLimit(count(n, 4), TripLimit::kCOUNT);
  n.markOutput(*loop->addLoopOutput(i, LoopOutput::kLAST_VALUE)->getOutput(0));
  return {Tensor::scalar<int32_t>(5), Tensor::scalar<int32_t>(2)};
}

// while (x < limit) x = 2 x, and the values on the way: at most eight.
std::vector<Tensor> build_while(INetworkDefinition& n) {
  ITensor* start = n.addInput("start", DataType::kFLOAT, kScalar);
  ITensor* limit = n.addInput("limit", DataType::kFLOAT, kScalar);
  ILoop* loop = n.addLoop();
  IRecurrenceLayer* x = loop->addRecurrence(*start);
  x->setInput(1, *combine(n, x->getOutput(0), ElementWiseOperation::kSUM, x->getOutput(0)));
  loop->addTripLimit(*combine(n, x->getOutput(0), ElementWiseOperation::kLESS, limit), TripLimit::kWHILE);
  n.markOutput(*loop->addLoopOutput(*x->getOutput(0), LoopOutput::kLAST_VALUE)->getOutput(0));
  ILoopOutputLayer* all = loop->addLoopOutput(*x->getOutput(0), LoopOutput::kCONCATENATE);
  all->setInput(1, *count(n, 8));
  n.markOutput(*all->getOutput(0));
  return {Tensor::scalar(3.0F), Tensor::scalar(20.0F)};
}

// The sum of each row of X. The inner loop iterates over a row, so it is nested in the loop over the rows.
std::vector<Tensor> build_nested(INetworkDefinition& n) {
  ITensor* x = n.addInput("X", DataType::kFLOAT, {2, {2, 3}});
  ILoop* rows = n.addLoop();
  rows->addTripLimit(*count(n, 2), TripLimit::kCOUNT);
  ITensor* row = rows->addIterator(*x)->getOutput(0);

  ILoop* columns = n.addLoop();
  columns->addTripLimit(*count(n, 3), TripLimit::kCOUNT);
  IRecurrenceLayer* sum = columns->addRecurrence(*constant(n, kScalar, {0}));
  ITensor* element = columns->addIterator(*row)->getOutput(0);
  sum->setInput(1, *combine(n, sum->getOutput(0), ElementWiseOperation::kSUM, element));
  ITensor* total = columns->addLoopOutput(*sum->getOutput(0), LoopOutput::kLAST_VALUE)->getOutput(0);

  ILoopOutputLayer* totals = rows->addLoopOutput(*total, LoopOutput::kCONCATENATE);
  totals->setInput(1, *count(n, 2));
  n.markOutput(*totals->getOutput(0));
  return {Tensor::of<float>({2, 3}, {1, 2, 3, 10, 20, 30})};
}

// One gate of an LSTM: activation(W x + R h), with weights that differ from gate to gate.
ITensor* gate(INetworkDefinition& n, ITensor* x, ITensor* h, float weight, ActivationType activation) {
  ITensor* w = constant(n, {2, {1, 2}}, {weight, -weight});
  ITensor* r = constant(n, {2, {2, 2}}, {weight, 0, 0, weight});
  const auto none = MatrixOperation::kNONE;
  ITensor* from_x = n.addMatrixMultiply(*x, none, *w, none)->getOutput(0);
  ITensor* from_h = n.addMatrixMultiply(*h, none, *r, none)->getOutput(0);
  return n.addActivation(*combine(n, from_x, ElementWiseOperation::kSUM, from_h), activation)->getOutput(0);
}

// c' = f c + i g, h' = o tanh(c'), for three steps of one input and two cells.
std::vector<Tensor> build_lstm(INetworkDefinition& n) {
  ITensor* x = n.addInput("X", DataType::kFLOAT, {3, {3, 1, 1}});
  ILoop* loop = n.addLoop();
  loop->addTripLimit(*count(n, 3), TripLimit::kCOUNT);
  ITensor* step = loop->addIterator(*x)->getOutput(0);
  ITensor* zeros = constant(n, {2, {1, 2}}, {0, 0});
  IRecurrenceLayer* hidden = loop->addRecurrence(*zeros);
  IRecurrenceLayer* cell = loop->addRecurrence(*zeros);

  ITensor* h = hidden->getOutput(0);
  ITensor* i = gate(n, step, h, 1.0F, ActivationType::kSIGMOID);
  ITensor* f = gate(n, step, h, 0.5F, ActivationType::kSIGMOID);
  ITensor* g = gate(n, step, h, 2.0F, ActivationType::kTANH);
  ITensor* o = gate(n, step, h, -1.0F, ActivationType::kSIGMOID);
  const auto times = ElementWiseOperation::kPROD;
  ITensor* kept = combine(n, f, times, cell->getOutput(0));
  ITensor* c = combine(n, kept, ElementWiseOperation::kSUM, combine(n, i, times, g));
  cell->setInput(1, *c);
  hidden->setInput(1, *combine(n, o, times, n.addActivation(*c, ActivationType::kTANH)->getOutput(0)));

  n.markOutput(*loop->addLoopOutput(*h, LoopOutput::kLAST_VALUE)->getOutput(0));
  n.markOutput(*loop->addLoopOutput(*cell->getOutput(0), LoopOutput::kLAST_VALUE)->getOutput(0));
  return {Tensor::of<float>({3, 1, 1}, {1, -0.5F, 0.25F})};
}

struct Example {
  const char* name;
  std::vector<Tensor> (*build)(INetworkDefinition&);  // returns the inputs of a run
};

constexpr Example kExamples[] = {
    {"for", build_for}, {"while", build_while}, {"nested", build_nested}, {"lstm", build_lstm}};

void print(const Tensor& tensor) {
  std::printf("%s:", backedge::describe(tensor.type(), tensor.shape()).c_str());
  for (int64_t k = 0; k < tensor.count(); ++k) {
    if (tensor.type() == backedge::ElementType::kI32) {
      std::printf(" %d", tensor.data<int32_t>()[k]);
    } else {
      std::printf(" %.6g", static_cast<double>(tensor.data<float>()[k]));
    }
  }
  std::printf("\n");
}

backedge::Result<void> show(const Example& example) {
  INetworkDefinition network;
  const std::vector<Tensor> inputs = example.build(network);
  network.setName(example.name);
  const backedge::LoadedModel model = TRY(backedge::load(network));
  std::printf("%s\n", backedge::explain_model(model).c_str());
  for (const Tensor& output : TRY(backedge::run(model, inputs))) print(output);
  return {};
}

}  // namespace

int main(int argc, char** argv) {
  for (const Example& example : kExamples) {
    bool is_wanted = argc < 2;
    for (int k = 1; k < argc; ++k) is_wanted |= std::strcmp(argv[k], example.name) == 0;
    if (!is_wanted) continue;
    const backedge::Result<void> shown = show(example);
    if (shown.ok()) continue;
    std::fprintf(stderr, "%s\n", shown.error().text().c_str());
    return 1;
  }
  return 0;
}
