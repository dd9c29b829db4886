#include "tools/cli/model_inputs.h"

#include <gtest/gtest.h>

#include <cstdlib>

#include "interpreter/onnx/tensor_file.h"
#include "interpreter/tensor/npy.h"
#include "interpreter/tensor/random_tensor.h"
#include "tools/cli/output_files.h"

namespace backedge {
namespace {

const std::vector<ModelInput> kParameters = {{"x", ElementType::kF32, PartialShape(Shape{2})},
                                             {"0", ElementType::kI64, PartialShape(Shape{})},
                                             {"open", ElementType::kF32, PartialShape::of_rank(1)}};

std::string file_with(const Tensor& tensor, const std::string& name) {
  const std::string file = std::string(std::getenv("TEST_TMPDIR")) + "/" + name;
  write_npy(file, tensor).value();
  return file;
}

constexpr int64_t kPlenty = 1 << 20;

void expect_refused(std::vector<InputFile> files, std::optional<uint64_t> seed, const std::string& rule,
                    const std::string& message, int64_t max_bytes = kPlenty) {
  const auto inputs = read_inputs(kParameters, files, seed, max_bytes);
  ASSERT_FALSE(inputs.ok());
  EXPECT_EQ(inputs.error().rule(), rule);
  EXPECT_EQ(inputs.error().message(), message);
  EXPECT_EQ(inputs.error().phase(), Phase::kInput);
}

TEST(ReadInputs, FindsParametersByNameThenByPosition) {
  const Tensor x = Tensor::of<float>({2}, {1, 2}), zero = Tensor::scalar<int64_t>(5),
               open = Tensor::of<float>({1}, {3});
  const std::vector<InputFile> files = {
      {"2", file_with(open, "open")}, {"0", file_with(zero, "zero")}, {"x", file_with(x, "x")}};
  const std::vector<Value> inputs = read_inputs(kParameters, files, {}, kPlenty).value();
  EXPECT_TRUE(inputs[0].same_bits(x));
  EXPECT_TRUE(inputs[1].same_bits(zero));  // here "0" is a name
  EXPECT_TRUE(inputs[2].same_bits(open));
}

TEST(ReadInputs, ReadsATensorProtoFromAPb) {
  const std::string file = std::string(std::getenv("TEST_TMPDIR")) + "/x.pb";
  const auto write = [&](const Tensor& tensor) {
    write_text(file, onnx::tensor_file_bytes(tensor, "another name").value()).value();
  };
  const Tensor x = Tensor::of<float>({2}, {1, 2});
  write(x);
  int64_t bytes_left = 20;
  EXPECT_TRUE(read_input(kParameters[0], file, bytes_left).value().same_bits(x));
  EXPECT_EQ(bytes_left, 12);
  expect_refused({{"x", file}}, {}, "LIMIT-1",
                 "the tensors take more bytes than the limit\nin the tensor \"another name\"", 7);
  write(Tensor::of<float>({3}, {1, 2, 3}));
  EXPECT_EQ(read_input(kParameters[0], file, bytes_left).error().rule(), "INPUT-4");
  write(Tensor::of<int32_t>({2}, {1, 2}));
  EXPECT_EQ(read_input(kParameters[0], file, bytes_left).error().rule(), "INPUT-3");
}

TEST(ReadInputs, ReadsASequenceFromAPbAlone) {
  const std::vector<ModelInput> parameters = {
      {"s", ElementType::kF32, PartialShape::of_rank(1), ValueKind::kSequence}};
  const Tensor x = Tensor::of<float>({2}, {1, 2});
  const Value sequence = Value::sequence({x, x});
  const std::string pb = std::string(std::getenv("TEST_TMPDIR")) + "/s.pb";
  write_text(pb, onnx::value_file_bytes(sequence, "s").value()).value();
  int64_t bytes_left = 20;
  EXPECT_TRUE(read_input(parameters[0], pb, bytes_left).value().same_bits(sequence));
  EXPECT_EQ(bytes_left, 4);
  EXPECT_EQ(read_input(parameters[0], file_with(x, "x.npy"), bytes_left).error().rule(), "INPUT-3");
  EXPECT_EQ(read_inputs(parameters, {}, 1, kPlenty).error().rule(), "INPUT-1");
}

TEST(ReadInputs, FillsTheRestTheSameWhateverIsGiven) {
  const std::string open = file_with(Tensor::of<float>({1}, {3}), "open");
  const std::vector<Value> inputs =
      read_inputs(kParameters, std::vector<InputFile>{{"open", open}}, 42, kPlenty).value();
  EXPECT_TRUE(inputs[0].same_bits(random_tensor(ElementType::kF32, {2}, 42, 0)));
  EXPECT_TRUE(inputs[1].same_bits(random_tensor(ElementType::kI64, {}, 42, 1)));
}

TEST(ReadInputs, RefusesWhatDoesNotFitTheParameters) {
  const std::string x = file_with(Tensor::of<float>({2}, {1, 2}), "x");
  expect_refused({}, {}, "INPUT-1", "Parameter 0 \"x\" f32[2] is given no tensor");
  expect_refused({{"x", x}, {"x", x}}, {}, "INPUT-2", "Parameter 0 \"x\" f32[2] is given twice");
  for (const std::string name : {"y", "3", "", "99999999999999999999"}) {
    expect_refused({{name, x}}, {}, "INPUT-2",
                   "the model has no Parameter \"" + name + "\"\nit is given " + x);
  }
  expect_refused({{"x", "/nowhere"}}, {}, "INPUT-5", "No such file or directory");
}

TEST(ReadInputs, FillsNeitherOpenShapesNorPastTheLimit) {
  expect_refused(
      {}, 1, "INPUT-1",
      "Parameter 2 \"open\" f32[?] has open dimensions, so it cannot be filled: it needs an --input");
  expect_refused({}, 1, "LIMIT-1",
                 "Parameter 1 \"0\" i64[] cannot be filled within the limit of bytes: 2 are left", 10);
  const std::vector<ModelInput> huge = {{"x", ElementType::kF64, PartialShape(Shape{INT64_MAX, INT64_MAX})}};
  EXPECT_EQ(read_inputs(huge, {}, 1, INT64_MAX).error().rule(), "LIMIT-1");
}

TEST(ReadInputs, RefusesANameThatSeveralHave) {
  const std::vector<ModelInput> same = {{"x", ElementType::kF32, PartialShape(Shape{})},
                                        {"x", ElementType::kF32, PartialShape(Shape{})}};
  EXPECT_EQ(read_inputs(same, std::vector<InputFile>{{"x", "any"}}, {}, kPlenty).error().message(),
            "several Parameters are called \"x\"; give a position instead\nit is given any");
}

TEST(WithParameters, ListsThem) {
  EXPECT_EQ(with_parameters(Error("INPUT-1", "m"), kParameters).message(),
            "m\nthe model's Parameters:\n  0 \"x\" f32[2]\n  1 \"0\" i64[]\n  2 \"open\" f32[?]");
  EXPECT_EQ(with_parameters(Error("INPUT-2", "m"), {}).message(), "m\nthe model has no Parameters");
}

}  // namespace
}  // namespace backedge
