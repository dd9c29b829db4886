#include "tools/strength/killer.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <iostream>

namespace backedge {

int active_mutant = 0;

namespace {

constexpr int64_t kUnitMicroseconds =
    2'000'000;  // of processor time, beside what the unit takes without a mutant
constexpr rlim_t kMemory = rlim_t{3} << 30;

// What a child tells its parent, in memory that both see.
struct Shared {
  int unit;  // under way
};

Shared* shared = nullptr;
int64_t* microseconds = nullptr;   // by unit, without a mutant
unsigned char* reached = nullptr;  // by unit, by mutant
size_t stride = 0;

template <class T>
T* share(size_t count) {
  void* memory = mmap(nullptr, count * sizeof(T), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) std::abort();
  return static_cast<T*>(memory);
}

int64_t processor_time() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return (usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * 1'000'000 + usage.ru_utime.tv_usec +
         usage.ru_stime.tv_usec;
}

int64_t began = 0;

// Runs units in a child; whether one failed or the child died. shared->unit says which.
bool fails(const KillerSuite& suite, const std::vector<int>& units, int mutant) {
  shared->unit = units.empty() ? -1 : units.front();
  std::fflush(stdout);
  const pid_t child = fork();
  if (child < 0) std::abort();
  if (child == 0) {
    if (mutant > 0) {
      const int null = open("/dev/null", O_WRONLY);
      dup2(null, STDOUT_FILENO);
      dup2(null, STDERR_FILENO);
      const rlimit memory{kMemory, kMemory}, none{0, 0};
      setrlimit(RLIMIT_AS, &memory);
      setrlimit(RLIMIT_CORE, &none);
    }
    active_mutant = mutant;
    const int failed = suite.run(units);
    if (failed >= 0) shared->unit = failed;
    if (mutant < 0 && shared->unit >= 0) microseconds[shared->unit] = processor_time() - began;
    _exit(failed >= 0 ? 1 : 0);
  }
  int status = 0;
  waitpid(child, &status, 0);
  return !WIFEXITED(status) || WEXITSTATUS(status) != 0;
}

}  // namespace

bool note_mutant(int number) {
  if (reached != nullptr && shared->unit >= 0)
    reached[static_cast<size_t>(shared->unit) * stride + static_cast<size_t>(number)] = 1;
  return false;
}

void begin_unit(int unit) {
  if (shared == nullptr) return;
  const int64_t now = processor_time();
  if (active_mutant < 0) {
    if (shared->unit >= 0) microseconds[shared->unit] = now - began;
    began = now;
    shared->unit = unit;
    return;
  }
  shared->unit = unit;
  const int64_t limit = kUnitMicroseconds + 3 * microseconds[unit];
  const itimerval timer{{0, 0}, {limit / 1'000'000, limit % 1'000'000}};
  setitimer(ITIMER_PROF, &timer, nullptr);
}

int kill_mutants(const KillerSuite& suite, int count) {
  shared = share<Shared>(1);
  microseconds = share<int64_t>(suite.units.size());
  stride = static_cast<size_t>(count) + 1;
  reached = share<unsigned char>(suite.units.size() * stride);

  std::vector<int> all;
  for (size_t unit = 0; unit < suite.units.size(); ++unit) all.push_back(static_cast<int>(unit));
  if (fails(suite, all, -1)) {
    std::fprintf(stderr, "without a mutant, %s fails\n",
                 suite.units[static_cast<size_t>(shared->unit)].c_str());
    return 2;
  }
  for (int mutant = 0; std::cin >> mutant;) {
    std::vector<int> units;
    for (const int unit : all) {
      if (reached[static_cast<size_t>(unit) * stride + static_cast<size_t>(mutant)] != 0)
        units.push_back(unit);
    }
    if (units.empty()) {
      std::printf("%d unreached\n", mutant);
    } else if (fails(suite, units, mutant)) {
      std::printf("%d killed %s\n", mutant, suite.units[static_cast<size_t>(shared->unit)].c_str());
    } else {
      std::printf("%d survived\n", mutant);
    }
    std::fflush(stdout);
  }
  return 0;
}

}  // namespace backedge
