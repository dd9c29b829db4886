#pragma once

#include <optional>
#include <utility>

#include "interpreter/base/check.h"
#include "interpreter/base/error.h"

namespace backedge {

/// A value, or the Error that explains why there is none.
template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : value_(std::move(value)) {}
  Result(Error error) : error_(std::move(error)) {}

  bool ok() const { return value_.has_value(); }
  const T& value() const& { return checked(); }
  T& value() & { return checked(); }
  T value() && { return std::move(checked()); }
  const Error& error() const {
    CHECK(!ok());
    return error_;
  }
  Error&& take_error() {
    CHECK(!ok());
    return std::move(error_);
  }

 private:
  const T& checked() const {
    CHECK(ok());
    return *value_;
  }
  T& checked() { return const_cast<T&>(std::as_const(*this).checked()); }

  // A std::variant takes several times as long to compile, and every file has some.
  std::optional<T> value_;
  Error error_;  // none if there is a value
};

template <>
class [[nodiscard]] Result<void> {
 public:
  Result() = default;
  Result(Error error) : error_(std::move(error)) {}

  bool ok() const { return error_.is_none(); }
  void value() const { CHECK(ok()); }
  const Error& error() const {
    CHECK(!ok());
    return error_;
  }
  Error&& take_error() {
    CHECK(!ok());
    return std::move(error_);
  }

 private:
  Error error_;
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
