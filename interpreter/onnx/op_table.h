#pragma once

#include <span>
#include <string_view>

#include "interpreter/onnx/node_lowering.h"
#include "interpreter/ops/op_key.h"

namespace backedge::onnx {

/// The versions of ONNX's own operator set that are supported. Up to version 7 the texts of many operators
/// changed; texts that are older than that are not supported.
inline constexpr int64_t kFirstOpset = 1, kLastOpset = 28;

/// An operator, valid for the versions `first` to `last` of the operator set.
struct OperatorRow {
  std::string_view domain = "";
  std::string_view name;
  int64_t first = 7, last = kLastOpset;
  ops::Arity inputs = {};   // those below `least` cannot be left out
  ops::Arity outputs = {};  // that a node may name
  LowerNode* lower;
};

std::span<const OperatorRow> operator_table();

}  // namespace backedge::onnx
