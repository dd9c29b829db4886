#pragma once

#include <string>
#include <system_error>
#include <thread>
#include <vector>

#include "interpreter/base/result.h"

namespace backedge {

/// Adds threads that each call `work`. The caller joins them, even after an error.
///
/// errors  LIMIT-5 the machine has no more threads
template <class Work>
Result<void> start_threads(int64_t count, const Work& work, std::vector<std::thread>& threads) {
  threads.reserve(static_cast<size_t>(count));  // so that only a start can fail below
  try {
    for (int64_t k = 0; k < count; ++k) threads.emplace_back(work);
  } catch (const std::system_error& failure) {  // [LIMIT-5]
    return Error("LIMIT-5", std::string("the machine cannot start a thread: ") + failure.what() +
                                "; fewer --jobs need fewer of them");
  }
  return {};
}

}  // namespace backedge
