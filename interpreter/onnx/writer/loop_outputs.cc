#include "interpreter/onnx/writer/loop_writer.h"

namespace backedge::onnx::writing {
namespace {

// Zeros; dimensions that are not known are 0, because a carried value of a Loop may change its shape.
Named zeros_like(const Signature& signature) {
  Shape shape;
  for (int64_t axis = 0; axis < signature.shape.rank(); ++axis) {
    const Dimension dim = signature.shape[axis];
    shape.push_back(dim.known() ? dim.min : 0);
  }
  return constant(Tensor::zeros(signature.type, shape));
}

// The signature of a carried value whose shape may change along the dimensions that are not known.
Signature declared_like(const Signature& signature) {
  Signature declared = signature;
  for (int64_t axis = 0; axis < declared.shape.rank(); ++axis) {
    if (!declared.shape[axis].known()) declared.shape[axis] = Dimension::any();
  }
  return declared;
}

// Whether two values differ; nothing if that cannot be told by comparing their elements.
std::optional<Named> differ(GraphWriter& to, const Named& a, const Named& b) {
  if (to.name_of(a) == to.name_of(b)) return constant(Tensor::scalar(false));
  if (!a.shape().known() || !b.shape().known() || a.signature.kind != ValueKind::kTensor) return std::nullopt;
  if (!(a.shape() == b.shape())) return constant(Tensor::scalar(true));
  const Named equal = to.add("Equal", {a, b}, {ElementType::kBoolean, a.shape()});
  const Named count =
      to.add("ReduceProd", {as_i64(to, equal)}, scalar_of(ElementType::kI64), {{"keepdims", int64_t{0}}});
  return to.add("Equal", {count, integer(0)}, scalar_of(ElementType::kBoolean));
}

// Without an iteration, the last value of a Result is the initial value of all Parameters that it feeds, or an
// error  (ZERO-1).
Result<void> require_one_start(LoopWriter& writer, size_t r) {
  std::optional<Named> first;
  for (const Carried& value : writer.carried) {
    if (value.result != r) continue;
    if (!first) first = value.start;
    const std::optional<Named> error = differ(writer.outer, *first, value.start);
    if (!error) {
      return cannot_express("that a loop without an iteration has several initial values for one last value")
          .note("it is that of " + writer.spec().results[r].name);
    }
    if (!error->constant || *error->constant->data<bool>()) writer.required.push_back(*error);
  }
  return {};
}

Result<PlannedOutput> plan_last_value(LoopWriter& writer, size_t r, bool is_loop) {
  const bool runs = certainly_runs(writer);
  if (writer.by_result[r]) {
    if (!runs) TRY(require_one_start(writer, r));
    return PlannedOutput{false, *writer.by_result[r]};
  }
  const Named value = writer.result(r);
  const auto fault = [&](const char* what) -> Error {
    return cannot_express(what).note("it is " + writer.spec().results[r].name + " of " +
                                     value.signature.text());
  };
  if (!value.rank_known()) return fault("a last value that no back edge carries, of unknown rank");
  if (!is_loop && !value.shape().known()) return fault("a last value of a Scan, of unknown shape");
  if (!runs) writer.required.push_back(constant(Tensor::scalar(true)));
  const Named inside = writer.body.name_input("held", declared_like(value.signature));
  writer.carried.push_back({.start = zeros_like(value.signature), .inside = inside, .next = value});
  writer.by_result[r] = writer.carried.size() - 1;
  return PlannedOutput{false, writer.carried.size() - 1};
}

// The value so far and one more part: a carried value that grows in each iteration.
PlannedOutput plan_growing(LoopWriter& writer, const Named& value, int64_t axis, bool backward) {
  Signature grown = declared_like(value.signature);
  grown.shape[axis] = Dimension::any();
  const Named inside = writer.body.name_input("joined", grown);
  const std::vector<Named> both =
      backward ? std::vector<Named>{value, inside} : std::vector<Named>{inside, value};
  const Named next = writer.body.add("Concat", both, grown, {{"axis", axis}});
  writer.carried.push_back({.start = zeros_like(grown), .inside = inside, .next = next});
  return {false, writer.carried.size() - 1};
}

// A part of a width that is known in a run. Another one than part_size is an error there.
Named with_part_size(GraphWriter& to, const Named& value, int64_t axis, int64_t part_size) {
  Signature part = value.signature;
  part.shape[axis] = Dimension::exactly(part_size);
  if (part.shape == value.shape()) return value;
  const Named shape = to.add("Shape", {value}, list_of(Dimension::exactly(value.rank())));
  const Named width = to.add("Gather", {shape, integer(axis)}, scalar_of(ElementType::kI64));
  const Named differs =
      to.add("Not", {to.add("Equal", {width, integer(part_size)}, scalar_of(ElementType::kBoolean))},
             scalar_of(ElementType::kBoolean));
  const Named checked = to.add("Add", {shape, reject_where(to, differs)}, shape.signature);
  return to.add("Reshape", {value, checked}, part, {{"allowzero", int64_t{1}}});
}

// ONNX stacks elements of one shape. So it must be known that all parts are equally wide, or else they are
// joined one by one.
Result<PlannedOutput> plan_scan(LoopWriter& writer, const LoopOutput& output, const Scan& scan,
                                bool is_loop) {
  Named value = writer.result(output.result);
  const Slicing& slicing = scan.slicing;
  const auto fault = [&](const std::string& what) -> Error {
    return cannot_express(what).note("it is " + output.entry + " of " + value.signature.text());
  };
  if (writer.spec().element_0_exists && !certainly_runs(writer) && !value.shape().known())
    return fault("the shape of a scan output without an iteration");
  if (!value.rank_known() && (!scan.adds_axis || slicing.axis != 0))
    return fault("a scan output of unknown rank along this axis");
  if (!scan.adds_axis && value.rank() > 0) {
    const int64_t axis = *normalize_axis(slicing.axis, value.rank());
    if (slicing.part_size) value = with_part_size(writer.body, value, axis, *slicing.part_size);
    const Dimension width = value.shape()[axis];
    if (!width.known() || value.rank() == kMaxRank) {  // a stack would have one more dimension
      bool others = is_loop;
      for (int64_t k = 0; k < value.rank(); ++k) others = others && (k == axis || value.shape()[k].known());
      if (!others) return fault("a scan output of parts that may have unequal sizes");
      return plan_growing(writer, value, axis, slicing.stride < 0);
    }
  }
  writer.stacked.push_back(value);
  return PlannedOutput{true, writer.stacked.size() - 1};
}

// Borders are checked at load if the length is known.
bool may_break_borders(const Scan& scan, const Signature& output) {
  const Slicing& slicing = scan.slicing;
  const bool whole =
      slicing.stride > 0 ? slicing.start == 0 && slicing.end == -1 : slicing.start == -1 && slicing.end == 0;
  if (whole || !output.shape.rank_known()) return !whole;
  return !output.shape[*normalize_axis(slicing.axis, output.shape.rank())].known();
}

// Zeros up to the given length. A part beyond it makes the size of the zeros negative, which is an error.
Named pad_to_length(GraphWriter& to, const Named& value, int64_t axis, const Named& given) {
  const auto part = [&](int64_t begin, std::optional<int64_t> end) -> Named {
    AttributeList attributes = {{"start", begin}};
    if (end) append(attributes, {"end", *end});
    return to.add("Shape", {value}, list_of(Dimension::any()), attributes);
  };
  const Signature one = list_of(Dimension::exactly(1));
  const Named length = to.add("Reshape", {as_i64(to, given), integers({1})}, one);
  const Named missing = to.add("Sub", {length, part(axis, axis + 1)}, one);
  const Named size = to.add("Concat", {part(0, axis), missing, part(axis + 1, std::nullopt)},
                            list_of(Dimension::exactly(value.rank())), {{"axis", int64_t{0}}});
  Signature padded = value.signature;
  padded.shape[axis] = Dimension::any();
  const Named padding =
      to.add("ConstantOfShape", {size}, padded, {{"value", Tensor::zeros(value.type(), {1})}});
  return to.add("Concat", {value, padding}, padded, {{"axis", axis}});
}

// The stacked value with its elements in the direction and along the axis of the output.
Named place_elements(GraphWriter& to, Named stack, const Scan& scan, int64_t axis) {
  if (scan.slicing.stride < 0) stack = reverse(to, stack, 0);
  if (axis == 0) return stack;
  std::vector<int64_t> order;
  for (int64_t k = 1; k <= axis; ++k) order.push_back(k);
  order.push_back(0);
  for (int64_t k = axis + 1; k < stack.rank(); ++k) order.push_back(k);
  PartialShape shape = stack.shape();
  for (size_t k = 0; k < order.size(); ++k) shape[static_cast<int64_t>(k)] = stack.shape()[order[k]];
  return to.add("Transpose", {stack}, {stack.type(), shape}, {{"perm", order}});
}

// The elements of a stacked value, joined.
Named join(LoopWriter& writer, const Named& element, const Scan& scan, Named stack, bool is_scan) {
  GraphWriter& to = writer.outer;
  if (!element.rank_known()) return scan.slicing.stride > 0 || is_scan ? stack : reverse(to, stack, 0);
  const int64_t axis = stack_axis(scan, element);
  stack.signature.shape = with_axis(element.shape(), is_scan ? axis : 0, Dimension::any());
  Named joined = is_scan ? stack : place_elements(to, std::move(stack), scan, axis);
  if (!scan.adds_axis && element.rank() > 0) joined = merge_axes(to, joined, axis);
  return scan.length ? pad_to_length(to, joined, axis, writer.inputs[*scan.length]) : joined;
}

}  // namespace

int64_t stack_axis(const Scan& scan, const Named& element) {
  if (!element.rank_known() || (element.rank() == 0 && !scan.adds_axis)) return 0;
  return *normalize_axis(scan.slicing.axis, element.rank() + (scan.adds_axis ? 1 : 0));
}

Signature LoopWriter::known_result(size_t r) const {
  Signature signature = inner.signature(loop.body->results[r].slot);
  signature.shape = signature.shape.narrowed_by(loop.spec.results[r].declared);
  return signature;
}

Named LoopWriter::result(size_t r) const {
  Named value = inner.values[loop.body->results[r].slot];
  value.signature = known_result(r);
  return value;
}

Result<void> carry(LoopWriter& writer, size_t p, const MergedInput& merged) {
  const BodyParameter& parameter = writer.spec().parameters[p];
  if (!can_be_declared(parameter.declared.shape))
    return cannot_express("the shape of " + parameter.name).note("it is " + parameter.declared.text());
  Named start;
  if (const auto* sliced = std::get_if<SlicedInput>(&merged.initial)) {
    const Named& input = writer.inputs[sliced->input];
    const Named positions = TRY(positions_of_parts(writer.outer, input, *sliced));
    if (!certainly_runs(writer))
      return cannot_express("an initial value that is a part which need not be there");
    start = take_part(writer.outer, input, *sliced, positions, integer(0), parameter.declared);
  } else {
    start = writer.inputs[std::get<InvariantInput>(merged.initial).input];
  }
  const Named inside = writer.body.name_input(writer.loop.body->parameters[p].name, parameter.declared);
  writer.parameter(p) = inside;
  writer.by_result[merged.result] = writer.by_result[merged.result].value_or(writer.carried.size());
  writer.carried.push_back({.start = start, .inside = inside, .result = merged.result});
  return {};
}

Result<void> plan_outputs(LoopWriter& writer, bool is_loop) {
  for (Carried& value : writer.carried) value.next = writer.result(*value.result);
  for (size_t output = 0; output < writer.spec().outputs.size(); ++output) {
    const LoopOutput& made = writer.spec().outputs[output];
    const Scan* const scan = scan_of(made);
    if (scan != nullptr && may_break_borders(*scan, writer.around.signature(writer.node.outputs[output])))
      return cannot_express("the error of borders that do not fit the length of " + made.entry);
    writer.outputs.push_back(scan == nullptr ? TRY(plan_last_value(writer, made.result, is_loop))
                                             : TRY(plan_scan(writer, made, *scan, is_loop)));
  }
  if (writer.carried.empty() && writer.stacked.empty()) {  // [ONNX-WRITE-4]
    const Named unused = writer.body.name_input("unused", scalar_of(ElementType::kI64));
    writer.carried.push_back({.start = integer(0), .inside = unused, .next = unused});
  }
  return {};
}

void finish_outputs(LoopWriter& writer, const std::vector<Named>& made, bool is_scan) {
  for (size_t k = 0; k < writer.outputs.size(); ++k) {
    const PlannedOutput& output = writer.outputs[k];
    const size_t slot = writer.node.outputs[k];
    Named value = made[output.index + (output.is_stacked ? writer.carried.size() : 0)];
    if (output.is_stacked) {
      const Scan& scan = *scan_of(writer.spec().outputs[k]);
      value = join(writer, writer.stacked[output.index], scan, std::move(value), is_scan);
    }
    value.signature = writer.around.signature(slot);
    writer.around.values[slot] = std::move(value);
  }
}

}  // namespace backedge::onnx::writing
