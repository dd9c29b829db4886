#include "conformance/shrink/explain_failure.h"

#include "conformance/shrink/onnx_testing.h"
#include "conformance/shrink/onnx_watch.h"
#include "conformance/shrink/testing.h"

namespace backedge::shrink {
namespace {

using Iterations = std::vector<int64_t>;

FailureExplanation explain(const std::string& path, const std::string& run, Backend& backend,
                           bool keep_values = false) {
  const TestCase given = corpus_case(path);
  Result<FailureExplanation> found = explain_failure(given, run_named(given, run), backend, keep_values);
  EXPECT_TRUE(found.ok());
  return found.ok() ? std::move(found).value() : FailureExplanation();
}

// In odd iterations h takes the else branch, which multiplies it.
TEST(ExplainFailureTest, FindsTheBranchOfAnIfAndTheIteration) {
  MisreadingBackend backend(take_for("Multiply", "Subtract"));
  const FailureExplanation found = explain("nested/if_in_loop", "iterations_4", backend);
  ASSERT_TRUE(found.first);
  EXPECT_EQ(found.first->layer, "layer 2 \"Multiply_2\" (Multiply-1)");
  EXPECT_EQ(found.first->loops,
            (std::vector<std::string>{"layer 3 \"Loop_3\" (Loop-5)", "layer 8 \"If_8\" (If-8)"}));
  EXPECT_EQ(found.first->iterations, (Iterations{1, 0}));
  ASSERT_EQ(found.first->inputs.size(), 1u);
  EXPECT_FALSE(found.first->expected.same_bits(found.first->actual));
}

TEST(ExplainFailureTest, AFaultOfTheSuiteIsReportedWheneverItHappens) {
  const TestCase given = corpus_case("nested/if_in_loop");
  for (int64_t models = 0;; ++models) {
    FullDiskBackend backend(models);
    const Result<FailureExplanation> found =
        explain_failure(given, run_named(given, "iterations_4"), backend);
    if (found.ok()) {
      EXPECT_TRUE(found.value().first);
      EXPECT_GE(models, 3);  // one for the verdict, one to see it again, and one with the values
      break;
    }
    EXPECT_EQ(found.error().rule(), "FILE-1") << models;
  }
}

// The first inner loop runs twice. Its second Add is the first value that differs from adding the operands
// twice.
TEST(ExplainFailureTest, FindsTheInnerIteration) {
  MisreadingBackend backend([](openvino::Model& model) {
    for (const GraphPlace& place : list_graphs(model)) {
      for (openvino::Layer& layer : place.graph->layers) {
        if (layer.name == "Add_5") layer.type = "Maximum";
      }
    }
  });
  const FailureExplanation found = explain("nested/loop_in_iterator", "2_0_3_1", backend);
  ASSERT_TRUE(found.first);
  EXPECT_EQ(found.first->layer, "layer 5 \"Add_5\" (Add-1)");
  EXPECT_EQ(found.first->iterations, (Iterations{0, 0}));
}

// The names in a model have no meaning for the search, even if the search might use the same names.
TEST(ExplainFailureTest, IsNotMisledByNamesOfTheModel) {
  MisreadingBackend backend([](openvino::Model& model) {
    for (const GraphPlace& place : list_graphs(model)) {
      for (openvino::Layer& layer : place.graph->layers) {
        if (layer.name == "Add_5") layer.type = "Maximum";
      }
    }
  });
  TestCase named = corpus_case("nested/loop_in_iterator");
  size_t results = 0;
  const std::string end = "\" type=\"Result\"";
  for (size_t at = named.model.find(end); at != std::string::npos; at = named.model.find(end, at + 1)) {
    const size_t name = named.model.rfind('"', at - 1) + 1;
    named.model.replace(name, at - name, "watch " + std::to_string(results++));
    at = named.model.find(end, name);
  }
  ASSERT_EQ(results, 7u);
  const Result<FailureExplanation> found = explain_failure(named, run_named(named, "2_0_3_1"), backend);
  ASSERT_TRUE(found.ok() && found.value().first);
  EXPECT_EQ(found.value().first->layer, "layer 5 \"Add_5\" (Add-1)");
  EXPECT_EQ(found.value().first->iterations, (Iterations{0, 0}));
}

// [1] -> [1, 1] -> [1, 2, 1]. A maximum equals a sum until both operands count.
TEST(ExplainFailureTest, FindsTheIterationOfAValueThatGrows) {
  MisreadingBackend backend(take_for("Add", "Maximum"));
  const FailureExplanation found = explain("models/pascals_triangle", "n_10", backend);
  ASSERT_TRUE(found.first);
  EXPECT_EQ(found.first->layer, "layer 6 \"Add_6\" (Add-1)");
  EXPECT_EQ(found.first->iterations, (Iterations{1}));
  EXPECT_TRUE(found.first->expected.same_bits(Tensor::of<int64_t>({3}, {1, 2, 1}))) << found.first->text;
}

// Part i of a backward slice is already wrong when it enters the body.
TEST(ExplainFailureTest, FindsAParameterOfATensorIterator) {
  MisreadingBackend backend(run_forward);
  const FailureExplanation found = explain("models/bidirectional", "both", backend);
  ASSERT_TRUE(found.first);
  EXPECT_NE(found.first->layer.find("(Parameter-1)"), std::string::npos) << found.first->layer;
  EXPECT_EQ(found.first->iterations, (Iterations{0}));
}

TEST(ExplainFailureTest, FindsWhatTheBackendComplainsAbout) {
  ShallowBackend backend;
  const FailureExplanation found = explain("nested/if_in_loop", "iterations_4", backend);
  ASSERT_TRUE(found.first);
  EXPECT_EQ(found.first->layer, "layer 0 \"t\" (Parameter-1)");
  EXPECT_EQ(found.first->loops.size(), 2u);
  EXPECT_NE(found.first->text.find("nested bodies are not there yet"), std::string::npos);
}

// The backend is wrong unless somebody looks, because then the loop has more outputs.
TEST(ExplainFailureTest, SaysIfLookingChangesTheFailure) {
  MisreadingBackend backend([](openvino::Model& model) {
    if (list_graphs(model)[1].owner->outputs.size() <= 2) run_forward(model);
  });
  const FailureExplanation found = explain("models/viterbi", "six_steps", backend);
  ASSERT_FALSE(found.notes.empty());
  EXPECT_NE(found.notes[0].find("the backend is right"), std::string::npos) << found.notes[0];
}

TEST(ExplainFailureTest, FindsStateOfAnEarlierInference) {
  ForgetfulBackend backend;
  const FailureExplanation found = explain("models/collatz", "from_1", backend);
  ASSERT_TRUE(found.first);
  EXPECT_TRUE(found.first->iterations.empty());
  EXPECT_EQ(found.first->expected.count(), 0);
  EXPECT_NE(found.first->actual.count(), 0);
}

// The product of the first iterations, 0 * 10, is the first value that differs.
TEST(ExplainFailureTest, LooksIntoModelsInOnnx) {
  MisreadingBackend backend(take_for("Multiply", "Maximum"));
  const FailureExplanation found = explain("onnx/hand/nested", "m_3_n_2", backend);
  EXPECT_FALSE(found.is_opaque);
  ASSERT_TRUE(found.first);
  EXPECT_NE(found.first->layer.find("(Multiply-1)"), std::string::npos) << found.first->layer;
  EXPECT_EQ(found.first->iterations, (Iterations{0, 0}));
  EXPECT_TRUE(found.first->expected.same_bits(Tensor::scalar<int64_t>(0)));
  EXPECT_TRUE(found.first->actual.same_bits(Tensor::scalar<int64_t>(10)));
}

// OpenVINO IR has no sequences, so the ONNX model itself gets more outputs. In iteration 0, x + 0 is x - 0.
TEST(ExplainFailureTest, LooksIntoModelsThatAreNotConverted) {
  OperatorBackend backend("Add", "Sub");
  const FailureExplanation found = explain("onnx/sequences/queue", "m_2__length_2__least_3", backend);
  EXPECT_FALSE(found.is_opaque);
  ASSERT_TRUE(found.first);
  EXPECT_EQ(found.first->layer, "node \"tens\" (Add)");
  EXPECT_EQ(found.first->loops, (std::vector<std::string>{"node \"t\" (Loop)"}));
  EXPECT_EQ(found.first->iterations, (Iterations{0}));
  ASSERT_EQ(found.first->inputs.size(), 1u);
  EXPECT_EQ(found.first->inputs[0].title, "node \"sum\" (Add)");
}

// The conversion hides the fault: the backend knows what `backedge convert` writes.
TEST(ExplainFailureTest, LooksIntoTheModelItselfIfTheConversionHidesTheFailure) {
  OperatorBackend backend("Mul", "Max");
  FailureExplanation found = explain("onnx/hand/nested", "m_3_n_2", backend);
  ASSERT_TRUE(found.first);
  EXPECT_EQ(found.first->layer, "node \"tens\" (Mul)");
  EXPECT_EQ(found.first->iterations, (Iterations{0, 0}));
  EXPECT_TRUE(found.first->expected.same_bits(Tensor::scalar<int64_t>(0)));
  EXPECT_TRUE(found.first->actual.same_bits(Tensor::scalar<int64_t>(10)));
  // The products of outer iteration 0 are right: 0 * 10 and min(0, 10).
  OperatorBackend later("Mul", "Min");
  found = explain("onnx/hand/nested", "m_3_n_2", later);
  ASSERT_TRUE(found.first);
  EXPECT_EQ(found.first->iterations, (Iterations{1, 0}));
}

// Every model fails, so the report names the value for which least is added.
TEST(ExplainFailureTest, FindsWhatTheBackendComplainsAboutInOnnx) {
  NewProducerBackend unknown;
  const FailureExplanation found = explain("onnx/hand/nested", "m_3_n_2", unknown);
  ASSERT_TRUE(found.first);
  EXPECT_EQ(found.first->layer, "node \"total\" (Loop), output 0");
  EXPECT_NE(found.first->text.find("an unknown producer"), std::string::npos);
}

// The branch is taken in iteration 2 for the first time. Its value is zeros before.
TEST(ExplainFailureTest, LooksIntoBranchesOfAnIfInOnnx) {
  OperatorBackend backend("Sub", "Add");
  const FailureExplanation found = explain("onnx/hand/if_in_a_loop", "k_2", backend);
  ASSERT_TRUE(found.first);
  EXPECT_EQ(found.first->layer, "node \"b\" (Sub)");
  EXPECT_EQ(found.first->loops, (std::vector<std::string>{"node \"last\" (Loop)", "node \"next\" (If)"}));
  EXPECT_EQ(found.first->iterations, (Iterations{2, 0}));
}

// Both branches have nodes t, u and v. Only the body tells their values apart.
TEST(ExplainFailureTest, KeepsTheValuesOfModelsInOnnx) {
  OperatorBackend backend("Sub", "Add");
  const FailureExplanation found = explain("onnx/wiring/branches_of_copies", "then", backend, true);
  ASSERT_NE(found.graph, nullptr);
  ASSERT_EQ(found.inputs.size(), found.graph->parameters.size());
  EXPECT_TRUE(found.inputs[0].same_bits(Tensor::scalar<bool>(true)));
  size_t in_else = 0;
  for (const Watch& watch : found.watches) {
    ASSERT_EQ(watch.bodies.size(), watch.loops.size());
    in_else += watch.bodies == std::vector<size_t>{1};
  }
  EXPECT_EQ(in_else, 3u);
  std::vector<std::string> different;
  for (const SeenValue& seen : found.seen) {
    if (seen.differs) different.push_back(found.watches[seen.watch].title);
  }
  EXPECT_EQ(different, (std::vector<std::string>{"node \"s\" (Sub)"}));
  EXPECT_EQ(found.seen.size(), found.watches.size());
  ASSERT_TRUE(found.first);
  EXPECT_EQ(found.watches[found.first->watch].title, found.first->layer);
  EXPECT_TRUE(explain("onnx/wiring/branches_of_copies", "then", backend).seen.empty());
}

TEST(ExplainFailureTest, FindsIterationsThatAreMissingOrTooManyInOnnx) {
  MiscountingBackend one_less(-1), one_more(1);
  const FailureExplanation less = explain("onnx/sequences/queue", "m_2__length_2__least_3", one_less);
  ASSERT_TRUE(less.first);
  EXPECT_EQ(less.first->layer, "input \"i\"");
  EXPECT_EQ(less.first->iterations, (Iterations{1}));
  EXPECT_TRUE(less.first->expected.same_bits(Tensor::scalar<int64_t>(1)));
  EXPECT_TRUE(less.first->actual.same_bits(Tensor::of<int64_t>({1}, {0})));
  const FailureExplanation more = explain("onnx/sequences/queue", "m_2__length_2__least_3", one_more);
  ASSERT_TRUE(more.first);
  EXPECT_EQ(more.first->layer, "input \"i\"");
  EXPECT_EQ(more.first->iterations, (Iterations{2}));
  EXPECT_TRUE(more.first->expected.same_bits(Tensor::of<int64_t>({2}, {0, 1})));
  EXPECT_TRUE(more.first->actual.same_bits(Tensor::scalar<int64_t>(2)));
}

// An output that is added to a Scan adds an element to each of its lists.
TEST(ExplainFailureTest, LooksIntoAScanWithListsInOnnx) {
  OperatorBackend backend("Add", "Sub");
  const FailureExplanation found =
      explain("onnx/ports/lists_of_a_scan", "axes_0_1_m1__forward__n_2", backend);
  ASSERT_TRUE(found.first);
  EXPECT_EQ(found.first->layer, "node \"more\" (Add)");
  EXPECT_EQ(found.first->loops, (std::vector<std::string>{"node \"p\" (Scan)"}));
  EXPECT_EQ(found.first->iterations, (Iterations{0}));
  EXPECT_EQ(found.values, 18u);  // 5 inputs and 8 nodes of the body, and 5 outputs
}

// A Scan of version 8 stacks the values of a batch in another way, so only its outputs are compared.
TEST(ExplainFailureTest, DoesNotLookIntoAScanWithABatch) {
  const TestCase given = corpus_case("onnx/sequences/batched_scan_in_a_loop");
  OperatorBackend backend("Mul", "Add");
  const FailureExplanation found = explain("onnx/sequences/batched_scan_in_a_loop", "m_2", backend);
  ASSERT_TRUE(found.first);
  for (const OnnxWatch& watch : list_watches(onnx_subject_of(given, given.runs[1]).value()))
    EXPECT_LE(watch.loops.size(), 1u) << watch.maker;
  EXPECT_EQ(found.first->layer, "node \"z\" (Scan), output 0");
  EXPECT_EQ(found.first->loops, (std::vector<std::string>{"node \"last\" (Loop)"}));
  EXPECT_EQ(found.first->iterations, (Iterations{0}));
}

TEST(ExplainFailureTest, SaysWhyAModelInOnnxIsNotTakenApart) {
  TextlessBackend backend;
  const FailureExplanation found = explain("onnx/sequences/queue", "m_0__length_1__least_0", backend);
  EXPECT_TRUE(found.is_opaque);
  ASSERT_EQ(found.notes.size(), 1u);
  EXPECT_NE(found.notes[0].find("IR-WRITE-1"), std::string::npos);
}

TEST(ExplainFailureTest, WhatDoesNotFailIsAnError) {
  const TestCase given = corpus_case("models/viterbi");
  InterpreterBackend backend;
  const Result<FailureExplanation> found = explain_failure(given, given.runs[0], backend);
  ASSERT_FALSE(found.ok());
  EXPECT_EQ(found.error().rule(), "BACKEND-2");
}

}  // namespace
}  // namespace backedge::shrink
