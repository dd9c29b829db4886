#pragma once

#include <sys/types.h>

#include <atomic>
#include <chrono>
#include <memory>
#include <string>
#include <string_view>

#include "interpreter/base/result.h"

namespace backedge {

struct ProcessOptions {
  std::string command;                         // as /bin/sh reads it: a program and its arguments
  int64_t max_memory = 0;                      // bytes of address space; 0: no limit
  const std::atomic<bool>* stopped = nullptr;  // once it is true nothing is waited for any more
};

/// What came back for a line.
struct Reply {
  enum class Kind {
    kLine,
    kEnded,     // the process is no more
    kClosed,    // its standard output is, but it runs
    kTimedOut,  // nothing, or half a line, in the time given
    kTooLong,   // more than kMostLineBytes without an end
    kUnasked,   // something was there before it was asked
    kStopped,
  };
  Kind kind = Kind::kLine;
  std::string text;  // the line without its end; otherwise what of it was there
};

inline constexpr size_t kMostLineBytes = size_t{16} << 20;
inline constexpr size_t kMostErrorBytes = size_t{64} << 10;

/// A program that is sent lines and answers each with one. It runs in a process group of its own, all of
/// which ends with this object; whatever it does, nobody waits longer than asked for, and no more than a
/// line and the end of its standard error is kept.
class Process {
 public:
  /// errors  BACKEND-1
  static Result<std::unique_ptr<Process>> start(const ProcessOptions& options);
  ~Process();
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  /// Sends a line and waits for one.
  Reply ask(std::string_view line, double seconds);

  /// Whether it has not ended yet.
  bool is_running() const;

  /// Whether there is something that was not asked for.
  bool has_more();

  /// The end of what it wrote to standard error since this was asked last.
  std::string take_errors();

  /// Lets it end by itself for so long, then kills what is left of its group. Returns how it ended:
  /// "exit code 3", "signal 11 (Segmentation fault)".
  std::string end(double seconds);

 private:
  using Clock = std::chrono::steady_clock;
  explicit Process(const ProcessOptions& options) : options_(options) {}

  bool wait_for_exit(double seconds) const;
  void close_input();
  void write_some(std::string_view& rest);
  bool read_output();  // false at its end
  void read_errors();
  bool take_line(std::string& line);
  Reply reply(Reply::Kind kind);

  ProcessOptions options_;
  pid_t pid_ = -1;
  int input_ = -1, output_ = -1, errors_ = -1;  // our ends; -1: closed
  std::string unread_;                          // of its output
  size_t searched_ = 0;                         // so many bytes of `unread_` hold no end of a line
  std::string error_text_;
  std::string ending_;
};

}  // namespace backedge
