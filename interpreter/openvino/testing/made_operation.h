#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "interpreter/openvino/op_table.h"

/// Operations as a layer with these attributes would make them.
namespace backedge {

using Written = std::vector<openvino::Attribute>;

inline Result<Operation> make(std::string_view type, std::string_view version, int64_t inputs,
                              Written written = {}, int64_t outputs = 1) {
  return openvino::make_operation(type, version, openvino::Attributes(std::move(written)), inputs, outputs);
}

inline Operation made(std::string_view type, std::string_view version, int64_t inputs, Written written = {},
                      int64_t outputs = 1) {
  return make(type, version, inputs, std::move(written), outputs).value();
}

/// The rule that making the operation breaks; "" if there is none.
inline std::string rule_of_making(std::string_view type, std::string_view version, int64_t inputs,
                                  Written written = {}, int64_t outputs = 1) {
  const Result<Operation> operation = make(type, version, inputs, std::move(written), outputs);
  return operation.ok() ? "" : operation.error().rule();
}

}  // namespace backedge
