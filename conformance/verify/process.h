#pragma once

#include <sys/types.h>

#include <chrono>
#include <memory>
#include <string>
#include <string_view>

#include "conformance/corpus/patience.h"
#include "conformance/verify/kept_text.h"
#include "interpreter/base/result.h"

namespace backedge {

struct ProcessOptions {
  std::string command;     // a program and its arguments, in the syntax of /bin/sh
  int64_t max_memory = 0;  // in bytes of address space; 0: no limit
};

/// The reply to a line.
struct Reply {
  enum class Kind {
    kLine,
    kEnded,     // the process has ended
    kClosed,    // its standard output is closed, but it still runs
    kTimedOut,  // no complete line within the given time
    kTooLong,   // more than kMostLineBytes without a line end
    kUnasked,   // there was output before it was asked
    kStopped,
  };
  Kind kind = Kind::kLine;
  std::string text;  // the line without its end; otherwise the part of it that was there
};

inline constexpr size_t kMostLineBytes = size_t{16} << 20;

/// A program that gets lines and answers each with one line. It runs in its own process group, which ends
/// with this object, and also when this program is killed. Whatever the program does, a caller never waits
/// longer than it asked for. At most a line and a part of the standard error are kept.
///
/// The thread that starts the program must not end before this object does, because the program is killed
/// together with the thread.
class Process {
 public:
  /// errors  LIMIT-5
  static Result<std::unique_ptr<Process>> start(const ProcessOptions& options);
  ~Process();
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  /// Sends a line and waits for one line.
  Reply ask(std::string_view line, const Patience& patience);

  /// Whether it still runs.
  bool is_running() const;

  /// Whether there is output that nobody asked for.
  bool has_more();

  /// The beginning and the end of what it wrote to standard error since the last call.
  std::string take_errors();

  /// Closes its input. Returns whether it ends within this time by itself.
  bool ends_within(double seconds);

  /// Waits this long for its end, then kills the rest of its group. Returns how it ended:
  /// "exit code 3", "signal 11 (Segmentation fault)".
  std::string end(double seconds);

 private:
  using Clock = Patience::Clock;
  explicit Process(const ProcessOptions& options) : options_(options) {}

  bool wait_for_exit(double seconds) const;
  bool start_guard();
  void close_input();
  void write_some(std::string_view& rest);
  bool read_output();  // returns false at the end of the output
  void read_errors();
  bool take_line(std::string& line);
  Reply reply(Reply::Kind kind);

  ProcessOptions options_;
  pid_t pid_ = -1;
  pid_t guard_ = -1;                            // a process of the same group
  int guard_input_ = -1;                        // when this is closed, the guard kills the group
  int input_ = -1, output_ = -1, errors_ = -1;  // our ends; -1 if closed
  std::string unread_;                          // output that was not read yet
  size_t searched_ = 0;                         // this many bytes of `unread_` have no line end
  KeptText error_text_;
  std::string ending_;
};

}  // namespace backedge
