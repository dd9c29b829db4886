#include "interpreter/onnx/read_model.h"

#include <google/protobuf/io/coded_stream.h>

#include <limits>

namespace backedge::onnx {
namespace {

// A graph in a graph is three messages deep, and LIMIT-2 allows 64 of them by default.
constexpr int kMostNestedMessages = 1000;
constexpr int64_t kFirstVersion = 3, kLastVersion = 14;

Result<schema::ModelProto> parse(const std::string& bytes) {
  schema::ModelProto model;
  if (bytes.size() > static_cast<size_t>(std::numeric_limits<int>::max()))
    return Error("ONNX-GRAPH-1",  // [ONNX-GRAPH-1]
                 "the file has more than 2 GiB, the most that protobuf can read");
  google::protobuf::io::CodedInputStream stream(reinterpret_cast<const uint8_t*>(bytes.data()),
                                                static_cast<int>(bytes.size()));
  stream.SetRecursionLimit(kMostNestedMessages);
  if (!model.ParseFromCodedStream(&stream) || !stream.ConsumedEntireMessage())
    return Error("ONNX-GRAPH-1",  // [ONNX-GRAPH-1]
                 "the bytes are not an ONNX model in protobuf's binary format");
  return model;
}

}  // namespace

Result<void> check_model(const schema::ModelProto& model, const std::string& file) {
  const auto check = [&]() -> Result<void> {
    const int64_t version = model.ir_version();
    if (version < kFirstVersion || version > kLastVersion) {  // [ONNX-GRAPH-1]
      return Error("ONNX-GRAPH-1", "the model has IR version " + std::to_string(version) + ", expected " +
                                       std::to_string(kFirstVersion) + " to " + std::to_string(kLastVersion));
    }
    if (!model.has_graph()) return Error("ONNX-GRAPH-1", "the model has no graph");  // [ONNX-GRAPH-1]
    return {};
  };
  Result<void> checked = check();
  if (!checked.ok()) return checked.take_error().at(file, 0).in(Phase::kRead);
  return {};
}

Result<schema::ModelProto> parse_model(const std::string& bytes, const std::string& file) {
  Result<schema::ModelProto> model = parse(bytes);
  if (!model.ok()) return model.take_error().at(file, 0).in(Phase::kRead);
  return model;
}

}  // namespace backedge::onnx
