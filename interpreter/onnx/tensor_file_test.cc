#include "interpreter/onnx/tensor_file.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "interpreter/onnx/testing/models.h"

namespace backedge::onnx {
namespace {

using testing::floats;

constexpr int64_t kPlenty = 1 << 20;

class TensorFile : public ::testing::Test {
 protected:
  TensorFile() : folder_(std::filesystem::path(::testing::TempDir()) / ("pb" + std::to_string(getpid()))) {
    std::filesystem::create_directories(folder_ / "data");
  }
  ~TensorFile() override { std::filesystem::remove_all(folder_); }

  std::string write(const std::string& bytes) {
    const std::string file = (folder_ / "data/x.pb").string();
    std::ofstream(file, std::ios::binary) << bytes;
    return file;
  }
  Result<Tensor> read(const std::string& bytes, int64_t max_bytes = kPlenty) {
    return read_tensor_file(write(bytes), max_bytes);
  }
  // The rule that rejects the bytes; "" if they are a tensor.
  std::string rejection_of(const std::string& bytes, int64_t max_bytes = kPlenty) {
    const Result<Tensor> tensor = read(bytes, max_bytes);
    if (tensor.ok()) return "";
    EXPECT_EQ(tensor.error().phase(), Phase::kInput);
    EXPECT_EQ(tensor.error().where(), (folder_ / "data/x.pb").string());
    return tensor.error().rule();
  }
  std::string rejection_of_location(const std::string& location) {
    schema::TensorProto tensor = floats("x", {1}, {});
    tensor.set_data_location(schema::TensorProto::EXTERNAL);
    auto* entry = tensor.add_external_data();
    entry->set_key("location");
    entry->set_value(location);
    return rejection_of(tensor.SerializeAsString());
  }

