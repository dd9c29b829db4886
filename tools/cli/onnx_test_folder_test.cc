#include "tools/cli/onnx_test_folder.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "interpreter/onnx/lower_model.h"
#include "interpreter/onnx/tensor_file.h"

namespace backedge {
namespace {

namespace fs = std::filesystem;
using Kind = OnnxTestResult::Kind;

constexpr std::string_view kSubtract =
    "<ir_version: 8, opset_import: [\"\": 17]> g (float[2] a, float[2] b) => (float[2] y) { y = Sub(a, b) }";

class OnnxTestFolder : public ::testing::Test {
 protected:
  OnnxTestFolder() : folder_(fs::path(::testing::TempDir()) / ("onnx_test" + std::to_string(getpid()))) {
    write_model(kSubtract);
    write_set("test_data_set_0", {5, 7}, {1, 2}, {4, 5});
  }
  ~OnnxTestFolder() override { fs::remove_all(folder_); }

  void write(const fs::path& file, const std::string& bytes) {
    fs::create_directories((folder_ / file).parent_path());
    std::ofstream(folder_ / file, std::ios::binary) << bytes;
  }
  void write_model(std::string_view text) {
    write("t/model.onnx", onnx::binary_of_text(text, "m.onnxtxt").value());
  }
  void write_tensor(const fs::path& file, const Tensor& tensor) {
    write(fs::path("t") / file, onnx::tensor_file_bytes(tensor, "").value());
  }
  void write_set(const fs::path& set, std::initializer_list<float> a, std::initializer_list<float> b,
                 std::initializer_list<float> y) {
    write_tensor(set / "input_0.pb", Tensor::of<float>({2}, a));
    write_tensor(set / "input_1.pb", Tensor::of<float>({2}, b));
    write_tensor(set / "output_0.pb", Tensor::of<float>({2}, y));
  }
  std::string test() const { return (folder_ / "t").string(); }
  void expect(Kind kind, const std::string& reason, const OnnxTestOptions& options = {}) {
    const OnnxTestResult result = run_onnx_test(test(), options);
    EXPECT_EQ(result.kind, kind) << result.reason;
    EXPECT_EQ(result.reason, reason);
  }

