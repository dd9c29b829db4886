#include "interpreter/onnx/data_files.h"

#include <functional>

#include "interpreter/onnx/write_tensor.h"

namespace backedge::onnx {
namespace {

// Visits the tensors of a model one after the other.
struct Tensors {
  const std::function<void(schema::TensorProto&)>& use;

  void visit_graph(schema::GraphProto& graph) const {
    for (auto& tensor : *graph.mutable_initializer()) use(tensor);
    for (auto& sparse : *graph.mutable_sparse_initializer()) visit_sparse(sparse);
    for (auto& node : *graph.mutable_node()) visit_node(node);
  }

  void visit_node(schema::NodeProto& node) const {
    for (auto& attribute : *node.mutable_attribute()) {
      if (attribute.has_t()) use(*attribute.mutable_t());
      for (auto& tensor : *attribute.mutable_tensors()) use(tensor);
      if (attribute.has_sparse_tensor()) visit_sparse(*attribute.mutable_sparse_tensor());
      for (auto& sparse : *attribute.mutable_sparse_tensors()) visit_sparse(sparse);
      if (attribute.has_g()) visit_graph(*attribute.mutable_g());
      for (auto& graph : *attribute.mutable_graphs()) visit_graph(graph);
    }
  }

  void visit_sparse(schema::SparseTensorProto& sparse) const {
    if (sparse.has_values()) use(*sparse.mutable_values());
    if (sparse.has_indices()) use(*sparse.mutable_indices());
  }
};

void for_each_tensor(schema::ModelProto& model, const std::function<void(schema::TensorProto&)>& use) {
  const Tensors tensors{use};
  tensors.visit_graph(*model.mutable_graph());
  for (auto& function : *model.mutable_functions()) {
    for (auto& node : *function.mutable_node()) tensors.visit_node(node);
  }
}

}  // namespace

std::set<std::string> data_files_of(schema::ModelProto& model) {
  std::set<std::string> names;
  for_each_tensor(model, [&names](const schema::TensorProto& tensor) {
    for (const auto& entry : tensor.external_data()) {
      if (entry.key() == "location") names.insert(entry.value());
    }
  });
  return names;
}

Result<void> put_data_inside(schema::ModelProto& model, TensorSource& source) {
  Result<void> done;
  for_each_tensor(model, [&](schema::TensorProto& tensor) {
    if (!done.ok() || tensor.data_location() != schema::TensorProto::EXTERNAL) return;
    Result<Tensor> value = read_tensor(tensor, source);
    if (!value.ok()) {
      done = value.take_error();
      return;
    }
    tensor.clear_data_location();
    tensor.clear_external_data();
    tensor.set_raw_data(write_tensor(value.value()).raw_data());
  });
  return done;
}

}  // namespace backedge::onnx
