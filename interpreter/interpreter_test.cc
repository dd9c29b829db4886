#include <gtest/gtest.h>

<<<<<<< HEAD
namespace backedge {
namespace {

// A document with pieces replaced: each test is a model and what is different about it.
using Changes = std::vector<std::pair<std::string, std::string>>;

std::string changed(std::string document, const Changes& changes) {
  for (const auto& [from, to] : changes) {
    const size_t at = document.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    if (at != std::string::npos) document.replace(at, from.size(), to);
  }
  return document;
}

Result<LoadedModel> load_document(const std::string& document, const LoadOptions& options = {}) {
  return load_text(document, testing::TempDir() + "/model.xml", options);
}

// The rule that rejects a document, and in which phase: "load PORT-3".
std::string rejection(const std::string& document, const LoadOptions& options = {}) {
  const Result<LoadedModel> model = load_document(document, options);
  return model.ok() ? "" : std::string(name_of(model.error().phase())) + " " + model.error().rule();
}

std::vector<float> floats(const Tensor& tensor) {
  const auto values = tensor.values<float>();
  return {values.begin(), values.end()};
}

// y[i] = x[i] + h, h = y[i], over the columns of x [2,3].
const std::string kTensorIterator = R"(<net><layers>
<layer id="0" name="x" type="Parameter"><data shape="2,3" element_type="f32"/><output><port id="0"/></output></layer>
<layer id="1" name="h" type="Parameter"><data shape="2,1" element_type="f32"/><output><port id="0"/></output></layer>
<layer id="2" name="loop" type="TensorIterator" version="opset1">
  <port_map>
    <input external_port_id="0" internal_layer_id="0" axis="1" start="0" end="-1" stride="1"/>
    <input external_port_id="1" internal_layer_id="1"/>
    <output external_port_id="2" internal_layer_id="3"/>
    <output external_port_id="3" internal_layer_id="3" axis="1"/>
  </port_map>
  <back_edges><edge from-layer="3" to-layer="1"/></back_edges>
  <input><port id="0"/><port id="1"/></input><output><port id="2"/><port id="3"/></output>
  <body><layers>
    <layer id="0" name="xi" type="Parameter"><data shape="2,1" element_type="f32"/><output><port id="0"/></output></layer>
    <layer id="1" name="hi" type="Parameter"><data shape="2,1" element_type="f32"/><output><port id="0"/></output></layer>
    <layer id="2" name="sum" type="Add" version="opset1"><data auto_broadcast="numpy"/>
      <input><port id="0"/><port id="1"/></input><output><port id="2"/></output></layer>
    <layer id="3" name="y" type="Result"><input><port id="0"/></input></layer>
  </layers><edges>
    <edge from-layer="0" from-port="0" to-layer="2" to-port="0"/>
    <edge from-layer="1" from-port="0" to-layer="2" to-port="1"/>
    <edge from-layer="2" from-port="2" to-layer="3" to-port="0"/>
  </edges></body>
</layer>
<layer id="3" name="last" type="Result"><input><port id="0"/></input></layer>
<layer id="4" name="all" type="Result"><input><port id="0"/></input></layer>
</layers><edges>
<edge from-layer="0" from-port="0" to-layer="2" to-port="0"/>
<edge from-layer="1" from-port="0" to-layer="2" to-port="1"/>
<edge from-layer="2" from-port="2" to-layer="3" to-port="0"/>
<edge from-layer="2" from-port="3" to-layer="4" to-port="0"/>
</edges></net>)";

// v = v * 2, at most `trip` times and while `again` of the iteration before is true.
const std::string kLoop = R"(<net><layers>
<layer id="0" name="trip" type="Parameter"><data shape="" element_type="i64"/><output><port id="0"/></output></layer>
<layer id="1" name="go" type="Parameter"><data shape="" element_type="boolean"/><output><port id="0"/></output></layer>
<layer id="2" name="v" type="Parameter"><data shape="1" element_type="f32"/><output><port id="0"/></output></layer>
<layer id="3" name="loop" type="Loop" version="opset5">
  <port_map>
    <input external_port_id="2" internal_layer_id="1"/>
    <output external_port_id="3" internal_layer_id="4"/>
    <output external_port_id="4" internal_layer_id="6" axis="0"/>
    <input external_port_id="-1" internal_layer_id="0" purpose="current_iteration"/>
    <output external_port_id="-1" internal_layer_id="5" purpose="execution_condition"/>
  </port_map>
  <back_edges><edge from-layer="4" to-layer="1"/></back_edges>
  <input><port id="0"/><port id="1"/><port id="2"/></input><output><port id="3"/><port id="4"/></output>
  <body><layers>
    <layer id="0" name="i" type="Parameter"><data shape="1" element_type="i64"/><output><port id="0"/></output></layer>
    <layer id="1" name="vi" type="Parameter"><data shape="1" element_type="f32"/><output><port id="0"/></output></layer>
    <layer id="2" name="twice" type="Add" version="opset1">
      <input><port id="0"/><port id="1"/></input><output><port id="2"/></output></layer>
    <layer id="3" name="again" type="NotEqual" version="opset1">
      <input><port id="0"/><port id="1"/></input><output><port id="2"/></output></layer>
    <layer id="4" name="vo" type="Result"><input><port id="0"/></input></layer>
    <layer id="5" name="co" type="Result"><input><port id="0"/></input></layer>
    <layer id="6" name="io" type="Result"><input><port id="0"/></input></layer>
  </layers><edges>
    <edge from-layer="1" from-port="0" to-layer="2" to-port="0"/>
    <edge from-layer="1" from-port="0" to-layer="2" to-port="1"/>
    <edge from-layer="2" from-port="2" to-layer="3" to-port="0"/>
    <edge from-layer="1" from-port="0" to-layer="3" to-port="1"/>
    <edge from-layer="2" from-port="2" to-layer="4" to-port="0"/>
    <edge from-layer="3" from-port="2" to-layer="5" to-port="0"/>
    <edge from-layer="0" from-port="0" to-layer="6" to-port="0"/>
  </edges></body>
</layer>
<layer id="4" name="last" type="Result"><input><port id="0"/></input></layer>
<layer id="5" name="numbers" type="Result"><input><port id="0"/></input></layer>
</layers><edges>
<edge from-layer="0" from-port="0" to-layer="3" to-port="0"/>
<edge from-layer="1" from-port="0" to-layer="3" to-port="1"/>
<edge from-layer="2" from-port="0" to-layer="3" to-port="2"/>
<edge from-layer="3" from-port="3" to-layer="4" to-port="0"/>
<edge from-layer="3" from-port="4" to-layer="5" to-port="0"/>
</edges></net>)";

