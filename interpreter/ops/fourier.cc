#include "interpreter/ops/fourier.h"

#include <algorithm>
#include <complex>

#include "interpreter/ops/circle.h"
#include "interpreter/ops/dimensions.h"
#include "interpreter/ops/list_operands.h"
#include "interpreter/ops/numbers.h"

/// Discrete Fourier transformations. One axis after the other is transformed in double; the result is divided
/// once by the sizes of all of them, if it is an inverse, and rounded once (OP-39).
///
/// inputs   data of a real type; axes; sizes along them, or -1 for those of data
/// errors   OP-4; OP-5; OP-6 axes outside of the range or named twice, sizes below 1 other than -1
/// source   OpenVINO's DFT-7, IDFT-7, RDFT-9, IRDFT-9
namespace backedge::ops {
namespace {

using Numbers = Fourier::Numbers;

constexpr size_t kAxes = 1, kSizes = 2;

/// A transformed axis: the sizes before and after.
struct TransformedAxis {
  int64_t axis, from, size;
};

/// The axes without the one of the two parts of complex numbers.
int64_t rank_of_numbers(const Fourier& options, int64_t rank) {
  return options.numbers == Numbers::kFromReal ? rank : rank - 1;
}

/// The transformed size along an axis, if it is known.
/// errors  OP-6
Result<Dimension> transformed(const Fourier& options, std::span<const Operand> inputs, int64_t k,
                              Dimension from, bool last) {
  if (inputs.size() > kSizes) {
    if (inputs[kSizes].value == nullptr) return Dimension::any();
    const int64_t size = integer_at(*inputs[kSizes].value, k);
    if (size > 0) return Dimension::exactly(size);
    if (size != -1)
      return Error("OP-6", "a signal size of " + std::to_string(size) + ", expected -1, or 1 or more");
  }
  if (options.numbers != Numbers::kToReal || !last) return from;
  if (from.max < 1) return Error("OP-5", "an axis without elements has no complex-to-real transformation");
  const auto twice = [](int64_t size) {
    return size > INT64_MAX / 2 ? Dimension::kUnbounded : 2 * std::max<int64_t>(size - 1, 0);
  };
  return Dimension{twice(from.min), twice(from.max)};
}

/// What is left of an axis in the output.
Dimension kept(const Fourier& options, Dimension size, bool last) {
  if (options.numbers != Numbers::kFromReal || !last) return size;
  return {size.min / 2 + 1, size.max == Dimension::kUnbounded ? size.max : size.max / 2 + 1};
}

Result<void> check_operands_of_fourier(const Fourier& options, std::span<const Operand> inputs) {
  TRY(check_type(inputs, 0, Types::kReal));
  for (size_t k = 1; k < inputs.size(); ++k) {
    TRY(check_type(inputs, k, Types::kI32OrI64));
  }
  const std::optional<int64_t> count = TRY(common_length(inputs));
  const PartialShape& data = inputs[0].shape;
  const bool complex = options.numbers != Numbers::kFromReal;
  if (data.rank_known() && complex && (data.rank() == 0 || !data[data.rank() - 1].admits(2)))
    return Error("OP-5", shape_text(inputs, 0) + ", expected 2 as the last dimension");
  if (count == 0 && options.numbers != Numbers::kComplex)
    return Error("OP-5", shape_text(inputs, kAxes) + ", expected an axis");  // [OP-39]
  return {};
}

Result<void> infer_fourier(const Fourier& options, std::span<const Operand> inputs,
                           std::span<Signature> outputs) {
  TRY(check_operands_of_fourier(options, inputs));
  const PartialShape& data = inputs[0].shape;
  outputs[0] = {inputs[0].type, PartialShape::any()};
  if (!data.rank_known()) return {};
  const int64_t rank = rank_of_numbers(options, data.rank());
  PartialShape shape = PartialShape::of_rank(0);
  for (int64_t axis = 0; axis < rank; ++axis) shape.push_back(data[axis]);
  const Tensor* const axes = inputs[kAxes].value;
  if (axes == nullptr) {
    shape = TRY(shape_of_rank(rank));
  } else {
    TRY(read_axes(*axes, rank, true));
    for (int64_t k = 0; k < axes->count(); ++k) {
      const int64_t axis = *normalize_axis(integer_at(*axes, k), rank);
      const bool last = k + 1 == axes->count();
      shape[axis] = kept(options, TRY(transformed(options, inputs, k, data[axis], last)), last);
    }
  }
  if (options.numbers != Numbers::kToReal) TRY(append(shape, Dimension::exactly(2)));
  outputs[0].shape = shape;
  return {};
}

using Complex = std::complex<double>;

/// Complex numbers with a shape; one after the other, real part first.
struct Signal {
  Tensor parts;
  Shape shape;