  std::filesystem::path folder_;
};

TEST_F(TensorFile, IsRecognizedByItsName) {
  EXPECT_TRUE(is_tensor_file("a/input_0.pb"));
  EXPECT_FALSE(is_tensor_file("a.pb/input_0.npy"));
}

TEST_F(TensorFile, HasTheBytesThatOnnxWrites) {
  // dims 2, data_type FLOAT, name "y", raw_data 1 and -2
  const std::string bytes("\x08\x02\x10\x01\x42\x01y\x4a\x08\0\0\x80\x3f\0\0\0\xc0", 17);
  const Tensor tensor = Tensor::of<float>({2}, {1, -2});
  EXPECT_EQ(tensor_file_bytes(tensor, "y").value(), bytes);
  EXPECT_TRUE(read(bytes).value().same_bits(tensor));
  EXPECT_TRUE(read(floats("y", {2}, {1, -2}).SerializeAsString()).value().same_bits(tensor));
}

TEST_F(TensorFile, IsReadAsItWasWritten) {
  const std::vector<Tensor> tensors = {
      Tensor::of<bool>({3}, {true, false, true}), Tensor::of<int8_t>({1, 2}, {-128, 5}),
      Tensor::scalar<uint64_t>(UINT64_MAX),       Tensor::of<f16>({2}, {f16{0x3c00}, f16{0x7e01}}),
      Tensor::of<bf16>({1}, {bf16{0x3f81}}),      Tensor::of<double>({0, 3}, {})};
  for (const Tensor& tensor : tensors)
    EXPECT_TRUE(read(tensor_file_bytes(tensor, "").value()).value().same_bits(tensor))
        << describe(tensor.type(), tensor.shape());
}

TEST_F(TensorFile, PacksNarrowElementsLowestBitsFirst) {
  const auto narrow = [](ElementType type, std::initializer_list<uint8_t> bytes) {
    return Tensor::of<uint8_t>({std::ssize(bytes)}, bytes).reinterpreted_as(type);
  };
  const Tensor u4 = narrow(ElementType::kU4, {1, 2, 15}), u2 = narrow(ElementType::kU2, {1, 2, 3, 0, 2}),
               i4 = Tensor::of<int8_t>({2}, {-1, 7}).reinterpreted_as(ElementType::kI4),
               f8 = narrow(ElementType::kF8E5M2, {0x7b, 0x80});
  const auto ends_with = [&](const Tensor& tensor, std::string_view raw) {
    const std::string bytes = tensor_file_bytes(tensor, "").value();
    EXPECT_TRUE(read(bytes).value().same_bits(tensor)) << name_of(tensor.type());
    return bytes.ends_with(raw);
  };
  EXPECT_TRUE(ends_with(u4, "\x4a\x02\x21\x0f"));
  EXPECT_TRUE(ends_with(u2, "\x4a\x02\x39\x02"));
  EXPECT_TRUE(ends_with(i4, "\x4a\x01\x7f"));
  EXPECT_TRUE(ends_with(f8, "\x4a\x02\x7b\x80"));
}

TEST_F(TensorFile, RejectsBytesThatAreNoTensor) {
  const std::string bytes = floats("x", {2}, {1, 2}).SerializeAsString();
  EXPECT_EQ(rejection_of(bytes.substr(0, bytes.size() - 3)), "");  // only the name is missing
  for (size_t size = 0; size < bytes.size() - 3; ++size)
    EXPECT_NE(rejection_of(bytes.substr(0, size)), "") << size << " bytes";
  EXPECT_EQ(rejection_of(""), "INPUT-5");
  EXPECT_EQ(rejection_of(bytes.substr(0, bytes.size() - 1)), "INPUT-5");
  EXPECT_EQ(rejection_of("\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff"), "INPUT-5");
  EXPECT_EQ(rejection_of("\x93NUMPY"), "INPUT-5");
  EXPECT_EQ(read_tensor_file((folder_ / "none.pb").string(), kPlenty).error().rule(), "INPUT-5");
  EXPECT_EQ(read_tensor_file(folder_.string(), kPlenty).error().rule(), "INPUT-5");
}

TEST_F(TensorFile, RejectsATensorThatContradictsItself) {
  EXPECT_EQ(rejection_of(floats("x", {3}, {1, 2}).SerializeAsString()), "ONNX-GRAPH-7");
  EXPECT_EQ(rejection_of(floats("x", {-1}, {}).SerializeAsString()), "ONNX-GRAPH-7");
  EXPECT_EQ(rejection_of(floats("x", {1 << 20, 1 << 20}, {}).SerializeAsString()), "LIMIT-1");
  EXPECT_EQ(rejection_of(floats("x", {1 << 16}, {}).SerializeAsString()), "ONNX-GRAPH-7");
  EXPECT_EQ(rejection_of(floats("x", {INT64_MAX, INT64_MAX}, {}).SerializeAsString()), "LIMIT-4");
  auto twice = floats("x", {1}, {1});
  twice.set_raw_data(std::string("\0\0\0\x40", 4));
  EXPECT_EQ(rejection_of(twice.SerializeAsString()), "ONNX-GRAPH-7");
  twice.clear_float_data();
  EXPECT_EQ(rejection_of(twice.SerializeAsString()), "");
  twice.clear_raw_data();
  twice.add_float_data(1);
  twice.set_raw_data("");  // no elements
  EXPECT_EQ(rejection_of(twice.SerializeAsString()), "");
  twice.add_int32_data(2);  // of another type
  EXPECT_EQ(rejection_of(twice.SerializeAsString()), "ONNX-GRAPH-7");
}

TEST_F(TensorFile, KeepsTheLimitOfBytes) {
  const std::string bytes = floats("x", {2}, {1, 2}).SerializeAsString();
  EXPECT_EQ(rejection_of(bytes, 8), "");
  EXPECT_EQ(rejection_of(bytes, 7), "LIMIT-1");
  const std::string long_name = floats(std::string(70'000, 'x'), {1}, {1}).SerializeAsString();
  EXPECT_EQ(rejection_of(long_name, 4), "LIMIT-1");  // of the file, before it is read
  EXPECT_EQ(rejection_of(long_name), "");
}

TEST_F(TensorFile, HoldsASequence) {
  const Value sequence = Value::sequence(
      {Tensor::of<float>({2}, {1, -2}), Tensor::scalar<float>(3), Tensor::of<float>({0}, {})});
  const std::string bytes = value_file_bytes(sequence, "s").value();
  EXPECT_TRUE(bytes.starts_with(std::string("\x0a\x01s\x10\x01\x1a\x10", 7)));  // 16 bytes of the first
  EXPECT_TRUE(read_value_file(write(bytes), ValueKind::kSequence, kPlenty).value().same_bits(sequence));
  const std::string empty = value_file_bytes(Value::sequence({}), "").value();
  EXPECT_EQ(empty, std::string("\x0a\0\x10\x01", 4));
  EXPECT_TRUE(read_value_file(write(empty), ValueKind::kSequence, 0).value().same_bits(Value::sequence({})));
}

TEST_F(TensorFile, HoldsAnOptional) {
  const Tensor tensor = Tensor::of<int64_t>({1}, {5});
  const std::vector<Value> values = {
      Value::optional(tensor), Value::empty_optional(), Value::optional(Value::sequence({tensor, tensor})),
      Value::optional(Value::sequence({})), Value::empty_optional(ValueKind::kSequence)};
  for (const Value& value : values) {
    const std::string file = write(value_file_bytes(value, "o").value());
    EXPECT_TRUE(read_value_file(file, value.kind(), kPlenty).value().same_bits(value)) << value.text();
  }
  EXPECT_EQ(value_file_bytes(values[1], "o").value(), std::string("\x0a\x01o", 3));
}

TEST_F(TensorFile, RejectsBytesThatAreNoContainer) {
  const auto rule = [&](const std::string& bytes, ValueKind kind, int64_t max_bytes = kPlenty) {
    const Result<Value> value = read_value_file(write(bytes), kind, max_bytes);
    return value.ok() ? "" : value.error().rule();
  };
  const Tensor tensor = Tensor::of<float>({1}, {1});
  const std::string two = value_file_bytes(Value::sequence({tensor, tensor}), "").value();
  EXPECT_EQ(rule(two, ValueKind::kSequence, 8), "");
  EXPECT_EQ(rule(two, ValueKind::kSequence, 7), "LIMIT-1");
  EXPECT_EQ(rule(two, ValueKind::kOptional), "INPUT-5");  // two items
  EXPECT_EQ(rule(two.substr(0, two.size() - 1), ValueKind::kSequence), "INPUT-5");
  EXPECT_EQ(rule(tensor_file_bytes(tensor, "").value(), ValueKind::kSequence), "INPUT-5");
  EXPECT_EQ(rule("\x2a\x01x", ValueKind::kSequence), "INPUT-5");  // a sequence in a sequence
  EXPECT_EQ(rule(std::string("\x2a\0", 2), ValueKind::kOptionalSequence), "");
  EXPECT_EQ(rule(std::string("\x2a\0", 2), ValueKind::kOptional), "INPUT-5");
  EXPECT_EQ(rule("\x1a\x7f", ValueKind::kSequence), "INPUT-5");  // longer than the file
  EXPECT_EQ(rule("\x1a\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01", ValueKind::kSequence), "INPUT-5");
  std::string many;
  for (int k = 0; k <= 1 << 20; ++k) many += std::string("\x1a\0", 2);
  EXPECT_EQ(rule(many, ValueKind::kSequence, 1 << 22), "LIMIT-7");
}

TEST_F(TensorFile, SaysThatOtherValuesAreNotSupported) {
  const std::string tensor = floats("x", {1}, {1}).SerializeAsString();
  const std::string field = "\x1a" + std::string(1, static_cast<char>(tensor.size())) + tensor;
  // elem_type TENSOR, and a tensor in field 3: a SequenceProto of one tensor, or an OptionalProto
  const auto value = read("\x10\x01" + field);
  const auto named = read("\x0a\x03seq\x10\x01" + field + field);
  EXPECT_NE(value.error().message().find("not supported"), std::string::npos);
  EXPECT_EQ(named.error().message(), value.error().message());
}

TEST_F(TensorFile, TakesExternalDataOnlyFromItsFolder) {
  for (const char* name : {"data/w.bin", "secret.bin"})
    std::ofstream(folder_ / name, std::ios::binary) << std::string("\0\0\xa0\x40", 4);
  std::filesystem::create_symlink("../secret.bin", folder_ / "data/link.bin");
  EXPECT_EQ(rejection_of_location("w.bin"), "");
  EXPECT_EQ(rejection_of_location("../secret.bin"), "ONNX-GRAPH-8");
  EXPECT_EQ(rejection_of_location((folder_ / "secret.bin").string()), "ONNX-GRAPH-8");
  EXPECT_EQ(rejection_of_location("link.bin"), "ONNX-GRAPH-8");
  EXPECT_EQ(rejection_of_location("none.bin"), "ONNX-GRAPH-8");
}

TEST_F(TensorFile, IsNotWrittenForATypeThatOnnxLacks) {
  const Tensor nf4 = Tensor::of<uint8_t>({1}, {3}).reinterpreted_as(ElementType::kNF4);
  EXPECT_EQ(tensor_file_bytes(nf4, "x").error().rule(), "FILE-1");
  EXPECT_TRUE(check_data_type(ElementType::kBF16).ok());
}

}  // namespace
}  // namespace backedge::onnx
