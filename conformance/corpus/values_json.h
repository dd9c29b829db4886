#pragma once

#include <bit>
#include <cstdint>
#include <string>
#include <type_traits>

#include "interpreter/json/write_json.h"
#include "interpreter/tensor/tensor.h"

namespace backedge {

/// The elements as the corpus writes them: shortest decimals; NaN, infinities and -0 as bits; integers
/// beyond 2^53 as strings.
OrderedJson values_json(const Tensor& tensor);

/// The same for the elements in [from, to).
OrderedJson values_json(const Tensor& tensor, int64_t from, int64_t to);

/// The bits of a value of an element type.
template <class T>
auto bits_of(T value) {
  using Unsigned = std::conditional_t<
      sizeof(T) == 1, uint8_t,
      std::conditional_t<sizeof(T) == 2, uint16_t, std::conditional_t<sizeof(T) == 4, uint32_t, uint64_t>>>;
  return std::bit_cast<Unsigned>(value);
}

/// "0x3f800000": the bits of an element.
std::string bits_text(const Tensor& tensor, int64_t position);

}  // namespace backedge
