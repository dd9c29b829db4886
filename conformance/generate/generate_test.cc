#include <gtest/gtest.h>

#include <fstream>

#include "conformance/generate/generate_case.h"
#include "conformance/generate/generate_model.h"
#include "conformance/generate/random.h"
#include "conformance/generate/root_causes.h"
#include "conformance/generate/rule_reach.h"
#include "conformance/generate/sliced_axis.h"
#include "conformance/generate/statistics.h"
#include "interpreter/base/fnv1a.h"
#include "interpreter/openvino/lookup.h"
#include "interpreter/openvino/parse_model.h"
#include "interpreter/openvino/read_model.h"
#include "interpreter/openvino/write_model.h"
#include "interpreter/tensor/npy.h"

namespace backedge::generate {
namespace {

constexpr uint64_t kSeries = 1;

// A digest of the model, its weights, its inputs and its goldens.
uint64_t digest(const GeneratedCase& generated) {
  uint64_t hash = fnv1a64(generated.test_case.model);
  hash = fnv1a64({reinterpret_cast<const char*>(generated.weights.data()), generated.weights.size()}, hash);
  const auto add = [&hash](const Tensor& tensor) {
    hash = fnv1a64(describe(tensor.type(), tensor.shape()), hash);
    const Tensor little = little_endian(tensor);
    const auto* bytes = reinterpret_cast<const char*>(little.bytes());
    hash = fnv1a64({bytes, static_cast<size_t>(little.byte_count())}, hash);
  };
  for (const Inference& inference : generated.test_case.runs.front().inferences) {
    for (const auto& [name, tensor] : inference.inputs.named) add(tensor);
    const auto* outputs = std::get_if<std::vector<ExpectedTensor>>(&inference.answers.front());
    for (size_t k = 0; outputs != nullptr && k < outputs->size(); ++k) add((*outputs)[k].tensor);
  }
  return hash;
}

TEST(Random, IsSplitmix64) {
  Random random(0);
  EXPECT_EQ(random.next(), 0xe220a8397b1dcdafu);
  EXPECT_EQ(random.next(), 0x6e789e6aa1b965f4u);
}

TEST(Generate, IsTheSameOnEveryMachine) {
  const uint64_t digests[] = {14136532938317931212u, 11249528961153778457u, 13543851203636710725u,
                              4107555799197094862u,  9504903158675364932u,  9975072571243896376u};
  for (int64_t number = 0; number < std::ssize(digests); ++number) {
    EXPECT_EQ(digest(generate_case(seed_of(kSeries, number))), digests[number]) << number;
  }
}

constexpr int64_t kModels = 6000, kParts = 8;  // parts are tested separately

class GenerateSeries : public testing::TestWithParam<int64_t> {};

// The interpreter runs every valid model, and it rejects every broken one by the broken rule.
TEST_P(GenerateSeries, EachRejectionIsByItsRule) {
  Statistics statistics;
  for (int64_t k = 0; k < kModels / kParts; ++k) {
    const GeneratedCase generated = generate_case(seed_of(kSeries, GetParam() * kModels / kParts + k));
    ASSERT_EQ(generated.problem, "") << generated.test_case.path;
    statistics.add(generated);
  }
  EXPECT_LT(statistics.survey, statistics.models / 2);
  for (const RuleReach& reach : rule_reaches())
    EXPECT_TRUE(reach.out_of_reach.empty() || !statistics.rules.contains(std::string(reach.rule)))
        << reach.rule;
  for (const char* feature :
       {"dialect:tensor-iterator-1", "dialect:loop-5", "dialect:loop-5-draft", "If", "nesting:3",
        "form:single_layer", "role:merged_sliced", "role:growing", "role:back_edges_that_move",
        "role:scan_backward", "role:sliced_backward", "trip_count:no_bound", "trip_count:large",
        "current_iteration:listed", "current_iteration:unlisted", "current_iteration:none"})
    EXPECT_GT(statistics.features[feature], statistics.models / 200) << feature;
}

INSTANTIATE_TEST_SUITE_P(Parts, GenerateSeries, testing::Range(int64_t{0}, kParts));

TEST(Generate, NoRuleIsOutOfReach) {
  std::set<std::string> missing;
  for (const RuleReach& reach : rule_reaches()) {
    if (reach.out_of_reach.empty()) missing.emplace(reach.rule);
  }
  for (int64_t number = 0; number < kModels && !missing.empty(); ++number) {
    for (const std::string& rule : generate_case(seed_of(kSeries, number)).touched.rules) missing.erase(rule);
  }
  EXPECT_TRUE(missing.empty()) << *missing.begin();
}

// Loop-5's page only slices a whole axis, part by part.
TEST(Generate, CutsOfALoopThatAreNotOnItsPageAreInTheSurvey) {
  for (int64_t number = 0; number < 1000; ++number) {
    GeneratedModel made = generate_model(seed_of(kSeries, number));
    const GeneratedCase generated = generate_case(seed_of(kSeries, number));
    const CaseRun& run = generated.test_case.runs.front();
    if (std::holds_alternative<Rejection>(run.inferences.front().answers.front())) continue;
    for (const openvino::GraphPlace& place : openvino::list_graphs(made.model)) {
      for (const openvino::Layer& layer : place.graph->layers) {
        for (const openvino::Body& body : layer.bodies) {
          for (const auto* entries : {&body.port_map.inputs, &body.port_map.outputs}) {
            const bool plain = std::all_of(entries->begin(), entries->end(), is_plain);
            EXPECT_TRUE(plain || layer.type != "Loop" || run.survey) << number;
          }
        }
      }
    }
  }
}

TEST(Generate, ModelsAreReadAsTheyAreWritten) {
  for (int64_t number = 0; number < 300; ++number) {
    const std::string text = openvino::write_model(generate_model(seed_of(kSeries, number)).model);
    const auto model =
        openvino::parse_model(openvino::Source("model.xml", text), openvino::ReadLimits().max_element_depth);
    ASSERT_TRUE(model.ok()) << number;
    EXPECT_EQ(openvino::write_model(model.value()), text) << number;
  }
}

// The table contains the headings of docs/spec in their order, without the chapters about files that the
// generator does not write.
TEST(RuleReach, KnowsEveryRule) {
  std::vector<std::string> written;
  std::ifstream readme("docs/spec/README.md");
  for (std::string line; std::getline(readme, line);) {
    const size_t begin = line.find("]("), end = line.find(".md) |");
    if (!line.starts_with("| [") || begin == line.npos || end == line.npos) continue;
    std::ifstream chapter("docs/spec/" + line.substr(begin + 2, end - begin - 2) + ".md");
    for (std::string heading; std::getline(chapter, heading);) {
      if (heading.starts_with("## "))
        written.push_back(heading.substr(3, heading.find(':') - 3));  // "## SLICE-1: ..."
    }
    for (const char* prefix :
         {"FILE-", "BACKEND-", "EXPECT-", "RESULTS-", "CASE-", "TRT-", "ELEM-", "ONNX-", "IR-WRITE-"}) {
      std::erase_if(written, [prefix](const std::string& rule) { return rule.starts_with(prefix); });
    }
  }
  std::vector<std::string> known;
  for (const RuleReach& reach : rule_reaches()) known.emplace_back(reach.rule);
  EXPECT_GT(known.size(), 90u);
  EXPECT_EQ(known, written);
}

TEST(RootCauses, AreTheSmallestModelsThatFailInTheSameWay) {
  RootCauses causes;
  const Failure swap{Outcome::kWrongValue, "", {"Loop", "moved by a back edge"}};
  EXPECT_FALSE(causes.count(swap));
  EXPECT_TRUE(causes.add({.failure = swap, .seed = 1}));
  Failure larger = swap;
  larger.words.insert("op:Add-1");
  EXPECT_FALSE(causes.count(larger));  // the second one of its kind is shrunk again
  EXPECT_FALSE(causes.add({.failure = larger, .seed = 2}));
  EXPECT_TRUE(causes.count(larger));  // the third one is not
  larger.outcome = Outcome::kWrongShape;
  EXPECT_FALSE(causes.count(larger));
  const Failure complaint{Outcome::kFailed, "no such thing", {"TensorIterator"}};
  EXPECT_TRUE(causes.add({.failure = complaint, .seed = 3}));
  EXPECT_TRUE(causes.count({Outcome::kFailed, "no such thing", {"Loop"}}));
  EXPECT_EQ(causes.list()[0].models, 3);
}

}  // namespace
}  // namespace backedge::generate
