#include "interpreter/onnx/inner_graph.h"

namespace backedge::onnx {
namespace {

const Signature kCondition{ElementType::kBoolean, PartialShape::any()};
const Signature kIteration{ElementType::kI64, PartialShape::any()};

// A Loop has the inputs M, cond and N initial values. Its body takes the iteration, the condition and N
// values, and gives the condition, N values and K elements of scan outputs.
struct Arity {
  int carried, scans;
};

Result<Arity> read_arity(const schema::NodeProto& node, const schema::GraphProto& body) {
  const Arity arity{std::max(node.input_size() - 2, 0), 0};
  if (body.input_size() != arity.carried + 2) {  // [ONNX-LOOP-2]
    return Error("ONNX-LOOP-2", "the body has " + std::to_string(body.input_size()) + " inputs, expected " +
                                    std::to_string(arity.carried + 2));
  }
  const int scans = body.output_size() - 1 - arity.carried;
  if (scans < 0 || node.output_size() > arity.carried + scans) {  // [ONNX-LOOP-2]
    return Error("ONNX-LOOP-2", "the body has " + std::to_string(body.output_size()) + " outputs for " +
                                    std::to_string(arity.carried) + " carried values and " +
                                    std::to_string(node.output_size()) + " outputs of the Loop");
  }
  return Arity{arity.carried, scans};
}

// Null for an input that is left out.
const size_t* given(const Slots& inputs, size_t k) {
  return k < inputs.size() && inputs[k] ? &*inputs[k] : nullptr;
}

// A carried value keeps its element type, and may change its shape.  [ONNX-LOOP-3]
Result<void> add_carried(Scope& scope, InnerGraph& body, const Slots& inputs, int count) {
  for (int k = 0; k < count; ++k) {
    const std::optional<size_t> initial = inputs[static_cast<size_t>(k + 2)];
    if (!initial)  // [ONNX-GRAPH-5]
      return Error("ONNX-GRAPH-5", "the initial value of a carried value is left out");
    Signature known = scope.graph.known(*initial).signature;
    known.shape = PartialShape::any();
    const MergedInput merged{.initial = InvariantInput{body.take_input(*initial)},
                             .result = static_cast<size_t>(k + 1)};
    TRY(body.add_input(k + 2, merged, known));
  }
  return {};
}

void add_outputs(LoopSpec& spec, const Arity& arity) {
  for (int k = 0; k < arity.carried + arity.scans; ++k) {
    LoopOutput output{.result = static_cast<size_t>(k + 1), .kind = LastValue()};
    output.entry = "output " + std::to_string(k);
    if (k >= arity.carried) output.kind = Scan{.slicing = {.axis = 0}, .adds_axis = true};  // [ONNX-LOOP-4]
    spec.outputs.push_back(std::move(output));
  }
}

}  // namespace

Result<std::vector<size_t>> write_loop(Scope& scope, const schema::NodeProto& node, Attributes& attributes,
                                       const Slots& inputs) {
  const schema::GraphProto* graph = TRY(attributes.graph("body"));
  TRY(attributes.finish());
  const Arity arity = TRY(read_arity(node, *graph));
  const size_t* const count = given(inputs, 0);
  const size_t* const condition = given(inputs, 1);

  std::vector<size_t> slots;
  InnerGraph body(scope, node, *graph, slots);
  LoopSpec& spec = body.spec();
  // Without a condition the body's own is passed on, and ignored.  [ONNX-LOOP-2]
  const size_t first = condition ? *condition : scope.graph.add_constant(Tensor::scalar(true));
  const size_t first_input = body.take_input(first);
  if (count) {
    spec.bound = TripCount{
        .input = body.take_input(*count), .may_be_i32 = false, .negative = TripCount::Negative::kNoIteration};
  }
  if (condition) {
    spec.initial_condition = first_input;
    spec.condition = 0;
  }
  TRY(body.add_input(0, CurrentIteration(), kIteration));
  TRY(body.add_input(1, MergedInput{.initial = InvariantInput{first_input}, .result = 0}, kCondition));
  TRY(add_carried(scope, body, inputs, arity.carried));
  add_outputs(spec, arity);

  LoopNode loop = TRY(body.write("onnx-loop"));
  Node written{.place = {scope.lowering.file, 0, scope.path + title_of(node), node.name()},
               .type = node.op_type(),
               .inputs = std::move(slots)};
  return scope.graph.add_loop(std::move(written), std::move(loop));
}

}  // namespace backedge::onnx
