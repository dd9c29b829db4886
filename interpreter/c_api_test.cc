#include "interpreter/c_api.h"

#include <cmath>
#include <cstring>
#include <regex>
#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "interpreter/testing/small_models.h"

namespace {

// y = the sums of x so far, z = x.
const std::string kSums = R"(<ir_version: 8, opset_import: ["" : 17]>
sums (float[n] x, float start) => (float last, float[n] y, float[n] z) {
  last, y = Scan <num_scan_inputs = 1, body = add (float before, float one) => (float after, float sum) {
    after = Add (before, one)
    sum = Identity (after)
  }> (start, x)
  z = Identity (x)
})";

struct Api : testing::Test {
  ~Api() override {
    backedge_free_outputs(outputs);
    backedge_free_model(model);
    backedge_free_error(error);
  }
  void load(const std::string& text) {
    model = backedge_load_bytes(text.data(), text.size(), "sums.onnxtxt", nullptr, &error);
  }
  void run(std::vector<backedge_tensor> inputs, const backedge_options* options = nullptr) {
    outputs = backedge_run(model, inputs.data(), inputs.size(), options, &error);
  }
  std::vector<float> floats(size_t position) const {
    const backedge_tensor tensor = backedge_output_tensor(outputs, position);
    EXPECT_STREQ(tensor.element_type, "f32");
    int64_t count = 1;
    for (int64_t axis = 0; axis < tensor.rank; ++axis) count *= tensor.shape[axis];
    const auto* data = static_cast<const float*>(tensor.data);
    return {data, data + count};
  }

  backedge_model* model = nullptr;
  backedge_outputs* outputs = nullptr;
  backedge_error* error = nullptr;
  std::vector<float> x = {1, 2, 4};
  float start = 10;
  int64_t three = 3;
  backedge_tensor x_tensor = {"f32", 1, &three, x.data()}, start_tensor = {"f32", 0, nullptr, &start};
};

TEST(Version, IsThatOfTheRepository) {
  EXPECT_TRUE(std::regex_match(backedge_version(), std::regex(R"(\d+\.\d+(\.\d+)?)")));
}

TEST_F(Api, DescribesPorts) {
  load(kSums);
  ASSERT_NE(model, nullptr);
  EXPECT_EQ(backedge_input_count(model), 2U);
  EXPECT_EQ(backedge_output_count(model), 3U);
  const backedge_port input = backedge_input(model, 0);
  EXPECT_STREQ(input.name, "x");
  EXPECT_STREQ(input.element_type, "f32");
  EXPECT_EQ(input.rank, 1);
  EXPECT_EQ(input.shape[0], -1);
  EXPECT_EQ(backedge_input(model, 1).rank, 0);
  EXPECT_STREQ(backedge_output(model, 1).name, "y");
  EXPECT_EQ(backedge_input(model, 2).name, nullptr);
}

TEST_F(Api, Runs) {
  load(kSums);
  run({x_tensor, start_tensor});
  ASSERT_NE(outputs, nullptr);
  EXPECT_EQ(floats(0), std::vector<float>{17});
  EXPECT_EQ(floats(1), (std::vector<float>{11, 13, 17}));
  EXPECT_EQ(backedge_output_tensor(outputs, 3).data, nullptr);
}

TEST_F(Api, AnOutputThatIsAnInputIsACopy) {
  load(kSums);
  run({x_tensor, start_tensor});
  ASSERT_NE(outputs, nullptr);
  x = {7, 8, 9};
  EXPECT_EQ(floats(2), (std::vector<float>{1, 2, 4}));
}

TEST_F(Api, ReadsDataThatIsNotAligned) {
  load(kSums);
  std::vector<char> bytes(13);
  std::memcpy(bytes.data() + 1, x.data(), 12);
  run({{"f32", 1, &three, bytes.data() + 1}, start_tensor});
  ASSERT_NE(outputs, nullptr);
  EXPECT_EQ(floats(0), std::vector<float>{17});
}

