#include "interpreter/openvino/lookup.h"

namespace backedge::openvino {
namespace {

template <class Place, class AnyGraph>
void list_bodies(AnyGraph& graph, int64_t depth, std::vector<Place>& places) {
  for (auto& layer : graph.layers) {
    for (auto& body : layer.bodies) {
      places.push_back({&body.graph, &layer, &body, &graph, depth});
      list_bodies(body.graph, depth + 1, places);
    }
  }
}

template <class Place, class AnyModel>
std::vector<Place> list_all(AnyModel& model) {
  std::vector<Place> places = {{.graph = &model.graph}};
  list_bodies(model.graph, 1, places);
  return places;
}

}  // namespace

std::vector<GraphPlace> list_graphs(Model& model) { return list_all<GraphPlace>(model); }
std::vector<ConstGraphPlace> list_graphs(const Model& model) { return list_all<ConstGraphPlace>(model); }

bool names_port(const Layer& layer, int64_t port) {
  for (const Body& body : layer.bodies) {
    for (const PortMapEntry& entry : body.port_map.inputs) {
      if (entry.external_port_id == port) return true;
    }
  }
  return false;
}

bool is_fed(const Body& body, int64_t parameter) {
  return std::any_of(body.back_edges.begin(), body.back_edges.end(),
                     [parameter](const BackEdge& edge) { return edge.to_layer == parameter; });
}

bool is_loop(const Layer& layer) { return layer.type == "TensorIterator" || layer.type == "Loop"; }

bool is_constant(const Layer& layer) { return layer.type == "Const" || layer.type == "Constant"; }

bool is_operation(const Layer& layer) {
  return layer.type != "Parameter" && layer.type != "Result" && !is_constant(layer);
}

}  // namespace backedge::openvino
