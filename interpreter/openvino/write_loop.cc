#include "interpreter/openvino/loop_writer.h"

namespace backedge::openvino {

PortMapEntry sliced(PortMapEntry entry, const Slicing& slicing) {
  entry.axis = slicing.axis;
  entry.start = slicing.start;
  entry.end = slicing.end;
  entry.stride = slicing.stride;
  entry.part_size = slicing.part_size;
  return entry;
}

PartialShape with_part_axis(const PartialShape& shape, int64_t axis) {
  if (!shape.rank_known() || shape.rank() == kMaxRank) return PartialShape::any();
  if (axis < -shape.rank() - 1 || axis > shape.rank()) return PartialShape::any();
  return with_axis(shape, axis < 0 ? axis + shape.rank() + 1 : axis, Dimension::exactly(1));
}

Slicing with_positive_axis(Slicing slicing, const PartialShape& shape) {
  if (slicing.axis < 0 && shape.rank_known()) slicing.axis += shape.rank();
  return slicing;
}

std::optional<Scan> scan_output(const LoopWriter& writer, size_t k) {
  const Scan* scan = scan_of(writer.loop.spec.outputs[k]);
  if (scan == nullptr) return std::nullopt;
  Scan positive = *scan;
  Slicing& slicing = positive.slicing;
  slicing = with_positive_axis(slicing, writer.outer.signature(writer.node.outputs[k]).shape);
  if (scan->length) {  // the borders are those of the padded axis  (OUT-3)
    slicing.start = slicing.stride > 0 ? 0 : -1;
    slicing.end = slicing.stride > 0 ? -1 : 0;
  }
  return positive;
}

const LayerValue& loop_input(const LoopWriter& writer, size_t input) {
  return writer.outer.values.at(writer.node.inputs[input]);
}

namespace {

// A port for one Parameter. IR allows several Parameters on a port, but OpenVINO's reader keeps only the first
// one.
int64_t add_input_port(LoopWriter& writer, const LayerValue& value) {
  writer.bound_inputs.push_back(value);
  return std::ssize(writer.bound_inputs) + (writer.is_loop ? 1 : -1);
}

// Whether parts that lose their axis are taken backwards from an axis that may be empty. SLICE-2 rejects the
// borders that this needs, so the value is reversed outside of the loop and sliced forwards.  (SLICE-10)
bool must_be_reversed(const PartialShape& shape, const SlicedInput& part) {
  if (!part.drops_axis || part.slicing.stride > 0) return false;
  return !shape.rank_known() || shape[with_positive_axis(part.slicing, shape).axis].min == 0;
}

Result<LayerValue> reverse(LoopWriter& writer, const LayerValue& value, Slicing& slicing) {
  if (slicing.axis < 0)  // [IR-WRITE-1]
    return Error(
        "IR-WRITE-1",
        "OpenVINO IR cannot express parts that are taken backwards, along an axis that counts from the "
        "end of an unknown rank");
  slicing = {.axis = slicing.axis};
  return writer.outer_ir.apply({"Reverse", 1, {{"mode", "index"}}},
                               {value, writer.outer_ir.add_integers({slicing.axis})}, value.signature);
}

// A Parameter of the loop's body that takes parts of a loop input.
Result<LayerValue> add_sliced_parameter(LoopWriter& writer, const BodyParameter& parameter,
                                        const SlicedInput& part, const std::string& name) {
  LayerValue outside = loop_input(writer, part.input);
  const PartialShape& shape = outside.signature.shape;
  Slicing slicing = with_positive_axis(part.slicing, shape);
  if (must_be_reversed(shape, part)) outside = TRY(reverse(writer, outside, slicing));
  Signature declared = parameter.declared;
  if (part.drops_axis) declared.shape = with_part_axis(declared.shape, slicing.axis);
  const LayerValue value = TRY(add_parameter(writer.body_ir, name, declared));
  const PortMapEntry entry{.external_port_id = add_input_port(writer, outside),
                           .internal_layer_id = value.layer};
  writer.written.port_map.inputs.push_back(sliced(entry, slicing));
  if (!part.drops_axis) return value;
  return writer.body_ir.apply({"Squeeze"}, {value, writer.body_ir.add_integer(slicing.axis)},
                              parameter.declared);
}

Result<LayerValue> add_bound_parameter(LoopWriter& writer, const BodyParameter& parameter,
                                       const std::string& name) {
  if (const SlicedInput* part = sliced_input(parameter))
    return add_sliced_parameter(writer, parameter, *part, name);
  const LayerValue value = TRY(add_parameter(writer.body_ir, name, parameter.declared));
  PortMapEntry entry{.external_port_id = -1, .internal_layer_id = value.layer};
  if (const std::optional<size_t> input = input_of(parameter)) {
    entry.external_port_id = add_input_port(writer, loop_input(writer, *input));
  } else {
    entry.purpose = "current_iteration";
  }
  writer.written.port_map.inputs.push_back(std::move(entry));
  return value;
}

Result<void> add_parameters(LoopWriter& writer) {
  for (size_t k = 0; k < writer.loop.spec.parameters.size(); ++k) {
    const GraphParameter& inner = writer.loop.body->parameters[k];
    writer.body.values[inner.slot] =
        TRY(add_bound_parameter(writer, writer.loop.spec.parameters[k], inner.name));
  }
  return {};
}

// The Result of the body with this value; with `axis`, it has one more axis of width 1.
int64_t result_layer(LoopWriter& writer, size_t result, std::optional<int64_t> axis = {}) {
  const auto [found, added] = writer.results.try_emplace({result, axis}, 0);
  if (!added) return found->second;
  const GraphResult& inner = writer.loop.body->results[result];
  const std::string name = inner.name + "_" + std::to_string(writer.results.size() - 1);
  LayerValue value = writer.body.values.at(inner.slot);
  PartialShape declared = inner.declared;
  if (axis) {
    const Signature wider{value.signature.type, with_part_axis(value.signature.shape, *axis)};
    value = writer.body_ir.apply({"Unsqueeze"}, {value, writer.body_ir.add_integer(*axis)}, wider);
    declared = with_part_axis(declared, *axis);
  }
  found->second = writer.body_ir.add_result(name, value, declared);
  return found->second;
}

void add_back_edges(LoopWriter& writer) {
  for (size_t k = 0; k < writer.loop.spec.parameters.size(); ++k) {
    const BodyParameter& parameter = writer.loop.spec.parameters[k];
    const MergedInput* merged = merged_input(parameter);
    if (merged == nullptr) continue;
    const SlicedInput* part = sliced_input(parameter);
    std::optional<int64_t> axis;
    if (part != nullptr && part->drops_axis)
      axis = with_positive_axis(part->slicing, loop_input(writer, part->input).signature.shape).axis;
    writer.written.back_edges.push_back({.from_layer = result_layer(writer, merged->result, axis),
                                         .to_layer = writer.written.port_map.inputs[k].internal_layer_id});
  }
}

// The ids of the Results that the loop's outputs take.
std::vector<int64_t> add_results(LoopWriter& writer) {
  std::vector<int64_t> ids;
  for (size_t k = 0; k < writer.loop.spec.outputs.size(); ++k) {
    const std::optional<Scan> scan = scan_output(writer, k);
    const auto axis = scan && scan->adds_axis ? std::optional(scan->slicing.axis) : std::nullopt;
    ids.push_back(result_layer(writer, writer.loop.spec.outputs[k].result, axis));
  }
  add_back_edges(writer);
  // A Result that nothing takes is computed too.
  for (size_t k = 0; k < writer.loop.body->results.size(); ++k) {
    const auto found = writer.results.lower_bound({k, std::nullopt});
    if (found == writer.results.end() || found->first.first != k) result_layer(writer, k);
  }
  return ids;
}

// The trip count, the initial condition and the condition of a Loop.
struct Controls {
  LayerValue trips, first;
};

Result<Controls> add_controls(LoopWriter& writer) {
  const LoopSpec& spec = writer.loop.spec;
  const LayerValue trips = write_trip_count(writer);
  const LayerValue first = TRY(write_first_condition(writer));
  const int64_t next = spec.condition
                           ? result_layer(writer, *spec.condition)
                           : writer.body_ir.add_result("condition", TRY(write_next_condition(writer)));
  writer.written.port_map.outputs.push_back(
      {.external_port_id = -1, .internal_layer_id = next, .purpose = "execution_condition"});
  return Controls{trips, first};
}

void add_outputs(LoopWriter& writer, Layer& layer, const std::vector<int64_t>& results) {
  for (size_t k = 0; k < results.size(); ++k) {
    const std::optional<Scan> scan = scan_output(writer, k);
    Signature signature = writer.outer.signature(writer.node.outputs[k]);
    if (scan && scan->length) signature.shape = unpadded_shape(writer, *scan, signature.shape);
    const LayerValue value = writer.outer_ir.add_output(layer, signature);
    const PortMapEntry entry{.external_port_id = value.port, .internal_layer_id = results[k]};
    writer.written.port_map.outputs.push_back(scan ? sliced(entry, scan->slicing) : entry);
    writer.outer.values[writer.node.outputs[k]] = value;
  }
}

// What IR has neither a TensorIterator nor a Loop for.
Result<void> check_form(const LoopSpec& spec) {
  const auto is_iteration = [](const BodyParameter& parameter) {
    return std::holds_alternative<CurrentIteration>(parameter.source);
  };
  const bool knows_iteration = std::any_of(spec.parameters.begin(), spec.parameters.end(), is_iteration);
  if (std::holds_alternative<NumberOfParts>(spec.bound) && (knows_iteration || !spec.runs_to_bound()))
    return Error(
        "IR-WRITE-1",  // [IR-WRITE-1]
        "OpenVINO IR cannot express a loop that runs once for each part, and also has a condition or "
        "the number of the iteration");
  if (spec.gate && (spec.condition || spec.initial_condition))
    return Error("IR-WRITE-1",  // [IR-WRITE-1]
                 "OpenVINO IR cannot express a loop with two conditions, one before and one after the body");
  return {};
}

}  // namespace

Result<void> write_loop(LayerWriter& ir, SourceGraph& source, const Node& node, const LoopNode& loop) {
  TRY(check_form(loop.spec));
  const bool is_loop = !std::holds_alternative<NumberOfParts>(loop.spec.bound);
  SourceGraph body = TRY(source_graph_of(*loop.body));
  LoopWriter writer{ir, source, node, loop, is_loop, LayerWriter(ir.weights()), std::move(body)};
  TRY(add_parameters(writer));
  TRY(write_nodes(writer.body_ir, writer.body));
  const std::vector<int64_t> results = add_results(writer);
  std::vector<LayerValue> inputs;
  if (is_loop) {
    const Controls controls = TRY(add_controls(writer));
    inputs = {controls.trips, controls.first};
  }
  inputs.insert(inputs.end(), writer.bound_inputs.begin(), writer.bound_inputs.end());
  Layer& layer =
      is_loop ? ir.add_layer("Loop", 5, node.place.name) : ir.add_layer("TensorIterator", 1, node.place.name);
  layer.dialect = is_loop ? Dialect::kLoop5 : Dialect::kTensorIterator1;
  for (const LayerValue& input : inputs) ir.connect(layer, input);
  add_outputs(writer, layer, results);
  writer.written.graph = std::move(writer.body_ir.graph());
  layer.bodies.push_back(std::move(writer.written));

  for (size_t k = 0; k < results.size(); ++k) {
    const std::optional<Scan> scan = scan_output(writer, k);
    if (scan && scan->length) TRY(pad_output(writer, node.outputs[k], *scan));
  }
  return {};
}

}  // namespace backedge::openvino
