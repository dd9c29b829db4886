#include "conformance/generate/loop_builder.h"
#include "interpreter/openvino/lookup.h"

namespace backedge::generate {
namespace {

// The range of a merged value: its initial value and room to move.
Interval merged_range(Random& random, const LayerOutput& initial) {
  const Interval all = exact_interval(initial.type);
  const int64_t room = random.one_of(std::vector<int64_t>{10, 30, 60});
  return {std::max(all.low, std::min(initial.range.low, -room)),
          std::min(all.high, std::max(initial.range.high, room))};
}

openvino::PortMapEntry& add_entry(LoopBuilder& loop, int64_t external, const LayerOutput& parameter) {
  loop.body.port_map.inputs.push_back({.external_port_id = external, .internal_layer_id = parameter.layer});
  return loop.body.port_map.inputs.back();
}

// The Parameter that was added last may leave its element type open.
void leave_type_open(LoopBuilder& loop) {
  Random& random = loop.builder.random;
  if (!loop.builder.disputed || !random.chance(8)) return;
  openvino::Layer& parameter = loop.inside.graph.layers.back();
  find_attribute(parameter, "element_type")->value = random.chance(50) ? "dynamic" : "undefined";
  loop.builder.notes.touches.push_back({"GRAPH-6", "", 0, INT64_MAX, true});  // also in an If
}

LayerOutput part_of(const LayerOutput& outer, const SlicedAxis& sliced) {
  LayerOutput part = outer;
  part.shape[static_cast<size_t>(sliced.axis)] = Size::exactly(sliced.width);
  return part;
}

void write_slicing_of(LoopBuilder& loop, const LayerOutput& outer, const SlicedAxis& sliced,
                      openvino::PortMapEntry& entry) {
  std::vector<Touch> touches;
  write_slicing(loop.builder, sliced, outer.shape.size(), loop.is_loop(), entry, touches);
  for (const Touch& touch : touches) loop.touch(touch.rule, touch.least, touch.most, touch.survey);
}

}  // namespace

LoopBuilder::LoopBuilder(Scope& outer, openvino::Layer& loop_layer, std::vector<LayerOutput>& wired_values,
                         std::string name)
    : builder(outer.builder),
      layer(loop_layer),
      wired(wired_values),
      inside{.builder = outer.builder},
      first_size(outer.builder.sizes) {
  body.name = std::move(name);
  inside.outer = &outer;
  inside.depth = outer.depth + 1;
  inside.loop = layer.name;
  inside.bring_in = [this](const LayerOutput& value) { return generate::bring_in(*this, value); };
}

void LoopBuilder::touch(const std::string& rule, int64_t least, int64_t most, bool survey) {
  builder.notes.touches.push_back({rule, layer.name, least, most, survey});
}

int64_t wire(LoopBuilder& loop, const LayerOutput& outer, bool may_share) {
  std::vector<LayerOutput>& wired = loop.wired;
  for (size_t port = 0; port < wired.size() && may_share; ++port) {
    const bool same = wired[port].layer == outer.layer && wired[port].port == outer.port;
    if (same && static_cast<int64_t>(port) != loop.reserved_port && loop.builder.random.chance(70)) {
      loop.builder.notes.features.insert("role:shared_port");
      return static_cast<int64_t>(port);
    }
  }
  const int64_t port = std::ssize(wired);
  wired.push_back(outer);
  loop.layer.inputs.push_back(port_of(port, outer));
  return port;
}

LayerOutput bring_in(LoopBuilder& loop, const LayerOutput& outer) {
  const int64_t port = wire(loop, outer, true);
  const LayerOutput value = add_parameter(loop.inside, outer.type, outer.shape, outer.range, outer.wild);
  leave_type_open(loop);
  add_entry(loop, port, value);
  loop.inside.values.push_back(value);
  loop.builder.notes.features.insert("role:invariant");
  loop.touch("PORT-1", 1);
  return value;
}

LayerOutput add_sliced(LoopBuilder& loop, const LayerOutput& outer, const SlicedAxis& sliced) {
  const int64_t port = wire(loop, outer, true);
  const LayerOutput part = part_of(outer, sliced);
  const LayerOutput value = add_parameter(loop.inside, part.type, part.shape, part.range, part.wild);
  leave_type_open(loop);
  write_slicing_of(loop, outer, sliced, add_entry(loop, port, value));
  loop.inside.values.push_back(value);
  loop.builder.notes.features.insert(sliced.stride.value_or(1) < 0 ? "role:sliced_backward"
                                                                   : "role:sliced_forward");
  if (sliced.part_size) loop.builder.notes.features.insert("role:part_size");
  if (sliced.width > 1) loop.builder.notes.features.insert("role:wide_parts");
  return value;
}

LayerOutput add_merged(LoopBuilder& loop, const LayerOutput& outer, const SlicedAxis* sliced) {
  Random& random = loop.builder.random;
  MergedPlan merged{.initial = sliced == nullptr ? outer : part_of(outer, *sliced)};
  Sizes shape = merged.initial.shape;
  if (!shape.empty() && sliced == nullptr && loop.iterations.most > 1 && loop.iterations.most <= 6 &&
      random.chance(12)) {
    merged.grows_along = random.below(std::ssize(shape));
    Size& size = shape[static_cast<size_t>(merged.grows_along)];
    size = new_size(loop.builder, size.least, size.most + loop.iterations.most);
  }
  const int64_t port = wire(loop, outer, true);
  merged.inside = add_parameter(loop.inside, outer.type, shape, merged_range(random, outer), outer.wild);
  leave_type_open(loop);
  openvino::PortMapEntry& entry = add_entry(loop, port, merged.inside);
  if (sliced != nullptr) write_slicing_of(loop, outer, *sliced, entry);
  loop.inside.values.push_back(merged.inside);
  loop.merged.push_back(merged);
  loop.builder.notes.features.insert(sliced == nullptr ? "role:merged" : "role:merged_sliced");
  loop.touch("BACK-1", 2);
  loop.touch("BACK-3", 2);
  if (merged.grows_along >= 0) {
    loop.touch("BACK-4", 2);
    loop.builder.notes.features.insert("role:growing");
  }
  return merged.inside;
}

}  // namespace backedge::generate
