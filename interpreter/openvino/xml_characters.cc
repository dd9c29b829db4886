#include "interpreter/openvino/xml_characters.h"

#include <algorithm>
#include <array>
#include <span>
#include <utility>

#include "interpreter/base/safe_text.h"

namespace backedge::openvino {
namespace {

using Range = std::pair<uint32_t, uint32_t>;

constexpr std::array kFirstInNames = {
    Range{':', ':'},       Range{'A', 'Z'},       Range{'_', '_'},       Range{'a', 'z'},
    Range{0xc0, 0xd6},     Range{0xd8, 0xf6},     Range{0xf8, 0x2ff},    Range{0x370, 0x37d},
    Range{0x37f, 0x1fff},  Range{0x200c, 0x200d}, Range{0x2070, 0x218f}, Range{0x2c00, 0x2fef},
    Range{0x3001, 0xd7ff}, Range{0xf900, 0xfdcf}, Range{0xfdf0, 0xfffd}, Range{0x10000, 0xeffff}};
constexpr std::array kLaterInNames = {Range{'-', '.'}, Range{'0', '9'}, Range{0xb7, 0xb7},
                                      Range{0x300, 0x36f}, Range{0x203f, 0x2040}};

bool is_in(std::span<const Range> ranges, uint32_t code) {
  return std::any_of(ranges.begin(), ranges.end(),
                     [code](const Range& range) { return code >= range.first && code <= range.second; });
}

}  // namespace

bool is_character(uint32_t code) {
  if (code < 0x20) return code == '\t' || code == '\n' || code == '\r';
  return code < 0xd800 || (code > 0xdfff && code < 0xfffe) || (code > 0xffff && code < 0x110000);
}

size_t name_size(std::string_view text) {
  for (size_t at = 0; at < text.size();) {
    if (text[at] >= 'a' && text[at] <= 'z') {  // almost every character
      ++at;
      continue;
    }
    uint32_t code = 0;
    const int64_t size = decode_utf8(text, at, code);
    if (!is_in(kFirstInNames, code) && (at == 0 || !is_in(kLaterInNames, code))) return at;
    at += static_cast<size_t>(size);
  }
  return text.size();
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
