#pragma once

#include <cstddef>

#ifdef __has_feature  // Clang
#define BACKEDGE_HAS_ASAN __has_feature(address_sanitizer)
#elif defined(__SANITIZE_ADDRESS__)  // GCC
#define BACKEDGE_HAS_ASAN 1
#else
#define BACKEDGE_HAS_ASAN 0
#endif

#if BACKEDGE_HAS_ASAN
#include <sanitizer/asan_interface.h>
#endif

namespace backedge {

/// Makes the address sanitizer report every access to this memory. Does nothing in a build without it.
inline void hide_memory([[maybe_unused]] const void* begin, [[maybe_unused]] size_t bytes) {
#if BACKEDGE_HAS_ASAN
  __asan_poison_memory_region(begin, bytes);
#endif
}

/// Ends hide_memory.
inline void show_memory([[maybe_unused]] const void* begin, [[maybe_unused]] size_t bytes) {
#if BACKEDGE_HAS_ASAN
  __asan_unpoison_memory_region(begin, bytes);
#endif
}

}  // namespace backedge
