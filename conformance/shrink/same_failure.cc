#include "conformance/shrink/same_failure.h"

#include <cctype>
#include <sstream>

namespace backedge {
namespace {

constexpr int kLines = 3;  // of a complaint that count

// A line's words: nothing between quotes or brackets, no number, no word with a digit, a slash or an underscore in it.
std::string words_of(const std::string& line) {
  std::string words, word;
  std::string closing;
  bool plain = true;
  const auto end_word = [&] {
    if (plain && word.size() > 1) words += (words.empty() ? "" : " ") + word;
    word.clear();
    plain = true;
  };
  for (const char c : line) {
    if (!closing.empty()) {
      if (c == closing.back()) closing.pop_back();
      continue;
    }
    const size_t bracket = std::string("'\"([{<").find(c);
    if (bracket != std::string::npos) {
      end_word();
      closing += "'\")]}>"[bracket];
    } else if (std::isalpha(static_cast<unsigned char>(c)) != 0) {
      word += c;
    } else if (c == '_' || c == '/' || c == ':' || std::isdigit(static_cast<unsigned char>(c)) != 0) {
      plain = false;
    } else {
      end_word();
    }
  }
  end_word();
  return words;
}

}  // namespace

std::string complaint_of(const Verdict& verdict) {
  if (verdict.outcome < Outcome::kRejected || verdict.outcome == Outcome::kAccepted ||
      verdict.outcome >= Outcome::kUnstable)
    return "";
  std::istringstream lines(verdict.text);
  std::string line, complaint;
  for (int count = 0; count < kLines && std::getline(lines, line);) {
    if (verdict.outcome == Outcome::kRejected &&
        (line.starts_with("expected ") || line.starts_with("actual ")))
      continue;
    const std::string words = words_of(line);
    if (words.empty()) continue;
    complaint += words + "\n";
    ++count;
  }
  return complaint;
}

bool same_failure(const Verdict& a, const Verdict& b) {
  return a.outcome == b.outcome && complaint_of(a) == complaint_of(b);
}

}  // namespace backedge
