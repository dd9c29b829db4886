#pragma once

#include <chrono>
#include <cstdint>

namespace backedge {

/// A line on a terminal that shows the progress of a command. It appears after one second and is erased at
/// the end.
class ProgressLine {
 public:
  ProgressLine();

  /// Whether the standard error is a terminal.
  bool wanted() const { return wanted_; }
  /// Shows a count, at most ten times a second.
  void show(int64_t count, const char* of_what = "iterations");
  void erase();

 private:
  using Clock = std::chrono::steady_clock;
  bool wanted_;
  bool shown_ = false;
  Clock::time_point begin_, next_;
};

}  // namespace backedge
