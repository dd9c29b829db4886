#include "interpreter/openvino/lookup.h"

#include <gtest/gtest.h>

#include <string>

namespace backedge::openvino {
namespace {

Layer layer(int64_t id, const char* type) { return {.id = id, .name = "", .type = type, .version = ""}; }

// Two layers with id 1. The second one is a loop whose body contains an If.
Model small_model() {
  Layer branches = layer(5, "If");
  branches.bodies = {{.name = "then_body"}, {.name = "else_body"}};
  Layer loop = layer(1, "Loop");
  Body body{.name = "body"};
  body.port_map.inputs = {{.external_port_id = 2, .internal_layer_id = 7}};
  body.back_edges = {{.from_layer = 8, .to_layer = 7}};
  body.graph.layers = {layer(7, "Parameter"), branches};
  loop.bodies = {body};
  Model model;
  model.graph.layers = {layer(1, "Constant"), loop};
  model.graph.edges = {{.from_layer = 1, .from_port = 3, .to_layer = 9, .to_port = 4}};
  return model;
}

TEST(ListGraphs, PutsEachBeforeThoseInsideIt) {
  Model model = small_model();
  const std::vector<GraphPlace> places = list_graphs(model);
  ASSERT_EQ(places.size(), 4u);
  EXPECT_EQ(places[0].graph, &model.graph);
  EXPECT_EQ(places[0].body, nullptr);
  EXPECT_EQ(places[1].owner, &model.graph.layers[1]);
  EXPECT_EQ(places[1].outer, &model.graph);
  EXPECT_EQ(places[2].body->name, "then_body");
  EXPECT_EQ(places[3].body->name, "else_body");
  EXPECT_EQ(places[3].outer, places[1].graph);
  EXPECT_EQ(places[3].depth, 2);
  const Model& same = model;
  EXPECT_EQ(list_graphs(same)[3].graph, places[3].graph);
}

TEST(Lookup, SortsLayersByTheirType) {
  for (const char* type : {"Const", "Constant", "Parameter", "Result"})
    EXPECT_FALSE(is_operation(layer(1, type)));
  EXPECT_TRUE(is_operation(layer(1, "Add")));
  EXPECT_TRUE(is_constant(layer(1, "Const")));
  EXPECT_FALSE(is_constant(layer(1, "Parameter")));
}

TEST(Lookup, FindsTheFirstOrNothing) {
  Model model = small_model();
  EXPECT_EQ(find_layer(model.graph, 1), &model.graph.layers[0]);
  EXPECT_EQ(find_layer(model.graph, 7), nullptr);
  EXPECT_EQ(edge_into(model.graph, 9, 4), &model.graph.edges[0]);
  EXPECT_EQ(edge_into(model.graph, 1, 3), nullptr);
  Layer& loop = model.graph.layers[1];
  EXPECT_TRUE(names_port(loop, 2));
  EXPECT_FALSE(names_port(loop, 7));
  EXPECT_TRUE(is_fed(loop.bodies[0], 7));
  EXPECT_FALSE(is_fed(loop.bodies[0], 8));
  loop.attributes = {{.name = "shape", .value = "2"}};
  EXPECT_EQ(find_attribute(loop, "shape")->value, "2");
  EXPECT_EQ(find_attribute(loop, "type"), nullptr);
}

TEST(Port, IsDeclaredWithTheDimensionsThatAreKnown) {
  Port port;
  PartialShape shape = Shape{2, 3};
  shape[1] = Dimension::any();
  port.declare(ElementType::kF16, shape);
  EXPECT_EQ(port.precision, ElementType::kF16);
  EXPECT_EQ(port.dims, (std::vector<Dimension>{Dimension::exactly(2), Dimension::any()}));
  port.declare(ElementType::kI8, PartialShape::any());
  EXPECT_FALSE(port.has_dims());
}

}  // namespace
}  // namespace backedge::openvino
