#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <tuple>

#include "interpreter/onnx/testing/models.h"

namespace backedge::onnx::testing {
namespace {

schema::ModelProto of_node(const schema::NodeProto& written) {
  return make_model(
      {.inputs = {value("x", kFloat, {2})}, .outputs = {value("y", kFloat, {2})}, .nodes = {written}});
}

float first_of(const schema::ModelProto& model, float x = 3) {
  const auto outputs = run_model(model, {Tensor::of<float>({2}, {x, x})});
  return outputs.ok() ? *outputs.value()[0].data<float>() : -1;
}

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
  EXPECT_EQ(fault_of(of_node(two)),
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

schema::ModelProto with_constant(const schema::TensorProto& tensor) {
  return make_model({.inputs = {value("x", kFloat, {2})},
                     .outputs = {value("y", kFloat, {2})},
                     .nodes = {node("Add", {"x", "w"}, {"y"})},
                     .initializers = {tensor}});
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

TEST(OnnxTensors, AreInTheirFieldOrInRawData) {
  EXPECT_EQ(first_of(with_constant(floats("w", {2}, {5, 6}))), 8);
  schema::TensorProto raw = floats("w", {2}, {});
  raw.set_raw_data(std::string("\0\0\xa0\x40\0\0\xc0\x40", 8));  // 5 and 6, little-endian
  EXPECT_EQ(first_of(with_constant(raw)), 8);
  raw.set_raw_data(std::string("\0\0\xa0\x40", 4));
  EXPECT_EQ(rejection_of(with_constant(raw)), "ONNX-GRAPH-7");
  EXPECT_EQ(rejection_of(with_constant(floats("w", {2}, {5}))), "ONNX-GRAPH-7");
  EXPECT_EQ(rejection_of(with_constant(floats("w", {-2}, {5}))), "ONNX-GRAPH-7");
  EXPECT_EQ(rejection_of(with_constant(floats("w", {int64_t{1} << 40, int64_t{1} << 40}, {5}))), "LIMIT-4");
  EXPECT_EQ(rejection_of(with_constant(floats("w", {int64_t{1} << 40}, {5}))), "LIMIT-1");
}

// The rule that rejects these numbers in int32_data, or uint64_data.
std::string rejection_of_numbers(int type, std::initializer_list<int64_t> numbers) {
  constexpr int kUint32 = 12;
  schema::TensorProto tensor;
  tensor.set_name("unused");
  tensor.set_data_type(type);
  tensor.add_dims(std::ssize(numbers));
  for (const int64_t number : numbers) {
    if (type == kUint32) {
      tensor.add_uint64_data(static_cast<uint64_t>(number));
    } else {
      tensor.add_int32_data(static_cast<int32_t>(number));
    }
  }
  auto model = with_constant(floats("w", {2}, {5, 6}));
  *model.mutable_graph()->add_initializer() = tensor;
  return rejection_of(model);
}

TEST(OnnxTensors, HaveNumbersThatFitTheirType) {
  constexpr int kUint8 = 2, kInt8 = 3, kUint16 = 4, kInt16 = 5, kFloat16 = 10, kUint32 = 12, kBfloat16 = 16;
  const std::tuple<int, int64_t, int64_t> kBorders[] = {
      {kUint8, 0, 255},          {kInt8, -128, 127},     {kUint16, 0, 65535},   {kInt16, -32768, 32767},
      {kUint32, 0, 0xffff'ffff}, {kFloat16, 0, 0xffff}, {kBfloat16, 0, 0xffff},
  };
  for (const auto& [type, least, greatest] : kBorders) {
    EXPECT_EQ(rejection_of_numbers(type, {least, greatest}), "") << type;
    EXPECT_EQ(rejection_of_numbers(type, {least - 1, greatest}), "ONNX-GRAPH-7") << type;
    EXPECT_EQ(rejection_of_numbers(type, {least, greatest + 1}), "ONNX-GRAPH-7") << type;
  }
  EXPECT_EQ(rejection_of_numbers(kBool, {0, 1, 2}), "");
}

schema::ModelProto with_sparse_constant() {
  auto model = with_constant(floats("unused", {}, {1}));
  schema::SparseTensorProto* sparse = model.mutable_graph()->add_sparse_initializer();
  *sparse->mutable_values() = floats("w", {1}, {5});
  *sparse->mutable_indices() = int64s("", {1}, {0});
  sparse->add_dims(2);
  return model;
}

TEST(OnnxTensors, MayBeSparse) {
  auto model = with_sparse_constant();
  EXPECT_EQ(first_of(model), 8);
  model.mutable_graph()->mutable_sparse_initializer(0)->mutable_indices()->set_int64_data(0, 2);
  EXPECT_EQ(rejection_of(model), "ONNX-GRAPH-7");
}

class ExternalData : public ::testing::Test {
 protected:
  ExternalData()
      : folder_(std::filesystem::path(::testing::TempDir()) / ("onnx" + std::to_string(getpid()))) {
    std::filesystem::create_directories(folder_ / "model");
    for (const char* name : {"model/w.bin", "secret.bin"}) {
      std::ofstream(folder_ / name, std::ios::binary) << std::string("....\0\0\xa0\x40\0\0\xc0\x40", 12);
    }
  }
  ~ExternalData() override { std::filesystem::remove_all(folder_); }

  // The result of a run with the tensor at this place, or the rule that rejects it.
  std::string result_of(const std::string& location, const std::string& offset = "4",
                        const std::string& length = "8") {
    schema::TensorProto tensor = floats("w", {2}, {});
    tensor.set_data_location(schema::TensorProto::EXTERNAL);
    for (const auto& [key, text] :
         {std::pair{"location", location}, {"offset", offset}, {"length", length}}) {
      auto* entry = tensor.add_external_data();
      entry->set_key(key);
      entry->set_value(text);
    }
    const std::string file = (folder_ / "model/model.onnx").string();
    std::ofstream(file, std::ios::binary) << with_constant(tensor).SerializeAsString();
    const Result<LoadedModel> model = load(file);
    if (!model.ok()) return model.error().rule();
    const std::vector<Tensor> inputs = {Tensor::of<float>({2}, {3, 3})};
    return std::to_string(*run(model.value(), inputs).value()[0].data<float>());
  }

  std::filesystem::path folder_;
};

TEST_F(ExternalData, IsReadFromTheFolderOfTheModel) {
  EXPECT_EQ(result_of("w.bin"), "8.000000");
  EXPECT_EQ(result_of("w.bin", "5"), "ONNX-GRAPH-8");
  EXPECT_EQ(result_of("w.bin", "-1"), "ONNX-GRAPH-8");
  EXPECT_EQ(result_of("w.bin", "9223372036854775807"), "ONNX-GRAPH-8");
  EXPECT_EQ(result_of("w.bin", "4", "7"), "ONNX-GRAPH-8");
  EXPECT_EQ(result_of("missing.bin"), "ONNX-GRAPH-8");
}

TEST_F(ExternalData, IsNotReadFromAnotherFolder) {
  EXPECT_EQ(result_of("../secret.bin"), "ONNX-GRAPH-8");
  std::filesystem::create_directories(folder_ / "model/sub");
  EXPECT_EQ(result_of("sub/../w.bin"), "ONNX-GRAPH-8");  // although it stays in the folder
  EXPECT_EQ(result_of((folder_ / "secret.bin").string()), "ONNX-GRAPH-8");
  std::filesystem::create_symlink("../secret.bin", folder_ / "model/link.bin");
  EXPECT_EQ(result_of("link.bin"), "ONNX-GRAPH-8");
}

// scale <alpha> (v) => (w) { w = alpha * v }
schema::ModelProto with_function(bool gives_alpha) {
  auto call = node("scale", {"x"}, {"y"});
  call.set_domain("local");
  if (gives_alpha) {
    *call.add_attribute() = integers("alpha", {4, 4});
  }
  auto model = of_node(call);
  model.add_opset_import()->set_domain("local");
  model.mutable_opset_import(1)->set_version(1);
  schema::FunctionProto* function = model.add_functions();
  function->set_domain("local");
  function->set_name("scale");
  function->add_input("v");
  function->add_output("w");
  function->add_attribute("alpha");
  function->add_opset_import()->set_version(21);
  auto constant = node("Constant", {}, {"c"}, {integers("value_ints", {})});
  constant.mutable_attribute(0)->set_ref_attr_name("alpha");
  *function->add_node() = constant;
  *function->add_node() = node("Cast", {"c"}, {"x"}, {integer("to", kFloat)});
  *function->add_node() = node("Mul", {"v", "x"}, {"w"});
  return model;
}

TEST(OnnxFunctions, SeeTheirOwnNamesAndAttributes) {
  EXPECT_EQ(first_of(with_function(true)), 12);
  EXPECT_EQ(rejection_of(with_function(false)), "ONNX-GRAPH-6");
}

// with_function, after `change` has changed the model.
template <class Change>
std::string rejection_with(Change change, bool gives_alpha = true) {
  auto model = with_function(gives_alpha);
  change(model, *model.mutable_functions(0), *model.mutable_functions(0)->mutable_node(0));
  return rejection_of(model);
}

TEST(OnnxFunctions, HaveReferencesToAttributesThatTheyDeclare) {
  EXPECT_EQ(rejection_with([](auto&, auto&, auto& constant) {
              constant.mutable_attribute(0)->set_ref_attr_name("beta");
            }),
            "ONNX-GRAPH-11");
  EXPECT_EQ(rejection_with([](auto&, auto&, auto& constant) {
              constant.mutable_attribute(0)->set_type(schema::AttributeProto::FLOATS);
            }),
            "ONNX-GRAPH-6");
  EXPECT_EQ(rejection_with([](auto&, auto&, auto& constant) { constant.mutable_attribute(0)->add_ints(7); }),
            "ONNX-GRAPH-6");
  // An attribute that Mul does not have, even if it has no value.
  for (const char* referred : {"alpha", "without_value"}) {
    EXPECT_EQ(rejection_with([&](auto&, auto& function, auto&) {
                function.add_attribute("without_value");
                auto* nonsense = function.mutable_node(2)->add_attribute();
                nonsense->set_name("nonsense");
                nonsense->set_ref_attr_name(referred);
              }),
              "ONNX-GRAPH-6");
  }
}

TEST(OnnxFunctions, HaveEachAttributeOnce) {
  EXPECT_EQ(rejection_with([](auto& model, auto&, auto&) {
              auto& call = *model.mutable_graph()->mutable_node(0);
              *call.add_attribute() = call.attribute(0);
            }),
            "ONNX-GRAPH-6");
  EXPECT_EQ(rejection_with([](auto&, auto& function, auto&) { function.add_attribute("alpha"); }),
            "ONNX-GRAPH-11");
  EXPECT_EQ(rejection_with([](auto&, auto& function, auto&) {
              *function.add_attribute_proto() = integers("alpha", {4, 4});
            }),
            "ONNX-GRAPH-11");
}

TEST(OnnxFunctions, MayHaveADefaultInTheFieldOfItsType) {
  const auto with_default = [](auto&, auto& function, auto&) {
    function.clear_attribute();
    *function.add_attribute_proto() = integers("alpha", {4, 4});
  };
  EXPECT_EQ(rejection_with(with_default, false), "");
  EXPECT_EQ(rejection_with(
                [&](auto& model, auto& function, auto& constant) {
                  with_default(model, function, constant);
                  function.mutable_attribute_proto(0)->set_f(1);
                },
                false),
            "ONNX-GRAPH-6");
}

TEST(OnnxFunctions, ThatCallThemselvesOrAreDefinedTwiceAreRejected) {
  auto model = with_function(true);
  *model.add_functions() = model.functions(0);
  EXPECT_EQ(rejection_of(model), "ONNX-GRAPH-11");
  model = with_function(true);
  auto itself = node("scale", {"v"}, {"again"}, {integers("alpha", {4, 4})});
  itself.set_domain("local");
  *model.mutable_functions(0)->add_node() = itself;
  *model.mutable_functions(0)->add_opset_import() = model.opset_import(1);
  EXPECT_EQ(rejection_of(model), "ONNX-GRAPH-11");
}

TEST(OnnxFunctions, MayBeCalledSeveralTimes) {
  auto model = with_function(true);
  model.mutable_graph()->mutable_node(0)->set_output(0, "z");
  *model.mutable_graph()->add_node() = model.graph().node(0);
  model.mutable_graph()->mutable_node(1)->set_input(0, "z");
  model.mutable_graph()->mutable_node(1)->set_output(0, "y");
  EXPECT_EQ(first_of(model), 48);
}

TEST(OnnxFunctions, AreOfAnImportedDomainAndHaveTheOverloadOfTheCall) {
  EXPECT_EQ(rejection_with([](auto& model, auto&, auto&) { model.mutable_opset_import()->RemoveLast(); }),
            "ONNX-GRAPH-2");
  const auto of_overload = [](const char* called, const char* defined) {
    return rejection_with([&](auto& model, auto& function, auto&) {
      model.mutable_graph()->mutable_node(0)->set_overload(called);
      function.set_overload(defined);
    });
  };
  EXPECT_EQ(of_overload("a", "a"), "");
  EXPECT_EQ(of_overload("a", "b"), "ONNX-GRAPH-11");
  EXPECT_EQ(of_overload("a", ""), "ONNX-GRAPH-11");
  auto built_in = node("Neg", {"x"}, {"y"});
  built_in.set_overload("a");
  EXPECT_EQ(rejection_of(of_node(built_in)), "ONNX-GRAPH-11");
}

TEST(OnnxFunctions, GiveAllTheirOutputs) {
  EXPECT_EQ(rejection_with([](auto&, auto& function, auto&) { function.add_output("nothing"); }),
            "ONNX-GRAPH-3");
  EXPECT_EQ(rejection_with([](auto&, auto& function, auto&) { function.add_output("c"); }), "");
}

}  // namespace
}  // namespace backedge::onnx::testing
