#include "conformance/features.h"

#include <algorithm>
#include <vector>

#include "interpreter/base/nearest_name.h"

namespace backedge {
namespace {

constexpr std::string_view kKnown[] = {
#include "conformance/features.inc"
};

}  // namespace

std::span<const std::string_view> known_features() { return kKnown; }

Result<void> check_features(std::span<const std::string> features, const Corpus& corpus) {
  std::vector<std::string_view> known(std::begin(kKnown), std::end(kKnown));
  for (const Case& the_case : corpus.cases)
    known.insert(known.end(), the_case.features.begin(), the_case.features.end());
  for (const std::string& feature : features) {
    if (std::find(known.begin(), known.end(), feature) != known.end()) continue;
    Error error("BACKEND-1", "hello: no feature is called \"" + feature + "\"");
    const std::string nearest = nearest_name(feature, known);
    return nearest.empty() ? std::move(error).note("testdata/features.txt lists them")
                           : std::move(error).note("did you mean \"" + nearest + "\"?");
  }
  return {};
}

}  // namespace backedge
