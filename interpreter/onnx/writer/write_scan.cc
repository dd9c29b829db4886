#include "interpreter/onnx/writer/loop_writer.h"

namespace backedge::onnx::writing {

namespace {

// The lists of axes and directions of the sliced inputs or of the stacked values.
struct Places {
  std::vector<int64_t> axes, directions;

  void add(int64_t axis, const Slicing& slicing) {
    axes.push_back(axis);
    directions.push_back(slicing.stride < 0 ? 1 : 0);
  }
};

// Whether parts and elements have one dimension less than tensors may have: outside, a Scan adds one.
bool has_room(const LoopWriter& writer) {
  const auto is_largest = [](const PartialShape& shape) {
    return shape.rank_known() && shape.rank() == kMaxRank;
  };
  for (const BodyParameter& parameter : writer.spec().parameters) {
    const SlicedInput* const sliced = sliced_input(parameter);
    if (sliced != nullptr && !sliced->drops_axis && is_largest(writer.inputs[sliced->input].shape()))
      return false;
  }
  for (const LoopOutput& output : writer.spec().outputs) {
    const Scan* const scan = scan_of(output);
    if (scan != nullptr && !scan->adds_axis && is_largest(writer.known_result(output.result).shape))
      return false;
  }
  return true;
}

// A last value that needs an iteration: only a Loop can reject that there is none.
bool may_need_iteration(const LoopWriter& writer) {
  std::set<size_t> fed;
  for (const BodyParameter& parameter : writer.spec().parameters) {
    const MergedInput* const merged = merged_input(parameter);
    if (merged != nullptr && !fed.insert(merged->result).second) return true;
  }
  for (const LoopOutput& output : writer.spec().outputs) {
    if (scan_of(output) == nullptr && !fed.contains(output.result)) return true;
  }
  return false;
}

}  // namespace

bool can_be_scan(const LoopWriter& writer) {
  const LoopSpec& spec = writer.spec();
  if (!std::holds_alternative<NumberOfParts>(spec.bound) || !spec.runs_to_bound()) return false;
  if (!has_room(writer) || (!certainly_runs(writer) && may_need_iteration(writer))) return false;
  bool is_sliced = false, keeps_axis = false, has_open_state = false;
  for (const BodyParameter& parameter : spec.parameters) {
    if (std::holds_alternative<CurrentIteration>(parameter.source)) return false;
    const SlicedInput* const sliced = sliced_input(parameter);
    if (merged_input(parameter) != nullptr) {
      if (sliced != nullptr) return false;
      has_open_state = has_open_state || !parameter.declared.shape.known();
    } else if (sliced != nullptr) {
      const Named& input = writer.inputs[sliced->input];
      if (!input.rank_known() || !slices_whole_axis(input, *sliced)) return false;
      is_sliced = true;
      keeps_axis = keeps_axis || !sliced->drops_axis;
    }
  }
  // Engines do not let a state of a Scan change its shape. A loop whose parts drop the axis was a Scan.
  return is_sliced && !(keeps_axis && has_open_state);
}

Result<void> write_scan_node(LoopWriter& writer) {
  std::vector<Named> operands, parts, elements, ends;
  std::vector<Signature> outputs;
  Places inputs_at, outputs_at;
  for (size_t p = 0; p < writer.spec().parameters.size(); ++p) {
    const auto* sliced = std::get_if<SlicedInput>(&writer.spec().parameters[p].source);
    if (sliced == nullptr) {
      TRY(bind_parameter(writer, p));
      continue;
    }
    const Named& input = writer.inputs[sliced->input];
    const int64_t axis = *normalize_axis(sliced->slicing.axis, input.rank());
    parts.push_back(sliced->drops_axis ? input
                                       : split_axis(writer.outer, input, axis, part_width(sliced->slicing)));
    elements.push_back(
        writer.body.name_input(writer.loop.body->parameters[p].name, writer.known_parameter(p)));
    writer.parameter(p) = elements.back();
    inputs_at.add(axis, sliced->slicing);
  }
  TRY(write_nodes(writer.body, writer.inner));
  TRY(plan_outputs(writer, false));

  for (const Carried& value : writer.carried) {
    writer.body.declare_input(value.inside);
    operands.push_back(value.start);
    ends.push_back(value.next);
    outputs.push_back(value.next.signature);
  }
  for (const Named& element : elements) writer.body.declare_input(element);
  operands.insert(operands.end(), parts.begin(), parts.end());
  for (size_t k = 0; k < writer.outputs.size(); ++k) {
    if (!writer.outputs[k].is_stacked) continue;
    const Scan& scan = *scan_of(writer.spec().outputs[k]);
    const Named& element = writer.stacked[writer.outputs[k].index];
    outputs_at.add(stack_axis(scan, element), scan.slicing);
    ends.push_back(element);
    outputs.push_back({element.type(), PartialShape::any()});
  }
  writer.body.expose(std::move(ends));
  AttributeList attributes = {{"body", &writer.body.proto()},
                              {"num_scan_inputs", std::ssize(parts)},
                              {"scan_input_axes", inputs_at.axes},
                              {"scan_input_directions", inputs_at.directions}};
  if (!writer.stacked.empty()) {
    append(attributes, {"scan_output_axes", outputs_at.axes});
    append(attributes, {"scan_output_directions", outputs_at.directions});
  }
  const std::vector<Named> made =
      writer.outer.add_all("Scan", operands, outputs, attributes, writer.node.place.name);
  finish_outputs(writer, made, true);
  return {};
}

}  // namespace backedge::onnx::writing
