#include "interpreter/ops/col2im.h"

#include "interpreter/elements/row_major.h"
#include "interpreter/ops/dimensions.h"
#include "interpreter/ops/list_operands.h"
#include "interpreter/ops/sum.h"
#include "interpreter/ops/windows.h"

/// An image made of blocks that slide over it: each element is the sum of the elements of all blocks that are
/// there (NUM-3), in the row-major order of data. What is in the padding is left out (OP-38).
///
/// inputs   data: [N, C * kernel, blocks] or without N; output_size and kernel_size: two numbers each
/// returns  [N, C, height, width]
/// errors   OP-4; OP-5; OP-6 a size below 1; LIMIT-4
/// source   OpenVINO's Col2Im-15
namespace backedge::ops {
namespace {

constexpr size_t kOutputSize = 1, kKernelSize = 2;

/// Numbers of an image and its blocks, as far as they are known.
struct Image {
  Dimension size[2], kernel[2], windows[2];
  Dimension elements = Dimension::any();  // of a block in one channel
  Dimension blocks = Dimension::any();
};

/// errors  OP-6
Result<Dimension> positive_at(std::span<const Operand> inputs, size_t k, int64_t i) {
  const Dimension size = TRY(dimension_at(inputs, k, i));
  if (size.max > 0) return size;
  return Error("OP-6", "input " + std::to_string(k) + " has 0, expected 1 or more");  // [OP-38]
}

/// errors  OP-5, OP-6, LIMIT-4
Result<Image> image_of(const Windows& windows, std::span<const Operand> inputs) {
  Image image;
  for (int64_t axis = 0; axis < 2; ++axis) {
    image.size[axis] = TRY(positive_at(inputs, kOutputSize, axis));
    image.kernel[axis] = TRY(positive_at(inputs, kKernelSize, axis));
    const bool known = image.size[axis].known() && image.kernel[axis].known();
    image.windows[axis] =
        known ? TRY(count_windows(windows, axis, image.size[axis], image.kernel[axis])) : Dimension::any();
  }
  if (inputs[kKernelSize].value != nullptr)
    image.elements = TRY(product_of(image.kernel[0], image.kernel[1]));
  if (image.windows[0].known() && image.windows[1].known())
    image.blocks = TRY(product_of(image.windows[0], image.windows[1]));
  return image;
}

/// The number of channels.
/// errors  OP-5
Result<Dimension> channels_of(std::span<const Operand> inputs, Dimension rows, Dimension elements) {
  if (!elements.known()) return Dimension{0, rows.max};
  const Dimension channels = quotient_of(rows, elements.min);
  if (channels.min <= channels.max) return channels;
  return Error(
      "OP-5", shape_text(inputs, 0) + ", expected a multiple of " + elements.text() + " elements in a block");
}

Result<void> infer_col2im(const Windows& windows, std::span<const Operand> inputs,
                          std::span<Signature> outputs) {
  TRY(check_type(inputs, 0, Types::kNumeric));
  for (const size_t k : {kOutputSize, kKernelSize}) {
    TRY(check_type(inputs, k, Types::kI32OrI64));
    TRY(check_list(inputs, k));
    if (length_of(inputs[k]).value_or(2) != 2)
      return Error("OP-5", shape_text(inputs, k) + ", expected two numbers");
  }
  TRY(check_same_type(inputs, kKernelSize, kOutputSize));
  const Image image = TRY(image_of(windows, inputs));
  const PartialShape& data = inputs[0].shape;
  outputs[0] = {inputs[0].type, PartialShape::any()};
  if (!data.rank_known()) return {};
  if (data.rank() != 2 && data.rank() != 3)
    return Error("OP-5", shape_text(inputs, 0) + ", expected rank 2 or 3");
  const int64_t rows = data.rank() - 2;
  if (!image.blocks.meets(data[rows + 1]))
    return Error("OP-5", shape_text(inputs, 0) + ", expected " + image.blocks.text() + " blocks");
  PartialShape shape = PartialShape::of_rank(0);
  if (rows > 0) shape.push_back(data[0]);
  shape.push_back(TRY(channels_of(inputs, data[rows], image.elements)));
  for (const Dimension& size : image.size) shape.push_back(size);
  outputs[0].shape = shape;
  return {};
}

/// The elements of blocks, each with the position of the sum that it belongs to.
struct SummedBlocks {
  WindowsAlong rows, columns;

  /// Adds the elements of one row of data: element (i, j) of every block in one channel.
  template <class T>
  void add(int64_t i, int64_t j, const T* from, numbers::Sum<T>* channel, Deadline& deadline) const {
    const RowMajor<2> at_window(columns.count), at_place(columns.data);
    for (int64_t a = 0; a < rows.count && !deadline.passed(columns.count); ++a) {
      const Wide y = rows.position(a, i);
      if (y < 0 || y >= rows.data) continue;
      for (int64_t b = 0; b < columns.count; ++b) {
        const Wide x = columns.position(b, j);
        if (x < 0 || x >= columns.data) continue;
        channel[at_place(static_cast<int64_t>(y), static_cast<int64_t>(x))] += as_sum(from[at_window(a, b)]);
      }
    }
  }
};

template <class T>
Result<void> sum_blocks(const SummedBlocks& blocks, int64_t channels, const KernelCall& call) {
  const int64_t elements = blocks.rows.size * blocks.columns.size;
  const int64_t count = blocks.rows.count * blocks.columns.count,
                size = blocks.rows.data * blocks.columns.data;
  constexpr ElementType kSum = element_type_of<numbers::Sum<T>>();
  Tensor sums = TRY(call.pool.allocate(kSum, {size}));
  auto* const sum = sums.writable<numbers::Sum<T>>();
  const T* from = call.input(0).data<T>();
  T* to = call.output().writable<T>();
  for (int64_t c = 0; c < channels && !call.deadline.passed(size); ++c, to += size) {
    std::fill_n(sum, size, numbers::Sum<T>{0});
    for (int64_t k = 0; k < elements && !call.deadline.passed(1); ++k, from += count)
      blocks.add(k / blocks.columns.size, k % blocks.columns.size, from, sum, call.deadline);
    call.deadline.in_blocks(size, [&](int64_t begin, int64_t end) {
      for (int64_t k = begin; k < end; ++k) to[k] = from_sum<T>(sum[k]);
    });
  }
  return {};
}

Result<void> col2im(const Windows& windows, const KernelCall& call) {
  if (call.output().count() == 0) return {};
  const Shape& output = call.output().shape();
  const int64_t spatial = output.rank() - 2;
  const auto along = [&](int64_t axis) -> Result<WindowsAlong> {
    const int64_t size = output[spatial + axis], kernel = integer_at(call.input(kKernelSize), axis);
    const Dimension count =
        TRY(count_windows(windows, axis, Dimension::exactly(size), Dimension::exactly(kernel)));
    return windows_along(windows, axis, size, kernel, count.min);
  };
  const WindowsAlong rows = TRY(along(0)), columns = TRY(along(1));
  const SummedBlocks blocks{rows, columns};
  const int64_t channels = call.output().count() / (output[spatial] * output[spatial + 1]);
  return dispatch<Types::kNumeric>(
      call.input(0).type(), [&]<class T>(TypeTag<T>) { return sum_blocks<T>(blocks, channels, call); });
}

}  // namespace

Operation make_col2im(const Windows& windows) {
  return made(__func__, windows,
              {.infer = std::bind_front(infer_col2im, windows),
               .kernel = std::bind_front(col2im, windows),
               .shaping_inputs = {kOutputSize, kKernelSize},
               .error = NotDerived{}});
}

}  // namespace backedge::ops
