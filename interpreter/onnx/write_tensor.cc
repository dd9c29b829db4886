#include "interpreter/onnx/write_tensor.h"

#include "interpreter/onnx/data_types.h"
#include "interpreter/tensor/narrow_types.h"
#include "interpreter/tensor/npy.h"

namespace backedge::onnx {
namespace {

// Elements of fewer than 8 bits share bytes, the lowest bits first.
std::string packed(const Tensor& narrow) {
  const int64_t bits = packed_bytes(narrow.type(), 8).value_or(8), each = 8 / bits;
  std::string raw(static_cast<size_t>((narrow.count() + each - 1) / each), '\0');
  for (int64_t i = 0; i < narrow.count(); ++i) {
    const int shifted = static_cast<int>(narrow.bytes()[i]) & ((1 << bits) - 1);
    raw[i / each] = static_cast<char>(static_cast<uint8_t>(raw[i / each]) | shifted << (bits * (i % each)));
  }
  return raw;
}

}  // namespace

schema::TensorProto write_tensor(const Tensor& tensor) {
  schema::TensorProto proto;
  for (const int64_t dim : tensor.shape()) proto.add_dims(dim);
  proto.set_data_type(*data_type_of(tensor.type()));
  const Tensor little = little_endian(tensor);
  if (is_narrow(tensor.type())) {
    proto.set_raw_data(packed(tensor));
  } else {
    proto.set_raw_data(little.bytes(), static_cast<size_t>(little.byte_count()));
  }
  return proto;
}

}  // namespace backedge::onnx
