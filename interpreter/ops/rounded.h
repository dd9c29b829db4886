#pragma once

#include "interpreter/ops/numbers.h"

namespace backedge::ops {

/// An element of type T that formulas.h computes with: every step is rounded to T.  [NUM-6]
template <class T>
struct Rounded {
  T value;

  explicit Rounded(T element) requires(!std::is_same_v<T, double>) : value(element) {}
  Rounded(double constant) : value(numbers::round_to<T>(constant)) {}

  friend Rounded operator+(Rounded a, Rounded b) { return Rounded(numbers::add(a.value, b.value)); }
  friend Rounded operator-(Rounded a, Rounded b) { return Rounded(numbers::subtract(a.value, b.value)); }
  friend Rounded operator*(Rounded a, Rounded b) { return Rounded(numbers::multiply(a.value, b.value)); }
  friend Rounded operator/(Rounded a, Rounded b) { return Rounded(numbers::divide(a.value, b.value)); }

  friend Rounded maximum(Rounded a, Rounded b) { return Rounded(numbers::maximum(a.value, b.value)); }
  friend Rounded minimum(Rounded a, Rounded b) { return Rounded(numbers::minimum(a.value, b.value)); }
  friend Rounded power(Rounded a, Rounded b) { return Rounded(numbers::power_of(a.value, b.value)); }

  friend Rounded exp(Rounded x) { return Rounded(numbers::exp_of(x.value)); }
  friend Rounded log(Rounded x) { return Rounded(numbers::log_of(x.value)); }
  friend Rounded tanh(Rounded x) { return Rounded(numbers::tanh_of(x.value)); }
  friend Rounded sigmoid(Rounded x) { return Rounded(numbers::sigmoid_of(x.value)); }
  friend Rounded erf(Rounded x) { return Rounded(numbers::erf_of(x.value)); }
  friend Rounded round_half_to_even(Rounded x) { return Rounded(numbers::round_half_to_even(x.value)); }

  friend Rounded where_greater(Rounded a, Rounded b, Rounded yes, Rounded no) {
    return chosen(a.wide() > b.wide(), yes, no);
  }
  friend Rounded where_at_most(Rounded a, Rounded b, Rounded yes, Rounded no) {
    return chosen(a.wide() <= b.wide(), yes, no);
  }
  friend Rounded where_infinite(Rounded a, Rounded yes, Rounded no) {
    return chosen(std::isinf(a.wide()), yes, no);
  }

 private:
  double wide() const { return numbers::widen(value); }
  static Rounded chosen(bool condition, Rounded yes, Rounded no) {
    return Rounded(numbers::round_to<T>(condition ? yes.wide() : no.wide()));
  }
};

}  // namespace backedge::ops
