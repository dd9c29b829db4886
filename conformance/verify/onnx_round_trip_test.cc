// Writes the models of the corpus as ONNX, reads them again and runs both: every output has the same bits, and
// what is rejected stays rejected. Prints the models that ONNX cannot express, by reason.
// usage: onnx_round_trip_test --corpus=.../MANIFEST [--every=N]

#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <map>

#include "conformance/corpus/corpus.h"
#include "conformance/corpus/model_files.h"
#include "conformance/verify/interpreter_backend.h"
#include "interpreter/onnx/writer/write_graph.h"

namespace backedge {
namespace {

std::string corpus_root;
int64_t every = 1;

// What became of the runs.
struct Counts {
  int64_t equal = 0, rejected = 0;
  std::map<std::string, int64_t> not_expressed;  // by reason
};

std::string text_of(const Result<std::vector<Tensor>>& outputs) {
  if (!outputs.ok()) return outputs.error().text();
  std::string text;
  for (const Tensor& output : outputs.value()) text += describe(output.type(), output.shape()) + " ";
  return text;
}

bool are_same(const Result<std::vector<Tensor>>& expected, const Result<std::vector<Tensor>>& actual) {
  if (!expected.ok() || !actual.ok()) return expected.ok() == actual.ok();
  if (expected.value().size() != actual.value().size()) return false;
  for (size_t k = 0; k < expected.value().size(); ++k) {
    if (!expected.value()[k].same_bits(actual.value()[k])) return false;
  }
  return true;
}

// The inputs in the order of the model: those of the written one may have other names.
void compare(const LoadedModel& original, const LoadedModel& written, const SelectedRun& selected,
             Counts& counts) {
  for (const Inference& inference : selected.run->inferences) {
    Result<std::vector<Tensor>> inputs = in_layer_order(original, inference.inputs);
    if (!inputs.ok()) continue;
    const Result<std::vector<Tensor>> expected = run(original, inputs.value(), case_options());
    const Result<std::vector<Tensor>> actual = run(written, inputs.value(), case_options());
    ++(expected.ok() ? counts.equal : counts.rejected);
    EXPECT_TRUE(are_same(expected, actual))
        << name_of(selected) << "\n  expected " << text_of(expected) << "\n  actual   " << text_of(actual);
  }
}

void check(const SelectedRun& selected, Counts& counts) {
  const auto& [test_case, run, pair] = selected;
  const Result<ModelFiles> files = model_files(*test_case, *run);
  ASSERT_TRUE(files.ok());
  const auto& [format, text, path, is_file, weights] = files.value();
  const Result<LoadedModel> original = load_text(text, path, {.weights = weights});
  if (!original.ok()) return;
  const Result<std::string> bytes = onnx::write_graph(original.value().graph());
  if (!bytes.ok()) {
    EXPECT_EQ(bytes.error().rule(), "ONNX-WRITE-1") << name_of(selected);
    const std::string& message = bytes.error().message();
    if (++counts.not_expressed[message.substr(0, message.find('\n'))] == 1)
      std::printf("%s: %s\n", name_of(selected).c_str(), message.c_str());
    return;
  }
  const Result<LoadedModel> written = load_text(bytes.value(), "written.onnx");
  ASSERT_TRUE(written.ok()) << name_of(selected) << "\n" << written.error().text();
  compare(original.value(), written.value(), selected, counts);
}

TEST(OnnxRoundTrip, KeepsEveryBit) {
  const Corpus corpus = read_corpus(corpus_root);
  ASSERT_FALSE(corpus.cases.empty());
  Counts counts;
  int64_t k = 0;
  for (const SelectedRun& run : runs_of(corpus)) {
    if (k++ % every == 0) check(run, counts);
  }
  std::printf("%lld inferences with equal bits or a failure, %lld rejected by both\n",
              static_cast<long long>(counts.equal), static_cast<long long>(counts.rejected));
  for (const auto& [reason, runs] : counts.not_expressed)
    std::printf("%6lld  %s\n", static_cast<long long>(runs), reason.c_str());
  EXPECT_GT(counts.equal, 0);
  EXPECT_GT(counts.rejected, 0);
}

}  // namespace
}  // namespace backedge

int main(int count, char** words) {
  testing::InitGoogleTest(&count, words);
  for (int k = 1; k < count; ++k) {
    const std::string word = words[k];
    if (word.starts_with("--corpus="))
      backedge::corpus_root = std::filesystem::path(word.substr(9)).parent_path().string();
    if (word.starts_with("--every=")) backedge::every = std::strtoll(word.c_str() + 8, nullptr, 10);
  }
  return RUN_ALL_TESTS();
}
