#include "interpreter/elements/parallel_for.h"

#include <algorithm>
#include <exception>
#include <thread>
#include <vector>

namespace backedge {

int64_t pieces_for(int64_t count, int64_t grain_size, int64_t threads) {
  if (threads <= 0) threads = std::thread::hardware_concurrency();  // 0 if nobody knows
  const int64_t grain = std::max<int64_t>(grain_size, 1);
  const int64_t most = count / grain + (count % grain != 0);
  return std::max<int64_t>(std::min(most, threads), 1);  // [ELEM-16]
}

void parallel_for(int64_t count, int64_t pieces, const std::function<void(int64_t, int64_t)>& piece) {
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
  std::vector<std::thread> threads(static_cast<size_t>(pieces));  // the first piece takes this thread
  int64_t started = 1;
  try {
    for (; started < pieces; ++started) threads[static_cast<size_t>(started)] = std::thread(run, started);
  } catch (const std::exception&) {
    // The machine has no more threads, or no memory for one: this thread does the rest.
  }
  run(0);
  for (int64_t i = started; i < pieces; ++i) run(i);
  for (std::thread& thread : threads) {
    if (thread.joinable()) thread.join();
  }
  for (const std::exception_ptr& exception : thrown) {
    if (exception) std::rethrow_exception(exception);
  }
}

}  // namespace backedge
