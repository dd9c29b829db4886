#include <cmath>

#include "interpreter/onnx/writer/testing/round_trip.h"

namespace backedge::onnx::testing {
namespace {

const std::vector<Tensor> kColumns = {Tensor::of<float>({2, 3}, {1, 2, 3, 4, 5, 6}),
                                      Tensor::of<float>({2, 1}, {10, 20})};

TEST(WriteGraph, WritesATensorIteratorAsAScan) {
  const LoadedModel model = backedge::load_text(kTensorIterator).value();
  const schema::ModelProto proto = written_proto(model);
  const schema::NodeProto* const scan = find_node(proto.graph(), "Scan");
  ASSERT_NE(scan, nullptr);
  EXPECT_EQ(proto.graph().input(0).name(), "x");
  EXPECT_EQ(proto.graph().output(1).name(), "all");
  const auto outputs = run(written(model), kColumns);
  expect<float>(outputs, 0, {2, 1}, {16, 35});
  expect<float>(outputs, 1, {2, 3}, {11, 13, 16, 24, 29, 35});
}

TEST(WriteGraph, WritesTheFirstValueOfAVariable) {
  const LoadedModel model = backedge::load_text(kVariable).value();
  expect<float>(run(written(model), std::vector{Tensor::scalar<float>(5)}), 0, {}, {0});
  const Changes open = {{R"(shape=""/><output>)", R"(shape="?"/><output>)"},
                        {R"(variable_shape="")", R"(variable_shape="1")"}};
  EXPECT_EQ(write_graph(backedge::load_text(changed(kVariable, open)).value().graph()).error().rule(),
            "ONNX-WRITE-1");
}

// Columns 1 and 0, without column 2.
TEST(WriteGraph, WritesPartsWithBordersAsALoop) {
  const std::string document =
      changed(kTensorIterator,
              {{R"(axis="1" start="0" end="-1" stride="1"/>)", R"(axis="1" start="1" end="0" stride="-1"/>)"},
               {R"(internal_layer_id="3" axis="1"/>)",
                R"(internal_layer_id="3" axis="1" start="-1" end="0" stride="-1"/>)"}});
  const LoadedModel model = backedge::load_text(document).value();
  EXPECT_NE(find_node(written_proto(model).graph(), "Loop"), nullptr);
  const auto outputs = run(written(model), kColumns);
  expect<float>(outputs, 0, {2, 1}, {13, 29});
  expect<float>(outputs, 1, {2, 2}, {13, 12, 29, 25});
}

TEST(WriteGraph, KeepsWhatCountsAndConditionsMean) {
  const LoadedModel model = written(kLoop);
  expect<float>(run(model, loop_inputs(2, true)), 0, {1}, {12});
  expect<int64_t>(run(model, loop_inputs(2, true)), 1, {2}, {0, 1});
  expect<float>(run(model, loop_inputs(0, true)), 0, {1}, {3});
  expect<int64_t>(run(model, loop_inputs(5, false)), 1, {0}, {});
  expect<float>(run(model, loop_inputs(-1, true)), 0, {1}, {INFINITY});  // until v * 2 is v
  EXPECT_FALSE(run(model, loop_inputs(-2, true)).ok());
}

// The last value of the iteration's number, which no back edge carries.
TEST(WriteGraph, RejectsALoopWithoutTheIterationThatItNeeds) {
  const LoadedModel model = written(changed(kLoop, {{R"(external_port_id="3" internal_layer_id="4")",
                                                     R"(external_port_id="3" internal_layer_id="6")"}}));
  expect<int64_t>(run(model, loop_inputs(3, true)), 0, {1}, {2});
  EXPECT_FALSE(run(model, loop_inputs(0, true)).ok());
  EXPECT_FALSE(run(model, loop_inputs(3, false)).ok());
}

// Inside of both loops, x is a value from around the outer one.
TEST(WriteGraph, KeepsCapturedValuesOfNestedLoops) {
  const auto inner = make_graph({.inputs = {untyped("j"), untyped("d"), value("b")},
                                 .outputs = {untyped("d"), untyped("b_next")},
                                 .nodes = {node("Add", {"b", "x"}, {"b_next"})}});
  const auto outer = make_graph({.inputs = {untyped("i"), untyped("c"), value("a")},
                                 .outputs = {untyped("c"), untyped("a_next"), untyped("each")},
                                 .nodes = {node("Loop", {"i", "", "a"}, {"a_next"}, {graph("body", inner)}),
                                           node("Identity", {"x"}, {"each"})}});
  const auto model =
      make_model({.inputs = {value("x"), value("start")},
                  .outputs = {value("last"), value("xs", kFloat, {-1})},
                  .nodes = {node("Loop", {"four", "", "start"}, {"last", "xs"}, {graph("body", outer)})},
                  .initializers = {int64s("four", {}, {4})}});
  const auto outputs = run(written(load_model(model).value()),
                           std::vector<Tensor>{Tensor::scalar(10.0f), Tensor::scalar(1.0f)});
  expect<float>(outputs, 0, {}, {61});  // 0 + 1 + 2 + 3 times
  expect<float>(outputs, 1, {4}, {10, 10, 10, 10});
}

// ONNX IR asks for the shape of every output.
TEST(WriteGraph, RejectsAnOutputWhoseRankOnlyARunKnows) {
  const auto body = make_graph({.inputs = {untyped("i"), untyped("c"), untyped("a")},
                                .outputs = {untyped("c"), untyped("b")},
                                .nodes = {node("Identity", {"a"}, {"b"})}});
  const auto model =
      make_model({.inputs = {value("start")},
                  .outputs = {value("last")},
                  .nodes = {node("Loop", {"four", "", "start"}, {"last"}, {graph("body", body)})},
                  .initializers = {int64s("four", {}, {4})}});
  const Result<std::string> bytes = write_graph(load_model(model).value().graph());
  ASSERT_FALSE(bytes.ok());
  EXPECT_EQ(bytes.error().rule(), "ONNX-WRITE-1");
  EXPECT_NE(bytes.error().message().find("the output \"last\", whose rank only a run knows"),
            std::string::npos);
}

// A model of one layer with two inputs of i32.
std::string binary(const std::string& type, const std::string& element_type) {
  const std::string parameter = R"( type="Parameter"><data shape="4" element_type=")" + element_type +
                                R"("/><output><port id="0"/></output></layer>)";
  return R"(<net><layers><layer id="0" name="a")" + parameter + R"(<layer id="1" name="b")" + parameter +
         R"(<layer id="2" name="op" type=")" + type +
         R"(" version="opset1"><input><port id="0"/><port id="1"/></input><output><port id="2"/></output></layer>
