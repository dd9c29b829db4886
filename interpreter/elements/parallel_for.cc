#include "interpreter/elements/parallel_for.h"

#include <algorithm>
#include <exception>
#include <system_error>
#include <thread>
#include <vector>

namespace backedge {

int64_t pieces_for(int64_t count, int64_t grain_size, int64_t threads) {
  if (threads <= 0) threads = std::max<int64_t>(std::thread::hardware_concurrency(), 1);
  return std::clamp<int64_t>(count / std::max<int64_t>(grain_size, 1), 1, threads);  // [ELEM-16]
}

void parallel_for(int64_t count, int64_t pieces, const std::function<void(int64_t, int64_t)>& piece) {
  if (pieces <= 1) return piece(0, count);
  std::vector<std::exception_ptr> thrown(static_cast<size_t>(pieces));
  const auto run = [&](int64_t i) {
    // The first pieces take one element more if the count cannot be divided.
    const int64_t size = count / pieces, more = count % pieces;
    const int64_t begin = i * size + std::min(i, more);
    try {
      piece(begin, begin + size + (i < more));
    } catch (...) {
      thrown[static_cast<size_t>(i)] = std::current_exception();
    }
  };
  std::vector<std::thread> threads;
  threads.reserve(static_cast<size_t>(pieces));
  int64_t started = 1;
  try {
    for (; started < pieces; ++started) threads.emplace_back(run, started);
  } catch (const std::system_error&) {
    // The machine has no more threads: this one does the rest.
  }
  run(0);
  for (int64_t i = started; i < pieces; ++i) run(i);
  for (std::thread& thread : threads) thread.join();
  for (const std::exception_ptr& exception : thrown) {
    if (exception) std::rethrow_exception(exception);
  }
}

}  // namespace backedge
