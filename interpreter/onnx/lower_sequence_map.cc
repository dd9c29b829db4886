#include "interpreter/base/number_text.h"
#include "interpreter/onnx/inner_graph.h"
#include "interpreter/ops/movement.h"
#include "interpreter/ops/value_operations.h"

namespace backedge::onnx {
namespace {

const Signature kIterationOfMap{ElementType::kI64, Shape{}};

// The loop of a SequenceMap: iteration i applies the body to tensor i of each sequence.  [ONNX-SEQ-1]
struct MapLowering {
  Scope& scope;
  const schema::NodeProto& node;
  const schema::GraphProto& graph;
  std::vector<size_t> slots = {};
  InnerGraph body = InnerGraph(scope, node, graph, slots);

  Node new_node(std::vector<size_t> inputs) const { return node_of(scope, node, std::move(inputs)); }

  bool is_sequence(size_t slot) const {
    return scope.graph.known(slot).signature.kind == ValueKind::kSequence;
  }
};

Result<void> check_arity(const MapLowering& map, const Slots& inputs) {
  for (const std::optional<size_t>& input : inputs) {
    if (!input) return Error("ONNX-GRAPH-5", "an input of a SequenceMap is left out");  // [ONNX-GRAPH-5]
  }
  if (inputs.empty())  // [ONNX-GRAPH-5]
    return Error("ONNX-GRAPH-5", "a SequenceMap has no inputs");
  const auto& [inner, outer] = std::pair(map.graph, map.node);
  if (inner.input_size() == std::ssize(inputs) && inner.output_size() == outer.output_size()) return {};
  return Error("ONNX-SEQ-1",  // [ONNX-SEQ-1]
               "the body has " + counted(inner.input_size(), "input") + " and " +
                   counted(inner.output_size(), "output") + "; the node has " +
                   std::to_string(inputs.size()) + " and " + std::to_string(outer.output_size()));
}

// A tensor as it is declared: types and shapes that contradict are errors.
Operation declared_as(const Signature& declared) {
  Operation identity = ops::make_identity();
  identity.infer = [declared](std::span<const Operand> inputs, std::span<Signature> outputs) -> Result<void> {
    const Signature given{inputs[0].type, inputs[0].shape};
    outputs[0] = {given.type, given.shape.narrowed_by(declared.shape)};
    if (declared.kind == ValueKind::kTensor && given.type == declared.type &&
        declared.shape.meets(given.shape))
      return {};
    return Error("BODY-4",  // [BODY-4]
                 "a tensor of a sequence is " + given.text() + ", and the body takes " + declared.text());
  };
  return identity;
}

Result<void> add_inputs(MapLowering& map, const Slots& inputs) {
  InnerGraph& body = map.body;
  std::vector<size_t> sequences;
  for (const std::optional<size_t>& input : inputs) {
    if (map.is_sequence(*input)) sequences.push_back(*input);
  }
  const size_t count =
      TRY(map.scope.graph.add_operation(map.new_node(sequences), ops::make_sequence_length(), 1)).front();
  body.spec().bound = TripCount{
      .input = body.take_input(count), .may_be_i32 = false, .negative = TripCount::Negative::kNoIteration};
  const size_t iteration = body.add_parameter("iteration", CurrentIteration(), kIterationOfMap);
  for (int k = 0; k < std::ssize(inputs); ++k) {
    const size_t outer = *inputs[static_cast<size_t>(k)];
    const Signature known = map.scope.graph.known(outer).signature;
    const InvariantInput invariant{body.take_input(outer)};
    if (!map.is_sequence(outer)) {
      TRY(body.add_input(k, invariant, TRY(body.declared_input(k, known))));
      continue;
    }
    const Signature item{known.type, known.shape};
    const Signature declared = TRY(body.declared_input(k, item));
    const size_t sequence = body.add_parameter(map.node.input(k), invariant, known);
    const size_t tensor =
        TRY(body.graph().add_operation(map.new_node({sequence, iteration}), ops::make_sequence_at(), 1))
            .front();
    TRY(body.name_input(
        k, TRY(body.graph().add_operation(map.new_node({tensor}), declared_as(declared), 1)).front()));
  }
  return {};
}

// Output k of all iterations so far: one more tensor in a carried sequence.
Result<size_t> collect(MapLowering& map, int k, size_t slot) {
  const Signature item = map.body.graph().known(slot).signature;
  if (item.kind != ValueKind::kTensor)  // [ONNX-SEQ-1]
    return Error("ONNX-SEQ-1", "output " + std::to_string(k) + " of the body is not a tensor");
  const size_t empty =
      TRY(map.scope.graph.add_operation(map.new_node({}), ops::make_sequence_empty(item.type), 1)).front();
  const MergedInput carried{.initial = InvariantInput{map.body.take_input(empty)},
                            .result = static_cast<size_t>(k)};
  const Signature declared{item.type, PartialShape::any(), ValueKind::kSequence};
  const size_t so_far = map.body.add_parameter(map.node.output(k), carried, declared);
  return TRY(map.body.graph().add_operation(map.new_node({so_far, slot}), ops::make_sequence_insert(), 1))
      .front();
}

}  // namespace

Result<std::vector<size_t>> lower_sequence_map(Scope& scope, const schema::NodeProto& node,
                                               Attributes& attributes, const Slots& inputs) {
  const schema::GraphProto* graph = TRY(attributes.graph("body"));
  TRY(attributes.finish());
  MapLowering map{.scope = scope, .node = node, .graph = *graph};
  TRY(check_arity(map, inputs));
  TRY(add_inputs(map, inputs));
  LoopNode loop =
      TRY(map.body.lower("onnx-sequence-map", [&](int k, size_t slot) { return collect(map, k, slot); }));
  for (int k = 0; k < graph->output_size(); ++k)
    loop.spec.outputs.push_back({static_cast<size_t>(k), LastValue(), "output " + std::to_string(k)});
  return scope.graph.add_loop(map.new_node(std::move(map.slots)), std::move(loop));
}

}  // namespace backedge::onnx
