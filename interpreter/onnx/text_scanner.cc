#include "interpreter/onnx/text_scanner.h"

#include <algorithm>

#include "interpreter/base/number_text.h"
#include "interpreter/base/safe_text.h"

namespace backedge::onnx {
namespace {

// In every locale these are characters of ASCII.
bool is_word_start(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool is_word(char c) { return is_word_start(c) || is_digit(c); }

template <class Matches>
size_t length_of(std::string_view text, Matches matches) {
  size_t length = 0;
  while (length < text.size() && matches(text[length])) ++length;
  return length;
}

}  // namespace

Error TextScanner::error(const std::string& message, int64_t line) const {
  return Error("ONNX-TEXT-1", message).at(file_, line);  // [ONNX-TEXT-1]
}

std::string describe(const Token& token) {
  if (token.kind == Token::Kind::kEnd) return "the end of the text";
  return in_quotes(token.text);
}

void TextScanner::skip_blanks() {
  while (!rest_.empty()) {
    const char c = rest_.front();
    if (c == '\n') ++line_;
    if (c == '#') {
      rest_.remove_prefix(std::min(rest_.find('\n'), rest_.size()));
    } else if (c == ' ' || c == '\t' || c == '\r' || c == '\n') {
      rest_.remove_prefix(1);
    } else {
      return;
    }
  }
}

// A backslash makes the next character an ordinary one.
Result<Token> TextScanner::read_text(Token token) {
  token.kind = Token::Kind::kText;
  size_t at = 1;
  for (; at < rest_.size() && rest_[at] != '"'; ++at) {
    if (rest_[at] == '\\' && at + 1 < rest_.size()) ++at;
    if (rest_[at] == '\n') ++line_;
    token.text += rest_[at];
  }
  if (at == rest_.size()) return error("a text has no end", token.line);
  rest_.remove_prefix(at + 1);
  return token;
}

Token TextScanner::read_number(Token token) {
  size_t length = rest_.front() == '-' || rest_.front() == '+' ? 1 : 0;
  const auto digits = [&] { length += length_of(rest_.substr(length), is_digit); };
  token.kind = Token::Kind::kInteger;
  if (length < rest_.size() && is_word_start(rest_[length])) {  // -inf
    token.kind = Token::Kind::kReal;
    length += length_of(rest_.substr(length), is_word);
  }
  digits();
  if (length < rest_.size() && rest_[length] == '.') {
    token.kind = Token::Kind::kReal;
    ++length;
    digits();
  }
  if (length < rest_.size() && (rest_[length] == 'e' || rest_[length] == 'E')) {
    token.kind = Token::Kind::kReal;
    ++length;
    if (length < rest_.size() && (rest_[length] == '-' || rest_[length] == '+')) ++length;
    digits();
  }
  token.text = rest_.substr(0, length);
  rest_.remove_prefix(length);
  return token;
}

Result<Token> TextScanner::next() {
  skip_blanks();
  Token token{.line = line_};
  if (rest_.empty()) return token;
  const char c = rest_.front();
  if (c == '"') return read_text(std::move(token));
  if (is_digit(c) || c == '-' || c == '+' || c == '.') {
    const bool is_dot = c == '.' && (rest_.size() < 2 || !is_digit(rest_[1]));
    if (!is_dot) return read_number(std::move(token));
  }
  const size_t length = is_word_start(c) ? length_of(rest_, is_word) : rest_.starts_with("=>") ? 2 : 1;
  token.kind = is_word_start(c) ? Token::Kind::kWord : Token::Kind::kMark;
  token.text = rest_.substr(0, length);
  rest_.remove_prefix(length);
  return token;
}

}  // namespace backedge::onnx
