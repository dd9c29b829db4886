#include <cinttypes>
#include <cstdio>
#include <map>
#include <string>

#include "conformance/corpus/corpus.h"
#include "conformance/verify/check_run.h"
#include "interpreter/ops/testing/digest.h"

/// corpus_digest CORPUS
///
/// Prints a number computed from all bits of the interpreter's outputs for the corpus, and one for each area.
namespace backedge {
namespace {

using testing::Digest;

struct Sums {
  Digest digest;
  int64_t runs = 0, tensors = 0;
};

void add(std::string_view text, Digest& digest) {
  digest.add(text.size());
  for (const char byte : text) digest.add(static_cast<unsigned char>(byte), 1);
}

// The outputs of an inference, or the rule of its error.
void add(const Result<std::vector<Tensor>>& outputs, Sums& sums) {
  if (!outputs.ok()) return add(outputs.error().rule(), sums.digest);
  for (const Tensor& tensor : outputs.value()) sums.digest.add(tensor);
  sums.tensors += std::ssize(outputs.value());
}

void add(const SelectedRun& selected, Sums& sums) {
  ++sums.runs;
  add(name_of(selected), sums.digest);
  const Result<LoadedModel> model = load_run(*selected.test_case, *selected.run);
  if (!model.ok()) return add(model.error().rule(), sums.digest);
  for (const Inference& inference : selected.run->inferences)
    add(infer(model.value(), inference.inputs, case_options()), sums);
}

void print(const std::string& name, const Sums& sums) {
  std::printf("%016" PRIx64 " %7" PRId64 " runs %7" PRId64 " tensors  %s\n", sums.digest.bits, sums.runs,
              sums.tensors, name.c_str());
}

int print_digests(const std::string& folder) {
  const Corpus corpus = read_corpus(folder);
  for (const std::string& problem : corpus.problems) std::fprintf(stderr, "%s\n", problem.c_str());
  if (!corpus.problems.empty()) return 1;
  std::map<std::string, Sums> areas;
  for (const SelectedRun& run : runs_of(corpus))
    add(run, areas[run.test_case->path.substr(0, run.test_case->path.find('/'))]);
  Sums all;
  for (const auto& [area, sums] : areas) {
    print(area, sums);
    all.digest.add(sums.digest.bits);
    all.runs += sums.runs;
    all.tensors += sums.tensors;
  }
  print("all", all);
  return 0;
}

}  // namespace
}  // namespace backedge

int main(int count, char** arguments) {
  if (count == 2) return backedge::print_digests(arguments[1]);
  std::fprintf(stderr, "usage: corpus_digest CORPUS\n");
  return 2;
}
