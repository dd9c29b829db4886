#include "conformance/judge/complaint.h"

#include <algorithm>
#include <array>
#include <vector>

#include "conformance/judge/backtrace.h"
#include "interpreter/base/lower_case.h"
#include "interpreter/base/number_text.h"

namespace backedge {
namespace {

constexpr size_t kLastLines = 2;     // these count, in addition to the first one
constexpr size_t kMostBytes = 1000;  // of a line; the rest does not count, so that no line takes long

enum class Digits { kHide, kKeepInWords };

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c & 0x80) != 0; }
bool is_word(char c) { return is_digit(c) || is_letter(c) || c == '_'; }
bool has_digit(std::string_view text) { return std::any_of(text.begin(), text.end(), is_digit); }
bool has_letter(std::string_view text) { return std::any_of(text.begin(), text.end(), is_letter); }

bool names_source(std::string_view file) {
  constexpr std::array<std::string_view, 20> kExtensions = {
      ".c",  ".cc",  ".cpp", ".cxx", ".h",  ".hh",  ".hpp",  ".hxx", ".inc", ".inl",
      ".py", ".pyx", ".rs",  ".go",  ".cu", ".cuh", ".java", ".js",  ".ts",  ".swift"};
  return std::any_of(kExtensions.begin(), kExtensions.end(), [&](std::string_view extension) {
    return file.size() > extension.size() && file.ends_with(extension);
  });
}

// Normalizes one line from left to right.
class Normalizer {
 public:
  Normalizer(std::string_view line, Digits digits) : line_(line), digits_(digits) {}

  std::string normalize() {
    while (at_ < line_.size()) {
      if (const std::string_view path = find_path(); !path.empty()) {
        take_path(path);
      } else if (is_word(line_[at_])) {
        take_word();
      } else {
        take_mark(line_[at_]);
      }
    }
    while (!out_.empty() && (out_.back() == ' ' || out_.back() == ':')) out_.pop_back();
    return std::move(out_);
  }

 private:
  // The path that begins here; "" if there is none.
  std::string_view find_path() {
    if (at_ < run_end_ || !may_begin_path(line_.substr(at_, 2))) return {};
    run_end_ = at_;
    while (run_end_ < line_.size() && is_of_path(line_[run_end_])) ++run_end_;
    std::string_view run = line_.substr(at_, run_end_ - at_);
    run = run.substr(0, run.find_last_not_of(".-") + 1);
    return is_path(run) || names_source(run) ? run : std::string_view();
  }

  static bool may_begin_path(std::string_view two) {
    return is_word(two.front()) || two == "./" || two == ".." || two == "~/" ||
           (two.front() == '/' && is_word(two.back()));
  }

  void take_path(std::string_view path) {
    const std::string_view file = path.substr(path.find_last_of("/\\") + 1);
    put(names_source(file) ? file : "<path>");
    at_ += path.size();
    skip_line_number();
  }

  // Takes a word, a number, or names with "-" between them.
  void take_word() {
    const size_t begin = at_;
    while (at_ < line_.size() && is_in_word(begin)) ++at_;
    const std::string_view word = line_.substr(begin, at_ - begin);
    put(keeps(word) ? word : "#");
  }

  static bool is_of_path(char c) {
    return is_word(c) || std::string_view("./\\~+-").find(c) != std::string_view::npos;
  }

  // "either/or" and "inputs/outputs" are not paths.
  static bool is_path(std::string_view run) {
    const size_t slash = run.find_last_of("/\\");
    return slash != std::string_view::npos &&
           (run.find_first_of("/\\") < slash ||
            std::string_view("/.~").find(run.front()) != std::string_view::npos ||
            run.find('.', slash) != std::string_view::npos);
  }

  // ":12" or ":12:3"
  void skip_line_number() {
    while (at_ + 1 < line_.size() && line_[at_] == ':' && is_digit(line_[at_ + 1])) {
      ++at_;
      while (at_ < line_.size() && is_digit(line_[at_])) ++at_;
    }
  }

