#include "interpreter/base/number_text.h"
#include "interpreter/onnx/formula.h"

/// Steps of optimizers. After the rate R and the count T of steps come lists of equal length: tensors, their
/// gradients, and what the optimizer keeps of each.
namespace backedge::onnx {
namespace {

/// The operands of an optimizer, as terms of one type for each tensor.
struct Optimized {
  Formula& f;
  NodeLowering& node;
  size_t lists;  // of operands

  size_t count() const { return (node.inputs.size() - 2) / lists; }
  Term of(size_t list, size_t k) const { return f.in(2 + list * count() + k); }
  Term rate(ElementType type) const { return cast(f.in(0), type); }
  Term steps(ElementType type) const { return cast(f.in(1), type); }
  /// Whether there was a step before this one.
  Term is_later() const { return less(f.integer(0), cast(f.in(1), ElementType::kI64)); }
  /// norm_coefficient * x + gradient
  Term gradient(size_t k, double norm) const { return f.number(of(0, k), norm) * of(0, k) + of(1, k); }
};

Result<Optimized> read_operands(Formula& f, NodeLowering& node, size_t lists) {
  const size_t tensors = node.inputs.size() - 2;
  if (node.inputs.size() > 2 && tensors % lists == 0 && node.outputs() == tensors / lists * (lists - 1))
    return Optimized{f, node, lists};
  return Error("ONNX-GRAPH-5",  // [ONNX-GRAPH-5]
               "the node has " + counted(std::ssize(node.inputs), "input") + " and " +
                   counted(node.outputs(), "output") + ", expected " + std::to_string(lists) +
                   " lists of equal length after the first two");
}

/// The outputs in lists: all of the first kind, then all of the second, and so on.
template <class Step>
Lowered each_tensor(NodeLowering& node, size_t lists, Step&& step) {
  Formula f(node);
  const Optimized operands = TRY(read_operands(f, node, lists));
  std::vector<std::vector<size_t>> of_lists(lists - 1);
  for (size_t k = 0; k < operands.count(); ++k) {
    const std::vector<Term> terms = step(f, operands, k);
    for (size_t list = 0; list < terms.size(); ++list) of_lists[list].push_back(terms[list].slot);
  }
  std::vector<size_t> outputs;
  for (const std::vector<size_t>& slots : of_lists) outputs.insert(outputs.end(), slots.begin(), slots.end());
  TRY(f.lowered({}));
  return outputs;
}

}  // namespace

Lowered lower_adagrad(NodeLowering& node) {
  const double norm = TRY(node.attributes.real("norm_coefficient", 0));
  const double decay = TRY(node.attributes.real("decay_factor", 0));
  const double epsilon = TRY(node.attributes.real("epsilon", 1e-6f));
  return each_tensor(node, 3, [&](Formula& f, const Optimized& operands, size_t k) {
    const Term x = operands.of(0, k), gradient = operands.gradient(k, norm);
    const ElementType type = f.type(x);
    const Term rate = operands.rate(type) / (f.number(x, 1) + operands.steps(type) * f.number(x, decay));
    const Term squares = operands.of(2, k) + gradient * gradient;
    const Term next = x - rate * gradient / (sqrt(squares) + f.number(x, epsilon));
    return std::vector{next, squares};
  });
}

Lowered lower_adam(NodeLowering& node) {
  const double norm = TRY(node.attributes.real("norm_coefficient", 0));
  const double norm_after = TRY(node.attributes.real("norm_coefficient_post", 0));
  const double alpha = TRY(node.attributes.real("alpha", 0.9f));
  const double beta = TRY(node.attributes.real("beta", 0.999f));
  const double epsilon = TRY(node.attributes.real("epsilon", 1e-6f));
  return each_tensor(node, 4, [&](Formula& f, const Optimized& operands, size_t k) {
    const Term x = operands.of(0, k), gradient = operands.gradient(k, norm);
    const ElementType type = f.type(x);
    const Term a = f.number(x, alpha), b = f.number(x, beta), one = f.number(x, 1);
    const Term means = a * operands.of(2, k) + (one - a) * gradient;
    const Term squares = b * operands.of(3, k) + (one - b) * gradient * gradient;
    const Term rate = operands.rate(type);
    const Term steps = maximum(operands.steps(type), one);  // so that the unused branch divides by no zero
    const Term later = rate * sqrt(one - power(b, steps)) / (one - power(a, steps));
    const Term adjusted = where(operands.is_later(), later, rate);
    const Term next = x - adjusted * means / (sqrt(squares) + f.number(x, epsilon));
    return std::vector{(one - f.number(x, norm_after)) * next, means, squares};
  });
}

Lowered lower_momentum(NodeLowering& node) {
  const double norm = TRY(node.attributes.real("norm_coefficient"));
  const double alpha = TRY(node.attributes.real("alpha")), beta = TRY(node.attributes.real("beta"));
  const bool looks_ahead = TRY(node.attributes.choice("mode", {"standard", "nesterov"})) == "nesterov";
  return each_tensor(node, 3, [&](Formula& f, const Optimized& operands, size_t k) {
    const Term x = operands.of(0, k), gradient = operands.gradient(k, norm);
    const Term factor = where(operands.is_later(), f.number(x, beta), f.number(x, 1));
    const Term momentum = f.number(x, alpha) * operands.of(2, k) + factor * gradient;
    const Term direction = looks_ahead ? gradient + f.number(x, alpha) * momentum : momentum;
    return std::vector{x - operands.rate(f.type(x)) * direction, momentum};
  });
}

}  // namespace backedge::onnx
