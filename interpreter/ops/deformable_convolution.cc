#include "interpreter/elements/row_major.h"
#include "interpreter/ops/deformable.h"
#include "interpreter/ops/dimensions.h"
#include "interpreter/ops/elementwise.h"
#include "interpreter/ops/grid_sample.h"
#include "interpreter/ops/list_operands.h"
#include "interpreter/ops/matmul.h"
#include "interpreter/ops/movement.h"
#include "interpreter/ops/numbers.h"
#include "interpreter/ops/operation_formula.h"
#include "interpreter/ops/windows.h"

namespace backedge::ops {
namespace {

using Term = FormulaWriter::Term;

constexpr size_t kData = 0, kOffsets = 1, kKernel = 2, kMask = 3;

/// errors  OP-5
Result<void> check_shape(std::span<const Operand> inputs, size_t k, std::span<const Dimension> dims) {
  const PartialShape expected = PartialShape::of(dims);
  if (inputs[k].shape.meets(expected)) return {};
  return Error("OP-5", shape_text(inputs, k) + ", expected " + expected.text());
}

/// errors  OP-5 unless the dimension has equal groups
Result<void> check_groups(std::span<const Operand> inputs, size_t k, Dimension channels, int64_t groups) {
  const Dimension each = quotient_of(channels, groups);
  if (each.min <= each.max) return {};
  return Error("OP-5",
               shape_text(inputs, k) + ", expected channels of " + std::to_string(groups) + " equal groups");
}

Result<void> infer_deformable(const DeformableConvolution& options, std::span<const Operand> inputs,
                              std::span<Signature> outputs) {
  TRY(check_types(inputs, Types::kNumeric));
  const PartialShape data = TRY(shape_of_rank(inputs, kData, 4)),
                     kernel = TRY(shape_of_rank(inputs, kKernel, 4));
  TRY(check_groups(inputs, kData, data[1], options.groups));
  TRY(check_groups(inputs, kData, data[1], options.offset_groups));
  TRY(check_groups(inputs, kKernel, kernel[0], options.groups));
  if (!TRY(product_of(kernel[1], Dimension::exactly(options.groups))).meets(data[1]))
    return Error("OP-5", "data of shape " + data.text() + " and a kernel of shape " + kernel.text() +
                             " have different numbers of channels");
  PartialShape shape = data;
  shape[1] = kernel[0];
  for (int64_t k = 0; k < 2; ++k)
    shape[2 + k] = TRY(count_windows(options.windows, k, data[2 + k], kernel[2 + k]));
  const Dimension masks =
      TRY(product_of(TRY(product_of(kernel[2], kernel[3])), Dimension::exactly(options.offset_groups)));
  const Dimension offsets = TRY(product_of(masks, Dimension::exactly(2)));
  const Dimension of_offsets[] = {data[0], offsets, shape[2], shape[3]};
  const Dimension of_masks[] = {data[0], masks, shape[2], shape[3]};
  TRY(check_shape(inputs, kOffsets, of_offsets));
  if (inputs.size() > kMask) TRY(check_shape(inputs, kMask, of_masks));
  outputs[0] = {inputs[0].type, shape};
  return {};
}

Tensor of_number(ElementType type, double number) {
  Tensor scalar = Tensor::zeros(type, Shape());
  dispatch<Types::kNumeric>(
      type, [&]<class T>(TypeTag<T>) { *scalar.writable<T>() = numbers::convert<T>(number); });
  return scalar;
}

/// Writes the formula for operands of known shapes.
class Writer {
 public:
  Writer(const DeformableConvolution& options, std::span<const Tensor* const> operands)
      : options_(options),
        write_(operands[0]->type(), operands.size()),
        type_(operands[0]->type()),
        data_(operands[kData]->shape()),
        kernel_(operands[kKernel]->shape()),
        output_(operands[kOffsets]->shape()),
        has_mask_(operands.size() > kMask) {}

