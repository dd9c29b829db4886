#include "conformance/generate/sliced_axis.h"

namespace backedge::generate {
namespace {

// One end of a range, written as a position, as a position from the end, or not at all if that means the
// same.
std::optional<int64_t> spelled(Random& random, int64_t position, int64_t dim, int64_t from_end_percent,
                               int64_t left_out) {
  const int64_t value = random.chance(from_end_percent) ? position - dim : position;
  if (value == left_out && random.chance(30)) return std::nullopt;
  return value;
}

// An axis of unknown size can only be cut completely, into parts of 1.
std::optional<SlicedAxis> slice_unknown(const ModelBuilder& builder, Random& random, const Size& size,
                                        bool plain) {
  if (size.least == 0 && !builder.disputed) return std::nullopt;
  SlicedAxis sliced{.parts = size};
  if (size.least > 0 && !plain && random.chance(30)) {
    sliced.start = -1;
    sliced.end = 0;
    sliced.stride = -1;
    sliced.touches.push_back({.rule = "SLICE-5", .least = 2});
  } else if (random.chance(50)) {
    sliced.start = 0;
    sliced.end = -1;
    sliced.stride = 1;
    sliced.part_size = 1;
  }
  sliced.touches.push_back({.rule = "SLICE-2", .least = 1});
  if (size.least == 0) sliced.touches.push_back({.rule = "SLICE-8", .most = 0, .survey = true});
  return sliced;
}

struct Pace {
  int64_t stride = 1, width = 1;
};

Pace random_pace(const ModelBuilder& builder, Random& random) {
  const int64_t stride = random.one_of(std::vector<int64_t>{1, 1, 1, 2, 3});
  const int64_t width = builder.disputed && random.chance(25) ? random.between(1, 3) : stride;
  return {stride, width};
}

// Cuts an axis of `dim` positions into `count` parts with this pace.
SlicedAxis slice_known(const ModelBuilder& builder, Random& random, int64_t dim, int64_t count, Pace pace,
                       bool plain) {
  const auto [stride, width] = pace;
  const int64_t covered = (count - 1) * stride + width;
  const int64_t gap = std::max<int64_t>(std::min(stride - width, dim - covered), 0);
  const int64_t length = covered + random.below(gap + 1);
  const int64_t from = random.below(dim - length + 1);
  const int64_t to = from + length - 1;
  const bool backward = !plain && random.chance(35);
  SlicedAxis sliced{.parts = Size::exactly(count), .width = width};
  const int64_t odd = builder.disputed && !plain ? 40 : 0;
  sliced.start = spelled(random, backward ? to : from, dim, backward ? 100 - odd : odd, 0);
  sliced.end = spelled(random, backward ? from : to, dim, backward ? odd : 100 - odd, -1);
  sliced.stride = backward ? -stride : stride;
  if (*sliced.stride == 1 && random.chance(30)) sliced.stride.reset();
  if (width != stride || random.chance(50)) sliced.part_size = width;
  // OpenVINO counts half-open borders. Both readings agree if exactly one of the two counts from the end.
  const bool settled = (sliced.start.value_or(0) < 0) != (sliced.end.value_or(-1) < 0);
  sliced.touches.push_back({.rule = "SLICE-2", .least = 1, .survey = !settled});
  if (stride > 1 || sliced.part_size) sliced.touches.push_back({.rule = "SLICE-4", .least = 1});
  if (stride > 1 || width != stride) sliced.touches.push_back({.rule = "SLICE-6", .survey = width != stride});
  if (backward || (stride > 1 && count > 1)) sliced.touches.push_back({.rule = "SLICE-5", .least = 2});
  return sliced;
}

// The number of parts with this pace that fit on an axis.
int64_t most_parts(int64_t dim, Pace pace) {
  return dim < pace.width ? 0 : (dim - pace.width) / pace.stride + 1;
}

std::optional<SlicedAxis> slice_size(ModelBuilder& builder, const Size& size, Size wanted, bool plain) {
  Random& random = builder.random;
  const bool exact = wanted.name != 0 || wanted.least == wanted.most;
  if (!size.known()) {
    const bool fits = exact ? size == wanted : size.least >= wanted.least;
    return fits ? slice_unknown(builder, random, size, plain) : std::nullopt;
  }
  if (wanted.name != 0) return std::nullopt;
  if (size.least == 0) {
    if (wanted.least > 0 || !builder.disputed) return std::nullopt;
    return SlicedAxis{.parts = size, .touches = {{.rule = "SLICE-8", .most = 0, .survey = true}}};
  }
  for (int attempt = 0; attempt < 4; ++attempt) {
    const Pace pace = plain ? Pace() : random_pace(builder, random);
    const int64_t most = most_parts(size.least, pace);
    if (most < wanted.least || (plain && exact && most > wanted.least)) continue;
    // In half of the cases, use all parts that fit: everybody reads only the whole axis in the same way.
    int64_t count = exact ? wanted.least : most;
    if (!exact && !plain && random.chance(25)) count = random.between(wanted.least, most);
    if (count > 0 && count <= 8) return slice_known(builder, random, size.least, count, pace, plain);
  }
  return std::nullopt;
}

}  // namespace

std::optional<SlicedAxis> slice_axis(ModelBuilder& builder, const Sizes& shape, Size wanted, bool plain) {
  std::vector<size_t> axes(shape.size());
  for (size_t k = 0; k < axes.size(); ++k) axes[k] = k;
  builder.random.shuffle(axes);
  for (const size_t axis : axes) {
    std::optional<SlicedAxis> sliced = slice_size(builder, shape[axis], wanted, plain);
    if (!sliced) continue;
    sliced->axis = static_cast<int64_t>(axis);
    return sliced;
  }
  return std::nullopt;
}

bool is_plain(const openvino::PortMapEntry& entry) {
  return entry.start.value_or(0) == 0 && entry.end.value_or(-1) == -1 && entry.stride.value_or(1) == 1 &&
         entry.part_size.value_or(1) == 1;
}

Size size_for(ModelBuilder& builder, int64_t parts) {
  const int64_t stride = builder.random.one_of(std::vector<int64_t>{1, 1, 2, 3});
  const int64_t more = builder.random.chance(30) ? builder.random.below(3) : 0;
  return Size::exactly(std::max<int64_t>(parts * stride + more, 1));
}

void write_slicing(ModelBuilder& builder, const SlicedAxis& sliced, size_t rank, bool in_loop,
                   openvino::PortMapEntry& entry, std::vector<Touch>& touches) {
  const bool from_end = (in_loop || builder.disputed) && builder.random.chance(10);
  entry.axis = from_end ? sliced.axis - static_cast<int64_t>(rank) : sliced.axis;
  entry.start = sliced.start;
  entry.end = sliced.end;
  entry.stride = sliced.stride;
  entry.part_size = sliced.part_size;
  touches.insert(touches.end(), sliced.touches.begin(), sliced.touches.end());
  if (sliced.axis > 0 || from_end) touches.push_back({.rule = "SLICE-1", .survey = from_end && !in_loop});
  if (sliced.stride) touches.push_back({.rule = "SLICE-3"});
}

}  // namespace backedge::generate
