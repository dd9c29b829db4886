#include "interpreter/openvino/check_characters.h"

#include "interpreter/base/safe_text.h"

namespace backedge::openvino {

bool is_character(uint32_t code) {
  if (code < 0x20) return code == '\t' || code == '\n' || code == '\r';
  return code < 0xd800 || (code > 0xdfff && code < 0xfffe) || (code > 0xffff && code < 0x110000);
}

const char* find_ill_encoded(std::string_view text) {
  for (size_t at = 0; at < text.size();) {
    if (text[at] >= ' ' && text[at] <= '~') {  // almost every character
      ++at;
      continue;
    }
    uint32_t code = 0;
    const int64_t size = decode_utf8(text, at, code);
    if (size == 0 || !is_character(code)) return text.data() + at;
    at += size;
  }
  return nullptr;
}

}  // namespace backedge::openvino
