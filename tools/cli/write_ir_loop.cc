#include "tools/cli/write_ir_loop.h"

namespace backedge {
namespace {

using tensorrt::GraphNames;

// The shape with an axis of width 1, if its rank is known.
PartialShape with_part_axis(const PartialShape& shape, int64_t axis) {
  return shape.rank_known() ? with_axis(shape, axis, Dimension::exactly(1)) : shape;
}

openvino::PortMapEntry sliced(openvino::PortMapEntry entry, const Slicing& slicing) {
  entry.axis = slicing.axis;
  entry.start = slicing.start;
  entry.end = slicing.end;
  entry.stride = slicing.stride;
  entry.part_size = slicing.part_size;
  return entry;
}

// A Loop under way.
struct LoopWriter {
  IrGraph& outer_ir;
  Source& outer;
  const Node& node;
  const LoopNode& loop;
  const GraphNames& gate_names;
  IrGraph body_ir;
  Source body;
  openvino::Body written = {.name = "body"};
  std::vector<int64_t> results = {};       // by Result of the body: the id of the layer
  std::vector<IrValue> bound_inputs = {};  // on ports 2, 3, ...
};

const IrValue& loop_input(const LoopWriter& writer, size_t input) {
  return writer.outer.values.at(writer.node.inputs[input]);
}

// A port for one Parameter, after trip count and condition. IR allows several Parameters on a port, but
// OpenVINO's reader keeps only the first one.
int64_t add_input_port(LoopWriter& writer, const IrValue& value) {
  writer.bound_inputs.push_back(value);
  return static_cast<int64_t>(1 + writer.bound_inputs.size());
}

// Whether an input is sliced backwards along an axis that may be empty. SLICE-2 rejects the borders that
// this needs, so the value is reversed outside of the Loop and sliced forwards.  (SLICE-10)
bool must_be_reversed(const IrValue& value, const Slicing& slicing) {
  const PartialShape& shape = value.signature.shape;
  return slicing.stride < 0 && (!shape.rank_known() || shape[slicing.axis].min == 0);
}

IrValue reverse(LoopWriter& writer, const IrValue& value, Slicing& slicing) {
  const int64_t axes[] = {slicing.axis};
  slicing = {.axis = slicing.axis};
  return writer.outer_ir.apply("Reverse", 1, {{"mode", "index"}}, {value, writer.outer_ir.add_integers(axes)},
                               value.signature);
}

void add_parameters(LoopWriter& writer) {
  for (size_t k = 0; k < writer.loop.spec.parameters.size(); ++k) {
    const BodyParameter& parameter = writer.loop.spec.parameters[k];
    const GraphParameter& inner = writer.loop.body->parameters[k];
    const auto* part = std::get_if<SlicedInput>(&parameter.source);
    IrValue outside = loop_input(writer, *input_of(parameter));
    Slicing slicing = part == nullptr ? Slicing() : part->slicing;
    if (part != nullptr && must_be_reversed(outside, slicing)) outside = reverse(writer, outside, slicing);
    const int64_t port = add_input_port(writer, outside);
    Signature declared = parameter.declared;
    if (part != nullptr) declared.shape = with_part_axis(declared.shape, part->slicing.axis);
    IrValue value = writer.body_ir.add_parameter(inner.name, declared);
    const openvino::PortMapEntry entry{.external_port_id = port, .internal_layer_id = value.layer};
    writer.written.port_map.inputs.push_back(part == nullptr ? entry : sliced(entry, slicing));
    if (part != nullptr)
      value = writer.body_ir.apply("Squeeze", 1, {}, {value, writer.body_ir.add_integer(part->slicing.axis)},
                                   parameter.declared);
    writer.body.values[inner.slot] = value;
  }
}

// The Results, of which those of scan outputs get the new axis.
void add_results(LoopWriter& writer) {
  std::map<size_t, const Scan*> scans;
  for (const LoopOutput& output : writer.loop.spec.outputs) {
    if (const Scan* scan = scan_of(output)) scans[output.result] = scan;
  }
  for (size_t k = 0; k < writer.loop.body->results.size(); ++k) {
    const GraphResult& result = writer.loop.body->results[k];
    IrValue value = writer.body.values.at(result.slot);
    if (scans.contains(k)) {
      const int64_t axis = scans.at(k)->slicing.axis;
      const Signature wider{value.signature.type, with_part_axis(value.signature.shape, axis)};
      value = writer.body_ir.apply("Unsqueeze", 1, {}, {value, writer.body_ir.add_integer(axis)}, wider);
    }
    writer.results.push_back(writer.body_ir.add_result(result.name + "_" + std::to_string(k), value));
  }
  for (size_t k = 0; k < writer.loop.spec.parameters.size(); ++k) {
    const MergedInput* merged = merged_input(writer.loop.spec.parameters[k]);
    if (merged == nullptr) continue;
    writer.written.back_edges.push_back({.from_layer = writer.results[merged->result],
                                         .to_layer = writer.written.port_map.inputs[k].internal_layer_id});
  }
}

// The condition of the iteration that these values of the body's Parameters begin.
template <class ValueOf>
Result<IrValue> write_gate(LoopWriter& writer, IrGraph& ir, ValueOf&& value_of) {
  Source gate{*writer.loop.gate, writer.gate_names};
  add_constants(ir, gate);
  for (size_t k = 0; k < gate.graph.parameters.size(); ++k) {
    const size_t parameter = writer.loop.spec.gate->parameters[k];
    const BodyParameter& source = writer.loop.spec.parameters[parameter];
    if (std::holds_alternative<SlicedInput>(source.source)) {
      return Error("TRT-7", "OpenVINO IR cannot express a condition that depends on an iterator")
          .note("it would need the element of the next iteration, past the end in the last one (TRT-5)")
          .note("the iterator is " + source.name);
    }
    gate.values[gate.graph.parameters[k].slot] = value_of(parameter);
  }
  TRY(write_nodes(ir, gate));
  return gate.values.at(gate.graph.results[0].slot);
}

Result<IrValue> write_first_condition(LoopWriter& writer) {
  if (!writer.loop.spec.gate) return writer.outer_ir.add_constant(Tensor::scalar(true));
  return write_gate(writer, writer.outer_ir, [&](size_t parameter) {
    return loop_input(writer, *input_of(writer.loop.spec.parameters[parameter]));
  });
}

Result<IrValue> write_next_condition(LoopWriter& writer) {
  if (!writer.loop.spec.gate) return writer.body_ir.add_constant(Tensor::scalar(true));
  return write_gate(writer, writer.body_ir, [&](size_t parameter) {
    const MergedInput* merged = merged_input(writer.loop.spec.parameters[parameter]);
    const Graph& body = *writer.loop.body;
    return writer.body.values.at(merged == nullptr ? body.parameters[parameter].slot
                                                   : body.results[merged->result].slot);
  });
}

// The value of a loop input that is a count or a length, if it is known.
std::optional<int64_t> known_integer(const LoopWriter& writer, size_t input) {
  const std::optional<Tensor>& value = writer.outer.names.values[writer.node.inputs[input]].value;
  return value ? std::optional(integer_in(*value)) : std::nullopt;
}

// The scan output with zeros after it, so that the axis has the given length.
IrValue pad(LoopWriter& writer, const IrValue& scan, const Scan& how) {
  IrGraph& ir = writer.outer_ir;
  const int64_t axis = how.slicing.axis;
  const PartialShape& shape = scan.signature.shape;
  const Signature one{ElementType::kI64, Shape{1}}, list{ElementType::kI64, Shape{shape.rank()}};
  const IrValue whole = ir.apply("ShapeOf", 3, {{"output_type", "i64"}}, {scan}, list);
  const int64_t at[] = {axis};
  const IrValue place = ir.add_integers(at), zero = ir.add_integer(0);
  const IrValue count = ir.apply("Gather", 8, {{"batch_dims", "0"}}, {whole, place, zero}, one);
  const int64_t length = *known_integer(writer, *how.length);  // (TRT-13)
  const IrValue missing = ir.apply("Subtract", 1, {}, {ir.add_integer(length), count}, one);
  const IrValue target = ir.apply("ScatterUpdate", 3, {}, {whole, place, missing, zero}, list);
  const IrValue nothing = ir.add_constant(Tensor::zeros(scan.signature.type, Shape()));
  Signature rest = scan.signature;
  rest.shape[axis] = Dimension::any();
  const IrValue padding = ir.apply("Broadcast", 3, {{"mode", "numpy"}}, {nothing, target}, rest);
  const IrValue joined = ir.apply("Concat", 1, {{"axis", std::to_string(axis)}}, {scan, padding}, rest);
  // Tells the reader of IR the length, because the shape of an outer loop's output may depend on it. A 0 copies
  // the dimension.
  std::vector<int64_t> dims(static_cast<size_t>(shape.rank()), 0);
  dims[static_cast<size_t>(axis)] = length;
  Signature padded = scan.signature;
  padded.shape[axis] = Dimension::exactly(length);
  return ir.apply("Reshape", 1, {{"special_zero", "true"}}, {joined, ir.add_integers(dims)}, padded);
}

// The number of iterations, if it is known and no condition ends the loop before.
std::optional<int64_t> known_count(const LoopWriter& writer) {
  const auto* count = std::get_if<TripCount>(&writer.loop.spec.bound);
  if (count == nullptr || writer.loop.spec.gate) return std::nullopt;
  const std::optional<int64_t> known = known_integer(writer, count->input);
  return known && *known >= 0 ? known : std::nullopt;
}

Result<void> add_outputs(LoopWriter& writer, openvino::Layer& layer, std::vector<IrValue>& scans) {
  for (size_t k = 0; k < writer.loop.spec.outputs.size(); ++k) {
    const LoopOutput& output = writer.loop.spec.outputs[k];
    const Scan* const scan = scan_of(output);
    Signature signature = writer.outer.signature(writer.node.outputs[k]);
    if (scan != nullptr && !signature.shape.rank_known()) {
      return Error("TRT-24", "OpenVINO IR cannot express a loop output of unknown rank: " + output.entry);
    }
    const std::optional<int64_t> count = known_count(writer);
    if (scan != nullptr)
      signature.shape[scan->slicing.axis] = count ? Dimension::exactly(*count) : Dimension::any();
    const IrValue value = writer.outer_ir.add_output(layer, signature);
    const openvino::PortMapEntry entry{.external_port_id = value.port,
                                       .internal_layer_id = writer.results[output.result]};
    writer.written.port_map.outputs.push_back(scan == nullptr ? entry : sliced(entry, scan->slicing));
    scans.push_back(value);
  }
  return {};
}

}  // namespace

Result<void> write_loop(IrGraph& ir, Source& source, const Node& node, const LoopNode& loop,
                        const std::vector<GraphNames>& names) {
  LoopWriter writer{ir, source, node, loop, names[1], IrGraph(ir.weights()), {*loop.body, names[0]}};
  add_parameters(writer);
  add_constants(writer.body_ir, writer.body);
  TRY(write_nodes(writer.body_ir, writer.body));
  add_results(writer);
  const IrValue next = TRY(write_next_condition(writer));
  const int64_t condition = writer.body_ir.add_result("condition", next);
  writer.written.port_map.outputs.push_back(
      {.external_port_id = -1, .internal_layer_id = condition, .purpose = "execution_condition"});

  const auto* count = std::get_if<TripCount>(&loop.spec.bound);
  const IrValue trips = count == nullptr ? ir.add_integer(-1) : loop_input(writer, count->input);
  const IrValue first = TRY(write_first_condition(writer));
  openvino::Layer& layer = ir.add_layer("Loop", 5, node.place.name);
  layer.dialect = openvino::Dialect::kLoop5;
  ir.connect(layer, trips);
  ir.connect(layer, first);
  for (const IrValue& input : writer.bound_inputs) ir.connect(layer, input);
  std::vector<IrValue> outputs;
  TRY(add_outputs(writer, layer, outputs));
  writer.written.graph = std::move(writer.body_ir.graph());
  layer.bodies.push_back(std::move(writer.written));

  for (size_t k = 0; k < outputs.size(); ++k) {
    const Scan* const scan = scan_of(loop.spec.outputs[k]);
    const Dimension whole =
        scan == nullptr ? Dimension() : source.signature(node.outputs[k]).shape[scan->slicing.axis];
    const bool is_whole = scan == nullptr || outputs[k].signature.shape[scan->slicing.axis] == whole;
    source.values[node.outputs[k]] = is_whole ? outputs[k] : pad(writer, outputs[k], *scan);
  }
  return {};
}

}  // namespace backedge
