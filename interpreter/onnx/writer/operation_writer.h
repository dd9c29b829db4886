#pragma once

#include "interpreter/onnx/writer/graph_writer.h"
#include "interpreter/onnx/writer/source.h"
#include "interpreter/ops/operation.h"
#include "interpreter/ops/options.h"

namespace backedge::onnx::writing {

/// One operation while it is written: as one operator of ONNX, or as several.
struct OperationWriter {
  GraphWriter& to;
  const Operation* operation;  // null for one of sequences and optionals
  const Made& made;
  const std::vector<Named>& inputs;
  const std::vector<Signature>& outputs;  // what is known of them
  std::string name;                       // of the operation, for its values
  std::string type;                       // "MVN", for people
  const char* op;                         // the operator of the row

  bool has(size_t k) const { return k < inputs.size(); }
  const Named& in(size_t k) const { return inputs[k]; }
  /// The argument of the maker.
  template <class Options>
  const Options& options() const {
    const Options* const options = std::any_cast<Options>(&made.options);
    CHECK(options != nullptr);
    return *options;
  }

  /// An operator whose outputs are those of the operation; without a name that of the row.
  std::vector<Named> finish(const std::string& named, const std::vector<Named>& operands,
                            const AttributeList& attributes = {}) const {
    return to.add_all(named, operands, outputs, attributes, name);
  }
  std::vector<Named> finish(const std::vector<Named>& operands, const AttributeList& attributes = {}) const {
    return finish(op, operands, attributes);
  }
  /// An operator of a formula. Without a signature it is that of the output.
  Named add(const std::string& named, const std::vector<Named>& operands, const Signature& output,
            const AttributeList& attributes = {}) const {
    return to.add(named, operands, output, attributes);
  }
  Named add(const std::string& named, const std::vector<Named>& operands,
            const AttributeList& attributes = {}) const {
    return to.add(named, operands, outputs[0], attributes);
  }
  /// The elements of an operand that ONNX has as an attribute.
  ///
  /// errors  ONNX-WRITE-1
  Result<std::vector<int64_t>> known_integers(size_t k, const char* what) const;
  Result<int64_t> known_integer(size_t k, const char* what) const;
};

using WriteOperation = Result<std::vector<Named>>(OperationWriter& op);

/// How an operation is written, by its maker.
struct WriterRow {
  std::string_view maker;
  WriteOperation* write;
  const char* op = "";  // the operator, for functions that write several ones
};

std::span<const WriterRow> elementwise_rows();
std::span<const WriterRow> activation_rows();
std::span<const WriterRow> movement_rows();
std::span<const WriterRow> block_rows();
std::span<const WriterRow> image_rows();
std::span<const WriterRow> indexing_rows();
std::span<const WriterRow> reduction_rows();
std::span<const WriterRow> formula_rows();
std::span<const WriterRow> window_rows();
std::span<const WriterRow> cell_rows();
std::span<const WriterRow> search_rows();
std::span<const WriterRow> bag_rows();
std::span<const WriterRow> cut_rows();
std::span<const WriterRow> sequence_rows();
std::span<const WriterRow> signal_rows();
std::span<const WriterRow> place_rows();
std::span<const WriterRow> detection_rows();
std::span<const WriterRow> quantization_rows();
std::span<const WriterRow> deformable_rows();
std::span<const WriterRow> part_rows();

/// The most elements of a constant that is computed here from the sizes of other values.
inline constexpr int64_t kMostElements = 1 << 20;

/// The operator of the row, without attributes, of the same operands.
WriteOperation write_same;
WriteOperation write_slice;

/// A value of a formula of which only the type is known.
inline Signature any_of(ElementType type) { return {type, PartialShape::any()}; }
inline Signature flags() { return any_of(ElementType::kBoolean); }

/// Indices as i64. One below 0 is an error of the run.
Named without_negative(OperationWriter& op, const Named& indices);
/// The value plus 0: an error of the run if any of the flags is true.
Named rejected_if_any(OperationWriter& op, const Named& value, const Named& any_flags);
/// The numbers from 0 to below a size, which is a scalar.
Named count_to(OperationWriter& op, const Named& size);

/// The second operand of an element-wise operation, so that ONNX repeats it as the option says.
///
/// errors  ONNX-WRITE-1
Result<Named> repeated_operand(OperationWriter& op, const Named& first, const Named& second,
                               const ops::Broadcasting& broadcasting);
/// Both operands of an element-wise operation, so that ONNX repeats them as the option says.
///
/// errors  ONNX-WRITE-1
Result<std::vector<Named>> broadcast_operands(OperationWriter& op, const ops::Broadcasting& broadcasting);

/// A list or a scalar as a list; a scalar or a list of one element as a scalar. i64.
Named as_list(GraphWriter& to, const Named& value);
Named as_scalar(GraphWriter& to, const Named& value);
/// The size of an axis, a scalar.
Named size_of_axis(GraphWriter& to, const Named& value, int64_t axis);
/// A real attribute, which ONNX has as f32.
///
/// errors  ONNX-WRITE-1
Result<float> float_attribute(double value, const char* what);

}  // namespace backedge::onnx::writing
