// Kills mutants with the corpus. They are judged like an implementation that names no rules.
// usage: corpus_killer ROOT_OF_THE_CORPUS HIGHEST_NUMBER [RUNS_OF_EACH_CASE] < NUMBERS

#include <cstdio>
#include <cstdlib>
#include <map>

#include "conformance/corpus/corpus.h"
#include "conformance/verify/check_run.h"
#include "conformance/verify/interpreter_backend.h"
#include "tools/strength/killer.h"

namespace backedge {
namespace {

// Removes the rule, because an implementation other than this interpreter names none.
Rejected unnamed(const Error& error) {
  Rejected answer = rejected(error);
  answer.rule.clear();
  return answer;
}

BackendAnswer answer_to(const LoadedModel& model, const ModelFiles& files, const Inference& inference) {
  Result<std::vector<Tensor>> outputs = infer(model, files, inference.inputs, case_options());
  if (!outputs.ok()) return unnamed(outputs.error());
  return Outputs{std::move(outputs).value()};
}

// Runs every inference twice: the first round must not change the second.
bool passes(const SelectedRun& selected) {
  const auto& [test_case, run, pair] = selected;
  const Result<ModelFiles> files = model_files(*test_case, *run);
  if (!files.ok()) return false;
  const Result<LoadedModel> model = load_text(files.value().text, files.value().path);
  if (!model.ok()) return judge(run->inferences[0].answers, unnamed(model.error())).passed();
  for (int round = 0; round < 2; ++round) {
    for (const Inference& inference : run->inferences) {
      if (!judge(inference.answers, answer_to(model.value(), files.value(), inference)).passed())
        return false;
    }
  }
  if (pair == nullptr) return true;
  const Result<Verdict> verdict = check_pair(*test_case, *run, *pair);
  return verdict.ok() && verdict.value().passed();
}

// At most `most` runs of each case, at equal distances.
std::vector<SelectedRun> thin_out(const std::vector<SelectedRun>& runs, size_t most) {
  std::map<const TestCase*, size_t> counts, places;
  for (const SelectedRun& run : runs) ++counts[run.test_case];
  std::vector<SelectedRun> few;
  for (const SelectedRun& run : runs) {
    const size_t count = counts[run.test_case], place = places[run.test_case]++;
    // The first run whose place is at least i * count / most is taken, for each i.
    if (count <= most || place * most % count < most) few.push_back(run);
  }
  return few;
}

}  // namespace
}  // namespace backedge

int main(int count, char** words) {
  if (count != 3 && count != 4)
    return std::fprintf(stderr, "usage: corpus_killer ROOT HIGHEST_NUMBER [RUNS_OF_EACH_CASE] < NUMBERS\n"),
           2;
  const backedge::Corpus corpus = backedge::read_corpus(words[1]);
  std::vector<backedge::SelectedRun> runs = backedge::runs_of(corpus);
  if (count == 4) runs = backedge::thin_out(runs, static_cast<size_t>(std::atoi(words[3])));
  backedge::KillerSuite suite;
  for (const backedge::SelectedRun& run : runs) suite.units.push_back(backedge::name_of(run));
  suite.run = [&](const std::vector<int>& units) {
    for (const int unit : units) {
      backedge::begin_unit(unit);
      if (!backedge::passes(runs[static_cast<size_t>(unit)])) return unit;
    }
    return -1;
  };
  return backedge::kill_mutants(suite, std::atoi(words[2]));
}
