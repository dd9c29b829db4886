#pragma once

#include <new>
#include <stdexcept>

#include "interpreter/base/result.h"

namespace backedge {

/// work(), which returns a Result. Memory that the machine does not have is an error of that Result.
///
/// Sizes are checked before memory is taken for them, so this is the last resort. It stands where callers enter the
/// library, and in the `main` of a program.
///
/// errors  LIMIT-5; those of `work`
template <class Work>
auto within_memory(Work&& work) -> decltype(work()) {
  try {
    return work();
  } catch (const std::bad_alloc&) {  // [LIMIT-5]
    return Error("LIMIT-5", "the machine has no more memory");
  } catch (const std::length_error&) {  // of a container that would pass its largest size
    return Error("LIMIT-5", "the machine has no more memory");
  }
}

}  // namespace backedge
