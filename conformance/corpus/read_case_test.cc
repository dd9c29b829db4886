#include "conformance/corpus/read_case.h"

#include "conformance/corpus/expand_model.h"
#include "conformance/corpus/testing.h"
#include "interpreter/tensor/npy.h"

namespace backedge {
namespace {

// The output of the single run of a case.
Result<Tensor> read_output(const std::string& tensor) {
  const TestCase read = TRY(make_case(case_json(R"("runs": [{"name": "a", "outputs": [)" + tensor + "]}]")));
  return std::get<std::vector<ExpectedTensor>>(read.runs[0].inferences[0].answers[0])[0].tensor;
}

std::string values_json(const std::string& type, const std::string& value) {
  return R"({"type": ")" + type + R"(", "shape": [], "values": [)" + value + "]}";
}

template <class T>
T read_value(const std::string& value) {
  const Result<Tensor> tensor = read_output(values_json(std::string(name_of(element_type_of<T>())), value));
  EXPECT_TRUE(tensor.ok()) << tensor.error().text();
  return tensor.ok() ? tensor.value().values<T>()[0] : T{};
}

TEST(ReadCase, RefusesADuplicateMember) {
  const std::string right = R"("runs": [{"name": "r", "inputs": {"x": )" + pair_json(1, 2) +
                            R"(}, "outputs": [)" + pair_json(1, 2) + "]}]";
  ASSERT_TRUE(make_case(case_json(right)).ok());
  for (const std::string& twice :
       {std::string(R"("twin": null, "twin": null, )") + right, right + ", " + right}) {
    const Result<TestCase> read = make_case(case_json(twice));
    ASSERT_FALSE(read.ok());
    EXPECT_EQ(read.error().rule(), "CASE-1");
    EXPECT_NE(read.error().message().find("a member twice: \""), std::string::npos) << read.error().message();
  }
}

TEST(Values, AreExact) {
  EXPECT_EQ(read_value<int64_t>(R"("-9223372036854775808")"), INT64_MIN);
  EXPECT_EQ(read_value<uint64_t>("18446744073709551615"), UINT64_MAX);
  EXPECT_EQ(read_value<float>("0.1"), 0.1f);
  EXPECT_EQ(read_value<float>("16777216"), 16777216.0f);
  EXPECT_EQ(std::bit_cast<uint32_t>(read_value<float>(R"("0xffc00001")")), 0xffc00001u);
  EXPECT_EQ(read_value<f16>("0.1").bits, 0x2e66);
  EXPECT_EQ(read_value<bf16>(R"("0x8000")").bits, 0x8000);
  EXPECT_EQ(read_value<double>("5e-324"), 5e-324);
  EXPECT_EQ(read_value<bool>("true"), true);
}

TEST(Values, OutsideTheTypeAreErrors) {
  const std::pair<const char*, const char*> wrong[] = {
      {"i8", "128"},
      {"i8", "-129"},
      {"u8", "-1"},
      {"u64", "-1"},
      {"i32", "1.0"},
      {"i32", "true"},
      {"i32", R"("0x1")"},
      {"boolean", "1"},
      {"f32", "1e39"},
      {"f16", "70000"},
      {"f32", "true"},
      {"f32", R"("0x1")"},
      {"f16", R"("0x7fc00000")"},
      {"f32", R"("1.5")"},
      {"i64", R"("12 ")"},
      {"f16", "2049"},  // halfway from 2048 to 2050
      {"f33", "1"},
      {"FP32", "1"},
  };
  for (const auto& [type, value] : wrong) {
    const Result<Tensor> tensor = read_output(values_json(type, value));
    ASSERT_FALSE(tensor.ok()) << type << " " << value;
    EXPECT_EQ(tensor.error().rule(), "CASE-1");
    EXPECT_NE(tensor.error().where().find("run 0 \"a\", outputs[0]"), std::string::npos)
        << tensor.error().where();
  }
}

TEST(Tensors, HaveAtMostTwoToThe62Bytes) {
  const std::string head = R"({"type": "i32", "shape": [)", tail = R"(, 0], "values": []})";
  EXPECT_TRUE(read_output(head + "1152921504606846976" + tail).ok());
  EXPECT_FALSE(read_output(head + "1152921504606846977" + tail).ok());
}

TEST(Tensors, ByNameAndFromFiles) {
  const std::string folder = fresh_folder("case");
  write_file(folder + "/model.xml", kIdentity);
  ASSERT_TRUE(write_npy(folder + "/big.npy", Tensor::of<int32_t>({2}, {5, 6})).ok());
  write_file(
      folder + "/case.json",
      case_json(
          R"("tensors": {"t": )" + pair_json(3, 4) +
          R"(}, "runs": [{"name": "a", "inputs": {"x": "t"}, "outputs": [{"npy": "big.npy", "compare": {"ulp": 2}}]}])"));
  const Result<TestCase> exact = read_case(folder, "p");
  ASSERT_FALSE(exact.ok());  // integers have no tolerance
  write_file(
      folder + "/case.json",
      case_json(R"("tensors": {"t": )" + pair_json(3, 4) +
                R"(}, "runs": [{"name": "a", "inputs": {"x": "t"}, "outputs": [{"npy": "big.npy"}]}])"));
  const Result<TestCase> read = read_case(folder, "p");
  ASSERT_TRUE(read.ok()) << read.error().text();
  const Inference& inference = read.value().runs[0].inferences[0];
  EXPECT_EQ(inference.inputs.named.at("x").values<int32_t>()[1], 4);
  EXPECT_EQ(std::get<std::vector<ExpectedTensor>>(inference.answers[0])[0].tensor.values<int32_t>()[0], 5);
}

TEST(Tensors, HaveElementsWithoutASpecifiedValue) {
  const auto read = [](const std::string& type, const std::string& values, const std::string& input) {
    return make_case(case_json(
        R"("runs": [{"name": "a", "inputs": {"x": {"type": "i32", "shape": [], "values": [)" + input +
        R"(]}}, "outputs": [{"type": )" + type + R"(, "shape": [3], "values": [)" + values + "]}]}]"));
  };
  const TestCase given = read(R"("f32")", "1, null, 2", "0").value();
  const ExpectedTensor& golden =
      std::get<std::vector<ExpectedTensor>>(given.runs[0].inferences[0].answers[0])[0];
  EXPECT_EQ(golden.unspecified, (std::vector<bool>{false, true, false}));
  EXPECT_TRUE(golden.tensor.same_bits(Tensor::of<float>({3}, {1, 0, 2})));
  EXPECT_TRUE(read(R"("boolean")", "null, true, null", "0").ok());
  EXPECT_TRUE(read(R"("i32")", "1, 2, 3", "0").ok());
  for (const char* type : {R"("f33")", "null", "3"}) EXPECT_FALSE(read(type, "1, null, 2", "0").ok());
  EXPECT_FALSE(read(R"("i32")", "1, null", "0").ok());
  EXPECT_FALSE(read(R"("i32")", "1, 2, 3", "null").ok());
}

TEST(Inputs, OfTheCaseAreUsedIfTheRunHasNone) {
  const auto read = make_case(case_json(R"("inputs": {"x": )" + pair_json(1, 2) + R"(}, "runs": [
      {"name": "a", "outputs": []}, {"name": "b", "inputs": {"y": )" +
                                        pair_json(3, 4) +
                                        R"(}, "outputs": []}, {"name": "c", "inputs": [], "outputs": []}])"));
  ASSERT_TRUE(read.ok()) << read.error().text();
  EXPECT_EQ(read.value().runs[0].inferences[0].inputs.named.size(), 1u);
  EXPECT_EQ(read.value().runs[1].inferences[0].inputs.named.size(), 2u);
  EXPECT_EQ(read.value().runs[2].inferences[0].inputs.named.size(), 0u);
}

TEST(Sequence, HasInferencesWithSeveralAnswers) {
  const auto read = make_case(case_json(R"("runs": [{"name": "a", "sequence": [
      {"outputs": []}, {"any_of": [{"outputs": []}, {"rejected": {"phase": "run", "rule": "OUT-1"}}]}]}])"));
  ASSERT_TRUE(read.ok()) << read.error().text();
  ASSERT_EQ(read.value().runs[0].inferences.size(), 2u);
  EXPECT_EQ(read.value().runs[0].inferences[0].answers.size(), 1u);
  EXPECT_EQ(read.value().runs[0].inferences[1].answers.size(), 2u);
}

// A binary model is taken byte for byte: nothing in it is a placeholder.
TEST(OnnxCases, HaveATextOrOnlyABinaryModel) {
  const std::string folder = fresh_folder("case"), runs = R"("runs": [{"name": "a", "outputs": []}]})";
  const std::string head = R"({"format": "onnx", "title": "T.", "dialect": "onnx", "kind": "plain",
      "rules": ["OUT-1"], "features": [], "oracle": "by-hand", )";
  const std::string bytes = std::string("{{x}}\0\xff", 7);
  write_file(folder + "/case.json", head + runs);
  EXPECT_EQ(read_case(folder, "a/b").error().rule(), "CASE-1");
  write_file(folder + "/model.onnx", bytes);
  const TestCase binary = read_case(folder, "a/b").value();
  const ModelFiles files = model_files(binary, binary.runs[0]).value();
  EXPECT_EQ(files.text, bytes);
  EXPECT_EQ(files.path, folder + "/model.onnx");
  EXPECT_EQ(files.format.name, kOnnx.name);

