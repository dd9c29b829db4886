#include "interpreter/onnx/recurrent.h"

#include <algorithm>

namespace backedge::onnx {
namespace {

struct FunctionRow {
  const char* name;
  int64_t parameters = 0;                       // alpha, or alpha and beta
  std::optional<double> alpha = {}, beta = {};  // the defaults of the operator; none if it must be given
};

// Affine and ScaledTanh were operators once.
constexpr FunctionRow kFunctions[] = {
    {"Affine", 2},
    {"Elu", 1, 1.0},
    {"HardSigmoid", 2, static_cast<double>(0.2F), 0.5},
    {"LeakyRelu", 1, static_cast<double>(0.01F)},
    {"Relu"},
    {"ScaledTanh", 2},
    {"Sigmoid"},
    {"Softplus"},
    {"Softsign"},
    {"Tanh"},
    {"ThresholdedRelu", 1, 1.0},
};

// Without the attribute it is the last dimension of R.
Result<int64_t> read_hidden_size(NodeLowering& node) {
  if (node.attributes.has("hidden_size")) return node.attributes.integer("hidden_size");
  const PartialShape& shape = node.known(node.in(2)).signature.shape;
  if (!shape.rank_known() || shape.rank() != 3 || !shape[2].known()) return not_known("the hidden size");
  return shape[2].min;
}

// The values of activation_alpha or activation_beta. Each function that has the parameter takes the next one.
struct Parameters {
  const char* attribute;
  std::vector<double> values = {};
  size_t taken = 0;

  Result<double> next(std::string_view function, std::optional<double> otherwise) {
    if (taken < values.size()) return values[taken++];
    if (otherwise) return *otherwise;
    return Error("ONNX-GRAPH-6",  // [ONNX-GRAPH-6]
                 std::string(attribute) + " has no value for " + std::string(function));
  }
  Result<void> check_all_taken() const {
    if (taken == values.size()) return {};
    const std::string given = std::to_string(values.size());
    return Error("ONNX-GRAPH-6", std::string(attribute) + " has " + given +  // [ONNX-GRAPH-6]
                                     " values, and the activations take " + std::to_string(taken));
  }
};

Result<std::vector<GateFunction>> read_functions(NodeLowering& node,
                                                 const std::vector<std::string>& defaults) {
  const std::vector<std::string> names = TRY(node.attributes.texts("activations", defaults));
  if (names.size() != defaults.size()) {  // [ONNX-GRAPH-6]
    return Error("ONNX-GRAPH-6", "activations has " + std::to_string(names.size()) + " names, expected " +
                                     std::to_string(defaults.size()));
  }
  const std::vector<double> none;
  Parameters alpha{.attribute = "activation_alpha"}, beta{.attribute = "activation_beta"};
  for (Parameters* each : {&alpha, &beta}) each->values = TRY(node.attributes.reals(each->attribute, none));
  std::vector<GateFunction> functions;
  for (const std::string& name : names) {
    const auto row = std::ranges::find(kFunctions, name, &FunctionRow::name);
    if (row == std::end(kFunctions))  // [ONNX-GRAPH-6]
      return Error("ONNX-GRAPH-6", "the activation \"" + name + "\" does not exist");
    functions.push_back({.name = name});
    if (row->parameters > 0) functions.back().alpha = TRY(alpha.next(name, row->alpha));
    if (row->parameters > 1) functions.back().beta = TRY(beta.next(name, row->beta));
  }
  TRY(alpha.check_all_taken());
  TRY(beta.check_all_taken());
  return functions;
}

}  // namespace

std::vector<GateFunction> Recurrent::functions_of(int64_t which) const {
  const int64_t count = std::ssize(functions) / directions();
  return {functions.begin() + which * count, functions.begin() + (which + 1) * count};
}

Result<Recurrent> read_recurrent(NodeLowering& node, const std::vector<std::string>& defaults) {
  Recurrent recurrent;
  recurrent.hidden = TRY(read_hidden_size(node));
  recurrent.clip = TRY(node.attributes.real("clip", 0));
  if (recurrent.hidden < 1 || recurrent.hidden > INT32_MAX || !(recurrent.clip >= 0))  // [ONNX-GRAPH-6]
    return Error("ONNX-GRAPH-6", "hidden_size is not from 1 to 2147483647, or clip is not 0 or more");
  const std::string direction =
      TRY(node.attributes.choice("direction", {"forward", "reverse", "bidirectional"}, "forward"));
  recurrent.direction = direction == "bidirectional" ? ops::Direction::kBidirectional
                        : direction == "reverse"     ? ops::Direction::kReverse
                                                     : ops::Direction::kForward;
  std::vector<std::string> all = defaults;
  if (recurrent.directions() == 2) all.insert(all.end(), defaults.begin(), defaults.end());
  recurrent.functions = TRY(read_functions(node, all));
  recurrent.batch_first = node.version >= 14 && TRY(node.attributes.boolean("layout", false));
  const std::string& name = node.node.op_type();
  recurrent.coupled = name == "LSTM" && TRY(node.attributes.boolean("input_forget", false));
  recurrent.linear_before_reset = name == "GRU" && TRY(node.attributes.boolean("linear_before_reset", false));
  return recurrent;
}

}  // namespace backedge::onnx
