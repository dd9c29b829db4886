#include <array>

#include "interpreter/ops/elementwise.h"
#include "interpreter/ops/map_elements.h"
#include "interpreter/ops/rounded.h"

/// Activations: formulas (formulas.h) of one number, some with parameters that all elements share.
///
/// inputs   x, a tensor of a real type T, and parameters of T
/// returns  a tensor of the type and shape of x
/// errors   OP-4, OP-5; OP-6 a parameter that the page excludes
/// source   OpenVINO's page of each
namespace backedge::ops {
namespace {

template <class Formula>
Operation activation(Formula formula) {
  return unary<Types::kReal>(Composite{formula},
                             [formula]<class T>(T x) { return formula(Rounded<T>(x)).value; });
}

/// output = formula(input 0, the only element of input 1, ...).
///
/// kParameters  the number of inputs after x
template <size_t kParameters, class Formula>
Result<void> map_with_parameters(const KernelCall& call, Formula formula) {
  dispatch<Types::kReal>(call.input(0).type(), [&]<class T>(TypeTag<T>) {
    [&]<size_t... k>(std::index_sequence<k...>) {
      const std::array<Rounded<T>, kParameters> parameters = {Rounded<T>(*call.input(k + 1).data<T>())...};
      map_unary<T>(call, [&](T x) { return formula(Rounded<T>(x), parameters[k]...).value; });
    }
    (std::make_index_sequence<kParameters>());
  });
  return {};
}

/// check  check_scalar or check_one_element, of each parameter
Infer infer_with_parameters(Result<void> (*check)(std::span<const Operand>, size_t)) {
  return [check](std::span<const Operand> inputs, std::span<Signature> outputs) -> Result<void> {
    TRY(check_types(inputs, Types::kReal));
    for (size_t k = 1; k < inputs.size(); ++k) TRY(check(inputs, k));
    outputs[0] = {inputs[0].type, inputs[0].shape};
    return {};
  };
}

/// The page requires a number that is not negative.
Result<void> check_beta(const Tensor& beta) {
  return dispatch<Types::kReal>(beta.type(), [&]<class T>(TypeTag<T>) -> Result<void> {
    if (numbers::widen(*beta.data<T>()) < 0) return Error("OP-6", "beta is negative");  // [OP-6]
    return {};
  });
}

}  // namespace

/// min(max(x + 3, 0), 6) / 6
Operation make_hsigmoid() { return made(__func__, activation(formulas::HSigmoid())); }

/// x * HSigmoid(x)
Operation make_hswish() { return made(__func__, activation(formulas::HSwish())); }

/// log(e^x + 1); x if e^x is infinite.
Operation make_softplus() { return made(__func__, activation(formulas::SoftPlus())); }

/// x * tanh(SoftPlus(x))
Operation make_mish() { return made(__func__, activation(formulas::Mish())); }

/// x * sigmoid(beta * x). Input 1 is the scalar beta, which is 1 if it is not given.
Operation make_swish() {
  const auto kernel = [](const KernelCall& call) -> Result<void> {
    if (call.inputs.size() == 1) return map_with_parameters<0>(call, formulas::Swish());
    TRY(check_beta(call.input(1)));
    return map_with_parameters<1>(call, formulas::Swish());
  };
  return made(__func__, {.infer = infer_with_parameters(check_scalar),
                         .kernel = kernel,
                         .error = Composite{formulas::Swish()}});
}

/// x * 1/2 * (1 + erf(x / sqrt(2)))
Operation make_gelu_erf() { return made(__func__, activation(formulas::GeluErf())); }

/// x * 1/2 * (1 + tanh(sqrt(2 / pi) * (x + 0.044715 * x^3)))
Operation make_gelu_tanh() { return made(__func__, activation(formulas::GeluTanh())); }

/// x > 0 ? x : alpha * (e^x - 1)
Operation make_elu(double alpha) { return made(__func__, alpha, activation(formulas::Elu{alpha})); }

/// lambda * (x > 0 ? x : alpha * (e^x - 1)). Inputs 1 and 2 are alpha and lambda, of shape [1] or [].
Operation make_selu() {
  return made(
      __func__,
      {.infer = infer_with_parameters(check_one_element),
       .kernel = [](const KernelCall& call) { return map_with_parameters<2>(call, formulas::Selu()); },
       .error = Composite{formulas::Selu()}});
}

/// max(0, min(1, alpha * x + beta)). Inputs 1 and 2 are the scalars alpha and beta.
Operation make_hard_sigmoid() {
  return made(
      __func__,
      {.infer = infer_with_parameters(check_scalar),
       .kernel = [](const KernelCall& call) { return map_with_parameters<2>(call, formulas::HardSigmoid()); },
       .error = Composite{formulas::HardSigmoid()}});
}

}  // namespace backedge::ops
