#include "conformance/verify/smoke.h"

#include <algorithm>
#include <set>
#include <string>
#include <tuple>
#include <utility>

namespace backedge {
namespace {

using Side = std::pair<std::string, bool>;  // a rule, and whether a rejection is expected

std::set<Side> sides_of(const CaseRun& run) {
  std::set<Side> sides;
  for (const Inference& inference : run.inferences) {
    const bool rejected = std::holds_alternative<Rejection>(inference.answers[0]);
    for (const std::string& rule : run.rules) sides.emplace(rule, rejected);
  }
  return sides;
}

// The time that a run takes grows with its model and its inputs.
int64_t size_of(const SelectedRun& selected) {
  int64_t size = std::ssize(selected.test_case->model);
  for (const Inference& inference : selected.run->inferences) {
    for (const auto& [name, tensor] : inference.inputs.named) size += tensor.count();
    for (const Tensor& tensor : inference.inputs.listed) size += tensor.count();
  }
  return size;
}

struct Candidate {
  size_t at = 0;
  std::set<Side> sides;  // those that no chosen run touches
  int64_t size = 0;
  bool survey = false;

  // The smallest rank is the best.
  auto rank() const { return std::tuple(-std::ssize(sides), survey, size, at); }
};

}  // namespace

std::vector<SelectedRun> smoke_of(std::span<const SelectedRun> runs) {
  std::vector<Candidate> left;
  for (size_t k = 0; k < runs.size(); ++k) {
    const CaseRun& run = *runs[k].run;
    left.push_back({.at = k, .sides = sides_of(run), .size = size_of(runs[k]), .survey = run.survey});
  }
  std::vector<size_t> chosen;
  for (;;) {
    std::erase_if(left, [](const Candidate& candidate) { return candidate.sides.empty(); });
    if (left.empty()) break;
    const auto best = std::min_element(
        left.begin(), left.end(), [](const Candidate& a, const Candidate& b) { return a.rank() < b.rank(); });
    chosen.push_back(best->at);
    const std::set<Side> touched = best->sides;
    for (Candidate& candidate : left)
      std::erase_if(candidate.sides, [&](const Side& side) { return touched.contains(side); });
  }
  std::sort(chosen.begin(), chosen.end());
  std::vector<SelectedRun> smoke;
  for (const size_t k : chosen) smoke.push_back(runs[k]);
  return smoke;
}

}  // namespace backedge
