#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

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

// The bytes of a model without external data stay as they are, also if protobuf would write others.
TEST(DataFiles, CanBePutInside) {
  const auto folder = std::filesystem::path(::testing::TempDir()) / "put_inside";
  std::filesystem::create_directories(folder);
  const std::string file = (folder / "test.onnx").string();
  std::ofstream(folder / "w.bin", std::ios::binary) << std::string("....\0\0\x80?\0\0\0@\0\0@@", 16);
  schema::TensorProto w = tensor_in("w.bin");
  auto& offset = *w.add_external_data();
  offset.set_key("offset");
  offset.set_value("4");
  w.set_data_location(schema::TensorProto::EXTERNAL);
  w.set_data_type(kFloat);
  w.add_dims(3);
  w.set_name("w");
  schema::ModelProto model;
  model.set_ir_version(8);
  *model.mutable_graph()->add_initializer() = w;

  schema::ModelProto complete;
  const std::string bytes = with_data_inside(model.SerializeAsString(), file).value();
  ASSERT_TRUE(complete.ParseFromString(bytes));
  const schema::TensorProto& inside = complete.graph().initializer(0);
  EXPECT_EQ(inside.raw_data(), std::string("\0\0\x80?\0\0\0@\0\0@@", 12));  // 1, 2, 3
  EXPECT_EQ(inside.name(), "w");
  EXPECT_EQ(inside.dims(0), 3);
  EXPECT_EQ(inside.external_data_size(), 0);
  EXPECT_FALSE(inside.has_data_location());
  EXPECT_EQ(data_files(bytes, file).value(), std::vector<std::string>());

  const std::string twice = bytes + bytes;  // a message that protobuf merges
  EXPECT_EQ(with_data_inside(twice, file).value(), twice);
  model.mutable_graph()->mutable_initializer(0)->set_dims(0, 4);
  EXPECT_EQ(with_data_inside(model.SerializeAsString(), file).error().rule(), "ONNX-GRAPH-8");
  EXPECT_EQ(with_data_inside("?", file).error().rule(), "ONNX-GRAPH-1");
}

}  // namespace
}  // namespace backedge::onnx::testing
