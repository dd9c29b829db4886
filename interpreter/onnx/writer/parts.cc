#include <algorithm>

#include "interpreter/onnx/writer/operation_writer.h"

/// Adaptive pools. Their windows are the parts of each axis, which may overlap. Each part is given a place of
/// its own, as wide as the widest one, so that windows beside each other take them.
namespace backedge::onnx::writing {
namespace {

using Values = Result<std::vector<Named>>;
using List = std::vector<int64_t>;

// The parts of a spatial axis.
struct PartsOfAxis {
  int64_t size = 1;  // of data
  List first, count;
  int64_t width = 1;  // of the widest part

  bool have_equal_places() const { return width * std::ssize(first) == size; }
  // The positions of each part; after a narrow one `filler(the end of the part)`.
  template <class Filler>
  List places(Filler filler) const {
    List places;
    for (size_t i = 0; i < first.size(); ++i) {
      for (int64_t k = 0; k < width; ++k)
        places.push_back(k < count[i] ? first[i] + k : filler(first[i] + count[i]));
    }
    return places;
  }
};

Error too_many(const char* name) {
  return cannot_express("an " + std::string(name) + " of so many elements");
}

// Whether a constant may have an element for each place of a channel.
Result<void> check_places(const std::vector<PartsOfAxis>& axes, const char* name) {
  int64_t places = 1;
  for (const PartsOfAxis& axis : axes) {
    places *= axis.width * std::ssize(axis.first);
    if (places > kMostElements) return too_many(name);
  }
  return {};
}

Result<std::vector<PartsOfAxis>> parts_of(const OperationWriter& op, const char* name) {
  const PartialShape &data = op.in(0).shape(), &out = op.outputs[0].shape;
  std::vector<PartsOfAxis> axes;
  for (int64_t axis = 2; data.rank_known() && axis < data.rank(); ++axis) {
    if (!data[axis].known() || !out[axis].known() || out[axis].min == 0) break;
    if (std::max(data[axis].min, out[axis].min) > kMostElements) return too_many(name);
    PartsOfAxis parts{.size = data[axis].min};
    for (int64_t i = 0; i < out[axis].min; ++i) {
      parts.first.push_back(i * parts.size / out[axis].min);
      parts.count.push_back(((i + 1) * parts.size + out[axis].min - 1) / out[axis].min - parts.first.back());
      parts.width = std::max(parts.width, parts.count.back());
    }
    axes.push_back(parts);
  }
  if (data.rank_known() && std::ssize(axes) == data.rank() - 2) return axes;
  return cannot_express("an " + std::string(name) +
                        " from or to sizes that are not known, or to a size of 0");
}

AttributeList windows_of_parts(const std::vector<PartsOfAxis>& axes) {
  List widths;
  for (const PartsOfAxis& axis : axes) widths.push_back(axis.width);
  return {{"kernel_shape", widths}, {"strides", widths}};
}

Named pick(OperationWriter& op, const Named& data, size_t k, const List& places) {
  return op.add("Gather", {data, integers(places)}, any_of(data.type()),
                {{"axis", static_cast<int64_t>(2 + k)}});
}

// The position in a channel of data of each element of a channel that was picked.
List picked_positions(const std::vector<PartsOfAxis>& axes, const std::vector<List>& places) {
  List positions = {0};
  for (size_t k = 0; k < axes.size(); ++k) {
    List longer;
    for (const int64_t before : positions) {
      for (const int64_t place : places[k]) longer.push_back(before * axes[k].size + place);
    }
    positions = longer;
  }
  return positions;
}

// A narrow part repeats its last element, which does not become the first one of equal elements.
Values adaptive_max_pool(OperationWriter& op) {
  const std::vector<PartsOfAxis> axes = TRY(parts_of(op, "AdaptiveMaxPool"));
  TRY(check_places(axes, "AdaptiveMaxPool"));
  Named data = op.in(0);
  std::vector<List> places;
  bool are_moved = false;
  for (size_t k = 0; k < axes.size(); ++k) {
    places.push_back(axes[k].places([](int64_t end) { return end - 1; }));
    if (axes[k].have_equal_places()) continue;
    data = pick(op, data, k, places.back());
    are_moved = true;
  }
  const Signature i64 = any_of(ElementType::kI64);
  std::vector<Named> made =
      op.to.add_all("MaxPool", {data}, {op.outputs[0], i64}, windows_of_parts(axes), op.name);
  const List positions = picked_positions(axes, places);
  made[1] = op.add("Mod", {made[1], integer(std::ssize(positions))}, i64);
  if (are_moved) made[1] = op.add("Gather", {integers(positions), made[1]}, i64);
  made[1] = cast(op.to, made[1], op.outputs[1].type);
  made[1].signature = op.outputs[1];
  return made;
}

// The sum of each part in f64, where a narrow part has zeros after it, divided by its number of elements.
Values means_of_unequal_parts(OperationWriter& op, const std::vector<PartsOfAxis>& axes) {
  const Signature f64 = any_of(ElementType::kF64);
  Named data = cast(op.to, op.in(0), ElementType::kF64);
  List pads(2 * axes.size() + 4, 0), shape = {0, 0}, places_of_parts;
  std::fill(pads.end() - std::ssize(axes), pads.end(), 1);
  data = op.add("Pad", {data, integers(pads)}, f64, {{"mode", "constant"}});
  std::vector<double> counts = {1};
  Shape of_counts;
  for (size_t k = 0; k < axes.size(); ++k) {
    const PartsOfAxis& axis = axes[k];
    data = pick(op, data, k, axis.places([&](int64_t) { return axis.size; }));
    shape.insert(shape.end(), {std::ssize(axis.first), axis.width});
    places_of_parts.push_back(std::ssize(shape) - 1);
    of_counts.push_back(std::ssize(axis.first));
    std::vector<double> longer;
    for (const double before : counts) {
      for (const int64_t count : axis.count) longer.push_back(before * static_cast<double>(count));
    }
    counts = longer;
  }
  const Named apart = op.add("Reshape", {data, integers(shape)}, f64);
  const Named sums = op.add("ReduceSum", {apart, integers(places_of_parts)}, f64, {{"keepdims", int64_t{0}}});
  const Named count = constant(Tensor::of<double>(of_counts, std::span<const double>(counts)));
  Named means = cast(op.to, op.add("Div", {sums, count}, f64), op.outputs[0].type);
  means.signature = op.outputs[0];
  return std::vector<Named>{means};
}

Values adaptive_avg_pool(OperationWriter& op) {
  const std::vector<PartsOfAxis> axes = TRY(parts_of(op, "AdaptiveAvgPool"));
  const bool are_equal =
      std::all_of(axes.begin(), axes.end(), [](const PartsOfAxis& axis) { return axis.have_equal_places(); });
  if (!are_equal) {
    TRY(check_places(axes, "AdaptiveAvgPool"));
    return means_of_unequal_parts(op, axes);
  }
  return op.finish("AveragePool", {op.in(0)}, windows_of_parts(axes));
}

constexpr WriterRow kPartRows[] = {
    {"adaptive_avg_pool", adaptive_avg_pool},
    {"adaptive_max_pool", adaptive_max_pool},
};

}  // namespace

std::span<const WriterRow> part_rows() { return kPartRows; }

}  // namespace backedge::onnx::writing
