#include "interpreter/loop/count_parts.h"
#include "interpreter/onnx/writer/loop_writer.h"

namespace backedge::onnx::writing {
namespace {

// The counter of ONNX is an i64 scalar.
Named current_iteration(LoopWriter& writer, const Signature& declared, const Named& number) {
  const Named value = cast(writer.body, number, declared.type);
  if (!declared.shape.rank_known() || declared.shape.rank() == 0) return value;
  return writer.body.add("Reshape", {value, integers({1})}, {declared.type, Shape{1}});
}

// Whether a merged Parameter is the condition of the Loop, which its body takes anyway.
bool is_condition(const LoopWriter& writer, const MergedInput& merged) {
  const LoopSpec& spec = writer.spec();
  const auto* initial = std::get_if<InvariantInput>(&merged.initial);
  if (initial == nullptr || !spec.initial_condition || spec.condition != merged.result) return false;
  for (const LoopOutput& output : spec.outputs) {
    if (output.result == merged.result && scan_of(output) == nullptr) return false;
  }
  const auto is_scalar = [](const PartialShape& shape) { return shape.rank_known() && shape.rank() == 0; };
  const Signature next = writer.inner.signature(writer.loop.body->results[merged.result].slot);
  if (!is_scalar(writer.inputs[initial->input].shape()) || !is_scalar(next.shape)) return false;
  const std::vector<size_t>& inputs = writer.node.inputs;
  return inputs[initial->input] == inputs[*spec.initial_condition];
}

Result<void> write_loop_node(LoopWriter& writer) {
  const LoopSpec& spec = writer.spec();
  Named first = TRY(write_first_condition(writer));
  const Named number = writer.body.name_input("iteration", scalar_of(ElementType::kI64));
  const Named go_on = writer.body.name_input("go_on", scalar_of(ElementType::kBoolean));
  std::vector<Named> positions;
  for (size_t p = 0; p < spec.parameters.size(); ++p) {
    const BodyParameter& parameter = spec.parameters[p];
    const MergedInput* const merged = merged_input(parameter);
    if (const SlicedInput* sliced = sliced_input(parameter))
      positions.push_back(TRY(positions_of_parts(writer.outer, writer.inputs[sliced->input], *sliced)));
    if (std::holds_alternative<CurrentIteration>(parameter.source)) {
      writer.parameter(p) = current_iteration(writer, parameter.declared, number);
    } else if (const auto* sliced = std::get_if<SlicedInput>(&parameter.source)) {
      const Signature whole = writer.inputs[sliced->input].signature;
      const PartialShape part = TRY(measure_parts(whole, *sliced)).part;
      TRY(check_certainly_fits(parameter, {whole.type, part}));
      writer.parameter(p) = take_part(writer.body, writer.inputs[sliced->input], *sliced, positions.back(),
                                      number, writer.known_parameter(p));
    } else if (merged != nullptr && is_condition(writer, *merged)) {
      writer.parameter(p) = go_on;
    } else {
      TRY(bind_parameter(writer, p));
    }
  }
  Named count = TRY(write_bound(writer, positions));
  TRY(write_nodes(writer.body, writer.inner));
  const Named next = TRY(write_next_condition(writer, number, go_on));
  TRY(plan_outputs(writer, true));
  require_iteration(writer, count, first);

  std::vector<Named> operands = {count, first}, ends = {next};
  std::vector<Signature> outputs;
  writer.body.declare_input(number);
  writer.body.declare_input(go_on);
  for (const Carried& value : writer.carried) {
    writer.body.declare_input(value.inside);
    operands.push_back(value.start);
    ends.push_back(value.next);
    outputs.push_back({value.next.type(), PartialShape::any(), value.next.signature.kind});
  }
  for (const Named& element : writer.stacked) {
    ends.push_back(element);
    outputs.push_back({element.type(), PartialShape::any()});
  }
  writer.body.expose(std::move(ends));
  const std::vector<Named> made = writer.outer.add_all(
      "Loop", operands, outputs, {{"body", &writer.body.proto()}}, writer.node.place.name);
  finish_outputs(writer, made, false);
  return {};
}

}  // namespace

Result<void> bind_parameter(LoopWriter& writer, size_t p) {
  const BodyParameter& parameter = writer.spec().parameters[p];
  if (const MergedInput* merged = merged_input(parameter)) return carry(writer, p, *merged);
  const auto& invariant = std::get<InvariantInput>(parameter.source);
  writer.parameter(p) = TRY(captured(parameter, writer.inputs[invariant.input]));
  return {};
}

Result<void> write_loop(GraphWriter& to, Source& source, const Node& node, const LoopNode& loop) {
  schema::GraphProto proto;
  proto.set_name(to.state().fresh("body"));
  GraphWriter body(to.state(), proto);
  const std::vector<Named> inputs = source.values_of(node.inputs);
  const std::vector<Signature> signatures = signatures_of_parameters(loop.spec, inputs);
  Source inner = TRY(source_of(*loop.body, signatures));
  LoopWriter writer{to, body, node, loop, source, inputs, std::move(inner)};
  writer.by_result.resize(loop.spec.results.size());
  return can_be_scan(writer) ? write_scan_node(writer) : write_loop_node(writer);
}

}  // namespace backedge::onnx::writing
