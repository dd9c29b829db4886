#include <gtest/gtest.h>

#include "interpreter/onnx/lower_model.h"
#include "interpreter/onnx/testing/models.h"

namespace backedge::onnx::testing {
namespace {

schema::TensorProto tensor_in(const std::string& location) {
  schema::TensorProto tensor;
  auto& entry = *tensor.add_external_data();
  entry.set_key("location");
  entry.set_value(location);
  return tensor;
}

TEST(DataFiles, AreThoseOfAllTensors) {
  schema::ModelProto model;
  model.set_ir_version(8);
  schema::GraphProto& graph = *model.mutable_graph();
  const auto files = [&] { return data_files(model.SerializeAsString(), "folder/test.onnx").value(); };
  EXPECT_EQ(files(), std::vector<std::string>());
  *graph.add_initializer() = tensor_in("c.bin");
  *graph.add_sparse_initializer()->mutable_indices() = tensor_in("d.bin");
  schema::GraphProto& inner = *graph.add_node()->add_attribute()->mutable_g();
  *inner.add_node()->add_attribute()->mutable_t() = tensor_in("b.bin");
  *model.add_functions()->add_node()->add_attribute()->add_tensors() = tensor_in("a.bin");
  *inner.add_initializer() = tensor_in("c.bin");
  const std::vector<std::string> all = {"folder/a.bin", "folder/b.bin", "folder/c.bin", "folder/d.bin"};
  EXPECT_EQ(files(), all);
  EXPECT_EQ(data_files("?", "test.onnx").error().rule(), "ONNX-GRAPH-1");
}

}  // namespace
}  // namespace backedge::onnx::testing
