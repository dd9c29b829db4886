#include <gtest/gtest.h>

#include "interpreter/openvino/build_graph.h"
#include "interpreter/testing/small_models.h"

namespace backedge {
namespace {

// The phase and the rule that reject a document: "load PORT-3".
std::string rejection(const std::string& document, const LoadOptions& options = {}) {
  const Result<LoadedModel> model = load_text(document, options);
  return model.ok() ? "" : std::string(name_of(model.error().phase())) + " " + model.error().rule();
}

TEST(Rejected, ByTheRuleThatIsBroken) {
  const auto broken = [](const std::string& from, const std::string& to) {
    return rejection(changed(kTensorIterator, {{from, to}}));
  };
  EXPECT_EQ(broken(R"(<layer id="1" name="h")", R"(<layer id="0" name="h")"), "load GRAPH-1");
  EXPECT_EQ(broken(R"(from-layer="1" from-port="0" to-layer="2" to-port="1"/>
    <edge from-layer="2" from-port="2" to-layer="3")",
                   R"(from-layer="1" from-port="7" to-layer="2" to-port="1"/>
    <edge from-layer="2" from-port="2" to-layer="3")"),
            "load GRAPH-2");
  EXPECT_EQ(broken(R"(from-layer="1" from-port="0" to-layer="2" to-port="1"/>
    <edge)",
                   R"(from-layer="1" from-port="0" to-layer="2" to-port="0"/>
    <edge)"),
            "load GRAPH-3");
  EXPECT_EQ(broken(R"(<edge from-layer="0" from-port="0" to-layer="2" to-port="0"/>
    <edge)",
                   "<edge"),
            "load GRAPH-4");
  EXPECT_EQ(broken(R"( element_type="f32"/>)", "/>"), "load GRAPH-5");
  EXPECT_EQ(broken(R"(<edge from-layer="0" from-port="0" to-layer="2" to-port="0"/>
    <edge)",
                   R"(<edge from-layer="2" from-port="2" to-layer="2" to-port="0"/>
    <edge)"),
            "load BODY-3");
  EXPECT_EQ(broken(R"(type="Add")", R"(type="Bdd")"), "load OP-1");
  EXPECT_EQ(broken(R"(auto_broadcast="numpy")", R"(auto_broadcast="numpi")"), "load OP-2");
  EXPECT_EQ(broken(R"(auto_broadcast="numpy")", R"(auto_brodcast="numpy")"), "load OP-2");
  EXPECT_EQ(broken(R"(<input external_port_id="1" internal_layer_id="1"/>)", ""), "load PORT-1");
  EXPECT_EQ(broken(R"(<output external_port_id="2" internal_layer_id="3"/>)", ""), "load PORT-2");
  EXPECT_EQ(broken(R"(<input external_port_id="1" internal_layer_id="1"/>)",
                   R"(<input external_port_id="1" internal_layer_id="2"/>)"),
            "load PORT-3");
  EXPECT_EQ(broken(R"(<input external_port_id="1" internal_layer_id="1"/>)",
                   R"(<input external_port_id="9" internal_layer_id="1"/>)"),
            "load PORT-3");
  EXPECT_EQ(broken(R"(internal_layer_id="1"/>)", R"(internal_layer_id="1" start="0"/>)"), "load PORT-4");
  EXPECT_EQ(broken(R"(<edge from-layer="3" to-layer="1"/>)", R"(<edge from-layer="3" to-layer="2"/>)"),
            "load BACK-1");
  EXPECT_EQ(broken(R"(axis="1" start="0")", R"(axis="2" start="0")"), "load SLICE-1");
  EXPECT_EQ(broken(R"(end="-1")", R"(end="3")"), "load SLICE-2");
  EXPECT_EQ(broken(R"(stride="1")", R"(stride="0")"), "load SLICE-3");
  EXPECT_EQ(broken(R"(stride="1")", R"(stride="-1")"), "load SLICE-3");
  EXPECT_EQ(broken(R"(stride="1")", R"(stride="1" part_size="0")"), "load SLICE-4");
  EXPECT_EQ(broken(R"(stride="1")", R"(stride="2")"), "load SLICE-6");
  EXPECT_EQ(broken(R"(name="h" type="Parameter"><data shape="2,1")",
                   R"(name="h" type="Parameter"><data shape="2,2")"),
            "load BODY-4");
  EXPECT_EQ(broken(R"(axis="1"/>)", R"(axis="1" start="-1" end="0"/>)"), "load OUT-3");
  EXPECT_EQ(broken(R"(axis="1"/>)", R"(axis="1" part_size="2"/>)"), "load OUT-4");

  const auto broken_loop = [](const std::string& from, const std::string& to) {
    return rejection(changed(kLoop, {{from, to}}));
  };
  EXPECT_EQ(broken_loop(R"(shape="" element_type="i64")", R"(shape="" element_type="f32")"), "load TRIP-1");
  EXPECT_EQ(broken_loop(R"(shape="" element_type="boolean")", R"(shape="2" element_type="boolean")"),
            "load COND-1");
  EXPECT_EQ(broken_loop(R"(purpose="execution_condition")", ""), "load PORT-3");
  EXPECT_EQ(broken_loop(
                R"(<output external_port_id="-1" internal_layer_id="5" purpose="execution_condition"/>)", ""),
            "load COND-4");
  EXPECT_EQ(broken_loop(R"(<data shape="1" element_type="i64"/>)", R"(<data shape="2" element_type="i64"/>)"),
            "load ITER-1");
  EXPECT_EQ(broken_loop(R"(<input external_port_id="2" internal_layer_id="1"/>)", ""), "load PORT-1");
  EXPECT_EQ(broken_loop(R"(<edge from-layer="4" to-layer="1"/>)", R"(<edge from-layer="4" to-layer="0"/>)"),
            "load ITER-3");
  EXPECT_EQ(broken_loop(R"(<edge from-layer="4" to-layer="1"/>)", R"(<edge from-layer="5" to-layer="1"/>)"),
            "load BACK-5");
}

