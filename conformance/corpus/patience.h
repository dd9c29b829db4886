#pragma once

#include <atomic>
#include <chrono>

namespace backedge {

/// How long to wait for an answer and to read it.
struct Patience {
  using Clock = std::chrono::steady_clock;
  Clock::time_point until = Clock::time_point::max();
  const std::atomic<bool>* stopped = nullptr;  // as soon as it is true, no time is left

  bool is_stopped() const { return stopped != nullptr && *stopped; }
  bool is_over() const { return is_stopped() || Clock::now() >= until; }
};

}  // namespace backedge
