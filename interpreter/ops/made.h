#pragma once

#include <any>
#include <string_view>
#include <type_traits>

namespace backedge {

/// What a maker was called with, so that the operation can be written in another language.
struct Made {
  std::string_view maker;  // "top_k", of make_top_k; empty: no maker made the operation
  std::any options;        // the argument of the maker, of its type; empty if it has none
  bool (*same_options)(const std::any&, const std::any&) = nullptr;  // of that type

  friend bool operator==(const Made& a, const Made& b) {
    if (a.maker != b.maker || a.options.type() != b.options.type()) return false;
    return a.same_options == nullptr || a.same_options(a.options, b.options);
  }
};

namespace ops {

/// function  `__func__` of the maker: "make_top_k"
inline Made made_by(std::string_view function) {
  function.remove_prefix(std::string_view("make_").size());
  return {.maker = function};
}

/// options  the argument of the maker. It must have an ==
template <class Options>
Made made_by(std::string_view function, const Options& options) {
  Made made = made_by(function);
  made.options = options;
  made.same_options = [](const std::any& a, const std::any& b) {
    return *std::any_cast<Options>(&a) == *std::any_cast<Options>(&b);
  };
  return made;
}

}  // namespace ops
}  // namespace backedge
