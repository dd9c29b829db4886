#include <algorithm>

#include "conformance/generate/loop_builder.h"
#include "conformance/generate/operations.h"

namespace backedge::generate {
namespace {

constexpr int64_t kMostJoined = 3000;

// The merged value joined with another one along the axis that grows.
LayerOutput grown(LoopBuilder& loop, const MergedPlan& merged) {
  Scope& inside = loop.inside;
  const auto axis = static_cast<size_t>(merged.grows_along);
  const auto joins = [&](const LayerOutput& value) {
    if (value.type != merged.inside.type || value.wild != merged.inside.wild) return false;
    if (value.shape.size() != merged.inside.shape.size() || !merged.inside.range.holds(value.range))
      return false;
    for (size_t k = 0; k < value.shape.size(); ++k) {
      if (k == axis ? value.shape[k] != Size::exactly(1) : value.shape[k] != merged.inside.shape[k])
        return false;
    }
    return true;
  };
  std::optional<LayerOutput> more = pick(inside, joins);
  if (!more) return merged.inside;
  std::vector<LayerOutput> parts = {merged.inside, *more};
  loop.builder.random.shuffle(parts);
  return add_operation(inside, "Concat", 1, {{"axis", std::to_string(axis)}}, parts, merged.inside);
}

// Another value than the merged one, with its type and shape and in its range.
LayerOutput computed(LoopBuilder& loop, const MergedPlan& merged) {
  Scope& inside = loop.inside;
  const LayerOutput& old = merged.inside;
  const auto fits = [&](const LayerOutput& value) {
    return value.type == old.type && value.wild == old.wild && value.shape == old.shape &&
           value.layer != old.layer && !is_parameter(loop.inside, value);
  };
  const auto found = pick(inside, fits);
  if (found) return found->wild ? *found : clamped(inside, *found, old.range);
  if (old.type == ElementType::kBoolean) return add_operation(inside, "LogicalNot", 1, {}, {old}, old);
  const auto adds = [&](const LayerOutput& value) {
    const auto shape =
        value.type == old.type && value.wild == old.wild ? broadcast(old.shape, value.shape) : std::nullopt;
    return shape && *shape == old.shape && value.layer != old.layer;
  };
  std::optional<LayerOutput> more = pick(inside, adds);
  if (!more) more = fresh_value(inside, old.type, {}, {1, 3}, old.wild);
  LayerOutput sum = old;
  sum.range = {old.range.low + more->range.low, old.range.high + more->range.high};
  if (!old.wild && !exact_interval(old.type).holds(sum.range)) return old;
  sum = add_operation(inside, "Add", 1, {{"auto_broadcast", "numpy"}}, {old, *more}, sum);
  if (old.wild) {
    loop.touch("TYPE-1", 2, INT64_MAX, true);
    loop.touch(is_integer(old.type) ? "NUM-2" : "NUM-1", 2, INT64_MAX, true);
  }
  return old.wild ? sum : clamped(inside, sum, old.range);
}

LayerOutput source_of(LoopBuilder& loop, const MergedPlan& merged) {
  if (merged.grows_along >= 0) return grown(loop, merged);
  const LayerOutput& old = merged.inside;
  const auto moves = [&](const LayerOutput& value) {
    return value.type == old.type && value.wild == old.wild && value.shape == old.shape &&
           old.range.holds(value.range) && is_parameter(loop.inside, value);
  };
  // Swaps, rotations and delays, if there is another Parameter of the same kind.
  if (loop.builder.random.chance(40)) return *pick(loop.inside, moves);
  return computed(loop, merged);
}

void add_result_of(LoopBuilder& loop, const LayerOutput& value, const MergedPlan* feeds,
                   std::vector<ResultPlan>& results) {
  for (ResultPlan& result : results) {
    const bool same = result.value.layer == value.layer && result.value.port == value.port;
    if (!same || !loop.builder.random.chance(60)) continue;
    if (feeds != nullptr) result.feeds.push_back(feeds);
    return;
  }
  ResultPlan result{.id = add_result(loop.inside, value), .value = value};
  if (feeds != nullptr) result.feeds.push_back(feeds);
  results.push_back(std::move(result));
}

struct OutputPlan {
  const ResultPlan* result;
  bool scan = false;
};

// Whether the last value exists for any number of iterations.
bool has_last_value(const LoopBuilder& loop, const ResultPlan& result) {
  return loop.iterations.least > 0 || result.feeds.size() == 1;
}

// Whether a size is the same in every iteration.
bool is_lasting(const LoopBuilder& loop, const Size& size) { return size.name <= loop.first_size; }

// The axes along which a Result can be joined. All other axes are the same in every iteration.
std::vector<int64_t> joinable_axes(const LoopBuilder& loop, const ResultPlan& result) {
  const Sizes& shape = result.value.shape;
  std::vector<int64_t> axes;
  if (most_elements(shape) * std::max<int64_t>(loop.iterations.most, 1) > kMostJoined) return axes;
  if (shape.empty()) return {0};
  const bool settled = !loop.builder.disputed;
  for (size_t axis = 0; axis < shape.size(); ++axis) {
    bool joinable = !settled || (loop.is_loop() ? shape[axis] == Size::exactly(1) : shape[axis].known());
    for (size_t k = 0; k < shape.size(); ++k) {
      if (k == axis) continue;
      joinable = joinable && is_lasting(loop, shape[k]);
      if (settled && loop.iterations.least == 0) joinable = joinable && shape[k].known();
    }
    if (joinable) axes.push_back(static_cast<int64_t>(axis));
  }
  return axes;
}

LayerOutput last_value(LoopBuilder& loop, const ResultPlan& result) {
  LayerOutput value = result.value;
  for (const MergedPlan* merged : result.feeds) {
    value.range = value.range.joined_with(merged->initial.range);
    if (merged->grows_along >= 0) value.shape = merged->inside.shape;
  }
  loop.touch("OUT-1", 1);
  if (!result.feeds.empty()) loop.touch("ZERO-1", 0, 0);
  return taken_out(loop, value);
}

// Writes start, end, stride and part_size of a scan output. The length is that of all parts.
void write_borders(LoopBuilder& loop, const Size& width, const Size& length, openvino::PortMapEntry& entry) {
  Random& random = loop.builder.random;
  const bool plain = loop.is_loop() && !loop.builder.disputed;
  const bool backward = !plain && random.chance(30);
  const bool wide = width.known() && width.least > 1;
  const bool bare = (!wide || loop.builder.disputed) && !backward && random.chance(25);
  if (bare && wide) loop.touch("OUT-2", 1, INT64_MAX, true);  // some backends assume parts of 1
  if (bare || (!width.known() && !backward)) return;
  if (width.known() && width.least > 0) entry.part_size = width.least;
  entry.stride = entry.part_size.value_or(1) * (backward ? -1 : 1);
  entry.start = backward ? -1 : 0;
  entry.end = backward ? 0 : -1;
  const bool as_positions = length.known() && length.least > 0 && loop.iterations.least > 0 &&
                            loop.builder.disputed && random.chance(10);
  if (as_positions) {
    entry.start = backward ? length.least - 1 : 0;
    entry.end = backward ? 0 : length.least - 1;
  }
  loop.touch("OUT-3", 1, INT64_MAX, as_positions);
  if (backward) loop.builder.notes.features.insert("role:scan_backward");
}

// The parts of all iterations, joined along an axis.
LayerOutput scan_of(LoopBuilder& loop, const ResultPlan& result, openvino::PortMapEntry& entry) {
  Random& random = loop.builder.random;
  LayerOutput value = result.value;
  const bool scalar = value.shape.empty();
  if (scalar) value.shape.push_back(Size::exactly(1));
  const int64_t rank = rank_of(value);
  const int64_t axis = random.one_of(joinable_axes(loop, result));
  const bool from_end = (loop.is_loop() || loop.builder.disputed) && random.chance(10);
  entry.axis = from_end ? axis - rank : axis;
  Size& size = value.shape[static_cast<size_t>(axis)];
  const Size width = size;
  const Size count = loop.iterations;
  if (width.known() && count.known()) {
    size = Size::exactly(width.least * count.least);
  } else if (width == Size::exactly(1) && count.name != 0) {
    size = count;
  } else {
    size = new_size(loop.builder, width.least * count.least, width.most * count.most);
  }
  const Size length = size;
  write_borders(loop, width, length, entry);
  value = taken_out(loop, value);
  bool unknown = false;
  for (size_t k = 0; k < value.shape.size(); ++k) {
    if (static_cast<int64_t>(k) == axis || value.shape[k].known() || count.least > 0) continue;
    value.shape[k] = new_size(loop.builder, 0, value.shape[k].most);
    unknown = true;
  }
  if (from_end && !loop.is_loop()) loop.touch("SLICE-1", 0, INT64_MAX, true);
  loop.touch("OUT-2", 1);
  loop.touch("OUT-4", 2, INT64_MAX, !width.known());
  if (!result.feeds.empty()) loop.touch("OUT-5", 2);
  if (scalar) loop.touch("OUT-6", 1);
  loop.touch("ZERO-2", 0, 0, unknown);
  return value;
}

}  // namespace

LayerOutput taken_out(LoopBuilder& loop, LayerOutput value) {
  for (Size& size : value.shape) {
    if (size.name > loop.first_size && !(size == loop.iterations))
      size = new_size(loop.builder, size.least, size.most);
  }
  return value;
}

std::vector<ResultPlan> add_back_edges(LoopBuilder& loop) {
  std::vector<ResultPlan> results;
  bool moved = false;
  for (const MergedPlan& merged : loop.merged) {
    const LayerOutput source = source_of(loop, merged);
    moved = moved || is_parameter(loop.inside, source);
    add_result_of(loop, source, &merged, results);
  }
  for (const ResultPlan& result : results) {
    for (const MergedPlan* merged : result.feeds)
      loop.body.back_edges.push_back({.from_layer = result.id, .to_layer = merged->inside.layer});
    if (result.feeds.size() > 1) loop.builder.notes.features.insert("role:result_feeds_many");
  }
  if (loop.merged.size() > 1 && moved) {
    loop.touch("BACK-2", 2);
    loop.builder.notes.features.insert("role:back_edges_that_move");
  }
  return results;
}

void add_outputs(LoopBuilder& loop, Scope& outer, std::vector<ResultPlan> results) {
  Random& random = loop.builder.random;
  const int64_t more = random.between(results.empty() ? 1 : 0, 2);
  for (int64_t k = 0; k < more; ++k) add_result_of(loop, random.one_of(loop.inside.values), nullptr, results);
  std::vector<OutputPlan> outputs;
  for (const ResultPlan& result : results) {
    const bool last = has_last_value(loop, result) && random.chance(60);
    const bool scan = !joinable_axes(loop, result).empty() && random.chance(last ? 40 : 70);
    if (last) outputs.push_back({&result, false});
    if (scan) outputs.push_back({&result, true});
    if (last && scan) loop.builder.notes.features.insert("role:last_value_and_scan");
  }
  if (outputs.empty()) {  // any Result will do
    const auto serves = [&loop](const ResultPlan& result) {
      return has_last_value(loop, result) || !joinable_axes(loop, result).empty();
    };
    const auto found = std::find_if(results.begin(), results.end(), serves);
    if (found != results.end()) outputs.push_back({&*found, !has_last_value(loop, *found)});
  }
  random.shuffle(outputs);
  for (const OutputPlan& output : outputs) {
    openvino::PortMapEntry entry{.internal_layer_id = output.result->id};
    LayerOutput value = output.scan ? scan_of(loop, *output.result, entry) : last_value(loop, *output.result);
    value.layer = loop.layer.id;
    value.port = static_cast<int64_t>(loop.layer.inputs.size() + loop.layer.outputs.size());
    entry.external_port_id = value.port;
    loop.body.port_map.outputs.push_back(entry);
    loop.layer.outputs.push_back(port_of(value.port, value));
    outer.values.push_back(value);
    loop.builder.notes.features.insert(output.scan ? "role:scan" : "role:last_value");
  }
  loop.touch("PORT-2", 1);
}

}  // namespace backedge::generate
