#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "conformance/judge/verdict.h"

/// What the explanations of models in OpenVINO IR and in ONNX share.
namespace backedge::shrink {

/// A key by which values are in the order of computation: the position and the iteration at each level.
///
/// watch       with the fields `loops` and `order`
/// iterations  of the loops around the value; those that are missing are 0
template <class W>
std::vector<int64_t> time_of(const W& watch, const std::vector<int64_t>& iterations) {
  std::vector<int64_t> key;
  for (size_t level = 0; level < watch.order.size(); ++level) {
    key.push_back(static_cast<int64_t>(watch.order[level]));
    // The outputs of a loop come after the values inside it.
    const bool inside = level < watch.loops.size();
    key.push_back(!inside ? INT64_MAX : level < iterations.size() ? iterations[level] : 0);
  }
  return key;
}

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