  const double* data() const { return parts.data<double>(); }
};

Result<Signal> allocate(const Shape& shape, const KernelCall& call) {
  Shape parts = shape;
  parts.push_back(2);
  return Signal{TRY(call.pool.allocate(ElementType::kF64, parts)), shape};
}

template <class T>
Result<Signal> read(const Fourier& options, const KernelCall& call) {
  const Tensor& data = call.input(0);
  const bool real = options.numbers == Numbers::kFromReal;
  Signal signal = TRY(allocate(leading(data.shape(), rank_of_numbers(options, data.shape().rank())), call));
  double* const to = signal.parts.writable<double>();
  call.deadline.in_blocks(data.count(), [&](int64_t begin, int64_t end) {
    for (int64_t k = begin; k < end; ++k) {
      double* const part = real ? to + 2 * k : to + k;
      *part = static_cast<double>(numbers::widen(data.data<T>()[k]));
      if (real) part[1] = 0;
    }
  });
  return signal;
}

/// One transformed line.
class LineSum {
 public:
  LineSum(const Fourier& options, const TransformedAxis& axis, const Tensor& circle)
      : inverse_(options.inverse), size_(axis.size), circle_(circle.data<double>()) {}

  /// Element m. `element(j)` is element j of the line, for j below `count`.
  template <class Element>
  Complex at(int64_t m, int64_t count, const Element& element) const {
    // [OP-39] One sum after the other. GCC 12 contracts a difference beside a sum (vfmaddsub), although the
    // build has -ffp-contract=off.
    const double real = sum(m, count, [&](int64_t j, double c, double s) {
      return element(j).real() * c - element(j).imag() * s;
    });
    const double imaginary = sum(m, count, [&](int64_t j, double c, double s) {
      return element(j).real() * s + element(j).imag() * c;
    });
    return {real, imaginary};
  }

 private:
  template <class Term>
  double sum(int64_t m, int64_t count, const Term& term) const {
    double sum = 0;
    int64_t angle = 0;  // j * m modulo size
    for (int64_t j = 0; j < count; ++j) {
      const double* const point = circle_ + 2 * angle;
      sum += term(j, point[0], inverse_ ? point[1] : -point[1]);
      angle = angle >= size_ - m ? angle - (size_ - m) : angle + m;
    }
    return sum;
  }

