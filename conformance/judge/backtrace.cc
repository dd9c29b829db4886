#include "conformance/judge/backtrace.h"

#include <algorithm>
#include <array>
#include <optional>

#include "interpreter/base/lower_case.h"

namespace backedge {
namespace {

constexpr std::string_view kBlanks = " \t\r\v\f";
constexpr std::string_view kDigits = "0123456789";
constexpr std::string_view kHexDigits = "0123456789abcdefABCDEF";

size_t indentation_of(std::string_view line) {
  return std::min(line.find_first_not_of(kBlanks), line.size());
}

std::string_view trimmed(std::string_view line) {
  line.remove_prefix(indentation_of(line));
  return line.substr(0, line.find_last_not_of(kBlanks) + 1);
}

// The text after a number at the beginning of a text; "" if it does not begin with one.
std::string_view after_number(std::string_view text) {
  const size_t digits = std::min(text.find_first_not_of(kDigits), text.size());
  return digits == 0 ? std::string_view() : text.substr(digits);
}

std::string_view after_blanks(std::string_view text) { return text.substr(indentation_of(text)); }

// Whether a text ends in a number that follows `before`: "loop.cc:12" ends in one after ":".
bool ends_in_number(std::string_view text, std::string_view before, std::string_view digits) {
  const size_t number = text.find_last_not_of(digits) + 1;
  return number < text.size() && text.substr(0, number).ends_with(before);
}

// Whether a line is a frame, wherever it is in a text.
bool is_frame(std::string_view line) {
  if (line.starts_with("frame #")) return true;  // PyTorch
  if (line.starts_with('#')) {                   // GDB, sanitizers; but "#3 is not an axis" is not a frame
    const std::string_view rest = after_number(line.substr(1));
    return rest.starts_with("  ") || rest.starts_with(" 0x") ||
           (rest.starts_with(' ') && ends_in_number(line, ":", kDigits));
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
  if (line.ends_with(']') && ends_in_number(line.substr(0, line.size() - 1), "[0x", kHexDigits))
    return true;                                              // glibc
  if (ends_in_number(line, " +0x", kHexDigits)) return true;  // Go
  if (line.starts_with("at ")) {                              // Rust, Java, JavaScript
    const std::string_view place = line.substr(0, line.find_last_not_of(')') + 1);
    return ends_in_number(place, ":", kDigits) || line.ends_with("(Native Method)") ||
           line.ends_with("(Unknown Source)");
  }
  return line.starts_with("... ") && line.ends_with(" more");
}

// Whether a line is a frame if it follows the heading of a backtrace. TVM writes "4: TVMFuncCall", LLVM
// "0.<tab>Program arguments: ./prog", and Go "main.run(0x1, 0x2)".
bool is_frame_after_heading(std::string_view line) {
  const std::string_view rest = after_number(line);
  if (!rest.empty() && std::string_view(":. \t").find(rest.front()) != std::string_view::npos) return true;
  return line.ends_with(')') && line.find_first_of(kBlanks) > line.find('(');
}

// The text before a heading is a complaint if it is a sentence of its own.
std::string_view sentence_in(std::string_view text) {
  text = trimmed(text);
  return text.find_last_of(".;!?:") + 1 == text.size() ? text : std::string_view();
}

// The complaint before the heading of a backtrace in the same line, mostly ""; nothing if the line has no
// heading.
std::optional<std::string_view> complaint_before_heading(std::string_view line) {
  const std::string lower = lower_case(line);
  const size_t recent = lower.find("(most recent call ");
  if (recent != std::string::npos) {
    const size_t traceback = lower.rfind("traceback", recent);
    if (traceback != std::string::npos) return sentence_in(line.substr(0, traceback));
    return "";  // PyTorch: "Exception raised from f at f.cpp:12 (most recent call first):"
  }
  if (lower.starts_with("goroutine ") && lower.ends_with("]:")) return "";
  const std::string_view end = std::string_view(lower).substr(0, lower.find_last_not_of("* \t\r") + 1);
  constexpr std::array<std::string_view, 7> kHeadings = {
      "stack trace:", "stacktrace:", "stack backtrace:", "backtrace:",
      "call stack:",  "stack dump:", "traceback:"};
  for (const std::string_view heading : kHeadings) {
    if (end.ends_with(heading)) return sentence_in(line.substr(0, end.size() - heading.size()));
  }
  return std::nullopt;
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
  constexpr size_t kNone = std::string_view::npos;
  size_t indentation = kNone;  // of the heading, while the lines are of its backtrace
  while (!text.empty()) {
    const std::string_view whole = text.substr(0, text.find('\n'));
    const std::string_view line = trimmed(whole);
    text.remove_prefix(std::min(whole.size() + 1, text.size()));
    if (line.empty() || joins_tracebacks(line)) continue;
    if (const auto complaint = complaint_before_heading(line)) {
      indentation = indentation_of(whole);
      if (!complaint->empty()) lines.emplace_back(*complaint);
      continue;
    }
    if (indentation != kNone && (indentation_of(whole) > indentation || is_frame_after_heading(line)))
      continue;
    if (is_frame(line)) continue;
    indentation = kNone;
    lines.emplace_back(line);
  }
  return lines;
}

}  // namespace backedge
