#include "conformance/generate/fill_graph.h"

#include "conformance/generate/operations.h"

namespace backedge::generate {
namespace {

constexpr int64_t kMostDepth = 3;
constexpr int64_t kMostLayers = 90;

Sizes random_shape(Random& random) {
  Sizes shape;
  for (int64_t rank = random.one_of(std::vector<int64_t>{0, 1, 1, 2, 2, 3}); rank > 0; --rank)
    shape.push_back(Size::exactly(random.chance(3) ? 0 : random.between(1, 4)));
  return shape;
}

}  // namespace

LayerOutput some_value(Scope& scope) {
  Random& random = scope.builder.random;
  if (random.chance(65)) {
    if (const auto value = pick(scope, [](const LayerOutput&) { return true; })) return *value;
  }
  const ElementType type = random_type(random);
  const Sizes shape = random_shape(random);
  const bool wild = scope.builder.wild && type != ElementType::kBoolean && random.chance(60);
  return fresh_value(scope, type, shape, random_range(random, type), wild);
}

void fill_graph(Scope& scope, int64_t operations) {
  Random& random = scope.builder.random;
  for (int64_t k = 0; k < operations; ++k) {
    const bool may_nest = scope.depth > 0 && scope.depth < kMostDepth && scope.builder.layers < kMostLayers;
    const int64_t at = random.below(100);
    if (may_nest && at < 14) {
      add_loop(scope);
    } else if (may_nest && at < 20) {
      add_if(scope);
    } else {
      for (int attempt = 0; attempt < 4 && !add_random_operation(scope); ++attempt) continue;
    }
  }
}

}  // namespace backedge::generate
