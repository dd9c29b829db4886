#include "conformance/verify/process.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <ctime>

namespace backedge {
namespace {

// Fills the memory that malloc gives and gets back, without the caches that would not be filled.  [BACKEND-4]
constexpr char kPerturb[] =
    "export GLIBC_TUNABLES=\"glibc.malloc.perturb=165:glibc.malloc.tcache_count=0"
    "${GLIBC_TUNABLES:+:$GLIBC_TUNABLES}\"; exec ";
constexpr double kTick = 0.05;  // between checks for events that no file descriptor reports

Error start_error(const char* what) {
  return Error("LIMIT-5",  // [LIMIT-5]
               std::string("the machine cannot start a process: ") + what + ": " + std::strerror(errno));
}

void close_end(int& end) {
  if (end >= 0) close(end);
  end = -1;
}

// The functions below run between fork and exec. They only make calls that are safe there, and allocate no
// memory.

// Uses these as standard streams, resets signals to their state at the start of a program, and closes all
// other files.
void take_streams(int input, int output, int errors) {
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  signal(SIGPIPE, SIG_DFL);
  if (dup2(input, 0) < 0 || dup2(output, 1) < 0 || dup2(errors, 2) < 0) _exit(127);
  close_range(3, ~0U, CLOSE_RANGE_CLOEXEC);
}

// Limits the address space. A lower limit that this process has stays: only a privileged process can raise it.
void limit_memory(int64_t most) {
  rlimit limit;
  if (getrlimit(RLIMIT_AS, &limit) != 0) _exit(127);
  limit.rlim_max = std::min(limit.rlim_max, static_cast<rlim_t>(most));
  limit.rlim_cur = limit.rlim_max;
  if (setrlimit(RLIMIT_AS, &limit) != 0) _exit(127);
}

// command  what the shell does to become the program
// parent   the program ends when the thread of this process ends
[[noreturn]] void become(const char* command, int64_t max_memory, pid_t parent, int input, int output,
                         int errors) {
  setpgid(0, 0);
  if (prctl(PR_SET_PDEATHSIG, SIGKILL) != 0 || getppid() != parent) _exit(127);
  take_streams(input, output, errors);
  if (max_memory > 0) limit_memory(max_memory);
  execl("/bin/sh", "sh", "-c", command, static_cast<char*>(nullptr));
  _exit(127);
}

// Waits until its input is closed, which happens when the parent ends in any way, and then kills the group.
// Processes that the program has started are in the group too; the signal of prctl would not reach them.
[[noreturn]] void become_guard(pid_t group, int input) {
  if (setpgid(0, group) != 0) _exit(127);
  const int nowhere = open("/dev/null", O_RDWR | O_CLOEXEC);
  take_streams(input, nowhere, nowhere);
  execl("/bin/sh", "sh", "-c", "read _; kill -9 0", static_cast<char*>(nullptr));
  _exit(127);
}

// Pipes to a child's three streams. Other processes that are started at the same time do not inherit their
// ends.
struct Pipes {
  int ends[3][2] = {{-1, -1}, {-1, -1}, {-1, -1}};

