#include "conformance/shrink/watch.h"

#include <algorithm>
#include <map>
#include <set>
#include <variant>

#include "interpreter/interpreter.h"
#include "interpreter/openvino/build_graph.h"
#include "interpreter/openvino/wiring.h"

namespace backedge::shrink {
namespace {

// A Result that was added to recognize occurrences in a trace.
struct Mark {
  size_t watch;
  bool other_branch;  // whether it is in the other branch of an If, where the value is not computed
};
using Marks = std::map<int64_t, Mark>;  // by layer ids that are unique in the whole model

template <class Places>
size_t place_of(const Places& places, const openvino::LayerGraph* graph) {
  const auto is_it = [graph](const auto& place) { return place.graph == graph; };
  return static_cast<size_t>(std::find_if(places.begin(), places.end(), is_it) - places.begin());
}

// The positions of the layers in the order of computation.
Result<std::map<int64_t, size_t>> order_of(const openvino::LayerGraph& graph) {
  const openvino::Wiring wiring = TRY(openvino::resolve_edges(graph, ""));
  std::map<int64_t, size_t> order;
  for (const size_t index : wiring.order) order.emplace(graph.layers[index].id, order.size());
  return order;
}

int64_t add_result(openvino::LayerGraph& graph, Output output) {
  return add_layer(graph, {.name = "watched", .type = "Result", .version = "opset1"}, {output}, 0);
}

bool has_other_branch(const GraphPlace& place) { return place.body != nullptr && place.owner->type == "If"; }

// Adds a Result in the other branch of an If.
int64_t add_other_result(Subject& subject, const GraphPlace& place, const Tensor& value) {
  for (openvino::Body& body : place.owner->bodies) {
    if (&body != place.body) return add_result(body.graph, add_constant(subject.model, body.graph, value));
  }
  return 0;
}

// Adds the Results by which the trace is recognized.
class Marker {
 public:
  explicit Marker(Subject& subject) : subject_(subject) {
    for (const GraphPlace& place : list_graphs(subject.model)) {
      for (const openvino::Layer& layer : place.graph->layers) taken_.insert(layer.id);
    }
  }

  void mark(const Watch& watch, size_t number) {
    const std::vector<GraphPlace> places = list_graphs(subject_.model);
    add_result(*places[watch.graph].graph, watch.output);
    renumber_last(*places[watch.graph].graph, {.watch = number, .other_branch = false});
    for (size_t at = watch.graph; at > 0; at = place_of(places, places[at].outer)) {
      if (!has_other_branch(places[at])) continue;
      add_other_result(subject_, places[at], Tensor::scalar<bool>(false));
      for (openvino::Body& body : places[at].owner->bodies) {
        if (&body != places[at].body) renumber_last(body.graph, {.watch = number, .other_branch = true});
      }
    }
  }

  Marks marks;

 private:
  // Gives the layer added last, a Result, an id that no other layer has in any graph.
  void renumber_last(openvino::LayerGraph& graph, Mark mark) {
    while (!taken_.insert(next_id_).second) ++next_id_;
    graph.layers.back().id = graph.edges.back().to_layer = next_id_;
    marks.emplace(next_id_, mark);
  }

  Subject& subject_;
  std::set<int64_t> taken_;
  int64_t next_id_ = int64_t{1} << 40;  // above the ids that add_layer gives
};

int64_t free_port(const openvino::Layer& layer) {
  std::set<int64_t> taken;
  for (const auto* ports : {&layer.inputs, &layer.outputs}) {
    for (const openvino::Port& port : *ports) taken.insert(port.id);
  }
  int64_t port = std::ssize(taken);
  while (taken.contains(port)) ++port;
  return port;
}

// How the values of a loop's iterations leave the loop.
struct LastValues {};
struct JoinedParts {};                // of any width
using Widths = std::vector<int64_t>;  // of the parts, by level; the outermost loop is the first
using Joining = std::variant<LastValues, JoinedParts, Widths>;

void join(openvino::PortMapEntry& entry, const Joining& joining, size_t level) {
  if (std::holds_alternative<LastValues>(joining)) return;
  entry.axis = entry.start = 0;
  entry.end = -1;
  entry.stride = 1;
  if (const auto* widths = std::get_if<Widths>(&joining)) entry.stride = entry.part_size = (*widths)[level];
}

// Passes a value out of the bodies around it.
bool expose(Subject& subject, const Watch& watch, const Joining& joining) {
  size_t at = watch.graph;
  Output value = watch.output;
  for (size_t level = watch.loops.size(); level > 0; --level) {
    const std::vector<GraphPlace> places = list_graphs(subject.model);
    const GraphPlace& place = places[at];
    const int64_t port = free_port(*place.owner);
    if (has_other_branch(place)) {
      if (!refresh_ports(subject.model)) return false;
      const openvino::Port& written = *find_port(*place.graph, value);
      const PartialShape shape = PartialShape::of(written.dims);
      if (!written.precision || !may_be_made(*written.precision, shape)) return false;
      const int64_t other =
          add_other_result(subject, place, Tensor::zeros(*written.precision, shape.shape()));
      for (openvino::Body& body : place.owner->bodies) {
        if (&body != place.body)
          body.port_map.outputs.push_back({.external_port_id = port, .internal_layer_id = other});
      }
    }
    const int64_t result = add_result(*place.graph, value);
    openvino::PortMapEntry entry{.external_port_id = port, .internal_layer_id = result};
    if (!has_other_branch(place)) join(entry, joining, level - 1);
    place.body->port_map.outputs.push_back(std::move(entry));
    place.owner->outputs.push_back({.id = port});
    value = {place.owner->id, port};
    at = place_of(places, place.outer);
  }
  add_result(subject.model.graph, value);
  return true;
}

// Whether the occurrences can be joined.
bool can_be_joined(const Watch& watch, const std::vector<Occurrence>& occurrences) {
  const Tensor* like = nullptr;
  for (const Occurrence& occurrence : occurrences) {
    if (occurrence.iterations.size() != watch.loops.size()) return false;
    if (!occurrence.value.has_value()) continue;
    if (like != nullptr && occurrence.value.shape().rank() != like->shape().rank()) return false;
    like = &occurrence.value;
  }
  return like != nullptr;
}

// The widths of the parts at each level; nothing if they differ.
std::optional<std::vector<int64_t>> widths_of(const Watch& watch,
                                              const std::vector<Occurrence>& occurrences) {
  const Tensor* like = nullptr;
  for (const Occurrence& occurrence : occurrences) {
    if (!occurrence.value.has_value()) continue;
    if (like != nullptr && !(like->shape() == occurrence.value.shape())) return std::nullopt;
    like = &occurrence.value;
  }
  int64_t width = like->shape().rank() == 0 ? 1 : like->shape()[0];
  if (width == 0) return std::nullopt;
  std::vector<int64_t> widths(watch.loops.size());
  for (size_t level = watch.loops.size(); level > 0; --level) {
    widths[level - 1] = width;
    // Iterations of this level, by the iterations around them.
    std::map<std::vector<int64_t>, std::set<int64_t>> counts;
    for (const Occurrence& occurrence : occurrences) {
      const auto begin = occurrence.iterations.begin();
      counts[{begin, begin + static_cast<std::ptrdiff_t>(level - 1)}].insert(
          occurrence.iterations[level - 1]);
    }
    for (const auto& [around, iterations] : counts) {
      if (iterations.size() != counts.begin()->second.size()) return std::nullopt;
    }
    width *= std::ssize(counts.begin()->second);
  }
  return widths;
}

// Records the marked values of a run.
struct Listener {
  const Marks& marks;
  std::vector<std::vector<Occurrence>>& found;
  std::vector<int64_t> iterations = {};

