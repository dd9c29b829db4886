#include <gtest/gtest.h>

#include "interpreter/onnx/testing/models.h"

namespace backedge::onnx::testing {
namespace {

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

TEST(OnnxFunctions, CannotGiveAnOperandThatIsLeftOut) {
  const auto rule = [](const std::string& call) {
    const std::string text =
        "<ir_version: 10, opset_import: [\"\": 21, \"local\": 1]>\n"
        "g (bool c, float[2] x) => (float[] y) { y = local.either " +
        call +
        " }\n"
        "<domain: \"local\", opset_import: [\"\": 21]> either (c, a, b) => (y) {\n"
        "  y = If (c) <then_branch = t () => (b) { }, else_branch = e () => (n) { n = Neg (a) }>\n}";
    const auto model = load_text(text, "test.onnxtxt");
    return model.ok() ? "" : model.error().rule();
  };
  EXPECT_EQ(rule("(c, x, x)"), "");
  EXPECT_EQ(rule("(c, x)"), "ONNX-GRAPH-5");
}

}  // namespace
}  // namespace backedge::onnx::testing
