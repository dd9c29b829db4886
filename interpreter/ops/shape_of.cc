#include "interpreter/ops/index_operands.h"
#include "interpreter/ops/movement.h"

/// The dimensions of input 0.
///
/// inputs   a tensor
/// returns  i64 or i32 [rank]
/// errors   OP-2; OP-6 a dimension past the range of i32
/// source   ShapeOf-1, ShapeOf-3 (output_type)
namespace backedge {
namespace {

template <class T>
Result<void> write_dimensions(const KernelCall& call) {
  const Shape& shape = call.input(0).shape();
  T* const output = call.output().writable<T>();
  for (int64_t axis = 0; axis < shape.rank(); ++axis) {
    output[axis] = static_cast<T>(shape[axis]);
    if (output[axis] != shape[axis]) {
      return Error("OP-6", "dimension " + std::to_string(shape[axis]) + " does not fit output_type i32");
    }
  }
  return {};
}

}  // namespace

Result<Operation> make_shape_of(Attributes& attributes, int64_t version, int64_t) {
  const std::string type = version < 3 ? "i64" : TRY(attributes.text("output_type", {"i64", "i32"}, "i64"));
  const ElementType output_type = type == "i64" ? ElementType::kI64 : ElementType::kI32;
  const auto infer = [output_type](std::span<const Operand> inputs,
                                   std::span<Signature> outputs) -> Result<void> {
    const PartialShape& shape = inputs[0].shape;
    const Dimension rank = shape.rank_known() ? Dimension::exactly(shape.rank()) : Dimension{0, kMaxRank};
    outputs[0] = {output_type, PartialShape::of({&rank, 1})};
    return {};
  };
  return Operation{infer, type == "i64" ? write_dimensions<int64_t> : write_dimensions<int32_t>, {}};
}

}  // namespace backedge
