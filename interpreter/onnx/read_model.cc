#include "interpreter/onnx/read_model.h"

#include <google/protobuf/arena.h>
#include <google/protobuf/io/coded_stream.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <new>
#include <utility>

namespace backedge::onnx {
namespace {

// A graph in a graph is three messages deep, and LIMIT-2 allows 64 of them by default.
constexpr int kMostNestedMessages = 1000;
constexpr int64_t kFirstVersion = 3, kLastVersion = 14;

// A message without a field has 2 bytes in a file and more than 100 in memory. So the memory of messages is
// limited while they are read. An arena takes it in blocks, by a function that has no other argument.
constexpr int64_t kBytesOfAnyModel = int64_t{64} << 20;
constexpr int64_t kNoLimit = INT64_MAX;

struct ModelIsTooLarge : std::bad_alloc {};
thread_local int64_t bytes_left = kNoLimit;

// Limits the blocks of this thread as long as it lives.
struct BlockLimit {
  explicit BlockLimit(int64_t bytes) { bytes_left = bytes; }
  ~BlockLimit() { bytes_left = kNoLimit; }
  BlockLimit(const BlockLimit&) = delete;
  BlockLimit& operator=(const BlockLimit&) = delete;
};

void* take_block(size_t size) {
  if (std::cmp_greater(size, bytes_left)) throw ModelIsTooLarge();
  bytes_left -= static_cast<int64_t>(size);
  return ::operator new(size);
}

// Clang has no sized form of operator delete in C++20 unless it is asked for.
void give_block(void* block, size_t) { ::operator delete(block); }

std::shared_ptr<google::protobuf::Arena> limited_arena() {
  google::protobuf::ArenaOptions options;
  options.start_block_size = 4096;
  options.max_block_size = size_t{1} << 20;
  options.block_alloc = take_block;
  options.block_dealloc = give_block;
  return std::make_shared<google::protobuf::Arena>(options);
}

Result<void> parse(const std::string& bytes, schema::ModelProto& model) {
  if (bytes.size() > static_cast<size_t>(std::numeric_limits<int>::max()))
    return Error("ONNX-GRAPH-1",  // [ONNX-GRAPH-1]
                 "the file has more than 2 GiB, the most that protobuf can read");
  google::protobuf::io::CodedInputStream stream(reinterpret_cast<const uint8_t*>(bytes.data()),
                                                static_cast<int>(bytes.size()));
  stream.SetRecursionLimit(kMostNestedMessages);
  if (model.ParseFromCodedStream(&stream) && stream.ConsumedEntireMessage()) return {};
  return Error(
      "ONNX-GRAPH-1",  // [ONNX-GRAPH-1]
      "the bytes are not an ONNX model in protobuf's binary format, or its messages are nested deeper "
      "than " +
          std::to_string(kMostNestedMessages));
}

}  // namespace

Result<std::shared_ptr<schema::ModelProto>> read_within(
    int64_t max_bytes, const std::function<Result<void>(schema::ModelProto&)>& read) {
  const int64_t limit = std::max(max_bytes, kBytesOfAnyModel);
  const BlockLimit of_this_thread(limit);
  std::shared_ptr<google::protobuf::Arena> arena = limited_arena();
  try {
    auto* model = google::protobuf::Arena::CreateMessage<schema::ModelProto>(arena.get());
    TRY(read(*model));
    return std::shared_ptr<schema::ModelProto>(std::move(arena), model);
  } catch (const ModelIsTooLarge&) {  // [LIMIT-1]
    return Error("LIMIT-1",
                 "the nodes, values and attributes of the model take more memory than the limit of " +
                     std::to_string(limit) + " bytes");
  }
}

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

Result<std::shared_ptr<schema::ModelProto>> parse_model(const std::string& bytes, const std::string& file,
                                                        int64_t max_bytes) {
  Result<std::shared_ptr<schema::ModelProto>> model =
      read_within(max_bytes, [&](schema::ModelProto& empty) { return parse(bytes, empty); });
  if (!model.ok()) return model.take_error().at(file, 0).in(Phase::kRead);
  return model;
}

}  // namespace backedge::onnx
