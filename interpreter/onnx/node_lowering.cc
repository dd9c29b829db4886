#include "interpreter/onnx/node_lowering.h"

#include "interpreter/elements/convert_elements.h"
#include "interpreter/tensor/narrow_types.h"

namespace backedge::onnx {

Error not_known(const std::string& what) {
  return Error("ONNX-GRAPH-10",  // [ONNX-GRAPH-10]
               what + " is not known before a run; this is not supported");
}

Result<int64_t> NodeLowering::rank(size_t slot) const {
  const PartialShape& shape = known(slot).signature.shape;
  if (!shape.rank_known()) return not_known("the rank of an input");
  return shape.rank();
}

Result<void> NodeLowering::check_shape(size_t operand, const PartialShape& expected) const {
  if (!has(operand)) return {};
  const PartialShape& shape = known(*inputs[operand]).signature.shape;
  if (expected.meets(shape)) return {};  // [OP-5]
  return Error("OP-5", "input " + std::to_string(operand) + " has shape " + shape.text() + ", expected " +
                           expected.text());
}

Result<void> NodeLowering::check_list_along(size_t operand, const PartialShape& whole, int64_t axis) const {
  PartialShape list = PartialShape::of_rank(1);
  if (whole.rank_known() && axis < whole.rank()) list[0] = whole[axis];
  return check_shape(operand, list);
}

std::optional<int64_t> NodeLowering::count(size_t slot) const {
  const PartialShape& shape = known(slot).signature.shape;
  if (!shape.known()) return std::nullopt;
  return checked_bytes(shape.shape(), 1).value_or(int64_t{1} << 62);
}

Node NodeLowering::new_node(std::vector<size_t> operands) const {
  Node made = node_of(scope, node, std::move(operands));
  if (node.output_size() > 0) made.place.name = node.output(0);
  return made;
}

Result<std::vector<size_t>> NodeLowering::apply_all(Operation operation, std::vector<size_t> operands,
                                                    size_t outputs) const {
  return scope.graph.add_operation(new_node(std::move(operands)), std::move(operation), outputs);
}

Result<std::vector<size_t>> NodeLowering::apply_all(ValueOperation operation, std::vector<size_t> operands,
                                                    size_t outputs) const {
  return scope.graph.add_operation(new_node(std::move(operands)), std::move(operation), outputs);
}

Result<size_t> NodeLowering::apply(Operation operation, std::vector<size_t> operands) const {
  return TRY(apply_all(std::move(operation), std::move(operands), 1)).front();
}

size_t NodeLowering::integer(int64_t value) const {
  return scope.graph.add_constant(Tensor::scalar<int64_t>(value));
}

size_t NodeLowering::integers(const std::vector<int64_t>& values) const {
  return scope.graph.add_constant(Tensor::of<int64_t>({std::ssize(values)}, values));
}

std::optional<size_t> NodeLowering::unknown() const {
  for (size_t k = 0; k < inputs.size(); ++k) {
    if (inputs[k] && (k >= asked.size() || !asked[k])) return k;
  }
  return std::nullopt;
}

size_t NodeLowering::number(ElementType type, double value) const {
  Tensor scalar = Tensor::zeros(type, {});
  if (is_narrow(type)) {
    *scalar.writable_bytes() = std::byte{narrow_of_real(type, value)};
    return scope.graph.add_constant(std::move(scalar));
  }
  const auto convert = [&]<class T>(T number) {
    const auto* bytes = reinterpret_cast<const std::byte*>(&number);
    convert_row_of(backedge::element_type_of<T>(), type)(bytes, 0, scalar.writable_bytes(), 0, 1);
  };
  is_integer(type) && is_whole(value) ? convert(static_cast<int64_t>(value)) : convert(value);
  return scope.graph.add_constant(std::move(scalar));
}

}  // namespace backedge::onnx
