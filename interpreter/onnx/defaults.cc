#include "interpreter/onnx/defaults.h"

#include <algorithm>

namespace backedge::onnx {
namespace {

const std::string& name_of(const schema::TensorProto& tensor) { return tensor.name(); }
const std::string& name_of(const schema::SparseTensorProto& tensor) { return tensor.values().name(); }

template <class Tensors>
bool has_tensor(const Tensors& tensors, const std::string& name) {
  return std::ranges::any_of(tensors, [&](const auto& tensor) { return name_of(tensor) == name; });
}

template <class Tensors>
void remove_tensors(Tensors& tensors, const std::string& name) {
  const auto has_name = [&](const auto& tensor) { return name_of(tensor) == name; };
  tensors.erase(std::remove_if(tensors.begin(), tensors.end(), has_name), tensors.end());
}

}  // namespace

bool has_initializer(const schema::GraphProto& graph, const std::string& name) {
  return has_tensor(graph.initializer(), name) || has_tensor(graph.sparse_initializer(), name);
}

void remove_defaults(schema::GraphProto& graph, std::span<const std::string> names) {
  const auto is_named = [&](const schema::ValueInfoProto& input) {
    return std::ranges::find(names, input.name()) != names.end() && has_initializer(graph, input.name());
  };
  const auto opened = std::stable_partition(graph.mutable_input()->begin(), graph.mutable_input()->end(),
                                            [&](const auto& input) { return !is_named(input); });
  for (auto input = opened; input != graph.mutable_input()->end(); ++input) {
    remove_tensors(*graph.mutable_initializer(), input->name());
    remove_tensors(*graph.mutable_sparse_initializer(), input->name());
  }
}

void put_defaults_last(schema::GraphProto& graph) {
  std::stable_partition(graph.mutable_input()->begin(), graph.mutable_input()->end(),
                        [&](const auto& input) { return !has_initializer(graph, input.name()); });
}

void remove_listed_constants(schema::GraphProto& graph) {
  for (schema::NodeProto& node : *graph.mutable_node()) {
    for (schema::AttributeProto& attribute : *node.mutable_attribute()) {
      if (!attribute.has_g()) continue;
      schema::GraphProto& inner = *attribute.mutable_g();
      // Only the last ones: those before are given by the operator.  [ONNX-GRAPH-18]
      while (inner.input_size() > 0 && has_initializer(inner, inner.input().rbegin()->name()))
        inner.mutable_input()->RemoveLast();
      remove_listed_constants(inner);
    }
  }
}

}  // namespace backedge::onnx
