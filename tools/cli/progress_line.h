#pragma once

#include <chrono>
#include <cstdint>

namespace backedge {

/// One line on a terminal that says how far a command is, from its first second on; erased at the end.
class ProgressLine {
 public:
  ProgressLine();

  /// Whether the standard error is a terminal.
  bool wanted() const { return wanted_; }
  /// At most ten times a second.
  void show(int64_t count, const char* of_what = "iterations");
  void erase();

 private:
  using Clock = std::chrono::steady_clock;
  bool wanted_;
  bool shown_ = false;
  Clock::time_point begin_, next_;
};

}  // namespace backedge
