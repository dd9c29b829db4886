#include "conformance/shrink/same_failure.h"

#include <cctype>
#include <sstream>
#include <vector>

namespace backedge {
namespace {

constexpr size_t kLines = 3;  // of a complaint that count: the first, and the last ones

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
  if (verdict.outcome < Outcome::kRejected || verdict.outcome == Outcome::kAccepted || verdict.outcome >= Outcome::kUnstable)
    return "";
  std::istringstream lines(verdict.text);
  std::string line;
  std::vector<std::string> complaint;
  while (std::getline(lines, line)) {
    if (verdict.outcome == Outcome::kRejected && line.starts_with("expected ")) continue;
    // "actual   rejected (load)"
    const bool phase = verdict.outcome == Outcome::kRejected && line.starts_with("actual ");
    std::string words = phase ? line : words_of(line);
    if (!words.empty()) complaint.push_back(std::move(words));
  }
  // Of errors that are wrapped in others the innermost comes last, and counts.
  if (complaint.size() > kLines) complaint.erase(complaint.begin() + 1, complaint.end() - (kLines - 1));
  std::string text;
  for (const std::string& words : complaint) text += words + "\n";
  return text;
}

bool same_failure(const Verdict& a, const Verdict& b) {
  return a.outcome == b.outcome && complaint_of(a) == complaint_of(b);
}

}  // namespace backedge
