#include <algorithm>

#include "conformance/shrink/edits.h"
#include "conformance/shrink/watch.h"

namespace backedge::shrink {
namespace {

bool set_trip_count(Subject& subject, const GraphPlace& place, int64_t count) {
  const openvino::Layer& loop = *place.owner;
  if (loop.dialect != openvino::Dialect::kLoop5 || loop.inputs.empty()) return false;
  const std::optional<Output> source = source_of(*place.outer, loop.id, loop.inputs[0].id);
  if (!source) return false;
  const openvino::Port& port = *find_port(*place.outer, *source);
  const Shape shape = port.dims.empty() ? Shape{} : Shape{1};
  const ElementType type = port.precision.value_or(ElementType::kI64);
  if (type != ElementType::kI64 && type != ElementType::kI32) return false;
  const int64_t id = loop.id, into = loop.inputs[0].id;
  read_from(*place.outer, id, into,
            add_constant(subject.model, *place.outer, counted_values(type, shape, count, 0)));
  return true;
}

}  // namespace

bool limit_iterations(Subject& subject, const Watch& watch, const std::vector<int64_t>& iterations) {
  // Works from the inside out, because a new constant moves the layers of its graph and everything inside
  // them.
  size_t at = watch.graph;
  for (size_t level = iterations.size(); level > 0; --level) {
    const std::vector<GraphPlace> places = list_graphs(subject.model);
    const GraphPlace& place = places[at];
    const auto is_outer = [&](const GraphPlace& other) { return other.graph == place.outer; };
    at = static_cast<size_t>(std::find_if(places.begin(), places.end(), is_outer) - places.begin());
    if (place.owner->type == "If") continue;
    if (!set_trip_count(subject, place, iterations[level - 1] + 1)) return false;
  }
  return true;
}

}  // namespace backedge::shrink
