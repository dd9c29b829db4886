#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace backedge::generate {

/// Numbers that are the same on every machine: splitmix64 and integer arithmetic.
class Random {
 public:
  explicit Random(uint64_t seed) : state_(seed) {}

  uint64_t next();
  /// 0 .. count - 1; count is at least 1.
  int64_t below(int64_t count);
  /// low .. high.
  int64_t between(int64_t low, int64_t high) { return low + below(high - low + 1); }
  bool chance(int64_t percent) { return below(100) < percent; }

  template <class T>
  T one_of(const std::vector<T>& items) {
    return items[static_cast<size_t>(below(std::ssize(items)))];
  }
  template <class T>
  void shuffle(std::vector<T>& items) {
    for (size_t k = items.size(); k > 1; --k)
      std::swap(items[k - 1], items[static_cast<size_t>(below(static_cast<int64_t>(k)))]);
  }

 private:
  uint64_t state_;
};

/// The seed of model `number` of a series. The model depends on nothing else.
uint64_t seed_of(uint64_t series, int64_t number);

}  // namespace backedge::generate