  fs::path folder_;
  const fs::path set_ = "test_data_set_0";
};

TEST_F(OnnxTestFolder, PassesIfTheOutputsAreClose) {
  expect(Kind::kOk, "");
  write_set(set_, {5, 7}, {1, 2}, {4.003f, 5});
  expect(Kind::kOk, "");
  write_set(set_, {5, 7}, {1, 2}, {4, 5.125});
  expect(Kind::kFailed,
         "test_data_set_0: output 0 \"y\": first at [1] of f32[2]: got 5.0, expected 5.125; "
         "1 of 2 elements differ");
  expect(Kind::kOk, "", {.limits = {}, .tolerance = {.rtol = 0, .atol = 0.125}});
}

TEST_F(OnnxTestFolder, GivesDefaultsOtherValues) {
  write_model(
      "<ir_version: 8, opset_import: [\"\": 17]> g (float[2] b, float[2] a) => (float[2] y) <float[2] b = "
      "{1, 2}> "
      "{ y = Sub(a, b) }");
  write_set(set_, {5, 7}, {3, 5}, {2, 2});
  expect(Kind::kOk, "");
  fs::remove(folder_ / "t" / set_ / "input_1.pb");
  expect(Kind::kFailed,
         "test_data_set_0: output 0 \"y\": first at [0] of f32[2]: got 4.0, expected 2.0; 2 of 2 elements "
         "differ");
}

TEST_F(OnnxTestFolder, RunsEveryDataSet) {
  write_set("test_data_set_10", {5, 7}, {1, 2}, {9, 9});
  write_set("test_data_set_2", {1, 1}, {1, 1}, {8, 0});
  write_set("test_data_set_x", {1, 1}, {1, 1}, {9, 9});
  expect(Kind::kFailed,
         "test_data_set_2: output 0 \"y\": first at [0] of f32[2]: got 0.0, expected 8.0; 1 of 2 elements "
         "differ");
  write_set("test_data_set_2", {1, 1}, {1, 1}, {0, 0});
  EXPECT_TRUE(run_onnx_test(test(), {}).reason.starts_with("test_data_set_10: "));
}

TEST_F(OnnxTestFolder, FailsWithoutAFile) {
  fs::remove(folder_ / "t/test_data_set_0/output_0.pb");
  expect(Kind::kFailed, "test_data_set_0: the model has 1 output, expected 0");
  write("t/test_data_set_0/output_1.pb", "");
  expect(Kind::kFailed,
         "test_data_set_0/output_0.pb: INPUT-5: the file cannot be read: No such file or directory");
  fs::remove(folder_ / "t/test_data_set_0/input_1.pb");
  expect(Kind::kFailed, "test_data_set_0/input_1.pb: INPUT-1: input 1 \"b\" is given no tensor");
  write("t/test_data_set_0/input_2.pb", "");
  expect(Kind::kFailed, "test_data_set_0/input_2.pb: INPUT-2: the model has only 2 inputs");
  fs::remove(folder_ / "t/model.onnx");
  expect(Kind::kFailed, "model.onnx: READ-1: the model cannot be read: No such file or directory");
  fs::remove_all(folder_ / "t");
  write_model(kSubtract);
  expect(Kind::kFailed, "no folder test_data_set_N");
}

TEST_F(OnnxTestFolder, FailsIfAFileDoesNotFit) {
  write_tensor(set_ / "output_0.pb", Tensor::of<float>({1, 2}, {4, 5}));
  expect(Kind::kFailed, "test_data_set_0: output 0 \"y\": got f32[2], expected f32[1,2]");
  write_tensor(set_ / "output_0.pb", Tensor::of<double>({2}, {4, 5}));
  expect(Kind::kFailed, "test_data_set_0: output 0 \"y\": got f32[2], expected f64[2]");
  write_tensor(set_ / "input_1.pb", Tensor::of<float>({3}, {1, 2, 3}));
  EXPECT_TRUE(run_onnx_test(test(), {}).reason.starts_with("test_data_set_0/input_1.pb: INPUT-4: "));
  write_tensor(set_ / "input_1.pb", Tensor::of<int32_t>({2}, {1, 2}));
  EXPECT_TRUE(run_onnx_test(test(), {}).reason.starts_with("test_data_set_0/input_1.pb: INPUT-3: "));
  write("t/test_data_set_0/input_1.pb", "\x08\x02\x10\x01\x4a\x08");  // f32[2] without its 8 bytes
  EXPECT_TRUE(run_onnx_test(test(), {}).reason.starts_with("test_data_set_0/input_1.pb: INPUT-5: "));
}

TEST_F(OnnxTestFolder, FailsIfTheModelIsRejected) {
  write("t/model.onnx", "\x08");
  EXPECT_TRUE(run_onnx_test(test(), {}).reason.starts_with("model.onnx: ONNX-GRAPH-1: "));
  write_model(
      "<ir_version: 8, opset_import: [\"\": 17]> g (float[2] a, float[3] b) => (float[2] y) "
      "{ y = Sub(a, b) }");
  const OnnxTestResult result = run_onnx_test(test(), {});
  EXPECT_EQ(result.kind, Kind::kFailed);
  EXPECT_TRUE(result.reason.starts_with("model.onnx: ")) << result.reason;
  EXPECT_EQ(result.reason.find('\n'), std::string::npos);
}

TEST_F(OnnxTestFolder, CountsWhatIsNotSupportedOnItsOwn) {
  write_model(
      "<ir_version: 8, opset_import: [\"\": 17]> g (float[2] a, float[2] b) => (float[2] y) "
      "{ y = Unknown(a, b) }");
  EXPECT_EQ(run_onnx_test(test(), {}).kind, Kind::kNotSupported);
  write_model(
      "<ir_version: 8, opset_import: [\"\": 17]> g (seq(seq(float)) a) => (int64 y) "
      "{ y = SequenceLength(a) }");
  EXPECT_EQ(run_onnx_test(test(), {}).kind, Kind::kNotSupported);
  write_model(kSubtract);
  write("t/test_data_set_0/output_0.pb", "\x10\x08");  // data type STRING
  EXPECT_EQ(run_onnx_test(test(), {}).kind, Kind::kNotSupported);
}

TEST_F(OnnxTestFolder, KeepsTheLimits) {
  write_model(
      "<ir_version: 8, opset_import: [\"\": 17]> g (float[n] a, float[n] b) => (float[n] y) "
      "{ y = Sub(a, b) }");
  const Tensor zeros = Tensor::zeros(ElementType::kF32, {100});
  for (const char* name : {"input_0.pb", "input_1.pb", "output_0.pb"}) write_tensor(set_ / name, zeros);
  const auto reason = [&](int64_t max_bytes) {
    return run_onnx_test(test(), {.limits = {.max_bytes = max_bytes}, .tolerance = {}}).reason;
  };
  EXPECT_TRUE(reason(799).starts_with("test_data_set_0/input_1.pb: LIMIT-1: ")) << reason(799);
  EXPECT_TRUE(reason(800).starts_with("model.onnx: node \"y\" (Sub): LIMIT-1: ")) << reason(800);
  EXPECT_EQ(reason(2000), "");
}

TEST_F(OnnxTestFolder, IsFoundInAFolderOfTests) {
  const std::string root = folder_.string();
  EXPECT_EQ(find_onnx_tests(test()), std::vector{test()});
  write("a/test_data_set_0/input_0.pb", "");  // has lost its model
  write("b/other.txt", "");
  write("c/deeper/model.onnx", "");
  write("d/model.onnx", "");
  write("d/case.json", "");  // a case of the corpus
  EXPECT_EQ(find_onnx_tests(root), (std::vector{root + "/a", test()}));
  EXPECT_TRUE(find_onnx_tests(root + "/b").empty());
  EXPECT_TRUE(find_onnx_tests(root + "/d").empty());
  EXPECT_TRUE(find_onnx_tests(root + "/none").empty());
}

TEST(IsNotSupported, ReadsTheFirstLineOutsideOfNames) {
  EXPECT_TRUE(is_not_supported(Error("ONNX-GRAPH-2", "not supported: operator X")));
  EXPECT_TRUE(is_not_supported(Error("ONNX-GRAPH-6", "the attribute \"clip\" is not supported")));
  EXPECT_FALSE(is_not_supported(Error("ONNX-GRAPH-3", "no value is called \"not supported\"")));
  EXPECT_FALSE(is_not_supported(Error("OP-6", "wrong").note("in the tensor not supported")));
}

}  // namespace
}  // namespace backedge
