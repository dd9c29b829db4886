#pragma once

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "interpreter/interpreter.h"

/// Small documents, and functions that replace pieces of them: each test is a model and a change to it.
namespace backedge {

using Changes = std::vector<std::pair<std::string, std::string>>;

inline std::string changed(std::string document, const Changes& changes) {
  for (const auto& [from, to] : changes) {
    const size_t at = document.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    if (at != std::string::npos) document.replace(at, from.size(), to);
  }
  return document;
}

inline Result<LoadedModel> load_text(const std::string& document, const LoadOptions& options = {}) {
  return load_text(document, testing::TempDir() + "/model.xml", options);
}

inline std::vector<float> floats(const Tensor& tensor) {
  const auto values = tensor.values<float>();
  return {values.begin(), values.end()};
}

// y[i] = x[i] + h, h = y[i], over the columns of x [2,3].
inline const std::string kTensorIterator = R"(<net><layers>
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

// v = v * 2, at most `trip` times, and as long as `again` of the previous iteration is true.
inline const std::string kLoop = R"(<net><layers>
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

// A Loop in the words of the first Loop-5 page: condition at port 0, trip count at port 1, and the current
// iteration outside the port map.
inline const std::string kDraft = changed(
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
     // NotEqual of [1] is a boolean [1]. The Parameter takes the shape of the Result.
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

/// y is the variable "sum", and x + y is assigned to it.
inline const std::string kVariable = R"(<net><layers>
 <layer id="0" name="x" type="Parameter"><data element_type="f32" shape=""/><output><port id="0"/></output></layer>
 <layer id="1" name="read" type="ReadValue" version="opset6">
  <data variable_id="sum" variable_type="f32" variable_shape=""/><output><port id="0"/></output></layer>
 <layer id="2" name="new" type="Add">
  <input><port id="0"/><port id="1"/></input><output><port id="2"/></output></layer>
 <layer id="3" name="set" type="Assign" version="opset6"><data variable_id="sum"/>
  <input><port id="0"/></input><output><port id="1"/></output></layer>
 <layer id="4" name="y" type="Result"><input><port id="0"/></input></layer>
</layers><edges>
 <edge from-layer="0" from-port="0" to-layer="2" to-port="0"/>
 <edge from-layer="1" from-port="0" to-layer="2" to-port="1"/>
 <edge from-layer="2" from-port="2" to-layer="3" to-port="0"/>
 <edge from-layer="1" from-port="0" to-layer="4" to-port="0"/>
</edges></net>)";

inline Result<std::vector<Tensor>> run_text(const std::string& document, const std::vector<Tensor>& inputs,
                                            const RunOptions& options = {}) {
  const LoadedModel model = TRY(load_text(document));
  return run(model, inputs, options);
}

inline std::vector<Tensor> loop_inputs(int64_t trip, bool go) {
  return {Tensor::scalar<int64_t>(trip), Tensor::scalar<bool>(go), Tensor::of<float>({1}, {3})};
}

}  // namespace backedge
