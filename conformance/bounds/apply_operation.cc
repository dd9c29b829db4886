#include <algorithm>

#include "conformance/bounds/operation_errors.h"
#include "conformance/judge/compare.h"
#include "interpreter/tensor/decimal.h"

namespace backedge {
namespace {

/// Elements that only move: their errors move with them.
Result<std::vector<Tensor>> moved_errors(const BoundedCall& call) {
  std::vector<Tensor> inputs;
  for (const Bounded& input : call.inputs)
    inputs.push_back(is_real(input.value.type()) ? input.error : input.value);
  return outputs_of(call.operation, inputs, call.values.size(), call.pool);
}

Result<std::vector<Tensor>> no_errors(const BoundedCall& call) {
  std::vector<Tensor> errors;
  for (const Tensor& value : call.values) errors.push_back(exact(value).error);
  return errors;
}

struct Rule {
  std::string_view type;
  Errors* errors;
};
constexpr Rule kRules[] = {
    {"Broadcast", moved_errors},
    {"Concat", moved_errors},
    {"Convert", conversion_errors},
    {"ConvertLike", conversion_errors},
    {"Ceiling", step_errors},
    {"Equal", comparison_errors},
    {"Floor", step_errors},
    {"GRUCell", gru_cell_errors},
    {"Gather", moved_errors},
    {"Greater", comparison_errors},
    {"GreaterEqual", comparison_errors},
    {"HardSigmoid", hard_sigmoid_errors},
    {"Identity", moved_errors},
    {"LSTMCell", lstm_cell_errors},
    {"Less", comparison_errors},
    {"LessEqual", comparison_errors},
    {"NotEqual", comparison_errors},
    {"RNNCell", rnn_cell_errors},
    {"Reshape", moved_errors},
    {"ScatterUpdate", moved_errors},
    {"Select", moved_errors},
    {"ShapeOf", no_errors},
    {"Sign", step_errors},
    {"Slice", moved_errors},
    {"SoftMax", softmax_errors},
    {"Softmax", softmax_errors},
    {"Split", moved_errors},
    {"SquaredDifference", squared_difference_errors},
    {"Squeeze", moved_errors},
    {"StridedSlice", moved_errors},
    {"Tile", moved_errors},
    {"TopK", top_k_errors},
    {"Transpose", moved_errors},
    {"Unsqueeze", moved_errors},
    {"VariadicSplit", moved_errors},
};

struct SumRule {
  std::string_view type;
  Rounds rounds;
};
constexpr SumRule kSums[] = {
    {"Add", {-1, false, true}},       {"CumSum", {-1, false, true}},     {"MatMul", {0, true, true}},
    {"Multiply", {0, true, true}},    {"ReduceMean", {5, false, false}},  // 6 for the quotient, within 3 ulp
    {"ReduceSum", {-1, false, true}}, {"Subtract", {-1, false, true}},
};

/// Functions with the most ulp by which an implementation may miss the exact result.
struct FunctionRule {
  std::string_view type;
  Result<std::vector<Tensor>> (*errors)(const BoundedCall&, double ulps);
  double ulps;
};
constexpr FunctionRule kFunctions[] = {
    {"Abs", monotone_errors, 0},       {"Clamp", monotone_errors, 0},   {"Cos", wave_errors, 4},
    {"Divide", monotone_errors, 3},    {"Exp", monotone_errors, 3},     {"Log", monotone_errors, 3},
    {"Maximum", monotone_errors, 0},   {"Minimum", monotone_errors, 0}, {"Negative", monotone_errors, 0},
    {"Power", monotone_errors, 16},    {"ReLU", monotone_errors, 0},    {"ReduceMax", monotone_errors, 0},
    {"ReduceMin", monotone_errors, 0}, {"Relu", monotone_errors, 0},    {"Sigmoid", monotone_errors, 5},
    {"Sin", wave_errors, 4},           {"Sqrt", monotone_errors, 3},    {"Tanh", monotone_errors, 5},
};

template <class Rules>
auto find_rule(const Rules& rules, std::string_view type) {
  const auto* found = std::find_if(std::begin(rules), std::end(rules),
                                   [type](const auto& rule) { return rule.type == type; });
  return found == std::end(rules) ? nullptr : found;
}

Result<std::vector<Tensor>> errors_of(const BoundedCall& call) {
  const auto real = [](const Tensor& tensor) { return is_real(tensor.type()); };
  const auto real_input = [](const Bounded& input) { return is_real(input.value.type()); };
  if (std::none_of(call.values.begin(), call.values.end(), real) &&
      std::none_of(call.inputs.begin(), call.inputs.end(), real_input))
    return no_errors(call);
  if (const auto* rule = find_rule(kRules, call.type)) return rule->errors(call);
  if (const auto* rule = find_rule(kSums, call.type)) return sum_errors(call, rule->rounds);
  if (const auto* rule = find_rule(kFunctions, call.type)) return rule->errors(call, rule->ulps);
  return Error("CASE-3", "no error is known of " + std::string(call.type) + " on real values");
}

}  // namespace

Error ill_conditioned(const Tensor& tensor, int64_t index, std::string_view problem) {
  return Error("CASE-3", "element " + index_text(tensor.shape(), index) + " of " +
                             describe(tensor.type(), tensor.shape()) + ", " + element_text(tensor, index) +
                             ", " + std::string(problem));  // [CASE-3]
}

Result<std::vector<Tensor>> outputs_of(const Operation& operation, std::span<const Tensor> inputs,
                                       size_t outputs, Pool& pool) {
  std::vector<const Tensor*> tensors;
  std::vector<Operand> operands;
  for (const Tensor& input : inputs) {
    tensors.push_back(&input);
    operands.push_back({.type = input.type(), .shape = input.shape()});
  }
  for (const int64_t shaping : operation.shaping_inputs) {
    const auto k = static_cast<size_t>(shaping);
    if (k < operands.size()) operands[k].value = tensors[k];
  }
  std::vector<Signature> signatures(outputs);
  TRY(operation.infer(operands, signatures));
  std::vector<Tensor> results;
  for (const Signature& signature : signatures)
    results.push_back(TRY(pool.allocate(signature.type, signature.shape.shape())));
  Deadline deadline;
  TRY(operation.kernel({tensors, results, pool, deadline}));
  return results;
}

Result<std::vector<Bounded>> apply_operation(std::string_view type, const Attributes& attributes,
                                             const Operation& operation, std::span<const Bounded> inputs,
                                             size_t outputs, Pool& pool) {
  std::vector<Tensor> operands;
  for (const Bounded& input : inputs) operands.push_back(input.value);
  const std::vector<Tensor> values = TRY(outputs_of(operation, operands, outputs, pool));
  const std::vector<Tensor> errors = TRY(errors_of({type, attributes, operation, inputs, values, pool}));
  std::vector<Bounded> results;
  for (size_t k = 0; k < outputs; ++k) results.push_back({values[k], errors[k]});
  return results;
}

}  // namespace backedge
