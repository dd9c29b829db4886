#include "interpreter/openvino/single_layer.h"

#include <gtest/gtest.h>

#include "interpreter/openvino/lookup.h"

namespace backedge {
namespace {

// A Loop with input ports 0 to 3 and output port 4. Ports 2 and 3 feed the Parameters 5 and 6 of its body.
openvino::LayerGraph single(int64_t id = 3) {
  openvino::Body body{.name = "body"};
  body.port_map.inputs = {{.external_port_id = 2, .internal_layer_id = 5},
                          {.external_port_id = 3, .internal_layer_id = 6}};
  body.graph.layers = {{.id = 5, .type = "Parameter", .outputs = {{.id = 0, .precision = ElementType::kF16}}},
                       {.id = 6, .type = "Parameter", .attributes = {{"element_type", "u8"}}}};
  openvino::Layer loop{.id = id, .type = "Loop", .bodies = {body}, .line = 2};
  loop.inputs = {{.id = 0, .line = 3},
                 {.id = 1, .line = 4},
                 {.id = 2, .dims = {Dimension::exactly(7)}, .line = 5},
                 {.id = 3, .line = 6}};
  loop.outputs = {{.id = 4, .line = 7}};
  return {.layers = {loop}, .line = 1};
}

std::string attribute(const openvino::Layer& layer, std::string_view name) {
  const openvino::Attribute* found = find_attribute(layer, name);
  return found == nullptr ? "none" : found->value;
}

TEST(SingleLayer, GetsAParameterForEachInputAndAResultForEachOutput) {
  const openvino::LayerGraph graph = openvino::wire_ports(single());
  ASSERT_EQ(graph.layers.size(), 6u);
  EXPECT_EQ(graph.line, 1);
  for (size_t k = 1; k < 5; ++k) {
    EXPECT_EQ(graph.layers[k].type, "Parameter");
    EXPECT_EQ(graph.layers[k].id, static_cast<int64_t>(3 + k));
    EXPECT_EQ(graph.layers[k].name, "Parameter_" + std::to_string(k - 1));
    EXPECT_EQ(graph.layers[k].line, static_cast<int64_t>(2 + k));
    ASSERT_EQ(graph.layers[k].outputs.size(), 1u);
    EXPECT_TRUE(graph.layers[k].inputs.empty());
    EXPECT_EQ(graph.layers[k].outputs[0].id, 0);
    const openvino::Edge& edge = graph.edges[k - 1];
    EXPECT_EQ(edge.from_layer, graph.layers[k].id);
    EXPECT_EQ(edge.from_port, 0);
    EXPECT_EQ(edge.to_layer, 3);
    EXPECT_EQ(edge.to_port, static_cast<int64_t>(k - 1));
    EXPECT_EQ(edge.line, static_cast<int64_t>(2 + k));
  }
  const openvino::Layer& result = graph.layers[5];
  EXPECT_EQ(result.type, "Result");
  EXPECT_EQ(result.id, 8);
  EXPECT_EQ(result.name, "Result_4");
  ASSERT_EQ(result.inputs.size(), 1u);
  EXPECT_EQ(result.inputs[0].id, 0);
  EXPECT_TRUE(result.outputs.empty());
  const openvino::Edge& out = graph.edges[4];
  EXPECT_EQ(out.from_layer, 3);
  EXPECT_EQ(out.from_port, 4);
  EXPECT_EQ(out.to_layer, 8);
  EXPECT_EQ(out.to_port, 0);
  EXPECT_EQ(out.line, 7);
}

TEST(SingleLayer, TakesElementTypesFromTheBodyOtherwiseFromThePortsRole) {
  const openvino::LayerGraph graph = openvino::wire_ports(single());
  EXPECT_EQ(graph.layers[1].outputs[0].precision, ElementType::kI64);
  EXPECT_EQ(graph.layers[2].outputs[0].precision, ElementType::kBoolean);
  EXPECT_EQ(graph.layers[3].outputs[0].precision, ElementType::kF16);
  EXPECT_FALSE(graph.layers[4].outputs[0].precision.has_value());
  EXPECT_EQ(attribute(graph.layers[4], "element_type"), "u8");
  EXPECT_EQ(attribute(graph.layers[3], "element_type"), "none");
}

TEST(SingleLayer, KeepsAnElementTypeThatIsWrittenOnThePort) {
  openvino::LayerGraph written = single();
  written.layers[0].inputs[1].precision = ElementType::kU8;
  written.layers[0].inputs[3].precision = ElementType::kI32;
  const openvino::LayerGraph graph = openvino::wire_ports(written);
  EXPECT_EQ(graph.layers[2].outputs[0].precision, ElementType::kU8);
  EXPECT_EQ(graph.layers[4].outputs[0].precision, ElementType::kI32);
  EXPECT_EQ(attribute(graph.layers[4], "element_type"), "none");
}

// A port without dimensions does not determine the rank.
TEST(SingleLayer, TakesShapesFromThePorts) {
  const openvino::LayerGraph graph = openvino::wire_ports(single());
  EXPECT_EQ(attribute(graph.layers[1], "shape"), "...");
  EXPECT_EQ(attribute(graph.layers[3], "shape"), "none");
  EXPECT_EQ(graph.layers[3].outputs[0].dims.size(), 1u);
}

TEST(SingleLayer, FindsFreeIdsBesideTheLargest) {
  const openvino::LayerGraph last = openvino::wire_ports(single(INT64_MAX)),
                             before = openvino::wire_ports(single(INT32_MAX - 1));
  EXPECT_EQ(last.layers[1].id, 1);
  EXPECT_EQ(before.layers[1].id, INT32_MAX);
  EXPECT_EQ(openvino::wire_ports(single(INT32_MAX)).layers[1].id, 1);
}

TEST(SingleLayer, LooksForTheParameterBehindAPortInEveryEntry) {
  openvino::LayerGraph two = single();
  two.layers[0].bodies[0].port_map.inputs.insert(two.layers[0].bodies[0].port_map.inputs.begin(),
                                                 {.external_port_id = 2, .internal_layer_id = 99});
  EXPECT_EQ(openvino::wire_ports(two).layers[3].outputs[0].precision, ElementType::kF16);
}

}  // namespace
}  // namespace backedge
