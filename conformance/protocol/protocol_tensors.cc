#include "conformance/protocol/protocol_tensors.h"

#include <filesystem>
#include <span>
#include <vector>

#include "conformance/corpus/read_tensor.h"
#include "conformance/protocol/protocol.h"
#include "interpreter/tensor/npy.h"

namespace backedge {
Result<OrderedJson> protocol_json(const Tensor& tensor, const std::string& name,
                                  const WriteFile& write_file) {
  OrderedJson json = {{"element_type", name_of(tensor.type())},
                      {"shape", std::vector<int64_t>(tensor.shape().begin(), tensor.shape().end())}};
  if (tensor.byte_count() <= kMostInlineBytes) {
    json["values"] = values_json(tensor);
  } else {
    json["file"] = TRY(write_file(name, tensor));
  }
  return json;
}

Result<Tensor> NamedFiles::read(const std::string& file) {
  if (!std::filesystem::path(file).is_absolute())
    return protocol_error("file: not absolute: " + excerpt(file));
  if (scratch == nullptr) return read_npy(file);
  Result<std::string> text = scratch->take(file, kMostFileBytes - bytes);
  if (!text.ok()) return protocol_error("file: " + excerpt(file) + ": " + text.error().message());
  bytes += std::ssize(text.value());
  Result<Tensor> tensor = decode_npy(std::as_bytes(std::span(text.value())));
  if (!tensor.ok()) return protocol_error("file: " + excerpt(file) + ": " + tensor.error().message());
  return tensor;
}

Result<Tensor> read_protocol_tensor(const Json& json, NamedFiles& files) {
  if (!json.is_object()) return protocol_error("a tensor is not an object");
  const Json* file = find(json, "file");
  if (file == nullptr) return read_values(json, "element_type");
  if (find(json, "values") != nullptr) return protocol_error("values and file");
  const std::string path = TRY(read_string(json, "file"));
  Tensor tensor = TRY(files.read(path));
  // The line's description of a file is compared with the file, so that a tensor has one description.
  const std::string type = TRY(read_string(json, "element_type"));
  const Json* shape = find(json, "shape");
  const std::vector<int64_t> dims(tensor.shape().begin(), tensor.shape().end());
  if (type != name_of(tensor.type()) || shape == nullptr || *shape != Json(dims))
    return protocol_error(excerpt(path) + " holds " + describe(tensor.type(), tensor.shape()) +
                          ", not what the answer says");
  return tensor;
}

}  // namespace backedge
