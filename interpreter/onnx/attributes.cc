#include "interpreter/onnx/attributes.h"

#include <algorithm>

#include "interpreter/base/joined.h"
#include "interpreter/base/safe_text.h"
#include "interpreter/onnx/attribute_versions.h"

namespace backedge::onnx {
namespace {

using Type = schema::AttributeProto;

// The types of the fields with a value.
std::vector<Type::AttributeType> types_of_fields(const schema::AttributeProto& attribute) {
  const std::pair<bool, Type::AttributeType> kFields[] = {
      {attribute.has_f(), Type::FLOAT},
      {attribute.has_i(), Type::INT},
      {attribute.has_s(), Type::STRING},
      {attribute.has_t(), Type::TENSOR},
      {attribute.has_g(), Type::GRAPH},
      {attribute.has_sparse_tensor(), Type::SPARSE_TENSOR},
      {attribute.has_tp(), Type::TYPE_PROTO},
      {attribute.floats_size() > 0, Type::FLOATS},
      {attribute.ints_size() > 0, Type::INTS},
      {attribute.strings_size() > 0, Type::STRINGS},
      {attribute.tensors_size() > 0, Type::TENSORS},
      {attribute.graphs_size() > 0, Type::GRAPHS},
      {attribute.sparse_tensors_size() > 0, Type::SPARSE_TENSORS},
      {attribute.type_protos_size() > 0, Type::TYPE_PROTOS},
  };
  std::vector<Type::AttributeType> types;
  for (const auto& [is_there, type] : kFields) {
    if (is_there) types.push_back(type);
  }
  return types;
}

Error attribute_fault(const schema::AttributeProto& attribute, const std::string& what) {
  return Error("ONNX-GRAPH-6", "the attribute " + in_quotes(attribute.name()) + what);  // [ONNX-GRAPH-6]
}

// A value is in the field of its type. Writers of proto3 leave out a field with 0 or without elements.
Result<void> check_fields(const schema::AttributeProto& attribute) {
  for (const Type::AttributeType type : types_of_fields(attribute)) {
    if (type != attribute.type())
      return attribute_fault(attribute, " has a value of the type " + Type::AttributeType_Name(type) +
                                            ", and the type " + Type::AttributeType_Name(attribute.type()));
  }
  return {};
}

// What an attribute of a function has in a call of it; null if it has no value there.
Result<const schema::AttributeProto*> refer(const schema::AttributeProto& reference,
                                            const CallAttributes* call) {
  const std::string refers = " refers to " + in_quotes(reference.ref_attr_name());
  if (call == nullptr)  // [ONNX-GRAPH-11]
    return Error("ONNX-GRAPH-11", "the attribute " + in_quotes(reference.name()) + refers +
                                      "; only a node of a function can refer to an attribute");
  const auto given = call->find(reference.ref_attr_name());
  if (given == call->end())  // [ONNX-GRAPH-11]
    return Error("ONNX-GRAPH-11", "the attribute " + in_quotes(reference.name()) + refers +
                                      ", which is no attribute of the function");
  if (!types_of_fields(reference).empty())
    return attribute_fault(reference, refers + " and has a value too; expected one of them");
  const schema::AttributeProto* value = given->second;
  if (value != nullptr) TRY(check_fields(*value));  // it may be a default
  if (value != nullptr && reference.type() != Type::UNDEFINED && reference.type() != value->type())
    return attribute_fault(reference, refers + ", whose value has another type");
  return value;
}

}  // namespace

Result<Attributes> Attributes::of(const schema::NodeProto& node, const CallAttributes* call) {
  Attributes attributes;
  for (const schema::AttributeProto& attribute : node.attribute()) {
    const schema::AttributeProto* value = &attribute;
    if (attribute.ref_attr_name().empty()) {
      TRY(check_fields(attribute));
    } else {
      value = TRY(refer(attribute, call));  // null: as if it were not written  [ONNX-GRAPH-11]
    }
    const bool is_there = std::any_of(attributes.entries_.begin(), attributes.entries_.end(),
                                      [&](const Entry& entry) { return entry.name == attribute.name(); });
    if (is_there)
      return Error("ONNX-GRAPH-6",  // [ONNX-GRAPH-6]
                   "two attributes are called " + in_quotes(attribute.name()));
    attributes.entries_.push_back({attribute.name(), value});
  }
  return attributes;
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
  if (found != nullptr && found->type() != type)
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
  for (const Entry& entry : entries_) {
    if (!entry.is_read)
      return Error("ONNX-GRAPH-6",  // [ONNX-GRAPH-6]
                   "the operator has no attribute " + in_quotes(entry.name));
  }
  return {};
}

}  // namespace backedge::onnx
