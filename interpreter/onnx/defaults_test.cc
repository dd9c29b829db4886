// Inputs of a model with an initializer of the same name.

#include <gtest/gtest.h>

#include "interpreter/onnx/lower_model.h"
#include "interpreter/onnx/testing/models.h"

namespace backedge::onnx::testing {
namespace {

schema::ModelProto with_sparse_constant() {
  auto model = with_constant(floats("unused", {}, {1}));
  schema::SparseTensorProto* sparse = model.mutable_graph()->add_sparse_initializer();
  *sparse->mutable_values() = floats("w", {1}, {5});
  *sparse->mutable_indices() = int64s("", {1}, {0});
  sparse->add_dims(2);
  return model;
}

schema::ModelProto with_default(schema::ModelProto model) {
  *model.mutable_graph()->add_input() = *model.mutable_graph()->mutable_input(0);
  *model.mutable_graph()->mutable_input(0) = value("w", kFloat, {2});  // before x
  return model;
}

TEST(OnnxDefaults, CountUntilARunGivesTheirInputs) {
  for (const auto& model :
       {with_default(with_constant(floats("w", {2}, {5, 6}))), with_default(with_sparse_constant())}) {
    const LoadedModel closed = load_model(model).value();
    ASSERT_EQ(closed.inputs().size(), 1U);
    ASSERT_EQ(closed.defaults().size(), 1U);
    EXPECT_EQ(closed.defaults()[0].name, "w");
    EXPECT_EQ(first_of(model), 8);
    const LoadedModel open = load_model(model, {.overridden = {"w", "nothing"}}).value();
    EXPECT_TRUE(open.defaults().empty());
    ASSERT_EQ(open.inputs().size(), 2U);
    EXPECT_EQ(open.inputs()[1].name, "w");
    const std::vector<Tensor> inputs = {Tensor::of<float>({2}, {3, 3}), Tensor::of<float>({2}, {-1, 0})};
    EXPECT_EQ(*run(open, inputs).value()[0].data<float>(), 2);
  }
  // A constant that is no input cannot be given.
  const auto constant = with_constant(floats("w", {2}, {5, 6}));
  EXPECT_EQ(load_model(constant, {.overridden = {"w"}}).value().inputs().size(), 1U);
}

TEST(OnnxDefaults, HaveTheDeclaredTypeAndOneInput) {
  auto model = with_default(with_constant(floats("w", {2}, {5, 6})));
  *model.mutable_graph()->mutable_input(0) = value("w", kInt64, {2});
  EXPECT_EQ(rejection_of(model), "ONNX-GRAPH-9");
  *model.mutable_graph()->mutable_input(0) = value("w", kFloat, {3});
  EXPECT_EQ(rejection_of(model), "ONNX-GRAPH-9");
  *model.mutable_graph()->mutable_input(0) = value("w", kFloat, {-1});
  EXPECT_EQ(rejection_of(model), "");
  *model.mutable_graph()->add_input() = value("w", kFloat, {-1});
  EXPECT_EQ(rejection_of(model), "ONNX-GRAPH-3");
  EXPECT_EQ(rejection_of(model, {.overridden = {"w"}}), "ONNX-GRAPH-3");
}

// With the initializers u and w, of which the branch lists some as inputs, as IR version 3 does it.
TEST(OnnxDefaults, AreOfTheModelAlone) {
  const auto model = [](int64_t ir_version, std::vector<schema::ValueInfoProto> listed) {
    const schema::GraphProto branch =
        make_graph({.inputs = std::move(listed),
                    .outputs = {untyped("sum")},
                    .nodes = {node("Add", {"u", "w"}, {"sum"})},
                    .initializers = {floats("u", {}, {1}), floats("w", {}, {2})}});
    auto made = make_model(
        {.inputs = {value("c", kBool)},
         .outputs = {value("y")},
         .nodes = {node("If", {"c"}, {"y"}, {graph("then_branch", branch), graph("else_branch", branch)})}});
    made.set_ir_version(ir_version);
    return made;
  };
  EXPECT_EQ(rejection_of(model(3, {})), "");
  EXPECT_EQ(rejection_of(model(3, {value("u"), value("w")})), "");
  EXPECT_NE(rejection_of(model(4, {value("u"), value("w")})), "");
  const auto body = [](const std::string& initializer) {
    const schema::GraphProto step = make_graph({.inputs = {untyped("i"), untyped("going"), untyped("v")},
                                                .outputs = {untyped("going"), untyped("next")},
                                                .nodes = {node("Add", {"v", initializer}, {"next"})},
                                                .initializers = {floats(initializer, {}, {1})}});
    return make_model({.inputs = {value("m", kInt64), value("x")},
                       .outputs = {value("y")},
                       .nodes = {node("Loop", {"m", "", "x"}, {"y"}, {graph("body", step)})}});
  };
  EXPECT_EQ(rejection_of(body("u")), "");
  EXPECT_EQ(rejection_of(body("v")), "ONNX-GRAPH-18");
}

TEST(OnnxDefaults, ComeLastInAModelWhoseInputsHavePositions) {
  const std::string bytes = with_default(with_constant(floats("w", {2}, {5, 6}))).SerializeAsString();
  const auto names = [&](const std::vector<std::string>& overridden, int initializers) {
    schema::ModelProto model;
    EXPECT_TRUE(model.ParseFromString(positional_binary(bytes, "test.onnx", overridden).value()));
    EXPECT_EQ(model.graph().initializer_size(), initializers);
    std::string all;
    for (const auto& input : model.graph().input()) all += input.name();
    return all;
  };
  EXPECT_EQ(names({}, 1), "xw");
  EXPECT_EQ(names({"w"}, 0), "xw");  // where an open default is an input too
  EXPECT_EQ(positional_binary("?", "test.onnx", {}).error().rule(), "ONNX-GRAPH-1");
}

}  // namespace
}  // namespace backedge::onnx::testing
