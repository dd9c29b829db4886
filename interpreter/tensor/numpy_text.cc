#include "interpreter/tensor/numpy_text.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "interpreter/tensor/decimal.h"
#include "interpreter/tensor/narrow_types.h"

namespace backedge {
namespace {

using std::max;

constexpr int64_t kEdgeItems = 3;     // elements shown at each end of an axis that is cut
constexpr int64_t kThreshold = 1000;  // larger arrays are cut
constexpr int64_t kLineWidth = 75;
constexpr int kPrecision = 8;  // digits after the point

std::string spaces(int64_t count) { return std::string(count, ' '); }
int length(const std::string& text) { return static_cast<int>(text.size()); }

// 10 to the power of the digits that a decimal of the type always keeps (numpy.finfo(type).precision).
// Larger values are written with an exponent. NumPy has its own limits for double.
template <class T>
constexpr double kLarge = std::is_same_v<T, float> ? 1e6
                          : std::is_same_v<T, f16> ? 1e3
                                                   : 1e2;
template <>
constexpr double kLarge<double> = 1e8;  // but 1e16 for a scalar

template <class T>
T round_to_type(double value) {
  if constexpr (std::is_same_v<T, f16>) return round_to_f16(value);
  if constexpr (std::is_same_v<T, bf16>) return round_to_bf16(value);
  if constexpr (!kIsHalf<T>) return static_cast<T>(value);
}

// How the reals of one array are written: NumPy's FloatingFormat.
struct RealFormat {
  bool with_exponent = false;
  int precision = 0;  // digits after the point, with an exponent
  int exponent_digits = 0;
  int before = 0, after = 0;  // widths of the texts before and after the point
};

// The texts before and after the point, without zeros at the end, and the exponent with its sign.
struct Pieces {
  std::string whole, fraction, exponent;
};

// The shortest decimal. If it has more than kPrecision digits after the point, or with an exponent fewer than
// `least`, the nearest decimal that has so many.
template <class T>
Pieces pieces_of(T value, bool with_exponent, int least) {
  Decimal decimal = shortest_decimal(value);
  const int shift = with_exponent ? 0 : decimal.exponent;
  const int places = length(decimal.digits) - 1 - shift;
  if (places > kPrecision) decimal = nearest_decimal(exactly(value), kPrecision + shift);
  if (with_exponent && places < least) decimal = nearest_decimal(exactly(value), least);
  std::string text = decimal_text(decimal, with_exponent);
  Pieces pieces;
  if (const size_t e = text.find('e'); e != text.npos) {
    pieces.exponent = text.substr(e + 1);
    text.resize(e);
  }
  const size_t point = std::min(text.find('.'), text.size());
  pieces.whole = text.substr(0, point);
  pieces.fraction = text.substr(std::min(point + 1, text.size()));
  if (pieces.fraction == "0") pieces.fraction.clear();
  return pieces;
}

template <class T>
bool needs_exponent(const std::vector<T>& values) {
  double largest = 0, least = INFINITY;
  for (const T value : values) {
    const double magnitude = std::fabs(exactly(value));
    if (!std::isfinite(magnitude) || magnitude == 0) continue;
    largest = max(largest, magnitude);
    least = std::min(least, magnitude);
  }
  // NumPy compares and divides in the type of the elements.
  return largest >= kLarge<T> || least < exactly(round_to_type<T>(0.0001)) ||
         exactly(round_to_type<T>(largest / least)) > 1000;
}

template <class T>
RealFormat real_format(const std::vector<T>& values) {
  RealFormat format;
  format.with_exponent = needs_exponent(values);
  bool finite = true, negative_infinity = false;
  for (const T value : values) {
    if (!std::isfinite(exactly(value))) {
      finite = false;
      negative_infinity |= exactly(value) < 0;
      continue;
    }
    const Pieces pieces = pieces_of(value, format.with_exponent, 0);
    format.before = max(format.before, length(pieces.whole));
    format.after = max(format.after, length(pieces.fraction));
    format.exponent_digits = max(format.exponent_digits, length(pieces.exponent) - 1);
  }
  format.precision = format.after;
  if (format.with_exponent) format.after += format.exponent_digits + 2;
  if (!finite) format.before = max(format.before, 3 + (negative_infinity ? 1 : 0) - (format.after + 1));
  return format;
}

template <class T>
std::string real_word(T value, const RealFormat& format) {
  if (!std::isfinite(exactly(value))) {
    const std::string word = std::isnan(exactly(value)) ? "nan" : exactly(value) < 0 ? "-inf" : "inf";
    return spaces(format.before + format.after + 1 - length(word)) + word;
  }
  const Pieces pieces = pieces_of(value, format.with_exponent, format.precision);
  std::string word = spaces(format.before - length(pieces.whole)) + pieces.whole + ".";
  if (!format.with_exponent) return word + pieces.fraction + spaces(format.after - length(pieces.fraction));
  word += pieces.fraction + std::string(format.precision - length(pieces.fraction), '0');
  return word + "e" + pieces.exponent[0] +
         std::string(format.exponent_digits + 1 - length(pieces.exponent), '0') + pieces.exponent.substr(1);
}

template <class T>
std::vector<std::string> words_of(const std::vector<T>& values) {
  std::vector<std::string> words;
  if constexpr (kIsReal<T>) {
    const RealFormat format = real_format(values);
    for (const T value : values) words.push_back(real_word(value, format));
  } else {
    for (const T value : values) {
      if constexpr (std::is_same_v<T, bool>) {
        words.push_back(value ? "True" : "False");
      } else {
        words.push_back(std::to_string(value));
      }
    }
    int width = std::is_same_v<T, bool> ? 5 : 0;
    for (const std::string& word : words) width = max(width, length(word));
    for (std::string& word : words) word = spaces(width - length(word)) + word;
  }
  return words;
}

// Arranges the words in brackets and lines.
struct Arrangement {
  Shape shape;
  bool cut = false;
  std::vector<std::string> words;  // of the elements shown, in row-major order
  size_t next = 0;

