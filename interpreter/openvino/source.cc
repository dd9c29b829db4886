#include "interpreter/openvino/source.h"

#include <algorithm>
#include <utility>

#include "interpreter/base/open_file.h"
#include "interpreter/base/safe_text.h"

namespace backedge::openvino {

Source::Source(std::string file, std::string text) : file_(std::move(file)), text_(std::move(text)) {
  for (size_t at = text_.find('\n'); at != std::string::npos; at = text_.find('\n', at + 1)) {
    line_ends_.push_back(static_cast<int64_t>(at));
  }
}

int64_t Source::line_of(const char* place) const {
  const auto end = std::lower_bound(line_ends_.begin(), line_ends_.end(), place - text_.data());
  return end - line_ends_.begin() + 1;
}

Error Source::error(const char* place, std::string_view rule, std::string message) const {
  return Error(rule, std::move(message)).in(Phase::kRead).at(file_, line_of(place));
}

Result<Source> read_source(const std::string& file, int64_t max_bytes) {
  return Source(file, TRY(read_model_file(file, max_bytes)));
}

std::string quote(std::string_view text) {
  constexpr size_t kLongest = 80;
  if (text.size() <= kLongest) return '"' + safe_line(text) + '"';
  size_t cut = kLongest;
  while ((text[cut] & 0xc0) == 0x80) --cut;  // never inside a UTF-8 sequence
  return '"' + safe_line(text.substr(0, cut)) + "...\"";
}

}  // namespace backedge::openvino
