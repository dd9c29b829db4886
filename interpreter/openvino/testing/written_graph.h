#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "interpreter/openvino/build_graph.h"
#include "interpreter/openvino/parse_model.h"
#include "interpreter/openvino/write_graph.h"
#include "interpreter/openvino/write_model.h"
#include "interpreter/testing/toy_graphs.h"

/// Toy graphs after they were written as OpenVINO IR.
namespace backedge {

inline Result<LoadedModel> rewritten(const Graph& graph) {
  const openvino::Model model = TRY(openvino::write_graph(graph));
  openvino::Model read = TRY(openvino::parse_model({"rewritten", openvino::write_model(model)}, 1000));
  read.weights = model.weights;
  return LoadedModel(TRY(openvino::build_model(read)));
}

/// of_written  the rule of the error of the written graph, if it is another one
inline void expect_same(const std::shared_ptr<const Graph>& graph, const std::vector<Tensor>& inputs,
                        const std::string& expected, const std::string& of_written = "") {
  EXPECT_EQ(outputs_of(LoadedModel(graph), inputs), expected);
  const Result<LoadedModel> again = rewritten(*graph);
  ASSERT_TRUE(again.ok()) << again.error().text();
  EXPECT_EQ(outputs_of(again.value(), inputs), of_written.empty() ? expected : of_written);
}

inline std::string error_of(const std::shared_ptr<const Graph>& graph) {
  const auto written = openvino::write_graph(*graph);
  return written.ok() ? ""
                      : written.error().rule() + " " + std::string(name_of(written.error().phase())) + " " +
                            written.error().where() + ": " + written.error().message();
}

}  // namespace backedge
