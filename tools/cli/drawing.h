#pragma once

#include <string>
#include <vector>

namespace backedge {

/// A picture in Graphviz' language. Boxes, arrows and frames have classes, so that a page can style them.
class Drawing {
 public:
  /// shape  as Graphviz calls it
  /// kind   the class: "end", "operation", "constant" or "control"
  /// lines  of its label; empty ones are left out
  std::string box(const std::string& shape, const std::string& kind, const std::vector<std::string>& lines);
  void arrow(const std::string& from, const std::string& to, const std::string& label = "");
  void back_edge(const std::string& from, const std::string& to);
  void begin_frame(const std::string& label);
  void end_frame();

  std::string text(const std::string& title) const;

 private:
  void line(const std::string& line) { lines_ += indent_ + line + "\n"; }

  std::string lines_;
  std::string indent_ = "  ";
  size_t boxes_ = 0, frames_ = 0;
};

}  // namespace backedge
