#include "interpreter/ops/einsum.h"

#include <algorithm>
#include <map>

#include "interpreter/base/number_text.h"
#include "interpreter/elements/element_iterator.h"
#include "interpreter/ops/broadcasting.h"
#include "interpreter/ops/dimensions.h"
#include "interpreter/ops/list_operands.h"
#include "interpreter/ops/operand_checks.h"
#include "interpreter/ops/sum.h"

namespace backedge::ops {
namespace {

using Labels = std::vector<int>;
using Sizes = std::map<int, Dimension>;

bool has(const Labels& labels, int label) {
  return std::find(labels.begin(), labels.end(), label) != labels.end();
}

bool has_ellipsis(const std::string& subscript) {
  return subscript.find(Einsum::kEllipsis) != std::string::npos;
}

int64_t count_letters(const std::string& subscript) {
  return std::ssize(subscript) - (has_ellipsis(subscript) ? 1 : 0);
}

Result<Dimension> repeated(Dimension a, Dimension b) {
  const Dimension dims[] = {a, b};
  return TRY(broadcast_shapes({}, PartialShape::of(std::span(dims, 1)),
                              PartialShape::of(std::span(dims + 1, 1))))[0];
}

/// What the equation and the shapes of the operands say about the axes.
struct Axes {
  std::vector<Labels> inputs;  // if their ranks are known
  int64_t covered = 0;         // axes of an ellipsis in the output
  bool open = false;           // an ellipsis may cover more axes
  Sizes sizes;
};

/// Adds the dimensions of one operand.
Result<void> add_sizes(const Labels& labels, const PartialShape& shape, size_t k, Sizes& all) {
  Sizes own;
  for (size_t axis = 0; axis < labels.size(); ++axis) {
    const Dimension size = shape[static_cast<int64_t>(axis)];
    const auto [at, added] = own.emplace(labels[axis], size);
    if (added) continue;
    if (!size.meets(at->second)) {
      return Error("OP-5", "input " + std::to_string(k) + " is " + shape.text() + ", where axes of " +
                               at->second.text() + " and " + size.text() + " have one label");
    }
    at->second = {std::max(size.min, at->second.min), std::min(size.max, at->second.max)};
  }
  for (const auto& [label, size] : own) {
    const auto [at, added] = all.emplace(label, size);
    if (!added) at->second = TRY(repeated(at->second, size));
  }
  return {};
}

Result<Axes> find_axes(const Einsum& equation, std::span<const Operand> inputs) {
  Axes axes;
  std::optional<int64_t> ellipsis;  // the axes of the first one whose number is known
  for (size_t k = 0; k < inputs.size(); ++k) {
    const std::string& subscript = equation.inputs[k];
    const int64_t letters = count_letters(subscript);
    const bool any_rank = has_ellipsis(subscript);
    PartialShape shape = inputs[k].shape;
    if (!shape.rank_known()) {  // an axis for each letter; how many more is not known
      shape = TRY(shape_of_rank(letters));
      axes.open |= any_rank;
    } else if (shape.rank() < letters || (!any_rank && shape.rank() > letters)) {
      return Error("OP-5", shape_text(inputs, k) + ", expected rank " + std::to_string(letters) +
                               (any_rank ? " or more" : ""));
    }
    const int64_t covered = shape.rank() - letters;
    if (any_rank && inputs[k].shape.rank_known()) {
      if (equation.equal_ellipses && ellipsis.value_or(covered) != covered) {  // [OP-35]
        return Error("OP-5", shape_text(inputs, k) + ", where the ellipsis covers " +
                                 std::to_string(covered) + " axes, and that of an earlier input " +
                                 std::to_string(*ellipsis));
      }
      ellipsis = covered;
    }
    axes.inputs.push_back(labels_of(subscript, covered));
    axes.covered = std::max(axes.covered, covered);
    TRY(add_sizes(axes.inputs.back(), shape, k, axes.sizes));
  }
  TRY(check_rank(std::ssize(axes.sizes), "the axes of all labels"));
  return axes;
}

Result<void> infer_einsum(const Einsum& equation, std::span<const Operand> inputs,
                          std::span<Signature> outputs) {
  if (inputs.size() != equation.inputs.size()) {  // [OP-3]
    return Error("OP-3", counted(std::ssize(inputs), "input") + ", expected " +
                             std::to_string(equation.inputs.size()) + " as in the equation");
  }
  TRY(check_types(inputs, Types::kNumeric));
  const Axes axes = TRY(find_axes(equation, inputs));
  outputs[0] = {inputs[0].type, PartialShape::any()};
  if (axes.open && has_ellipsis(equation.output)) return {};
  PartialShape shape = PartialShape::of_rank(0);
  for (const int label : labels_of(equation.output, axes.covered)) shape.push_back(axes.sizes.at(label));
  outputs[0].shape = shape;
  return {};
}

struct LabelledTensor {
  Tensor tensor;
  Labels labels;
};

Shape shape_of(const Labels& labels, const Sizes& sizes) {
  Shape shape;
  for (const int label : labels) shape.push_back(sizes.at(label).min);
  return shape;
}

/// The axes of a product of two terms: those of the output, then the summed ones.
Labels all_labels(const LabelledTensor& a, const LabelledTensor& b, const Labels& output) {
  Labels all = output;
  for (const LabelledTensor* term : {&a, &b}) {
    for (const int label : term->labels) {
      if (!has(all, label)) all.push_back(label);
    }
  }
  return all;
}

Layout layout_of(const LabelledTensor& term, const Labels& all, const Sizes& sizes) {
  std::vector<int64_t> axes;
  for (const int label : term.labels) axes.push_back(std::find(all.begin(), all.end(), label) - all.begin());
  return Layout::row_major(term.tensor.shape()).expanded_along(axes, shape_of(all, sizes));
}

/// The products of two terms at each place of the output, summed over the axes that it does not have.
void multiply(const LabelledTensor& a, const LabelledTensor& b, const Labels& output, const Sizes& sizes,
              Deadline& deadline, Tensor& out) {
  const Labels all = all_labels(a, b, output);
  const Layout of_a = layout_of(a, all, sizes), of_b = layout_of(b, all, sizes);
  PerAxis<bool> kept;
  for (size_t axis = 0; axis < output.size(); ++axis) kept[static_cast<int64_t>(axis)] = true;
  const Layout outer_a = of_a.axes_where(kept), outer_b = of_b.axes_where(kept);
  const Layout inner_a = of_a.axes_where(kept, false), inner_b = of_b.axes_where(kept, false);
  const ElementIterator<3> outputs(Layout::row_major(outer_a.shape), outer_a, outer_b);
  // A row-major layout is the first operand, so the terms have the order of their indices.  [OP-35]
  const ElementIterator<3> terms(Layout::row_major(inner_a.shape), inner_a, inner_b);
  dispatch<Types::kNumeric>(out.type(), [&]<class T>(TypeTag<T>) {
    const T *from_a = a.tensor.data<T>(), *from_b = b.tensor.data<T>();
    T* const to = out.writable<T>();
    outputs.for_each(deadline, [&](int64_t place, int64_t at_a, int64_t at_b) {
      numbers::Sum<T> sum = 0;
      terms.for_each(deadline, [&](int64_t, int64_t in_a, int64_t in_b) {
        sum += as_sum(from_a[at_a + in_a]) * as_sum(from_b[at_b + in_b]);
      });
      to[place] = from_sum<T>(sum);
    });
  });
}

Tensor one(ElementType type) {
  return dispatch<Types::kNumeric>(type, []<class T>(TypeTag<T>) { return Tensor::scalar(from_sum<T>(1)); });
}

/// The labels of a product that the output or a later operand has.
Labels labels_to_keep(const LabelledTensor& a, const LabelledTensor& b, const Axes& axes, size_t next,
                      const Labels& output) {
  Labels kept;
  for (const int label : all_labels(a, b, {})) {
    bool later = has(output, label);
    for (size_t k = next; k < axes.inputs.size(); ++k) later = later || has(axes.inputs[k], label);
    if (later) kept.push_back(label);
  }
  return kept;
}

Result<void> einsum(const Einsum& equation, const KernelCall& call) {
  std::vector<Operand> operands;
  for (const Tensor* input : call.inputs)
    operands.push_back({.type = input->type(), .shape = input->shape()});
  const Axes axes = TRY(find_axes(equation, operands));
  const Labels output = labels_of(equation.output, axes.covered);
  LabelledTensor product = {call.input(0), axes.inputs[0]};
  const size_t count = call.inputs.size();
  for (size_t k = 1; k + 1 < count && !call.deadline.over(); ++k) {
    const LabelledTensor factor = {call.input(k), axes.inputs[k]};
    const Labels labels = labels_to_keep(product, factor, axes, k + 1, output);  // [OP-35]
    Tensor result = TRY(call.pool.allocate(call.output().type(), shape_of(labels, axes.sizes)));
    multiply(product, factor, labels, axes.sizes, call.deadline, result);
    product = {result, labels};
  }
  const LabelledTensor last = count > 1 ? LabelledTensor{call.input(count - 1), axes.inputs[count - 1]}
                                        : LabelledTensor{one(call.output().type()), {}};
  if (!call.deadline.over()) multiply(product, last, output, axes.sizes, call.deadline, call.output());
  return {};
}

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

/// Letters and at most one ellipsis, which becomes one character.
std::optional<std::string> parse_subscript(std::string_view text) {
  std::string subscript;
  while (!text.empty()) {
    const bool ellipsis = text.starts_with("...");
    if (!ellipsis && !is_letter(text.front())) return std::nullopt;
    if (ellipsis && has_ellipsis(subscript)) return std::nullopt;
    subscript += ellipsis ? Einsum::kEllipsis : text.front();
    text.remove_prefix(ellipsis ? 3 : 1);
  }
  return subscript;
}

/// The ellipsis, then the letters that occur once, in the order of their codes.
std::string implicit_output(const std::string& all) {
  std::string output = has_ellipsis(all) ? std::string(1, Einsum::kEllipsis) : "";
  std::string letters = all;
  std::sort(letters.begin(), letters.end());
  for (const char letter : letters) {
    if (is_letter(letter) && std::count(letters.begin(), letters.end(), letter) == 1) output += letter;
  }
  return output;
}

}  // namespace

std::optional<Einsum> parse_equation(std::string_view text) {
  std::string packed;
  std::copy_if(text.begin(), text.end(), std::back_inserter(packed), [](char c) { return c != ' '; });
  const size_t arrow = packed.find("->");
  Einsum equation;
  std::string all;
  for (size_t begin = 0, end = 0; end != std::string::npos; begin = end + 1) {
    const std::string_view left = std::string_view(packed).substr(0, arrow);
    end = left.find(',', begin);
    const auto subscript = parse_subscript(left.substr(begin, end - begin));
    if (!subscript) return std::nullopt;
    equation.inputs.push_back(*subscript);
    all += *subscript;
  }
  equation.output = implicit_output(all);
  if (arrow == std::string::npos) return equation;
  const auto output = parse_subscript(std::string_view(packed).substr(arrow + 2));
  if (!output) return std::nullopt;
  for (const char letter : *output) {
    if (all.find(letter) == std::string::npos || std::count(output->begin(), output->end(), letter) > 1)
      return std::nullopt;
  }
  equation.output = *output;
  return equation;
}

std::vector<int> labels_of(const std::string& subscript, int64_t covered) {
  std::vector<int> labels;
  for (const char letter : subscript) {
    if (letter != Einsum::kEllipsis) {
      labels.push_back(letter);
      continue;
    }
    for (int64_t k = covered; k > 0; --k) labels.push_back(static_cast<int>(-k));
  }
  return labels;
}

Operation make_einsum(const Einsum& equation) {
  ErrorClass error = NotDerived{};
  if (equation.inputs.size() <= 2) error = kSumOfProducts;
  if (equation.inputs.size() == 1) error = kSumOfTerms;
  return made(__func__, equation,
              {.infer = std::bind_front(infer_einsum, equation),
               .kernel = std::bind_front(einsum, equation),
               .error = error});
}

}  // namespace backedge::ops
