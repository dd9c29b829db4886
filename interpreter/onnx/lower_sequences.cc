#include "interpreter/onnx/data_types.h"
#include "interpreter/onnx/lower_operators.h"
#include "interpreter/ops/movement.h"
#include "interpreter/ops/value_operations.h"

/// Operators on sequences and optionals.
namespace backedge::onnx {
namespace {

Lowered apply(NodeLowering& node, ValueOperation operation) {
  std::vector<size_t> operands;
  for (size_t k = 0; k < node.inputs.size(); ++k) operands.push_back(node.in(k));
  return node.apply_all(std::move(operation), std::move(operands), 1);
}

bool is_optional_input(NodeLowering& node) { return is_optional(node.known(node.in(0)).signature.kind); }

}  // namespace

// A value of any kind is itself.
Lowered lower_identity(NodeLowering& node) {
  if (node.known(node.in(0)).signature.kind != ValueKind::kTensor) return std::vector{node.in(0)};
  return plain<ops::make_identity>(node);
}

Lowered lower_concat_from_sequence(NodeLowering& node) {
  const int64_t axis = TRY(node.attributes.integer("axis"));
  const bool new_axis = TRY(node.attributes.boolean("new_axis", false));
  return apply(node, ops::make_concat_from_sequence({.axis = axis, .new_axis = new_axis}));
}

// Without an input, an empty optional of the type of the attribute.
Lowered lower_optional(NodeLowering& node) {
  const schema::TypeProto* type = TRY(node.attributes.type_proto("type"));
  if (node.has(0)) return apply(node, ops::make_optional());
  if (type == nullptr)  // [ONNX-GRAPH-6]
    return Error("ONNX-GRAPH-6", "the attribute \"type\" is missing, and so is the input");
  const Signature item = TRY(declared_signature(*type));
  if (is_optional(item.kind))  // [ONNX-GRAPH-6]
    return Error("ONNX-GRAPH-6", "the attribute \"type\" is that of an optional");
  return apply(node, ops::make_empty_optional(item));
}

// A tensor and a sequence are there; what is left out is not.  [ONNX-SEQ-2]
Lowered lower_optional_has_element(NodeLowering& node) {
  if (node.has(0) && is_optional_input(node)) return apply(node, ops::make_optional_has_element());
  return std::vector{node.scope.graph.add_constant(Tensor::scalar(node.has(0)))};
}

// A tensor and a sequence are themselves.  [ONNX-SEQ-2]
Lowered lower_optional_get_element(NodeLowering& node) {
  if (is_optional_input(node)) return apply(node, ops::make_optional_get_element());
  return std::vector{node.in(0)};
}

Lowered lower_sequence_at(NodeLowering& node) { return apply(node, ops::make_sequence_at()); }

Lowered lower_sequence_construct(NodeLowering& node) { return apply(node, ops::make_sequence_construct()); }

Lowered lower_sequence_empty(NodeLowering& node) {
  const int64_t type = TRY(node.attributes.integer("dtype", schema::TensorProto::FLOAT));
  return apply(node, ops::make_sequence_empty(TRY(element_type_of(type))));
}

Lowered lower_sequence_erase(NodeLowering& node) { return apply(node, ops::make_sequence_erase()); }

Lowered lower_sequence_insert(NodeLowering& node) { return apply(node, ops::make_sequence_insert()); }

Lowered lower_sequence_length(NodeLowering& node) { return apply(node, ops::make_sequence_length()); }

Lowered lower_split_to_sequence(NodeLowering& node) {
  const int64_t axis = TRY(node.attributes.integer("axis", 0));
  const bool keep_dims = TRY(node.attributes.boolean("keepdims", true));
  return apply(node, ops::make_split_to_sequence({.axis = axis, .keep_dims = keep_dims}));
}

}  // namespace backedge::onnx
