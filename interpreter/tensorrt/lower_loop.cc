#include "interpreter/tensorrt/scope_lowering.h"

namespace backedge::tensorrt {
namespace {

// A loop under way: its body, its gate, and how both are bound.
struct LoopLowering {
  ScopeLowering& outer;
  const Scope& scope;
  ScopeLowering body, gate;
  LoopSpec spec = {.element_0_exists = true};             // [TRT-17]
  std::vector<size_t> inputs = {};                        // slots in `outer`
  std::map<size_t, size_t> input_of_slot = {};            // the loop inputs among them
  std::map<const ITensor*, size_t> parameter_of = {};     // of the body
  std::map<const ILayer*, size_t> result_of = {};         // of recurrences: their next values
  std::vector<Known> output_values = {};                  // what is known of the outputs
  std::vector<const ILayer*> entries = {}, outputs = {};  // those that are wanted

  LoopLowering(ScopeLowering& around, const Scope& of, ScopeId id)
      : outer(around),
        scope(of),
        body(around.lowering, id, &around, around.graph.file()),
        gate(around.lowering, id, &body, around.graph.file()) {}
};

size_t loop_input(LoopLowering& loop, size_t slot) {
  const auto [found, added] = loop.input_of_slot.try_emplace(slot, loop.inputs.size());
  if (added) loop.inputs.push_back(slot);
  return found->second;
}

// A value in a loop has any element type that the layers take.  [TRT-21]
size_t add_parameter(LoopLowering& loop, const ITensor& tensor, decltype(BodyParameter::source) source,
                     const Signature& declared, const std::string& entry) {
  const std::string name = name_of(tensor);
  loop.parameter_of[&tensor] = loop.spec.parameters.size();
  loop.spec.parameters.push_back({std::move(source), declared, title_of(tensor), entry});
  const size_t slot = loop.body.graph.add_parameter(name, declared, tensor.layer().id());
  loop.body.slots[&tensor] = slot;
  return slot;
}

// The body's value of a tensor from outside: the same in every iteration.  [TRT-1]
size_t capture(LoopLowering& loop, const ITensor& tensor, size_t outer_slot) {
  const size_t input = loop_input(loop, outer_slot);
  return add_parameter(loop, tensor, InvariantInput{input}, loop.outer.graph.known(outer_slot).signature,
                       title_of(tensor));
}

// The gate takes Parameters of the body.
Result<size_t> take_parameter(LoopLowering& loop, const ITensor& tensor) {
  const size_t parameter = loop.parameter_of.at(&tensor);
  loop.spec.gate->parameters.push_back(parameter);
  return loop.gate.graph.add_parameter(name_of(tensor), loop.spec.parameters[parameter].declared,
                                       tensor.layer().id());
}

// Past the last part there is none: SLICE-9.  [TRT-4]  [TRT-5]
Result<void> add_iterator(LoopLowering& loop, const ILayer& layer, const IteratorArguments& arguments) {
  const size_t slot = TRY(slot_of(loop.outer, *layer.data().inputs[0]));
  const Signature& whole = loop.outer.graph.known(slot).signature;
  if (arguments.axis < 0 || (whole.shape.rank_known() && arguments.axis >= whole.shape.rank())) {  // [TRT-4]
    return Error("TRT-4", "axis " + std::to_string(arguments.axis) + " of a tensor " + whole.text());
  }
  const SlicedInput source{.input = loop_input(loop, slot),
                           .slicing = slicing_along(arguments.axis, arguments.reverse),
                           .drops_axis = true};
  const PartialShape part =
      whole.shape.rank_known() ? without_axis(whole.shape, arguments.axis) : PartialShape::any();
  add_parameter(loop, *layer.getOutput(0), source, {whole.type, part}, title_of(layer));
  return {};
}

Result<void> add_entries(LoopLowering& loop) {
  for (const ILayer* layer : loop.entries) {
    if (const auto* iterator = arguments_of<IteratorArguments>(*layer)) {
      Result<void> added = add_iterator(loop, *layer, *iterator);
      if (!added.ok()) return added.take_error().of(title_of(*layer));
    }
    if (arguments_of<RecurrenceArguments>(*layer) == nullptr) continue;
    const size_t slot = TRY(slot_of(loop.outer, *layer->data().inputs[0]));
    loop.result_of[layer] = loop.result_of.size();
    add_parameter(loop, *layer->getOutput(0),
                  MergedInput{InvariantInput{loop_input(loop, slot)}, loop.result_of.at(layer)},  // [TRT-3]
                  loop.outer.graph.known(slot).signature, title_of(*layer));
  }
  return {};
}

size_t add_result(LoopLowering& loop, const ITensor& tensor, size_t slot) {
  loop.body.graph.builder().add_result(name_of(tensor), slot, PartialShape::any(), tensor.layer().id());
  loop.spec.results.push_back({PartialShape::any(), title_of(tensor)});
  return loop.spec.results.size() - 1;
}

// Each recurrence has a Result of its own, even if two have the same next value.
Result<void> add_next_values(LoopLowering& loop) {
  for (const ILayer* layer : loop.entries) {
    if (arguments_of<RecurrenceArguments>(*layer) == nullptr) continue;
    const ITensor& next = *layer->data().inputs[1];
    const size_t slot = TRY(slot_of(loop.body, next));
    CHECK(add_result(loop, next, slot) == loop.result_of.at(layer));
    const Signature& last = loop.body.graph.known(slot).signature;
    const Signature& first = loop.body.graph.known(loop.body.slots.at(layer->getOutput(0))).signature;
    if (first.type == last.type && first.shape.meets(last.shape)) continue;  // [TRT-17]
    return Error("TRT-17", "the next value has another type or shape than the initial value")
        .note("initial value " + first.text() + ", next value " + last.text())
        .of(title_of(*layer));
  }
  return {};
}

// The length of a concatenated output, which is known at load.
Result<int64_t> read_length(const Known& length) {
  if (!length.is_scalar_integer()) {  // [TRT-13]
    return Error("TRT-13", "the length is " + length.signature.text() + ", expected a 0D INT32 tensor");
  }
  if (!length.value)  // [TRT-13]
    return Error("TRT-13", "the length is not known when the network is loaded, expected a constant");
  const int64_t value = integer_in(*length.value);
  if (value < 0) return Error("TRT-13", "the length " + std::to_string(value) + " is negative");  // [TRT-13]
  return value;
}

// X_n, which the back edge carries: the initial value if no iteration runs.  [TRT-10]
void add_last_value(LoopLowering& loop, const ILayer& layer) {
  const ITensor& recurrence = *layer.data().inputs[0];
  loop.spec.outputs.push_back({loop.result_of.at(&recurrence.layer()), LastValue(), title_of(layer)});
  loop.output_values.push_back({known_of(loop.body, recurrence).signature});
}

// X_0 ... X_(n-1) on a new axis, backwards for kREVERSE.  [TRT-11]  [TRT-12]
Result<void> add_stack(LoopLowering& loop, const ILayer& layer, const LoopOutputArguments& arguments) {
  const ITensor& tensor = *layer.data().inputs[0];
  const size_t slot = TRY(slot_of(loop.body, tensor));
  const Signature element = loop.body.graph.known(slot).signature;
  const size_t length_slot = TRY(slot_of(loop.outer, *layer.data().inputs[1]));
  const int64_t length = TRY(read_length(loop.outer.graph.known(length_slot)));
  if (arguments.axis < 0 ||
      (element.shape.rank_known() && arguments.axis > element.shape.rank())) {  // [TRT-11]
    return Error("TRT-11", "axis " + std::to_string(arguments.axis) + " of an output whose elements are " +
                               element.text());
  }
  TRY(check_rank(element.shape.rank_known() ? element.shape.rank() + 1 : 1, "an output"));
  const Slicing slicing = slicing_along(arguments.axis, arguments.kind == LoopOutput::kREVERSE);
  loop.spec.outputs.push_back(
      {add_result(loop, tensor, slot),
       Scan{.slicing = slicing, .adds_axis = true, .length = loop_input(loop, length_slot)},  // [TRT-14]
       title_of(layer)});
  const PartialShape stacked = element.shape.rank_known()
                                   ? with_axis(element.shape, arguments.axis, Dimension::exactly(length))
                                   : PartialShape::any();
  loop.output_values.push_back({{element.type, stacked}});
  return {};
}

Result<void> add_outputs(LoopLowering& loop) {
  for (const ILayer* layer : loop.outputs) {
    const LoopOutputArguments& arguments = *arguments_of<LoopOutputArguments>(*layer);
    if (arguments.kind == LoopOutput::kLAST_VALUE) {
      add_last_value(loop, *layer);
      continue;
    }
    Result<void> added = add_stack(loop, *layer, arguments);
    if (!added.ok()) return added.take_error().of(title_of(*layer));
  }
  return {};
}

// [TRT-6]
Result<void> add_count(LoopLowering& loop, const ITensor& count) {
  const size_t slot = TRY(slot_of(loop.outer, count));
  const Known& known = loop.outer.graph.known(slot);
  if (!known.is_scalar_integer()) {  // [TRT-6]
    return Error("TRT-6", "the count is " + known.signature.text() + ", expected a 0D INT32 tensor");
  }
  loop.spec.bound = TripCount{.input = loop_input(loop, slot), .negative = TripCount::Negative::kError};
  return {};
}

// The condition becomes the gate, which decides about its own iteration.  [TRT-7]
Result<void> add_condition(LoopLowering& loop, const ITensor& condition) {
  loop.spec.gate.emplace();
  loop.gate.capture = [&loop](const ITensor& tensor, size_t) { return take_parameter(loop, tensor); };
  TRY(lower_items(loop.gate, std::array{&condition}));
  const size_t slot = TRY(slot_of(loop.gate, condition));
  const Known& known = loop.gate.graph.known(slot);
  if (!known.is_scalar_of(ElementType::kBoolean)) {  // [TRT-7]
    return Error("TRT-7", "the condition is " + known.signature.text() + ", expected a 0D BOOL tensor");
  }
  loop.gate.graph.builder().add_result(name_of(condition), slot);
  return {};
}

// The count comes first: the condition of an iteration past it is not evaluated.  [TRT-2]  [TRT-8]
Result<void> add_limits(LoopLowering& loop) {
  for (const ILayer* layer : loop.scope.loop->limits()) {
    const ITensor& tensor = *layer->data().inputs[0];
    const bool is_count = arguments_of<TripLimitArguments>(*layer)->limit == TripLimit::kCOUNT;
    Result<void> added = is_count ? add_count(loop, tensor) : add_condition(loop, tensor);
    if (!added.ok()) return added.take_error().of(title_of(*layer));
  }
  return {};
}

Result<void> lower_body(LoopLowering& loop) {
  std::vector<const ITensor*> roots;
  for (const ILayer* layer : loop.entries) {
    if (arguments_of<RecurrenceArguments>(*layer) != nullptr) roots.push_back(layer->data().inputs[1]);
  }
  for (const ILayer* layer : loop.outputs) roots.push_back(layer->data().inputs[0]);
  return lower_items(loop.body, roots);
}

}  // namespace

Result<void> lower_loop(ScopeLowering& here, const Scope& scope, ScopeId id, const Wanted& wanted) {
  LoopLowering loop(here, scope, id);
  loop.body.capture = [&loop](const ITensor& tensor, size_t slot) -> Result<size_t> {
    return capture(loop, tensor, slot);
  };
  for (const ILayer* layer : scope.boundary) {
    if (!wanted.contains(layer)) continue;  // [TRT-2]
    (arguments_of<LoopOutputArguments>(*layer) != nullptr ? loop.outputs : loop.entries).push_back(layer);
  }
  TRY(add_entries(loop));
  TRY(lower_body(loop));
  TRY(add_next_values(loop));
  TRY(add_outputs(loop));
  TRY(add_limits(loop));

  LoopNode node{.dialect = "tensorrt-network",
                .spec = std::move(loop.spec),
                .body = loop.body.graph.builder().finish_body()};
  if (node.spec.gate) node.gate = loop.gate.graph.builder().finish_body();
  const std::string name = scope.loop->getName();
  const std::vector<size_t> slots =
      here.graph.add_loop(title_of(scope), name.empty() ? title_of(scope) : name, std::move(loop.inputs),
                          std::move(node), loop.output_values);
  for (size_t k = 0; k < slots.size(); ++k) here.slots[loop.outputs[k]->getOutput(0)] = slots[k];
  return {};
}

}  // namespace backedge::tensorrt
