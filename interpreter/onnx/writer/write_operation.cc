#include <algorithm>

#include "interpreter/base/safe_text.h"
#include "interpreter/onnx/writer/operation_writer.h"

namespace backedge::onnx::writing {
namespace {

const WriterRow* find_row(std::string_view maker) {
  for (const auto& rows :
       {elementwise_rows(), activation_rows(), movement_rows(),     block_rows(),      image_rows(),
        indexing_rows(),    reduction_rows(),  formula_rows(),      window_rows(),     cell_rows(),
        search_rows(),      bag_rows(),        cut_rows(),          sequence_rows(),   signal_rows(),
        place_rows(),       detection_rows(),  quantization_rows(), deformable_rows(), part_rows()}) {
    const auto found =
        std::find_if(rows.begin(), rows.end(), [&](const WriterRow& row) { return row.maker == maker; });
    if (found != rows.end()) return &*found;
  }
  return nullptr;
}

}  // namespace

Result<std::vector<int64_t>> OperationWriter::known_integers(size_t k, const char* what) const {
  if (inputs[k].constant) return integers_of(*inputs[k].constant);
  return cannot_express(std::string(what) + " that is not a constant");
}

Result<int64_t> OperationWriter::known_integer(size_t k, const char* what) const {
  return TRY(known_integers(k, what)).front();
}

Result<std::vector<Named>> write_operation(GraphWriter& to, const Node& node, const Made& made,
                                           const std::vector<Named>& inputs,
                                           const std::vector<Signature>& outputs) {
  const WriterRow* const row = find_row(made.maker);
  if (row == nullptr)  // [ONNX-WRITE-1]
    return Error("ONNX-WRITE-1", "the operation " + safe_line(node.type) + " is not written as ONNX")
        .note("only operations with a row in interpreter/onnx/writer are, even if ONNX has the operator");
  OperationWriter op{
      to, std::get_if<Operation>(&node.work), made, inputs, outputs, node.place.name, node.type, row->op};
  return row->write(op);
}

Result<std::vector<Named>> write_same(OperationWriter& op) { return op.finish(op.inputs); }

Named as_list(GraphWriter& to, const Named& value) {
  const Named wide = as_i64(to, value);
  if (wide.constant) return constant(wide.constant->view(0, {wide.constant->count()}));
  if (wide.rank_known() && wide.rank() == 1) return wide;
  return to.add("Reshape", {wide, integers({-1})}, list_of(Dimension::any()));
}

Named as_scalar(GraphWriter& to, const Named& value) {
  const Named wide = as_i64(to, value);
  if (wide.constant) return constant(wide.constant->view(0, {}));
  if (wide.rank_known() && wide.rank() == 0) return wide;
  return to.add("Reshape", {wide, integers({})}, scalar_of(ElementType::kI64));
}

Named size_of_axis(GraphWriter& to, const Named& value, int64_t axis) {
  if (value.rank_known()) {
    const Dimension size = value.shape()[*normalize_axis(axis, value.rank())];
    if (size.known()) return integer(size.min);
  }
  const Named shape = to.add("Shape", {value}, list_of(Dimension::any()));
  return to.add("Gather", {shape, integer(axis)}, scalar_of(ElementType::kI64), {{"axis", int64_t{0}}});
}

Named rejected_if_any(OperationWriter& op, const Named& value, const Named& any_flags) {
  const Named wrong = op.add("ReduceSum", {as_i64(op.to, any_flags)}, scalar_of(ElementType::kI64),
                             {{"keepdims", int64_t{0}}});
  const Named some = op.add("Greater", {wrong, integer(0)}, scalar_of(ElementType::kBoolean));
  const Named zero = cast(op.to, reject_where(op.to, some), value.type());
  return op.add("Add", {value, zero}, value.signature);
}

Named count_to(OperationWriter& op, const Named& size) {
  constexpr int64_t kMost = 1 << 16;  // elements of a constant
  if (!size.constant || integers_of(*size.constant).front() > kMost)
    return op.add("Range", {integer(0), size, integer(1)}, list_of(Dimension::any()));
  std::vector<int64_t> numbers;
  for (int64_t k = 0; k < integers_of(*size.constant).front(); ++k) numbers.push_back(k);
  return integers(numbers);
}

Result<float> float_attribute(double value, const char* what) {
  const auto rounded = static_cast<float>(value);
  if (static_cast<double>(rounded) == value) return rounded;
  return cannot_express(std::string(what) + " that is no f32");
}

}  // namespace backedge::onnx::writing
