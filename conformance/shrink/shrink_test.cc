#include "conformance/shrink/shrink.h"

#include <memory>

#include "conformance/bounds/derive_tolerances.h"
#include "conformance/protocol/scratch_folder.h"
#include "conformance/shrink/testing.h"
#include "conformance/verify/check_run.h"
#include "conformance/verify/verify_run.h"
#include "interpreter/onnx/read_model.h"

namespace backedge::shrink {
namespace {

using testing::Values;

struct Fault {
  const char* name;
  std::function<std::unique_ptr<Backend>()> make;
  const char* test_case;
  const char* run;
  Outcome outcome;
  int64_t most_layers;  // of bodies, of the shrunk model
};

std::unique_ptr<Backend> misreading(Misreading misread) {
  return std::make_unique<MisreadingBackend>(std::move(misread));
}

void PrintTo(const Fault& fault, std::ostream* stream) { *stream << fault.name; }

class ShrinkTest : public testing::TestWithParam<Fault> {};

TEST_P(ShrinkTest, FindsASmallModelThatFailsInTheSameWay) {
  const Fault& fault = GetParam();
  const TestCase given = corpus_case(fault.test_case);
  const std::unique_ptr<Backend> backend = fault.make();
  Result<Shrunk> result = shrink(given, run_named(given, fault.run), *backend);
  ASSERT_TRUE(result.ok()) << result.error().text();
  Shrunk& shrunk = result.value();
  EXPECT_TRUE(shrunk.finished);
  EXPECT_EQ(shrunk.before.outcome, fault.outcome) << shrunk.before.text;
  EXPECT_EQ(shrunk.after.outcome, fault.outcome);
  EXPECT_LE(shrunk.size.body_layers, fault.most_layers) << shrunk.test_case.model;
  EXPECT_LE(shrunk.size.layers, 1);

  const auto folder = ScratchFolder::make().value();
  ASSERT_TRUE(
      write_model_files(folder->path(), shrunk.test_case.model, shrunk.weights, shrunk.test_case.format)
          .ok());
  shrunk.test_case.folder = folder->path();
  ASSERT_EQ(shrunk.test_case.runs.size(), 1u);
  const CaseRun& run = shrunk.test_case.runs[0];
  EXPECT_EQ(verify_run(*backend, {.test_case = &shrunk.test_case, .run = &run}).value().outcome,
            fault.outcome);
  const Verdict ours = check_run(shrunk.test_case, run).value();
  EXPECT_TRUE(ours.passed()) << ours.text;
  const auto tolerances = bounds::derive_tolerances(shrunk.test_case, run);
  ASSERT_TRUE(tolerances.ok()) << tolerances.error().text();
  for (const bounds::Tolerance& tolerance : tolerances.value())
    EXPECT_TRUE(tolerance.holds()) << tolerance.text();
  InterpreterBackend sound;
  EXPECT_TRUE(verify_run(sound, {.test_case = &shrunk.test_case, .run = &run}).value().passed());
}

INSTANTIATE_TEST_SUITE_P(
    Faults, ShrinkTest,
    Values(Fault{"BackEdgesInTurn", [] { return misreading(take_back_edges_in_turn); },
                 "models/recursive_filter/loop", "two_lines", Outcome::kWrongValue, 0},
           Fault{"NeverBackward", [] { return misreading(run_forward); }, "models/bidirectional", "both",
                 Outcome::kWrongValue, 1},
           Fault{"NeverBackwardInViterbi", [] { return misreading(run_forward); }, "models/viterbi",
                 "six_steps", Outcome::kWrongValue, 1},
           Fault{"ConditionIgnored", [] { return misreading(ignore_conditions); }, "models/greedy_decoding",
                 "from_3_at_most_24", Outcome::kWrongShape, 1},
           Fault{"WrongOperation", [] { return misreading(take_for("Multiply", "Add")); },
                 "nested/if_in_loop", "iterations_4", Outcome::kWrongValue, 1},
           Fault{"WrongOperationOfOnnx", [] { return misreading(take_for("Multiply", "Add")); },
                 "onnx/hand/nested", "m_3_n_2", Outcome::kWrongValue, 1},
           Fault{"NeverBackwardInOnnx", [] { return misreading(run_forward); },
                 "onnx/hand/scan_without_states", "three", Outcome::kWrongValue, 1},
           Fault{"NoNesting", [] { return std::make_unique<ShallowBackend>(); }, "nested/three_deep", "2_3_2",
                 Outcome::kRejected, 1},
           Fault{"OldOutputs", [] { return std::make_unique<ForgetfulBackend>(); }, "nested/sequences",
                 "3_by_2_then_1_by_4_then_2_by_0", Outcome::kStale, 1},
           Fault{"OutputsOfTheRunBefore", [] { return std::make_unique<ForgetfulBackend>(); },
                 "models/collatz", "from_1", Outcome::kStale, 0},
           Fault{"TakesAnything", [] { return std::make_unique<GullibleBackend>(); }, "nested/late_errors",
                 "divided_by_zero", Outcome::kAccepted, 3}),
    [](const testing::TestParamInfo<Fault>& fault) { return std::string(fault.param.name); });

TEST(ShrinkTest, TheResultFailsInAProcessThatLoadedNothingElse) {
  const TestCase given = corpus_case("nested/if_in_loop");
  WornBackend backend;
  const Result<Shrunk> shrunk = shrink(given, run_named(given, "iterations_4"), backend);
  ASSERT_TRUE(shrunk.ok()) << shrunk.error().text();
  EXPECT_NE(shrunk.value().test_case.model.find("\"Multiply\""), std::string::npos);
  EXPECT_EQ(shrunk.value().size.layers + shrunk.value().size.body_layers, 1);
}

TEST(ShrinkTest, AFaultOfTheSuiteIsReportedWheneverItHappens) {
  const TestCase given = corpus_case("nested/if_in_loop");
  for (int64_t models = 0;; models += 5) {
    FullDiskBackend backend(models);
    const Result<Shrunk> shrunk = shrink(given, run_named(given, "iterations_4"), backend);
    if (shrunk.ok()) {
      EXPECT_EQ(shrunk.value().size.layers + shrunk.value().size.body_layers, 1);
      EXPECT_GT(models, shrunk.value().runs);  // it loaded a model for each run
      break;
    }
    EXPECT_EQ(shrunk.error().rule(), "FILE-1") << models;
  }
}

TEST(ShrinkTest, AModelInOnnxStaysOne) {
  const TestCase given = corpus_case("onnx/hand/nested");
  MisreadingBackend backend(take_for("Multiply", "Add"));
  const Result<Shrunk> shrunk = shrink(given, run_named(given, "m_3_n_2"), backend);
  ASSERT_TRUE(shrunk.ok()) << shrunk.error().text();
  EXPECT_EQ(shrunk.value().unchanged, "");
  EXPECT_EQ(shrunk.value().test_case.format.name, kOnnx.name);
  EXPECT_TRUE(shrunk.value().weights.empty());
  EXPECT_EQ(shrunk.value().size.layers + shrunk.value().size.body_layers, 1);
  const Result<LoadedModel> model = load_text(shrunk.value().test_case.model, "model.onnx");
  ASSERT_TRUE(model.ok()) << model.error().text();
  ASSERT_EQ(shrunk.value().inputs.size(), model.value().inputs().size());
  for (size_t k = 0; k < shrunk.value().inputs.size(); ++k)
    EXPECT_EQ(shrunk.value().inputs[k].name, model.value().inputs()[k].name);
}

// With a trip count that is an input, ONNX needs nodes that check it.
TEST(ShrinkTest, AModelInOnnxHasFewNodes) {
  const TestCase given = corpus_case("onnx/hand/nested");
  LooplessBackend backend;
  const Result<Shrunk> shrunk = shrink(given, run_named(given, "m_3_n_2"), backend);
  ASSERT_TRUE(shrunk.ok()) << shrunk.error().text();
  EXPECT_EQ(shrunk.value().size.layers, 1);
  EXPECT_EQ(shrunk.value().test_case.model.find("Where"), std::string::npos);
}

// What is left of a case of the corpus for a backend that fails to load any model with a word, unless the
// conversion wrote it.
Shrunk shrunk_in_onnx(const std::string& path, const std::string& run, const std::string& word) {
  const TestCase given = corpus_case(path);
  NewProducerBackend backend(word);
  Result<Shrunk> shrunk = shrink(given, run_named(given, run), backend);
  EXPECT_TRUE(shrunk.ok()) << shrunk.error().text();
  EXPECT_EQ(shrunk.value().unchanged, "");
  const TestCase& made = shrunk.value().test_case;
  EXPECT_EQ(made.format.model_file, kBinaryOnnx.model_file);
  EXPECT_TRUE(check_run(made, made.runs[0]).value().passed());
  EXPECT_EQ(made.runs[0].inferences.size(), 1u);
  return std::move(shrunk).value();
}

std::shared_ptr<onnx::schema::ModelProto> parsed(const TestCase& test_case) {
  return onnx::parse_model(test_case.model, "model.onnx", int64_t{1} << 30).value();
}

TEST(ShrinkTest, AFailureThatTheConversionLosesIsShrunkWithoutIt) {
  const Shrunk copies = shrunk_in_onnx("onnx/ports/copies", "wires__m_2__k_1", "Identity");
  EXPECT_EQ(copies.size_before.body_layers, 16);
  EXPECT_EQ(copies.size.layers, 1);
  EXPECT_EQ(copies.size.body_layers, 1) << copies.test_case.model;
  ASSERT_EQ(copies.inputs.size(), 3u);  // M, cond and a carried value
  EXPECT_EQ(*copies.inputs[0].tensor.data<int64_t>(), 1);

  const Shrunk outputs = shrunk_in_onnx("onnx/shared/ifs_that_differ_in_their_outputs", "then", "If");
  EXPECT_EQ(outputs.size.layers, 1);
  EXPECT_EQ(outputs.size.body_layers, 2);  // one for each branch, which has one output left

  const Shrunk constants = shrunk_in_onnx("onnx/scopes/initializers_of_equal_names", "m_2_then", "Loop");
  EXPECT_EQ(constants.size.layers, 1);
  EXPECT_EQ(constants.size.body_layers, 0);
  const auto loop = parsed(constants.test_case)->graph().node(0);
  EXPECT_EQ(loop.attribute(0).g().initializer_size(), 0);

  const Shrunk functions = shrunk_in_onnx("onnx/scopes/exchanged_arguments", "one", "Sub");
  EXPECT_EQ(parsed(functions.test_case)->functions_size(), 1);
}

// OpenVINO IR lacks sequences.
TEST(ShrinkTest, WhatCannotBeConvertedIsShrunkToo) {
  const Shrunk queue = shrunk_in_onnx("onnx/sequences/queue", "m_2__length_1__least_3", "Sequence");
  EXPECT_EQ(queue.size.layers + queue.size.body_layers, 1);
}

TEST(ShrinkTest, AModelInOnnxMayBeNestedDeeply) {
  std::string nodes = "y40 = Neg (a)";
  for (int depth = 39; depth >= 0; --depth) {
    const std::string here = std::to_string(depth), inner = std::to_string(depth + 1);
    nodes = "y" + here + " = If (c) <then_branch = t" + here + " () => (float y" + inner + ") { " + nodes +
            " }, else_branch = e" + here + " () => (float z" + here + ") { z" + here + " = Abs (a) }>";
  }
  TestCase given = corpus_case("onnx/scopes/exchanged_arguments");
  given.model =
      "<ir_version: 8, opset_import: [\"\" : 17]> g (bool c, float a) => (float y0) { " + nodes + " }";
  Inference& inference = given.runs[0].inferences[0];
  inference.inputs = {{{"c", Tensor::scalar<bool>(true)}, {"a", Tensor::scalar<float>(3)}}, {}};
  inference.answers = {std::vector<ExpectedTensor>{{Tensor::scalar<float>(-3), {}}}};
  NewProducerBackend backend("Neg");
  const Result<Shrunk> shrunk = shrink(given, given.runs[0], backend);
  ASSERT_TRUE(shrunk.ok()) << shrunk.error().text();
  EXPECT_EQ(shrunk.value().unchanged, "");
}

TEST(ShrinkTest, SaysWhyAModelInOnnxIsUnchanged) {
  const auto why = [](const std::string& path) {
    const TestCase given = corpus_case(path);
    TextlessBackend backend;
    const Result<Shrunk> shrunk = shrink(given, given.runs[0], backend);
    EXPECT_TRUE(shrunk.ok());
    if (!shrunk.ok()) return std::string();
    EXPECT_EQ(shrunk.value().test_case.format.model_file, kOnnx.model_file);
    EXPECT_EQ(shrunk.value().test_case.model, model_files(given, given.runs[0]).value().text);
    return shrunk.value().unchanged;
  };
  EXPECT_NE(why("onnx/sequences/queue").find("IR-WRITE-1"), std::string::npos);
  EXPECT_NE(why("onnx/hand/nested").find("does not fail in the same way after `backedge convert`"),
            std::string::npos);
}

TEST(ShrinkTest, WhatMustBeRejectedIsStillRejectedByTheSameRule) {
  const TestCase given = corpus_case("invalid/slices");
  GullibleBackend backend;
  const CaseRun& run = run_named(given, "start_3");
  const Result<Shrunk> shrunk = shrink(given, run, backend);
  ASSERT_TRUE(shrunk.ok()) << shrunk.error().text();
  const auto& before = std::get<Rejection>(run.inferences[0].answers[0]);
  const auto& after = std::get<Rejection>(shrunk.value().test_case.runs[0].inferences[0].answers[0]);
  EXPECT_EQ(after.phase, before.phase);
  EXPECT_EQ(after.rules, before.rules);
  EXPECT_EQ(shrunk.value().size.body_layers, 0);
}

// Q is declared as "?,3" and given as [5,3]. No smaller Q fails.
TEST(ShrinkTest, ShapesAreThoseOfTheFailingInference) {
  const TestCase given = corpus_case("models/attention_decode");
  NarrowBackend backend(14);
  const Result<Shrunk> shrunk = shrink(given, given.runs[0], backend);
  ASSERT_TRUE(shrunk.ok()) << shrunk.error().text();
  EXPECT_NE(shrunk.value().test_case.model.find("shape=\"5,3\""), std::string::npos)
      << shrunk.value().test_case.model;
}

TEST(ShrinkTest, IsTheSameEveryTime) {
  const TestCase given = corpus_case("models/viterbi");
  MisreadingBackend backend(run_forward);
  const Result<Shrunk> a = shrink(given, given.runs[0], backend), b = shrink(given, given.runs[0], backend);
  ASSERT_TRUE(a.ok() && b.ok());
  EXPECT_EQ(a.value().test_case.model, b.value().test_case.model);
  EXPECT_EQ(a.value().weights, b.value().weights);
  EXPECT_EQ(a.value().runs, b.value().runs);
}

TEST(ShrinkTest, EndsWhenItsRunsAreUsedUp) {
  const TestCase given = corpus_case("models/viterbi");
  MisreadingBackend backend(run_forward);
  int64_t seen = 0;
  ShrinkOptions options{.max_runs = 3};
  options.progress = [&seen](const ShrinkProgress& progress) { seen = progress.runs; };
  const Result<Shrunk> shrunk = shrink(given, given.runs[0], backend, options);
  ASSERT_TRUE(shrunk.ok());
  EXPECT_FALSE(shrunk.value().finished);
  EXPECT_EQ(shrunk.value().runs, 3);
  EXPECT_EQ(seen, 3);
}

TEST(ShrinkTest, WhatDoesNotFailIsAnError) {
  const TestCase given = corpus_case("models/viterbi");
  InterpreterBackend backend;
  const Result<Shrunk> shrunk = shrink(given, given.runs[0], backend);
  ASSERT_FALSE(shrunk.ok());
  EXPECT_EQ(shrunk.error().rule(), "BACKEND-2");
}

}  // namespace
}  // namespace backedge::shrink
