#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <tuple>

#include "interpreter/onnx/testing/models.h"

namespace backedge::onnx::testing {
namespace {

TEST(OnnxTensors, AreInTheirFieldOrInRawData) {
  EXPECT_EQ(first_of(with_constant(floats("w", {2}, {5, 6}))), 8);
  schema::TensorProto raw = floats("w", {2}, {});
  raw.set_raw_data(std::string("\0\0\xa0\x40\0\0\xc0\x40", 8));  // 5 and 6, little-endian
  EXPECT_EQ(first_of(with_constant(raw)), 8);
  raw.set_raw_data(std::string("\0\0\xa0\x40", 4));
  EXPECT_EQ(rejection_of(with_constant(raw)), "ONNX-GRAPH-7");
  EXPECT_EQ(rejection_of(with_constant(floats("w", {2}, {5}))), "ONNX-GRAPH-7");
  EXPECT_EQ(rejection_of(with_constant(floats("w", {-2}, {5}))), "ONNX-GRAPH-7");
  EXPECT_EQ(rejection_of(with_constant(floats("w", {int64_t{1} << 40, int64_t{1} << 40}, {5}))), "LIMIT-4");
  EXPECT_EQ(rejection_of(with_constant(floats("w", {int64_t{1} << 40}, {5}))), "LIMIT-1");
}

// The rule that rejects these numbers in int32_data, or uint64_data.
std::string rejection_of_numbers(int type, std::initializer_list<int64_t> numbers) {
  constexpr int kUint32 = 12;
  schema::TensorProto tensor;
  tensor.set_name("unused");
  tensor.set_data_type(type);
  tensor.add_dims(std::ssize(numbers));
  for (const int64_t number : numbers) {
    if (type == kUint32) {
      tensor.add_uint64_data(static_cast<uint64_t>(number));
    } else {
      tensor.add_int32_data(static_cast<int32_t>(number));
    }
  }
  auto model = with_constant(floats("w", {2}, {5, 6}));
  *model.mutable_graph()->add_initializer() = tensor;
  return rejection_of(model);
}

TEST(OnnxTensors, HaveNumbersThatFitTheirType) {
  constexpr int kUint8 = 2, kInt8 = 3, kUint16 = 4, kInt16 = 5, kFloat16 = 10, kUint32 = 12, kBfloat16 = 16;
  const std::tuple<int, int64_t, int64_t> kBorders[] = {
      {kUint8, 0, 255},          {kInt8, -128, 127},    {kUint16, 0, 65535},    {kInt16, -32768, 32767},
      {kUint32, 0, 0xffff'ffff}, {kFloat16, 0, 0xffff}, {kBfloat16, 0, 0xffff},
  };
  for (const auto& [type, least, greatest] : kBorders) {
    EXPECT_EQ(rejection_of_numbers(type, {least, greatest}), "") << type;
    EXPECT_EQ(rejection_of_numbers(type, {least - 1, greatest}), "ONNX-GRAPH-7") << type;
    EXPECT_EQ(rejection_of_numbers(type, {least, greatest + 1}), "ONNX-GRAPH-7") << type;
  }
  EXPECT_EQ(rejection_of_numbers(kBool, {0, 1, 2}), "");
}

// Two elements share a number, so two numbers are three or four elements.
TEST(OnnxTensors, OfFourBitsHaveTwoElementsInANumber) {
  constexpr int kInt4 = 22;
  const auto rejection = [&](int64_t elements, int64_t number) {
    schema::TensorProto tensor;
    tensor.set_data_type(kInt4);
    tensor.add_dims(elements);
    for (int k = 0; k < 2; ++k) tensor.add_int32_data(static_cast<int32_t>(number));
    tensor.set_name("unused");
    auto model = with_constant(floats("w", {2}, {5, 6}));
    *model.mutable_graph()->add_initializer() = tensor;
    return rejection_of(model);
  };
  EXPECT_EQ(rejection(3, 255), "");
  EXPECT_EQ(rejection(4, -128), "");
  EXPECT_EQ(rejection(4, 256), "ONNX-GRAPH-7");
  EXPECT_EQ(rejection(4, -129), "ONNX-GRAPH-7");
  EXPECT_EQ(rejection(2, 0), "ONNX-GRAPH-7");
  EXPECT_EQ(rejection(5, 0), "ONNX-GRAPH-7");
}

schema::ModelProto with_sparse_constant() {
  auto model = with_constant(floats("unused", {}, {1}));
  schema::SparseTensorProto* sparse = model.mutable_graph()->add_sparse_initializer();
  *sparse->mutable_values() = floats("w", {1}, {5});
  *sparse->mutable_indices() = int64s("", {1}, {0});
  sparse->add_dims(2);
  return model;
}

TEST(OnnxTensors, MayBeSparse) {
  auto model = with_sparse_constant();
  EXPECT_EQ(first_of(model), 8);
  model.mutable_graph()->mutable_sparse_initializer(0)->mutable_indices()->set_int64_data(0, 2);
  EXPECT_EQ(rejection_of(model), "ONNX-GRAPH-7");
}

TEST(OnnxTensors, ThatAreSparseHaveAPositionForEachValue) {
  const auto sum_with = [](const schema::TensorProto& indices) {
    auto model = with_constant(floats("unused", {}, {1}));
    schema::SparseTensorProto sparse;
    *sparse.mutable_values() = floats("", {2}, {5, 6});
    *sparse.mutable_indices() = indices;
    for (const int64_t size : {3, 2}) sparse.add_dims(size);
    schema::AttributeProto attribute;
    attribute.set_name("sparse_value");
    attribute.set_type(schema::AttributeProto::SPARSE_TENSOR);
    *attribute.mutable_sparse_tensor() = sparse;
    const auto model_of_all = make_model(
        {.outputs = {value("y", kFloat, {3, 2})}, .nodes = {node("Constant", {}, {"y"}, {attribute})}});
    const auto outputs = run_model(model_of_all, {});
    if (!outputs.ok()) return outputs.error().rule();
    std::string all;
    for (int k = 0; k < 6; ++k) all += std::to_string(static_cast<int>(outputs.value()[0].data<float>()[k]));
    return all;
  };
  EXPECT_EQ(sum_with(int64s("", {2}, {1, 4})), "050060");
  EXPECT_EQ(sum_with(int64s("", {2, 2}, {0, 1, 2, 0})), "050060");
  EXPECT_EQ(sum_with(int64s("", {2, 2}, {0, 1, 2, 2})), "ONNX-GRAPH-7");  // outside of an axis
  EXPECT_EQ(sum_with(int64s("", {2, 2}, {0, 1, 0, 1})), "ONNX-GRAPH-7");  // twice
  EXPECT_EQ(sum_with(int64s("", {2}, {4, 1})), "ONNX-GRAPH-7");           // not ascending
  EXPECT_EQ(sum_with(int64s("", {1, 2}, {0, 1})), "ONNX-GRAPH-7");        // for one value
  EXPECT_EQ(sum_with(floats("", {2}, {1, 4})), "ONNX-GRAPH-7");
}

class ExternalData : public ::testing::Test {
 protected:
  ExternalData()
      : folder_(std::filesystem::path(::testing::TempDir()) / ("onnx" + std::to_string(getpid()))) {
    std::filesystem::create_directories(folder_ / "model");
    for (const char* name : {"model/w.bin", "secret.bin"}) {
      std::ofstream(folder_ / name, std::ios::binary) << std::string("....\0\0\xa0\x40\0\0\xc0\x40", 12);
    }
  }
  ~ExternalData() override { std::filesystem::remove_all(folder_); }

  // The result of a run with the tensor at this place, or the rule that rejects it.
  std::string result_of(const std::string& location, const std::string& offset = "4",
                        const std::string& length = "8") {
    schema::TensorProto tensor = floats("w", {2}, {});
    tensor.set_data_location(schema::TensorProto::EXTERNAL);
    for (const auto& [key, text] :
         {std::pair{"location", location}, {"offset", offset}, {"length", length}}) {
      auto* entry = tensor.add_external_data();
      entry->set_key(key);
      entry->set_value(text);
    }
    const std::string file = (folder_ / "model/model.onnx").string();
    std::ofstream(file, std::ios::binary) << with_constant(tensor).SerializeAsString();
    const Result<LoadedModel> model = load(file);
    if (!model.ok()) return model.error().rule();
    const std::vector<Tensor> inputs = {Tensor::of<float>({2}, {3, 3})};
    return std::to_string(*run(model.value(), inputs).value()[0].data<float>());
  }

  std::filesystem::path folder_;
};

TEST_F(ExternalData, IsReadFromTheFolderOfTheModel) {
  EXPECT_EQ(result_of("w.bin"), "8.000000");
  EXPECT_EQ(result_of("w.bin", "5"), "ONNX-GRAPH-8");
  EXPECT_EQ(result_of("w.bin", "-1"), "ONNX-GRAPH-8");
  EXPECT_EQ(result_of("w.bin", "9223372036854775807"), "ONNX-GRAPH-8");
  EXPECT_EQ(result_of("w.bin", "4", "7"), "ONNX-GRAPH-8");
  EXPECT_EQ(result_of("missing.bin"), "ONNX-GRAPH-8");
  EXPECT_EQ(result_of(""), "ONNX-GRAPH-8");
}

TEST_F(ExternalData, IsNotReadFromAnotherFolder) {
  EXPECT_EQ(result_of("../secret.bin"), "ONNX-GRAPH-8");
  std::filesystem::create_directories(folder_ / "model/sub");
  EXPECT_EQ(result_of("sub/../w.bin"), "ONNX-GRAPH-8");  // although it stays in the folder
  EXPECT_EQ(result_of((folder_ / "secret.bin").string()), "ONNX-GRAPH-8");
  std::filesystem::create_symlink("../secret.bin", folder_ / "model/link.bin");
  EXPECT_EQ(result_of("link.bin"), "ONNX-GRAPH-8");
}

}  // namespace
}  // namespace backedge::onnx::testing
