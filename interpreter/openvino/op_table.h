#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "interpreter/openvino/attributes.h"
#include "interpreter/ops/op_key.h"
#include "interpreter/ops/operation.h"

/// The operations of OpenVINO: their names in each operation set, and how their attributes are read.
namespace backedge::openvino {

/// The newest operation set.
inline constexpr int64_t kNewestOpset = 17;

/// One version of an operation: how to read its attributes and how to make it.
struct OperationRow {
  std::string_view domain = "opset";
  std::string_view name;
  int64_t first = 1;            // the operation set that introduced this version
  int64_t last = kNewestOpset;  // the last operation set that has it
  ops::Arity inputs = {}, outputs = {};
  Result<Operation> (*read)(Attributes& attributes, int64_t outputs);
};

/// All rows, by name and then by version.
std::span<const OperationRow> operation_table();

/// The N of "opsetN"; the newest one for an empty text; nothing for other texts.
std::optional<int64_t> opset_of(std::string_view version);

/// Makes the operation of a layer.
///
/// type, version  as the layer has them. "opset7" means the newest version of the operation up to 7, and an
///                empty version means the newest one
/// outputs        the number of output ports of the layer
/// errors         OP-1 unknown operation or version, OP-2 attributes, OP-3 number of inputs or outputs
Result<Operation> make_operation(std::string_view type, std::string_view version, Attributes attributes,
                                 int64_t inputs, int64_t outputs);

}  // namespace backedge::openvino
