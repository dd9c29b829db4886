#pragma once

#include <gtest/gtest.h>

#include "interpreter/onnx/testing/models.h"

/// Short ways to run a graph in the text syntax on lists of floats.
namespace backedge::onnx::testing {

using Tensors = std::vector<Tensor>;

/// A graph with every domain of ONNX, and with "local" for functions that follow it.
inline Result<LoadedModel> load_graph(const std::string& graph, int opset = 28,
                                      const LoadOptions& options = {}) {
  const std::string imports = "\"\": " + std::to_string(opset) +
                              ", \"ai.onnx.ml\": 4, \"ai.onnx.preview\": 1, \"ai.onnx.preview.training\": 1, "
                              "\"local\": 1";
  return load_text("<ir_version: 10, opset_import: [" + imports + "]>\ng " + graph, "test.onnxtxt", options);
}

inline Result<Tensors> run_text(const std::string& graph, const Tensors& inputs, int opset = 28) {
  const LoadedModel loaded = TRY(load_graph(graph, opset));
  return run(loaded, inputs);
}

inline std::vector<float> floats_of(const Result<Tensors>& outputs, size_t k = 0) {
  EXPECT_TRUE(outputs.ok()) << outputs.error().text();
  if (!outputs.ok()) return {};
  const Tensor& tensor = outputs.value()[k];
  return {tensor.data<float>(), tensor.data<float>() + tensor.count()};
}

inline std::string rule_of(const Result<Tensors>& outputs) {
  return outputs.ok() ? "" : outputs.error().rule();
}

inline Tensor list(std::initializer_list<float> values) {
  return Tensor::of<float>({std::ssize(values)}, values);
}

using Floats = std::vector<float>;

}  // namespace backedge::onnx::testing
