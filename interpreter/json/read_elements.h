#pragma once

#include <charconv>
#include <optional>
#include <string_view>
#include <utility>

#include "interpreter/json/read_json.h"
#include "interpreter/tensor/tensor.h"

/// Numbers and elements of tensors in JSON: docs/corpus_format.md#tensors.
namespace backedge {

/// Reads all of `digits` as a number. Returns whether they are one.
template <class T>
bool read_digits(std::string_view digits, int base, T& value) {
  const auto [end, failure] = std::from_chars(digits.data(), digits.data() + digits.size(), value, base);
  return failure == std::errc() && end == digits.data() + digits.size();
}

/// An integer, or a string of its digits; none if it is not a value of T.
template <class T>
std::optional<T> read_integer(const Json& json) {
  std::optional<T> value;
  const auto take = [&value](auto wide) {
    if (std::in_range<T>(wide)) value = static_cast<T>(wide);
  };
  if (json.is_string()) {
    T read{};
    if (read_digits(json.get_ref<const std::string&>(), 10, read)) value = read;
  } else if (json.is_number_unsigned()) {
    take(json.get<uint64_t>());
  } else if (json.is_number_integer()) {
    take(json.get<int64_t>());
  }
  return value;
}

/// Fills a tensor with the elements of a list, which has as many.
///
/// returns  the first of them that is not exactly one value of the element type; nullptr if there is none
const Json* read_elements(const Json& list, Tensor& tensor);

}  // namespace backedge
