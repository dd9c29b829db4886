#pragma once

#include <new>
#include <stdexcept>

#include "interpreter/base/result.h"

namespace backedge {

/// Calls work(), which returns a Result. If the machine runs out of memory, the Result is an error.
///
/// Sizes are checked before memory is allocated for them, so this is the last resort. It is used at the
/// entries of the library and in the `main` of each program.
///
/// errors  LIMIT-5; those of `work`
template <class Work>
auto within_memory(Work&& work) -> decltype(work()) {
  try {
    return work();
  } catch (const std::bad_alloc&) {  // [LIMIT-5]
    return Error("LIMIT-5", "the machine has no more memory");
  } catch (const std::length_error&) {  // a container would pass its largest size
    return Error("LIMIT-5", "the machine has no more memory");
  }
}

}  // namespace backedge
