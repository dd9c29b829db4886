#include "interpreter/openvino/source.h"

#include <algorithm>
#include <utility>

#include "interpreter/base/safe_text.h"
#include "interpreter/openvino/open_file.h"

namespace backedge::openvino {
namespace {

/// Reads into `text` until it is full or the file ends. Returns the reason if it fails, otherwise "".
std::string fill(std::string& text, const OpenFile& file) {
  size_t filled = 0;
  while (filled < text.size()) {
    const Result<int64_t> count = file.read(text.data() + filled, static_cast<int64_t>(text.size() - filled));
    if (!count.ok()) return count.error().message();
    if (count.value() == 0) break;
    filled += count.value();
  }
  text.resize(filled);
  return filled == 0 ? "is empty" : "";
}

}  // namespace

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
  const OpenFile open_file(file);
  std::string fault = open_file.fault(), text;
  if (fault.empty() && open_file.size() > max_bytes) {
    fault =
        "has " + std::to_string(open_file.size()) + " bytes, expected at most " + std::to_string(max_bytes);
  }
  if (fault.empty()) {
    text.resize(open_file.size());
    fault = fill(text, open_file);
  }
  if (!fault.empty()) return Error("READ-1", "the model " + fault).in(Phase::kRead).at(file, 0);  // [READ-1]
  return Source(file, std::move(text));
}

std::string quote(std::string_view text) {
  constexpr size_t kLongest = 80;
  if (text.size() <= kLongest) return '"' + safe_line(text) + '"';
  size_t cut = kLongest;
  while ((text[cut] & 0xc0) == 0x80) --cut;  // never inside a UTF-8 sequence
  return '"' + safe_line(text.substr(0, cut)) + "...\"";
}

}  // namespace backedge::openvino
