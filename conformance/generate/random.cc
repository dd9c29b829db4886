#include "conformance/generate/random.h"

#include "interpreter/base/check.h"

namespace backedge::generate {
namespace {

uint64_t mixed(uint64_t z) {
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

}  // namespace

uint64_t Random::next() { return mixed(state_ += 0x9e3779b97f4a7c15u); }

int64_t Random::below(int64_t count) {
  CHECK(count > 0);
  return static_cast<int64_t>((next() >> 1) % static_cast<uint64_t>(count));
}

uint64_t seed_of(uint64_t series, int64_t number) {
  return mixed(mixed(series + 0x9e3779b97f4a7c15u) + static_cast<uint64_t>(number));
}

}  // namespace backedge::generate