  write_file(folder + "/case.json", head + R"("columns": ["x"], )" + runs);
  EXPECT_NE(read_case(folder, "a/b").error().text().find("a binary model has no placeholders"),
            std::string::npos);
  write_file(folder + "/case.json", head + runs);
  write_file(folder + "/model.onnxtxt", "the text of model.onnx, as in an export");
  EXPECT_EQ(read_case(folder, "a/b").value().model, "the text of model.onnx, as in an export");
}

TEST(BrokenCases, AreClearErrors) {
  const std::string good = R"({"name": "a", "outputs": []})";
  ASSERT_TRUE(make_case(case_json(R"("runs": [)" + good + "]")).ok());
  const std::string broken[] = {
      "[",
      "[]",
      "{}",
      case_json(R"("runs": [])"),
      case_json(R"("runs": {})"),
      case_json(R"("extra": 1, "runs": [)" + good + "]"),
      case_json(R"("runs": [1])"),
      case_json(R"("runs": [{"outputs": []}])"),
      case_json(R"("runs": [{"name": "a"}])"),
      case_json(R"("runs": [)" + good + "," + good + "]"),
      case_json(R"("runs": [{"name": "a", "outputs": [], "extra": 1}])"),
      case_json(R"("runs": [{"name": "a", "outputs": [], "tier": "maybe"}])"),
      case_json(R"("runs": [{"name": "a", "outputs": [], "rejected": {"phase": "load", "rule": "OUT-1"}}])"),
      case_json(R"("runs": [{"name": "a", "outputs": [], "sequence": []}])"),
      case_json(R"("runs": [{"name": "a", "sequence": [{"outputs": []}]}])"),
      case_json(R"("runs": [{"name": "a", "inputs": {}, "sequence": [{"outputs": []}, {"outputs": []}]}])"),
      case_json(R"("runs": [{"name": "a", "any_of": [{"outputs": []}]}])"),
      case_json(R"("runs": [{"name": "a", "rejected": {"phase": "read", "rule": "OUT-1"}}])"),
      case_json(R"("runs": [{"name": "a", "rejected": {"phase": "load"}}])"),
      case_json(R"("runs": [{"name": "a", "at": [1], "outputs": []}])"),
      case_json(R"("runs": [{"name": "a", "outputs": ["t"]}])"),
      case_json(R"("runs": [{"name": "a", "outputs": [{"npy": "none.npy"}]}])"),
      case_json(R"("runs": [{"name": "a", "outputs": [{"type": "i32", "shape": [2], "values": [1]}]}])"),
      case_json(R"("runs": [{"name": "a", "outputs": [{"type": "i32", "shape": [-1], "values": []}]}])"),
      case_json(R"("columns": ["p"], "runs": [{"at": [1], "outputs": []}])"),
  };
  for (const std::string& json : broken) {
    const Result<TestCase> read = make_case(json);
    ASSERT_FALSE(read.ok()) << json;
    EXPECT_TRUE(read.error().rule() == "CASE-1" || read.error().rule() == "INPUT-5") << read.error().text();
    EXPECT_NE(read.error().where().find("case"), std::string::npos) << read.error().text();
  }
}

