#pragma once

#include <cstdio>
#include <cstdlib>

/// Aborts when `condition` is false. Then backedge itself is at fault, never a model or an input.
#define CHECK(condition)                                                                   \
  do {                                                                                     \
    if (!(condition)) {                                                                    \
      std::fprintf(stderr, "%s:%d: internal error: %s\n", __FILE__, __LINE__, #condition); \
      std::abort();                                                                        \
    }                                                                                      \
  } while (false)
