#pragma once

#include <bit>
#include <limits>

#include "interpreter/base/fnv1a.h"
#include "interpreter/ops/numbers.h"
#include "interpreter/tensor/tensor.h"

/// Inputs that are the same bits everywhere, and a number computed from all bits of the outputs.
namespace backedge::testing {

/// FNV-1a of numbers, independent of the order of their bytes in memory.
struct Digest {
  uint64_t bits = fnv1a64("");

  void add(uint64_t number, size_t bytes = 8) {
    for (size_t i = 0; i < bytes; ++i) {
      const char byte = static_cast<char>(number >> (8 * i));
      bits = fnv1a64({&byte, 1}, bits);
    }
  }
  void add(const Tensor& tensor) {
    add(static_cast<uint64_t>(tensor.type()));
    for (const int64_t dim : tensor.shape()) add(static_cast<uint64_t>(dim));
    dispatch(tensor.type(), [&]<class T>(TypeTag<T>) {
      for (const T element : tensor.values<T>()) {
        if constexpr (kIsHalf<T>) {
          add(element.bits, 2);
        } else if constexpr (std::is_same_v<T, float>) {
          add(std::bit_cast<uint32_t>(element), 4);
        } else if constexpr (std::is_same_v<T, double>) {
          add(std::bit_cast<uint64_t>(element));
        } else {
          add(static_cast<uint64_t>(element), sizeof(T));
        }
      }
    });
  }
};

/// The values that are drawn.
enum class Kind {
  kBits,   // any bits, and every pair of the special values
  kOdd,    // the same, but integers are never 0
  kSmall,  // reals in [-4, 4) that use all their digits
};

inline uint64_t drawn(uint64_t place) {  // SplitMix64
  uint64_t bits = (place + 1) * 0x9e3779b97f4a7c15;
  bits = (bits ^ (bits >> 30)) * 0xbf58476d1ce4e5b9;
  bits = (bits ^ (bits >> 27)) * 0x94d049bb133111eb;
  return bits ^ (bits >> 31);
}

inline constexpr uint64_t kSpecials = 12;

template <class T>
T special(uint64_t k) {
  if constexpr (kIsReal<T>) {
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    const double values[kSpecials] = {
        0,    -0.0, kInfinity, -kInfinity, std::numeric_limits<double>::quiet_NaN(), 1, -1, 0.5,
        -2.5, 3,    1024,      -709};
    return numbers::round_to<T>(values[k]);
  } else {
    const auto least = static_cast<int64_t>(std::numeric_limits<T>::min());
    const auto most = static_cast<int64_t>(std::numeric_limits<T>::max());
    const int64_t values[kSpecials] = {0, 1, 2, 3, 7, 10, 100, -1, -2, -3, least, most};
    return static_cast<T>(values[k]);
  }
}

template <class T>
T element_of(uint64_t bits, Kind kind) {
  if constexpr (kIsHalf<T>) {
    if (kind != Kind::kSmall) return T{static_cast<uint16_t>(bits)};
  } else if constexpr (kIsReal<T>) {
    using Bits = std::conditional_t<sizeof(T) == 4, uint32_t, uint64_t>;
    if (kind != Kind::kSmall) return std::bit_cast<T>(static_cast<Bits>(bits));
  } else if constexpr (std::is_same_v<T, bool>) {
    return bits >> 63 != 0;
  } else {
    return static_cast<T>(static_cast<int64_t>(bits) >> (bits & 63));
  }
  if constexpr (kIsReal<T>)
    return numbers::round_to<T>(static_cast<double>(static_cast<int64_t>(bits) >> 10) * 0x1p-51);
}

/// operand  the number of the operand of an operation: no two operands are alike
inline Tensor draw(ElementType type, const Shape& shape, Kind kind, uint64_t operand = 0) {
  Tensor tensor = Tensor::zeros(type, shape);
  dispatch(type, [&]<class T>(TypeTag<T>) {
    T* const elements = tensor.writable<T>();
    for (uint64_t i = 0; i < static_cast<uint64_t>(tensor.count()); ++i) {
      const bool is_special = kind != Kind::kSmall && i < kSpecials * kSpecials;
      elements[i] = is_special ? special<T>((operand == 0 ? i : i / kSpecials) % kSpecials)
                               : element_of<T>(drawn(1000 * i + operand), kind);
      if constexpr (kIsInteger<T>) elements[i] = static_cast<T>(elements[i] | T{kind == Kind::kOdd});
    }
  });
  return tensor;
}

}  // namespace backedge::testing
