#include "interpreter/onnx/operand_types.h"

#include <algorithm>
#include <utility>

namespace backedge::onnx {

char OperandTypes::letter_of(size_t k) const {
  const bool repeats = letters.ends_with('+') || letters.back() >= 'a';
  const std::string_view each = letters.substr(0, letters.find('+'));
  if (k < each.size()) return each[k];
  return repeats ? each.back() : '\0';
}

const OperandTypes* find_operand_types(std::string_view op, int64_t version) {
  const std::span<const OperandTypes> rows = op < "M" ? operand_types_to_l() : operand_types_from_m();
  const auto after = std::ranges::upper_bound(
      rows, std::pair(op, version), {}, [](const OperandTypes& row) { return std::pair(row.op, row.since); });
  return after == rows.begin() || std::prev(after)->op != op ? nullptr : &*std::prev(after);
}

}  // namespace backedge::onnx
