#include "interpreter/base/safe_text.h"

namespace backedge {
namespace {

bool is_unsafe(uint32_t code) {
  return code < 0x20 || (code >= 0x7f && code < 0xa0)           // C0, DEL, C1
         || code == 0x061c || code == 0x200e || code == 0x200f  // marks of writing direction
         || (code >= 0x2028 && code <= 0x202e)                  // separators; embeddings and overrides
         || (code >= 0x2066 && code <= 0x2069)                  // isolates
         || code == 0xfeff;                                     // a byte order mark is invisible
}

std::string escape(uint32_t code) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string text = "\\u";
  for (int shift = 12; shift >= 0; shift -= 4) text += kDigits[code >> shift & 15];
  return text;
}

std::string with_escapes(std::string_view text, bool keep_lines) {
  std::string safe;
  safe.reserve(text.size());
  for (size_t at = 0; at < text.size();) {
    uint32_t code = 0;
    const int64_t size = decode_utf8(text, at, code);
    if (size == 0) {
      safe += "\xef\xbf\xbd";  // U+FFFD
      ++at;
      continue;
    }
    if (is_unsafe(code) && !(keep_lines && code == '\n')) {
      safe += escape(code);
    } else {
      safe += text.substr(at, size);
    }
    at += size;
  }
  return safe;
}

}  // namespace

int64_t decode_utf8(std::string_view text, size_t at, uint32_t& code) {
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
  constexpr uint32_t kLeast[] = {0, 0, 0x80, 0x800, 0x10000};  // smaller codes would fit fewer bytes
  const bool surrogate = code >= 0xd800 && code < 0xe000;
  return code < kLeast[size] || surrogate || code > 0x10ffff ? 0 : static_cast<int64_t>(size);
}

std::string safe_text(std::string_view text) { return with_escapes(text, true); }

std::string safe_line(std::string_view text) { return with_escapes(text, false); }

std::string in_quotes(std::string_view text) { return "\"" + safe_line(text) + "\""; }

}  // namespace backedge
