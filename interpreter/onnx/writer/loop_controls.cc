#include <limits>

#include "interpreter/onnx/writer/loop_writer.h"
#include "interpreter/onnx/writer/operation_writer.h"

namespace backedge::onnx::writing {
namespace {

constexpr int64_t kMost = std::numeric_limits<int64_t>::max();

const Signature kNumber = scalar_of(ElementType::kI64);

// Conditions are scalars in ONNX. One element of another rank is reshaped, and anything else rejected.
Named scalar_condition(GraphWriter& to, const Named& condition) {
  if (condition.constant) return constant(condition.constant->view(0, {}));
  if (condition.rank_known() && condition.rank() == 0) return condition;
  return to.add("Reshape", {condition, integers({})}, scalar_of(ElementType::kBoolean));
}

// A trip count that is known before a run.
Result<Named> known_count(const TripCount& trip, int64_t count) {
  const bool may_be_open = trip.negative == TripCount::Negative::kMinusOneIsNoBound;
  if (count == -1 && may_be_open) return left_out();
  if (count < 0 && trip.negative != TripCount::Negative::kNoIteration)
    return cannot_express("the error of a negative trip count");
  return integer(std::max<int64_t>(count, 0));
}

// In ONNX a negative count runs no iteration, so what is an error here must be rejected before.
Named checked_count(GraphWriter& to, const TripCount& trip, const Named& given) {
  const Named count = as_scalar(to, given);
  if (trip.negative == TripCount::Negative::kNoIteration) return count;
  const Signature flag{ElementType::kBoolean, count.shape()};
  if (trip.negative == TripCount::Negative::kError) {
    const Named error = reject_where(to, to.add("Less", {count, integer(0)}, flag));
    return to.add("Add", {count, error}, count.signature, {}, "trip_count");
  }
  const Named error = reject_where(to, to.add("Less", {count, integer(-1)}, flag));
  const Named checked = to.add("Add", {count, error}, count.signature);
  const Named is_open = to.add("Equal", {count, integer(-1)}, flag);
  return to.add("Where", {is_open, integer(kMost), checked}, count.signature, {}, "trip_count");
}

// The gate's value in a graph that has the values of its Parameters.
template <class ValueOf>
Result<Named> write_gate(LoopWriter& writer, GraphWriter& to, ValueOf&& value_of) {
  const LoopSpec& spec = writer.spec();
  std::vector<Signature> signatures;
  for (const size_t p : spec.gate->parameters) signatures.push_back(writer.known_parameter(p));
  Source gate = TRY(source_of(*writer.loop.gate, signatures));
  for (size_t k = 0; k < spec.gate->parameters.size(); ++k) {
    const size_t p = spec.gate->parameters[k];
    if (std::holds_alternative<SlicedInput>(spec.parameters[p].source)) {
      return cannot_express("a condition that depends on an iterator")
          .note("it would need the element of the next iteration, past the end in the last one")
          .note("the iterator is " + spec.parameters[p].name);
    }
    gate.values[writer.loop.gate->parameters[k].slot] = value_of(p);
  }
  TRY(write_nodes(to, gate));
  return scalar_condition(to, gate.values[writer.loop.gate->results[0].slot]);
}

}  // namespace

Result<Named> write_bound(LoopWriter& writer, const std::vector<Named>& positions) {
  const LoopSpec& spec = writer.spec();
  if (std::holds_alternative<NoBound>(spec.bound)) return left_out();
  if (const auto* trip = std::get_if<TripCount>(&spec.bound)) {
    const Named& count = writer.inputs[trip->input];
    if (count.constant) return known_count(*trip, integer_in(*count.constant));
    return checked_count(writer.outer, *trip, count);
  }
  if (positions.empty()) return integer(1);
  // The greatest of unequal numbers: then ONNX rejects the part that another input does not have.  (SLICE-7)
  Named most = count_positions(writer.outer, positions[0]);
  for (size_t k = 1; k < positions.size(); ++k) {
    const Named count = count_positions(writer.outer, positions[k]);
    if (most.constant && count.constant) continue;  // infer_loop has compared them
    most = writer.outer.add("Max", {most, count}, kNumber);
  }
  return most;
}

Result<Named> write_first_condition(LoopWriter& writer) {
  const LoopSpec& spec = writer.spec();
  if (spec.gate && (spec.condition || spec.initial_condition))
    return cannot_express("a loop with conditions before and after an iteration");
  if (spec.initial_condition) return scalar_condition(writer.outer, writer.inputs[*spec.initial_condition]);
  if (!spec.gate) return constant(Tensor::scalar(true));
  return write_gate(writer, writer.outer, [&](size_t p) {
    const BodyParameter& parameter = spec.parameters[p];
    const std::optional<size_t> input = input_of(parameter);
    return input ? writer.inputs[*input] : cast(writer.outer, integer(0), parameter.declared.type);
  });
}

Result<Named> write_next_condition(LoopWriter& writer, const Named& number, const Named& go_on) {
  const LoopSpec& spec = writer.spec();
  if (spec.condition) return scalar_condition(writer.body, writer.result(*spec.condition));
  if (!spec.gate) return go_on;
  return write_gate(writer, writer.body, [&](size_t p) {
    const BodyParameter& parameter = spec.parameters[p];
    if (const MergedInput* merged = merged_input(parameter)) return writer.result(merged->result);
    if (!std::holds_alternative<CurrentIteration>(parameter.source)) return writer.parameter(p);
    const Named next = writer.body.add("Add", {number, integer(1)}, kNumber);
    return cast(writer.body, next, parameter.declared.type);
  });
}

void require_iteration(LoopWriter& writer, Named& count, Named& first) {
  if (writer.required.empty()) return;
  GraphWriter& to = writer.outer;
  const bool has_count = count.constant || !count.name.empty();
  const Signature flag = scalar_of(ElementType::kBoolean);
  Named runs = first;
  if (has_count) runs = to.add("And", {first, to.add("Greater", {count, integer(0)}, flag)}, flag);
  Named error = to.add("Not", {runs}, flag);
  Named unless = writer.required[0];
  for (size_t k = 1; k < writer.required.size(); ++k)
    unless = to.add("Or", {unless, writer.required[k]}, flag);
  error = to.add("And", {error, unless}, flag);
  const Named zero = reject_where(to, error);
  if (has_count) {
    count = to.add("Add", {count, zero}, kNumber);
  } else {
    first = to.add("And", {first, to.add("Equal", {zero, integer(0)}, flag)}, flag);
  }
}

bool certainly_runs(const LoopWriter& writer) {
  const LoopSpec& spec = writer.spec();
  if (spec.gate) return false;
  if (spec.initial_condition) {
    const std::optional<Tensor>& first = writer.inputs[*spec.initial_condition].constant;
    if (!first || !*first->data<bool>()) return false;
  }
  if (std::holds_alternative<NoBound>(spec.bound)) return true;
  if (const auto* trip = std::get_if<TripCount>(&spec.bound)) {
    const std::optional<Tensor>& count = writer.inputs[trip->input].constant;
    return count && (integer_in(*count) > 0 || integer_in(*count) == -1);
  }
  for (const BodyParameter& parameter : spec.parameters) {
    const SlicedInput* const sliced = sliced_input(parameter);
    if (sliced == nullptr) continue;
    const Named& input = writer.inputs[sliced->input];
    if (!input.rank_known()) return false;
    if (input.shape()[*normalize_axis(sliced->slicing.axis, input.rank())].min == 0) return false;
  }
  return true;
}

}  // namespace backedge::onnx::writing
