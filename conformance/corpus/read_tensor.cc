#include "conformance/corpus/read_tensor.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <optional>

#include "interpreter/tensor/decimal.h"
#include "interpreter/tensor/npy.h"

namespace backedge {
namespace {

template <class T>
bool fill(std::string_view digits, int base, T& value) {
  const auto [end, failure] = std::from_chars(digits.data(), digits.data() + digits.size(), value, base);
  return failure == std::errc() && end == digits.data() + digits.size();
}

template <class T>
std::optional<T> read_integer(const Json& json) {
  std::optional<T> value;
  const auto take = [&value](auto wide) {
    if (std::in_range<T>(wide)) value = static_cast<T>(wide);
  };
  if (json.is_string()) {
    T read{};
    if (fill(json.get_ref<const std::string&>(), 10, read)) value = read;
  } else if (json.is_number_unsigned()) {
    take(json.get<uint64_t>());
  } else if (json.is_number_integer()) {
    take(json.get<int64_t>());
  }
  return value;
}

// Whether the shortest decimal of a value, read as a double, is this double.
template <class T>
bool is_shortest(T value, double real) {
  double read = 0;
  const std::string text = decimal_text(shortest_decimal(value), true);
  std::from_chars(text.data(), text.data() + text.size(), read);
  return read == real;
}

// A decimal is read as a double and then rounded to T. If the double is exactly between two values of T,
// the decimal may have been on either side of it. An exception is the shortest decimal of a value: 50331650
// means the f32 50331648.
template <class T>
std::optional<T> round_decimal(double value) {
  if constexpr (std::is_same_v<T, double>) {
    return value;
  } else {
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    const T rounded = element_of<T>(value);
    const bool decided = exactly(rounded) == value || element_of<T>(std::nextafter(value, kInfinity)) ==
                                                          element_of<T>(std::nextafter(value, -kInfinity));
    if (!std::isfinite(exactly(rounded)) || (!decided && !is_shortest(rounded, value))) return std::nullopt;
    return rounded;
  }
}

template <class T>
std::optional<T> read_real(const Json& json) {
  if (json.is_number()) return round_decimal<T>(json.get<double>());
  if (!json.is_string()) return std::nullopt;
  using Bits =
      std::conditional_t<sizeof(T) == 2, uint16_t, std::conditional_t<sizeof(T) == 4, uint32_t, uint64_t>>;
  const std::string_view text = json.get_ref<const std::string&>();
  Bits bits{};
  if (text.size() != 2 + 2 * sizeof(T) || !text.starts_with("0x") || !fill(text.substr(2), 16, bits))
    return std::nullopt;
  return std::bit_cast<T>(bits);
}

template <class T>
std::optional<T> read_element(const Json& json) {
  if constexpr (std::is_same_v<T, bool>) {
    return json.is_boolean() ? std::optional(json.get<bool>()) : std::nullopt;
  } else if constexpr (kIsReal<T>) {
    return read_real<T>(json);
  } else {
    return read_integer<T>(json);
  }
}

Result<Shape> read_shape(const Json& list) {
  if (!list.is_array() || list.size() > static_cast<size_t>(kMaxRank))
    return corpus_error("shape: " + excerpt_of(list));
  Shape shape;
  for (const Json& entry : list) {
    const std::optional<int64_t> dim = read_integer<int64_t>(entry);
    if (!dim || *dim < 0) return corpus_error("shape: " + excerpt_of(list));
    shape.push_back(*dim);
  }
  return shape;
}

Result<Comparison> read_comparison(const Json& json) {
  using Mode = Comparison::Mode;
  if (json == "bits") return Comparison{Mode::kBits, 0};
  if (json == "nan bits") return Comparison{Mode::kNanBits, 0};
  if (json.is_object() && json.size() == 1) {
    const Json* ulp = find(json, "ulp");
    const Json* bound = find(json, "bound");
    constexpr int64_t kMostUlp = int64_t{1} << 53;  // distances are counted in a double
    if (ulp != nullptr && ulp->is_number_unsigned() && ulp->get<uint64_t>() <= kMostUlp)
      return Comparison{Mode::kUlp, ulp->get<double>()};
    if (bound != nullptr && bound->is_number() && bound->get<double>() > 0)
      return Comparison{Mode::kBound, bound->get<double>()};
  }
  return corpus_error("compare: " + excerpt_of(json));
}

// By element: whether it is null; empty if none is.
std::vector<bool> find_nulls(const Json& json) {
  const Json* values = find(json, "values");
  std::vector<bool> nulls;
  if (values == nullptr || !values->is_array()) return nulls;
  for (const Json& value : *values) nulls.push_back(value.is_null());
  return std::find(nulls.begin(), nulls.end(), true) == nulls.end() ? std::vector<bool>() : nulls;
}

// The tensor with zeros in the places of nulls.
Json without_nulls(const Json& json) {
  Json filled = json;
  const Json* type = find(json, "type");
  const bool booleans = type != nullptr && *type == "boolean";
  for (Json& value : filled["values"]) {
    if (value.is_null()) value = booleans ? Json(false) : Json(0);
  }
  return filled;
}

}  // namespace

Result<Tensor> read_values(const Json& json, const char* type_key) {
  const std::string name = TRY(read_string(json, type_key));
  const std::optional<ElementType> type = element_type_named(name);
  if (!type || name_of(*type) != name) return corpus_error("no element type is called " + excerpt(name));
  const Json* dims = find(json, "shape");
  const Json* values = find(json, "values");
  if (dims == nullptr || values == nullptr || !values->is_array())
    return corpus_error("needs shape and values");
  const Shape shape = TRY(read_shape(*dims));
  const std::optional<int64_t> bytes = checked_bytes(shape, 1);
  if (!bytes || *bytes != static_cast<int64_t>(values->size()))
    return corpus_error(std::to_string(values->size()) + " values for " + describe(*type, shape));

  Tensor tensor = Tensor::zeros(*type, shape);
  const Json* wrong = nullptr;
  dispatch(*type, [&]<class T>(TypeTag<T>) {
    T* next = tensor.writable<T>();
    for (const Json& value : *values) {
      const std::optional<T> element = read_element<T>(value);
      if (!element && wrong == nullptr) wrong = &value;
      *next++ = element.value_or(T{});
    }
  });
  if (wrong != nullptr) return corpus_error(excerpt_of(*wrong) + " is not an unambiguous value of " + name);
  return tensor;
}

Result<ExpectedTensor> read_tensor(const Json& json, const TensorSource& source) {
  if (json.is_string()) {
    const auto named = source.named.find(json.get<std::string>());
    if (named == source.named.end()) return corpus_error("no tensor is called " + excerpt_of(json));
    return named->second;
  }
  ExpectedTensor read;
  if (find(json, "npy") != nullptr) {
    TRY(check_keys(json, {"npy", "compare"}));
    read.tensor = TRY(read_npy(source.folder + "/" + TRY(read_string(json, "npy"))));
  } else {
    TRY(check_keys(json, {"type", "shape", "values", "compare"}));
    read.unspecified = find_nulls(json);
    read.tensor = TRY(read_values(read.unspecified.empty() ? json : without_nulls(json)));
  }
  if (const Json* compare = find(json, "compare")) read.comparison = TRY(read_comparison(*compare));
  return read;
}

}  // namespace backedge
