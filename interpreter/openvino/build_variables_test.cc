/// Variables of the outermost graph, in graphs built in code.
#include <gtest/gtest.h>

#include <algorithm>
#include <any>

#include "interpreter/openvino/build_graph.h"
#include "interpreter/openvino/testing/graph_writer.h"
#include "interpreter/ops/access_variable.h"

namespace backedge {
namespace {

openvino::Layer read_value(const std::string& id, const std::string& shape) {
  return {.type = "ReadValue",
          .version = "opset6",
          .attributes = {{"variable_id", id}, {"variable_type", "f32"}, {"variable_shape", shape}}};
}

openvino::Layer assign(const std::string& id) {
  return {.type = "Assign", .version = "opset6", .attributes = {{"variable_id", id}}};
}

const Node& node_of_type(const Graph& graph, const std::string& type) {
  const auto found = std::find_if(graph.nodes.begin(), graph.nodes.end(),
                                  [&](const Node& node) { return node.type == type; });
  CHECK(found != graph.nodes.end());
  return *found;
}

// The rule that rejects a model with variables of these shapes and without an init_value.
std::string rule_of(const std::vector<std::string>& shapes, int64_t max_bytes) {
  WeightBytes weights;
  GraphWriter graph(weights);
  for (size_t v = 0; v < shapes.size(); ++v) {
    const std::string id = "v" + std::to_string(v);
    const Wire value = graph.add(read_value(id, shapes[v]), {}, 1);
    graph.add(assign(id), {value}, 0);
    graph.result(value);
  }
  const auto built =
      openvino::build_model({.file = "model.xml", .graph = graph.graph()}, {.max_bytes = max_bytes});
  return built.ok() ? "" : built.error().rule();
}

TEST(VariableZeros, OfAllVariablesAreWithinTheLimit) {
  EXPECT_EQ(rule_of({"3", "4"}, 28), "");
  EXPECT_EQ(rule_of({"3", "4"}, 27), "LIMIT-1");
  EXPECT_EQ(rule_of({"3"}, 11), "LIMIT-1");
}

TEST(VariableZeros, HaveASizeThatFits64Bits) {
  EXPECT_EQ(rule_of({"4611686018427387904,2"}, INT64_MAX), "LIMIT-1");
  EXPECT_EQ(rule_of({"4611686018427387904,0"}, INT64_MAX), "LIMIT-1");
}

// The Assign is before the ReadValue in the file, and neither depends on the other.
TEST(VariableOutput, IsTheValueOfTheAssign) {
  WeightBytes weights;
  GraphWriter writer(weights);
  const Wire x = writer.parameter("f32", "2");
  writer.add(assign("v"), {x}, 0);
  writer.result(writer.add(read_value("v", "2"), {}, 1));
  const openvino::Model model{.file = "model.xml", .graph = writer.graph()};
  const std::shared_ptr<const Graph> graph = openvino::build_model(model, {}, {.outputs = true}).value();
  ASSERT_EQ(graph->results.size(), 2u);
  EXPECT_EQ(graph->results[0].slot, node_of_type(*graph, "ReadValue").outputs[0]);
  EXPECT_EQ(graph->results[1].slot, node_of_type(*graph, "Assign").outputs[0]);
}

TEST(VariableAccess, SaysWhetherItSets) {
  WeightBytes weights;
  GraphWriter writer(weights);
  const Wire value = writer.add(read_value("v", "2"), {}, 1);
  writer.add(assign("v"), {value}, 0);
  writer.result(value);
  const std::shared_ptr<const Graph> graph = build(writer).value();
  for (const std::string type : {"ReadValue", "Assign"}) {
    const Made& made = std::get<Operation>(node_of_type(*graph, type).work).made;
    const auto access = std::any_cast<ops::VariableAccess>(made.options);
    EXPECT_EQ(access.id, "v");
    EXPECT_EQ(access.declared.text(), "f32[2]");
    EXPECT_EQ(access.sets, type == "Assign");
  }
}

}  // namespace
}  // namespace backedge
