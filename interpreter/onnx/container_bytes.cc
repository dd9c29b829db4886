#include "interpreter/onnx/container_bytes.h"

#include <cstdint>

namespace backedge::onnx {
namespace {

// Fields of both messages. Other ones hold other kinds of items.
enum Field : uint64_t { kName = 1, kElementType = 2, kTensor = 3, kSequence = 5 };

// What elem_type says of the items.
enum ElementKind : uint64_t { kOfTensors = 1, kOfSequences = 3 };

enum WireType : uint64_t { kVarint = 0, kLengthDelimited = 2 };

Error not_a_container(ValueKind kind) {  // [INPUT-5]
  const char* message = kind == ValueKind::kSequence ? "a SequenceProto" : "an OptionalProto";
  return Error("INPUT-5", "the bytes are not " + std::string(message) + " with " +
                              std::string(name_of(item_of(kind))) + "s in protobuf's binary format");
}

// The fields of a message, one after the other.
class Reader {
 public:
  Reader(std::string_view bytes, ValueKind kind) : bytes_(bytes), kind_(kind) {}

  bool at_end() const { return bytes_.empty(); }

  Result<uint64_t> varint() {
    uint64_t value = 0;
    for (int shift = 0; shift < 64; shift += 7) {
      if (bytes_.empty()) return not_a_container(kind_);
      const auto byte = static_cast<uint8_t>(bytes_.front());
      bytes_.remove_prefix(1);
      value |= uint64_t{byte & 0x7fu} << shift;
      if (byte < 0x80) return value;
    }
    return not_a_container(kind_);
  }

  Result<std::string_view> block() {
    const uint64_t length = TRY(varint());
    if (length > bytes_.size()) return not_a_container(kind_);
    const std::string_view block = bytes_.substr(0, length);
    bytes_.remove_prefix(length);
    return block;
  }

 private:
  std::string_view bytes_;
  ValueKind kind_;
};

uint64_t item_field(ValueKind kind) { return kind == ValueKind::kOptionalSequence ? kSequence : kTensor; }

void append_varint(std::string& bytes, uint64_t value) {
  for (; value >= 0x80; value >>= 7) bytes += static_cast<char>(value | 0x80);
  bytes += static_cast<char>(value);
}

void append_block(std::string& bytes, uint64_t field, std::string_view block) {
  append_varint(bytes, field << 3 | kLengthDelimited);
  append_varint(bytes, block.size());
  bytes += block;
}

}  // namespace

Result<std::vector<std::string_view>> items_of(std::string_view bytes, ValueKind kind) {
  std::vector<std::string_view> items;
  Reader reader(bytes, kind);
  while (!reader.at_end()) {
    const uint64_t tag = TRY(reader.varint()), field = tag >> 3, wire = tag & 7;
    if (field == kElementType && wire == kVarint) {
      TRY(reader.varint());
    } else if (field == kName && wire == kLengthDelimited) {
      TRY(reader.block());
    } else if (field == item_field(kind) && wire == kLengthDelimited) {
      items.push_back(TRY(reader.block()));
    } else {
      return not_a_container(kind);
    }
  }
  if (is_optional(kind) && items.size() > 1) return not_a_container(kind);
  return items;
}

std::string container_bytes(ValueKind kind, const std::string& name, const std::vector<std::string>& items) {
  std::string bytes;
  append_block(bytes, kName, name);
  // An empty optional says nothing.
  if (kind == ValueKind::kSequence || !items.empty()) {
    append_varint(bytes, kElementType << 3 | kVarint);
    append_varint(bytes, kind == ValueKind::kOptionalSequence ? kOfSequences : kOfTensors);
  }
  for (const std::string& item : items) append_block(bytes, item_field(kind), item);
  return bytes;
}

}  // namespace backedge::onnx
