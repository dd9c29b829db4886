// Writes models of the corpus as OpenVINO IR, and runs both: the same bits, or the same error.
// usage: written_ir_test --corpus=.../MANIFEST [--every=N] (only the runs 0, N, 2N, ... of the corpus)

#include "conformance/verify/written_ir.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <iostream>
#include <map>

#include "conformance/corpus/corpus.h"

namespace backedge {
namespace {

std::string corpus;
size_t every = 1;

struct Counts {
  int64_t loaded = 0, written = 0;
  std::map<std::string, int64_t> not_expressed;  // by message
};

void check(const SelectedRun& run, Counts& counts) {
  const Result<ModelFiles> files = model_files(*run.test_case, *run.run);
  ASSERT_TRUE(files.ok()) << name_of(run);
  const ModelFiles& model = files.value();
  const Result<LoadedModel> loaded = load_text(model.text, model.path, {.weights = model.weights});
  if (!loaded.ok()) return;
  ++counts.loaded;
  const Result<LoadedModel> again = read_written_ir(loaded.value().graph());
  if (!again.ok() && again.error().rule() == "IR-WRITE-1") {
    ++counts.not_expressed[again.error().message()];
    EXPECT_NE(model.format.name, kOpenvinoIr.name) << name_of(run) << ": " << again.error().text();
    return;
  }
  if (!again.ok()) {
    ADD_FAILURE() << name_of(run) << ": " << again.error().text();
    return;
  }
  ++counts.written;
  for (const Inference& inference : run.run->inferences) {
    const std::string found = difference(loaded.value(), again.value(), inference.inputs);
    EXPECT_EQ(found, "") << name_of(run);
  }
}

Counts check_all(const ModelFormat& format) {
  const Corpus all = read_corpus(std::filesystem::path(corpus).parent_path().string());
  EXPECT_TRUE(all.problems.empty());
  Counts counts;
  const std::vector<SelectedRun> runs = runs_of(all);
  for (size_t k = 0; k < runs.size(); k += every) {
    if (runs[k].test_case->format.name == format.name) check(runs[k], counts);
  }
  std::cout << format.name << ": " << counts.written << " of " << counts.loaded << " models written\n";
  for (const auto& [message, count] : counts.not_expressed)
    std::cout << "  " << count << ": " << message << "\n";
  return counts;
}

TEST(WrittenIr, OfOpenvinoIrIsTheSameModel) {
  const Counts counts = check_all(kOpenvinoIr);
  EXPECT_GT(counts.written, 0);
  EXPECT_EQ(counts.written, counts.loaded);
}

TEST(WrittenIr, OfOnnxIsTheSameModelOrAnError) { EXPECT_GT(check_all(kOnnx).written, 0); }

}  // namespace
}  // namespace backedge

int main(int count, char** arguments) {
  testing::InitGoogleTest(&count, arguments);
  for (const std::string argument : std::span(arguments + 1, static_cast<size_t>(count - 1))) {
    if (argument.starts_with("--corpus=")) backedge::corpus = argument.substr(9);
    if (argument.starts_with("--every=")) backedge::every = std::stoul(argument.substr(8));
  }
  return RUN_ALL_TESTS();
}
