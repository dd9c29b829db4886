#include "interpreter/openvino/attributes.h"

#include <algorithm>
#include <charconv>

#include "interpreter/base/lower_case.h"
#include "interpreter/base/safe_text.h"
#include "interpreter/openvino/shape_text.h"

namespace backedge::openvino {
namespace {

Error malformed(std::string_view name, std::string_view value, std::string_view expected) {
  return Error(
      "OP-2",  // [OP-2]
      "attribute " + std::string(name) + "=\"" + safe_line(value) + "\" is not " + std::string(expected));
}

/// The number that the whole of `text` is, independent of the locale.
template <class Number>
std::optional<Number> parse(std::string_view text) {
  Number number{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

/// The items between the commas, without surrounding blanks.
std::vector<std::string_view> split(std::string_view text) {
  const auto trimmed = [](std::string_view item) {
    while (!item.empty() && item.front() == ' ') item.remove_prefix(1);
    while (!item.empty() && item.back() == ' ') item.remove_suffix(1);
    return item;
  };
  std::vector<std::string_view> items;
  if (trimmed(text).empty()) return items;
  while (true) {
    const size_t comma = text.find(',');
    items.push_back(trimmed(text.substr(0, comma)));
    if (comma == std::string_view::npos) return items;
    text.remove_prefix(comma + 1);
  }
}

template <class Number>
std::optional<std::vector<Number>> parse_list(std::string_view text) {
  std::vector<Number> numbers;
  for (const std::string_view item : split(text)) {
    const std::optional<Number> number = parse<Number>(item);
    if (!number) return std::nullopt;
    numbers.push_back(*number);
  }
  return numbers;
}

}  // namespace

const Attribute* Attributes::find(std::string_view name) {
  for (size_t k = 0; k < attributes_.size(); ++k) {
    if (attributes_[k].name != name) continue;
    read_[k] = true;
    return &attributes_[k];
  }
  return nullptr;
}

template <class T, class Convert>
Result<T> Attributes::read(std::string_view name, std::optional<T> otherwise, std::string_view expected,
                           Convert convert) {
  const Attribute* attribute = find(name);
  if (attribute == nullptr) {
    if (otherwise) return *std::move(otherwise);
    return Error("OP-2", "attribute " + std::string(name) + " is required");  // [OP-2]
  }
  std::optional<T> value = convert(std::string_view(attribute->value));
  if (!value) return malformed(name, attribute->value, expected);  // [OP-2]
  return *std::move(value);
}

Result<int64_t> Attributes::integer(std::string_view name, std::optional<int64_t> otherwise) {
  return read(name, otherwise, "an integer of 64 bits", parse<int64_t>);
}

Result<double> Attributes::real(std::string_view name, std::optional<double> otherwise) {
  return read(name, otherwise, "a number", parse<double>);
}

Result<bool> Attributes::boolean(std::string_view name, std::optional<bool> otherwise) {
  return read(name, otherwise, "true or false", [](std::string_view text) -> std::optional<bool> {
    const std::string low = lower_case(text);
    if (low == "true" || low == "1") return true;
    if (low == "false" || low == "0") return false;
    return std::nullopt;
  });
}

Result<std::string> Attributes::text(std::string_view name, std::initializer_list<std::string_view> choices,
                                     std::optional<std::string_view> otherwise) {
  std::string expected = "one of";
  for (const std::string_view choice : choices) expected += " " + std::string(choice);
  const std::optional<std::string> fallback =
      otherwise ? std::optional(std::string(*otherwise)) : std::nullopt;
  return read(name, fallback, expected, [&](std::string_view text) -> std::optional<std::string> {
    for (const std::string_view choice : choices) {
      if (lower_case(choice) == lower_case(text)) return std::string(choice);  // [OP-2]
    }
    return std::nullopt;
  });
}

Result<std::string> Attributes::any_text(std::string_view name) {
  return read(name, std::optional<std::string>(), "a text",
              [](std::string_view text) { return std::optional<std::string>(text); });
}

Result<ElementType> Attributes::element_type(std::string_view name, std::optional<ElementType> otherwise) {
  return read(name, otherwise, "a known element type", find_element_type);
}

Result<ElementType> Attributes::numeric_type(std::string_view name) {
  return read(name, std::optional<ElementType>(), "an integer or real type", [](std::string_view text) {
    const std::optional<ElementType> type = find_element_type(text);
    return type && (is_integer(*type) || is_real(*type)) ? type : std::nullopt;  // [OP-2]
  });
}

Result<std::vector<int64_t>> Attributes::integers(std::string_view name,
                                                  std::optional<std::vector<int64_t>> otherwise) {
  return read(name, std::move(otherwise), "integers between commas", parse_list<int64_t>);
}

Result<std::vector<double>> Attributes::reals(std::string_view name,
                                              std::optional<std::vector<double>> otherwise) {
  return read(name, std::move(otherwise), "numbers between commas", parse_list<double>);
}

Result<std::vector<std::string>> Attributes::texts(std::string_view name,
                                                   std::optional<std::vector<std::string>> otherwise) {
  return read(name, std::move(otherwise), "names between commas",
              [](std::string_view text) -> std::optional<std::vector<std::string>> {
                std::vector<std::string> names;
                for (const std::string_view item : split(text)) {
                  if (item.empty()) return std::nullopt;
                  names.push_back(lower_case(item));
                }
                return names;
              });
}

Result<void> Attributes::finish() const {
  for (size_t k = 0; k < attributes_.size(); ++k) {
    const auto& [name, value, line] = attributes_[k];
    if (read_[k]) continue;
    return Error("OP-2", "not supported: attribute " + name + "=\"" + safe_line(value) + "\"");  // [OP-2]
  }
  return {};
}

}  // namespace backedge::openvino