  void operator()(const TraceEvent& event) {
    const auto depth = static_cast<size_t>(event.depth);
    if (event.kind == TraceEvent::Kind::kIterationBegin) {
      iterations.resize(depth);
      iterations.push_back(event.iteration);
    }
    if (event.kind != TraceEvent::Kind::kResult) return;
    const auto mark = marks.find(event.id);
    if (mark == marks.end()) return;  // a Result of the model itself
    iterations.resize(depth + 1);
    Tensor value;
    if (!mark->second.other_branch) {
      value = *event.tensor;
      value.writable_bytes();  // copies it to its own memory, which outlives the run
    }
    found[mark->second.watch].push_back({iterations, std::move(value)});
  }
};

}  // namespace

Result<std::vector<Watch>> list_watches(const Subject& subject) {
  const std::vector<ConstGraphPlace> places = list_graphs(subject.model);
  std::vector<std::map<int64_t, size_t>> orders;
  for (const ConstGraphPlace& place : places) orders.push_back(TRY(order_of(*place.graph)));
  std::vector<Watch> watches;
  for (size_t g = 0; g < places.size(); ++g) {
    Watch watch{.graph = g, .output = {}};
    for (size_t at = g; at > 0; at = place_of(places, places[at].outer)) {
      watch.loops.insert(watch.loops.begin(), places[at].owner->title());
      watch.order.insert(watch.order.begin(),
                         orders[place_of(places, places[at].outer)].at(places[at].owner->id));
    }
    for (const openvino::Layer& layer : places[g].graph->layers) {
      if (!is_operation(layer) && !(layer.type == "Parameter" && g > 0)) continue;
      for (const openvino::Port& port : layer.outputs) {
        Watch& added = watches.emplace_back(watch);
        added.output = {layer.id, port.id};
        added.title =
            layer.title() +
            (layer.outputs.size() > 1 ? ", output " + std::to_string(&port - layer.outputs.data()) : "");
        added.order.push_back(orders[g].at(layer.id));
      }
    }
  }
  return watches;
}

std::vector<std::vector<Occurrence>> observe(const Subject& subject, const std::vector<Watch>& watches,
                                             size_t inference) {
  std::vector<std::vector<Occurrence>> found(watches.size());
  Subject watched = subject;
  size_t results = 0;
  for (const openvino::Layer& layer : subject.model.graph.layers) results += layer.type == "Result";
  Marker marker(watched);
  for (size_t k = 0; k < watches.size(); ++k) marker.mark(watches[k], k);
  Result<std::shared_ptr<const Graph>> graph = openvino::build_model(watched.model);
  if (!graph.ok()) return found;
  RunOptions options{.limits = kShrinkLimits};
  options.trace = Listener{marker.marks, found};
  const Result<std::vector<Tensor>> outputs =
      backedge::run(LoadedModel(std::move(graph).value()), watched.inferences[inference], options);
  if (!outputs.ok()) return found;
  for (size_t k = 0; k < watches.size(); ++k) {
    if (watches[k].graph == 0) found[k].push_back({{}, outputs.value()[results++]});
  }
  return found;
}

bool expose_all(Subject& subject, const Watch& watch, const std::vector<Occurrence>& occurrences,
                bool alike) {
  if (!can_be_joined(watch, occurrences)) return false;
  if (!alike) return expose(subject, watch, JoinedParts());
  const std::optional<Widths> widths = widths_of(watch, occurrences);
  return widths && expose(subject, watch, *widths);
}

bool expose_last(Subject& subject, const Watch& watch) { return expose(subject, watch, LastValues()); }

}  // namespace backedge::shrink
