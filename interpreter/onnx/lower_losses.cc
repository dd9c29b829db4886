#include "interpreter/onnx/formula.h"
#include "interpreter/ops/along_axis.h"
#include "interpreter/ops/movement.h"
#include "interpreter/ops/reduce.h"

/// Losses of a classification: scores [N, C, positions], and for each position the right class.
namespace backedge::onnx {
namespace {

enum class LossReduction { kNone, kSum, kMean };

struct LossOptions {
  LossReduction reduction;
  std::optional<int64_t> ignored;  // a class that does not count
};

Result<LossOptions> read_loss_options(NodeLowering& node) {
  const std::string name = TRY(node.attributes.choice("reduction", {"none", "sum", "mean"}, "mean"));
  LossOptions options{.reduction = name == "none"  ? LossReduction::kNone
                                   : name == "sum" ? LossReduction::kSum
                                                   : LossReduction::kMean};
  if (node.attributes.has("ignore_index")) options.ignored = TRY(node.attributes.integer("ignore_index"));
  return options;
}

Term sum_of_all(Term x) {
  return x.formula->apply(ops::make_reduce_sum(), {x, count_to(x.formula->dimension(shape(x), 0))});
}

// -weight[class] * log_probability[class], where inputs 1 and 2 are the classes and their weights.
Term loss_of(NodeLowering& node, Formula& f, const LossOptions& options, Term log_probabilities) {
  const ElementType type = f.type(log_probabilities);
  Term classes = f.in(1);
  const Term zero = f.number(type, 0);
  Term weight = broadcast(f.number(type, 1), shape(classes));
  std::optional<Term> is_ignored;
  if (options.ignored) {
    is_ignored = equal(cast(classes, ElementType::kI64), f.integer(*options.ignored));
    classes = where(*is_ignored, f.number(classes, 0), classes);
  }
  if (node.has(2)) weight = gather(f.in(2), classes, 0);
  if (is_ignored) weight = where(*is_ignored, zero, weight);
  const Term chosen = f.apply(ops::make_gather_elements(1, ops::NegativeIndex::kError),
                              {log_probabilities, unsqueeze(classes, {1})});
  Term loss = -squeeze(chosen, {1}) * weight;
  if (is_ignored) loss = where(*is_ignored, zero, loss);
  if (options.reduction == LossReduction::kNone) return loss;
  if (options.reduction == LossReduction::kSum) return sum_of_all(loss);
  return sum_of_all(loss) / sum_of_all(weight);
}

}  // namespace

Lowered lower_negative_log_likelihood_loss(NodeLowering& node) {
  const LossOptions options = TRY(read_loss_options(node));
  Formula f(node);
  return f.lowered({loss_of(node, f, options, f.in(0))});
}

Lowered lower_softmax_cross_entropy_loss(NodeLowering& node) {
  const LossOptions options = TRY(read_loss_options(node));
  Formula f(node);
  const Term log_probabilities = f.apply(ops::make_log_softmax({.axis = 1}), {f.in(0)});
  return f.lowered({loss_of(node, f, options, log_probabilities), log_probabilities});
}

}  // namespace backedge::onnx
