#pragma once

#include <signal.h>

#include <atomic>
#include <thread>

namespace backedge {

/// The exit code after a signal, as shells have it for SIGINT.
inline constexpr int kStoppedBySignal = 130;

/// Sets a flag at a signal that would end the program, so that it ends in order and ends its backends, which
/// are in process groups of their own. Threads that begin after it leave the signals to it.
class SignalWatch {
 public:
  explicit SignalWatch(std::atomic<bool>& stopped) {
    sigset_t signals;
    sigemptyset(&signals);
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) sigaddset(&signals, signal);
    pthread_sigmask(SIG_BLOCK, &signals, nullptr);
    thread_ = std::thread([this, &stopped, signals] {
      const timespec tick{0, 50'000'000};
      while (!over_) {
        if (sigtimedwait(&signals, nullptr, &tick) > 0) stopped = true;
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
