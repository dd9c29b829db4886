#include "tools/cli/drawing.h"

#include <sstream>

#include "interpreter/base/safe_text.h"

namespace backedge {
namespace {

constexpr size_t kMostWidth = 26;  // of a label at an arrow, in characters

std::string dot_string(const std::string& text) {
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') quoted += '\\';
    quoted += c == '\n' ? std::string("\\n") : std::string(1, c);
  }
  return quoted + "\"";
}

constexpr const char* kSpace = "\u00a0";  // Graphviz keeps it at the ends of a line

// Breaks a label into short lines between words. A space on both sides keeps it off its arrow.
std::string wrapped(const std::string& label) {
  std::istringstream words(label);
  std::string text = kSpace;
  size_t width = 0;
  for (std::string word; words >> word; width += word.size() + 1) {
    const bool fits = width == 0 || width + word.size() <= kMostWidth;
    if (!fits) text += kSpace + std::string("\n") + kSpace;
    if (!fits) width = 0;
    text += (width > 0 ? " " : "") + word;
  }
  return text + kSpace;
}

}  // namespace

std::string Drawing::box(const std::string& shape, const std::string& kind,
                         const std::vector<std::string>& lines) {
  std::string label;
  for (const std::string& line : lines) {
    if (!line.empty()) label += (label.empty() ? "" : "\n") + safe_line(line);
  }
  const std::string id = "n" + std::to_string(boxes_++);
  line(id + " [label=" + dot_string(label) + ", shape=" + shape + ", class=" + dot_string(kind) + "];");
  return id;
}

void Drawing::arrow(const std::string& from, const std::string& to, const std::string& label) {
  line(from + " -> " + to + (label.empty() ? "" : " [label=" + dot_string(wrapped(label)) + "]") + ";");
}

void Drawing::back_edge(const std::string& from, const std::string& to) {
  line(from + " -> " + to + " [label=" + dot_string(wrapped("back edge")) +
       ", class=\"back\", style=dashed, constraint=false];");
}

void Drawing::begin_frame(const std::string& label) {
  line("subgraph cluster" + std::to_string(frames_++) + " {");
  indent_ += "  ";
  line("label=" + dot_string(safe_line(label)) + ";");
}

void Drawing::end_frame() {
  indent_.resize(indent_.size() - 2);
  line("}");
}

std::string Drawing::text(const std::string& title) const {
  return "digraph " + dot_string(title) + " {\n" + lines_ + "}\n";
}

}  // namespace backedge
