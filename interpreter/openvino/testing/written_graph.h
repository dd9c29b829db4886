#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "interpreter/graph/graph_builder.h"
#include "interpreter/interpreter.h"
#include "interpreter/openvino/build_graph.h"
#include "interpreter/openvino/parse_model.h"
#include "interpreter/openvino/write_graph.h"
#include "interpreter/openvino/write_model.h"

/// Graphs on integers, and what they are after they were written as OpenVINO IR.
namespace backedge {

inline const Signature kVector{ElementType::kI64, PartialShape::of_rank(1)},
    kCount{ElementType::kI64, Shape{}};
inline const Signature kAnything{ElementType::kI64, PartialShape::any()};

inline size_t apply(GraphBuilder& graph, const Operation& operation, std::vector<size_t> inputs) {
  return graph.add_operation({.place = {"toy", 0, "node", ""}, .inputs = std::move(inputs)}, operation, 1)[0];
}

inline Result<LoadedModel> rewritten(const Graph& graph) {
  const openvino::Model model = TRY(openvino::write_graph(graph));
  openvino::Model read = TRY(openvino::parse_model({"rewritten", openvino::write_model(model)}, 1000));
  read.weights = model.weights;
  return LoadedModel(TRY(openvino::build_model(read)));
}

/// The outputs of the graph, as texts; the id of its rule for an error.
inline std::string outputs_of(const LoadedModel& model, const std::vector<Tensor>& inputs) {
  const auto outputs = run(model, inputs, {.limits = {.max_iterations = 1000}});
  if (!outputs.ok()) return outputs.error().rule();
  std::string text;
  for (const Tensor& output : outputs.value()) {
    text += output.shape().text() + ":";
    for (const int64_t value : output.values<int64_t>()) text += " " + std::to_string(value);
    text += "; ";
  }
  return text;
}

/// of_written  the rule of the error of the written graph, if it is another one
inline void expect_same(const std::shared_ptr<const Graph>& graph, const std::vector<Tensor>& inputs,
                        const std::string& expected, const std::string& of_written = "") {
  EXPECT_EQ(outputs_of(LoadedModel(graph), inputs), expected);
  const Result<LoadedModel> again = rewritten(*graph);
  ASSERT_TRUE(again.ok()) << again.error().text();
  EXPECT_EQ(outputs_of(again.value(), inputs), of_written.empty() ? expected : of_written);
}

inline Tensor number(int64_t value) { return Tensor::scalar<int64_t>(value); }
inline Tensor list(std::vector<int64_t> values) { return Tensor::of<int64_t>({std::ssize(values)}, values); }

inline std::string error_of(const std::shared_ptr<const Graph>& graph) {
  const auto written = openvino::write_graph(*graph);
  return written.ok() ? ""
                      : written.error().rule() + " " + std::string(name_of(written.error().phase())) + " " +
                            written.error().where() + ": " + written.error().message();
}

}  // namespace backedge