  // A dot or a hyphen is part of a word if digits follow it: "3.5", "SLICE-6". So is the "+" of "1e+5".
  bool is_in_word(size_t begin) const {
    if (is_word(line_[at_])) return true;
    if (at_ + 1 >= line_.size() || !is_digit(line_[at_ + 1])) return false;
    if (line_[at_] == '.') return is_digit(line_[at_ - 1]);
    return (line_[at_] == '-' || (line_[at_] == '+' && is_digit(line_[begin]))) && is_letter(line_[at_ - 1]);
  }

  bool keeps(std::string_view word) const {
    if (!has_digit(word)) return true;
    if (std::all_of(word.begin(), word.end(), is_digit)) {
      constexpr std::array<std::string_view, 4> kCodes = {"signal", "code", "status", "errno"};
      return std::find(kCodes.begin(), kCodes.end(), lower_case(last_word())) != kCodes.end();
    }
    const size_t capitals = word.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZ");
    const bool is_rule = capitals > 1 && word[capitals] == '-';
    return is_rule || (digits_ == Digits::kKeepInWords && is_letter(word.front()));
  }

  // The word before a number: "exit code 7" has one, "[ONNXRuntimeError] : 6" does not.
  std::string_view last_word() const {
    std::string_view text = out_;
    if (text.ends_with(' ')) text.remove_suffix(1);
    size_t begin = text.size();
    while (begin > 0 && is_letter(text[begin - 1])) --begin;
    return text.substr(begin);
  }

  void take_mark(char c) {
    if (skip_quotation(c)) return;
    if (c == '(' || c == '[' || c == '{') {
      open_.push_back(out_.size());
      out_ += c;
    } else if ((c == ')' || c == ']' || c == '}') && !open_.empty()) {
      close(c);
    } else if (static_cast<unsigned char>(c) <= ' ' || c == 0x7f) {
      if (!out_.empty() && out_.back() != ' ') out_ += ' ';
    } else if (!is_sign(c)) {
      out_ += c;
    }
    ++at_;
  }

  // "-3" is a number like 3. But "2-3" are two numbers.
  bool is_sign(char c) const {
    return (c == '-' || c == '+') && at_ + 1 < line_.size() && is_digit(line_[at_ + 1]) &&
           (at_ == 0 || !is_word(line_[at_ - 1]));
  }

  // A quoted name becomes '...'. Quoted code is kept and read up to the mark that closes it.
  bool skip_quotation(char mark) {
    if (mark != '\'' && mark != '"' && mark != '`') return false;
    if (at_ == code_end_ || (at_ > 0 && is_word(line_[at_ - 1]))) return false;  // an apostrophe
    const size_t end = find_closing(mark);
    if (end == std::string_view::npos) return false;
    const std::string word = lower_case(last_word());
    if (word.starts_with("check") || word.starts_with("assert") || word == "class") {
      code_end_ = end;
      return false;
    }
    put("'...'");
    at_ = end + 1;
    return true;
  }

  size_t find_closing(char mark) const {
    for (size_t k = at_ + 1; k < line_.size(); ++k) {
      const bool closes = line_[k] == mark || (mark == '`' && line_[k] == '\'');
      if (closes && (k + 1 == line_.size() || !is_word(line_[k + 1]))) return k;
    }
    return std::string_view::npos;
  }

  // Brackets that contain only numbers, nothing, or such brackets become one "#". Brackets of a call stay
  // empty.
  void close(char c) {
    const size_t open = open_.back();
    open_.pop_back();
    const std::string_view content = std::string_view(out_).substr(open + 1);
    const bool is_call = out_[open] == '(' && open > 0 && is_word(out_[open - 1]) && content.empty();
    if (!has_letter(content) && !is_call) {
      out_.resize(open + 1);
      out_ += '#';
    }
    out_ += c;
    // "#[#], #[#]" is one list of shapes, whatever its length.
    for (const std::string_view item : {"#[#]", "[#]", "(#)", "{#}"}) {
      for (const std::string_view between : {", ", ",", " "}) {
        const std::string twice = std::string(item).append(between).append(item);
        if (out_.ends_with(twice)) out_.resize(out_.size() - twice.size() + item.size());
      }
    }
  }

