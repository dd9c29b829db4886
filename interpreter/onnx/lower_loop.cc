#include "interpreter/base/number_text.h"
#include "interpreter/base/safe_text.h"
#include "interpreter/onnx/inner_graph.h"
#include "interpreter/ops/movement.h"
#include "interpreter/ops/value_operations.h"

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
    return Error("ONNX-LOOP-2", "the body has " + counted(body.input_size(), "input") + ", expected " +
                                    std::to_string(arity.carried + 2));
  }
  const int scans = body.output_size() - 1 - arity.carried;
  if (scans < 0 || node.output_size() > arity.carried + scans) {  // [ONNX-LOOP-2]
    return Error("ONNX-LOOP-2", "the body has " + counted(body.output_size(), "output") + " for " +
                                    std::to_string(arity.carried) + " carried values and " +
                                    counted(node.output_size(), "output") + " of the Loop");
  }
  return Arity{arity.carried, scans};
}

// Whether a value must be put into an optional to be carried.  [ONNX-LOOP-5]
bool is_item_of(const Signature& value, const Signature& carried) {
  return value.kind != carried.kind && !is_optional(value.kind) && optional_of(value.kind) == carried.kind;
}

// The iteration or the condition. A body that declares it with the shape [1] takes a list of it.  [ONNX-LOOP-2]
Result<void> add_number(const Scope& scope, const schema::NodeProto& node, InnerGraph& body, int k,
                        decltype(BodyParameter::source) source, const Signature& known) {
  const Signature declared = TRY(body.declared_input(k, known));
  const bool may_be_list = declared.shape.meets(Shape{1});
  if (declared.kind != ValueKind::kTensor || declared.type != known.type ||
      !(declared.shape.meets(Shape{}) || may_be_list)) {  // [ONNX-LOOP-2]
    return Error("ONNX-LOOP-2", "the body declares \"" + safe_line(body.name_of_input(k)) + "\" as " +
                                    declared.text() + ", expected one " + std::string(name_of(known.type)));
  }
  if (!declared.shape.rank_known() || !may_be_list) return body.add_input(k, std::move(source), declared);
  const std::string name = body.name_of_input(k);
  const size_t number = body.add_parameter(name, std::move(source), {declared.type, PartialShape::any()});
  const size_t one = body.graph().add_constant(Tensor::of<int64_t>({1}, std::vector<int64_t>{1}));
  const Node reshape = node_of(scope, node, {number, one});
  return body.name_input(k, TRY(body.graph().add_operation(reshape, ops::make_reshape(false), 1)).front());
}

// A carried value keeps its element type, and may change its shape.  [ONNX-LOOP-3]
Result<void> add_carried(Scope& scope, const schema::NodeProto& node, InnerGraph& body, const Slots& inputs,
                         int count) {
  for (int k = 0; k < count; ++k) {
    std::optional<size_t> initial = operand_at(inputs, static_cast<size_t>(k + 2));
    if (!initial)  // [ONNX-GRAPH-5]
      return Error("ONNX-GRAPH-5", "the initial value of a carried value is left out");
    Signature known = scope.graph.known(*initial).signature;
    known.shape = PartialShape::any();
    const Signature declared = TRY(body.declared_input(k + 2, known));
    if (is_item_of(known, declared)) {  // [ONNX-LOOP-5]
      initial =
          TRY(scope.graph.add_operation(node_of(scope, node, {*initial}), ops::make_optional(), 1)).front();
    }
    const MergedInput merged{.initial = InvariantInput{body.take_input(*initial)},
                             .result = static_cast<size_t>(k + 1)};
    TRY(body.add_input(k + 2, merged, declared));
  }
  return {};
}

// The Parameter that Result r of the body feeds; null for an element of a scan output.
const BodyParameter* fed_parameter(const LoopSpec& spec, size_t r) {
  for (const BodyParameter& parameter : spec.parameters) {
    const MergedInput* merged = merged_input(parameter);
    if (merged != nullptr && merged->result == r) return &parameter;
  }
  return nullptr;
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

Result<std::vector<size_t>> lower_loop(Scope& scope, const schema::NodeProto& node, Attributes& attributes,
                                       const Slots& inputs) {
  const schema::GraphProto* graph = TRY(attributes.graph("body"));
  TRY(attributes.finish());
  const Arity arity = TRY(read_arity(node, *graph));
  const std::optional<size_t> count = operand_at(inputs, 0), condition = operand_at(inputs, 1);

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
  TRY(add_number(scope, node, body, 0, CurrentIteration(), kIteration));
  TRY(add_number(scope, node, body, 1, MergedInput{.initial = InvariantInput{first_input}, .result = 0},
                 kCondition));
  TRY(add_carried(scope, node, body, inputs, arity.carried));
  add_outputs(spec, arity);

  std::vector<bool> is_item(static_cast<size_t>(arity.carried + arity.scans));
  const auto make_result = [&](int k, size_t slot) -> Result<size_t> {
    const BodyParameter* parameter = fed_parameter(spec, static_cast<size_t>(k));
    if (parameter == nullptr || !is_item_of(body.graph().known(slot).signature, parameter->declared))
      return slot;
    if (k > 0) is_item[static_cast<size_t>(k - 1)] = true;
    return TRY(body.graph().add_operation(node_of(scope, node, {slot}), ops::make_optional(), 1)).front();
  };
  LoopNode loop = TRY(body.lower("onnx-loop", make_result));
  std::vector<size_t> outputs =
      TRY(scope.graph.add_loop(node_of(scope, node, std::move(slots)), std::move(loop)));
  for (size_t k = 0; k < outputs.size(); ++k) {
    if (!is_item[k]) continue;
    outputs[k] =  // [ONNX-LOOP-5]
        TRY(scope.graph.add_operation(node_of(scope, node, {outputs[k]}), ops::make_optional_get_element(),
                                      1))
            .front();
  }
  return outputs;
}

}  // namespace backedge::onnx
