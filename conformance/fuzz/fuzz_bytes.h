#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <span>
#include <string>
#include <string_view>

/// Helpers for every fuzz target.
namespace backedge {

/// The input of a fuzz target, read from front to back. After its end come zeros.
class FuzzBytes {
 public:
  FuzzBytes(const uint8_t* data, size_t size) : rest_(reinterpret_cast<const char*>(data), size) {}

  /// The text before the first byte 0, which is skipped; if there is none, all the rest.
  std::string_view take_text() {
    const size_t end = std::min(rest_.find('\0'), rest_.size());
    const std::string_view text = rest_.substr(0, end);
    rest_.remove_prefix(std::min(end + 1, rest_.size()));
    return text;
  }

  uint8_t take_byte() {
    if (rest_.empty()) return 0;
    const auto byte = static_cast<uint8_t>(rest_.front());
    rest_.remove_prefix(1);
    return byte;
  }

  /// At most `most` bytes.
  std::span<const std::byte> take(size_t most) {
    const std::string_view taken = rest_.substr(0, most);
    rest_.remove_prefix(taken.size());
    return std::as_bytes(std::span(taken));
  }

 private:
  std::string_view rest_;
};

/// Ends the program if a condition that must hold for every input does not hold. The fuzzer takes that for
/// a crash.
inline void demand(bool condition, const std::string& otherwise) {
  if (condition) return;
  std::fprintf(stderr, "fuzz target: %s\n", otherwise.c_str());
  std::abort();
}

}  // namespace backedge
