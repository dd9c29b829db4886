#pragma once

#include <signal.h>
#include <unistd.h>

#include <atomic>
#include <thread>

namespace backedge {

/// The exit code after a signal: the one that shells use for SIGINT.
inline constexpr int kStoppedBySignal = 130;

/// Sets a flag when a signal would end the program. So the program can end properly and end its backends,
/// which are in other process groups. A second signal ends it at once, because it may wait for something, such
/// as the reader of its output. Threads that start later leave the signals to it.
class SignalWatch {
 public:
  explicit SignalWatch(std::atomic<bool>& stopped) {
    sigset_t signals;
    sigemptyset(&signals);
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) sigaddset(&signals, signal);
    pthread_sigmask(SIG_BLOCK, &signals, nullptr);
    thread_ = std::thread([this, &stopped, signals] {
      const timespec tick{0, 50'000'000};
      bool is_second = false;
      while (!over_) {
        if (sigtimedwait(&signals, nullptr, &tick) <= 0) continue;
        if (is_second) _exit(kStoppedBySignal);
        is_second = stopped = true;
      }
    });
  }
  ~SignalWatch() {
    over_ = true;
    thread_.join();
  }

 private:
  std::atomic<bool> over_{false};
  std::thread thread_;
};

}  // namespace backedge
