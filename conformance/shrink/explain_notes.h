#pragma once

#include <string>

#include "conformance/judge/verdict.h"

namespace backedge::shrink {

/// Why values are compared one at a time.
///
/// verdict  with all values made visible at once
inline std::string note_on_all_at_once(const Verdict& verdict) {
  const std::string what = verdict.passed()
                               ? std::string("is right")
                               : "fails in another way: " + std::string(name_of(verdict.outcome));
  return "with all values made visible at once the backend " + what + "; they were compared one at a time";
}

inline std::string note_on_changed(size_t values) {
  return std::to_string(values) +
         " values are not judged, because the failure disappears when one of them is made visible";
}

inline std::string note_on_left_out(size_t values) {
  return std::to_string(values) + " values could not be compared in all iterations";
}

}  // namespace backedge::shrink
