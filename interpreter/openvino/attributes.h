#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "interpreter/base/result.h"
#include "interpreter/openvino/model.h"

namespace backedge::openvino {

/// Reads the attributes of one layer by name.
///
/// Every reader takes the default that the operation's page gives; an attribute without a default is
/// required. An attribute that nobody has read when the operation is made is not supported (`finish`).
/// errors  OP-2 missing, malformed or not supported
class Attributes {
 public:
  Attributes() = default;
  explicit Attributes(std::vector<Attribute> attributes)
      : attributes_(std::move(attributes)), read_(attributes_.size()) {}

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

  /// OP-2 for the first attribute that nobody has read.
  Result<void> finish() const;

 private:
  /// Null if it is not written; else it counts as read.
  const Attribute* find(std::string_view name);
  /// convert(value) of the attribute, `otherwise` if it is not written.
  template <class T, class Convert>
  Result<T> read(std::string_view name, std::optional<T> otherwise, std::string_view expected,
                 Convert convert);

  std::vector<Attribute> attributes_;
  std::vector<bool> read_;
};

}  // namespace backedge::openvino
