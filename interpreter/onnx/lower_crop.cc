#include "interpreter/onnx/lower_crop.h"

#include "interpreter/ops/elementwise.h"

namespace backedge::onnx {
namespace {

using Nearest = ops::Interpolate::Nearest;

constexpr ElementType kReal = ElementType::kF64;

Term floor(Term x) { return x.formula->apply(ops::make_floor(), {x}); }
Term ceiling(Term x) { return x.formula->apply(ops::make_ceiling(), {x}); }

// The elements of an output axis in data: positions in f64, and whether they are outside.
struct Positions {
  Term at, last;  // last: the position of the last element of data
  Term outside;
};

// Element x of m is at start + x (end - start) / (m - 1) of the axis. A single one is in the middle.  [OP-40]
Positions positions_of(Term data, Term size, Term start, Term end) {
  Formula& f = *data.formula;
  const Term one = f.number(kReal, 1), last = cast(data, kReal) - one;
  const Term count = cast(size, ElementType::kI64);
  const Term step = (end - start) * last / (size - one);
  const Term moved =
      where(equal(size, one), (end - start) * last / f.number(kReal, 2), cast(count_to(count), kReal) * step);
  const Term at = moved + start * last;
  const Term outside = f.apply(ops::make_logical_or(), {less(at, f.number(kReal, 0)), less(last, at)});
  return {at, last, outside};
}

Term nearest_to(Term at, Nearest nearest) {
  const Term half = at.formula->number(kReal, 0.5);
  if (nearest == Nearest::kFloor) return floor(at);
  if (nearest == Nearest::kCeil) return ceiling(at);
  return nearest == Nearest::kHalfUp ? floor(at + half) : ceiling(at - half);
}

// Elements of x along an axis, by their positions as reals, of which those past the border are the outer ones.
Term taken(Term x, Term positions, Term last, int64_t axis) {
  const Term inside = minimum(maximum(positions, x.formula->number(kReal, 0)), last);
  return gather(x, cast(inside, ElementType::kI64), axis);
}

// A list along an axis, of a tensor of a rank.
Term along(Term list, int64_t axis, int64_t rank) {
  std::vector<int64_t> shape(static_cast<size_t>(rank), 1);
  shape[static_cast<size_t>(axis)] = -1;
  return reshape(list, shape);
}

}  // namespace

Lowered lower_crop(NodeLowering& node, const ops::Interpolate& options, const std::vector<int64_t>& axes,
                   Term list) {
  using Mode = ops::Interpolate::Mode;
  if (!node.has(1))  // [ONNX-GRAPH-5]
    return Error("ONNX-GRAPH-5", "a Resize with tf_crop_and_resize has no region");
  if (options.mode == Mode::kCubic || options.antialias)  // [ONNX-GRAPH-6]
    return Error("ONNX-GRAPH-6", "tf_crop_and_resize with mode cubic or with antialias is not supported");
  const Dimension of_each = Dimension::exactly(std::ssize(axes)),
                  of_both = Dimension::exactly(2 * std::ssize(axes));
  TRY(node.check_shape(1, PartialShape::of({&of_both, 1})));
  TRY(node.check_shape(options.by_scales ? 2 : 3, PartialShape::of({&of_each, 1})));
  Formula& f = *list.formula;
  const double outside_value = TRY(node.attributes.real("extrapolation_value", 0));
  const int64_t rank = f.rank(f.in(0)), count = std::ssize(axes);
  const Term zero = f.number(kReal, 0), one = f.number(kReal, 1), regions = cast(f.in(1), kReal);
  const auto element = [&](Term of, int64_t k) { return gather(of, f.integer(k), 0); };
  Term value = cast(f.in(0), kReal), outside = equal(zero, one);
  for (int64_t k = 0; k < count; ++k) {
    const int64_t axis = axes[static_cast<size_t>(k)];
    const Term data = f.dimension(f.in(0), axis);
    const Term given = cast(element(list, k), kReal);
    const Term size = options.by_scales ? floor(cast(data, kReal) * given) : given;
    const Positions positions = positions_of(data, size, element(regions, k), element(regions, count + k));
    outside = f.apply(ops::make_logical_or(), {outside, along(positions.outside, axis, rank)});
    if (options.mode == Mode::kNearest) {
      value = taken(value, nearest_to(positions.at, options.nearest), positions.last, axis);
      continue;
    }
    const Term before = floor(positions.at), t = along(positions.at - before, axis, rank);
    value = taken(value, before, positions.last, axis) * (one - t) +
            taken(value, before + one, positions.last, axis) * t;
  }
  const ElementType type = node.type(node.in(0));
  value = where(outside, f.number(kReal, outside_value), value);
  return f.lowered({cast(is_real(type) ? value : round(value), type)});
}

}  // namespace backedge::onnx
