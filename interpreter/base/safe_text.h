#pragma once

#include <cstdint>
#include <string>
#include <string_view>

/// Text from a model, a file or a backend, made safe to show.
namespace backedge {

/// The bytes of the UTF-8 sequence at `at`, its code point in `code`; 0 where there is none.
int64_t decode_utf8(std::string_view text, size_t at, uint32_t& code);

/// The text without anything that a terminal obeys or that hides what is written: control characters (C0, DEL, C1),
/// marks and overrides of writing direction, and line separators become `\u202e`, four hexadecimal digits. Bytes that are
/// not UTF-8 become U+FFFD. Ends of lines stay. Inside a JSON string the escapes mean the characters they replace.
std::string safe_text(std::string_view text);

/// The same on one line, for a name inside a message: ends of lines are escaped too.
std::string safe_line(std::string_view text);

}  // namespace backedge