TEST_F(Api, NamesTheRuleOfAnError) {
  load("no model");
  ASSERT_EQ(model, nullptr);
  EXPECT_STREQ(backedge_error_rule(error), "ONNX-TEXT-1");
  EXPECT_STREQ(backedge_error_phase(error), "read");
  EXPECT_EQ(std::string(backedge_error_where(error)).substr(0, 12), "sums.onnxtxt");
  EXPECT_STRNE(backedge_error_message(error), "");
}

TEST_F(Api, RejectsTensorsThatAreNone) {
  load(kSums);
  const auto rule_of = [this](const backedge_tensor& tensor) -> std::string {
    run({tensor, start_tensor});
    EXPECT_EQ(outputs, nullptr);
    EXPECT_STREQ(backedge_error_phase(error), "input");
    const std::string rule = backedge_error_rule(error);
    backedge_free_error(error);
    error = nullptr;
    return rule;
  };
  const int64_t negative = -1;
  EXPECT_EQ(rule_of({"f31", 1, &three, x.data()}), "INPUT-3");
  EXPECT_EQ(rule_of({nullptr, 1, &three, x.data()}), "INPUT-3");
  EXPECT_EQ(rule_of({"i32", 1, &three, x.data()}), "INPUT-3");
  EXPECT_EQ(rule_of({"f32", 1, &negative, x.data()}), "INPUT-4");
  EXPECT_EQ(rule_of({"f32", 1000, &three, x.data()}), "LIMIT-3");
  EXPECT_EQ(rule_of({"f32", 0, nullptr, x.data()}), "INPUT-4");
  EXPECT_EQ(rule_of({"f32", 1, &three, nullptr}), "INPUT-7");
  EXPECT_EQ(rule_of({"f32", 1, nullptr, x.data()}), "INPUT-7");
}

TEST_F(Api, KeepsLimitsAndTraces) {
  load(kSums);
  std::string events;
  backedge_options options = {.size = sizeof(backedge_options), .user = &events};
  options.trace = [](void* user, const backedge_event* event) {
    auto& text = *static_cast<std::string*>(user);
    text += event->kind;
    if (event->name != nullptr) text += std::string(" ") + event->name;
    if (event->tensor != nullptr)
      text += ":" + std::to_string(*static_cast<const float*>(event->tensor->data));
    text += ";";
  };
  const int64_t one = 1;
  run({{"f32", 1, &one, x.data()}, start_tensor}, &options);
  EXPECT_EQ(events,
            "loop begin;iteration begin;parameter before:10.000000;parameter one:1.000000;"
            "result after:11.000000;result sum:11.000000;loop end;");
  backedge_free_outputs(outputs);
  options.max_iterations = 2;
  run({x_tensor, start_tensor}, &options);
  EXPECT_EQ(outputs, nullptr);
  EXPECT_STREQ(backedge_error_rule(error), "LIMIT-1");
}

TEST_F(Api, ReplacesDefaults) {
  const std::string text =
      "<ir_version: 8, opset_import: [\"\" : 17]> g (float w, float x) => (float y) <float w = {5}> { y = "
      "Sub (x, w) }";
  load(text);
  ASSERT_NE(model, nullptr);
  EXPECT_EQ(backedge_input_count(model), 1U);
  EXPECT_EQ(backedge_default_count(model), 1U);
  EXPECT_STREQ(backedge_default(model, 0).name, "w");
  EXPECT_EQ(backedge_default(model, 1).name, nullptr);
  run({start_tensor});
  EXPECT_EQ(floats(0), std::vector<float>{5});
  backedge_free_outputs(outputs);
  backedge_free_model(model);
  const char* names[] = {"w"};
  backedge_options options = {.size = sizeof(backedge_options), .overridden = names, .overridden_count = 1};
  model = backedge_load_bytes(text.data(), text.size(), "g.onnxtxt", &options, &error);
  ASSERT_NE(model, nullptr);
  EXPECT_STREQ(backedge_input(model, 1).name, "w");
  EXPECT_EQ(backedge_default_count(model), 0U);
  run({start_tensor, {"f32", 0, nullptr, x.data()}});
  EXPECT_EQ(floats(0), std::vector<float>{9});
}

