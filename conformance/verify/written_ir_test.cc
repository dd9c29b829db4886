// Writes models of the corpus as OpenVINO IR, and runs both: the same bits, or the same error.
// usage: written_ir_test --corpus=.../MANIFEST [--every=N] (only the runs 0, N, 2N, ... of the corpus)

#include <gtest/gtest.h>

#include <filesystem>
#include <iostream>
#include <map>

#include "conformance/corpus/corpus.h"
#include "conformance/verify/interpreter_backend.h"
#include "interpreter/openvino/build_graph.h"
#include "interpreter/openvino/parse_model.h"
#include "interpreter/openvino/write_graph.h"
#include "interpreter/openvino/write_model.h"

namespace backedge {
namespace {

std::string corpus;
size_t every = 1;

// The model that a reader of the written IR gets.
Result<LoadedModel> rewritten(const Graph& graph) {
  const openvino::Model written = TRY(openvino::write_graph(graph));
  Result<openvino::Model> read =
      openvino::parse_model({"written IR", openvino::write_model(written)}, 100'000);
  if (!read.ok()) return read.take_error();
  openvino::Model model = std::move(read).value();
  model.weights = written.weights;
  return LoadedModel(TRY(openvino::build_model(model)));
}

std::string text_of(const Error& error) { return std::string(name_of(error.phase())) + " " + error.rule(); }

// How the answers of two models differ; "" if they do not.
std::string difference(const LoadedModel& model, const LoadedModel& other, const Inputs& inputs) {
  const Result<std::vector<Tensor>> expected = infer(model, inputs, case_options());
  const Result<std::vector<Tensor>> actual = infer(other, inputs, case_options());
  if (expected.ok() != actual.ok())
    return expected.ok() ? actual.error().text() : "expected " + expected.error().text();
  if (!expected.ok()) {
    return text_of(expected.error()) == text_of(actual.error())
               ? ""
               : "expected " + text_of(expected.error()) + ", found " + actual.error().text();
  }
  for (size_t k = 0; k < expected.value().size(); ++k) {
    if (!expected.value()[k].same_bits(actual.value()[k])) return "output " + std::to_string(k) + " differs";
  }
  return "";
}

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
  const Result<LoadedModel> again = rewritten(loaded.value().graph());
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
