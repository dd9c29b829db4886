#pragma once

#include <string>
#include <string_view>

#include "interpreter/base/result.h"

namespace backedge::onnx {

/// A word, number, text or mark of ONNX's text syntax.
struct Token {
  enum class Kind { kWord, kInteger, kReal, kText, kMark, kEnd };
  Kind kind = Kind::kEnd;
  std::string text = {};  // of a text: what is between the quotes; of a mark: "=>" or one character
  int64_t line = 1;

  bool is_mark(std::string_view mark) const { return kind == Kind::kMark && text == mark; }
};

/// Splits a text into tokens. White space and comments, from # to the end of the line, separate them.
class TextScanner {
 public:
  /// file  its name in errors
  TextScanner(std::string_view text, std::string file) : rest_(text), file_(std::move(file)) {}

  /// The next token; kEnd at the end.
  ///
  /// errors  ONNX-TEXT-1
  Result<Token> next();

  Error error(const std::string& message, int64_t line) const;

 private:
  void skip_blanks();
  Result<Token> read_text(Token token);
  Token read_number(Token token);

  std::string_view rest_;
  std::string file_;
  int64_t line_ = 1;
};

/// `the word "Loop"`, `the end of the file`
std::string describe(const Token& token);

}  // namespace backedge::onnx
