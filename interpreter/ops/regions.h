#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include "interpreter/elements/row_major.h"
#include "interpreter/ops/list_operands.h"
#include "interpreter/ops/numbers.h"

/// Regions of images, and elements between others.
namespace backedge::ops {

/// What is known of the regions and of the channels of their images.
struct RegionCounts {
  Dimension regions, channels;
};

/// errors  OP-4 unless operands 0 and 1 have one real type; OP-5 unless they are images [N, C, H, W] and
///         regions of `numbers` numbers
Result<RegionCounts> count_regions(std::span<const Operand> inputs, int64_t numbers);

/// The position of the image of region r, which a real number names.
///
/// errors  OP-6
Result<int64_t> image_of_region(double number, int64_t r, int64_t images);

/// The two elements of an axis that a position lies between, and the weight of each.
template <class T>
struct Between {
  int64_t low, high;
  T weight[2];
};

/// The neighbours of a position that is 0 or more. Beyond the last element of `size` it counts as there.
template <class T>
Between<T> neighbours_of(T position, int64_t size) {
  const auto low = static_cast<int64_t>(numbers::widen(position));
  const T rest = low >= size - 1
                     ? numbers::round_to<T>(0)
                     : numbers::subtract(position, numbers::round_to<T>(static_cast<double>(low)));
  return {std::min(low, size - 1),
          std::min(low + 1, size - 1),
          {numbers::subtract(numbers::round_to<T>(1), rest), rest}};
}

/// The sum of four products of a weight and an element, in double.
template <class T>
double interpolated(const T* image, int64_t width, const Between<T>& y, const Between<T>& x) {
  const RowMajor at(width);
  const int64_t rows[] = {y.low, y.high}, columns[] = {x.low, x.high};
  double sum = 0;
  for (int i = 0; i < 2; ++i) {
    for (int j = 0; j < 2; ++j) {
      const double weight = numbers::widen(numbers::multiply(y.weight[i], x.weight[j]));
      sum += weight * static_cast<double>(numbers::widen(image[at(rows[i], columns[j])]));
    }
  }
  return sum;
}

/// A number that is a whole one, rounded to T.
template <class T>
T as_real(int64_t number) {
  return numbers::round_to<T>(static_cast<double>(number));
}

/// The value of an image at a point; 0 unless the point is between its elements, and NaN if a coordinate is.
template <class T>
double value_inside(const T* image, const Shape& images, T at_y, T at_x) {
  const double y = numbers::widen(at_y), x = numbers::widen(at_x);
  if (std::isnan(y) || std::isnan(x)) return std::numeric_limits<double>::quiet_NaN();
  const int64_t height = images[2], width = images[3];
  const auto is_between = [](double at, int64_t size) {
    return at >= 0 && size > 0 && at <= static_cast<double>(size - 1);
  };
  if (!is_between(y, height) || !is_between(x, width)) return 0;
  return interpolated(image, width, neighbours_of(at_y, height), neighbours_of(at_x, width));
}

/// An element of every channel of each region. The output is [regions, channels, height, width].
///
/// images  the number of images
/// region  region(numbers of the region, image) prepares one
/// value   value(channel, row, column) is an element of the prepared region
template <class T, class Region, class Value>
Result<void> pool_regions(const KernelCall& call, Region&& region, Value&& value) {
  const Shape& shape = call.output().shape();
  const RowMajor<2> at_numbers(call.input(1).shape());
  const RowMajor<4> at_output(shape);
  T* const out = call.output().writable<T>();
  for (int64_t r = 0; r < shape[0] && !call.deadline.over(); ++r) {
    const T* const numbers = call.input(1).data<T>() + at_numbers(r);
    const int64_t image = TRY(image_of_region(numbers::widen(numbers[0]), r, call.input(0).shape()[0]));
    region(numbers, image);
    for (int64_t c = 0; c < shape[1] && !call.deadline.over(); ++c) {
      for (int64_t row = 0; row < shape[2] && !call.deadline.over(); ++row) {
        for (int64_t column = 0; column < shape[3] && !call.deadline.passed(1); ++column)
          out[at_output(r, c, row, column)] = value(c, row, column);
      }
    }
  }
  return {};
}

}  // namespace backedge::ops
