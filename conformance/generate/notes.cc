#include "conformance/generate/notes.h"

#include <algorithm>

namespace backedge::generate {
namespace {

bool counts_for(const Touch& touch, const IterationCounts& counts) {
  if (touch.loop.empty()) return true;
  const auto found = counts.find(touch.loop);
  return found != counts.end() &&
         std::any_of(found->second.begin(), found->second.end(),
                     [&touch](int64_t count) { return touch.least <= count && count <= touch.most; });
}

}  // namespace

Touched resolve(const Notes& notes, const IterationCounts& counts) {
  std::set<std::string> rules;
  Touched touched;
  for (const Touch& touch : notes.touches) {
    if (!counts_for(touch, counts)) continue;
    rules.insert(touch.rule);
    touched.survey = touched.survey || touch.survey;
  }
  touched.rules.assign(rules.begin(), rules.end());
  return touched;
}

}  // namespace backedge::generate
