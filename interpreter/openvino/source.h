#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "interpreter/base/result.h"

namespace backedge::openvino {

/// The text of a file and the places where its lines begin.
class Source {
 public:
  Source(std::string file, std::string text);

  const std::string& file() const { return file_; }
  std::string_view text() const { return text_; }
  /// A buffer for the XML parser, which writes into it. Line numbers stay those of the file.
  char* buffer() { return text_.data(); }

  /// The line of a place in the text, counted from 1.
  int64_t line_of(const char* place) const;
  /// An error of phase read at a place in the text.
  Error error(const char* place, std::string_view rule, std::string message) const;

 private:
  std::string file_, text_;
  std::vector<int64_t> line_ends_;
};

/// Reads a whole model file.
///
/// errors  READ-1
Result<Source> read_source(const std::string& file, int64_t max_bytes);

/// `text` between quotes, for messages. Long texts are cut.
std::string quote(std::string_view text);

}  // namespace backedge::openvino
