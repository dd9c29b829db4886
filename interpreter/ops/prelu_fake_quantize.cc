#include "interpreter/ops/elementwise.h"
#include "interpreter/ops/map_elements.h"
#include "interpreter/ops/rounded.h"

/// Formulas (formulas.h) whose parameters are repeated to the shape of x.
///
/// inputs   x, a tensor of a real type T, and parameters of T
/// returns  a tensor of the type and shape of x
/// errors   OP-4, OP-5
namespace backedge::ops {
namespace {

constexpr Broadcasting kWithinFirst = {.mode = Broadcasting::Mode::kPdpd, .axis = -1};

/// How the slope of PRelu is repeated: along the second dimension of x, if it is a vector of that size, and
/// otherwise aligned at the last dimension. Nothing if that is not known yet.  [OP-8]
std::optional<Broadcasting> slope_broadcasting(const PartialShape& x, const PartialShape& slope) {
  if (slope.rank_known() && slope.rank() != 1) return kWithinFirst;
  if (!slope.rank_known() || !x.rank_known()) return std::nullopt;
  if (x.rank() < 2) return kWithinFirst;
  if (!x[1].meets(slope[0])) return kWithinFirst;
  if (!x[1].known() || !slope[0].known()) return std::nullopt;
  return Broadcasting{.mode = Broadcasting::Mode::kPdpd, .axis = 1};
}

Result<void> infer_prelu(std::span<const Operand> inputs, std::span<Signature> outputs) {
  TRY(check_types(inputs, Types::kReal));
  const PartialShape &x = inputs[0].shape, &slope = inputs[1].shape;
  TRY(check_has_axis(inputs, 1));
  outputs[0] = {inputs[0].type, x};
  if (const auto broadcasting = slope_broadcasting(x, slope))
    outputs[0].shape = TRY(broadcast_shapes(*broadcasting, x, slope));
  return {};
}

Result<void> prelu(const KernelCall& call) {
  const Broadcasting broadcasting = *slope_broadcasting(call.input(0).shape(), call.input(1).shape());
  dispatch<Types::kReal>(call.input(0).type(), [&]<class T>(TypeTag<T>) {
    map_binary<T, T>(call, broadcasting,
                     [](T x, T slope) { return formulas::PRelu()(Rounded<T>(x), Rounded<T>(slope)).value; });
  });
  return {};
}

/// How a limit is repeated: with the option numpy only the limit, because the output has the shape of x.
Broadcasting limit_broadcasting(const Broadcasting& broadcasting) {
  return broadcasting.mode == Broadcasting::Mode::kNumpy ? kWithinFirst : broadcasting;  // [OP-7]
}

Result<void> infer_fake_quantize(const Broadcasting& broadcasting, std::span<const Operand> inputs,
                                 std::span<Signature> outputs) {
  TRY(check_types(inputs, Types::kReal));
  outputs[0] = {inputs[0].type, inputs[0].shape};
  for (size_t k = 1; k < inputs.size(); ++k)
    outputs[0].shape = TRY(broadcast_shapes(broadcasting, outputs[0].shape, inputs[k].shape));
  return {};
}

Result<void> fake_quantize(const Broadcasting& broadcasting, formulas::FakeQuantize formula,
                           const KernelCall& call) {
  const Shape& shape = call.output().shape();
  const auto limit = [&](size_t k) { return second_repeated(broadcasting, call.input(k).shape(), shape); };
  const Layout whole = Layout::row_major(shape);
  const ElementIterator<6> iterator(whole, whole, limit(1), limit(2), limit(3), limit(4));
  dispatch<Types::kReal>(call.input(0).type(), [&]<class T>(TypeTag<T>) {
    T* const out = call.output().writable<T>();
    const auto element = [&](size_t k, int64_t at) { return Rounded<T>(call.input(k).data<T>()[at]); };
    iterator.for_each(call.deadline, [&](int64_t to, int64_t x, int64_t in_low, int64_t in_high,
                                         int64_t out_low, int64_t out_high) {
      out[to] = formula(element(0, x), element(1, in_low), element(2, in_high), element(3, out_low),
                        element(4, out_high))
                    .value;
    });
  });
  return {};
}

}  // namespace

/// x < 0 ? slope * x : x
///
/// source  OpenVINO's PReLU-1
Operation make_prelu() {
  return made(__func__, {.infer = infer_prelu, .kernel = prelu, .error = Composite{formulas::PRelu()}});
}

/// x is limited to [input_low, input_high], rounded to one of the levels in it, and mapped to the same level
/// of [output_low, output_high].
///
/// inputs  x, input_low, input_high, output_low, output_high
/// source  OpenVINO's FakeQuantize-1
Operation make_fake_quantize(const FakeQuantize& options) {
  const Broadcasting broadcasting = limit_broadcasting(options.broadcasting);
  const formulas::FakeQuantize formula{options.levels};
  return made(__func__, options,
              {.infer = std::bind_front(infer_fake_quantize, broadcasting),
               .kernel = std::bind_front(fake_quantize, broadcasting, formula),
               .error = Composite{formula}});
}

}  // namespace backedge::ops