  bool open() {
    for (auto& pair : ends) {
      if (pipe2(pair, O_CLOEXEC) != 0) return false;
    }
    return true;
  }
  ~Pipes() {
    for (auto& pair : ends) {
      for (int& end : pair) close_end(end);
    }
  }
  int take(int stream, int end) {
    const int taken = ends[stream][end];
    ends[stream][end] = -1;
    fcntl(taken, F_SETFL, fcntl(taken, F_GETFL) | O_NONBLOCK);
    return taken;
  }
};

// write() that reports a broken pipe as an error, without a signal.
ssize_t write_quietly(int end, std::string_view text) {
  sigset_t pipe, before;
  sigemptyset(&pipe);
  sigaddset(&pipe, SIGPIPE);
  pthread_sigmask(SIG_BLOCK, &pipe, &before);
  const ssize_t written = write(end, text.data(), text.size());
  const int failure = errno;
  if (written < 0 && failure == EPIPE) {
    const timespec now{};
    sigtimedwait(&pipe, nullptr, &now);
  }
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  errno = failure;
  return written;
}

int wait_for(pid_t pid) {
  int status = 0;
  while (waitpid(pid, &status, 0) < 0 && errno == EINTR) {
  }
  return status;
}

std::string ending_text(int status) {
  const int signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
  if (signal == 0) return "exit code " + std::to_string(WEXITSTATUS(status));
  return "signal " + std::to_string(signal) + " (" + strsignal(signal) + ")";
}

}  // namespace

Result<std::unique_ptr<Process>> Process::start(const ProcessOptions& options) {
  Pipes pipes;
  if (!pipes.open()) return start_error("pipe");
  std::unique_ptr<Process> process(new Process(options));
  // The program replaces the shell, so that we see the program's end, signal and streams.
  const std::string command = kPerturb + options.command;
  const pid_t parent = getpid(), pid = fork();
  if (pid < 0) return start_error("fork");
  if (pid == 0)
    become(command.c_str(), options.max_memory, parent, pipes.ends[0][0], pipes.ends[1][1], pipes.ends[2][1]);
  setpgid(pid, pid);  // both processes do this, whichever comes first
  process->pid_ = pid;
  process->input_ = pipes.take(0, 1);
  process->output_ = pipes.take(1, 0);
  process->errors_ = pipes.take(2, 0);
  if (!process->start_guard()) return start_error("guard");
  return process;
}

bool Process::start_guard() {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return false;
  guard_ = fork();
  if (guard_ == 0) become_guard(pid_, ends[0]);
  close(ends[0]);
  guard_input_ = ends[1];
  return guard_ > 0;
}

Process::~Process() { end(0); }

void Process::close_input() { close_end(input_); }

bool Process::is_running() const {
  if (pid_ < 0) return false;
  siginfo_t info{};
  return waitid(P_PID, pid_, &info, WEXITED | WNOHANG | WNOWAIT) == 0 && info.si_pid == 0;
}

bool Process::wait_for_exit(double seconds) const {
  const auto until = Clock::now() + std::chrono::duration<double>(seconds);
  while (is_running()) {
    if (Clock::now() >= until) return false;
    poll(nullptr, 0, 2);
  }
  return true;
}

bool Process::ends_within(double seconds) {
  close_input();
  return wait_for_exit(seconds);
}

std::string Process::end(double seconds) {
  if (pid_ < 0) return ending_;
  close_input();
  wait_for_exit(seconds);
  kill(-pid_, SIGKILL);  // it is not reaped yet, so the number is still valid
  kill(pid_, SIGKILL);   // even if it has moved to another group
  if (guard_ > 0) {
    kill(guard_, SIGKILL);
    wait_for(guard_);
  }
  close_end(guard_input_);
  const int status = wait_for(pid_);
  pid_ = guard_ = -1;
  read_errors();
  close_end(output_);
  close_end(errors_);
  ending_ = ending_text(status);
  return ending_;
}

void Process::write_some(std::string_view& rest) {
  const ssize_t written = write_quietly(input_, rest);
  if (written >= 0) {
    rest.remove_prefix(static_cast<size_t>(written));
  } else if (errno != EAGAIN && errno != EINTR) {
    rest = {};  // it has stopped reading; its output will say why
  }
}

bool Process::read_output() {
  char block[1 << 16];
  while (unread_.size() <= kMostLineBytes) {
    const ssize_t size = read(output_, block, sizeof block);
    if (size > 0) {
      unread_.append(block, static_cast<size_t>(size));
    } else if (size == 0) {
      return false;
    } else if (errno != EINTR) {
      return errno == EAGAIN;
    }
  }
  return true;
}

void Process::read_errors() {
  char block[1 << 14];
  // Not forever, because somebody may write faster than this reads.
  for (int k = 0; k < 64 && errors_ >= 0; ++k) {
    const ssize_t size = read(errors_, block, sizeof block);
    if (size > 0) {
      error_text_.add({block, static_cast<size_t>(size)});
    } else if (size == 0) {
      close_end(errors_);
    } else if (errno != EINTR) {
      return;
    }
  }
}

std::string Process::take_errors() {
  read_errors();
  return error_text_.take();
}

bool Process::take_line(std::string& line) {
  const size_t end = unread_.find('\n', searched_);
  searched_ = std::min(end, unread_.size());
  if (end == unread_.npos || end >= kMostLineBytes) return false;
  line = unread_.substr(0, end);
  unread_.erase(0, end + 1);
  searched_ = 0;
  return true;
}

Reply Process::reply(Reply::Kind kind) { return {kind, std::exchange(unread_, {})}; }

bool Process::has_more() {
  if (pid_ >= 0) read_output();
  return !unread_.empty();
}

Reply Process::ask(std::string_view line, const Patience& patience) {
  if (has_more()) return reply(Reply::Kind::kUnasked);
  const std::string request = std::string(line) + "\n";
  std::string_view rest = request;
  for (;;) {
    if (patience.is_stopped()) return reply(Reply::Kind::kStopped);
    const double left = std::chrono::duration<double>(patience.until - Clock::now()).count();
    pollfd streams[] = {{output_, POLLIN, 0}, {errors_, POLLIN, 0}, {rest.empty() ? -1 : input_, POLLOUT, 0}};
    poll(streams, 3, static_cast<int>(1000 * std::clamp(left, 0.0, kTick)));
    if (streams[2].revents != 0) write_some(rest);
    if (streams[1].revents != 0) read_errors();
    // This is asked before the last look at the output, so that everything it wrote before its end is there.
    const bool running = streams[0].revents != 0 || is_running();
    const bool open = read_output();
    Reply answer;
    if (take_line(answer.text)) return answer;
    if (unread_.size() > kMostLineBytes || searched_ >= kMostLineBytes) return reply(Reply::Kind::kTooLong);
    if (!running) return reply(Reply::Kind::kEnded);
    if (!open)
      return reply(wait_for_exit(std::clamp(left, 0.0, 1.0)) ? Reply::Kind::kEnded : Reply::Kind::kClosed);
    if (left <= 0) return reply(Reply::Kind::kTimedOut);
  }
}

}  // namespace backedge
