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
/// Each reader takes the default of the operation's page; an attribute without a default is required.
/// `finish` rejects an attribute that nothing has read when the operation is made: it is not supported.
///
/// errors  OP-2 missing, malformed or not supported
class Attributes {
 public:
  Attributes() = default;
  explicit Attributes(std::vector<Attribute> attributes)
      : attributes_(std::move(attributes)), read_(attributes_.size()) {}

  Result<int64_t> integer(std::string_view name, std::optional<int64_t> otherwise = {});
  Result<double> real(std::string_view name, std::optional<double> otherwise = {});
  /// true, false, 1 or 0; upper and lower case are equal.
  Result<bool> boolean(std::string_view name, std::optional<bool> otherwise = {});
  /// One of `choices`, as it is written there; upper and lower case are equal.
  Result<std::string> text(std::string_view name, std::initializer_list<std::string_view> choices,
                           std::optional<std::string_view> otherwise = {});
  Result<std::string> any_text(std::string_view name);
  Result<ElementType> element_type(std::string_view name, std::optional<ElementType> otherwise = {});
  /// An integer or real type.
  Result<ElementType> numeric_type(std::string_view name);
  /// Integers, numbers or names between commas, names in lower case; an empty value is an empty list.
  Result<std::vector<int64_t>> integers(std::string_view name,
                                        std::optional<std::vector<int64_t>> otherwise = {});
  Result<std::vector<double>> reals(std::string_view name, std::optional<std::vector<double>> otherwise = {});
  Result<std::vector<std::string>> texts(std::string_view name,
                                         std::optional<std::vector<std::string>> otherwise = {});

  /// Rejects the first attribute that nothing has read.  errors  OP-2
  Result<void> finish() const;

 private:
  /// Returns the attribute, which then counts as read; null if the model does not write it.
  const Attribute* find(std::string_view name);
  /// Returns convert(value) of the attribute, or `otherwise` if the model does not write it.
  template <class T, class Convert>
  Result<T> read(std::string_view name, std::optional<T> otherwise, std::string_view expected,
                 Convert convert);

  std::vector<Attribute> attributes_;
  std::vector<bool> read_;
};

}  // namespace backedge::openvino
