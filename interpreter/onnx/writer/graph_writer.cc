#include "interpreter/onnx/writer/graph_writer.h"

#include <algorithm>
#include <cctype>

#include "interpreter/elements/convert_elements.h"
#include "interpreter/onnx/data_types.h"
#include "interpreter/onnx/operand_types.h"
#include "interpreter/onnx/write_tensor.h"
#include "interpreter/tensor/narrow_types.h"

namespace backedge::onnx::writing {
namespace {

constexpr int64_t kMostBytesOfNode = 1024;  // a larger constant is an initializer of the model

bool may_be_operand(std::string_view op, size_t k, const Named& value) {
  const OperandTypes* const row = find_operand_types(op, kOpset);
  const bool is_left_out = value.name.empty() && !value.constant;
  if (row == nullptr || is_left_out) return true;
  const char letter = row->letter_of(k);
  return letter == '\0' || row->types_of(letter).has(value.signature.kind, value.type());
}

// A type with an operator that gives the same numbers: integers wrap (NUM-2), sums and means of integers are
// exact before they do, and the others choose an element or round it exactly.
std::optional<ElementType> wider_type(std::string_view op, ElementType type) {
  constexpr std::string_view kOfIntegers[] = {"CumSum",    "ReduceL1",   "ReduceMax", "ReduceMean",
                                              "ReduceMin", "ReduceProd", "ReduceSum"};
  const bool chooses = op == "MaxPool" || op == "Round";
  if (type == ElementType::kBF16) return chooses ? std::optional(ElementType::kF32) : std::nullopt;
  const bool is_small = type == ElementType::kI8 || type == ElementType::kI16 || type == ElementType::kU8 ||
                        type == ElementType::kU16;
  const bool is_whole =
      std::find(std::begin(kOfIntegers), std::end(kOfIntegers), op) != std::end(kOfIntegers);
  return is_small && is_whole ? std::optional(ElementType::kI32) : std::nullopt;
}

// Letters, digits and underscores, so that the text syntax has the name too.
std::string plain_name(const std::string& stem) {
  std::string name = stem.empty() ? "v" : stem;
  for (char& sign : name) {
    if (std::isalnum(static_cast<unsigned char>(sign)) == 0) sign = '_';
  }
  return std::isdigit(static_cast<unsigned char>(name[0])) != 0 ? "_" + name : name;
}

// Type, shape and elements of a small constant; the address of a large one.
std::string key_of(const Tensor& value, bool small) {
  const std::string kind = describe(value.type(), value.shape());
  const auto* bytes = reinterpret_cast<const char*>(value.bytes());
  if (small) return kind + std::string(bytes, static_cast<size_t>(value.byte_count()));
  return kind + std::to_string(reinterpret_cast<uintptr_t>(bytes));
}

void set(schema::AttributeProto& proto, int64_t value) {
  proto.set_type(schema::AttributeProto::INT);
  proto.set_i(value);
}

void set(schema::AttributeProto& proto, float value) {
  proto.set_type(schema::AttributeProto::FLOAT);
  proto.set_f(value);
}

void set(schema::AttributeProto& proto, const std::string& value) {
  proto.set_type(schema::AttributeProto::STRING);
  proto.set_s(value);
}

void set(schema::AttributeProto& proto, const std::vector<int64_t>& values) {
  proto.set_type(schema::AttributeProto::INTS);
  for (const int64_t value : values) proto.add_ints(value);
}

void set(schema::AttributeProto& proto, const std::vector<std::string>& values) {
  proto.set_type(schema::AttributeProto::STRINGS);
  for (const std::string& value : values) proto.add_strings(value);
}

void set(schema::AttributeProto& proto, const Tensor& value) {
  proto.set_type(schema::AttributeProto::TENSOR);
  *proto.mutable_t() = write_tensor(value);
}

void set(schema::AttributeProto& proto, schema::GraphProto* graph) {
  proto.set_type(schema::AttributeProto::GRAPH);
  proto.mutable_g()->Swap(graph);
}

void declare(const Named& value, schema::ValueInfoProto& info) {
  info.set_name(value.name);
  schema::TypeProto* type = info.mutable_type();
  const ValueKind kind = value.signature.kind;
  if (kind == ValueKind::kOptional || kind == ValueKind::kOptionalSequence)
    type = type->mutable_optional_type()->mutable_elem_type();
  if (kind == ValueKind::kSequence || kind == ValueKind::kOptionalSequence)
    type = type->mutable_sequence_type()->mutable_elem_type();
  schema::TypeProto::Tensor& tensor = *type->mutable_tensor_type();
  tensor.set_elem_type(data_type_of(value.type()).value_or(0));
  if (!value.rank_known()) return;
  schema::TensorShapeProto& shape = *tensor.mutable_shape();
  for (int64_t axis = 0; axis < value.rank(); ++axis) {
    schema::TensorShapeProto::Dimension& dim = *shape.add_dim();
    if (value.shape()[axis].known()) dim.set_dim_value(value.shape()[axis].min);
  }
}

}  // namespace

bool may_be_written(ElementType type) { return kTensors10.has(ValueKind::kTensor, type); }

void append(AttributeList& attributes, Attribute attribute) { attributes.push_back(std::move(attribute)); }

std::string ModelState::fresh(const std::string& stem) {
  const std::string plain = plain_name(stem);
  std::string name = plain;
  for (int64_t k = 2; !names.insert(name).second; ++k) name = plain + "_" + std::to_string(k);
  return name;
}

void ModelState::fail(Error error) {
  if (!failure) failure = std::move(error);
}

Error cannot_express(const std::string& what) {
  return Error("ONNX-WRITE-1", "ONNX cannot express " + what);  // [ONNX-WRITE-1]
}

std::string GraphWriter::name_of(const Named& value) {
  if (!value.constant) return value.name;
  const Tensor& tensor = *value.constant;
  const bool small = tensor.byte_count() <= kMostBytesOfNode;
  std::string& name = (small ? constants_ : state_.large)[key_of(tensor, small)];
  if (!name.empty()) return name;
  name = state_.fresh("constant");
  if (!may_be_written(tensor.type())) {
    state_.fail(cannot_express("a constant of " + std::string(backedge::name_of(tensor.type()))));
  } else if (small) {
    own_.insert(name);
    schema::NodeProto& node = *proto_.add_node();
    node.set_op_type("Constant");
    node.add_output(name);
    schema::AttributeProto& attribute = *node.add_attribute();
    attribute.set_name("value");
    set(attribute, tensor);
  } else {
    schema::TensorProto& written = *state_.outermost.add_initializer();
    written = write_tensor(tensor);
    written.set_name(name);
  }
  return name;
}

std::vector<Named> GraphWriter::add_all(const std::string& op, const std::vector<Named>& inputs,
                                        const std::vector<Signature>& outputs,
                                        const AttributeList& attributes, const std::string& stem) {
  const std::optional<ElementType> wider =
      inputs.empty() || may_be_operand(op, 0, inputs[0]) ? std::nullopt : wider_type(op, inputs[0].type());
  if (wider) {
    const ElementType type = inputs[0].type();
    std::vector<Named> operands = inputs;
    std::vector<Signature> signatures = outputs;
    operands[0] = cast(*this, inputs[0], *wider);
    signatures[0].type = *wider;
    std::vector<Named> values = add_all(op, operands, signatures, attributes, stem);
    values[0] = cast(*this, values[0], type);
    return values;
  }
  for (size_t k = 0; k < inputs.size(); ++k) {
    if (!may_be_operand(op, k, inputs[k]))
      state_.fail(cannot_express(op + " of " + std::string(backedge::name_of(inputs[k].type()))));
  }
  std::vector<std::string> names;
  for (const Named& input : inputs) names.push_back(name_of(input));  // before the node: constants
  while (!names.empty() && names.back().empty()) names.pop_back();
  schema::NodeProto& node = *proto_.add_node();
  node.set_op_type(op);
  for (std::string& name : names) node.add_input(std::move(name));
  for (const Attribute& attribute : attributes) {
    schema::AttributeProto& proto = *node.add_attribute();
    proto.set_name(attribute.name);
    std::visit([&](const auto& value) { set(proto, value); }, attribute.value);
  }
  std::vector<Named> values;
  for (const Signature& output : outputs) {
    values.push_back({.name = state_.fresh(stem.empty() ? op : stem), .signature = output});
    own_.insert(values.back().name);
    node.add_output(values.back().name);
  }
  node.set_name(values.front().name);
  return values;
}

Named GraphWriter::name_input(const std::string& stem, const Signature& signature) {
  Named value{.name = state_.fresh(stem), .signature = signature};
  own_.insert(value.name);
  return value;
}

void GraphWriter::declare_input(const Named& value) { declare(value, *proto_.add_input()); }

void GraphWriter::declare_output(const Named& value) { declare(value, *proto_.add_output()); }

void GraphWriter::expose(std::vector<Named> values) {
  std::set<std::string> names;
  for (Named& value : values) {
    value.name = name_of(value);
    value.constant.reset();
    if (!own_.contains(value.name) || names.contains(value.name))
      value = add("Identity", {value}, value.signature);
    names.insert(value.name);
    declare_output(value);
  }
}

void GraphWriter::add_output(const std::string& name, const Named& value) {
  const std::string input = name_of(value);  // before the node: a constant
  schema::NodeProto& node = *proto_.add_node();
  node.set_op_type("Identity");
  node.add_input(input);
  node.add_output(name);
  node.set_name(name);
  declare_output({.name = name, .signature = value.signature});
}

Named constant(Tensor value) {
  Signature signature = signature_of(value);
  return {.name = "", .signature = signature, .constant = std::move(value)};
}

Named integer(int64_t value) { return constant(Tensor::scalar<int64_t>(value)); }

Named integers(const std::vector<int64_t>& values) {
  return constant(Tensor::of<int64_t>({std::ssize(values)}, values));
}

Named number(ElementType type, double value) {
  Tensor scalar = Tensor::zeros(type, {});
  const auto* bytes = reinterpret_cast<const std::byte*>(&value);
  convert_row_of(ElementType::kF64, type)(bytes, 0, scalar.writable_bytes(), 0, 1);
  return constant(std::move(scalar));
}

std::vector<int64_t> integers_of(const Tensor& tensor) {
  std::vector<int64_t> values(static_cast<size_t>(tensor.count()));
  auto* to = reinterpret_cast<std::byte*>(values.data());
  convert_row_of(tensor.type(), ElementType::kI64)(tensor.bytes(), size_of(tensor.type()), to,
                                                   size_of(ElementType::kI64), tensor.count());
  return values;
}

// The number without its fraction: the lower whole number of its magnitude, with its sign.
Named whole(GraphWriter& to, const Named& value) {
  const Named x = is_narrow_real(value.type()) ? cast(to, value, ElementType::kF32) : value;
  const Signature same{x.type(), x.shape()};
  const Named magnitude = to.add("Floor", {to.add("Abs", {x}, same)}, same);
  return to.add("Mul", {to.add("Sign", {x}, same), magnitude}, same);
}

Named cast(GraphWriter& to, const Named& value, ElementType type) {
  if (value.type() == type) return value;
  if (value.constant && type == ElementType::kI64) {
    return constant(Tensor::of<int64_t>(value.constant->shape(), integers_of(*value.constant)));
  }
  const int64_t number = data_type_of(type).value_or(0);
  AttributeList attributes = {{"to", number}};
  // IR converts to these types without a limit: NUM-13.
  if (saturated_at(type)) append(attributes, {"saturate", int64_t{0}});
  if (!may_be_written(type)) to.state().fail(cannot_express("Cast to " + std::string(name_of(type))));
  // ONNX rounds to integers of 4 bits, and IR drops the fraction: ONNX-GRAPH-12, NUM-13.
  const bool rounds = type == ElementType::kI4 || type == ElementType::kU4;
  const bool may_have_fraction = is_real(value.type()) || is_narrow_real(value.type());
  return to.add("Cast", {rounds && may_have_fraction ? whole(to, value) : value}, {type, value.shape()},
                attributes);
}

Named as_i64(GraphWriter& to, const Named& value) { return cast(to, value, ElementType::kI64); }

Named reject_where(GraphWriter& to, const Named& flag) {
  return to.add("Gather", {integers({0}), as_i64(to, flag)}, {ElementType::kI64, flag.shape()});
}

}  // namespace backedge::onnx::writing
