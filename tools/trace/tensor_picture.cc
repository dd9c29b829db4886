#include "tools/trace/tensor_picture.h"

#include <nettle/base64.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "interpreter/tensor/decimal.h"
#include "interpreter/tensor/narrow_types.h"

namespace backedge {
namespace {

constexpr uint8_t kNotFinite = 255;
constexpr double kLargestCell = 254;
constexpr double kLargestExact = 0x1p53;  // of the integers that a reader of JSON keeps

// A number if every reader of JSON gets it exactly; otherwise its text.
std::string number_json(const Tensor& tensor, int64_t index) {
  const std::string text = element_text(tensor, index);
  const bool is_plain = dispatch(tensor.type(), [&]<class T>(TypeTag<T>) {
    const T value = tensor.data<T>()[index];
    if constexpr (kIsReal<T>) {
      return std::isfinite(exactly(value));
    } else {
      return std::fabs(static_cast<double>(value)) <= kLargestExact;
    }
  });
  return is_plain ? text : '"' + text + '"';
}

std::string values_part(const Tensor& tensor) {
  std::string json = ",\"values\":[";
  for (int64_t i = 0; i < tensor.count(); ++i) json += (i > 0 ? "," : "") + number_json(tensor, i);
  return json + "]";
}

std::string real_json(double value) {
  return decimal_text(shortest_decimal(value),
                      std::fabs(value) >= 1e16 || (value != 0 && std::fabs(value) < 1e-4));
}

std::string base64(const std::vector<uint8_t>& bytes) {
  std::string text(BASE64_ENCODE_RAW_LENGTH(bytes.size()), '\0');
  base64_encode_raw(text.data(), bytes.size(), bytes.data());
  return text;
}

struct Cell {
  double mean = 0;
  int64_t count = 0;
  bool is_finite = true;
};

// A tensor as a matrix of its last axis by all others, in cells.
struct Map {
  int64_t rows, columns;
  std::vector<Cell> cells;
  double min = std::numeric_limits<double>::infinity(), max = -min;
};

template <class T>
Map map_of(const Tensor& tensor) {
  const Shape& shape = tensor.shape();
  const int64_t width = shape.rank() == 0 ? 1 : shape[shape.rank() - 1], height = tensor.count() / width;
  const int64_t rows = std::min(height, kMostCells / std::min(width, kMapSide));
  Map map{.rows = rows, .columns = std::min(width, kMostCells / rows), .cells = {}};
  map.cells.resize(static_cast<size_t>(map.rows * map.columns));
  const T* element = tensor.data<T>();
  for (int64_t row = 0; row < height; ++row) {
    Cell* cells = &map.cells[static_cast<size_t>(row * map.rows / height * map.columns)];
    for (int64_t column = 0; column < width; ++column, ++element) {
      Cell& cell = cells[column * map.columns / width];
      double value = 0;
      if constexpr (kIsReal<T>) {
        value = exactly(*element);
      } else {
        value = static_cast<double>(*element);
      }
      if (!std::isfinite(value)) {
        cell.is_finite = false;
        continue;
      }
      map.min = std::min(map.min, value);
      map.max = std::max(map.max, value);
      // The sum of many large values could overflow, the mean cannot.
      ++cell.count;
      cell.mean += (value - cell.mean) / static_cast<double>(cell.count);
    }
  }
  return map;
}

std::string cells_text(const Map& map) {
  std::vector<uint8_t> bytes;
  for (const Cell& cell : map.cells) {
    const double range = map.max / 2 - map.min / 2;
    const double share = range > 0 ? (cell.mean / 2 - map.min / 2) / range : 0.5;
    const double level = std::round(kLargestCell * std::clamp(share, 0.0, 1.0));
    bytes.push_back(cell.is_finite ? static_cast<uint8_t>(level) : kNotFinite);
  }
  return base64(bytes);
}

std::string map_part(const Tensor& tensor, PictureDetail detail) {
  const Map map = dispatch(tensor.type(), [&]<class T>(TypeTag<T>) { return map_of<T>(tensor); });
  std::string json;
  if (map.min <= map.max) json += ",\"min\":" + real_json(map.min) + ",\"max\":" + real_json(map.max);
  if (detail == PictureDetail::kBrief) return json;
  return json + ",\"rows\":" + std::to_string(map.rows) + ",\"columns\":" + std::to_string(map.columns) +
         ",\"cells\":\"" + cells_text(map) + "\"";
}

}  // namespace

std::string picture_json(const Tensor& tensor, PictureDetail detail) {
  const Tensor wide = widened(tensor);
  const std::string head =
      "{\"type\":\"" + std::string(name_of(tensor.type())) + "\",\"shape\":" + tensor.shape().text();
  return head + (tensor.count() <= kMostPictureValues ? values_part(wide) : map_part(wide, detail)) + "}";
}

}  // namespace backedge