  void put(std::string_view word) {
    if (word == "#" && (out_.ends_with("#, ") || out_.ends_with("#,"))) {
      out_.resize(out_.rfind('#') + 1);
    } else {
      out_ += word;
    }
  }

  const std::string_view line_;
  const Digits digits_;
  size_t at_ = 0;
  size_t run_end_ = 0;                        // no path begins before this position
  size_t code_end_ = std::string_view::npos;  // the mark that closes quoted code
  std::string out_;
  std::vector<size_t> open_;  // where brackets begin in out_
};

// At most kMostBytes of a line, without a part of a character of UTF-8 at the end.
std::string_view beginning_of(std::string_view line) {
  if (line.size() <= kMostBytes) return line;
  size_t end = kMostBytes;
  while (end > 0 && (line[end] & 0xc0) == 0x80) --end;
  return line.substr(0, end);
}

// The signature of a line; "" if the line says nothing, or only where an error was raised.
std::string signature_of_line(std::string_view line, Digits digits) {
  std::string words = Normalizer(beginning_of(line), digits).normalize();
  const bool is_place = words.starts_with("Exception from ") && names_source(words);
  return is_place || !has_letter(words) ? "" : words;
}

std::string normalize(std::string_view text, Digits digits) {
  const std::vector<std::string> lines = lines_without_backtraces(text);
  std::vector<std::string> told;  // the last lines in reverse order, then the first one
  size_t first = 0;
  std::string beginning;
  while (first < lines.size() && (beginning = signature_of_line(lines[first], digits)).empty()) ++first;
  for (size_t k = lines.size(); k > first && told.size() < kLastLines; --k) {
    std::string line = signature_of_line(lines[k - 1], digits);
    if (!line.empty() && (told.empty() || told.back() != line)) told.push_back(std::move(line));
  }
  if (told.empty() || told.back() != beginning) told.push_back(std::move(beginning));
  std::string signature;
  for (auto line = told.rbegin(); line != told.rend(); ++line)
    signature += (signature.empty() ? "" : "; ") + *line;
  return signature;
}

// The text without these words, if it begins with them.
std::string_view behind(std::string_view text, std::string_view words) {
  return text.starts_with(words) ? text.substr(words.size()) : text;
}

// The text has the form "expected outputs\nactual   rejected (load)\n  why". If several answers are correct,
// it has this form once for each of them.
std::string complaint_of_rejection(std::string_view text) {
  constexpr std::string_view kActual = "\nactual   ", kIndented = "\n ";
  const size_t actual = text.find(kActual);
  if (actual == std::string_view::npos) return normalize_complaint(text);
  text.remove_prefix(actual + kActual.size());
  const std::string_view phase = text.substr(0, text.find('\n'));
  size_t end = phase.size();
  while (text.substr(end).starts_with(kIndented))
    end = std::min(text.find('\n', end + kIndented.size()), text.size());
  const std::string why = normalize_complaint(text.substr(phase.size(), end - phase.size()));
  return std::string(phase) + (why.empty() ? "" : ": " + why);
}

}  // namespace

std::string normalize_complaint(std::string_view text) { return normalize(text, Digits::kHide); }

std::string complaint_of(const Verdict& verdict) {
  switch (verdict.outcome) {
    case Outcome::kRejected:
      return complaint_of_rejection(verdict.text);
    case Outcome::kSkipped:
      return normalize(behind(verdict.text, "skipped: "), Digits::kKeepInWords);
    case Outcome::kFailed:
      return normalize_complaint(behind(verdict.text, "failed: "));
    case Outcome::kCrashed:
    case Outcome::kTimedOut:
    case Outcome::kProtocolError:
      return normalize_complaint(verdict.text);
    default:
      return "";
  }
}

}  // namespace backedge