TEST(ExpandModel, FillsInValuesAndRemovesAttributes) {
  const std::vector<std::string> names = {"start", "width"};
  const std::string model = R"(<a start="{{start}}" end="1"/><b c="2,{{width}}"/>{{width}})";
  EXPECT_EQ(expand_model(model, names, std::vector<ColumnValue>{"-1", "3"}).value(),
            R"(<a start="-1" end="1"/><b c="2,3"/>3)");
  EXPECT_EQ(expand_model(model, names, std::vector<ColumnValue>{std::nullopt, "3"}).value(),
            R"(<a end="1"/><b c="2,3"/>3)");
  EXPECT_FALSE(expand_model(model, names, std::vector<ColumnValue>{"1", std::nullopt}).ok());
  EXPECT_FALSE(check_placeholders(model, std::vector<std::string>{"start"}).ok());
  EXPECT_FALSE(check_placeholders(model, std::vector<std::string>{"start", "width", "end"}).ok());
  EXPECT_TRUE(check_placeholders(model, names).ok());
}

TEST(RunName, IsMadeOfValues) {
  const std::vector<std::string> names = {"start", "shape", "end"};
  EXPECT_EQ(run_name(names, std::vector<ColumnValue>{"-1", "2, ?", std::nullopt}),
            "start_m1__shape_2__end_none");
  EXPECT_EQ(run_name(names, std::vector<ColumnValue>{"", "?2,3", "FP32"}), "start___shape_2_3__end_fp32");
}

}  // namespace
}  // namespace backedge
