#pragma once

#include <CLI/CLI.hpp>
#include <charconv>
#include <cmath>
#include <string>

#include "interpreter/interpreter.h"

namespace backedge {

/// A model as the command line names it.
struct ModelArguments {
  std::string model;
  LoadOptions load;
  bool json_errors = false;
};

void add_model(CLI::App& command, ModelArguments& arguments);

/// The number that a whole text is.
template <class T>
T number_in(const std::string& option, const std::string& text) {
  T number{};
  const char* end = text.data() + text.size();
  const auto [stop, failure] = std::from_chars(text.data(), end, number);
  const bool in_range = std::isfinite(static_cast<double>(number)) && number >= T{0};
  if (failure == std::errc() && stop == end && in_range) return number;
  throw CLI::ValidationError(option, "'" + text + "' is not a number of at least 0");
}

template <class T>
CLI::Option* add_number(CLI::App& command, const std::string& option, T& number, const std::string& help) {
  const auto take = [option, &number](const std::string& text) { number = number_in<T>(option, text); };
  return command.add_option_function<std::string>(option, take, help)
      ->type_name(std::is_integral_v<T> ? "INTEGER" : "NUMBER");
}

}  // namespace backedge
