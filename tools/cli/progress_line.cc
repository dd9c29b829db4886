#include "tools/cli/progress_line.h"

#include <unistd.h>

#include <cstdio>

namespace backedge {

ProgressLine::ProgressLine()
    : wanted_(isatty(STDERR_FILENO) == 1), begin_(Clock::now()), next_(begin_ + std::chrono::seconds(1)) {}

void ProgressLine::show(int64_t count, const char* of_what) {
  const Clock::time_point now = Clock::now();
  if (now < next_) return;
  next_ = now + std::chrono::milliseconds(100);
  shown_ = true;
  const double seconds = std::chrono::duration<double>(now - begin_).count();
  std::fprintf(stderr, "\r\x1b[K%lld %s, %.1f s, %.0f a second", static_cast<long long>(count), of_what,
               seconds, static_cast<double>(count) / seconds);
  std::fflush(stderr);
}

void ProgressLine::erase() {
  if (shown_) std::fputs("\r\x1b[K", stderr);
  shown_ = false;
}

}  // namespace backedge
