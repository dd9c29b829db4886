#include "interpreter/loop/count_parts.h"
#include "interpreter/onnx/writer/source.h"

namespace backedge::onnx::writing {
namespace {

bool contains(Dimension wide, Dimension narrow) { return wide.min <= narrow.min && narrow.max <= wide.max; }

Result<void> write_made(GraphWriter& to, Source& source, const Node& node, const Made& made) {
  std::vector<Signature> outputs;
  for (const size_t slot : node.outputs) outputs.push_back(source.signature(slot));
  const std::vector<Named> written =
      TRY(write_operation(to, node, made, source.values_of(node.inputs), outputs));
  for (size_t k = 0; k < node.outputs.size(); ++k) source.values[node.outputs[k]] = written[k];
  return {};
}

Result<void> write_node(GraphWriter& to, Source& source, const Node& node) {
  if (const auto* loop = std::get_if<LoopNode>(&node.work)) return write_loop(to, source, node, *loop);
  if (const auto* branches = std::get_if<IfNode>(&node.work)) return write_if(to, source, node, *branches);
  if (const auto* operation = std::get_if<Operation>(&node.work))
    return write_made(to, source, node, operation->made);
  return write_made(to, source, node, std::get<ValueOperation>(node.work).made);
}

}  // namespace

std::vector<Named> Source::values_of(const std::vector<size_t>& chosen) const {
  std::vector<Named> found;
  for (const size_t slot : chosen) found.push_back(values[slot]);
  return found;
}

Result<Source> source_of(const Graph& graph, std::span<const Signature> parameters) {
  std::vector<Operand> slots = TRY(infer_slots(graph, parameters));
  Source source{graph, std::move(slots), std::vector<Named>(graph.slot_count)};
  for (const Constant& known : graph.constants) source.values[known.slot] = constant(known.value);
  return source;
}

Result<void> write_nodes(GraphWriter& to, Source& source) {
  for (const Node& node : source.graph.nodes) {
    Result<void> written = write_node(to, source, node);
    std::optional<Error>& failure = to.state().failure;
    if (written.ok() && failure) written = *std::exchange(failure, std::nullopt);
    if (!written.ok()) return at_place(written.take_error(), node.place);
  }
  return {};
}

std::vector<Signature> signatures_of_parameters(const LoopSpec& spec, const std::vector<Named>& inputs) {
  std::vector<Signature> signatures;
  for (const BodyParameter& parameter : spec.parameters) {
    Signature signature = parameter.declared;
    const std::optional<size_t> input = input_of(parameter);
    if (input && merged_input(parameter) == nullptr) {  // a merged value may change its dimensions  (BACK-4)
      const SlicedInput* const sliced = sliced_input(parameter);
      PartialShape shape = inputs[*input].shape();
      if (sliced != nullptr) shape = measure_parts(inputs[*input].signature, *sliced).value().part;
      signature.shape = signature.shape.narrowed_by(shape);
    }
    signatures.push_back(signature);
  }
  return signatures;
}

bool contains(const PartialShape& wide, const PartialShape& narrow) {
  if (!wide.rank_known()) return true;
  if (!narrow.rank_known() || narrow.rank() != wide.rank()) return false;
  for (int64_t axis = 0; axis < wide.rank(); ++axis) {
    if (!contains(wide[axis], narrow[axis])) return false;
  }
  return true;
}

bool can_be_declared(const PartialShape& shape) {
  for (int64_t axis = 0; shape.rank_known() && axis < shape.rank(); ++axis) {
    if (!shape[axis].known() && !(shape[axis] == Dimension::any())) return false;
  }
  return true;
}

Result<void> check_certainly_fits(const BodyParameter& parameter, const Signature& value) {
  if (contains(parameter.declared.shape, value.shape)) return {};
  return cannot_express("that a value from around a graph must fit the shape of " + parameter.name)
      .note("it is " + value.text() + ", and declared " + parameter.declared.text());
}

Result<Named> captured(const BodyParameter& parameter, const Named& value) {
  TRY(check_certainly_fits(parameter, value.signature));
  return value;
}

}  // namespace backedge::onnx::writing
