#include "interpreter/ir/check_characters.h"

namespace backedge::ir {
namespace {

/// The bytes of the UTF-8 sequence at `at`, its code in `code`; 0 where it is none.
int64_t decode(std::string_view text, size_t at, uint32_t& code) {
  const auto lead = static_cast<uint8_t>(text[at]);
  const size_t size = lead < 0x80   ? 1
                      : lead < 0xc0 ? 0
                      : lead < 0xe0 ? 2
                      : lead < 0xf0 ? 3
                      : lead < 0xf8 ? 4
                                    : 0;
  if (size == 0 || text.size() - at < size) return 0;
  code = size == 1 ? lead : lead & (0x7fu >> size);
  for (size_t next = at + 1; next < at + size; ++next) {
    if ((text[next] & 0xc0) != 0x80) return 0;
    code = code << 6 | (static_cast<uint8_t>(text[next]) & 0x3fu);
  }
  constexpr uint32_t kLeast[] = {0, 0, 0x80, 0x800, 0x10000};  // less would fit fewer bytes
  return code < kLeast[size] ? 0 : static_cast<int64_t>(size);
}

}  // namespace

bool is_character(uint32_t code) {
  if (code < 0x20) return code == '\t' || code == '\n' || code == '\r';
  return code < 0xd800 || (code > 0xdfff && code < 0xfffe) || (code > 0xffff && code < 0x110000);
}

const char* find_ill_encoded(std::string_view text) {
  for (size_t at = 0; at < text.size();) {
    if (text[at] >= ' ' && text[at] <= '~') {  // nearly all of it
      ++at;
      continue;
    }
    uint32_t code = 0;
    const int64_t size = decode(text, at, code);
    if (size == 0 || !is_character(code)) return text.data() + at;
    at += static_cast<size_t>(size);
  }
  return nullptr;
}

}  // namespace backedge::ir
