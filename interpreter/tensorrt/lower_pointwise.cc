#include <algorithm>
#include <cmath>

#include "interpreter/tensorrt/layer_lowering.h"

namespace backedge::tensorrt {
namespace {

Result<Slots> lower_reciprocal(const LayerLowering& lowering) {
  if (!is_real(lowering.known(0).signature.type))  // [OP-4]
    return Error("OP-4", "kRECIP of " + lowering.known(0).signature.text());
  const size_t one = TRY(lowering.constant_like(1));
  return lowering.apply(ops::make_divide(), {one, lowering.inputs[0]});
}

// max(alpha, min(beta, x)), which is alpha if alpha is above beta.
Result<Slots> lower_clip(const LayerLowering& lowering, double alpha, double beta) {
  const double high = std::max(alpha, beta);
  return lowering.apply(ops::make_clamp({.low = alpha, .high = high}));
}

// An operation whose operands 1 and 2 are two numbers of this shape.
Result<Slots> lower_with_numbers(const LayerLowering& lowering, Operation operation, double first,
                                 double second, const Shape& shape) {
  const size_t one = TRY(lowering.constant(first, shape)), two = TRY(lowering.constant(second, shape));
  return lowering.apply(std::move(operation), {lowering.inputs[0], one, two});
}

// alpha * log(exp(beta * x) + 1)
Result<Slots> lower_softplus(const LayerLowering& lowering, double alpha, double beta) {
  const size_t inner = TRY(lowering.constant_like(beta)), outer = TRY(lowering.constant_like(alpha));
  const Slots scaled = TRY(lowering.apply(ops::make_multiply(), {lowering.inputs[0], inner}));
  const Slots soft = TRY(lowering.apply(ops::make_softplus(), scaled));
  return lowering.apply(ops::make_multiply(), {soft[0], outer});
}

}  // namespace

Result<Slots> lower_unary(const LayerLowering& lowering, UnaryOperation operation) {
  switch (operation) {
    case UnaryOperation::kEXP:
      return lowering.apply(ops::make_exp());
    case UnaryOperation::kLOG:
      return lowering.apply(ops::make_log());
    case UnaryOperation::kSQRT:
      return lowering.apply(ops::make_sqrt());
    case UnaryOperation::kRECIP:
      return lower_reciprocal(lowering);
    case UnaryOperation::kABS:
      return lowering.apply(ops::make_abs());
    case UnaryOperation::kNEG:
      return lowering.apply(ops::make_negative());
    case UnaryOperation::kSIN:
      return lowering.apply(ops::make_sin());
    case UnaryOperation::kCOS:
      return lowering.apply(ops::make_cos());
    case UnaryOperation::kTAN:
      return lowering.apply(ops::make_tan());
    case UnaryOperation::kSINH:
      return lowering.apply(ops::make_sinh());
    case UnaryOperation::kCOSH:
      return lowering.apply(ops::make_cosh());
    case UnaryOperation::kASIN:
      return lowering.apply(ops::make_asin());
    case UnaryOperation::kACOS:
      return lowering.apply(ops::make_acos());
    case UnaryOperation::kATAN:
      return lowering.apply(ops::make_atan());
    case UnaryOperation::kASINH:
      return lowering.apply(ops::make_asinh());
    case UnaryOperation::kACOSH:
      return lowering.apply(ops::make_acosh());
    case UnaryOperation::kATANH:
      return lowering.apply(ops::make_atanh());
    case UnaryOperation::kCEIL:
      return lowering.apply(ops::make_ceiling());
    case UnaryOperation::kFLOOR:
      return lowering.apply(ops::make_floor());
    case UnaryOperation::kERF:
      return lowering.apply(ops::make_erf());
    case UnaryOperation::kNOT:
      return lowering.apply(ops::make_logical_not());
    case UnaryOperation::kSIGN:
      return lowering.apply(ops::make_sign());
    case UnaryOperation::kROUND:
      return lowering.apply(ops::make_round());
    case UnaryOperation::kISINF:
      return lowering.apply(ops::make_is_inf());
    case UnaryOperation::kISNAN:
      return lowering.apply(ops::make_is_nan());
  }
  return unsupported("UnaryOperation", static_cast<int32_t>(operation));
}

Result<Slots> lower_activation(const LayerLowering& lowering, const ActivationArguments& arguments) {
  const auto [type, alpha, beta] = arguments;
  if (!std::isfinite(alpha) || !std::isfinite(beta))
    return Error("TRT-22", "alpha or beta is not finite");  // [TRT-22]
  switch (type) {
    case ActivationType::kRELU:
      return lowering.apply(ops::make_relu());
    case ActivationType::kSIGMOID:
      return lowering.apply(ops::make_sigmoid());
    case ActivationType::kTANH:
      return lowering.apply(ops::make_tanh());
    case ActivationType::kELU:
      return lowering.apply(ops::make_elu(alpha));
    case ActivationType::kSELU:
      return lower_with_numbers(lowering, ops::make_selu(), alpha, beta, Shape{1});
    case ActivationType::kSOFTSIGN:
      return lowering.apply(ops::make_softsign());
    case ActivationType::kSOFTPLUS:
      return lower_softplus(lowering, alpha, beta);
    case ActivationType::kCLIP:
      return lower_clip(lowering, alpha, beta);
    case ActivationType::kHARD_SIGMOID:
      return lower_with_numbers(lowering, ops::make_hard_sigmoid(), alpha, beta, Shape());
    case ActivationType::kGELU_ERF:
      return lowering.apply(ops::make_gelu_erf());
    case ActivationType::kGELU_TANH:
      return lowering.apply(ops::make_gelu_tanh());
    default:
      return unsupported("ActivationType", static_cast<int32_t>(type));
  }
}

}  // namespace backedge::tensorrt
