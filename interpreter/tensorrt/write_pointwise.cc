#include <algorithm>
#include <cmath>

#include "interpreter/base/number_text.h"
#include "interpreter/tensorrt/written.h"

namespace backedge::tensorrt {
namespace {

Result<Slots> write_reciprocal(const Written& written) {
  if (!is_real(written.known(0).signature.type))  // [OP-4]
    return Error("OP-4", "kRECIP of " + written.known(0).signature.text());
  const size_t one = TRY(written.constant_like(1));
  return written.apply(divide_name(false), ops::make_divide(), {one, written.inputs[0]});
}

// max(alpha, min(beta, x)), which is alpha if alpha is above beta.
Result<Slots> write_clip(const Written& written, double alpha, double beta) {
  const double high = std::max(alpha, beta);
  return written.apply({"Clamp", 1, {{"min", number_text(alpha)}, {"max", number_text(high)}}},
                       ops::make_clamp({.low = alpha, .high = high}));
}

// An operation whose operands 1 and 2 are two numbers of this shape.
Result<Slots> write_with_numbers(const Written& written, const char* name, Operation operation, double first,
                                 double second, const Shape& shape) {
  const size_t one = TRY(written.constant(first, shape)), two = TRY(written.constant(second, shape));
  return written.apply({name}, std::move(operation), {written.inputs[0], one, two});
}

// alpha * log(exp(beta * x) + 1)
Result<Slots> write_softplus(const Written& written, double alpha, double beta) {
  const size_t inner = TRY(written.constant_like(beta)), outer = TRY(written.constant_like(alpha));
  const Slots scaled = TRY(written.apply({"Multiply"}, ops::make_multiply(), {written.inputs[0], inner}));
  const Slots soft = TRY(written.apply({"SoftPlus", 4}, ops::make_softplus(), scaled));
  return written.apply({"Multiply"}, ops::make_multiply(), {soft[0], outer});
}

OperationName gelu_name(const char* mode) { return {"Gelu", 7, {{"approximation_mode", mode}}}; }

}  // namespace

Result<Slots> write_unary(const Written& written, UnaryOperation operation) {
  switch (operation) {
    case UnaryOperation::kEXP:
      return written.apply({"Exp"}, ops::make_exp());
    case UnaryOperation::kLOG:
      return written.apply({"Log"}, ops::make_log());
    case UnaryOperation::kSQRT:
      return written.apply({"Sqrt"}, ops::make_sqrt());
    case UnaryOperation::kRECIP:
      return write_reciprocal(written);
    case UnaryOperation::kABS:
      return written.apply({"Abs"}, ops::make_abs());
    case UnaryOperation::kNEG:
      return written.apply({"Negative"}, ops::make_negative());
    case UnaryOperation::kSIN:
      return written.apply({"Sin"}, ops::make_sin());
    case UnaryOperation::kCOS:
      return written.apply({"Cos"}, ops::make_cos());
    case UnaryOperation::kTAN:
      return written.apply({"Tan"}, ops::make_tan());
    case UnaryOperation::kSINH:
      return written.apply({"Sinh"}, ops::make_sinh());
    case UnaryOperation::kCOSH:
      return written.apply({"Cosh"}, ops::make_cosh());
    case UnaryOperation::kASIN:
      return written.apply({"Asin"}, ops::make_asin());
    case UnaryOperation::kACOS:
      return written.apply({"Acos"}, ops::make_acos());
    case UnaryOperation::kATAN:
      return written.apply({"Atan"}, ops::make_atan());
    case UnaryOperation::kASINH:
      return written.apply({"Asinh", 4}, ops::make_asinh());
    case UnaryOperation::kACOSH:
      return written.apply({"Acosh", 4}, ops::make_acosh());
    case UnaryOperation::kATANH:
      return written.apply({"Atanh", 4}, ops::make_atanh());
    case UnaryOperation::kCEIL:
      return written.apply({"Ceiling"}, ops::make_ceiling());
    case UnaryOperation::kFLOOR:
      return written.apply({"Floor"}, ops::make_floor());
    case UnaryOperation::kERF:
      return written.apply({"Erf"}, ops::make_erf());
    case UnaryOperation::kNOT:
      return written.apply({"LogicalNot"}, ops::make_logical_not());
    case UnaryOperation::kSIGN:
      return written.apply({"Sign"}, ops::make_sign());
    case UnaryOperation::kROUND:
      return written.apply({"Round", 5, {{"mode", "half_to_even"}}}, ops::make_round());
    case UnaryOperation::kISINF:
      return written.apply({"IsInf", 10}, ops::make_is_inf());
    case UnaryOperation::kISNAN:
      return written.apply({"IsNaN", 10}, ops::make_is_nan());
  }
  return unsupported("UnaryOperation", static_cast<int32_t>(operation));
}

Result<Slots> write_activation(const Written& written, const ActivationArguments& arguments) {
  const auto [type, alpha, beta] = arguments;
  if (!std::isfinite(alpha) || !std::isfinite(beta))
    return Error("TRT-22", "alpha or beta is not finite");  // [TRT-22]
  switch (type) {
    case ActivationType::kRELU:
      return written.apply({"ReLU"}, ops::make_relu());
    case ActivationType::kSIGMOID:
      return written.apply({"Sigmoid"}, ops::make_sigmoid());
    case ActivationType::kTANH:
      return written.apply({"Tanh"}, ops::make_tanh());
    case ActivationType::kELU:
      return written.apply({"Elu", 1, {{"alpha", number_text(alpha)}}}, ops::make_elu(alpha));
    case ActivationType::kSELU:
      return write_with_numbers(written, "Selu", ops::make_selu(), alpha, beta, Shape{1});
    case ActivationType::kSOFTSIGN:
      return written.apply({"SoftSign", 9}, ops::make_softsign());
    case ActivationType::kSOFTPLUS:
      return write_softplus(written, alpha, beta);
    case ActivationType::kCLIP:
      return write_clip(written, alpha, beta);
    case ActivationType::kHARD_SIGMOID:
      return write_with_numbers(written, "HardSigmoid", ops::make_hard_sigmoid(), alpha, beta, Shape());
    case ActivationType::kGELU_ERF:
      return written.apply(gelu_name("erf"), ops::make_gelu_erf());
    case ActivationType::kGELU_TANH:
      return written.apply(gelu_name("tanh"), ops::make_gelu_tanh());
    default:
      return unsupported("ActivationType", static_cast<int32_t>(type));
  }
}

}  // namespace backedge::tensorrt
