#include <array>
#include <numbers>

#include "interpreter/onnx/data_types.h"
#include "interpreter/onnx/formula.h"
#include "interpreter/ops/elementwise.h"
#include "interpreter/ops/fourier.h"

/// Fourier transformations, and the windows that they are used with.
namespace backedge::onnx {
namespace {

using Numbers = ops::Fourier::Numbers;

struct FourierOptions {
  bool inverse = false;
  bool one_sided = false;  // without the half that follows from the other one
};

// The transformation along one axis, which is 0 or more, of [..., 1 or 2] real or complex numbers.
Term transformed(Formula& f, Term x, int64_t parts, Term axis, std::optional<Term> length,
                 const FourierOptions& options) {
  const Term axes = reshape(axis, {1});
  const Term size = length ? reshape(*length, {1}) : f.integers({-1});
  if (options.one_sided && !options.inverse) {
    if (parts != 1) f.fail(Error("OP-5", "a one-sided transformation is of real numbers"));  // [OP-5]
    return f.apply(ops::make_fourier({.numbers = Numbers::kFromReal}), {squeeze(x, {-1}), axes, size});
  }
  if (parts == 1) x = concat({x, broadcast(f.number(x, 0), shape(x))}, -1);
  if (options.one_sided) {
    const Term real =
        f.apply(ops::make_fourier({.inverse = true, .numbers = Numbers::kToReal}), {x, axes, size});
    return unsqueeze(real, {-1});
  }
  return f.apply(ops::make_fourier({.inverse = options.inverse}), {x, axes, size});
}

// The last dimension of the operand: 1 for real numbers, 2 for complex ones.
Result<int64_t> parts_of(NodeLowering& node, size_t slot) {
  const PartialShape& shape = node.known(slot).signature.shape;
  if (!shape.rank_known() || shape.rank() < 2 || !shape[shape.rank() - 1].known())
    return not_known("whether the numbers are complex");
  const int64_t parts = shape[shape.rank() - 1].min;
  if (parts == 1 || parts == 2) return parts;
  return Error("OP-5", "the last dimension is " + std::to_string(parts) + ", expected 1 or 2");  // [OP-5]
}

// factors[0] - factors[1] cos(a n) + factors[2] cos(2 a n), for n from 0 to size - 1, where a is 2 pi divided
// by the period. ONNX's function computes in FLOAT, whatever the type of the output is.
Lowered cosine_window(NodeLowering& node, const std::array<double, 3>& factors) {
  const ElementType type = TRY(element_type_of(TRY(node.attributes.integer("output_datatype", 1))));
  const bool periodic = TRY(node.attributes.boolean("periodic", true));
  Formula f(node);
  const auto number = [&](double value) { return f.number(ElementType::kF32, value); };
  const auto cosine = [&](Term x) { return f.apply(ops::make_cos(), {x}); };
  const Term size = cast(as_scalar(f.in(0)), ElementType::kI64);
  const Term length = cast(size, ElementType::kF32);
  const Term turn = number(2 * std::numbers::pi) / (periodic ? length : length - number(1));
  const Term angle = cast(count_to(size), ElementType::kF32) * turn;
  Term window = number(factors[0]) - number(factors[1]) * cosine(angle);
  if (factors[2] != 0) window = window + number(factors[2]) * cosine(angle * number(2));
  return f.lowered({cast(window, type)});
}

}  // namespace

Lowered lower_dft(NodeLowering& node) {
  FourierOptions options;
  options.inverse = TRY(node.attributes.boolean("inverse", false));
  options.one_sided = TRY(node.attributes.boolean("onesided", false));
  const int64_t parts = TRY(parts_of(node, node.in(0)));
  if (options.one_sided && options.inverse && parts == 1)  // [OP-5]
    return Error("OP-5", "the inverse of a one-sided transformation takes complex numbers");
  Formula f(node);
  Term axis = f.integer(-2);
  if (node.version < 20) {
    const int64_t along = TRY(node.attributes.integer("axis", 1)), rank = f.rank(f.in(0));
    if (along < -rank || along == -1 || along > rank - 2)  // [ONNX-GRAPH-6]
      return Error("ONNX-GRAPH-6",
                   "axis " + std::to_string(along) +
                       " is none of the axes before the last one, which holds the complex parts");
    axis = f.integer(along);
  } else if (node.has(2)) {
    axis = as_scalar(f.in(2));
  }
  axis = where(less(axis, f.integer(0)), axis + f.integer(f.rank(f.in(0))), axis);
  std::optional<Term> length;
  if (node.has(1)) length = cast(f.in(1), ElementType::kI64);
  return f.lowered({transformed(f, f.in(0), parts, axis, length, options)});
}

// The transformations of parts of the signal, which begin frame_step elements after each other.
Lowered lower_stft(NodeLowering& node) {
  const FourierOptions options{.one_sided = TRY(node.attributes.boolean("onesided", true))};
  const int64_t parts = TRY(parts_of(node, node.in(0)));
  Formula f(node);
  const Term signal = f.in(0), step = cast(as_scalar(f.in(1)), ElementType::kI64);
  Term length = f.dimension(signal, 1);
  if (node.has(3)) {
    length = cast(as_scalar(f.in(3)), ElementType::kI64);
  } else if (node.has(2)) {
    length = f.dimension(f.in(2), 0);
  }
  const Term count = (f.dimension(signal, 1) - length) / step + f.integer(1);
  const Term positions = unsqueeze(count_to(count) * step, {1}) + count_to(length);
  Term frames = gather(signal, positions, 1);  // [batch, count, length, parts]
  if (node.has(2)) frames = frames * unsqueeze(f.in(2), {1});
  return f.lowered({transformed(f, frames, parts, f.integer(2), std::nullopt, options)});
}

Lowered lower_hann_window(NodeLowering& node) { return cosine_window(node, {0.5, 0.5, 0}); }
Lowered lower_hamming_window(NodeLowering& node) { return cosine_window(node, {25.0 / 46, 21.0 / 46, 0}); }
Lowered lower_blackman_window(NodeLowering& node) { return cosine_window(node, {0.42, 0.5, 0.08}); }

}  // namespace backedge::onnx
