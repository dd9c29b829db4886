#include "interpreter/ops/cell_parts.h"

#include <algorithm>
#include <string>

#include "interpreter/base/safe_text.h"
#include "interpreter/ops/operand_checks.h"

namespace backedge {
namespace {

Result<Activation> activation_named(const std::string& name) {
  if (name == "relu") return Activation::kRelu;
  if (name == "sigmoid") return Activation::kSigmoid;
  if (name == "tanh") return Activation::kTanh;
  return Error("OP-2",
               "activation \"" + safe_line(name) + "\" is not supported; supported are relu, sigmoid, tanh");
}

Dimension narrowed(Dimension a, Dimension b) { return {std::max(a.min, b.min), std::min(a.max, b.max)}; }

}  // namespace

Result<Cell> read_cell(Attributes& attributes, std::vector<std::string> defaults) {
  Cell cell;
  cell.hidden = TRY(attributes.integer("hidden_size"));
  if (cell.hidden < 1 || cell.hidden > INT32_MAX) {
    return Error("OP-2", "hidden_size is " + std::to_string(cell.hidden) + ", expected 1 to 2147483647");
  }
  const size_t count = defaults.size();
  for (const std::string& name : TRY(attributes.texts("activations", std::move(defaults)))) {
    cell.activations.push_back(TRY(activation_named(name)));
  }
  if (cell.activations.size() != count) {
    return Error("OP-2",
                 std::to_string(cell.activations.size()) + " activations, expected " + std::to_string(count));
  }
  TRY(attributes.reals("activations_alpha", std::vector<double>{}));
  TRY(attributes.reals("activations_beta", std::vector<double>{}));
  cell.clip = TRY(attributes.real("clip", 0));
  if (!(cell.clip >= 0))
    return Error("OP-2", "clip is " + std::to_string(cell.clip) + ", expected a positive number");
  return cell;
}

Result<void> CellShapes::check_types_and_x() {
  TRY(check_type(inputs, 0, is_real, "a real type"));
  for (size_t k = 1; k < inputs.size(); ++k) TRY(check_same_type(inputs, k));
  TRY(check(0, {batch, input}));
  if (!inputs[0].shape.rank_known()) return {};
  batch = inputs[0].shape[0];
  input = inputs[0].shape[1];
  return {};
}

Result<void> CellShapes::check_rows(size_t k, int64_t columns) {
  TRY(check(k, {batch, Dimension::exactly(columns)}));
  if (inputs[k].shape.rank_known()) batch = narrowed(batch, inputs[k].shape[0]);
  return {};
}

Result<void> CellShapes::check(size_t k, std::initializer_list<Dimension> dims) {
  const PartialShape expected = PartialShape::of(std::span(dims.begin(), dims.size()));
  if (inputs[k].shape.meets(expected)) return {};
  return Error("OP-5", "input " + std::to_string(k) + " has shape " + inputs[k].shape.text() + ", expected " +
                           expected.text());
}

}  // namespace backedge