// The first Loop-5 page's spelling: condition on port 0, trip count on port 1, the current iteration outside the port map.
const std::string kDraft = changed(
    kLoop,
    {{R"(<input external_port_id="2" internal_layer_id="1"/>)",
      R"(<input external_port_id="0" internal_operation_id="7" condition="True"/>
    <input external_port_id="2" internal_operation_id="1"/>)"},
     {R"(internal_layer_id="4"/>)", R"(internal_operation_id="4"/>)"},
     {R"(internal_layer_id="6" axis)", R"(internal_operation_id="6" axis)"},
     {R"(<input external_port_id="-1" internal_layer_id="0" purpose="current_iteration"/>)", ""},
     {R"(<output external_port_id="-1" internal_layer_id="5" purpose="execution_condition"/>)", ""},
     {R"(<edge from-layer="4" to-layer="1"/>)",
      R"(<edge from-operation="4" to-operation="1"/><edge from-operation="5" to-operation="7"/>)"},
     {R"(<layer id="1" name="vi")",
      R"(<layer id="7" name="ci" type="Parameter"><data shape="" element_type="boolean"/><output><port id="0"/></output></layer>
    <layer id="1" name="vi")"},
     // NotEqual of [1] is a boolean [1]; the Parameter takes what the Result gives.
     {R"(<data shape="" element_type="boolean"/><output><port id="0"/></output></layer>
    <layer id="1" name="vi")",
      R"(<data shape="?" element_type="boolean"/><output><port id="0"/></output></layer>
    <layer id="1" name="vi")"},
     {R"(name="go" type="Parameter"><data shape="")", R"(name="go" type="Parameter"><data shape="1")"},
     {R"(<edge from-layer="0" from-port="0" to-layer="3" to-port="0"/>
<edge from-layer="1" from-port="0" to-layer="3" to-port="1"/>
<edge from-layer="2")",
      R"(<edge from-layer="0" from-port="0" to-layer="3" to-port="1"/>
<edge from-layer="1" from-port="0" to-layer="3" to-port="0"/>
<edge from-layer="2")"}});

Result<std::vector<Tensor>> run_text(const std::string& document, const std::vector<Tensor>& inputs,
                                     const RunOptions& options = {}) {
  const LoadedModel model = TRY(load_document(document));
  return run(model, inputs, options);
}

=======
#include "interpreter/small_models.h"