  std::shared_ptr<const OperationFormula> formula() {
    const int64_t parts = data_[0] * options_.offset_groups, taps = kernel_[2] * kernel_[3];
    const int64_t rows = output_[2], columns = output_[3], each = data_[1] / options_.groups;
    const Term offsets = write_.apply(make_convert(ElementType::kF64), {write_.operand(kOffsets)});
    const Term pairs = reshaped(offsets, {parts, kernel_[2], kernel_[3], 2, rows, columns});
    const Term y = positions(pairs, 0), x = positions(pairs, 1);
    const Term grid = reshaped(write_.apply(make_concat(-1), {on_grid(x, data_[3]), on_grid(y, data_[2])}),
                               {parts, taps * rows, columns, 2});
    const Term whole =
        reshaped(write_.operand(kData), {parts, data_[1] / options_.offset_groups, data_[2], data_[3]});
    const Term images = write_.apply(
        make_pad(), {whole, write_.list({0, 0, 0, 0}),
                     write_.list({0, 0, padded(data_[2]) - data_[2], padded(data_[3]) - data_[3]})});
    Term sampled = write_.apply(make_grid_sample({}), {images, grid});  // [OP-63]
    if (!options_.pads_with_zeros) sampled = without_far(sampled, {parts, 1, taps * rows, columns});
    if (has_mask_)
      sampled = write_.apply(make_multiply(),
                             {sampled, reshaped(write_.operand(kMask), {parts, 1, taps * rows, columns})});
    const Term blocks = reshaped(sampled, {data_[0], options_.groups, each * taps, rows * columns});
    const Term weights =
        reshaped(write_.operand(kKernel), {options_.groups, kernel_[0] / options_.groups, each * taps});
    reshaped(write_.apply(make_matmul({}), {weights, blocks}), {data_[0], kernel_[0], rows, columns});
    return write_.finish();
  }

 private:
  Term reshaped(const Term& value, const std::vector<int64_t>& shape) {
    return write_.apply(make_reshape(false), {value, write_.list(shape)});
  }
  Term number(ElementType type, double number) { return write_.tensor(of_number(type, number)); }
  Term real(double value) { return number(ElementType::kF64, value); }

  /// The positions along axis 2 + axis of data, in f64: those of the windows, plus the offsets.
  Term positions(const Term& pairs, int64_t axis) {
    const WindowsAlong along =
        windows_along(options_.windows, axis, data_[2 + axis], kernel_[2 + axis], output_[2 + axis]);
    std::vector<int64_t> shape = {1, 1, 1, 1, 1, 1};
    shape[static_cast<size_t>(1 + axis)] = along.size;
    shape[static_cast<size_t>(4 + axis)] = along.count;
    Tensor places = Tensor::zeros(ElementType::kF64, Shape(shape));
    const RowMajor at_place(along.count);
    for (int64_t tap = 0; tap < along.size; ++tap) {
      for (int64_t window = 0; window < along.count; ++window)
        places.writable<double>()[at_place(tap, window)] = static_cast<double>(along.position(window, tap));
    }
    const Term offsets = write_.apply(make_slice(), {pairs, write_.list({axis}), write_.list({axis + 1}),
                                                     write_.list({1}), write_.list({3})});
    const Term at = write_.apply(make_add(), {write_.tensor(std::move(places)), offsets});
    if (options_.pads_with_zeros) return at;
    outside_.push_back(write_.apply(make_less_equal(), {at, real(-1)}));  // [OP-63]
    outside_.push_back(write_.apply(make_greater_equal(), {at, real(static_cast<double>(data_[2 + axis]))}));
    const Term last = real(static_cast<double>(data_[2 + axis] - 1));
    return write_.apply(make_minimum(), {write_.apply(make_maximum(), {at, real(0)}), last});
  }

  /// A power of two, so that the positions of elements are exact. The elements after data are zeros.
  static int64_t padded(int64_t size) {
    int64_t power = 1;
    while (power < size) power *= 2;
    return power;
  }

  /// As GridSample counts them: -1 and 1 are the borders of the outer elements.
  Term on_grid(const Term& at, int64_t size) {
    const Term twice = write_.apply(make_multiply(), {at, real(2)});
    const Term whole = write_.apply(make_divide({}), {write_.apply(make_add(), {twice, real(1)}),
                                                      real(static_cast<double>(padded(size)))});
    const Term from_middle = write_.apply(make_subtract(), {whole, real(1)});
    return write_.apply(make_unsqueeze(), {from_middle, write_.list({-1})});
  }

  /// The samples, but 0 where a place is too far outside.
  Term without_far(const Term& sampled, const std::vector<int64_t>& shape) {
    Term outside = outside_[0];
    for (size_t k = 1; k < outside_.size(); ++k)
      outside = write_.apply(make_logical_or(), {outside, outside_[k]});
    return write_.apply(make_select(), {reshaped(outside, shape), number(type_, 0), sampled});
  }

  const DeformableConvolution& options_;
  FormulaWriter write_;
  ElementType type_;
  Shape data_, kernel_, output_;
  bool has_mask_;
  std::vector<Term> outside_;
};

}  // namespace

Operation make_deformable_convolution(const DeformableConvolution& options) {
  const MakeFormula write = [options](std::span<const Tensor* const> operands) {
    return Writer(options, operands).formula();
  };
  return made(__func__, options,
              {.infer = std::bind_front(infer_deformable, options),
               .kernel = kernel_of_formula(write),
               .error = StepByStep{write}});
}

}  // namespace backedge::ops
