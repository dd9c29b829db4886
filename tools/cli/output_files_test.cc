#include "tools/cli/output_files.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "interpreter/onnx/tensor_file.h"
#include "interpreter/tensor/npy.h"

namespace backedge {
namespace {

std::string temporary(const std::string& name) {
  return std::string(std::getenv("TEST_TMPDIR")) + "/" + name;
}

TEST(OutputFileName, StaysInItsFolderAndApart) {
  EXPECT_EQ(output_file_name(0, "y"), "000_y.npy");
  EXPECT_EQ(output_file_name(12, "../../x"), "012_.._.._x.npy");
  EXPECT_EQ(output_file_name(1, ""), "001_.npy");
  EXPECT_EQ(output_file_name(1234, "a/b\\c d\n\xc3\xa9"), "1234_a_b_c_d___.npy");
  EXPECT_LT(output_file_name(0, std::string(1000, 'a')).size(), 128u);
}

TEST(WriteOutputs, WritesTensorsAndTheirList) {
  const std::string folder = temporary("a/b");
  const std::vector<ModelOutput> outputs = {{"y\"", ElementType::kF32, {}}, {"n", ElementType::kI64, {}}};
  const std::vector<Value> values = {Tensor::of<float>({1, 2}, {1, 2}), Tensor::scalar<int64_t>(7)};
  ASSERT_TRUE(make_folder(folder).ok());
  ASSERT_TRUE(make_folder(folder).ok());  // the folder exists
  ASSERT_TRUE(write_outputs(folder, outputs, values).ok());
  EXPECT_TRUE(read_npy(folder + "/000_y_.npy").value().same_bits(values[0].tensor()));
  EXPECT_TRUE(read_npy(folder + "/001_n.npy").value().same_bits(values[1].tensor()));
  std::ifstream stream(folder + "/outputs.json");
  EXPECT_EQ(std::string((std::istreambuf_iterator<char>(stream)), {}),
            R"({"outputs":[{"index":0,"name":"y\"","element_type":"f32","shape":[1,2],"file":"000_y_.npy"},)"
            R"({"index":1,"name":"n","element_type":"i64","shape":[],"file":"001_n.npy"}]})"
            "\n");
}

TEST(WriteOutputs, WritesAPbUnderTheNameThatOnnxGivesIt) {
  const std::string folder = temporary("pb");
  const std::vector<ModelOutput> outputs = {{"y\"", ElementType::kF32, {}}, {"n", ElementType::kNF4, {}}};
  const Tensor y = Tensor::of<float>({1, 2}, {1, 2}),
               nf4 = Tensor::of<uint8_t>({1}, {3}).reinterpreted_as(ElementType::kNF4);
  ASSERT_TRUE(make_folder(folder).ok());
  ASSERT_TRUE(write_outputs(folder, outputs, std::vector<Value>{y}, OutputFormat::kPb).ok());
  EXPECT_TRUE(onnx::read_tensor_file(folder + "/output_0.pb", 8).value().same_bits(y));
  const auto lacks_type = write_outputs(folder, outputs, std::vector<Value>{y, nf4}, OutputFormat::kPb);
  EXPECT_EQ(lacks_type.error().rule(), "FILE-1");
}

TEST(WriteOutputs, WritesASequenceAsAPb) {
  const std::string folder = temporary("sequence");
  const std::vector<ModelOutput> outputs = {{"s", ElementType::kF32, {}, ValueKind::kSequence}};
  const Value sequence = Value::sequence({Tensor::of<float>({2}, {1, 2}), Tensor::scalar(3.0F)});
  EXPECT_EQ(check_writable(outputs[0], OutputFormat::kNpy).error().rule(), "FILE-1");
  EXPECT_TRUE(check_writable(outputs[0], OutputFormat::kPb).ok());
  ASSERT_TRUE(make_folder(folder).ok());
  ASSERT_TRUE(write_outputs(folder, outputs, std::vector{sequence}, OutputFormat::kPb).ok());
  const Result<Value> read = onnx::read_value_file(folder + "/output_0.pb", ValueKind::kSequence, 12);
  EXPECT_TRUE(read.value().same_bits(sequence));
  std::ifstream stream(folder + "/outputs.json");
  EXPECT_EQ(std::string((std::istreambuf_iterator<char>(stream)), {}),
            R"({"outputs":[{"index":0,"name":"s","kind":"sequence","file":"output_0.pb"}]})"
            "\n");
}

TEST(MakeFolder, SaysWhyItCannot) {
  const std::string file = temporary("file");
  std::ofstream(file) << "x";
  for (const std::string& folder : {file, file + "/inside"}) {
    const auto made = make_folder(folder);
    ASSERT_FALSE(made.ok());
    EXPECT_EQ(made.error().rule(), "FILE-1");
    EXPECT_NE(made.error().message().find("irectory"), std::string::npos) << made.error().message();
  }
}

}  // namespace
}  // namespace backedge
