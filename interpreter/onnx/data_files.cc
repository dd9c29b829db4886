#include "interpreter/onnx/data_files.h"

namespace backedge::onnx {
namespace {

// Visits the tensors of a model one after the other.
class DataFiles {
 public:
  void add_graph(const schema::GraphProto& graph) {
    for (const auto& tensor : graph.initializer()) add_tensor(tensor);
    for (const auto& sparse : graph.sparse_initializer()) add_sparse(sparse);
    for (const auto& node : graph.node()) add_node(node);
  }

  void add_node(const schema::NodeProto& node) {
    for (const auto& attribute : node.attribute()) {
      add_tensor(attribute.t());
      for (const auto& tensor : attribute.tensors()) add_tensor(tensor);
      add_sparse(attribute.sparse_tensor());
      for (const auto& sparse : attribute.sparse_tensors()) add_sparse(sparse);
      add_graph(attribute.g());
      for (const auto& graph : attribute.graphs()) add_graph(graph);
    }
  }

  std::set<std::string> names;

 private:
  void add_sparse(const schema::SparseTensorProto& sparse) {
    add_tensor(sparse.values());
    add_tensor(sparse.indices());
  }

  void add_tensor(const schema::TensorProto& tensor) {
    for (const auto& entry : tensor.external_data()) {
      if (entry.key() == "location") names.insert(entry.value());
    }
  }
};

}  // namespace

std::set<std::string> data_files_of(const schema::ModelProto& model) {
  DataFiles files;
  files.add_graph(model.graph());
  for (const auto& function : model.functions()) {
    for (const auto& node : function.node()) files.add_node(node);
  }
  return std::move(files.names);
}

}  // namespace backedge::onnx
