#include "interpreter/onnx/check_operand_types.h"

#include <map>
#include <utility>

#include "interpreter/base/safe_text.h"
#include "interpreter/onnx/data_types.h"
#include "interpreter/onnx/operand_types.h"

namespace backedge::onnx {
namespace {

constexpr std::array kKinds = {std::pair{ValueKind::kTensor, ""},
                               std::pair{ValueKind::kSequence, "a sequence of "},
                               std::pair{ValueKind::kOptional, "an optional "},
                               std::pair{ValueKind::kOptionalSequence, "an optional sequence of "}};

std::string text_of(ElementType type) {
  const std::optional<int32_t> number = data_type_of(type);
  return number ? data_type_text(*number) : std::string(name_of(type));
}

std::string text_of(const Signature& signature) {
  return kKinds.at(static_cast<size_t>(signature.kind)).second + text_of(signature.type);
}

std::string text_of(const TypeSet& types) {
  std::string text;
  for (const auto& [kind, prefix] : kKinds) {
    std::string names;
    for (auto k = 0; k <= static_cast<int>(ElementType::kF8E5M2FNUZ); ++k) {
      const auto type = static_cast<ElementType>(k);
      if (types.has(kind, type)) names += (names.empty() ? prefix : ", ") + text_of(type);
    }
    if (!names.empty()) text += (text.empty() ? "" : "; ") + names;
  }
  return text;
}

}  // namespace

Result<void> check_operand_types(const Scope& scope, const schema::NodeProto& node, const Slots& inputs,
                                 int64_t version) {
  const OperandTypes* const row = find_operand_types(node.op_type(), version);
  if (row == nullptr) return {};
  std::map<char, size_t> first;  // the first operand of each letter
  for (size_t k = 0; k < inputs.size(); ++k) {
    const char letter = row->letter_of(k);
    if (letter == '\0' || !inputs[k]) continue;
    const TypeSet& types = row->types_of(letter);
    const Signature& given = scope.graph.known(*inputs[k]).signature;
    const std::string& name = node.input(static_cast<int>(k));
    const auto what = [&] { return "input " + std::to_string(k) + ", \"" + safe_line(name) + "\", is "; };
    if (!types.has(given.kind, given.type)) {  // [ONNX-GRAPH-19]
      return Error("ONNX-GRAPH-19", what() + text_of(given) + "; version " + std::to_string(version) +
                                        " of the operator takes only " + text_of(types));
    }
    if (letter >= 'a') continue;
    const size_t like = first.try_emplace(letter, k).first->second;
    const Signature& other = scope.graph.known(*inputs[like]).signature;
    if (given.kind != other.kind || given.type != other.type) {  // [ONNX-GRAPH-19]
      return Error("ONNX-GRAPH-19", what() + text_of(given) + ", and input " + std::to_string(like) + " is " +
                                        text_of(other) + "; both need the same type");
    }
  }
  return {};
}

}  // namespace backedge::onnx
