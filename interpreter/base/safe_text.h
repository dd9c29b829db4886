#pragma once

#include <cstdint>
#include <string>
#include <string_view>

/// Text from a model, a file or a backend, made safe to show.
namespace backedge {

/// The number of bytes of the UTF-8 sequence at `at`, and its code point in `code`; 0 if there is none.
int64_t decode_utf8(std::string_view text, size_t at, uint32_t& code);

/// Returns the text without anything that a terminal obeys or that hides other text. Control characters
/// (C0, DEL, C1), marks and overrides of writing direction, and line separators become `\u202e`, with four
/// hexadecimal digits. Bytes that are not UTF-8 become U+FFFD. Line ends stay. Inside a JSON string the
/// escapes mean the characters that they replace.
std::string safe_text(std::string_view text);

/// The same for a name inside a message, which must stay on one line: line ends are escaped too.
std::string safe_line(std::string_view text);

/// The same between double quotes.
std::string in_quotes(std::string_view text);

}  // namespace backedge
