#include "interpreter/onnx/writer/operation_writer.h"
#include "interpreter/ops/fourier.h"

/// Fourier transformations. ONNX has them along one axis, and rounds after each.
namespace backedge::onnx::writing {
namespace {

using Values = Result<std::vector<Named>>;

// Complex numbers whose last dimension says that they are. A 0 keeps the dimension of data.
Named with_pairs(OperationWriter& op, const Named& data) {
  if (data.shape()[data.rank() - 1].known()) return data;
  std::vector<int64_t> shape(static_cast<size_t>(data.rank()), 0);
  shape.back() = 2;
  return op.add("Reshape", {data, integers(shape)}, any_of(data.type()));
}

Values fourier(OperationWriter& op) {
  using Numbers = ops::Fourier::Numbers;
  const auto& options = op.options<ops::Fourier>();
  const Named& data = op.in(0);
  if (!data.rank_known()) return cannot_express("a Fourier transformation of unknown rank");
  std::vector<int64_t> axes = TRY(op.known_integers(1, "axes of a Fourier transformation"));
  if (axes.empty()) return op.finish("Identity", {data});
  if (axes.size() != 1)  // [ONNX-WRITE-4]
    return cannot_express("a Fourier transformation along several axes");
  const bool from_real = options.numbers == Numbers::kFromReal, to_real = options.numbers == Numbers::kToReal;
  const int64_t axis = *normalize_axis(axes[0], data.rank() - (from_real ? 0 : 1));
  Named length = left_out();
  if (op.has(2)) {
    const int64_t size = TRY(op.known_integer(2, "a size of a Fourier transformation"));
    if (size != -1) length = integer(size);
  }
  const Named numbers =
      from_real ? op.add("Unsqueeze", {data, integers({-1})}, any_of(data.type())) : with_pairs(op, data);
  const AttributeList attributes = {{"inverse", int64_t{options.inverse}},
                                    {"onesided", int64_t{from_real || to_real}}};
  const std::vector<Named> operands = {numbers, length, integer(axis)};
  if (!to_real) return op.finish("DFT", operands, attributes);
  return op.finish("Squeeze", {op.add("DFT", operands, any_of(data.type()), attributes), integers({-1})});
}

// A window in the middle of a frame: zeros at both sides.
Values stft(OperationWriter& op) {
  const Named &signal = op.in(0), &given = op.in(1);
  const ElementType type = signal.type();
  if (!signal.rank_known()) return cannot_express("an STFT of unknown rank");
  if (!given.shape().known()) return cannot_express("an STFT with a window of unknown length");
  const int64_t size = TRY(op.known_integer(2, "a frame_size")),
                step = TRY(op.known_integer(3, "a frame_step"));
  const int64_t around = size - given.shape().shape()[0];
  Named window = given;
  if (around > 0)
    window = op.add("Pad", {given, integers({around / 2, around - around / 2})}, any_of(type),
                    {{"mode", "constant"}});
  const bool has_batch = signal.rank() == 2;
  const Named batch = has_batch ? signal : op.add("Unsqueeze", {signal, integers({0})}, any_of(type));
  const Named numbers = op.add("Unsqueeze", {batch, integers({-1})}, any_of(type));
  Named result = op.add("STFT", {numbers, integer(step), window, integer(size)}, any_of(type),
                        {{"onesided", int64_t{1}}});
  if (op.options<bool>())
    result = op.add("Transpose", {result}, any_of(type), {{"perm", std::vector<int64_t>{0, 2, 1, 3}}});
  if (has_batch) return op.finish("Identity", {result});
  return op.finish("Squeeze", {result, integers({0})});
}

constexpr WriterRow kSignalRows[] = {
    {"fourier", fourier},
    {"stft", stft},
};

}  // namespace

std::span<const WriterRow> signal_rows() { return kSignalRows; }

}  // namespace backedge::onnx::writing
