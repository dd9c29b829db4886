#include "conformance/judge/backtrace.h"

#include <algorithm>
#include <array>
#include <cctype>

namespace backedge {
namespace {

constexpr std::string_view kBlanks = " \t\r\v\f";

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_hex_digit(char c) { return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'); }

size_t indentation_of(std::string_view line) {
  return std::min(line.find_first_not_of(kBlanks), line.size());
}

std::string_view trimmed(std::string_view line) {
  line.remove_prefix(indentation_of(line));
  return line.substr(0, line.find_last_not_of(kBlanks) + 1);
}

// The text after a number at the beginning of a text; "" if it does not begin with one.
std::string_view after_number(std::string_view text) {
  size_t digits = 0;
  while (digits < text.size() && is_digit(text[digits])) ++digits;
  return digits == 0 ? std::string_view() : text.substr(digits);
}

std::string_view after_blanks(std::string_view text) { return text.substr(indentation_of(text)); }

// Whether a text ends in an address that follows `before`: "[0x7f3a]" ends in an address after "[".
bool ends_in_address(std::string_view text, std::string_view before) {
  if (text.ends_with(')') || text.ends_with(']')) text.remove_suffix(1);
  const size_t size = text.size();
  while (!text.empty() && is_hex_digit(text.back())) text.remove_suffix(1);
  return text.size() < size && text.ends_with("0x") && text.substr(0, text.size() - 2).ends_with(before);
}

// "Bar.java:12", "/rustc/core/src/panic.rs:64:5"
bool ends_in_line_number(std::string_view text) {
  const size_t size = text.size();
  while (!text.empty() && is_digit(text.back())) text.remove_suffix(1);
  return text.size() < size && text.ends_with(':');
}

// Whether a line is a frame, wherever it is in a text.
bool is_frame(std::string_view line) {
  if (line.starts_with("frame #")) return true;  // PyTorch
  if (line.starts_with('#')) {                   // GDB, sanitizers; but "#3 is not an axis" is not a frame
    const std::string_view rest = after_number(line.substr(1));
    return rest.starts_with("  ") || rest.starts_with(" 0x") ||
           (rest.starts_with(' ') && ends_in_line_number(line));
  }
  if (line.starts_with("PC: @")) return true;
  if (line.starts_with('@') && after_blanks(line.substr(1)).starts_with("0x")) return true;  // Abseil, glog
  if (line.starts_with("[bt] (")) return true;                                               // TVM, MXNet
  const std::string_view rest = after_number(line);
  if (rest.starts_with("# ")) return true;  // Boost
  if (rest.starts_with(' ')) {              // macOS: "3   libx.dylib   0x1 f + 12"
    const std::string_view name = after_blanks(rest);
    const size_t end = name.find_first_of(kBlanks);
    if (end != std::string_view::npos && after_blanks(name.substr(end)).starts_with("0x")) return true;
  }
  if (line.ends_with(']') && ends_in_address(line, "[")) return true;  // glibc
  if (ends_in_address(line, " +")) return true;                        // Go
  if (line.starts_with("at ")) {                                       // Rust, Java, JavaScript
    std::string_view place = line;
    if (place.ends_with(')')) place.remove_suffix(1);
    while (!place.empty() && ends_in_line_number(place)) {
      place.remove_suffix(place.size() - place.rfind(':'));
      if (!ends_in_line_number(place)) return true;
    }
    return line.ends_with("(Native Method)") || line.ends_with("(Unknown Source)");
  }
  return line.starts_with("... ") && line.ends_with(" more");
}

// Whether a line is a frame if it follows the heading of a backtrace: "4: TVMFuncCall", "0.  Program
//                                                                                            arguments:
//                                                                                            ...",
//                                                                                            "main.run(0x1,
//                                                                                            0x2)".
bool is_frame_after_heading(std::string_view line) {
  const std::string_view rest = after_number(line);
  if (!rest.empty() && std::string_view(":. \t").find(rest.front()) != std::string_view::npos) return true;
  return line.ends_with(')') && line.find_first_of(kBlanks) > line.find('(');
}

// The position where the heading of a backtrace begins in a line; npos if the line has none.
size_t find_heading(std::string_view line) {
  std::string lower(line);
  std::transform(lower.begin(), lower.end(), lower.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  const size_t recent = lower.find("(most recent call ");
  if (recent != std::string::npos) {
    const size_t traceback = lower.find("traceback");
    return traceback < recent
               ? traceback
               : 0;  // PyTorch: "Exception raised from f at f.cpp:12 (most recent call first):"
  }
  if (lower.starts_with("goroutine ") && lower.ends_with("]:")) return 0;
  const std::string_view end = std::string_view(lower).substr(0, lower.find_last_not_of("* \t\r") + 1);
  constexpr std::array<std::string_view, 7> kHeadings = {
      "stack trace:", "stacktrace:", "stack backtrace:", "backtrace:",
      "call stack:",  "stack dump:", "traceback:"};
  for (const std::string_view heading : kHeadings) {
    if (end.ends_with(heading)) return end.size() - heading.size();
  }
  return std::string_view::npos;
}

// Text before a heading is a complaint if it is a sentence of its own.
std::string_view complaint_before(std::string_view line, size_t heading) {
  const std::string_view before = line.substr(0, heading);
  const size_t last = before.find_last_not_of(kBlanks);
  if (last == std::string_view::npos ||
      std::string_view(".;!?:").find(before[last]) == std::string_view::npos)
    return {};
  return before.substr(0, last + 1);
}

bool joins_tracebacks(std::string_view line) {
  return line == "During handling of the above exception, another exception occurred:" ||
         line == "The above exception was the direct cause of the following exception:" ||
         line.starts_with("note: run with `RUST_BACKTRACE=") ||
         line.starts_with("note: Some details are omitted, run with `RUST_BACKTRACE=");
}

}  // namespace

std::vector<std::string> lines_without_backtraces(std::string_view text) {
  std::vector<std::string> lines;
  bool in_backtrace = false;
  size_t indentation = 0;  // the indentation of the heading
  for (size_t begin = 0; begin < text.size();) {
    const size_t end = std::min(text.find('\n', begin), text.size());
    const std::string_view whole = text.substr(begin, end - begin);
    const std::string_view line = trimmed(whole);
    begin = end + 1;
    if (line.empty() || joins_tracebacks(line)) continue;
    if (const size_t heading = find_heading(line); heading != std::string_view::npos) {
      in_backtrace = true;
      indentation = indentation_of(whole);
      if (const std::string_view before = complaint_before(line, heading); !before.empty())
        lines.emplace_back(before);
      continue;
    }
    if (in_backtrace && (indentation_of(whole) > indentation || is_frame_after_heading(line))) continue;
    if (is_frame(line)) continue;
    in_backtrace = false;
    lines.emplace_back(line);
  }
  return lines;
}

}  // namespace backedge
