#include "interpreter/base/error.h"

#include <algorithm>
#include <array>

#include "interpreter/base/safe_text.h"

namespace backedge {
namespace {

struct Chapter {
  std::string_view prefix, file;
};

constexpr std::array kChapters = {
    Chapter{"PORT", "port_map"},
    Chapter{"SLICE", "slicing"},
    Chapter{"BACK", "back_edges"},
    Chapter{"TRIP", "trip_count"},
    Chapter{"COND", "condition"},
    Chapter{"ITER", "current_iteration"},
    Chapter{"OUT", "outputs"},
    Chapter{"ZERO", "no_iteration"},
    Chapter{"BODY", "bodies_and_state"},
    Chapter{"TYPE", "bodies_and_state"},
    Chapter{"STATE", "bodies_and_state"},
    Chapter{"IF", "if"},
    Chapter{"VAR", "variables"},
    Chapter{"NUM", "numbers"},
    Chapter{"LIMIT", "limits"},
    Chapter{"READ", "reading"},
    Chapter{"WEIGHTS", "weights"},
    Chapter{"GRAPH", "graphs"},
    Chapter{"OP", "operations"},
    Chapter{"INPUT", "inputs"},
    Chapter{"FILE", "files"},
    Chapter{"BACKEND", "files"},
    Chapter{"EXPECT", "files"},
    Chapter{"RESULTS", "files"},
    Chapter{"CASE", "cases"},
    Chapter{"TRT", "tensorrt_loops"},
    Chapter{"ELEM", "element_iterator"},
    Chapter{"ONNX-GRAPH", "onnx_graphs"},
    Chapter{"ONNX-TEXT", "onnx_text"},
    Chapter{"ONNX-LOOP", "onnx_loop"},
    Chapter{"ONNX-SCAN", "onnx_scan"},
    Chapter{"ONNX-IF", "onnx_if"},
    Chapter{"IR-WRITE", "ir_writing"},
    Chapter{"ONNX-SEQ", "onnx_sequences"},
    Chapter{"ONNX-WRITE", "onnx_writing"},
};

// Longer lines do not help a reader, and a model may contain names of megabytes.
constexpr size_t kLongestLine = 1000;

// `text` with long lines cut, never in the middle of a character.
std::string with_lines_cut(std::string_view text) {
  std::string kept;
  while (true) {
    const size_t end = std::min(text.find('\n'), text.size());
    size_t cut = std::min(end, kLongestLine);
    while (cut < end && cut > 0 && (text[cut] & 0xc0) == 0x80) --cut;
    kept += text.substr(0, cut);
    if (cut < end) kept += "... (" + std::to_string(end) + " bytes)";
    if (end == text.size()) return kept;
    kept += '\n';
    text.remove_prefix(end + 1);
  }
}

}  // namespace

std::string_view name_of(Phase phase) {
  switch (phase) {
    case Phase::kRead:
      return "read";
    case Phase::kLoad:
      return "load";
    case Phase::kInput:
      return "input";
    case Phase::kRun:
      return "run";
  }
  return "";
}

std::string document_of(std::string_view rule) {
  const std::string_view prefix = rule.substr(0, rule.rfind('-'));
  for (const Chapter& chapter : kChapters) {
    if (chapter.prefix == prefix)
      return "docs/spec/" + std::string(chapter.file) + ".md#" + std::string(rule);
  }
  return "docs/spec";
}

Error::Error(std::string_view rule, std::string_view message) : facts_(std::make_unique<Facts>()) {
  facts_->rule = rule;
  facts_->message = with_lines_cut(safe_text(message));
}

std::string Error::where() const {
  std::string text = facts_->file;
  if (facts_->line > 0) text += ":" + std::to_string(facts_->line);
  if (!facts_->layer.empty()) text += (text.empty() ? "" : ": ") + facts_->layer;
  if (!facts_->entry.empty()) text += (text.empty() ? "" : ", ") + facts_->entry;
  return text;
}

std::string Error::text() const {
  const std::string place = where();
  std::string text = place + (place.empty() ? "" : ": ") + facts_->rule + "\n  ";
  for (const char c : facts_->message) {
    text += c;
    if (c == '\n') text += "  ";
  }
  return text + "\n  see " + document_of(facts_->rule);
}

Error Error::copy() const {
  Error copy;
  copy.facts_ = std::make_unique<Facts>(*facts_);
  return copy;
}

Error&& Error::in(Phase phase) && {
  if (!facts_->phase_known) facts_->phase = phase;
  facts_->phase_known = true;
  return std::move(*this);
}

Error&& Error::at(std::string_view file, int64_t line) && {
  if (facts_->file.empty()) {
    facts_->file = safe_line(file);
    facts_->line = line;
  }
  return std::move(*this);
}

Error&& Error::of(std::string_view layer) && {
  if (facts_->layer.empty()) facts_->layer = with_lines_cut(safe_line(layer));
  return std::move(*this);
}

Error&& Error::entry(std::string_view entry) && {
  if (facts_->entry.empty()) facts_->entry = entry;
  return std::move(*this);
}

Error&& Error::note(std::string_view line) && {
  facts_->message += "\n";
  facts_->message += with_lines_cut(safe_text(line));
  return std::move(*this);
}

}  // namespace backedge