  bool inverse_;
  int64_t size_;
  const double* circle_;
};

/// How many numbers of a line are not 0 beyond it, and how many are kept.
struct KeptPart {
  bool mirrors;  // element size - j is the conjugate of element j
  int64_t kept;
};

/// errors  LIMIT-1, LIMIT-4
Result<Signal> transform_axes(const Fourier& options, const Signal& signal, const TransformedAxis& axis,
                              const KeptPart& part, const KernelCall& call) {
  const Tensor circle = TRY(circle_of(axis.size, call));
  Shape shape = signal.shape;
  shape[axis.axis] = part.kept;
  Signal result = TRY(allocate(shape, call));
  if (call.deadline.over() || shape.count() == 0) return result;
  const Lines from = lines_along(signal.shape, axis.axis), to = lines_along(shape, axis.axis);
  const double* const in = signal.data();
  double* const out = result.parts.writable<double>();
  const LineSum sum(options, axis, circle);
  const int64_t half = axis.size / 2;
  const int64_t given = std::min(axis.from, part.mirrors ? half + 1 : axis.size);
  from.for_each(call.deadline, [&](int64_t i, int64_t k) {
    const auto number = [&](int64_t j) {
      const int64_t at = 2 * from(i, j, k);
      return Complex(in[at], in[at + 1]);
    };
    const auto mirrored = [&](int64_t j) {  // [OP-39]
      if (j > half) return axis.size - j < given ? std::conj(number(axis.size - j)) : Complex();
      if (j >= given) return Complex();
      return 2 * j % axis.size == 0 ? Complex(number(j).real(), 0) : number(j);
    };
    for (int64_t m = 0; m < part.kept && !call.deadline.passed(4 * axis.size); ++m) {
      const Complex y = part.mirrors ? sum.at(m, axis.size, mirrored) : sum.at(m, given, number);
      const int64_t at = 2 * to(i, m, k);
      out[at] = y.real();
      out[at + 1] = y.imag();
    }
  });
  return result;
}

template <class T>
void write(const Fourier& options, const Signal& signal, double divisor, const KernelCall& call) {
  const bool real = options.numbers == Numbers::kToReal;
  T* const out = call.output().writable<T>();
  call.deadline.in_blocks(call.output().count(), [&](int64_t begin, int64_t end) {
    for (int64_t k = begin; k < end; ++k)
      out[k] = numbers::round_to<T>(signal.data()[real ? 2 * k : k] / divisor);
  });
}

/// The axes in the order in which they are transformed.
Result<std::vector<TransformedAxis>> axes_of(const Fourier& options, const KernelCall& call) {
  const std::array<Operand, 5> operands = operands_of(call);
  const std::span inputs = std::span(operands).first(call.inputs.size());
  const Tensor& axes = call.input(kAxes);
  const Shape& data = call.input(0).shape();
  std::vector<TransformedAxis> order;
  for (int64_t k = 0; k < axes.count(); ++k) {
    const int64_t axis = *normalize_axis(integer_at(axes, k), rank_of_numbers(options, data.rank()));
    const bool last = k + 1 == axes.count();
    const Dimension size = TRY(transformed(options, inputs, k, Dimension::exactly(data[axis]), last));
    order.push_back({axis, data[axis], size.min});
  }
  if (options.numbers == Numbers::kFromReal) std::reverse(order.begin(), order.end());  // [OP-39]
  return order;
}

template <class T>
Result<void> transform_all(const Fourier& options, const KernelCall& call) {
  const std::vector<TransformedAxis> axes = TRY(axes_of(options, call));
  Signal signal = TRY(read<T>(options, call));
  double divisor = 1;
  for (size_t k = 0; k < axes.size() && !call.deadline.over(); ++k) {
    const int64_t size = axes[k].size;
    const bool halves = options.numbers == Numbers::kFromReal && k == 0;
    const bool mirrors = options.numbers == Numbers::kToReal && k + 1 == axes.size();
    signal = TRY(transform_axes(options, signal, axes[k], {mirrors, halves ? size / 2 + 1 : size}, call));
    if (options.inverse) divisor *= static_cast<double>(size);
  }
  if (!call.deadline.over()) write<T>(options, signal, divisor, call);
  return {};
}

Result<void> fourier(const Fourier& options, const KernelCall& call) {
  if (call.output().count() == 0) return {};
  return dispatch<Types::kReal>(call.input(0).type(),
                                [&]<class T>(TypeTag<T>) { return transform_all<T>(options, call); });
}

}  // namespace

Operation make_fourier(const Fourier& options) {
  return made(__func__, options,
              {.infer = std::bind_front(infer_fourier, options),
               .kernel = std::bind_front(fourier, options),
               .shaping_inputs = {kAxes, kSizes},
               .error = NotDerived{}});
}

}  // namespace backedge::ops
