#include "interpreter/ops/movement.h"
#include "interpreter/ops/types.h"

/// The dimensions of input 0.
///
/// inputs   a tensor
/// returns  output_type [rank]
/// errors   OP-6 a dimension beyond the range of i32
/// source   OpenVINO's ShapeOf-1, ShapeOf-3
namespace backedge::ops {
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

Operation make_shape_of(ElementType output_type) {
  const auto infer = [output_type](std::span<const Operand> inputs,
                                   std::span<Signature> outputs) -> Result<void> {
    const PartialShape& shape = inputs[0].shape;
    const Dimension rank = shape.rank_known() ? Dimension::exactly(shape.rank()) : Dimension{0, kMaxRank};
    outputs[0] = {output_type, PartialShape::of({&rank, 1})};
    return {};
  };
  const auto kernel = [output_type](const KernelCall& call) {
    return dispatch<Types::kI32OrI64>(output_type,
                                      [&]<class T>(TypeTag<T>) { return write_dimensions<T>(call); });
  };
  return made(__func__, output_type, {.infer = infer, .kernel = kernel, .error = ReadsNoReals{}});
}

}  // namespace backedge::ops
