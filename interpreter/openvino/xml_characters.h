#pragma once

#include <cstdint>
#include <string_view>

namespace backedge::openvino {

/// Whether XML 1.0 admits the character of this code ("Char" of its grammar).
bool is_character(uint32_t code);

/// The number of bytes of the name that `text` begins with ("Name" of the grammar); 0 if there is none.
size_t name_size(std::string_view text);

/// The first place that is not UTF-8 or has a character that XML does not admit; null if there is none.
const char* find_ill_encoded(std::string_view text);

}  // namespace backedge::openvino
