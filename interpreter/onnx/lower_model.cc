#include "interpreter/onnx/lower_model.h"

#include <filesystem>
#include <limits>
#include <set>

#include "interpreter/base/safe_text.h"
#include "interpreter/onnx/data_files.h"
#include "interpreter/onnx/data_types.h"
#include "interpreter/onnx/defaults.h"
#include "interpreter/onnx/read_model.h"
#include "interpreter/onnx/read_text.h"
#include "interpreter/onnx/scope.h"

namespace backedge::onnx {
namespace {

Result<Signature> border_signature(const schema::ValueInfoProto& value) {
  Result<Signature> signature = declared_signature(value.type());
  if (!signature.ok()) return signature.take_error().entry(in_quotes(value.name()));
  return signature;
}

// Whether a value can have the type that an input or output of the model declares.
Result<void> check_declared(const std::string& value, const Signature& known, const Signature& declared) {
  if (known.type == declared.type && known.kind == declared.kind && known.shape.meets(declared.shape))
    return {};  // [ONNX-GRAPH-9]
  return Error("ONNX-GRAPH-9", value + " is " + known.text() + ", declared as " + declared.text());
}

// An input without an initializer is a Parameter. Another one has a default, which is a constant here.
// [ONNX-GRAPH-18]
Result<void> add_inputs(Scope& scope, const schema::GraphProto& graph) {
  std::set<std::string> defaults;
  for (const auto& input : graph.input()) {
    const Signature declared = TRY(border_signature(input));
    if (!has_initializer(graph, input.name())) {
      TRY(name_value(scope, input.name(), scope.graph.add_parameter(input.name(), declared)));
      continue;
    }
    if (!defaults.insert(input.name()).second)  // [ONNX-GRAPH-3]
      return Error("ONNX-GRAPH-3", "two inputs have the name \"" + safe_line(input.name()) + "\"");
    const Signature& known = scope.graph.known(TRY(find_given(scope, input.name()))).signature;
    TRY(check_declared("the default of \"" + safe_line(input.name()) + "\"", known, declared));
    scope.graph.builder().add_default(input.name(), declared);
  }
  return {};
}

Result<void> add_outputs(Scope& scope, const schema::GraphProto& graph) {
  std::set<std::string> names;
  for (const auto& output : graph.output()) {
    if (!names.insert(output.name()).second)  // [ONNX-GRAPH-3]
      return Error("ONNX-GRAPH-3", "two outputs have the name \"" + safe_line(output.name()) + "\"");
    const size_t slot = TRY(find_output(scope, output.name()));
    const Signature declared = TRY(border_signature(output));
    const Signature& known = scope.graph.known(slot).signature;
    TRY(check_declared("the output \"" + safe_line(output.name()) + "\"", known, declared));
    scope.graph.builder().add_result(output.name(), slot, declared.shape);
  }
  return {};
}

Result<void> read_functions(const schema::ModelProto& model, Lowering& lowering) {
  for (const auto& function : model.functions()) {
    const FunctionKey key(domain_of(function.domain()), function.name(), function.overload());
    if (!lowering.functions.emplace(key, &function).second)  // [ONNX-GRAPH-11]
      return Error("ONNX-GRAPH-11", "two functions have the name \"" + safe_line(function.name()) + "\"");
  }
  return {};
}

Result<std::shared_ptr<const Graph>> lower(const schema::ModelProto& model, Lowering& lowering) {
  const Versions versions = versions_of(model.opset_import());
  TRY(read_functions(model, lowering));
  InferringBuilder graph(lowering.file);
  Scope scope{.lowering = lowering, .graph = graph, .versions = versions};
  TRY(lower_initializers(scope, model.graph()));
  TRY(add_inputs(scope, model.graph()));
  TRY(lower_nodes(scope, model.graph().node()));
  TRY(add_outputs(scope, model.graph()));
  return graph.builder().finish();
}

// Up to this version, all initializers of a graph are among its inputs.
constexpr int64_t kLastWithListedConstants = 3;

bool is_text_file(const std::string& file) { return file.ends_with(".onnxtxt"); }

Result<std::shared_ptr<schema::ModelProto>> parse(const std::string& bytes, const std::string& file,
                                                  int64_t max_bytes) {
  return is_text_file(file) ? parse_text(bytes, file, max_bytes) : parse_model(bytes, file, max_bytes);
}

Result<std::shared_ptr<schema::ModelProto>> read_model(const std::string& bytes, const std::string& file,
                                                       int64_t max_bytes) {
  std::shared_ptr<schema::ModelProto> model = TRY(parse(bytes, file, max_bytes));
  TRY(check_model(*model, file));
  if (model->ir_version() <= kLastWithListedConstants) remove_listed_constants(*model->mutable_graph());
  return model;
}

}  // namespace

bool is_onnx_file(const std::string& file) { return file.ends_with(".onnx") || is_text_file(file); }

Result<std::shared_ptr<const Graph>> lower_model(const std::string& bytes, const std::string& file,
                                                 const LowerLimits& limits,
                                                 std::span<const std::string> overridden) {
  const std::shared_ptr<schema::ModelProto> model = TRY(read_model(bytes, file, limits.max_bytes));
  remove_defaults(*model->mutable_graph(), overridden);
  Deadline endless;
  Lowering lowering{.file = file,
                    .source = {std::filesystem::path(file).parent_path().string(), limits.max_bytes},
                    .max_depth = limits.max_depth,
                    .deadline = limits.deadline == nullptr ? endless : *limits.deadline};
  Result<std::shared_ptr<const Graph>> graph = lower(*model, lowering);
  if (!graph.ok()) return graph.take_error().at(file, 0).in(Phase::kLoad);
  return graph;
}

Result<PortNames> port_names(const std::string& bytes, const std::string& file) {
  const std::shared_ptr<schema::ModelProto> model = TRY(read_model(bytes, file, LowerLimits().max_bytes));
  PortNames names;
  std::vector<std::string> defaults;
  for (const auto& input : model->graph().input())
    (has_initializer(model->graph(), input.name()) ? defaults : names.inputs).push_back(input.name());
  names.defaults = defaults.size();
  names.inputs.insert(names.inputs.end(), defaults.begin(), defaults.end());
  for (const auto& output : model->graph().output()) names.outputs.push_back(output.name());
  return names;
}

Result<std::vector<std::string>> data_files(const std::string& bytes, const std::string& file) {
  const std::shared_ptr<schema::ModelProto> model = TRY(read_model(bytes, file, LowerLimits().max_bytes));
  const std::filesystem::path folder = std::filesystem::path(file).parent_path();
  std::vector<std::string> files;
  for (const std::string& name : data_files_of(*model)) files.push_back((folder / name).string());
  return files;
}

Result<std::string> binary_of_text(std::string_view text, const std::string& file) {
  return TRY(parse_text(text, file, LowerLimits().max_bytes))->SerializeAsString();
}

Result<std::string> with_data_inside(std::string bytes, const std::string& file) {
  const std::shared_ptr<schema::ModelProto> model = TRY(parse_model(bytes, file, LowerLimits().max_bytes));
  if (data_files_of(*model).empty()) return bytes;
  const auto put_inside = [&]() -> Result<std::string> {
    TensorSource source{std::filesystem::path(file).parent_path().string(), LowerLimits().max_bytes};
    TRY(put_data_inside(*model, source));
    if (model->ByteSizeLong() <= std::numeric_limits<int>::max()) return model->SerializeAsString();
    return Error("ONNX-WRITE-2", "with its external data the model has more than 2 GiB");  // [ONNX-WRITE-2]
  };
  Result<std::string> complete = put_inside();
  if (!complete.ok()) return complete.take_error().at(file, 0).in(Phase::kLoad);
  return complete;
}

Result<std::string> positional_binary(const std::string& bytes, const std::string& file,
                                      std::span<const std::string> overridden) {
  const std::shared_ptr<schema::ModelProto> model = TRY(parse(bytes, file, LowerLimits().max_bytes));
  remove_defaults(*model->mutable_graph(), overridden);
  put_defaults_last(*model->mutable_graph());
  return model->SerializeAsString();
}

}  // namespace backedge::onnx
