#include "interpreter/onnx/read_tensor.h"

#include <algorithm>
#include <optional>
#include <type_traits>
#include <utility>

#include "interpreter/base/safe_text.h"
#include "interpreter/onnx/data_types.h"
#include "interpreter/onnx/external_data.h"
#include "interpreter/tensor/narrow_types.h"
#include "interpreter/tensor/stored_elements.h"

namespace backedge::onnx {
namespace {

Error tensor_fault(const std::string& message) { return Error("ONNX-GRAPH-7", message); }  // [ONNX-GRAPH-7]

Result<Shape> read_shape(const google::protobuf::RepeatedField<int64_t>& dims) {
  TRY(check_rank(dims.size(), "the tensor"));
  Shape shape;
  for (const int64_t dim : dims) {
    if (dim < 0) return tensor_fault("a dimension is " + std::to_string(dim));
    shape.push_back(dim);
  }
  return shape;
}

// Counts what a tensor takes before its memory is allocated.
Result<void> take_bytes(ElementType type, const Shape& shape, TensorSource& source) {
  const std::optional<int64_t> bytes = checked_bytes(shape, size_of(type));
  if (!bytes) return Error("LIMIT-4", describe(type, shape) + " has too many bytes");  // [LIMIT-4]
  if (*bytes > source.bytes_left)
    return Error("LIMIT-1", "the tensors take more bytes than the limit");  // [LIMIT-1]
  source.bytes_left -= *bytes;
  return {};
}

Result<Tensor> from_raw(ElementType type, const Shape& shape, const std::string& raw) {
  const int64_t bytes = packed_bytes(type, shape.count()).value_or(-1);
  if (std::ssize(raw) != bytes) {
    return tensor_fault(describe(type, shape) + " has " + std::to_string(raw.size()) +
                        " raw bytes, expected " + std::to_string(bytes));
  }
  return read_stored_elements(type, shape, reinterpret_cast<const std::byte*>(raw.data()));
}

Error wrong_count(ElementType type, const Shape& shape, int64_t values, const char* field) {
  return tensor_fault(describe(type, shape) + " has " + std::to_string(values) + " values in " + field);
}

Error does_not_fit(ElementType type, const std::string& number) {
  return tensor_fault("the number " + number + " is no element of " + std::string(name_of(type)));
}

// What a number of a field is as an element. A real of 16 bits is written as its bits.
template <class T, class Number>
std::optional<T> element_from(Number number) {
  if constexpr (kIsHalf<T>) {
    if (!std::in_range<uint16_t>(number)) return std::nullopt;
    return T{static_cast<uint16_t>(number)};
  } else {
    if constexpr (std::is_integral_v<T> && !std::is_same_v<T, bool>) {
      if (!std::in_range<T>(number)) return std::nullopt;
    }
    return static_cast<T>(number);
  }
}

template <class T, class Field>
Result<Tensor> from_field(const Shape& shape, const Field& field, const char* name) {
  constexpr ElementType kType = backedge::element_type_of<T>();
  if (field.size() != shape.count()) return wrong_count(kType, shape, field.size(), name);
  Tensor tensor = Tensor::zeros(kType, shape);
  T* to = tensor.writable<T>();
  for (int i = 0; i < field.size(); ++i) {
    const std::optional<T> element = element_from<T>(field[i]);
    if (!element) return does_not_fit(kType, std::to_string(field[i]));
    to[i] = *element;
  }
  return tensor;
}

// Two elements of 4 bits share a number of int32_data; elements of 8 bits have one each.
Result<Tensor> from_narrow_field(ElementType type, const Shape& shape, const schema::TensorProto& proto) {
  std::string raw;
  for (const int32_t value : proto.int32_data()) {
    if (!std::in_range<uint8_t>(value) && !std::in_range<int8_t>(value))
      return does_not_fit(type, std::to_string(value));
    raw += static_cast<char>(static_cast<uint8_t>(value));
  }
  if (packed_bytes(type, shape.count()) != std::ssize(raw))
    return wrong_count(type, shape, std::ssize(raw), "int32_data");
  return from_raw(type, shape, raw);
}

Result<Tensor> from_fields(ElementType type, const Shape& shape, const schema::TensorProto& proto) {
  if (is_narrow(type)) return from_narrow_field(type, shape, proto);
  return dispatch(type, [&]<class T>(TypeTag<T>) -> Result<Tensor> {
    if constexpr (std::is_same_v<T, float>) {
      return from_field<T>(shape, proto.float_data(), "float_data");
    } else if constexpr (std::is_same_v<T, double>) {
      return from_field<T>(shape, proto.double_data(), "double_data");
    } else if constexpr (std::is_same_v<T, int64_t>) {
      return from_field<T>(shape, proto.int64_data(), "int64_data");
    } else if constexpr (std::is_same_v<T, uint32_t> || std::is_same_v<T, uint64_t>) {
      return from_field<T>(shape, proto.uint64_data(), "uint64_data");
    } else {
      return from_field<T>(shape, proto.int32_data(), "int32_data");
    }
  });
}

// The fields with elements. One of them may be there, or none if there are no elements.
Result<void> check_one_field(const schema::TensorProto& proto) {
  const bool is_external = proto.data_location() == schema::TensorProto::EXTERNAL;
  const int sizes[] = {proto.float_data_size(),          proto.double_data_size(), proto.int32_data_size(),
                       proto.int64_data_size(),          proto.uint64_data_size(), proto.string_data_size(),
                       proto.raw_data().empty() ? 0 : 1, is_external ? 1 : 0};
  if (std::ranges::count_if(sizes, [](int size) { return size > 0; }) <= 1) return {};
  return tensor_fault("the elements are in more than one field");
}

Result<Tensor> read(const schema::TensorProto& proto, TensorSource& source) {
  TRY(check_one_field(proto));
  const ElementType type = TRY(element_type_of(proto.data_type()));
  const Shape shape = TRY(read_shape(proto.dims()));
  TRY(take_bytes(type, shape, source));
  if (proto.has_segment()) return tensor_fault("a tensor in segments is not supported");
  if (proto.data_location() == schema::TensorProto::EXTERNAL) {
    const std::optional<int64_t> bytes = packed_bytes(type, shape.count());
    return from_raw(type, shape, TRY(read_external_data(proto, source.folder, bytes.value_or(0))));
  }
  if (!proto.raw_data().empty()) return from_raw(type, shape, proto.raw_data());
  return from_fields(type, shape, proto);
}

Error named(Error error, const std::string& name) {
  if (name.empty()) return error;
  return std::move(error).note("in the tensor \"" + safe_line(name) + "\"");
}

// The positions of the values, in row-major order; each once, in ascending order.
Result<std::vector<int64_t>> read_positions(const Tensor& indices, const Shape& shape, int64_t count) {
  if (indices.type() != ElementType::kI64)
    return tensor_fault("the indices of a sparse tensor are not INT64");
  const bool flat = indices.shape() == Shape{count};
  if (!flat && indices.shape() != Shape{count, shape.rank()})
    return tensor_fault("the indices of a sparse tensor are " + describe(indices.type(), indices.shape()));
  std::vector<int64_t> positions;
  const int64_t* index = indices.data<int64_t>();
  for (int64_t i = 0; i < count; ++i) {
    int64_t position = flat ? index[i] : 0;
    bool inside = !flat || (position >= 0 && position < shape.count());
    for (int64_t axis = 0; !flat && axis < shape.rank(); ++axis, ++index) {
      inside = inside && *index >= 0 && *index < shape[axis];
      if (inside) position = position * shape[axis] + *index;
    }
    if (!inside || (i > 0 && position <= positions.back()))
      return tensor_fault("index " + std::to_string(i) + " of a sparse tensor is outside or not ascending");
    positions.push_back(position);
  }
  return positions;
}

Result<Tensor> read_sparse(const schema::SparseTensorProto& proto, TensorSource& source) {
  const Tensor values = TRY(read(proto.values(), source));
  const Tensor indices = TRY(read(proto.indices(), source));
  const Shape shape = TRY(read_shape(proto.dims()));
  TRY(take_bytes(values.type(), shape, source));
  if (values.shape().rank() != 1) return tensor_fault("the values of a sparse tensor are not of rank 1");
  const std::vector<int64_t> positions = TRY(read_positions(indices, shape, values.count()));
  Tensor dense = Tensor::zeros(values.type(), shape);
  const int64_t size = size_of(values.type());
  std::byte* to = dense.writable_bytes();
  for (size_t i = 0; i < positions.size(); ++i)
    std::copy_n(values.bytes() + static_cast<int64_t>(i) * size, size, to + positions[i] * size);
  return dense;
}

}  // namespace

Result<Tensor> read_tensor(const schema::TensorProto& tensor, TensorSource& source) {
  Result<Tensor> value = read(tensor, source);
  if (!value.ok()) return named(value.take_error(), tensor.name());
  return value;
}

Result<Tensor> read_sparse_tensor(const schema::SparseTensorProto& tensor, TensorSource& source) {
  Result<Tensor> value = read_sparse(tensor, source);
  if (!value.ok()) return named(value.take_error(), tensor.values().name());
  return value;
}

}  // namespace backedge::onnx
