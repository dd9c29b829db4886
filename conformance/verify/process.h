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
  std::string command;     // as /bin/sh reads it: a program and its arguments
  int64_t max_memory = 0;  // bytes of address space; 0: no limit
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

/// A program that is sent lines and answers each with one. It runs in a process group of its own, all of
/// which ends with this object, and also when this program is killed; whatever it does, nobody waits longer than asked
/// for, and no more than a line and a part of its standard error is kept.
///
/// The thread that starts it must not end before this object does: the program is killed together with it.
class Process {
 public:
  /// errors  BACKEND-1
  static Result<std::unique_ptr<Process>> start(const ProcessOptions& options);
  ~Process();
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  /// Sends a line and waits for one.
  Reply ask(std::string_view line, const Patience& patience);

  /// Whether it has not ended yet.
  bool is_running() const;

  /// Whether there is something that was not asked for.
  bool has_more();

  /// The beginning and the end of what it wrote to standard error since this was asked last.
  std::string take_errors();

  /// Lets it end by itself for so long, then kills what is left of its group. Returns how it ended:
  /// "exit code 3", "signal 11 (Segmentation fault)".
  std::string end(double seconds);

 private:
  using Clock = Patience::Clock;
  explicit Process(const ProcessOptions& options) : options_(options) {}

  bool wait_for_exit(double seconds) const;
  bool start_guard();
  void close_input();
  void write_some(std::string_view& rest);
  bool read_output();  // false at its end
  void read_errors();
  bool take_line(std::string& line);
  Reply reply(Reply::Kind kind);

  ProcessOptions options_;
  pid_t pid_ = -1;
  pid_t guard_ = -1;                            // a process of the same group
  int guard_input_ = -1;                        // the guard kills the group when it is closed
  int input_ = -1, output_ = -1, errors_ = -1;  // our ends; -1: closed
  std::string unread_;                          // of its output
  size_t searched_ = 0;                         // so many bytes of `unread_` hold no end of a line
  KeptText error_text_;
  std::string ending_;
};

}  // namespace backedge
