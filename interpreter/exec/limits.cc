#include "interpreter/exec/limits.h"

#include <cmath>

namespace backedge {
namespace {

// Some microseconds' worth of work: the clock costs little beside it.
constexpr int64_t kWorkBetweenLooks = 16384;
constexpr int64_t kWorkOfANode = 64;

std::string tenths(double value) {
  const auto tenths = static_cast<int64_t>(std::floor(value * 10));
  return std::to_string(tenths / 10) + "." + std::to_string(tenths % 10);
}

}  // namespace

Meter::Meter(const RunOptions& options) : options_(options), begin_(std::chrono::steady_clock::now()) {}

double Meter::seconds() const {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
}

std::string Meter::text() const {
  return "after " + std::to_string(iterations_) + (iterations_ == 1 ? " iteration, " : " iterations, ") +
         tenths(seconds()) + " s";
}

Result<void> Meter::count_iteration() {
  if (iterations_ < options_.limits.max_iterations) {  // [LIMIT-1]
    ++iterations_;
    return {};
  }
  return Error("LIMIT-1",
               "the limit of " + std::to_string(options_.limits.max_iterations) + " iterations is reached");
}

Result<void> Meter::count_work(int64_t elements) {
  work_ += kWorkOfANode + elements;
  if (work_ < kWorkBetweenLooks) return {};
  work_ = 0;
  return look_at_clock();
}

Result<void> Meter::look_at_clock() {
  if (options_.progress) options_.progress(iterations_);
  if (seconds() < options_.limits.max_seconds) return {};
  return Error("LIMIT-1",
               "the limit of " + tenths(options_.limits.max_seconds) + " s of wall time is reached");
}

}  // namespace backedge
