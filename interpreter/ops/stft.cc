#include "interpreter/elements/row_major.h"
#include "interpreter/ops/circle.h"
#include "interpreter/ops/fourier.h"
#include "interpreter/ops/numbers.h"
#include "interpreter/ops/operand_checks.h"

/// The first half of the Fourier transformations of frames of a signal. Frame f begins at element f *
/// frame_step. Its elements are multiplied by the window, which is in the middle of frame_size elements
/// (OP-56). A transformation is that of OP-39.
///
/// inputs   signal [size] or [batch, size] and window [length] of one real type; frame_size and frame_step,
///          scalars of i32 or i64
/// returns  that real type; [frames, frame_size / 2 + 1, 2], with the batch before, or the first two of these
///          axes exchanged
/// errors   OP-4; OP-5; OP-6 a size or step below 1, a window or a frame that does not fit
/// source   OpenVINO's STFT-15
namespace backedge::ops {
namespace {

constexpr size_t kSignal = 0, kWindow = 1, kSize = 2, kStep = 3;

/// errors  OP-6
Result<std::optional<int64_t>> positive(std::span<const Operand> inputs, size_t k, const char* name) {
  if (inputs[k].value == nullptr) return std::optional<int64_t>();
  const int64_t number = integer_at(*inputs[k].value, 0);
  if (number >= 1) return std::optional(number);
  return Error("OP-6", std::string(name) + " is " + std::to_string(number) + ", expected 1 or more");
}

Result<void> check_operands_of_stft(std::span<const Operand> inputs) {
  TRY(check_type(inputs, kSignal, Types::kReal));
  TRY(check_same_type(inputs, kWindow));
  TRY(check_type(inputs, kSize, Types::kI32OrI64));
  TRY(check_same_type(inputs, kStep, kSize));
  TRY(check_scalar(inputs, kSize));
  TRY(check_scalar(inputs, kStep));
  const PartialShape &signal = inputs[kSignal].shape, &window = inputs[kWindow].shape;
  if (signal.rank_known() && signal.rank() != 1 && signal.rank() != 2)
    return Error("OP-5", "the signal is " + signal.text() + ", expected rank 1 or 2");
  if (window.rank_known() && window.rank() != 1)
    return Error("OP-5", "the window is " + window.text() + ", expected rank 1");
  return {};
}

/// The number of frames, as far as it is known.
Dimension frames_of(Dimension signal, std::optional<int64_t> size, std::optional<int64_t> step) {
  if (!size || !step) return Dimension::any();
  const auto frames = [&](int64_t elements) { return elements < *size ? 1 : (elements - *size) / *step + 1; };
  return {frames(signal.min), signal.max == Dimension::kUnbounded ? signal.max : frames(signal.max)};
}

/// errors  OP-6
Result<void> check_fits(std::span<const Operand> inputs, int64_t size) {
  const PartialShape &signal = inputs[kSignal].shape, &window = inputs[kWindow].shape;
  if (signal.rank_known() && signal[signal.rank() - 1].max < size) {
    return Error("OP-6", "a frame of " + std::to_string(size) +
                             " elements does not fit into the signal, which is " + signal.text());
  }
  if (!window.rank_known() || window[0].min <= size) return {};
  return Error("OP-6",
               "the window is " + window.text() + ", but a frame has " + std::to_string(size) + " elements");
}

Result<void> infer_stft(bool transposes_frames, std::span<const Operand> inputs,
                        std::span<Signature> outputs) {
  TRY(check_operands_of_stft(inputs));
  const std::optional<int64_t> size = TRY(positive(inputs, kSize, "frame_size"));
  const std::optional<int64_t> step = TRY(positive(inputs, kStep, "frame_step"));
  if (size) TRY(check_fits(inputs, *size));
  const PartialShape& signal = inputs[kSignal].shape;
  outputs[0] = {inputs[kSignal].type, PartialShape::any()};
  if (!signal.rank_known()) return {};
  PartialShape shape = PartialShape::of_rank(0);
  if (signal.rank() == 2) shape.push_back(signal[0]);
  const Dimension frames = frames_of(signal[signal.rank() - 1], size, step);
  const Dimension frequencies = size ? Dimension::exactly(*size / 2 + 1) : Dimension::any();
  shape.push_back(transposes_frames ? frequencies : frames);
  shape.push_back(transposes_frames ? frames : frequencies);
  shape.push_back(Dimension::exactly(2));
  outputs[0].shape = shape;
  return {};
}

/// The products of a frame and the window.
template <class T>
void multiply_frame(const T* signal, const Tensor& window, std::span<double> products) {
  const int64_t size = std::ssize(products), length = window.count();
  const int64_t first = (size - length) / 2;  // [OP-56]
  for (int64_t j = 0; j < size; ++j) {
    const bool inside = first <= j && j < first + length;
    const T factor = inside ? window.data<T>()[j - first] : numbers::round_to<T>(0);
    products[j] = static_cast<double>(numbers::widen(numbers::multiply(signal[j], factor)));
  }
}

/// Writes the real and the imaginary part of number m of a transformed frame.
template <class T>
void write_number(std::span<const double> products, const Tensor& circle, int64_t m, T* out) {
  const int64_t size = std::ssize(products);
  double real = 0, imaginary = 0;
  int64_t angle = 0;  // j * m modulo size
  for (int64_t j = 0; j < size; ++j) {
    const double* const point = circle.data<double>() + 2 * angle;
    real += products[j] * point[0];  // (OP-39)
    imaginary -= products[j] * point[1];
    angle = angle >= size - m ? angle - (size - m) : angle + m;
  }
  out[0] = numbers::round_to<T>(real);
  out[1] = numbers::round_to<T>(imaginary);
}

template <class T>
Result<void> transform(bool transposes_frames, const KernelCall& call) {
  const Tensor& signal = call.input(kSignal);
  const Shape& shape = call.output().shape();
  const int64_t size = integer_at(call.input(kSize), 0), step = integer_at(call.input(kStep), 0);
  const int64_t rank = shape.rank(), length = signal.shape()[signal.shape().rank() - 1];
  const int64_t batches = rank == 4 ? shape[0] : 1, frequencies = size / 2 + 1;
  const int64_t frames = shape[transposes_frames ? rank - 2 : rank - 3];
  const Tensor circle = TRY(circle_of(size, call));
  Tensor products = TRY(call.pool.allocate(ElementType::kF64, {size}));
  const std::span<double> frame(products.writable<double>(), static_cast<size_t>(size));
  const RowMajor from(length);
  const RowMajor to(shape[rank - 3], shape[rank - 2], int64_t{2});
  T* const out = call.output().writable<T>();
  for (int64_t batch = 0; batch < batches; ++batch) {
    for (int64_t f = 0; f < frames && !call.deadline.passed(size); ++f) {
      multiply_frame(signal.data<T>() + from(batch, f * step), call.input(kWindow), frame);
      for (int64_t m = 0; m < frequencies && !call.deadline.passed(4 * size); ++m)
        write_number(frame, circle, m, out + (transposes_frames ? to(batch, m, f) : to(batch, f, m)));
    }
  }
  return {};
}

Result<void> stft(bool transposes_frames, const KernelCall& call) {
  if (call.output().count() == 0) return {};
  return dispatch<Types::kReal>(call.input(kSignal).type(),
                                [&]<class T>(TypeTag<T>) { return transform<T>(transposes_frames, call); });
}

}  // namespace

Operation make_stft(bool transposes_frames) {
  return made(__func__, transposes_frames,
              {.infer = std::bind_front(infer_stft, transposes_frames),
               .kernel = std::bind_front(stft, transposes_frames),
               .shaping_inputs = {kSize, kStep},
               .error = NotDerived{}});
}

}  // namespace backedge::ops
