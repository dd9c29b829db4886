#pragma once

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "interpreter/onnx/testing/models.h"
#include "interpreter/onnx/writer/write_graph.h"
#include "interpreter/testing/small_models.h"

/// Models that are written as ONNX and read again.
namespace backedge::onnx::testing {

inline schema::ModelProto written_proto(const LoadedModel& model) {
  schema::ModelProto proto;
  EXPECT_TRUE(proto.ParseFromString(write_graph(model.graph()).value()));
  return proto;
}

// The model after it was written and read again.
inline LoadedModel written(const LoadedModel& model) {
  return load_text(write_graph(model.graph()).value(), "written.onnx").value();
}

inline LoadedModel written(const std::string& document) {
  return written(backedge::load_text(document).value());
}

inline std::vector<std::string> operators(const schema::GraphProto& graph) {
  std::vector<std::string> names;
  for (const auto& node : graph.node()) names.push_back(node.op_type());
  return names;
}

inline const schema::NodeProto* find_node(const schema::GraphProto& graph, const std::string& op) {
  for (const auto& node : graph.node()) {
    if (node.op_type() == op) return &node;
  }
  return nullptr;
}

template <class T>
void expect(const Result<std::vector<Tensor>>& outputs, size_t k, const Shape& shape,
            std::initializer_list<T> values) {
  ASSERT_TRUE(outputs.ok()) << outputs.error().text();
  EXPECT_TRUE(outputs.value()[k].same_bits(Tensor::of<T>(shape, values)))
      << describe(outputs.value()[k].type(), outputs.value()[k].shape());
}

// Parameters of these types and shapes, one layer, and its output.
inline std::string layer_of(const std::vector<std::pair<std::string, std::string>>& parameters,
                            const std::string& layer, const std::string& more_outputs = "") {
  std::string layers, ports, edges;
  for (size_t k = 0; k < parameters.size(); ++k) {
    const std::string number = std::to_string(k);
    layers += "<layer id=\"" + number + "\" name=\"p" + number +
              R"(" type="Parameter"><data element_type=")" + parameters[k].first + "\" shape=\"" +
              parameters[k].second + R"("/><output><port id="0"/></output></layer>)";
    ports += "<port id=\"" + number + "\"/>";
    edges += "<edge from-layer=\"" + number + R"(" from-port="0" to-layer="10" to-port=")" + number + "\"/>";
  }
  return "<net><layers>" + layers + R"(<layer id="10" name="op" )" + layer + "<input>" + ports +
         R"(</input><output><port id="9"/>)" + more_outputs + R"(</output></layer>
<layer id="11" name="y" type="Result"><input><port id="0"/></input></layer></layers><edges>)" +
         edges + R"(<edge from-layer="10" from-port="9" to-layer="11" to-port="0"/></edges></net>)";
}

// The written model gives the same bits.
inline void expect_same(const LoadedModel& model, const std::vector<Tensor>& inputs) {
  const auto expected = run(model, inputs), actual = run(written(model), inputs);
  ASSERT_TRUE(expected.ok() && actual.ok()) << (actual.ok() ? expected : actual).error().text();
  for (size_t k = 0; k < expected.value().size(); ++k)
    EXPECT_TRUE(expected.value()[k].same_bits(actual.value()[k])) << k;
}

}  // namespace backedge::onnx::testing
