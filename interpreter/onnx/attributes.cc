#include "interpreter/onnx/attributes.h"

#include <algorithm>

#include "interpreter/base/joined.h"
#include "interpreter/base/safe_text.h"
#include "interpreter/onnx/attribute_versions.h"

namespace backedge::onnx {
namespace {

using Type = schema::AttributeProto;

// Files of IR version 1 need not write the type. The field that is used tells it.
Type::AttributeType type_of(const schema::AttributeProto& attribute) {
  if (attribute.type() != Type::UNDEFINED) return attribute.type();
  if (attribute.has_f()) return Type::FLOAT;
  if (attribute.has_i()) return Type::INT;
  if (attribute.has_s()) return Type::STRING;
  if (attribute.has_t()) return Type::TENSOR;
  if (attribute.has_g()) return Type::GRAPH;
  if (attribute.floats_size() > 0) return Type::FLOATS;
  if (attribute.ints_size() > 0) return Type::INTS;
  return attribute.strings_size() > 0 ? Type::STRINGS : Type::UNDEFINED;
}

}  // namespace

Attributes::Attributes(const schema::NodeProto& node, const CallAttributes* call) {
  for (const schema::AttributeProto& attribute : node.attribute()) {
    const schema::AttributeProto* value = &attribute;
    if (!attribute.ref_attr_name().empty()) {
      const auto given =
          call == nullptr ? CallAttributes::const_iterator() : call->find(attribute.ref_attr_name());
      if (call == nullptr || given == call->end()) continue;  // as if it were not written  [ONNX-GRAPH-11]
      value = given->second;
    }
    const bool is_there = std::any_of(entries_.begin(), entries_.end(),
                                      [&](const Entry& entry) { return entry.name == attribute.name(); });
    if (is_there) twice_ = attribute.name();
    entries_.push_back({attribute.name(), value});
  }
}

const schema::AttributeProto* Attributes::find(std::string_view name) {
  for (Entry& entry : entries_) {
    if (entry.name != name) continue;
    entry.is_read = true;
    return entry.value;
  }
  return nullptr;
}

Result<const schema::AttributeProto*> Attributes::find(std::string_view name,
                                                       schema::AttributeProto::AttributeType type,
                                                       bool is_required) {
  const schema::AttributeProto* found = find(name);
  if (found == nullptr && is_required)
    return Error("ONNX-GRAPH-6", "the attribute " + in_quotes(name) + " is missing");  // [ONNX-GRAPH-6]
  if (found != nullptr && type_of(*found) != type)
    return Error("ONNX-GRAPH-6", "the attribute " + in_quotes(name) + " has another type");  // [ONNX-GRAPH-6]
  return found;
}

Result<int64_t> Attributes::integer(std::string_view name, std::optional<int64_t> otherwise) {
  const schema::AttributeProto* found = TRY(find(name, Type::INT, !otherwise));
  return found == nullptr ? *otherwise : found->i();
}

Result<bool> Attributes::boolean(std::string_view name, std::optional<bool> otherwise) {
  const schema::AttributeProto* found = TRY(find(name, Type::INT, !otherwise));
  return found == nullptr ? *otherwise : found->i() != 0;
}

Result<double> Attributes::real(std::string_view name, std::optional<double> otherwise) {
  const schema::AttributeProto* found = TRY(find(name, Type::FLOAT, !otherwise));
  return found == nullptr ? *otherwise : static_cast<double>(found->f());
}

Result<std::string> Attributes::text(std::string_view name, std::optional<std::string_view> otherwise) {
  const schema::AttributeProto* found = TRY(find(name, Type::STRING, !otherwise));
  return found == nullptr ? std::string(*otherwise) : found->s();
}

Result<std::string> Attributes::choice(std::string_view name, std::initializer_list<std::string_view> choices,
                                       std::optional<std::string_view> otherwise) {
  const std::string chosen = TRY(text(name, otherwise));
  if (std::find(choices.begin(), choices.end(), chosen) != choices.end()) return chosen;
  return Error("ONNX-GRAPH-6",  // [ONNX-GRAPH-6]
               "the attribute " + in_quotes(name) + " is " + in_quotes(chosen) + ", expected one of " +
                   joined(choices));
}

Result<std::vector<int64_t>> Attributes::integers(std::string_view name,
                                                  std::optional<std::vector<int64_t>> otherwise) {
  const schema::AttributeProto* found = TRY(find(name, Type::INTS, !otherwise));
  if (found == nullptr) return *otherwise;
  return std::vector<int64_t>(found->ints().begin(), found->ints().end());
}

Result<std::vector<double>> Attributes::reals(std::string_view name,
                                              std::optional<std::vector<double>> otherwise) {
  const schema::AttributeProto* found = TRY(find(name, Type::FLOATS, !otherwise));
  if (found == nullptr) return *otherwise;
  return std::vector<double>(found->floats().begin(), found->floats().end());
}

Result<std::vector<std::string>> Attributes::texts(std::string_view name,
                                                   std::optional<std::vector<std::string>> otherwise) {
  const schema::AttributeProto* found = TRY(find(name, Type::STRINGS, !otherwise));
  if (found == nullptr) return *otherwise;
  return std::vector<std::string>(found->strings().begin(), found->strings().end());
}

Result<const schema::GraphProto*> Attributes::graph(std::string_view name) {
  return &TRY(find(name, Type::GRAPH, true))->g();
}

Result<const schema::TensorProto*> Attributes::tensor(std::string_view name) {
  const schema::AttributeProto* found = TRY(find(name, Type::TENSOR, false));
  return found == nullptr ? nullptr : &found->t();
}

Result<const schema::SparseTensorProto*> Attributes::sparse_tensor(std::string_view name) {
  const schema::AttributeProto* found = TRY(find(name, Type::SPARSE_TENSOR, false));
  return found == nullptr ? nullptr : &found->sparse_tensor();
}

Result<const schema::TypeProto*> Attributes::type_proto(std::string_view name) {
  const schema::AttributeProto* found = TRY(find(name, Type::TYPE_PROTO, false));
  return found == nullptr ? nullptr : &found->tp();
}

Result<void> Attributes::check_version(std::string_view op, int64_t version) const {
  for (const Entry& entry : entries_) {
    if (has_in_version(op, entry.name, version)) continue;
    return Error(
        "ONNX-GRAPH-6",  // [ONNX-GRAPH-6]
        "version " + std::to_string(version) + " of the operator has no attribute " + in_quotes(entry.name));
  }
  return {};
}

CallAttributes Attributes::all() {
  CallAttributes all;
  for (Entry& entry : entries_) {
    all[entry.name] = entry.value;
    entry.is_read = true;
  }
  return all;
}

Result<void> Attributes::finish() const {
  if (!twice_.empty())
    return Error("ONNX-GRAPH-6", "two attributes are called " + in_quotes(twice_));  // [ONNX-GRAPH-6]
  for (const Entry& entry : entries_) {
    if (!entry.is_read)
      return Error("ONNX-GRAPH-6",
                   "the operator has no attribute " + in_quotes(entry.name));  // [ONNX-GRAPH-6]
  }
  return {};
}

}  // namespace backedge::onnx
