#include "tools/strength/killer.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <sstream>

namespace backedge {

int active_mutant = 0;

namespace {

constexpr int kChildren = 2;  // at the same time
constexpr int64_t kUnitMicroseconds =
    1'000'000;  // of processor time, in addition to the unit's time without a mutant
constexpr rlim_t kMemory = rlim_t{3} << 30;
constexpr int64_t kStart = 1000;  // microseconds to start a unit, roughly
constexpr int kNear = 20;         // mutants whose numbers differ by less are in the same lines

// The following is in memory that parent and children share.
std::array<int, kChildren>* units_under_way = nullptr;  // by child
int64_t* microseconds = nullptr;                        // by unit, without a mutant
unsigned char* reached = nullptr;                       // by unit, by mutant
size_t stride = 0;

int* unit_under_way = nullptr;  // the current unit of this child
int64_t began = 0;

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

// Tests that run at the same time use the same file names.
void use_own_folder(size_t place) {
  const char* folder = std::getenv("TEST_TMPDIR");
  if (folder == nullptr) return;
  const std::string own = std::string(folder) + "/" + std::to_string(place);
  mkdir(own.c_str(), 0700);
  setenv("TEST_TMPDIR", own.c_str(), 1);
}

void set_limits() {
  const int null = open("/dev/null", O_WRONLY);
  dup2(null, STDOUT_FILENO);
  dup2(null, STDERR_FILENO);
  const rlimit memory{kMemory, kMemory}, none{0, 0};
  setrlimit(RLIMIT_AS, &memory);
  setrlimit(RLIMIT_CORE, &none);
}

// Starts a child that runs units until one fails; (*units_under_way)[place] says which one.
pid_t start(const KillerSuite& suite, const std::vector<int>& units, int mutant, size_t place) {
  unit_under_way = &(*units_under_way)[place];
  *unit_under_way = units.front();
  std::fflush(stdout);
  const pid_t child = fork();
  if (child < 0) std::abort();
  if (child != 0) return child;
  use_own_folder(place);
  if (mutant > 0) set_limits();
  active_mutant = mutant;
  const int failed = suite.run(units);
  if (failed >= 0) *unit_under_way = failed;
  if (mutant < 0) microseconds[*unit_under_way] = processor_time() - began;
  _exit(failed >= 0 ? 1 : 0);
}

bool has_failed(int status) { return !WIFEXITED(status) || WEXITSTATUS(status) != 0; }

// How often a unit has killed, and the last mutant.
struct Kills {
  int count = 0;
  int last = -kNear;
};

// The units that reach a mutant. First `likely`, then those that have killed most in their time: a unit that
// killed a mutant of the same lines counts more.
std::vector<int> units_for(int mutant, int likely, const std::vector<Kills>& kills) {
  std::vector<int> units;
  for (size_t unit = 0; unit < kills.size(); ++unit) {
    if (reached[unit * stride + static_cast<size_t>(mutant)] != 0) units.push_back(static_cast<int>(unit));
  }
  const auto rank = [&](int unit) {
    const auto u = static_cast<size_t>(unit);
    const int weight = 1 + kills[u].count + (mutant - kills[u].last < kNear ? 100 : 0);
    return std::tuple(unit != likely, static_cast<double>(microseconds[u] + kStart) / weight, unit);
  };
  std::sort(units.begin(), units.end(), [&](int a, int b) { return rank(a) < rank(b); });
  return units;
}

// The running children and their results.
class Children {
 public:
  explicit Children(const KillerSuite& suite) : suite_(suite), kills_(suite.units.size()) {}

  void kill(int mutant, int likely) {
    const std::vector<int> units = units_for(mutant, likely, kills_);
    if (units.empty()) return void(std::printf("%d unreached\n", mutant));
    size_t place = 0;
    while (place < children_.size() && children_[place].mutant != 0) ++place;
    if (place == children_.size()) place = wait_for_one();
    children_[place] = {start(suite_, units, mutant, place), mutant};
  }

  // Waits until a child ends, and returns its place.
  size_t wait_for_one() {
    int status = 0;
    const pid_t ended = wait(&status);
    size_t place = 0;
    while (children_[place].process != ended) ++place;
    const auto unit = static_cast<size_t>((*units_under_way)[place]);
    if (has_failed(status)) {
      ++kills_[unit].count;
      kills_[unit].last = children_[place].mutant;
      std::printf("%d killed %s\n", children_[place].mutant, suite_.units[unit].c_str());
    } else {
      std::printf("%d survived\n", children_[place].mutant);
    }
    std::fflush(stdout);
    children_[place] = {};
    return place;
  }

  void wait_for_all() {
    while (std::any_of(children_.begin(), children_.end(), [](const Child& c) { return c.mutant != 0; }))
      wait_for_one();
  }

 private:
  struct Child {
    pid_t process = 0;
    int mutant = 0;
  };

  const KillerSuite& suite_;
  std::vector<Kills> kills_;  // by unit
  std::array<Child, kChildren> children_;
};

}  // namespace

bool note_mutant(int number) {
  if (unit_under_way != nullptr)
    reached[static_cast<size_t>(*unit_under_way) * stride + static_cast<size_t>(number)] = 1;
  return false;
}

void begin_unit(int unit) {
  if (unit_under_way == nullptr) return;
  const int64_t now = processor_time();
  if (active_mutant < 0) {
    microseconds[*unit_under_way] = now - began;
    began = now;
    *unit_under_way = unit;
    return;
  }
  *unit_under_way = unit;
  const int64_t limit = kUnitMicroseconds + 3 * microseconds[unit];
  const itimerval timer{{0, 0}, {limit / 1'000'000, limit % 1'000'000}};
  setitimer(ITIMER_PROF, &timer, nullptr);
}

int kill_mutants(const KillerSuite& suite, int count) {
  units_under_way = share<std::array<int, kChildren>>(1);
  microseconds = share<int64_t>(suite.units.size());
  stride = static_cast<size_t>(count) + 1;
  reached = share<unsigned char>(suite.units.size() * stride);

  std::vector<int> all;
  for (size_t unit = 0; unit < suite.units.size(); ++unit) all.push_back(static_cast<int>(unit));
  int status = 0;
  waitpid(start(suite, all, -1, 0), &status, 0);
  if (has_failed(status)) {
    std::fprintf(stderr, "without a mutant, %s fails\n",
                 suite.units[static_cast<size_t>((*units_under_way)[0])].c_str());
    return 2;
  }
  Children children(suite);
  for (std::string line; std::getline(std::cin, line);) {
    std::istringstream words(line);
    int mutant = 0;
    std::string name;
    words >> mutant >> name;
    const auto likely = std::find(suite.units.begin(), suite.units.end(), name);
    children.kill(mutant, static_cast<int>(likely - suite.units.begin()));
  }
  children.wait_for_all();
  return 0;
}

}  // namespace backedge
