#include "interpreter/onnx/tensor_file.h"

#include <filesystem>
#include <limits>

#include "interpreter/base/open_file.h"
#include "interpreter/onnx/container_bytes.h"
#include "interpreter/onnx/data_types.h"
#include "interpreter/onnx/read_tensor.h"
#include "interpreter/onnx/write_tensor.h"
#include "interpreter/ops/value_operations.h"

namespace backedge::onnx {
namespace {

constexpr int64_t kMostBytesBeside = 1 << 16;  // of a file, for what is not an element
constexpr int64_t kMostBytesBesideItem = 16;   // its field's number and length
constexpr int64_t kMostProtobufBytes = std::numeric_limits<int>::max();

Error file_fault(const std::string& message) { return Error("INPUT-5", message); }  // [INPUT-5]

Result<std::string> read_bytes(const std::string& file, int64_t max_bytes) {
  const OpenFile open_file(file);
  if (!open_file.fault().empty()) return file_fault("the file " + open_file.fault());
  const int64_t size = open_file.size();
  if (size > kMostProtobufBytes)
    return file_fault("the file has more than 2 GiB, the most that protobuf can read");
  if (size - kMostBytesBeside > max_bytes) {
    return Error("LIMIT-1", "the file has " + std::to_string(size) + " bytes, " +  // [LIMIT-1]
                                std::to_string(max_bytes) + " are left of the limit");
  }
  return open_file.read_at(0, size);
}

Result<Value> read_tensor_proto(std::string_view bytes, TensorSource& source) {
  schema::TensorProto proto;
  if (!proto.ParseFromArray(bytes.data(), static_cast<int>(bytes.size())) || proto.data_type() == 0)
    return file_fault("the bytes are not a TensorProto in protobuf's binary format");
  // The elements of a SequenceProto and of an OptionalProto have the number of this field.
  if (proto.has_segment()) {
    return file_fault(
        "the file holds a SequenceProto, an OptionalProto or a tensor in segments, where a tensor is "
        "expected; this is not supported");
  }
  return Value(TRY(read_tensor(proto, source)));
}

Result<Value> read_value(std::string_view bytes, ValueKind kind, TensorSource& source) {
  if (kind == ValueKind::kTensor) return read_tensor_proto(bytes, source);
  const ValueKind item_kind = item_of(kind);
  std::vector<Value> items;
  const std::vector<std::string_view> messages = TRY(items_of(bytes, kind));
  TRY(ops::check_item_count(std::ssize(messages)));
  for (const std::string_view item : messages) items.push_back(TRY(read_value(item, item_kind, source)));
  if (kind == ValueKind::kSequence) return Value::sequence(std::move(items));
  return items.empty() ? Value::empty_optional(item_kind) : Value::optional(std::move(items[0]));
}

Result<Value> read(const std::string& file, ValueKind kind, int64_t max_bytes) {
  const std::string bytes = TRY(read_bytes(file, max_bytes));
  TensorSource source{std::filesystem::path(file).parent_path().string(), max_bytes};
  return read_value(bytes, kind, source);
}

}  // namespace

bool is_tensor_file(const std::string& file) { return file.ends_with(".pb"); }

Result<Tensor> read_tensor_file(const std::string& file, int64_t max_bytes) {
  return TRY(read_value_file(file, ValueKind::kTensor, max_bytes)).tensor();
}

Result<Value> read_value_file(const std::string& file, ValueKind kind, int64_t max_bytes) {
  Result<Value> value = read(file, kind, max_bytes);
  if (!value.ok()) return value.take_error().at(file, 0).in(Phase::kInput);
  return value;
}

Result<void> check_data_type(ElementType type) {
  if (data_type_of(type)) return {};
  return Error("FILE-1",  // [FILE-1]
               "ONNX does not have the type " + std::string(name_of(type)) + ", so it has no .pb");
}

Result<std::string> tensor_file_bytes(const Tensor& tensor, const std::string& name) {
  TRY(check_data_type(tensor.type()));
  if (tensor.byte_count() + std::ssize(name) + kMostBytesBeside > kMostProtobufBytes)
    return Error("FILE-1", "the tensor is too large for protobuf, which has at most 2 GiB");  // [FILE-1]
  schema::TensorProto proto = write_tensor(tensor);
  proto.set_name(name);
  return proto.SerializeAsString();
}

Result<std::string> value_file_bytes(const Value& value, const std::string& name) {
  if (value.kind() == ValueKind::kTensor) return tensor_file_bytes(value.tensor(), name);
  std::vector<std::string> items;
  int64_t bytes = std::ssize(name) + kMostBytesBeside;
  for (const Value& item : value.items()) {
    items.push_back(TRY(value_file_bytes(item, "")));
    bytes += std::ssize(items.back()) + kMostBytesBesideItem;
  }
  if (bytes > kMostProtobufBytes)
    return Error("FILE-1", "the tensors are too large for protobuf, which has at most 2 GiB");  // [FILE-1]
  return container_bytes(value.kind(), name, items);
}

}  // namespace backedge::onnx
