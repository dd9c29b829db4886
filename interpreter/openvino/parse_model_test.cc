#include "interpreter/openvino/parse_model.h"

#include <gtest/gtest.h>

#include <string>

namespace backedge::openvino {
namespace {

Model parse(std::string text) {
  auto model = parse_model(Source("m.xml", std::move(text)), 512);
  if (!model.ok()) ADD_FAILURE() << model.error().text();
  return model.ok() ? std::move(model).value() : Model();
}

/// A model with one layer, a Loop or a layer of another `type`.
Model parse_loop(const std::string& sections, const std::string& type = "Loop") {
  return parse("<net><layers><layer id='7' type='" + type + "'>" + sections + "</layer></layers></net>");
}

TEST(ParseModel, ReadsLayersPortsAndEdges) {
  const Model model = parse(R"(<?xml version="1.0"?>
<net name="n" version="11">
  <layers>
    <layer id="9223372036854775807" name="a &lt;&#65;&gt; &quot;" type="Parameter" version="opset1" output_names="q">
      <rt_info><attribute name="fused_names_0" version="0" value="x"/>text<b/></rt_info>
      <data shape="?,1..8" element_type="f32" other=""/>
      <output>
        <port id="0" precision="FP32" names="a\,b,c">
          <dim>-1</dim><dim> 1..8
          </dim><dim>0<!-- none --></dim><dim><![CDATA[5]]></dim>
          <rt_info/>
        </port>
      </output>
    </layer>
    <layer id="0" type="Result"><input><port id="3"/></input></layer>
  </layers>
  <edges>
    <edge from-layer="9223372036854775807" from-port="0" to-layer="0"
          to-port="3"/>
  </edges>
  <meta_data><anything/>text</meta_data><statistics/><cli_parameters/><pre-process/>
  <rt_info><Runtime_version value="x"/></rt_info>
</net>)");
  EXPECT_EQ(model.file, "m.xml");
  EXPECT_EQ(model.name, "n");
  EXPECT_FALSE(model.single_layer);
  ASSERT_EQ(model.graph.layers.size(), 2u);
  const Layer& layer = model.graph.layers[0];
  EXPECT_EQ(layer.id, INT64_MAX);
  EXPECT_EQ(layer.name, "a <A> \"");
  EXPECT_EQ(layer.type, "Parameter");
  EXPECT_EQ(layer.version, "opset1");
  EXPECT_EQ(layer.line, 4);
  EXPECT_EQ(layer.dialect, Dialect::kNone);
  ASSERT_EQ(layer.attributes.size(), 3u);
  EXPECT_EQ(layer.attributes[0].name, "shape");
  EXPECT_EQ(layer.attributes[0].value, "?,1..8");
  EXPECT_EQ(layer.attributes[2].value, "");
  EXPECT_EQ(layer.attributes[2].line, 6);
  ASSERT_EQ(layer.outputs.size(), 1u);
  const Port& port = layer.outputs[0];
  EXPECT_EQ(port.precision, ElementType::kF32);
  EXPECT_EQ(port.names, "a\\,b,c");
  EXPECT_EQ(port.line, 8);
  EXPECT_TRUE(port.has_dims());
  ASSERT_EQ(port.dims.size(), 4u);
  EXPECT_EQ(port.dims[0], Dimension::any());
  EXPECT_EQ(port.dims[1], (Dimension{1, 8}));
  EXPECT_EQ(port.dims[2], Dimension::exactly(0));
  EXPECT_EQ(port.dims[3], Dimension::exactly(5));

  const Layer& result = model.graph.layers[1];
  EXPECT_EQ(result.name + result.version, "");
  ASSERT_EQ(result.inputs.size(), 1u);
  EXPECT_EQ(result.inputs[0].id, 3);
  EXPECT_FALSE(result.inputs[0].precision.has_value());
  EXPECT_FALSE(result.inputs[0].has_dims());

  ASSERT_EQ(model.graph.edges.size(), 1u);
  const Edge& edge = model.graph.edges[0];
  EXPECT_EQ(edge.from_layer, INT64_MAX);
  EXPECT_EQ(edge.to_port, 3);
  EXPECT_EQ(edge.line, 18);
}

TEST(ParseModel, ReadsPortMapAndBackEdges) {
  const Model model = parse_loop(R"(<port_map>
    <input external_port_id="2" internal_layer_id="4"/>
    <output external_port_id="-1" internal_layer_id="13" purpose="execution_condition"/>
    <input axis="-1" external_port_id="3" internal_layer_id="2" start="0" end="-1" stride="-2" part_size="2"/>
    <input external_port_id="-1" internal_layer_id="0" purpose="current_iteration"/>
    </port_map><back_edges>
    <edge from-layer="14" to-layer="3"/></back_edges>
    <body><layers/></body>)");
  ASSERT_EQ(model.graph.layers.size(), 1u);
  const Layer& loop = model.graph.layers[0];
  EXPECT_EQ(loop.dialect, Dialect::kLoop5);
  ASSERT_EQ(loop.bodies.size(), 1u);
  EXPECT_EQ(loop.bodies[0].name, "body");
  const PortMap& map = loop.bodies[0].port_map;
  ASSERT_EQ(map.inputs.size(), 3u);
  ASSERT_EQ(map.outputs.size(), 1u);
  EXPECT_EQ(map.inputs[0].external_port_id, 2);
  EXPECT_EQ(map.inputs[0].internal_layer_id, 4);
  EXPECT_EQ(map.inputs[0].name, "port_map input[0]");
  EXPECT_FALSE(map.inputs[0].axis || map.inputs[0].start || map.inputs[0].condition || map.inputs[0].purpose);
  EXPECT_EQ(map.inputs[1].name, "port_map input[1]");
  EXPECT_EQ(map.inputs[1].axis, -1);
  EXPECT_EQ(map.inputs[1].start, 0);
  EXPECT_EQ(map.inputs[1].end, -1);
  EXPECT_EQ(map.inputs[1].stride, -2);
  EXPECT_EQ(map.inputs[1].part_size, 2);
  EXPECT_EQ(map.inputs[1].line, 4);
  EXPECT_EQ(map.inputs[2].purpose, "current_iteration");
  EXPECT_EQ(map.outputs[0].purpose, "execution_condition");
  EXPECT_EQ(map.outputs[0].name, "port_map output[0]");
  ASSERT_EQ(loop.bodies[0].back_edges.size(), 1u);
  EXPECT_EQ(loop.bodies[0].back_edges[0].from_layer, 14);
  EXPECT_EQ(loop.bodies[0].back_edges[0].to_layer, 3);
  EXPECT_EQ(loop.bodies[0].back_edges[0].line, 7);
}

TEST(ParseModel, ReadsBothBranchesOfIfInEitherOrder) {
  const Model model = parse_loop(R"(
    <else_port_map><input external_port_id="1" internal_layer_id="5"/></else_port_map>
    <then_port_map><output external_port_id="2" internal_layer_id="6"/></then_port_map>
    <else_body><layers/><edges/></else_body><then_body><layers/><edges/><rt_info/></then_body>)",
                                 "If");
  ASSERT_EQ(model.graph.layers.size(), 1u);
  const Layer& layer = model.graph.layers[0];
  EXPECT_EQ(layer.dialect, Dialect::kNone);
  ASSERT_EQ(layer.bodies.size(), 2u);
  EXPECT_EQ(layer.bodies[0].name, "then_body");
  EXPECT_EQ(layer.bodies[1].name, "else_body");
  ASSERT_EQ(layer.bodies[0].port_map.outputs.size(), 1u);
  EXPECT_EQ(layer.bodies[0].port_map.outputs[0].name, "then_port_map output[0]");
  ASSERT_EQ(layer.bodies[1].port_map.inputs.size(), 1u);
  EXPECT_EQ(layer.bodies[1].port_map.inputs[0].internal_layer_id, 5);
}

TEST(ParseModel, AnyWordOfTheDraftMakesTheDraft) {
  const std::string plain = "<port_map/><body><layers/></body>";
  EXPECT_EQ(parse_loop(plain).graph.layers[0].dialect, Dialect::kLoop5);
  for (const char* sections :
       {"<port_map><input external_port_id='0' internal_operation_id='0'/></port_map><body><layers/></body>",
        "<port_map><output external_port_id='0' internal_operation_id='0'/></port_map><body><layers/></body>",
        "<port_map><input external_port_id='0' internal_layer_id='0' "
        "condition='False'/></port_map><body><layers/></body>",
        "<port_map/><back_edges><edge from-operation='1' to-layer='2'/></back_edges><body><layers/></body>",
        "<port_map/><back_edges><edge from-layer='1' to-operation='2'/></back_edges><body><layers/></body>",
        "<port_map/><body><operations/></body>",
        "<port_map/><body><layers><operation id='0' type='Parameter'/></layers></body>",
        "<port_map/><body><layers/><edges><edge from-operation='0' from-port='0' to-layer='1' "
        "to-port='0'/></edges></body>"}) {
    EXPECT_EQ(parse_loop(sections).graph.layers[0].dialect, Dialect::kLoop5Draft) << sections;
    EXPECT_EQ(parse_loop(sections, "TensorIterator").graph.layers[0].dialect, Dialect::kTensorIterator1)
        << sections;
  }
}

TEST(ParseModel, NestedLoopsSpeakForThemselves) {
  const std::string shipped = "<layer id='1' type='Loop'><port_map/><body><layers/></body></layer>";
  const std::string draft = "<layer id='1' type='Loop'><port_map/><body><operations/></body></layer>";
  const Model outer = parse_loop("<port_map/><body><operations>" + shipped + "</operations></body>");
  EXPECT_EQ(outer.graph.layers[0].dialect, Dialect::kLoop5Draft);
  EXPECT_EQ(outer.graph.layers[0].bodies[0].graph.layers[0].dialect, Dialect::kLoop5);
  const Model inner = parse_loop("<port_map/><body><layers>" + draft + "</layers></body>");
  EXPECT_EQ(inner.graph.layers[0].dialect, Dialect::kLoop5);
  EXPECT_EQ(inner.graph.layers[0].bodies[0].graph.layers[0].dialect, Dialect::kLoop5Draft);
}

TEST(ParseModel, ReadsEverySpellingOfCondition) {
  for (const char* text : {"True", "true", "1", "False", "false", "0"}) {
    const Model model =
        parse_loop("<port_map><input external_port_id='0' internal_operation_id='0' condition='" +
                   std::string(text) + "'/></port_map><body><layers/></body>");
    const bool expected = std::string("Tt1").find(text[0]) != std::string::npos;
    EXPECT_EQ(model.graph.layers[0].bodies[0].port_map.inputs[0].condition, expected) << text;
  }
}

TEST(ParseModel, TakesASingleLoopForAModel) {
  for (const std::string tag : {"layer", "operation"}) {
    for (const std::string type : {"TensorIterator", "Loop"}) {
      const Model model =
          parse("<" + tag + " type='" + type +
                "'><input><port id='2'/></input><port_map/><body><operations/></body></" + tag + ">");
      EXPECT_TRUE(model.single_layer);
      ASSERT_EQ(model.graph.layers.size(), 1u);
      EXPECT_EQ(model.graph.layers[0].id, 0);
      EXPECT_EQ(model.graph.layers[0].inputs[0].id, 2);
      EXPECT_TRUE(model.graph.edges.empty());
    }
  }
  EXPECT_EQ(
      parse("<operation type='Loop'><port_map/><body><layers/></body></operation>").graph.layers[0].dialect,
      Dialect::kLoop5Draft);
}

TEST(ParseModel, ReachesSixtyFourLoopsDeep) {
  std::string text;
  for (int depth = 0; depth < 64; ++depth) {
    text += "<layer id='" + std::to_string(depth) + "' type='TensorIterator'><port_map/><body><layers>";
  }
  for (int depth = 0; depth < 64; ++depth) text += "</layers></body></layer>";
  const Model model = parse("<net><layers>" + text + "</layers></net>");
  const LayerGraph* graph = &model.graph;
  int64_t depth = 0;
  for (; !graph->layers.empty(); graph = &graph->layers[0].bodies[0].graph) {
    EXPECT_EQ(graph->layers[0].id, depth++);
  }
  EXPECT_EQ(depth, 64);
}

TEST(Title, NamesWhatIsKnown) {
  Layer layer;
  layer.id = 3;
  layer.type = "Loop";
  EXPECT_EQ(layer.title(), "layer 3 (Loop-5)");
  layer.name = "Loop_1";
  layer.version = "opset5";
  EXPECT_EQ(layer.title(), "layer 3 \"Loop_1\" (Loop-5)");
  layer.type = "TensorIterator";
  layer.version = "";
  EXPECT_EQ(layer.title(), "layer 3 \"Loop_1\" (TensorIterator-1)");
  layer.type = "Add";
  EXPECT_EQ(layer.title(), "layer 3 \"Loop_1\" (Add)");
  layer.version = "extension";
  EXPECT_EQ(layer.title(), "layer 3 \"Loop_1\" (Add, extension)");
  layer.name = "two\nlines";
  EXPECT_EQ(layer.title(), "layer 3 \"two\\u000alines\" (Add, extension)");
}

}  // namespace
}  // namespace backedge::openvino
