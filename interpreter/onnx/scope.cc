#include "interpreter/onnx/scope.h"

#include <algorithm>

#include "interpreter/base/safe_text.h"

namespace backedge::onnx {
namespace {

bool is_visible(const Scope& scope, const std::string& name) {
  if (scope.values.contains(name)) return true;
  return scope.around != nullptr && is_visible(*scope.around, name);
}

// Why there is no value of this name: a node gives it too late, or nothing does.
Error no_value(const Scope& scope, const std::string& name) {
  for (const Scope* at = &scope; at != nullptr; at = at->around) {
    for (int k = 0; at->nodes != nullptr && k < at->nodes->size(); ++k) {
      const schema::NodeProto& node = at->nodes->Get(k);
      if (std::find(node.output().begin(), node.output().end(), name) == node.output().end()) continue;
      return Error("ONNX-GRAPH-3",  // [ONNX-GRAPH-3]
                   "the value " + in_quotes(name) + " is used before " + title_of(node) + " gives it")
          .note("expected nodes in the order in which they can run, without a cycle");
    }
  }
  return Error("ONNX-GRAPH-3",  // [ONNX-GRAPH-3]
               "no input, initializer or node gives the value " + in_quotes(name));
}

}  // namespace

Versions versions_of(const google::protobuf::RepeatedPtrField<schema::OperatorSetIdProto>& imports) {
  Versions versions;
  for (const auto& import : imports) {
    int64_t& version = versions.try_emplace(domain_of(import.domain()), import.version()).first->second;
    version = std::max<int64_t>(version, import.version());  // [ONNX-GRAPH-2]
  }
  return versions;
}

Node node_of(const Scope& scope, const schema::NodeProto& node, std::vector<size_t> inputs) {
  return {.place = {scope.lowering.file, 0, scope.path + title_of(node), node.name()},
          .type = node.op_type(),
          .inputs = std::move(inputs)};
}

Result<std::optional<size_t>> find_value(const Scope& scope, const std::string& name) {
  const auto found = scope.values.find(name);
  if (found != scope.values.end()) return found->second;
  if (!is_visible(scope, name)) return no_value(scope, name);
  const std::optional<size_t> outer = TRY(find_value(*scope.around, name));
  std::optional<size_t> slot;
  if (outer) {
    const Known& known = scope.around->graph.known(*outer);
    slot = known.value ? scope.graph.add_constant(*known.value, name) : scope.capture(name, *outer);
  }
  scope.values[name] = slot;
  return slot;
}

Result<size_t> find_given(const Scope& scope, const std::string& name) {
  const std::optional<size_t> slot = TRY(find_value(scope, name));
  if (slot) return *slot;
  return Error("ONNX-GRAPH-5", "the value " + in_quotes(name) + " was left out");  // [ONNX-GRAPH-5]
}

Result<size_t> find_output(const Scope& scope, const std::string& name) {
  Result<size_t> slot = find_given(scope, name);
  if (!slot.ok()) return slot.take_error().entry("output " + in_quotes(name));
  return slot;
}

Result<void> name_value(Scope& scope, const std::string& name, std::optional<size_t> slot) {
  if (name.empty()) return Error("ONNX-GRAPH-3", "an input or initializer has no name");  // [ONNX-GRAPH-3]
  if (scope.around != nullptr && is_visible(*scope.around, name))
    return Error("ONNX-GRAPH-3",  // [ONNX-GRAPH-3]
                 "the name " + in_quotes(name) + " is that of a value of the graph around")
        .note("expected a name that is not visible here, because nothing is shadowed");
  if (scope.values.contains(name))
    return Error("ONNX-GRAPH-3", "two values have the name " + in_quotes(name));  // [ONNX-GRAPH-3]
  scope.values[name] = slot;
  return {};
}

Result<void> lower_initializers(Scope& scope, const schema::GraphProto& graph) {
  const auto add = [&](const std::string& name, Result<Tensor> value) -> Result<void> {
    const size_t slot = scope.graph.add_constant(TRY(std::move(value)), name);
    if (scope.lowering.deadline.look()) return time_is_over(scope.lowering.deadline);
    return name_value(scope, name, slot);
  };
  for (const auto& tensor : graph.initializer())
    TRY(add(tensor.name(), read_tensor(tensor, scope.lowering.source)));
  for (const auto& tensor : graph.sparse_initializer())
    TRY(add(tensor.values().name(), read_sparse_tensor(tensor, scope.lowering.source)));
  return {};
}

}  // namespace backedge::onnx
