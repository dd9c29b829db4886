#include <gtest/gtest.h>

#include "interpreter/onnx/testing/models.h"

namespace backedge::onnx::testing {
namespace {

TEST(OnnxFile, IsAModelOfASupportedVersion) {
  const auto model = of_node(node("Neg", {"x"}, {"y"}));
  EXPECT_EQ(rejection_of(model), "");
  const std::string bytes = model.SerializeAsString();
  for (size_t size : {size_t{0}, size_t{1}, bytes.size() - 1}) {
    const auto loaded = load_text(bytes.substr(0, size), "test.onnx");
    ASSERT_FALSE(loaded.ok());
    EXPECT_EQ(loaded.error().rule(), "ONNX-GRAPH-1");
    EXPECT_EQ(loaded.error().phase(), Phase::kRead);
  }
  for (const int64_t version : {2, 15}) {
    auto other = model;
    other.set_ir_version(version);
    EXPECT_EQ(rejection_of(other), "ONNX-GRAPH-1");
  }
}

TEST(OnnxFile, OfMessagesThatAreNestedTooDeeplySaysSo) {
  schema::ModelProto model = of_node(node("Neg", {"x"}, {"y"}));
  schema::GraphProto* inner = model.mutable_graph();
  for (int depth = 0; depth < 400; ++depth) {
    *inner->add_node() = node("If", {"c"}, {"y"}, {graph("then_branch", {})});
    inner = inner->mutable_node(inner->node_size() - 1)->mutable_attribute(0)->mutable_g();
  }
  const auto loaded = load_model(model);
  ASSERT_FALSE(loaded.ok());
  EXPECT_EQ(loaded.error().message(),
            "the bytes are not an ONNX model in protobuf's binary format, or its messages are nested deeper "
            "than 1000");
}

TEST(OnnxFile, OfManyNestedGraphsIsRejectedWithoutAStackOverflow) {
  schema::GraphProto inner = make_graph({.outputs = {untyped("x")}});
  for (int depth = 0; depth < 100; ++depth) {
    schema::GraphProto outer = make_graph({.outputs = {untyped("y")}});
    *outer.add_node() = node("If", {"c"}, {"y"}, {graph("then_branch", inner), graph("else_branch", inner)});
    outer.mutable_node(0)->mutable_attribute(1)->mutable_g()->Clear();
    inner = outer;
  }
  schema::ModelProto model = of_node(node("If", {"c"}, {"y"}, {graph("then_branch", inner)}));
  EXPECT_EQ(rejection_of(model), "ONNX-GRAPH-3");  // there is no c; nothing overflowed on the way
  *model.mutable_graph()->add_input() = value("c", kBool);
  EXPECT_NE(rejection_of(model), "");
}

TEST(OnnxFile, WhoseNodesTakeTooMuchMemoryIsRejectedWhileItIsRead) {
  schema::ModelProto model = of_node(node("Neg", {"x"}, {"y"}));
  for (int k = 0; k < (1 << 20); ++k) model.mutable_graph()->add_node();
  const std::string bytes = model.SerializeAsString();  // 2 MiB; the nodes take more than 100 MiB
  const auto stopped = load_text(bytes, "test.onnx", {.max_bytes = int64_t{100} << 20});
  ASSERT_FALSE(stopped.ok());
  EXPECT_EQ(stopped.error().rule(), "LIMIT-1");
  EXPECT_EQ(stopped.error().phase(), Phase::kRead);
  EXPECT_EQ(load_text(bytes, "test.onnx").error().rule(), "ONNX-GRAPH-2");
}

TEST(OnnxNames, AreUniqueAndDefinedBeforeTheirUse) {
  EXPECT_EQ(rejection_of(of_node(node("Add", {"x", "z"}, {"y"}))), "ONNX-GRAPH-3");
  EXPECT_EQ(rejection_of(of_node(node("Add", {"x", "y"}, {"y"}))), "ONNX-GRAPH-3");
  EXPECT_EQ(rejection_of(of_node(node("Neg", {"x"}, {"x"}))), "ONNX-GRAPH-3");
  auto twice = of_node(node("Neg", {"x"}, {"y"}));
  *twice.mutable_graph()->add_node() = node("Abs", {"x"}, {"y"});
  EXPECT_EQ(rejection_of(twice), "ONNX-GRAPH-3");
  auto two_outputs = of_node(node("Neg", {"x"}, {"y"}));
  *two_outputs.mutable_graph()->add_output() = value("y", kFloat, {2});
  EXPECT_EQ(rejection_of(two_outputs), "ONNX-GRAPH-3");
}

std::string fault_of(const schema::ModelProto& model) {
  const auto loaded = load_model(model);
  return loaded.ok() ? "" : loaded.error().where() + ": " + loaded.error().message();
}

TEST(OnnxNames, ThatAreWrongHaveErrorsThatSayWhy) {
  auto late = of_node(node("Add", {"x", "z"}, {"y"}));
  EXPECT_EQ(fault_of(late),
            "test.onnx: node \"y\" (Add): no input, initializer or node gives the value \"z\"");
  *late.mutable_graph()->add_node() = node("Neg", {"x"}, {"z"});
  EXPECT_EQ(fault_of(late),
            "test.onnx: node \"y\" (Add): the value \"z\" is used before node \"z\" (Neg) gives it\n"
            "expected nodes in the order in which they can run, without a cycle");
  auto without_output = of_node(node("Neg", {"x"}, {"z"}));
  EXPECT_EQ(fault_of(without_output),
            "test.onnx, output \"y\": no input, initializer or node gives the value \"y\"");
  auto twice = of_node(node("Neg", {"x"}, {"x"}));
  EXPECT_EQ(fault_of(twice), "test.onnx: node \"x\" (Neg): two values have the name \"x\"");
  auto branch = make_graph({.outputs = {untyped("x")}, .nodes = {node("Neg", {"x"}, {"x"})}});
  auto shadowing =
      of_node(node("If", {"c"}, {"y"}, {graph("then_branch", branch), graph("else_branch", branch)}));
  *shadowing.mutable_graph()->add_input() = value("c", kBool);
  EXPECT_EQ(fault_of(shadowing),
            "test.onnx: node \"y\" (If), node \"x\" (Neg): the name \"x\" is that of a value of the graph "
            "around\nexpected a name that is not visible here, because nothing is shadowed");
}

TEST(OnnxNames, AreNotEmpty) {
  auto model = of_node(node("Neg", {"x"}, {"y"}));
  *model.mutable_graph()->add_input() = value("", kFloat, {2});
  EXPECT_EQ(rejection_of(model), "ONNX-GRAPH-3");
  model.mutable_graph()->mutable_input()->RemoveLast();
  *model.mutable_graph()->add_initializer() = floats("", {1}, {5});
  EXPECT_EQ(rejection_of(model), "ONNX-GRAPH-3");
}

TEST(OnnxNames, OfAGraphAroundAreNotUsedAgainButThoseBesideAre) {
  const auto branch = [](const std::string& name) {
    return make_graph({.outputs = {untyped(name)}, .nodes = {node("Neg", {"x"}, {name})}});
  };
  auto model =
      make_model({.inputs = {value("c", kBool), value("x", kFloat, {2})},
                  .outputs = {value("y", kFloat, {2})},
                  .nodes = {node("If", {"c"}, {"y"},
                                 {graph("then_branch", branch("a")), graph("else_branch", branch("a"))})}});
  EXPECT_EQ(rejection_of(model), "");
  *model.mutable_graph()->mutable_node(0)->mutable_attribute(0)->mutable_g() = branch("c");
  EXPECT_EQ(rejection_of(model), "ONNX-GRAPH-3");
}

TEST(OnnxNodes, HaveTheInputsAndOutputsOfTheirOperator) {
  EXPECT_EQ(rejection_of(of_node(node("Add", {"x"}, {"y"}))), "ONNX-GRAPH-5");
  EXPECT_EQ(rejection_of(of_node(node("Add", {"x", ""}, {"y"}))), "ONNX-GRAPH-5");
  EXPECT_EQ(rejection_of(of_node(node("Neg", {"x", "x"}, {"y"}))), "ONNX-GRAPH-5");
  EXPECT_EQ(rejection_of(of_node(node("Neg", {"x"}, {"y", "z"}))), "ONNX-GRAPH-5");
  EXPECT_EQ(rejection_of(of_node(node("Clip", {"x", "", ""}, {"y"}))), "");
}

TEST(OnnxNodes, OfAnUnknownOperatorNameItAndItsDomain) {
  auto other = node("FusedMatMul", {"x"}, {"y"});
  other.set_domain("com.microsoft");
  const auto loaded = load_model(of_node(other));
  ASSERT_FALSE(loaded.ok());
  EXPECT_EQ(loaded.error().rule(), "ONNX-GRAPH-2");
  EXPECT_EQ(loaded.error().message(), "not supported: operator FusedMatMul of domain com.microsoft");
  EXPECT_EQ(loaded.error().where(), "test.onnx: node \"y\" (FusedMatMul)");
  EXPECT_EQ(rejection_of(of_node(node("Mish", {"x"}, {"y"}))), "");
  auto old = of_node(node("Mish", {"x"}, {"y"}));
  old.mutable_opset_import(0)->set_version(17);
  EXPECT_EQ(rejection_of(old), "ONNX-GRAPH-2");
  old.mutable_opset_import(0)->set_version(29);
  EXPECT_EQ(rejection_of(old), "ONNX-GRAPH-2");
}

TEST(OnnxAttributes, OfAConstantAreOneValue) {
  auto two = node("Constant", {}, {"y"}, {integer("value_int", 1), integers("value_ints", {1})});
  EXPECT_EQ(
      fault_of(of_node(two)),
      "test.onnx: node \"y\" (Constant): the attributes value_int and value_ints are given, expected one "
      "value");
}

TEST(OnnxVersions, OfOneDomainMeanTheHighest) {
  auto model = of_node(node("Mish", {"x"}, {"y"}));
  model.clear_opset_import();
  const auto import = [&](const char* domain, int64_t version) {
    auto* added = model.add_opset_import();
    added->set_domain(domain);
    added->set_version(version);
  };
  import("", 18);
  import("", 17);
  EXPECT_EQ(rejection_of(model), "");
  model.clear_opset_import();
  import("", 16);
  EXPECT_EQ(rejection_of(model), "ONNX-GRAPH-2");
  import("ai.onnx", 18);
  EXPECT_EQ(rejection_of(model), "");
}

TEST(OnnxAttributes, AreThoseOfTheOperatorAndHaveItsTypes) {
  EXPECT_EQ(rejection_of(of_node(node("Concat", {"x"}, {"y"}))), "ONNX-GRAPH-6");
  EXPECT_EQ(rejection_of(of_node(node("Concat", {"x"}, {"y"}, {integers("axis", {0})}))), "ONNX-GRAPH-6");
  EXPECT_EQ(rejection_of(of_node(node("Concat", {"x"}, {"y"}, {integer("axis", 0), integer("axes", 0)}))),
            "ONNX-GRAPH-6");
  EXPECT_EQ(rejection_of(of_node(node("Concat", {"x"}, {"y"}, {integer("axis", 0), integer("axis", 0)}))),
            "ONNX-GRAPH-6");
  EXPECT_EQ(rejection_of(of_node(node("Concat", {"x"}, {"y"}, {integer("axis", 0)}))), "");
}

TEST(OnnxAttributes, HaveTheirValueInTheFieldOfTheirType) {
  auto axis = integer("axis", 0);
  axis.set_f(1);
  EXPECT_EQ(rejection_of(of_node(node("Concat", {"x"}, {"y"}, {axis}))), "ONNX-GRAPH-6");
  axis.clear_i();
  EXPECT_EQ(rejection_of(of_node(node("Concat", {"x"}, {"y"}, {axis}))), "ONNX-GRAPH-6");
  axis.clear_f();  // proto3 leaves out a 0
  EXPECT_EQ(rejection_of(of_node(node("Concat", {"x"}, {"y"}, {axis}))), "");
}

TEST(OnnxAttributes, OfAModelDoNotReferToThoseOfAFunction) {
  const auto reference = [](const std::string& name) {
    schema::AttributeProto attribute = integer(name, 0);
    attribute.clear_i();
    attribute.set_ref_attr_name("k");
    return attribute;
  };
  EXPECT_EQ(rejection_of(of_node(node("Softmax", {"x"}, {"y"}, {reference("axis")}))), "ONNX-GRAPH-11");
  EXPECT_EQ(rejection_of(of_node(node("Softmax", {"x"}, {"y"}, {reference("nonsense")}))), "ONNX-GRAPH-11");
}

TEST(OnnxAttributes, AreThoseOfTheImportedVersion) {
  const auto of_version = [](schema::NodeProto written, int64_t version) {
    written.add_input("x");
    auto model = of_node(written);
    model.mutable_opset_import(0)->set_version(version);
    return rejection_of(model);
  };
  const auto mean = node("ReduceMean", {}, {"m"}, {integers("axes", {0})});
  EXPECT_EQ(of_version(mean, 17), "ONNX-GRAPH-3");  // there is no y
  EXPECT_EQ(of_version(mean, 18), "ONNX-GRAPH-6");
  const auto shape = node("Shape", {}, {"s"}, {integer("start", 0)});
  EXPECT_EQ(of_version(shape, 14), "ONNX-GRAPH-6");
  EXPECT_EQ(of_version(shape, 15), "ONNX-GRAPH-3");
  auto constant = make_model(
      {.outputs = {value("y", kInt64)}, .nodes = {node("Constant", {}, {"y"}, {integer("value_int", 1)})}},
      11);
  EXPECT_EQ(rejection_of(constant), "ONNX-GRAPH-6");
  constant.mutable_opset_import(0)->set_version(12);
  EXPECT_EQ(rejection_of(constant), "");
}

TEST(OnnxAttributes, HaveAType) {
  schema::AttributeProto axis = integer("axis", 0);
  EXPECT_EQ(rejection_of(of_node(node("Softmax", {"x"}, {"y"}, {axis}))), "");
  axis.clear_type();
  EXPECT_EQ(rejection_of(of_node(node("Softmax", {"x"}, {"y"}, {axis}))), "ONNX-GRAPH-6");
  axis.clear_i();
  EXPECT_EQ(rejection_of(of_node(node("Softmax", {"x"}, {"y"}, {axis}))), "ONNX-GRAPH-6");
}

TEST(OnnxTypes, AreOfTensorsSequencesAndOptionalsWithSizesFromZero) {
  auto model = of_node(node("Neg", {"x"}, {"y"}));
  auto* type = model.mutable_graph()->mutable_input(0)->mutable_type();
  type->mutable_tensor_type()->mutable_shape()->mutable_dim(0)->set_dim_value(-2);
  EXPECT_EQ(rejection_of(model), "ONNX-GRAPH-9");
  type->mutable_map_type()->set_key_type(kInt64);
  EXPECT_EQ(rejection_of(model), "ONNX-GRAPH-9");
}

TEST(OnnxTypes, ThatContradictTheDeclarationAreRejected) {
  auto model = of_node(node("Neg", {"x"}, {"y"}));
  *model.mutable_graph()->mutable_output(0) = value("y", kInt64, {2});
  EXPECT_EQ(rejection_of(model), "ONNX-GRAPH-9");
  *model.mutable_graph()->mutable_output(0) = value("y", kFloat, {3});
  EXPECT_EQ(rejection_of(model), "ONNX-GRAPH-9");
  *model.mutable_graph()->mutable_output(0) = value("y", kFloat, {-1});
  EXPECT_EQ(rejection_of(model), "");
  *model.mutable_graph()->mutable_output(0) = value("y", 8, {-1});
  EXPECT_EQ(rejection_of(model), "ONNX-GRAPH-7");
}

TEST(OnnxValues, ThatMustBeKnownBeforeARunAreAskedFor) {
  auto model = of_node(node("GlobalAveragePool", {"x"}, {"y"}));
  model.mutable_graph()->mutable_input(0)->mutable_type()->mutable_tensor_type()->clear_shape();
  model.mutable_graph()->mutable_output(0)->mutable_type()->mutable_tensor_type()->clear_shape();
  EXPECT_EQ(rejection_of(model), "ONNX-GRAPH-10");
}

// 30000 * 30000 samples of one bin.
TEST(OnnxConstants, ThatTakeLongAreNotComputedWhileLoading) {
  const std::string text =
      "<ir_version: 8, opset_import: [\"\" : 16]> g () => (float[1,1,1,1] y) {\n"
      "  x = Constant <value = float[1,1,2,2] {1, 2, 3, 4}> ()\n"
      "  roi = Constant <value = float[1,4] {0, 0, 1, 1}> ()\n"
      "  batch = Constant <value = int64[1] {0}> ()\n"
      "  y = RoiAlign <output_height = 1, output_width = 1, sampling_ratio = 30000> (x, roi, batch)\n}";
  RunOptions options;
  options.limits.max_seconds = 0;
  EXPECT_EQ(run(load_text(text, "test.onnxtxt").value(), {}, options).error().rule(), "LIMIT-1");
}

}  // namespace
}  // namespace backedge::onnx::testing
