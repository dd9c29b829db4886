#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "interpreter/base/result.h"
#include "interpreter/tensor/element_type.h"

namespace backedge {

/// The attributes of one layer as they are written, read by name.
///
/// Every reader takes the default that the operation's page gives; one without a default is required. What
/// nobody has read when the operation is made is not supported (`finish`).
/// errors  OP-2 missing, malformed or not supported
class Attributes {
 public:
  struct Attribute {
    std::string name, value;
    bool read = false;
  };

  Attributes() = default;
  explicit Attributes(std::vector<Attribute> attributes) : attributes_(std::move(attributes)) {}

  bool has(std::string_view name) const;
  Result<int64_t> integer(std::string_view name, std::optional<int64_t> otherwise = {});
  Result<double> real(std::string_view name, std::optional<double> otherwise = {});
  /// true/false/1/0, in any case of letters.
  Result<bool> boolean(std::string_view name, std::optional<bool> otherwise = {});
  /// One of `choices`.
  Result<std::string> text(std::string_view name, std::initializer_list<std::string_view> choices,
                           std::optional<std::string_view> otherwise = {});
  Result<ElementType> element_type(std::string_view name, std::optional<ElementType> otherwise = {});
  /// Integers, or names, between commas; an empty value is an empty list.
  Result<std::vector<int64_t>> integers(std::string_view name,
                                        std::optional<std::vector<int64_t>> otherwise = {});
  Result<std::vector<double>> reals(std::string_view name, std::optional<std::vector<double>> otherwise = {});
  Result<std::vector<std::string>> texts(std::string_view name,
                                         std::optional<std::vector<std::string>> otherwise = {});

  /// OP-2 for the first attribute that nobody has asked for.
  Result<void> finish() const;

 private:
  std::vector<Attribute> attributes_;
};

}  // namespace backedge
