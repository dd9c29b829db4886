#include "conformance/generate/generate_onnx.h"

#include <gtest/gtest.h>

#include <map>

#include "conformance/generate/random.h"
#include "interpreter/base/fnv1a.h"

namespace backedge::generate {
namespace {

constexpr uint64_t kSeries = 1;
constexpr int64_t kModels = 600;

TEST(GenerateOnnx, IsTheSameOnEveryMachine) {
  uint64_t hash = fnv1a64("");
  for (int64_t number = 0; number < 20; ++number)
    hash = fnv1a64(generate_onnx_case(seed_of(kSeries, number)).test_case.model, hash);
  EXPECT_EQ(hash, 12111344713290053369u);
}

// The interpreter runs every model, and types and shapes are those that the generator computes.
TEST(GenerateOnnx, EveryModelRuns) {
  for (int64_t number = 0; number < kModels; ++number) {
    const GeneratedCase generated = generate_onnx_case(seed_of(kSeries, number));
    ASSERT_EQ(generated.problem, "") << generated.test_case.path << "\n" << generated.test_case.model;
    ASSERT_FALSE(generated.test_case.runs.front().inferences.empty());
  }
}

TEST(GenerateOnnx, UsesWhatOnlyOnnxHas) {
  const std::map<std::string, const char*> words = {
      {"a Loop", " = Loop <"},
      {"a Scan", " = Scan <"},
      {"an If", " = If <"},
      {"a function", " = local."},
      {"an attribute of a function", "factor = "},
      {"an operand that is left out", "\"\", "},
      {"a Loop without M", "(\"\", m"},
      {"a Loop without a condition", ", \"\", "},
      {"axes of scan inputs", "scan_input_axes"},
      {"directions of scan inputs", "scan_input_directions"},
      {"axes of scan outputs", "scan_output_axes"},
      {"directions of scan outputs", "scan_output_directions"},
      {"a negative axis", "axes = [-"},
      {"a sequence", " = SequenceConstruct ("},
      {"an element that is inserted", " = SequenceInsert ("},
      {"an element of a sequence", " = SequenceAt ("},
      {"a SequenceMap", " = SequenceMap <"},
      {"a carried sequence", ", seq("},
      {"a graph in a graph in a graph", "\n      v"},
  };
  std::map<std::string, int64_t> counts;
  int64_t survey = 0;
  for (int64_t number = 0; number < kModels; ++number) {
    const GeneratedCase generated = generate_onnx_case(seed_of(kSeries, number));
    survey += generated.touched.survey;
    for (const auto& [name, word] : words)
      counts[name] += generated.test_case.model.find(word) != std::string::npos;
  }
  for (const auto& [name, word] : words) EXPECT_GT(counts[name], kModels / 50) << name;
  EXPECT_LT(survey, kModels / 4);
}

}  // namespace
}  // namespace backedge::generate
