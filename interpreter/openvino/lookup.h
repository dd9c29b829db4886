#pragma once

#include <algorithm>
#include <string_view>
#include <vector>

#include "interpreter/openvino/model.h"

/// What stands where in a model as it is written, be it right or wrong: what is not there is null, and of several with
/// one id the first is found. What is found in something const is const too.
namespace backedge::openvino {

/// A graph of a model and where it stands.
template <class AnyGraph, class AnyLayer, class AnyBody>
struct BasicGraphPlace {
  AnyGraph* graph = nullptr;
  AnyLayer* owner = nullptr;  // the loop or If whose body it is; null: the main graph
  AnyBody* body = nullptr;
  AnyGraph* outer = nullptr;  // that holds the owner
  int64_t depth = 0;          // loops and Ifs around it
};
using GraphPlace = BasicGraphPlace<Graph, Layer, Body>;
using ConstGraphPlace = BasicGraphPlace<const Graph, const Layer, const Body>;

/// The main graph, then every body, each before those inside it.
std::vector<GraphPlace> list_graphs(Model& model);
std::vector<ConstGraphPlace> list_graphs(const Model& model);

/// The layer or port with this id among these.
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

bool is_loop(const Layer& layer);       // no If
bool is_constant(const Layer& layer);   // of either name
bool is_operation(const Layer& layer);  // no Parameter, Result or constant

}  // namespace backedge::openvino
