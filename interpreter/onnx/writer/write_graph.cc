#include "interpreter/onnx/writer/write_graph.h"

#include <limits>

#include "interpreter/base/safe_text.h"
#include "interpreter/onnx/writer/source.h"

namespace backedge::onnx {
namespace {

using writing::GraphWriter;
using writing::ModelState;
using writing::Named;

// The names of inputs and outputs are kept; of equal ones, the first.  [ONNX-WRITE-3]
std::string keep_name(ModelState& state, const std::string& name, const char* stem) {
  if (!name.empty() && state.names.insert(name).second) return name;
  return state.fresh(name.empty() ? stem : name);
}

Result<void> check_input(const GraphParameter& parameter) {
  const Signature& declared = parameter.declared;
  Error error = writing::cannot_express("the input \"" + safe_line(parameter.name) + "\"");
  if (!writing::may_be_written(declared.type) || !writing::can_be_declared(declared.shape))
    return std::move(error).note("it is declared " + declared.text());
  return {};
}

// ONNX IR asks for the shape of every output, so at least its rank is known.  [ONNX-WRITE-1]
Result<void> check_output(const std::string& name, const Named& value) {
  if (value.shape().rank_known()) return {};
  return writing::cannot_express("the output \"" + safe_line(name) + "\", whose rank only a run knows");
}

Result<void> write(const Graph& graph, schema::GraphProto& proto) {
  ModelState state{.outermost = proto};
  GraphWriter writer(state, proto);
  std::vector<Signature> parameters;
  for (const GraphParameter& parameter : graph.parameters) parameters.push_back(parameter.declared);
  writing::Source source = TRY(writing::source_of(graph, parameters));
  for (const GraphParameter& parameter : graph.parameters) {
    TRY(check_input(parameter));
    const Named input{keep_name(state, parameter.name, "input"), parameter.declared};
    writer.declare_input(input);
    source.values[parameter.slot] = input;
  }
  std::vector<std::string> outputs;
  for (const GraphResult& result : graph.results) outputs.push_back(keep_name(state, result.name, "output"));
  TRY(writing::write_nodes(writer, source));
  if (state.failure) return *std::move(state.failure);
  for (size_t k = 0; k < outputs.size(); ++k) {
    const Named& value = source.values[graph.results[k].slot];
    TRY(check_output(outputs[k], value));
    writer.add_output(outputs[k], value);
  }
  if (state.failure) return *std::move(state.failure);
  return {};
}

}  // namespace

Result<std::string> write_graph(const Graph& graph) {
  schema::ModelProto model;
  model.set_ir_version(writing::kIrVersion);
  model.set_producer_name("backedge");
  schema::OperatorSetIdProto& import = *model.add_opset_import();
  import.set_domain("");
  import.set_version(writing::kOpset);
  model.mutable_graph()->set_name("model");
  Result<void> written = write(graph, *model.mutable_graph());
  if (!written.ok()) return written.take_error().at(graph.file, 0).in(Phase::kLoad);
  if (model.ByteSizeLong() > std::numeric_limits<int>::max()) {
    return Error("ONNX-WRITE-2",  // [ONNX-WRITE-2]
                 "the model has more than 2 GiB, the most that protobuf can write")
        .at(graph.file, 0)
        .in(Phase::kLoad);
  }
  return model.SerializeAsString();
}

}  // namespace backedge::onnx