namespace backedge {
namespace {

>>>>>>> main
const Tensor kX = Tensor::of<float>({2, 3}, {1, 2, 3, 10, 20, 30});
const Tensor kH = Tensor::of<float>({2, 1}, {0.5, 0.25});

TEST(TensorIterator, SumsColumns) {
  const std::vector<Tensor> outputs = run_text(kTensorIterator, {kX, kH}).value();
  EXPECT_EQ(floats(outputs[0]), (std::vector<float>{6.5, 60.25}));
  EXPECT_EQ(floats(outputs[1]), (std::vector<float>{1.5, 3.5, 6.5, 10.25, 30.25, 60.25}));
}

TEST(TensorIterator, BordersChooseTheColumns) {
  const auto sums = [](const char* borders) {
    return floats(
        run_text(changed(kTensorIterator, {{R"(start="0" end="-1" stride="1")", borders}}), {kX, kH})
            .value()[1]);
  };
  EXPECT_EQ(sums(R"(start="1")"), (std::vector<float>{2.5, 5.5, 20.25, 50.25}));
  EXPECT_EQ(sums(R"(start="-2" end="0" stride="-1")"), (std::vector<float>{2.5, 3.5, 20.25, 30.25}));
}

TEST(Loop, DoublesUntilTheTripCountOrTheCondition) {
  const std::vector<Tensor> outputs = run_text(kLoop, loop_inputs(4, true)).value();
  EXPECT_EQ(floats(outputs[0]), std::vector<float>{48});
  EXPECT_TRUE(outputs[1].same_bits(Tensor::of<int64_t>({4}, {0, 1, 2, 3})));
  // 3 * 2^127 overflows in iteration 126; iteration 127 finds infinity its own double.
  EXPECT_EQ(run_text(kLoop, loop_inputs((int64_t{1} << 32) + 3, true)).value()[1].count(), 128);
  EXPECT_EQ(run_text(kLoop, loop_inputs(-1, true)).value()[1].count(), 128);
}

TEST(Loop, MayRunNoIteration) {
  for (const auto& [trip, go] : {std::pair<int64_t, bool>{0, true}, {4, false}}) {
    const std::vector<Tensor> outputs = run_text(kLoop, loop_inputs(trip, go)).value();
    EXPECT_EQ(floats(outputs[0]), std::vector<float>{3});
    EXPECT_EQ(outputs[1].shape(), (Shape{0}));
    EXPECT_EQ(outputs[1].type(), ElementType::kI64);
  }
}

TEST(Draft, ReadsItsOwnSpelling) {
  std::vector<Tensor> inputs = loop_inputs(4, true);
  inputs[1] = Tensor::of<bool>({1}, {true});
  const std::vector<Tensor> outputs = run_text(kDraft, inputs).value();
  EXPECT_EQ(floats(outputs[0]), std::vector<float>{48});
  EXPECT_TRUE(outputs[1].same_bits(Tensor::of<int64_t>({4}, {0, 1, 2, 3})));
  inputs[1] = Tensor::of<bool>({1}, {false});
  EXPECT_EQ(floats(run_text(kDraft, inputs).value()[0]), std::vector<float>{3});
}

TEST(Draft, LeavesControlInputsUnwired) {
  // Without the trip count's edge only the condition ends it.
  std::vector<Tensor> inputs = loop_inputs(4, true);
  inputs[1] = Tensor::of<bool>({1}, {true});
  const std::string no_trip =
      changed(kDraft, {{R"(<edge from-layer="0" from-port="0" to-layer="3" to-port="1"/>)", ""}});
  EXPECT_EQ(run_text(no_trip, inputs).value()[1].count(), 128);
  // Without a condition the body's is ignored: infinity goes on.
  const std::string no_condition = changed(
      kDraft,
      {{R"(<input external_port_id="0" internal_operation_id="7" condition="True"/>)", ""},
       {R"(<edge from-operation="5" to-operation="7"/>)", ""},
       {R"(<edge from-layer="1" from-port="0" to-layer="3" to-port="0"/>)", ""},
       {R"(<layer id="7" name="ci" type="Parameter"><data shape="?" element_type="boolean"/><output><port id="0"/></output></layer>)",
        ""}});
  inputs[0] = Tensor::scalar<int64_t>(200);
  EXPECT_EQ(run_text(no_condition, inputs).value()[1].count(), 200);
}

TEST(Model, StaysAsItIsFromRunToRun) {
  const LoadedModel model = load_document(kLoop).value();
  for (const int64_t trips : {5, 2, 0, 1, 7}) {
    const std::vector<Tensor> outputs = run(model, loop_inputs(trips, true)).value();
    EXPECT_EQ(floats(outputs[0]), std::vector<float>{3.0f * static_cast<float>(1 << trips)});
    EXPECT_EQ(outputs[1].count(), trips);
  }
}

TEST(Trace, SeesEveryParameterAndResult) {
  std::vector<std::string> seen;
  RunOptions options;
  options.trace = [&](const TraceEvent& event) {
    seen.push_back(std::to_string(static_cast<int>(event.kind)) + ":" + std::to_string(event.iteration) +
                   std::string(event.name));
  };
  ASSERT_TRUE(run_text(kTensorIterator, {kX, kH}, options).ok());
  ASSERT_EQ(seen.size(), 2u + 3u * 4u);
  EXPECT_EQ(seen[0], "0:0");
  EXPECT_EQ(seen[2], "2:0xi");
  EXPECT_EQ(seen[4], "3:0y");
  EXPECT_EQ(seen.back(), "4:3");
}

}  // namespace
}  // namespace backedge
