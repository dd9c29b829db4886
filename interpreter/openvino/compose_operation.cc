#include "interpreter/openvino/compose_operation.h"

#include <algorithm>
#include <numeric>

#include "interpreter/ops/list_operands.h"
#include "interpreter/ops/movement.h"

namespace backedge::openvino {
namespace {

using Values = std::vector<LayerValue>;

/// The dimensions of data as i64.
LayerValue sizes_of(LayerWriter& ir, const LayerValue& data) {
  const PartialShape& shape = data.signature.shape;
  const Dimension rank = shape.rank_known() ? Dimension::exactly(shape.rank()) : Dimension::any();
  return ir.apply({"ShapeOf", 3, {{"output_type", "i64"}}}, {data},
                  {ElementType::kI64, PartialShape::of({&rank, 1})});
}

LayerValue converted(LayerWriter& ir, const LayerValue& value, ElementType type) {
  if (value.signature.type == type) return value;
  return ir.apply({"Convert", 1, {{"destination_type", std::string(name_of(type))}}}, {value},
                  {type, value.signature.shape});
}

/// The indices, where a negative one has become the position that it means from the end of an axis of data.
Result<LayerValue> positive_indices(LayerWriter& ir, const LayerValue& data, const LayerValue& indices,
                                    int64_t axis) {
  const ElementType type = indices.signature.type;
  const LayerValue size =
      ir.apply({"Gather", 8, {{"batch_dims", "0"}}},
               {sizes_of(ir, data), ir.add_integer(axis), ir.add_integer(0)}, {ElementType::kI64, Shape()});
  const LayerValue zero = TRY(ir.add_constant(Tensor::zeros(type, Shape())));
  const Signature conditions{ElementType::kBoolean, indices.signature.shape};
  const LayerValue is_negative = ir.apply({"Less"}, {indices, zero}, conditions);
  const LayerValue moved = ir.apply({"Add"}, {indices, converted(ir, size, type)}, indices.signature);
  return ir.apply({"Select"}, {is_negative, moved, indices}, indices.signature);
}

/// Gather-7 rejects every index out of range.
Result<Values> compose_gather(LayerWriter& ir, const Made& made, std::span<const LayerValue> inputs,
                              std::span<const Operand> known, const Signature& output) {
  const auto options = std::any_cast<ops::Gather>(made.options);
  if (known[2].value == nullptr) return Values();
  const int64_t axis = ops::integer_at(*known[2].value, 0);
  const LayerValue indices = TRY(positive_indices(ir, inputs[0], inputs[1], axis));
  return Values{ir.apply({"Gather", 7, {{"batch_dims", std::to_string(options.batch_dims)}}},
                         {inputs[0], indices, inputs[2]}, output)};
}

/// GatherElements-6 rejects every index out of range.
Result<Values> compose_gather_elements(LayerWriter& ir, const Made& made, std::span<const LayerValue> inputs,
                                       const Signature& output) {
  const auto options = std::any_cast<ops::GatherElements>(made.options);
  const LayerValue indices = TRY(positive_indices(ir, inputs[0], inputs[1], options.axis));
  return Values{ir.apply({"GatherElements", 6, {{"axis", std::to_string(options.axis)}}},
                         {inputs[0], indices}, output)};
}

/// A start before the first element is moved to the first one: to minus the size of its axis.
Result<Values> compose_slice(LayerWriter& ir, std::span<const LayerValue> inputs, const Signature& output) {
  const Signature& starts = inputs[1].signature;
  LayerValue sizes = sizes_of(ir, inputs[0]);
  if (inputs.size() == 5) {
    sizes = ir.apply({"Gather", 8, {{"batch_dims", "0"}}}, {sizes, inputs[4], ir.add_integer(0)},
                     {ElementType::kI64, inputs[4].signature.shape});
  } else {  // the axes are the first ones, one for each start
    const LayerValue count =
        ir.apply({"ShapeOf", 3, {{"output_type", "i64"}}}, {inputs[1]}, {ElementType::kI64, Shape{1}});
    sizes = ir.apply({"Slice", 8}, {sizes, ir.add_integers({0}), count, ir.add_integers({1})},
                     {ElementType::kI64, starts.shape});
  }
  const Signature integers{ElementType::kI64, sizes.signature.shape};
  const LayerValue least = converted(ir, ir.apply({"Negative"}, {sizes}, integers), starts.type);
  std::vector<LayerValue> moved(inputs.begin(), inputs.end());
  moved[1] = ir.apply({"Maximum"}, {inputs[1], least}, starts);
  return Values{ir.apply({"Slice", 8}, moved, output)};
}

/// Squeeze keeps an axis without exactly one element. Then the order of the Transpose has fewer axes than the
/// value, which is an error.
Result<Values> compose_squeeze(LayerWriter& ir, std::span<const LayerValue> inputs,
                               std::span<const Operand> known, const Signature& output) {
  if (known.size() < 2 || known[1].value == nullptr || !known[0].shape.rank_known()) return Values();
  const int64_t rank = known[0].shape.rank();
  const PerAxis<bool> named = TRY(ops::read_axes(*known[1].value, rank, false));
  std::vector<int64_t> order(
      static_cast<size_t>(std::count(named.values.begin(), named.values.begin() + rank, false)));
  std::iota(order.begin(), order.end(), 0);
  if (std::ssize(order) == rank) return Values{inputs[0]};
  const LayerValue squeezed =
      ir.apply({"Squeeze"}, {inputs[0], inputs[1]}, {output.type, PartialShape::any()});
  return Values{ir.apply({"Transpose"}, {squeezed, ir.add_integers(order)}, output)};
}

}  // namespace

Result<Values> compose_operation(LayerWriter& ir, const Made& made, std::span<const LayerValue> inputs,
                                 std::span<const Operand> known, const Signature& output) {
  using OutOfRange = ops::Gather::OutOfRange;
  if (made.maker == "gather" &&
      std::any_cast<ops::Gather>(made.options).out_of_range == OutOfRange::kFromEndOrError)
    return compose_gather(ir, made, inputs, known, output);
  if (made.maker == "gather_elements" &&
      std::any_cast<ops::GatherElements>(made.options).negative == ops::NegativeIndex::kFromEnd)
    return compose_gather_elements(ir, made, inputs, output);
  if (made.maker == "slice" && !(made == ops::make_slice().made)) return compose_slice(ir, inputs, output);
  if (made.maker == "squeeze" && std::any_cast<ops::NotOne>(made.options) == ops::NotOne::kError)
    return compose_squeeze(ir, inputs, known, output);
  return Values();
}

}  // namespace backedge::openvino
