#pragma once

#include <optional>
#include <utility>
#include <variant>

#include "interpreter/base/check.h"
#include "interpreter/base/error.h"

namespace backedge {

/// A value, or the Error that explains why there is none.
template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : content_(std::move(value)) {}
  Result(Error error) : content_(std::move(error)) {}

  bool ok() const { return content_.index() == 0; }
  const T& value() const& { return std::get<0>(content_); }
  T& value() & { return std::get<0>(content_); }
  T value() && { return std::get<0>(std::move(content_)); }
  const Error& error() const { return std::get<1>(content_); }
  Error&& take_error() { return std::get<1>(std::move(content_)); }

 private:
  std::variant<T, Error> content_;
};

template <>
class [[nodiscard]] Result<void> {
 public:
  Result() = default;
  Result(Error error) : error_(std::move(error)) {}

  bool ok() const { return !error_.has_value(); }
  void value() const { CHECK(ok()); }
  const Error& error() const { return *error_; }
  Error&& take_error() { return *std::move(error_); }

 private:
  std::optional<Error> error_;
};

/// The value of a Result. An Error is returned to the caller of the enclosing function instead. In a braced
/// list, the values before a TRY would then never be destroyed: put the TRY into a statement of its own.
#define TRY(expression)                                   \
  ({                                                      \
    auto try_result = (expression);                       \
    if (!try_result.ok()) return try_result.take_error(); \
    std::move(try_result).value();                        \
  })

}  // namespace backedge
