#pragma once

#include <cmath>
#include <initializer_list>
#include <optional>
#include <string>
#include <vector>

#include "interpreter/onnx/scope.h"

namespace backedge::onnx {

/// Whether the number is an integer that i64 has.
inline bool is_whole(double value) { return std::trunc(value) == value && std::fabs(value) < 0x1p63; }

/// One node of an operator while it is lowered. Many operators are several operations.
struct NodeLowering {
  Scope& scope;
  const schema::NodeProto& node;
  Attributes& attributes;
  const Slots& inputs;
  int64_t version;                                       // of the operator set
  mutable std::optional<size_t> missing = std::nullopt;  // the first operand that `in` did not find
  mutable std::vector<bool> asked = {};  // the operands that the version of the operator knows

  bool has(size_t k) const {
    if (asked.size() <= k) asked.resize(k + 1);
    asked[k] = true;
    return k < inputs.size() && inputs[k].has_value();
  }
  /// A given operand that nothing asked for.
  std::optional<size_t> unknown() const;
  /// The slot of an operand that the version of the operator requires. If it is left out, that is noted, and
  /// this is the first operand: every row of the table with operands requires that one.
  size_t in(size_t k) const {
    if (!has(k) && !missing) missing = k;
    return has(k) ? *inputs[k] : inputs.front().value();
  }
  size_t outputs() const { return static_cast<size_t>(node.output_size()); }
  const Known& known(size_t slot) const { return scope.graph.known(slot); }
  ElementType type(size_t slot) const { return known(slot).signature.type; }
  /// errors  ONNX-GRAPH-10 if it is not known before a run
  Result<int64_t> rank(size_t slot) const;
  /// Whether the operand, if it is there, may have one of these shapes. What is not known before a run is left
  /// to the operations.
  ///
  /// errors  OP-5
  Result<void> check_shape(size_t operand, const PartialShape& expected) const;
  /// The same for a list with an element for each position along an axis of `whole`.
  Result<void> check_list_along(size_t operand, const PartialShape& whole, int64_t axis) const;
  /// The number of elements, or 2^62 if there are more; none if it is not known before a run. A declared shape
  /// may be too large for any tensor.
  std::optional<int64_t> count(size_t slot) const;

  /// errors  OP-3, 4, 5, 6
  Result<size_t> apply(Operation operation, std::vector<size_t> operands) const;
  Result<std::vector<size_t>> apply_all(Operation operation, std::vector<size_t> operands,
                                        size_t outputs) const;
  Result<std::vector<size_t>> apply_all(ValueOperation operation, std::vector<size_t> operands,
                                        size_t outputs) const;

  /// Constants.
  size_t integer(int64_t value) const;
  size_t integers(const std::vector<int64_t>& values) const;
  /// A scalar: a whole number modulo 2^width if the type is an integer, otherwise rounded to the type.
  size_t number(ElementType type, double value) const;

 private:
  Node new_node(std::vector<size_t> operands) const;
};

/// Lowers a node and returns the slots of its outputs, at least as many as the node names.
using LowerNode = Result<std::vector<size_t>>(NodeLowering& node);

/// An error about a node that needs something before a run.
Error not_known(const std::string& what);

}  // namespace backedge::onnx