TEST_F(Api, TakesATensorWithoutElementsAndWithoutData) {
  load(kSums);
  const int64_t none = 0;
  run({{"f32", 1, &none, nullptr}, start_tensor});
  ASSERT_NE(outputs, nullptr);
  EXPECT_EQ(floats(0), std::vector<float>{10});
}

TEST_F(Api, RejectsWrongOptionsAndNullTexts) {
  const auto rule_of_error = [this] {
    const std::string rule = error == nullptr ? "no error" : backedge_error_rule(error);
    backedge_free_error(error);
    error = nullptr;
    return rule;
  };
  const backedge_options zeros = {};
  EXPECT_EQ(backedge_load_bytes(kSums.data(), kSums.size(), "a.onnxtxt", &zeros, &error), nullptr);
  EXPECT_EQ(rule_of_error(), "INPUT-7");
  EXPECT_EQ(backedge_load("a.onnxtxt", &zeros, &error), nullptr);
  EXPECT_EQ(rule_of_error(), "INPUT-7");
  EXPECT_EQ(backedge_load(nullptr, nullptr, &error), nullptr);
  EXPECT_EQ(rule_of_error(), "INPUT-7");
  EXPECT_EQ(backedge_load_bytes(kSums.data(), kSums.size(), nullptr, nullptr, &error), nullptr);
  EXPECT_EQ(rule_of_error(), "INPUT-7");
  EXPECT_EQ(backedge_load_bytes(nullptr, 3, "a.onnxtxt", nullptr, &error), nullptr);
  EXPECT_EQ(rule_of_error(), "INPUT-7");
  load(kSums);
  run({x_tensor, start_tensor}, &zeros);
  EXPECT_EQ(outputs, nullptr);
  EXPECT_EQ(rule_of_error(), "INPUT-7");
  const backedge_options limits[] = {{.size = sizeof(backedge_options), .max_bytes = -1},
                                     {.size = sizeof(backedge_options), .max_iterations = -1},
                                     {.size = sizeof(backedge_options), .max_seconds = -1},
                                     {.size = sizeof(backedge_options), .max_seconds = NAN}};
  for (const backedge_options& options : limits) {
    run({x_tensor, start_tensor}, &options);
    EXPECT_EQ(outputs, nullptr);
    EXPECT_EQ(rule_of_error(), "INPUT-7");
  }
}

// More bytes than any container can have: the copy of the text cannot be made.
TEST_F(Api, ReportsThatThereIsNoMemoryForTheBytes) {
  model = backedge_load_bytes(kSums.data(), SIZE_MAX / 2 + 1, "a.onnxtxt", nullptr, &error);
  EXPECT_EQ(model, nullptr);
  ASSERT_NE(error, nullptr);
  EXPECT_STREQ(backedge_error_rule(error), "LIMIT-5");
}

TEST_F(Api, PassesVariablesOn) {
  const char* names[] = {"variable:sum"};
  backedge_options options = {
      .size = sizeof(backedge_options), .overridden = names, .overridden_count = 1, .variable_outputs = 1};
  const std::string& text = backedge::kVariable;
  model = backedge_load_bytes(text.data(), text.size(), "m.xml", &options, &error);
  ASSERT_NE(model, nullptr);
  EXPECT_STREQ(backedge_input(model, 1).name, "variable:sum");
  EXPECT_STREQ(backedge_output(model, 1).name, "variable:sum");
  run({start_tensor, {"f32", 0, nullptr, x.data()}});
  EXPECT_EQ(floats(0), std::vector<float>{x[0]});
  EXPECT_EQ(floats(1), std::vector<float>{start + x[0]});
}

TEST_F(Api, IgnoresMembersThatAnOlderHeaderLacks) {
  load(kSums);
  backedge_options options = {.size = offsetof(backedge_options, max_iterations), .max_iterations = 2};
  run({x_tensor, start_tensor}, &options);
  EXPECT_NE(outputs, nullptr);
}

}  // namespace
