#include "interpreter/openvino/wiring.h"

#include <gtest/gtest.h>

namespace backedge {
namespace {

openvino::Layer layer(int64_t id, int64_t line, std::vector<int64_t> inputs, std::vector<int64_t> outputs) {
  openvino::Layer made{.id = id, .type = "Op", .line = line};
  for (const int64_t port : inputs) made.inputs.push_back({.id = port, .line = line + 1});
  for (const int64_t port : outputs) made.outputs.push_back({.id = port, .line = line + 2});
  return made;
}

// Layers 5, 7 and 9, where 5 and 7 feed 9.
openvino::LayerGraph two_into_one() {
  openvino::LayerGraph graph;
  graph.layers = {layer(9, 10, {0, 1}, {2}), layer(5, 20, {}, {0, 1}), layer(7, 30, {}, {4})};
  graph.edges = {{5, 1, 9, 0, 40}, {7, 4, 9, 1, 41}};
  return graph;
}

std::string rejection(const openvino::LayerGraph& graph) {
  const Result<openvino::Wiring> wiring = openvino::resolve_edges(graph, "model.xml");
  return wiring.ok() ? "" : wiring.error().text();
}

bool names(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

TEST(Wiring, KnowsWhereEachInputPortComesFrom) {
  openvino::LayerGraph graph = two_into_one();
  graph.layers[0].inputs.push_back({.id = 3});
  const openvino::Wiring wiring = openvino::resolve_edges(graph, "").value();
  ASSERT_EQ(wiring.sources[0].size(), 3u);
  EXPECT_EQ(wiring.sources[0][0]->layer, 1u);
  EXPECT_EQ(wiring.sources[0][0]->port, 1u);
  EXPECT_EQ(wiring.sources[0][1]->layer, 2u);
  EXPECT_EQ(wiring.sources[0][1]->port, 0u);
  EXPECT_FALSE(wiring.sources[0][2].has_value());
  EXPECT_TRUE(wiring.sources[1].empty());
}

TEST(Wiring, PutsLayersAfterTheirSourcesOtherwiseInTheOrderOfTheFile) {
  EXPECT_EQ(openvino::resolve_edges(two_into_one(), "").value().order, (std::vector<size_t>{1, 2, 0}));
  openvino::LayerGraph chain;
  chain.layers = {layer(0, 1, {0}, {0}), layer(1, 2, {0}, {0}), layer(2, 3, {}, {0}), layer(3, 4, {}, {0})};
  chain.edges = {{1, 0, 0, 0}, {3, 0, 1, 0}};
  EXPECT_EQ(openvino::resolve_edges(chain, "").value().order, (std::vector<size_t>{2, 3, 1, 0}));
}

TEST(Wiring, RejectsAnIdThatIsUsedTwice) {
  openvino::LayerGraph graph = two_into_one();
  graph.layers[2].id = 9;
  const std::string text = rejection(graph);
  EXPECT_TRUE(names(text, "GRAPH-1")) << text;
  EXPECT_TRUE(names(text, "model.xml:30")) << text;
  EXPECT_TRUE(names(text, "the layer in line 10")) << text;
}

TEST(Wiring, RejectsAPortThatIsListedTwice) {
  openvino::LayerGraph graph = two_into_one();
  graph.layers[0].inputs[1].id = 0;
  std::string text = rejection(graph);
  EXPECT_TRUE(names(text, "GRAPH-1")) << text;
  EXPECT_TRUE(names(text, "model.xml:11")) << text;
  graph = two_into_one();
  graph.layers[1].outputs[0].id = 1;
  text = rejection(graph);
  EXPECT_TRUE(names(text, "GRAPH-1")) << text;
  EXPECT_TRUE(names(text, "model.xml:22")) << text;
}

TEST(Wiring, RejectsEdgesThatNameNothing) {
  for (const openvino::Edge& edge :
       {openvino::Edge{8, 1, 9, 0, 40}, {5, 2, 9, 0, 40}, {5, 1, 8, 0, 40}, {5, 1, 9, 2, 40}}) {
    openvino::LayerGraph graph = two_into_one();
    graph.edges[0] = edge;
    const std::string text = rejection(graph);
    EXPECT_TRUE(names(text, "GRAPH-2")) << text;
    EXPECT_TRUE(names(text, "model.xml:40")) << text;
  }
  openvino::LayerGraph graph = two_into_one();
  graph.edges[0].from_port = 2;
  EXPECT_TRUE(names(rejection(graph), "its output ports: 0, 1")) << rejection(graph);
  graph = two_into_one();
  graph.layers[2].outputs.clear();
  EXPECT_TRUE(names(rejection(graph), "its output ports: none")) << rejection(graph);
  graph = two_into_one();
  graph.edges[1].to_port = 7;
  EXPECT_TRUE(names(rejection(graph), "its input ports: 0, 1")) << rejection(graph);
}

TEST(Wiring, RejectsASecondEdgeIntoAPort) {
  openvino::LayerGraph graph = two_into_one();
  graph.edges.push_back({5, 0, 9, 1, 42});
  const std::string text = rejection(graph);
  EXPECT_TRUE(names(text, "GRAPH-3")) << text;
  EXPECT_TRUE(names(text, "model.xml:42")) << text;
  EXPECT_TRUE(names(text, "the first comes from layer 7")) << text;
}

TEST(Wiring, RejectsACycleAndNamesTheFirstLayerOnIt) {
  openvino::LayerGraph graph;
  graph.layers = {layer(0, 1, {}, {0}), layer(1, 11, {0, 1}, {0}), layer(2, 21, {0}, {0}),
                  layer(3, 31, {0}, {0})};
  graph.edges = {{0, 0, 1, 0}, {2, 0, 1, 1}, {1, 0, 2, 0}, {0, 0, 3, 0}};
  const std::string text = rejection(graph);
  EXPECT_TRUE(names(text, "BODY-3")) << text;
  EXPECT_TRUE(names(text, "model.xml:11")) << text;
  EXPECT_TRUE(names(text, "layers 1, 2\n")) << text;
}

TEST(Wiring, CutsALongListOfACyclesLayers) {
  openvino::LayerGraph graph;
  for (int64_t k = 0; k < 100; ++k) graph.layers.push_back(layer(k, 1, {0}, {0}));
  for (int64_t k = 0; k < 100; ++k) graph.edges.push_back({k, 0, (k + 1) % 100, 0});
  const std::string text = rejection(graph);
  EXPECT_TRUE(names(text, ", 51")) << text;
  EXPECT_FALSE(names(text, ", 53")) << text;
}

}  // namespace
}  // namespace backedge
