#include "tools/trace/trace_recorder.h"

#include <gtest/gtest.h>

#include "interpreter/json/read_json.h"
#include "interpreter/openvino/testing/graph_writer.h"

namespace backedge {
namespace {

// An outer loop of two iterations, each around an inner loop of three: x doubles six times. The inner loop also
// joins the numbers of its iterations.
LoadedModel doubling() {
  WeightBytes weights;
  BodyWriter inner(weights);
  const Wire y = inner.input(2, "f32", "1"), k = inner.current_iteration();
  inner.back_edge(inner.last(inner.add("Add", {y, y})), y);
  inner.scan(k, 0, -1);
  inner.condition(inner.constant<bool>("", {true}));
  BodyWriter outer(weights);
  const Wire x = outer.input(2, "f32", "1");
  const Wire doubled = add_loop(outer, outer.constant<int64_t>("", {3}), {x}, inner);
  outer.back_edge(outer.last(doubled), x);
  outer.condition(outer.constant<bool>("", {true}));
  GraphWriter model(weights);
  const Wire given = model.parameter("f32", "1");
  model.result(add_loop(model, model.constant<int64_t>("", {2}), {given}, outer));
  return LoadedModel(build(model).value());
}

Json record(const LoadedModel& model, const TraceLimits& limits = {}, RunOptions options = {}) {
  TraceRecorder recorder(model.graph(), limits);
  const std::vector<Value> inputs = {Tensor::of<float>({1}, {3})};
  const auto outputs = record_run(model, inputs, options, recorder);
  EXPECT_EQ(outputs.ok(), options.limits == RunLimits());
  return read_json(recorder.log.json({}), "FILE-2").value();
}

double number_in(const Json& trace, const Json& position) {
  return trace["tensors"][position.get<size_t>()]["values"][0].get<double>();
}

// The values of a row of a run by iteration.
std::vector<double> numbers_in(const Json& trace, size_t run, size_t row) {
  std::vector<double> numbers;
  for (const Json& column : trace["runs"][run]["columns"]) numbers.push_back(number_in(trace, column[row]));
  return numbers;
}

size_t row_of(const Json& trace, size_t graph, const std::string& kind, size_t nth = 0) {
  const Json& rows = trace["graphs"][graph]["rows"];
  for (size_t row = 0; row < rows.size(); ++row) {
    if (rows[row]["kind"] == kind && nth-- == 0) return row;
  }
  ADD_FAILURE() << kind;
  return 0;
}

TEST(TraceRecorder, RecordsLoopsInLoops) {
  const Json trace = record(doubling());
  ASSERT_EQ(trace["graphs"].size(), 3u);
  ASSERT_EQ(trace["runs"].size(), 4u);  // the model, the outer loop, the inner one twice
  EXPECT_EQ(numbers_in(trace, 0, row_of(trace, 0, "result")), (std::vector<double>{192}));
  EXPECT_EQ(numbers_in(trace, 1, row_of(trace, 1, "parameter")), (std::vector<double>{3, 24}));
  EXPECT_EQ(numbers_in(trace, 2, row_of(trace, 2, "parameter")), (std::vector<double>{3, 6, 12}));
  EXPECT_EQ(numbers_in(trace, 3, row_of(trace, 2, "parameter")), (std::vector<double>{24, 48, 96}));
  EXPECT_EQ(numbers_in(trace, 3, row_of(trace, 2, "parameter", 1)), (std::vector<double>{0, 1, 2}));
  EXPECT_EQ(numbers_in(trace, 3, row_of(trace, 2, "layer")), (std::vector<double>{48, 96, 192}));
  EXPECT_EQ(numbers_in(trace, 3, row_of(trace, 2, "result")), (std::vector<double>{48, 96, 192}));
  const size_t loop = row_of(trace, 0, "layer"), inner = row_of(trace, 1, "layer");
  EXPECT_EQ(trace["runs"][0]["inner"], Json::parse("[[0," + std::to_string(loop) + ",1]]"));
  EXPECT_EQ(trace["runs"][1]["inner"], Json({{0, inner, 2}, {1, inner, 3}}));
  EXPECT_EQ(trace["runs"][1]["bound"], 2);
  EXPECT_EQ(trace["runs"][2]["bound"], 3);
}

TEST(TraceRecorder, DescribesTheRowsOfALoop) {
  const Json trace = record(doubling());
  const Json& body = trace["graphs"][2];
  const Json &first = body["rows"][row_of(trace, 2, "parameter")],
             &second = body["rows"][row_of(trace, 2, "parameter", 1)];
  EXPECT_EQ(first["back_edge"], row_of(trace, 2, "result"));
  EXPECT_TRUE(second["is_iteration"]);
  EXPECT_TRUE(body["rows"][row_of(trace, 2, "result", 2)]["is_condition"]);
  EXPECT_EQ(body["outputs"][1]["joining"], "joined along axis 0, last iteration first");
  EXPECT_TRUE(body["outputs"][1]["is_backward"]);
  EXPECT_FALSE(body["outputs"][0].contains("joining"));
}

TEST(TraceRecorder, KeepsTheChosenIterationsOfTheOutermostLoop) {
  const Json trace = record(doubling(), {.first_iteration = 1, .last_iteration = 1});
  EXPECT_EQ(trace["runs"][1]["first"], 1);
  EXPECT_EQ(trace["runs"][1]["iterations"], 2);
  EXPECT_EQ(numbers_in(trace, 1, row_of(trace, 1, "parameter")), (std::vector<double>{24}));
  EXPECT_EQ(trace["runs"].size(), 3u);
  EXPECT_EQ(numbers_in(trace, 2, row_of(trace, 2, "parameter")), (std::vector<double>{24, 48, 96}));
}

TEST(TraceRecorder, CountsIterationsBeyondALimit) {
  const Json trace = record(doubling(), {.max_columns = 2});
  EXPECT_EQ(trace["runs"][2]["columns"].size(), 2u);
  EXPECT_EQ(trace["runs"][2]["iterations"], 3);
  EXPECT_TRUE(trace["is_cut"]);
  EXPECT_FALSE(record(doubling(), {.max_columns = 3}).contains("is_cut"));
}

TEST(TraceRecorder, KeepsWhatItSawBeforeAnError) {
  const Json trace = record(doubling(), {}, {.limits = {.max_iterations = 3}});
  // One outer iteration and two inner ones; the third inner one is not begun.
  EXPECT_EQ(numbers_in(trace, 2, row_of(trace, 2, "parameter")), (std::vector<double>{3, 6}));
  EXPECT_TRUE(trace["runs"][1]["columns"][0][row_of(trace, 1, "result")].is_null());
}

}  // namespace
}  // namespace backedge
