#include "interpreter/openvino/build_graph.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "interpreter/openvino/testing/graph_writer.h"

namespace backedge {
namespace {

std::string rule_of(const GraphWriter& graph) {
  const Result<std::shared_ptr<const Graph>> built = build(graph);
  return built.ok() ? "" : built.error().rule();
}

// a + b and its double, as two Results.
GraphWriter sum_and_double(WeightBytes& weights) {
  GraphWriter graph(weights);
  const Wire a = graph.parameter("f32", "2"), b = graph.parameter("f32", "2");
  const Wire sum = graph.add("Add", {a, b});
  graph.result(graph.add("Add", {sum, sum}));
  graph.result(sum);
  return graph;
}

TEST(Built, ListsParametersAndResultsInTheOrderOfLayers) {
  WeightBytes weights;
  const std::shared_ptr<const Graph> graph = build(sum_and_double(weights)).value();
  ASSERT_EQ(graph->parameters.size(), 2u);
  EXPECT_EQ(graph->parameters[1].name, "Parameter_1");
  EXPECT_EQ(graph->parameters[1].id, 1);
  EXPECT_EQ(graph->parameters[1].slot, 1u);
  ASSERT_EQ(graph->results.size(), 2u);
  EXPECT_EQ(graph->results[0].id, 4);
  EXPECT_EQ(graph->results[0].slot, 3u);
  EXPECT_EQ(graph->results[1].slot, 2u);
  EXPECT_EQ(graph->slot_count, 4u);
  EXPECT_EQ(graph->file, "model.xml");
}

TEST(Built, NodesKnowTheirSlotsAndWhoseTheyAre) {
  WeightBytes weights;
  const std::shared_ptr<const Graph> graph = build(sum_and_double(weights)).value();
  ASSERT_EQ(graph->nodes.size(), 2u);
  EXPECT_EQ(graph->nodes[0].inputs, (std::vector<size_t>{0, 1}));
  EXPECT_EQ(graph->nodes[0].outputs, (std::vector<size_t>{2}));
  EXPECT_EQ(graph->nodes[0].input_names, (std::vector<std::string>{"Parameter_0", "Parameter_1"}));
  EXPECT_EQ(graph->nodes[1].inputs, (std::vector<size_t>{2, 2}));
  EXPECT_EQ(graph->nodes[1].place.title, "layer 3 (Add)");
  EXPECT_EQ(graph->nodes[1].place.name, "Add_3");
}

std::shared_ptr<const Graph> build_layers(const openvino::LayerGraph& layers) {
  const std::string file;
  const openvino::Weights none;
  const openvino::BuildLimits limits;
  Deadline endless;
  openvino::BuildState state{.limits = limits, .deadline = endless};
  return openvino::build_graph(layers, {.file = file, .weights = none, .state = state}).value();
}

TEST(Built, AResultMayBeWrittenBeforeWhatItReads) {
  WeightBytes weights;
  openvino::LayerGraph layers = sum_and_double(weights).graph();
  std::reverse(layers.layers.begin(), layers.layers.end());
  const std::shared_ptr<const Graph> graph = build_layers(layers);
  ASSERT_EQ(graph->results.size(), 2u);
  EXPECT_EQ(graph->results[0].id, 5);
  EXPECT_EQ(graph->results[1].id, 4);
}

// Results and constants are read after every node.
TEST(Built, KnowsTheLastReadOfEachSlot) {
  WeightBytes weights;
  GraphWriter graph(weights);
  const Wire x = graph.parameter("f32", "2"), c = graph.constant<float>("2", {1, 2});
  const Wire a = graph.add("Add", {x, c});
  const Wire b = graph.add("Add", {a, x});
  graph.add("Add", {b, a});
  graph.result(b);
  const std::shared_ptr<const Graph> built = build(graph).value();
  EXPECT_TRUE(built->nodes[0].last_reads.empty());
  EXPECT_EQ(built->nodes[1].last_reads, (std::vector<size_t>{0}));
  EXPECT_EQ(built->nodes[2].last_reads, (std::vector<size_t>{2, 4}));
}

TEST(Built, AResultIsDeclaredByItsPortOtherwiseByThePortThatFeedsIt) {
  WeightBytes weights;
  const auto declared = [&](std::vector<Dimension> own, std::vector<Dimension> behind) {
    GraphWriter writer(weights);
    writer.result(writer.add("Abs", {writer.parameter("f32", "?,?")}));
    openvino::LayerGraph layers = writer.graph();
    layers.layers[1].outputs[0].dims = std::move(behind);
    layers.layers[2].inputs[0].dims = std::move(own);
    return build_layers(layers)->results[0].declared.text();
  };
  const Dimension two = Dimension::exactly(2), three = Dimension::exactly(3);
  EXPECT_EQ(declared({two, three}, {three, three}), "[2,3]");
  EXPECT_EQ(declared({}, {three, two}), "[3,2]");
  EXPECT_EQ(declared({}, {}), "[...]");
}

// Without weights, a Const has a type and a shape. Everything that depends on its value stays open.
TEST(Built, KnowsWhetherItsConstantsHaveValues) {
  WeightBytes weights;
  GraphWriter graph(weights);
  const Wire x = graph.parameter("f32", "6"), shape = graph.constant<int64_t>("2", {2, 3});
  graph.result(graph.add("Reshape", {x, shape}, {{"special_zero", "false"}}));
  const std::shared_ptr<const Graph> whole = build(graph).value();
  EXPECT_FALSE(whole->lacks_weights);
  EXPECT_EQ(whole->result_signatures[0].text(), "f32[2,3]");
  const openvino::Model model{.file = "model.xml", .graph = graph.graph()};
  const std::shared_ptr<const Graph> bare = openvino::build_model(model, {.weights_optional = true}).value();
  EXPECT_TRUE(bare->lacks_weights);
  EXPECT_EQ(bare->result_signatures[0].text(), "f32[?,?]");
}

TEST(Built, WithinALimitOfTime) {
  WeightBytes weights;
  GraphWriter graph(weights);
  Wire x = graph.parameter("f32", "1");
  for (int k = 0; k < 100; ++k) x = graph.add("Abs", {x});
  graph.result(x);
  const openvino::Model model{.file = "model.xml", .graph = graph.graph()};
  Deadline over(0);
  const auto late = openvino::build_model(model, {.deadline = &over});
  EXPECT_EQ(late.error().rule(), "LIMIT-1");
  const std::string text = late.error().text();
  EXPECT_EQ(text.find("model.xml:"), text.find("model.xml: ")) << text;  // the error has no line
  EXPECT_TRUE(openvino::build_model(model).ok());
}

// A TensorIterator over [2] that is not wired to anything.
openvino::LayerGraph iterator_alone(WeightBytes& weights) {
  BodyWriter body(weights);
  body.scan(body.sliced(0, "f32", "1"));
  openvino::Layer layer{.id = 1,
                        .type = "TensorIterator",
                        .version = "opset1",
                        .dialect = openvino::Dialect::kTensorIterator1,
                        .bodies = {body.body("body")}};
  layer.inputs = {{.id = 0, .dims = {Dimension::exactly(2)}}};
  layer.outputs = {{.id = 0}};
  return {.layers = {layer}};
}

TEST(Built, ALayerAloneIsWiredToParametersAndResults) {
  WeightBytes weights;
  openvino::Model model{.file = "model.xml", .graph = iterator_alone(weights)};
  EXPECT_EQ(openvino::build_model(model).error().rule(), "GRAPH-4");
  model.single_layer = true;
  EXPECT_EQ(openvino::build_model(model).value()->result_signatures[0].text(), "f32[2]");
}

TEST(Built, TheOutermostGraphHasDepth0) {
  WeightBytes weights;
  const openvino::Model model{.file = "model.xml", .graph = iterator_alone(weights), .single_layer = true};
  EXPECT_TRUE(openvino::build_model(model, {.max_depth = 1}).ok());
  EXPECT_EQ(openvino::build_model(model, {.max_depth = 0}).error().rule(), "LIMIT-2");
}

TEST(Rejected, LayersWithOtherPortsThanTheirsHave) {
  WeightBytes weights;
  const auto with = [&](const std::string& type, size_t inputs, int64_t outputs) {
    GraphWriter graph(weights);
    const Wire x = graph.parameter("f32", "1");
    openvino::Layer layer{
        .type = type,
        .attributes = {{"element_type", "f32"}, {"shape", "0"}, {"offset", "0"}, {"size", "0"}}};
    if (type == "Parameter") layer.attributes.resize(2);
    if (type == "Result") layer.attributes.clear();
    graph.add(std::move(layer), std::vector<Wire>(inputs, x), outputs);
    return rule_of(graph);
  };
  EXPECT_EQ(with("Parameter", 0, 1), "");
  EXPECT_EQ(with("Parameter", 1, 1), "OP-3");
  EXPECT_EQ(with("Parameter", 0, 0), "OP-3");
  EXPECT_EQ(with("Parameter", 0, 2), "OP-3");
  EXPECT_EQ(with("Const", 0, 1), "");
  EXPECT_EQ(with("Const", 1, 1), "OP-3");
  EXPECT_EQ(with("Const", 0, 0), "OP-3");
  EXPECT_EQ(with("Const", 0, 2), "OP-3");
  EXPECT_EQ(with("Result", 1, 0), "");
  EXPECT_EQ(with("Result", 0, 0), "OP-3");
  EXPECT_EQ(with("Result", 2, 0), "OP-3");
  EXPECT_EQ(with("Result", 1, 1), "OP-3");
}

TEST(Rejected, AnInputPortThatIsNotWired) {
  WeightBytes weights;
  GraphWriter graph(weights);
  const Wire x = graph.parameter("f32", "1");
  openvino::Layer layer{.type = "Add"};
  graph.result(graph.add(std::move(layer), {x, x}, 1));
  for (const size_t port : {0, 1}) {
    openvino::LayerGraph layers = graph.graph();
    layers.edges.erase(layers.edges.begin() + static_cast<std::ptrdiff_t>(port));
    const Result<std::shared_ptr<const Graph>> built =
        openvino::build_model({.file = "model.xml", .graph = layers});
    EXPECT_EQ(built.error().rule(), "GRAPH-4");
    EXPECT_EQ(built.error().phase(), Phase::kLoad);
    EXPECT_NE(built.error().text().find("input port " + std::to_string(port)), std::string::npos);
  }
}

TEST(Rejected, ALayerIsNamedWithItsLine) {
  WeightBytes weights;
  GraphWriter graph(weights);
  const Wire x = graph.parameter("f32", "1");
  graph.add({.type = "Nothing", .line = 17}, {x}, 1);
  const std::string text = build(graph).error().text();
  EXPECT_NE(text.find("model.xml:17: layer 1"), std::string::npos) << text;
}

}  // namespace
}  // namespace backedge
