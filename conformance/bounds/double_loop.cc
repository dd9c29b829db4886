#include "conformance/bounds/double_loop.h"

namespace backedge::bounds {
namespace {

bool is_current_iteration(const BodyParameter& parameter) {
  return std::holds_alternative<CurrentIteration>(parameter.source);
}

// The Parameter for the errors of another Parameter's values.
BodyParameter shifted(BodyParameter parameter, size_t inputs, size_t results) {
  const auto shift = [inputs](auto& source) { source.input += inputs; };
  if (auto* merged = std::get_if<MergedInput>(&parameter.source)) {
    std::visit(shift, merged->initial);
    merged->result += results;
  } else if (auto* sliced = std::get_if<SlicedInput>(&parameter.source)) {
    shift(*sliced);
  } else {
    shift(std::get<InvariantInput>(parameter.source));
  }
  parameter.declared.type = ElementType::kF64;
  return parameter;
}

}  // namespace

LoopSpec double_loop(const LoopSpec& spec, size_t inputs) {
  LoopSpec doubled = spec;
  for (const BodyParameter& parameter : spec.parameters) {
    if (!is_current_iteration(parameter))
      doubled.parameters.push_back(shifted(parameter, inputs, spec.results.size()));
  }
  if (spec.gate) {
    std::vector<size_t> error_of;  // by Parameter
    size_t next = spec.parameters.size();
    for (const BodyParameter& parameter : spec.parameters)
      error_of.push_back(is_current_iteration(parameter) ? 0 : next++);
    for (const size_t p : spec.gate->parameters) {
      if (!is_current_iteration(spec.parameters[p])) doubled.gate->parameters.push_back(error_of[p]);
    }
  }
  doubled.results.insert(doubled.results.end(), spec.results.begin(), spec.results.end());
  for (LoopOutput output : spec.outputs) {
    output.result += spec.results.size();
    doubled.outputs.push_back(output);
  }
  return doubled;
}

std::vector<Value> side_by_side(std::span<const Bounded> values) {
  std::vector<Value> doubled;
  for (const Bounded& bounded : values) doubled.push_back(bounded.value);
  for (const Bounded& bounded : values) doubled.push_back(bounded.error);
  return doubled;
}

std::vector<Bounded> from_side_by_side(std::span<const Value> doubled) {
  std::vector<Bounded> values;
  const size_t count = doubled.size() / 2;
  for (size_t k = 0; k < count; ++k) values.push_back({doubled[k].tensor(), doubled[count + k].tensor()});
  return values;
}

std::vector<Signature> double_signatures(std::vector<Signature> signatures) {
  const size_t count = signatures.size();
  for (size_t k = 0; k < count; ++k) signatures.push_back({ElementType::kF64, signatures[k].shape});
  return signatures;
}

std::vector<Bounded> parameters_of(const LoopSpec& spec, std::span<const Value> doubled) {
  std::vector<Bounded> parameters;
  size_t error = spec.parameters.size();
  for (size_t p = 0; p < spec.parameters.size(); ++p) {
    if (is_current_iteration(spec.parameters[p])) {
      parameters.push_back(exact(doubled[p].tensor()));
    } else {
      parameters.push_back({doubled[p].tensor(), doubled[error++].tensor()});
    }
  }
  return parameters;
}

}  // namespace backedge::bounds
