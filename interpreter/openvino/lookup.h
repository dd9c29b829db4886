#pragma once

#include <algorithm>
#include <string_view>
#include <vector>

#include "interpreter/openvino/model.h"

/// Finds layers, ports and edges in a model as it is written, whether it is valid or not. The result is
/// null if there is none; if several have one id, it is the first. The result is const if the model is
/// const.
namespace backedge::openvino {

/// A graph of a model and its position.
template <class AnyGraph, class AnyLayer, class AnyBody>
struct BasicGraphPlace {
  AnyGraph* graph = nullptr;
  AnyLayer* owner = nullptr;  // the loop or If whose body this is; null: the main graph
  AnyBody* body = nullptr;
  AnyGraph* outer = nullptr;  // the graph that contains the owner
  int64_t depth = 0;          // number of loops and Ifs around it
};
using GraphPlace = BasicGraphPlace<LayerGraph, Layer, Body>;
using ConstGraphPlace = BasicGraphPlace<const LayerGraph, const Layer, const Body>;

/// The main graph and every body. A body comes before the bodies inside it.
std::vector<GraphPlace> list_graphs(Model& model);
std::vector<ConstGraphPlace> list_graphs(const Model& model);

/// The layer or port with this id.
template <class Items>
auto* find_id(Items& items, int64_t id) {
  const auto found =
      std::find_if(items.begin(), items.end(), [id](const auto& item) { return item.id == id; });
  return found == items.end() ? nullptr : &*found;
}

template <class AnyGraph>
auto* find_layer(AnyGraph& graph, int64_t id) {
  return find_id(graph.layers, id);
}

template <class AnyLayer>
auto* find_attribute(AnyLayer& layer, std::string_view name) {
  const auto found = std::find_if(layer.attributes.begin(), layer.attributes.end(),
                                  [name](const Attribute& attribute) { return attribute.name == name; });
  return found == layer.attributes.end() ? nullptr : &*found;
}

/// The edge that leads into an input port.
template <class AnyGraph>
auto* edge_into(AnyGraph& graph, int64_t layer, int64_t port) {
  const auto found = std::find_if(graph.edges.begin(), graph.edges.end(), [=](const Edge& edge) {
    return edge.to_layer == layer && edge.to_port == port;
  });
  return found == graph.edges.end() ? nullptr : &*found;
}

/// Whether an entry of the loop's or If's inputs names this external port.
bool names_port(const Layer& layer, int64_t port);

/// Whether a back edge leads to this Parameter.
bool is_fed(const Body& body, int64_t parameter);

bool is_loop(const Layer& layer);       // an If is not a loop
bool is_constant(const Layer& layer);   // Const or Constant
bool is_operation(const Layer& layer);  // anything except Parameter, Result and constant

}  // namespace backedge::openvino
