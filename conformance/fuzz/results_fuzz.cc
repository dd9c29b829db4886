#include <set>

#include "conformance/fuzz/fuzz_bytes.h"
#include "conformance/protocol/scratch_folder.h"
#include "conformance/results/read_results.h"

/// Fuzzes a results.jsonl that a verification of four runs continues. Results that are read and written are
/// read as the same results.
namespace backedge {
namespace {

struct Setting {
  std::unique_ptr<ScratchFolder> folder = ScratchFolder::make().value();
  Corpus corpus;
  std::vector<SelectedRun> runs;
  ResultsHeader header;

  Setting() {
    corpus.cases.push_back({.path = "a/b"});
    for (const char* name : {"one", "two", "three", "survey"}) {
      corpus.cases[0].runs.push_back({.name = name, .survey = std::string_view(name) == "survey"});
    }
    runs = runs_of(corpus);
    header = {.corpus = folder->path(),
              .command = "backend",
              .backend = {.name = "B", .version = "1"},
              .cases = 1,
              .runs = 4};
    folder->write("MANIFEST", {"a/b 4 0\n"}).value();
  }
};

std::vector<std::string> lines_of(const EarlierResults& results) {
  std::vector<std::string> lines;
  for (const EarlierRun& run : results.runs)
    lines.push_back(name_of(run.record.run) + " " + std::string(name_of(run.record.verdict.outcome)));
  return lines;
}

void check_results(std::string_view text) {
  static const Setting setting;
  const std::string folder = setting.folder->path(), file = folder + "/results.jsonl",
                    again = folder + "/again.jsonl";
  setting.folder->write("results.jsonl", {text}).value();
  const Result<EarlierResults> read = read_results(file, setting.header, setting.runs);
  if (!read.ok()) {
    demand(read.error().rule() == "RESULTS-1" && !read.error().message().empty(),
           "an error of another rule, or without message");
    return;
  }
  const std::vector<std::string> lines = lines_of(read.value());
  demand(std::set(lines.begin(), lines.end()).size() == lines.size() && lines.size() <= setting.runs.size(),
         "a run twice");
  static_cast<void>(check_backend(read.value(), setting.header.backend, file).ok());
  Result<ResultsFile> results = ResultsFile::create(again, setting.header);
  demand(results.ok(), "cannot write results");
  for (const EarlierRun& run : read.value().runs) results.value().add(run_json(run, std::nullopt)).value();
  demand(results.value().finish({}, false, 1).ok(), "cannot write results");
  const Result<EarlierResults> back = read_results(again, setting.header, setting.runs);
  demand(back.ok(),
         "results that were continued are not read again: " + (back.ok() ? "" : back.error().text()));
  demand(lines_of(back.value()) == lines, "results that were continued are other results");
}

}  // namespace
}  // namespace backedge

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  backedge::check_results({reinterpret_cast<const char*>(data), size});
  return 0;
}
