#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "interpreter/tensorrt/types.h"

/// The names of the API's enumerators in network files.
namespace backedge::tensorrt {

template <class Enum>
struct Enumerator {
  std::string_view name;
  Enum value;
};

/// The enumerators of a type that a network may have.
template <class Enum>
std::span<const Enumerator<Enum>> enumerators();

template <class Enum>
std::optional<Enum> enumerator_named(std::string_view name) {
  for (const Enumerator<Enum>& known : enumerators<Enum>()) {
    if (known.name == name) return known.value;
  }
  return std::nullopt;
}

}  // namespace backedge::tensorrt