const std::string kIf = R"(<net><layers>
    <layer id="0" type="Parameter"><data shape="" element_type="boolean"/><output><port id="0"/></output></layer>
    <layer id="1" type="If"><input><port id="0"/></input><output><port id="1"/></output>
      <then_port_map><output external_port_id="1" internal_layer_id="1"/></then_port_map>
      <else_port_map><output external_port_id="1" internal_layer_id="1"/></else_port_map>
      <then_body><layers><layer id="0" type="Const"><data shape="0" element_type="f32" offset="0" size="0"/>
          <output><port id="0"/></output></layer>
        <layer id="1" type="Result"><input><port id="0"/></input></layer></layers>
        <edges><edge from-layer="0" from-port="0" to-layer="1" to-port="0"/></edges></then_body>
      <else_body><layers><layer id="0" type="Const"><data shape="0" element_type="f32" offset="0" size="0"/>
          <output><port id="0"/></output></layer>
        <layer id="1" type="Result"><input><port id="0"/></input></layer></layers>
        <edges><edge from-layer="0" from-port="0" to-layer="1" to-port="0"/></edges></else_body></layer>
    <layer id="2" type="Result"><input><port id="0"/></input></layer></layers>
  <edges><edge from-layer="0" from-port="0" to-layer="1" to-port="0"/>
    <edge from-layer="1" from-port="1" to-layer="2" to-port="0"/></edges></net>)";

// Checks under the leak sanitizer that the then_body, which is already built, is freed.
TEST(Rejected, ForTheSecondBranchOfAnIf) {
  EXPECT_EQ(rejection(kIf), "");
  EXPECT_EQ(
      rejection(changed(kIf, {{R"(<else_port_map><output external_port_id="1" internal_layer_id="1")",
                               R"(<else_port_map><output external_port_id="1" internal_layer_id="9")"}})),
      "load PORT-3");
}

TEST(Rejected, NamesTheAttributeOfAConst) {
  const auto model = load_text(changed(
      kIf,
      {{R"(<then_body><layers><layer id="0" type="Const"><data shape="0" element_type="f32" offset="0")",
        R"(<then_body><layers><layer id="0" type="Const"><data shape="0" element_type="f32" offset="x")"}}));
  EXPECT_NE(model.error().message().find("attribute offset"), std::string::npos);
}

TEST(Limits, AreErrorsThatNameThemselves) {
  RunOptions options;
  options.limits.max_iterations = 10;
  std::vector<Tensor> inputs = loop_inputs(100, true);
  const Result<std::vector<Tensor>> stopped = run_text(kLoop, inputs, options);
  EXPECT_EQ(stopped.error().rule(), "LIMIT-1");
  EXPECT_NE(stopped.error().message().find("limit of 10 iterations"), std::string::npos);
  EXPECT_NE(stopped.error().message().find("after 10 iterations"), std::string::npos);
  options = {};
  options.limits.max_bytes = 100;
  EXPECT_EQ(run_text(kLoop, inputs, options).error().rule(), "LIMIT-1");
  options = {};
  options.limits.max_seconds = 0;
  EXPECT_EQ(run_text(changed(kLoop, {{R"(type="NotEqual")", R"(type="Equal")"}}), inputs, options).ok(),
            true);  // this one ends first
  EXPECT_EQ(rejection(kLoop, {.max_depth = 0}), "load LIMIT-2");
}

// Generated and shrunk models are built under the limits of a load.
TEST(Limits, OfABuildAreThoseOfALoad) {
  EXPECT_EQ(openvino::BuildLimits().max_depth, LoadOptions().max_depth);
  EXPECT_EQ(openvino::BuildLimits().max_bytes, LoadOptions().max_bytes);
}

TEST(Inputs, MustBeAsManyAsParameters) {
  const Result<std::vector<Tensor>> none = run_text(kLoop, {});
  EXPECT_EQ(none.error().rule(), "INPUT-1");
  EXPECT_EQ(none.error().phase(), Phase::kInput);
  EXPECT_EQ(none.error().message(), "0 tensors are given for 3 Parameters");
  std::vector<Tensor> inputs = loop_inputs(1, true);
  inputs.push_back(inputs[0]);
  EXPECT_EQ(run_text(kLoop, inputs).error().rule(), "INPUT-2");
}

TEST(Inputs, MustFitTheirParameters) {
  std::vector<Tensor> inputs = loop_inputs(1, true);
  inputs[0] = Tensor::scalar<int32_t>(1);
  EXPECT_EQ(run_text(kLoop, inputs).error().rule(), "INPUT-3");
  inputs = loop_inputs(1, true);
  inputs[2] = Tensor::of<float>({2}, {1, 2});
  EXPECT_EQ(run_text(kLoop, inputs).error().rule(), "INPUT-4");
  EXPECT_EQ(run_text(kLoop, inputs).error().phase(), Phase::kInput);
}

}  // namespace
}  // namespace backedge
