#include "interpreter/base/number_text.h"
#include "interpreter/openvino/read_operations.h"
#include "interpreter/ops/normalizations.h"

/// Attributes of normalizations.
namespace backedge::openvino {
namespace {

/// A number that is above `border`, or equal to it.
Result<double> read_number(Attributes& attributes, std::string_view name, double border, bool or_equal) {
  const double number = TRY(attributes.real(name));
  if (number > border || (or_equal && number == border)) return number;
  return Error("OP-2",  // [OP-2]
               written(name, number_text(number)) + ", expected a number above " + number_text(border) +
                   (or_equal ? " or equal to it" : ""));
}

Result<ops::Mvn> read_mvn(Attributes& attributes) {
  ops::Mvn options;
  options.divides = TRY(attributes.boolean("normalize_variance"));
  options.epsilon = TRY(read_number(attributes, "eps", 0, false));
  return options;
}

}  // namespace

Result<Operation> read_batch_norm_inference_5(Attributes& attributes, int64_t) {
  return ops::make_batch_norm(TRY(read_number(attributes, "epsilon", 0, true)));
}

Result<Operation> read_batch_norm_inference_1(Attributes& attributes, int64_t) {
  return ops::make_batch_norm(TRY(read_number(attributes, "epsilon", 0, true)), true);
}

Result<Operation> read_grn(Attributes& attributes, int64_t) {
  return ops::make_grn(TRY(read_number(attributes, "bias", 0, false)));
}

Result<Operation> read_group_normalization(Attributes& attributes, int64_t) {
  const int64_t groups = TRY(read_at_least(attributes, "num_groups", 1));
  const double epsilon = TRY(read_number(attributes, "epsilon", 0, false));
  return ops::make_group_normalization({.groups = groups, .epsilon = epsilon});
}

Result<Operation> read_lrn(Attributes& attributes, int64_t) {
  ops::Lrn options;
  options.alpha = TRY(attributes.real("alpha"));
  options.beta = TRY(read_number(attributes, "beta", 0, false));
  options.bias = TRY(attributes.real("bias"));
  options.size = TRY(read_at_least(attributes, "size", 1));
  options.before = options.after = options.size / 2;  // [OP-26]
  return ops::make_lrn(options);
}

Result<Operation> read_mvn_1(Attributes& attributes, int64_t) {
  const ops::Mvn options = TRY(read_mvn(attributes));
  const std::vector<int64_t> none, axes = TRY(attributes.integers("reduction_axes", none));
  if (axes.empty()) return ops::make_mvn_from(options, TRY(attributes.boolean("across_channels")) ? 1 : 2);
  TRY(attributes.boolean("across_channels", false));  // OpenVINO writes both attributes (OP-25)
  return ops::make_mvn_along(options, axes);
}

Result<Operation> read_mvn_6(Attributes& attributes, int64_t) {
  ops::Mvn options = TRY(read_mvn(attributes));
  options.inside_root = TRY(attributes.text("eps_mode", {"inside_sqrt", "outside_sqrt"})) == "inside_sqrt";
  return ops::make_mvn(options);
}

Result<Operation> read_normalize_l2(Attributes& attributes, int64_t) {
  const double epsilon = TRY(read_number(attributes, "eps", 0, false));
  const bool adds = TRY(attributes.text("eps_mode", {"add", "max"})) == "add";
  return ops::make_normalize_l2({.epsilon = epsilon, .adds_epsilon = adds});
}

}  // namespace backedge::openvino
