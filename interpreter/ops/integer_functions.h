#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>

/// Real functions of integers, because the pages allow any numeric type. The exact value is rounded to the
/// nearest integer (a half up) if the page says so (Sqrt, Tanh), otherwise truncated (Log, Sin, Cos). NaN
/// becomes 0, and an infinity becomes the nearest T.
namespace backedge {

/// 0 for a negative x.
template <class T>
T integer_sqrt(T x) {
  if (x <= 0) return 0;
  const auto wide = static_cast<uint64_t>(x);
  auto root = static_cast<uint64_t>(std::sqrt(static_cast<double>(wide)));
  while (root > UINT32_MAX || root * root > wide) --root;
  while (root < UINT32_MAX && (root + 1) * (root + 1) <= wide) ++root;
  return static_cast<T>(root + (wide - root * root > root ? 1 : 0));  // above (root + 1/2)^2
}

template <class T>
T integer_log(T x) {
  if (x < 0) return 0;
  if (x == 0) return std::numeric_limits<T>::min();
  // The smallest integer above e^n.
  // clang-format off
  constexpr uint64_t kPowers[] = {
      3, 8, 21, 55, 149, 404, 1097, 2981, 8104, 22027, 59875, 162755, 442414, 1202605, 3269018, 8886111,
      24154953, 65659970, 178482301, 485165196, 1318815735, 3584912847, 9744803447, 26489122130,
      72004899338, 195729609429, 532048240602, 1446257064292, 3931334297145, 10686474581525,
      29048849665248, 78962960182681, 214643579785917, 583461742527455, 1586013452313431,
      4311231547115196, 11719142372802612, 31855931757113757, 86593400423993747, 235385266837019986,
      639843493530054950, 1739274941520501048, 4727839468229346562, 12851600114359308276u,
  };
  // clang-format on
  T n = 0;
  for (const uint64_t power : kPowers) n = static_cast<T>(n + (static_cast<uint64_t>(x) >= power));
  return n;
}

/// The value is between -1 and 1; only x = 0 reaches 1.
template <class T>
T integer_sin(T) {
  return 0;
}
template <class T>
T integer_cos(T x) {
  return x == 0;
}

/// |tanh(1)| = 0.76.
template <class T>
T integer_tanh(T x) {
  return static_cast<T>((x > 0) - (x < 0));
}

}  // namespace backedge
