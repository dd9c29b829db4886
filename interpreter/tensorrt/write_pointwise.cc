#include <algorithm>
#include <cmath>

#include "interpreter/tensorrt/written.h"

namespace backedge::tensorrt {
namespace {

Result<Slots> write_reciprocal(const Written& written) {
  if (!is_real(written.known(0).signature.type))  // [OP-4]
    return Error("OP-4", "kRECIP of " + written.known(0).signature.text());
  const size_t one = TRY(written.constant_like(1));
  return written.apply(ops::make_divide(), {one, written.inputs[0]});
}

// max(alpha, min(beta, x)), which is alpha if alpha is above beta.
Result<Slots> write_clip(const Written& written, double alpha, double beta) {
  const double high = std::max(alpha, beta);
  return written.apply(ops::make_clamp({.low = alpha, .high = high}));
}

// An operation whose operands 1 and 2 are two numbers of this shape.
Result<Slots> write_with_numbers(const Written& written, Operation operation, double first, double second,
                                 const Shape& shape) {
  const size_t one = TRY(written.constant(first, shape)), two = TRY(written.constant(second, shape));
  return written.apply(std::move(operation), {written.inputs[0], one, two});
}

// alpha * log(exp(beta * x) + 1)
Result<Slots> write_softplus(const Written& written, double alpha, double beta) {
  const size_t inner = TRY(written.constant_like(beta)), outer = TRY(written.constant_like(alpha));
  const Slots scaled = TRY(written.apply(ops::make_multiply(), {written.inputs[0], inner}));
  const Slots soft = TRY(written.apply(ops::make_softplus(), scaled));
  return written.apply(ops::make_multiply(), {soft[0], outer});
}

}  // namespace

Result<Slots> write_unary(const Written& written, UnaryOperation operation) {
  switch (operation) {
    case UnaryOperation::kEXP:
      return written.apply(ops::make_exp());
    case UnaryOperation::kLOG:
      return written.apply(ops::make_log());
    case UnaryOperation::kSQRT:
      return written.apply(ops::make_sqrt());
    case UnaryOperation::kRECIP:
      return write_reciprocal(written);
    case UnaryOperation::kABS:
      return written.apply(ops::make_abs());
    case UnaryOperation::kNEG:
      return written.apply(ops::make_negative());
    case UnaryOperation::kSIN:
      return written.apply(ops::make_sin());
    case UnaryOperation::kCOS:
      return written.apply(ops::make_cos());
    case UnaryOperation::kTAN:
      return written.apply(ops::make_tan());
    case UnaryOperation::kSINH:
      return written.apply(ops::make_sinh());
    case UnaryOperation::kCOSH:
      return written.apply(ops::make_cosh());
    case UnaryOperation::kASIN:
      return written.apply(ops::make_asin());
    case UnaryOperation::kACOS:
      return written.apply(ops::make_acos());
    case UnaryOperation::kATAN:
      return written.apply(ops::make_atan());
    case UnaryOperation::kASINH:
      return written.apply(ops::make_asinh());
    case UnaryOperation::kACOSH:
      return written.apply(ops::make_acosh());
    case UnaryOperation::kATANH:
      return written.apply(ops::make_atanh());
    case UnaryOperation::kCEIL:
      return written.apply(ops::make_ceiling());
    case UnaryOperation::kFLOOR:
      return written.apply(ops::make_floor());
    case UnaryOperation::kERF:
      return written.apply(ops::make_erf());
    case UnaryOperation::kNOT:
      return written.apply(ops::make_logical_not());
    case UnaryOperation::kSIGN:
      return written.apply(ops::make_sign());
    case UnaryOperation::kROUND:
      return written.apply(ops::make_round());
    case UnaryOperation::kISINF:
      return written.apply(ops::make_is_inf());
    case UnaryOperation::kISNAN:
      return written.apply(ops::make_is_nan());
  }
  return unsupported("UnaryOperation", static_cast<int32_t>(operation));
}

Result<Slots> write_activation(const Written& written, const ActivationArguments& arguments) {
  const auto [type, alpha, beta] = arguments;
  if (!std::isfinite(alpha) || !std::isfinite(beta))
    return Error("TRT-22", "alpha or beta is not finite");  // [TRT-22]
  switch (type) {
    case ActivationType::kRELU:
      return written.apply(ops::make_relu());
    case ActivationType::kSIGMOID:
      return written.apply(ops::make_sigmoid());
    case ActivationType::kTANH:
      return written.apply(ops::make_tanh());
    case ActivationType::kELU:
      return written.apply(ops::make_elu(alpha));
    case ActivationType::kSELU:
      return write_with_numbers(written, ops::make_selu(), alpha, beta, Shape{1});
    case ActivationType::kSOFTSIGN:
      return written.apply(ops::make_softsign());
    case ActivationType::kSOFTPLUS:
      return write_softplus(written, alpha, beta);
    case ActivationType::kCLIP:
      return write_clip(written, alpha, beta);
    case ActivationType::kHARD_SIGMOID:
      return write_with_numbers(written, ops::make_hard_sigmoid(), alpha, beta, Shape());
    case ActivationType::kGELU_ERF:
      return written.apply(ops::make_gelu_erf());
    case ActivationType::kGELU_TANH:
      return written.apply(ops::make_gelu_tanh());
    default:
      return unsupported("ActivationType", static_cast<int32_t>(type));
  }
}

}  // namespace backedge::tensorrt
