// Variables as inputs and outputs of a model (VAR-4), and what a run gives them (VAR-2, VAR-3).

#include <gtest/gtest.h>

#include "interpreter/testing/small_models.h"

namespace backedge {
namespace {

const LoadOptions kOpen = {.overridden = {"variable:sum", "nothing"}, .variable_outputs = true};

Tensor number(float value) { return Tensor::scalar<float>(value); }

std::string rejection_of(const Error& error) {
  return error.rule() + " " + std::string(name_of(error.phase()));
}

// The outputs as texts, or the rule and the phase of the error.
std::string outputs_of(const LoadedModel& model, const std::vector<Tensor>& inputs) {
  const auto outputs = run(model, inputs);
  if (!outputs.ok()) return rejection_of(outputs.error());
  std::string text;
  for (const Tensor& output : outputs.value()) {
    text += output.shape().text();
    for (const float value : floats(output)) text += " " + std::to_string(static_cast<int>(value));
    text += ";";
  }
  return text;
}

TEST(Variable, IsAnInputWithADefault) {
  const LoadedModel closed = load_text(kVariable).value();
  ASSERT_EQ(closed.inputs().size(), 1U);
  ASSERT_EQ(closed.outputs().size(), 1U);
  ASSERT_EQ(closed.defaults().size(), 1U);
  EXPECT_EQ(closed.defaults()[0].name, "variable:sum");
  EXPECT_EQ(closed.defaults()[0].signature().text(), "f32[]");
  EXPECT_EQ(outputs_of(closed, {number(5)}), "[] 0;");
  const LoadedModel open = load_text(kVariable, kOpen).value();
  ASSERT_EQ(open.inputs().size(), 2U);
  EXPECT_EQ(open.inputs()[1].name, "variable:sum");
  EXPECT_TRUE(open.defaults().empty());
  EXPECT_EQ(outputs_of(open, {number(5), number(7)}), "[] 7;[] 12;");
  EXPECT_EQ(outputs_of(open, {number(5), Tensor::of<float>({1}, {7})}), "INPUT-4 input");
  EXPECT_EQ(outputs_of(open, {number(5), Tensor::scalar<double>(7)}), "INPUT-3 input");
}

TEST(Variable, IsAnOutput) {
  const LoadedModel model = load_text(kVariable, {.variable_outputs = true}).value();
  ASSERT_EQ(model.outputs().size(), 2U);
  EXPECT_EQ(model.outputs()[1].name, "variable:sum");
  EXPECT_EQ(outputs_of(model, {number(5)}), "[] 0;[] 5;");
  EXPECT_EQ(outputs_of(model, {number(5)}), "[] 0;[] 5;");  // nothing is kept  (STATE-1)
}

// A second variable, whose ReadValue is after that of "sum" in the file, and its Assign before.
TEST(Variable, IsInTheOrderOfTheReadValues) {
  const std::string document = changed(
      kVariable, {{"<net><layers>", R"(<net><layers><layer id="5" name="s" type="Assign" version="opset6">
        <data variable_id="copy"/><input><port id="0"/></input></layer>)"},
                  {"</layers>", R"(<layer id="6" name="r" type="ReadValue" version="opset6">
        <data variable_id="copy" variable_type="f32" variable_shape="?"/><output><port id="0"/></output></layer>
        <layer id="7" name="z" type="Result"><input><port id="0"/></input></layer></layers>)"},
                  {"</edges>", R"(<edge from-layer="6" from-port="0" to-layer="5" to-port="0"/>
        <edge from-layer="6" from-port="0" to-layer="7" to-port="0"/></edges>)"}});
  const LoadOptions both = {.overridden = {"variable:copy", "variable:sum"}, .variable_outputs = true};
  const LoadedModel model = load_text(document, both).value();
  EXPECT_EQ(model.inputs().at(1).name, "variable:sum");
  EXPECT_EQ(model.inputs().at(2).name, "variable:copy");
  EXPECT_EQ(model.outputs().at(2).name, "variable:sum");
  EXPECT_EQ(model.outputs().at(3).name, "variable:copy");
  EXPECT_EQ(outputs_of(model, {number(1), number(2), Tensor::of<float>({2}, {3, 4})}),
            "[] 2;[2] 3 4;[] 3;[2] 3 4;");
  const LoadOptions last = {.overridden = {"variable:copy"}};
  const LoadedModel one = load_text(document, last).value();
  EXPECT_EQ(one.inputs().at(1).name, "variable:copy");
  EXPECT_EQ(one.defaults().at(0).name, "variable:sum");
}

// The new value is checked in the run, even if it is not an output.
TEST(Variable, FitsInTheRun) {
  const Changes list = {{R"(element_type="f32" shape="")", R"(element_type="f32" shape="?")"},
                        {R"(variable_shape="")", R"(variable_shape="2")"}};
  for (const bool is_output : {false, true}) {
    const LoadedModel model = load_text(changed(kVariable, list), {.variable_outputs = is_output}).value();
    EXPECT_EQ(outputs_of(model, {Tensor::of<float>({2}, {3, 4})}),
              is_output ? "[2] 0 0;[2] 3 4;" : "[2] 0 0;");
  }
  Changes other = list;
  other[1].second = R"(variable_shape="1")";
  for (const bool is_output : {false, true}) {
    const LoadedModel model = load_text(changed(kVariable, other), {.variable_outputs = is_output}).value();
    EXPECT_EQ(outputs_of(model, {Tensor::of<float>({2}, {3, 4})}), "VAR-2 run");
  }
}

TEST(Variable, IsRejectedAtLoad) {
  const auto rejection = [](const Changes& changes) {
    return rejection_of(load_text(changed(kVariable, changes)).error());
  };
  EXPECT_EQ(rejection({{R"(variable_type="f32")", R"(variable_type="f64")"}}), "OP-4 load");
  EXPECT_EQ(rejection({{R"(variable_id="sum"/>)", R"(variable_id="other"/>)"}}), "VAR-1 load");
  EXPECT_EQ(rejection({{R"(variable_shape="")", R"(variable_shape="...")"}}), "VAR-3 load");
  EXPECT_EQ(rejection({{R"(version="opset6")", R"(version="opset2")"}}), "OP-1 load");
  EXPECT_EQ(rejection({{R"(version="opset6")", R"(version="opset3")"}}), "OP-3 load");
  EXPECT_EQ(rejection({{R"(variable_type="f32")", R"(variable_type="dynamic")"}}), "GRAPH-5 load");
}

// Zeros that no run could hold are not made.
TEST(Variable, HasALimitedNumberOfZeros) {
  const Changes many = {{R"(variable_shape="")", R"(variable_shape="1000000")"}};
  EXPECT_EQ(rejection_of(load_text(changed(kVariable, many), {.max_bytes = 3999999}).error()),
            "LIMIT-1 load");
  EXPECT_TRUE(load_text(changed(kVariable, many), {.max_bytes = 4000000}).ok());
}

}  // namespace
}  // namespace backedge
