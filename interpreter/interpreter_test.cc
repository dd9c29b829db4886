#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "interpreter/testing/small_models.h"

namespace backedge {
namespace {

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
  // 3 * 2^127 overflows in iteration 126. Iteration 127 finds that infinity equals its double.
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
  // Without the edge of the trip count, only the condition ends the loop.
  std::vector<Tensor> inputs = loop_inputs(4, true);
  inputs[1] = Tensor::of<bool>({1}, {true});
  const std::string no_trip =
      changed(kDraft, {{R"(<edge from-layer="0" from-port="0" to-layer="3" to-port="1"/>)", ""}});
  EXPECT_EQ(run_text(no_trip, inputs).value()[1].count(), 128);
  // Without an initial condition the body's condition is ignored, so the loop continues at infinity.
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

TEST(Draft, LeavesOutNoOtherInput) {
  const std::string more =
      changed(kDraft, {{R"(<port id="2"/></input><output><port id="3"/>)",
                        R"(<port id="2"/><port id="9"/></input><output><port id="3"/>)"}});
  EXPECT_EQ(run_text(more, loop_inputs(4, true)).error().rule(), "GRAPH-4");
}

std::string file_with(const std::string& name, const std::string& text) {
  const std::string file = testing::TempDir() + "/" + name;
  std::ofstream(file) << text;
  return file;
}

TEST(Load, ReadsTheLanguageThatTheNameOfTheFileSays) {
  EXPECT_EQ(load(file_with("loop.xml", kLoop)).value().inputs().size(), loop_inputs(1, true).size());
  const std::string network =
      R"({"format": "tensorrt-network", "calls": [
      {"as": "x", "call": "addInput", "type": "kFLOAT", "dimensions": [2]},
      {"as": "y", "call": "addUnary", "input": "x", "operation": "kNEG"}, {"call": "markOutput", "tensor": "y"}]})";
  const LoadedModel model = load(file_with("negative.json", network)).value();
  EXPECT_EQ(floats(run(model, std::vector{Tensor::of<float>({2}, {1, -2})}).value()[0]),
            (std::vector<float>{-1, 2}));
  EXPECT_EQ(load(testing::TempDir() + "/missing.xml").error().rule(), "READ-1");
  EXPECT_EQ(load(testing::TempDir() + "/missing.json").error().rule(), "READ-1");
}

TEST(Load, ReadsWeightsIfTheyFitTheLimit) {
  const std::string file = file_with("constant.xml", R"(<net><layers>
<layer id="0" type="Const" version="opset1"><data element_type="f32" shape="2" offset="0" size="8"/><output><port id="0"/></output></layer>
<layer id="1" type="Result"><input><port id="0"/></input></layer>
</layers><edges><edge from-layer="0" from-port="0" to-layer="1" to-port="0"/></edges></net>)");
  file_with("constant.bin", std::string(8, '\0'));
  EXPECT_EQ(floats(run(load(file).value(), {}).value()[0]), (std::vector<float>{0, 0}));
  EXPECT_EQ(load(file, {.max_bytes = 7}).error().rule(), "LIMIT-1");
  std::filesystem::remove(testing::TempDir() + "/constant.bin");
  EXPECT_FALSE(load(file).ok());
  const LoadedModel model = load(file, {.weights_optional = true}).value();
  EXPECT_EQ(run(model, {}).error().rule(), "WEIGHTS-1");
}

TEST(CheckInput, ComparesTypeAndShape) {
  const LoadedModel model = load_text(kTensorIterator).value();
  const ModelInput x = model.inputs()[0];
  EXPECT_TRUE(check_input(x, ElementType::kF32, {2, 3}).ok());
  const Result<void> type = check_input(x, ElementType::kF64, {2, 3});
  EXPECT_EQ(type.error().rule(), "INPUT-3");
  EXPECT_EQ(type.error().phase(), Phase::kInput);
  EXPECT_EQ(check_input(x, ElementType::kF32, {3, 2}).error().rule(), "INPUT-4");
}

TEST(Model, StaysAsItIsFromRunToRun) {
  const LoadedModel model = load_text(kLoop).value();
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
