#include "conformance/corpus/features.h"

#include <algorithm>
#include <vector>

#include "interpreter/base/nearest_name.h"

namespace backedge {
namespace {

constexpr std::string_view kKnown[] = {
#include "conformance/corpus/features.inc"
};

}  // namespace

std::span<const std::string_view> known_features() { return kKnown; }

std::string unknown_feature(const std::string& feature, std::span<const std::string_view> known) {
  if (std::find(known.begin(), known.end(), feature) != known.end()) return "";
  const std::string nearest = nearest_name(feature, known);
  return "no feature is called \"" + feature + "\"" +
         (nearest.empty() ? "; testdata/features.txt lists them" : "; did you mean \"" + nearest + "\"?");
}

bool may_change_later(const TestCase& test_case) {
  const auto may_change = [](const std::string& feature) {
    return feature.starts_with("op:RandomUniform-") || feature.starts_with("op:ReadValue-");
  };
  return std::any_of(test_case.features.begin(), test_case.features.end(), may_change);
}

Result<void> check_features(std::span<const std::string> features, const Corpus& corpus) {
  std::vector<std::string_view> known(std::begin(kKnown), std::end(kKnown));
  for (const TestCase& test_case : corpus.cases)
    known.insert(known.end(), test_case.features.begin(), test_case.features.end());
  for (const std::string& feature : features) {
    const std::string problem = unknown_feature(feature, known);
    if (!problem.empty()) return Error("BACKEND-1", "hello: " + problem);
  }
  return {};
}

}  // namespace backedge
