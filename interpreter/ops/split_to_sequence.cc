#include "interpreter/ops/copy_elements.h"
#include "interpreter/ops/list_operands.h"
#include "interpreter/ops/operand_checks.h"
#include "interpreter/ops/value_operations.h"

namespace backedge::ops {
namespace {

Result<void> infer_split(const SplitToSequence& split, std::span<const Operand> inputs,
                         std::span<Signature> outputs) {
  TRY(check_kind(inputs, 0, ValueKind::kTensor));
  outputs[0] = {inputs[0].type, inputs[0].shape, ValueKind::kSequence};
  if (inputs.size() > 1) {
    TRY(check_kind(inputs, 1, ValueKind::kTensor));
    TRY(check_list_or_scalar(inputs, 1));
  }
  if (!inputs[0].shape.rank_known()) return {};
  const int64_t axis = TRY(axis_of_attribute(split.axis, inputs[0].shape.rank()));
  PartialShape& shape = outputs[0].shape;
  shape[axis] = Dimension::any();
  if (inputs.size() == 1) shape[axis] = Dimension::exactly(1);
  if (inputs.size() == 1 && !split.keep_dims) shape = without_axis(shape, axis);
  return {};
}

/// The sizes of the parts.  [OP-44]
Result<std::vector<int64_t>> sizes_of_parts(const ValueCall& call, int64_t whole) {
  std::vector<int64_t> sizes;
  const Tensor* given = call.inputs.size() > 1 ? &call.input(1).tensor() : nullptr;
  if (given != nullptr && given->shape().rank() == 1) {
    TRY(check_item_count(given->count()));
    int64_t left = whole;
    for (int64_t k = 0; k < given->count(); ++k) {
      sizes.push_back(integer_at(*given, k));
      if (sizes.back() < 0 || sizes.back() > left) break;
      left -= sizes.back();
    }
    if (left == 0 && std::ssize(sizes) == given->count() && (sizes.empty() || sizes.back() >= 0))
      return sizes;
    return Error("OP-6", "the sizes of the parts are not those of an axis of " + std::to_string(whole));
  }
  const int64_t size = given == nullptr ? 1 : integer_at(*given, 0);
  if (size < 1)
    return Error("OP-6", "the size of a part is " + std::to_string(size) + ", expected 1 or more");
  const int64_t parts = whole / size + (whole % size != 0 ? 1 : 0);
  TRY(check_item_count(parts));
  for (int64_t k = 0; k < parts; ++k) sizes.push_back(std::min(size, whole - k * size));
  return sizes;
}

Result<void> split_to_sequence(const SplitToSequence& split, const ValueCall& call) {
  const Tensor& data = call.input(0).tensor();
  const int64_t axis = TRY(axis_of_attribute(split.axis, data.shape().rank()));
  if (call.inputs.size() > 1 && call.input(1).tensor().shape().rank() > 1)
    return Error("OP-5", "the sizes of the parts are not a scalar or a list");
  const bool drops_axis = call.inputs.size() == 1 && !split.keep_dims;
  const Layout whole = Layout::row_major(data.shape());
  std::vector<Value> parts;
  int64_t position = 0;
  for (const int64_t size : TRY(sizes_of_parts(call, data.shape()[axis]))) {
    Shape shape = data.shape();
    shape[axis] = size;
    Tensor part = TRY(call.pool.allocate(data.type(), shape));
    copy_elements(part, Layout::row_major(shape), data, whole.sliced(axis, position, size), call.deadline);
    if (call.deadline.over()) return {};
    position += size;
    parts.push_back(drops_axis ? call.pool.view(part, 0, without_axis(shape, axis)) : std::move(part));
  }
  call.outputs[0] = Value::sequence(std::move(parts));
  return {};
}

}  // namespace

ValueOperation make_split_to_sequence(const SplitToSequence& options) {
  return made(__func__, options,
              {std::bind_front(infer_split, options), std::bind_front(split_to_sequence, options)});
}

}  // namespace backedge::ops