  bool is_cut(int64_t axis) const { return cut && shape[axis] > 2 * kEdgeItems; }
  int64_t shown(int64_t axis) const { return is_cut(axis) ? 2 * kEdgeItems : shape[axis]; }
};

void extend_line(std::string& text, std::string& line, const std::string& word, int64_t width,
                 const std::string& indent) {
  if (length(line) + length(word) > width) {
    text += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
    line = indent;
  }
  line += word;
}

std::string bracketed_row(Arrangement& arrangement, int64_t axis, const std::string& indent, int64_t width) {
  std::string text, line = indent;
  for (int64_t i = 0; i < arrangement.shown(axis); ++i) {
    if (i > 0) line += " ";
    if (arrangement.is_cut(axis) && i == kEdgeItems) {
      extend_line(text, line, "...", width - 1, indent);
      line += " ";
    }
    extend_line(text, line, arrangement.words[arrangement.next++], width - 1, indent);
  }
  return "[" + (text + line).substr(indent.size()) + "]";
}

std::string bracketed(Arrangement& arrangement, int64_t axis, const std::string& indent, int64_t width) {
  const int64_t deeper = arrangement.shape.rank() - 1 - axis;
  if (deeper == 0) return bracketed_row(arrangement, axis, indent, width);
  const std::string separator = std::string(deeper, '\n') + indent;
  std::string text = "[";
  for (int64_t i = 0; i < arrangement.shown(axis); ++i) {
    if (i > 0) text += separator;
    if (arrangement.is_cut(axis) && i == kEdgeItems) text += "..." + separator;
    text += bracketed(arrangement, axis + 1, indent + " ", width - 1);
  }
  return text + "]";
}

template <class T>
void collect_shown(const T* elements, const Arrangement& arrangement, int64_t axis, std::vector<T>& shown) {
  if (axis == arrangement.shape.rank()) return shown.push_back(*elements);
  int64_t stride = 1;
  for (int64_t inner = axis + 1; inner < arrangement.shape.rank(); ++inner)
    stride *= arrangement.shape[inner];
  for (int64_t i = 0; i < arrangement.shown(axis); ++i) {
    const int64_t skipped = i >= kEdgeItems ? arrangement.shape[axis] - arrangement.shown(axis) : 0;
    collect_shown(elements + (i + skipped) * stride, arrangement, axis + 1, shown);
  }
}

template <class T>
std::string scalar_text(const Tensor& tensor) {
  const T value = *tensor.data<T>();
  if constexpr (std::is_same_v<T, bool>) {
    return value ? "True" : "False";
  } else if constexpr (kIsReal<T>) {
    const double magnitude = std::fabs(exactly(value));
    if (!std::isfinite(magnitude) || magnitude == 0) return element_text(tensor, 0);
    const double large = std::is_same_v<T, double> ? 1e16 : kLarge<T>;
    return decimal_text(shortest_decimal(value), magnitude < 0.0001 || magnitude >= large);
  } else {
    return std::to_string(value);
  }
}

}  // namespace

std::string numpy_text(const Tensor& tensor) {
  if (tensor.count() == 0) return "[]";
  if (is_narrow(tensor.type())) return numpy_text(widened(tensor));
  return dispatch(tensor.type(), [&]<class T>(TypeTag<T>) {
    if (tensor.shape().rank() == 0) return scalar_text<T>(tensor);
    Arrangement arrangement;
    arrangement.shape = tensor.shape();
    arrangement.cut = tensor.count() > kThreshold;
    std::vector<T> shown;
    collect_shown(tensor.data<T>(), arrangement, 0, shown);
    arrangement.words = words_of(shown);
    return bracketed(arrangement, 0, " ", kLineWidth);
  });
}

}  // namespace backedge
