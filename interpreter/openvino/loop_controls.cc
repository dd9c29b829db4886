#include "interpreter/openvino/loop_writer.h"

/// When the iterations of a Loop run, and the length of its scan outputs.
namespace backedge::openvino {
namespace {

/// The number of the iteration as a Parameter sees it.
Result<LayerValue> number(LayerWriter& ir, int64_t value, const Signature& declared) {
  const Shape shape = declared.shape.meets(Shape()) ? Shape() : Shape{1};
  return declared.type == ElementType::kI32
             ? ir.add_constant(Tensor::of<int32_t>(shape, {static_cast<int32_t>(value)}))
             : ir.add_constant(Tensor::of<int64_t>(shape, {value}));
}

Error depends_on_parts(const BodyParameter& parameter) {
  return Error("IR-WRITE-1",  // [IR-WRITE-1]
               "OpenVINO IR cannot express a condition that depends on an iterator")
      .note("it would need the element of the next iteration, past the end in the last one (TRT-5)")
      .note("the iterator is " + parameter.name);
}

/// What Parameter p of the body is in iteration 0.
Result<LayerValue> first_value(LoopWriter& writer, size_t p) {
  const BodyParameter& parameter = writer.loop.spec.parameters[p];
  if (sliced_input(parameter) != nullptr) return depends_on_parts(parameter);
  const std::optional<size_t> input = input_of(parameter);
  return input ? loop_input(writer, *input) : number(writer.outer_ir, 0, parameter.declared);
}

/// What Parameter p of the body is in the iteration after this one.
Result<LayerValue> next_value(LoopWriter& writer, size_t p) {
  const BodyParameter& parameter = writer.loop.spec.parameters[p];
  const Graph& body = *writer.loop.body;
  if (const MergedInput* merged = merged_input(parameter))
    return writer.body.values.at(body.results[merged->result].slot);
  if (sliced_input(parameter) != nullptr) return depends_on_parts(parameter);
  const LayerValue& value = writer.body.values.at(body.parameters[p].slot);
  if (std::holds_alternative<InvariantInput>(parameter.source)) return value;
  const LayerValue one = TRY(number(writer.body_ir, 1, parameter.declared));
  return writer.body_ir.apply({"Add"}, {value, one}, parameter.declared);
}

/// The gate, with these values of the body's Parameters.
Result<LayerValue> write_gate(LoopWriter& writer, LayerWriter& ir,
                              Result<LayerValue> (*value_of)(LoopWriter&, size_t)) {
  SourceGraph gate = TRY(source_graph_of(*writer.loop.gate));
  for (size_t k = 0; k < gate.graph.parameters.size(); ++k)
    gate.values[gate.graph.parameters[k].slot] = TRY(value_of(writer, writer.loop.spec.gate->parameters[k]));
  TRY(write_nodes(ir, gate));
  return gate.values.at(gate.graph.results[0].slot);
}

/// The value of a loop input that is a count or a length, if it is known.
std::optional<int64_t> known_integer(const LoopWriter& writer, size_t input) {
  const Tensor* value = writer.outer.slots[writer.node.inputs[input]].value;
  return value != nullptr && value->count() == 1 ? std::optional(integer_in(*value)) : std::nullopt;
}

/// The number of iterations, if it is known and no condition ends the loop before.
std::optional<int64_t> known_count(const LoopWriter& writer) {
  const LoopSpec& spec = writer.loop.spec;
  const auto* count = std::get_if<TripCount>(&spec.bound);
  if (count == nullptr || spec.gate || spec.condition || spec.initial_condition) return std::nullopt;
  const std::optional<int64_t> known = known_integer(writer, count->input);
  return known && *known >= 0 ? known : std::nullopt;
}

/// A loop input with one integer, as [1] of i64.
LayerValue as_list(LoopWriter& writer, size_t input) {
  LayerWriter& ir = writer.outer_ir;
  const LayerValue& value = loop_input(writer, input);
  const Signature wide{ElementType::kI64, value.signature.shape}, one{ElementType::kI64, Shape{1}};
  return ir.apply(
      {"Reshape", 1, {{"special_zero", "false"}}},
      {ir.apply({"Convert", 1, {{"destination_type", "i64"}}}, {value}, wide), ir.add_integers({1})}, one);
}

/// The padded value with a length that is known. It tells the reader of IR this length, because the shape of an
/// outer loop's output may depend on it. A 0 copies the dimension.
LayerValue with_length(LayerWriter& ir, const LayerValue& padded, int64_t axis, int64_t length) {
  Signature signature = padded.signature;
  std::vector<int64_t> dims(static_cast<size_t>(signature.shape.rank()), 0);
  dims[static_cast<size_t>(axis)] = length;
  signature.shape[axis] = Dimension::exactly(length);
  return ir.apply({"Reshape", 1, {{"special_zero", "true"}}}, {padded, ir.add_integers(dims)}, signature);
}

}  // namespace

LayerValue write_trip_count(LoopWriter& writer) {
  const auto* count = std::get_if<TripCount>(&writer.loop.spec.bound);
  if (count == nullptr) return writer.outer_ir.add_integer(-1);
  const LayerValue value = loop_input(writer, count->input);
  if (count->negative != TripCount::Negative::kNoIteration) return value;  // [IR-WRITE-2]
  const std::optional<int64_t> known = known_integer(writer, count->input);
  if (known && *known >= 0) return value;
  const LayerValue zero = writer.outer_ir.add_integer(0);  // (ONNX-LOOP-1)
  return writer.outer_ir.apply({"Maximum"}, {value, zero}, value.signature);
}

Result<LayerValue> write_first_condition(LoopWriter& writer) {
  const LoopSpec& spec = writer.loop.spec;
  if (spec.initial_condition) return loop_input(writer, *spec.initial_condition);
  if (!spec.gate) return writer.outer_ir.add_boolean(true);
  return write_gate(writer, writer.outer_ir, first_value);
}

Result<LayerValue> write_next_condition(LoopWriter& writer) {
  if (!writer.loop.spec.gate) return writer.body_ir.add_boolean(true);
  return write_gate(writer, writer.body_ir, next_value);  // [IR-WRITE-2]
}

PartialShape unpadded_shape(const LoopWriter& writer, const Scan& scan, PartialShape padded) {
  if (!padded.rank_known()) return padded;
  const std::optional<int64_t> count = scan.adds_axis ? known_count(writer) : std::nullopt;
  padded[scan.slicing.axis] = count ? Dimension::exactly(*count) : Dimension::any();
  return padded;
}

Result<void> pad_output(LoopWriter& writer, size_t slot, const Scan& how) {
  LayerWriter& ir = writer.outer_ir;
  LayerValue& value = writer.outer.values.at(slot);
  const LayerValue scan = value;
  const std::optional<int64_t> length = known_integer(writer, *how.length);
  const int64_t axis = how.slicing.axis;
  const PartialShape& shape = scan.signature.shape;
  if (axis < 0)  // [IR-WRITE-1]
    return Error(
        "IR-WRITE-1",
        "OpenVINO IR cannot express a loop output that is padded along an axis that counts from the end "
        "of an unknown rank");
  if (length && shape.rank_known() && shape[axis] == Dimension::exactly(*length)) return {};
  const Dimension items = shape.rank_known() ? Dimension::exactly(shape.rank()) : Dimension::any();
  const Signature one{ElementType::kI64, Shape{1}}, list{ElementType::kI64, PartialShape::of({&items, 1})};
  const LayerValue whole = ir.apply({"ShapeOf", 3, {{"output_type", "i64"}}}, {scan}, list);
  const LayerValue place = ir.add_integers({axis}), zero = ir.add_integer(0);
  const LayerValue count = ir.apply({"Gather", 8, {{"batch_dims", "0"}}}, {whole, place, zero}, one);
  const LayerValue wanted = length ? ir.add_integer(*length) : as_list(writer, *how.length);
  const LayerValue missing = ir.apply({"Subtract"}, {wanted, count}, one);
  const LayerValue target = ir.apply({"ScatterUpdate", 3}, {whole, place, missing, zero}, list);
  const LayerValue nothing = TRY(ir.add_constant(Tensor::zeros(scan.signature.type, Shape())));
  Signature rest = scan.signature;
  if (shape.rank_known()) rest.shape[axis] = Dimension::any();
  const LayerValue padding = ir.apply({"Broadcast", 3, {{"mode", "numpy"}}}, {nothing, target}, rest);
  value = ir.apply({"Concat", 1, {{"axis", std::to_string(axis)}}}, {scan, padding}, rest);
  if (length && shape.rank_known()) value = with_length(ir, value, axis, *length);
  return {};
}

}  // namespace backedge::openvino