<layer id="3" name="y" type="Result"><input><port id="0"/></input></layer></layers><edges>
<edge from-layer="0" from-port="0" to-layer="2" to-port="0"/><edge from-layer="1" from-port="0" to-layer="2" to-port="1"/>
<edge from-layer="2" from-port="2" to-layer="3" to-port="0"/></edges></net>)";
}

TEST(WriteGraph, RoundsQuotientsOfIntegersDown) {
  const std::vector<Tensor> inputs = {Tensor::of<int32_t>({4}, {-7, 7, -8, INT32_MIN}),
                                      Tensor::of<int32_t>({4}, {2, -2, 2, 3})};
  expect<int32_t>(run(written(binary("Divide", "i32")), inputs), 0, {4}, {-4, -4, -4, -715827883});
}

TEST(WriteGraph, AddsTheBatchThatOnnxRequires) {
  const auto columns =
      make_model({.inputs = {value("x", kFloat, {2, 2})},
                  .outputs = {value("y", kFloat, {1, 2, 2})},
                  .nodes = {node("Col2Im", {"x", "size", "window"}, {"y"})},
                  .initializers = {int64s("size", {2}, {2, 2}), int64s("window", {2}, {1, 2})}});
  const LoadedModel model = load_model(columns).value();
  EXPECT_EQ(operators(written_proto(model).graph()),
            (std::vector<std::string>{"Constant", "Unsqueeze", "Constant", "Constant", "Col2Im", "Squeeze",
                                      "Identity"}));
  const std::vector<Tensor> inputs = {Tensor::of<float>({2, 2}, {1, 2, 3, 4})};
  expect<float>(run(written(model), inputs), 0, {1, 2, 2}, {1, 3, 2, 4});
}

TEST(WriteGraph, RejectsWhatOnnxDoesNotHave) {
  const LoadedModel model = backedge::load_text(binary("FloorMod", "f32")).value();
  const Result<std::string> bytes = write_graph(model.graph());
  ASSERT_FALSE(bytes.ok());
  EXPECT_EQ(bytes.error().rule(), "ONNX-WRITE-1");
  EXPECT_EQ(bytes.error().phase(), Phase::kLoad);
  EXPECT_EQ(bytes.error().message(), "ONNX cannot express FloorMod of reals");
  EXPECT_NE(bytes.error().where().find("\"op\""), std::string::npos) << bytes.error().where();

  const LoadedModel angle =
      backedge::load_text(layer_of({{"f32", "2"}, {"f32", "2"}}, R"(type="Atan2" version="opset17">)"))
          .value();
  EXPECT_TRUE(write_graph(angle.graph())
                  .error()
                  .message()
                  .starts_with("the operation Atan2 is not written as ONNX\n"));

  const std::string of_a_type =
      write_graph(backedge::load_text(binary("Power", "u8")).value().graph()).error().message();
  EXPECT_EQ(of_a_type, "ONNX cannot express Pow of u8");
}

TEST(WriteGraph, SaysThatAnOperationHasNoRow) {
  const auto model = make_model(
      {.inputs = {value("x", kFloat, {2})},
       .outputs = {value("y", kInt64)},
       .nodes = {node("SequenceConstruct", {"x", "x"}, {"s"}), node("SequenceLength", {"s"}, {"y"})}});
  const Result<std::string> bytes = write_graph(load_model(model).value().graph());
  ASSERT_FALSE(bytes.ok());
  EXPECT_EQ(bytes.error().rule(), "ONNX-WRITE-1");
  EXPECT_EQ(bytes.error().message(),
            "the operation SequenceConstruct is not written as ONNX\n"
            "only operations with a row in interpreter/onnx/writer are, even if ONNX has the operator");
}

TEST(WriteGraph, RejectsInputsThatOnnxCannotDeclare) {
  const LoadedModel model =
      backedge::load_text(changed(binary("Add", "f32"), {{R"(shape="4")", R"(shape="1..4")"}})).value();
  EXPECT_EQ(write_graph(model.graph()).error().message(),
            "ONNX cannot express the input \"a\"\nit is declared f32[1..4]");
}

TEST(WriteGraph, GivesEachValueItsOwnName) {
  const LoadedModel model =
      backedge::load_text(changed(binary("Add", "f32"), {{R"(name="y")", R"(name="a")"}})).value();
  const schema::ModelProto proto = written_proto(model);
  EXPECT_EQ(proto.graph().input(0).name(), "a");
  EXPECT_EQ(proto.graph().output(0).name(), "a_2");
  EXPECT_EQ(operators(proto.graph()), (std::vector<std::string>{"Add", "Identity"}));
}

}  // namespace
}  // namespace backedge::onnx::testing
