#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/corpus/case.h"
#include "interpreter/base/result.h"

namespace backedge {

/// A line of MANIFEST.
struct ManifestEntry {
  std::string path;
  int64_t runs = 0;
  std::string digest;  // SHA-256 of what `sha256sum *` prints in the folder
};

/// errors  CASE-2 a line that is not `PATH RUNS DIGEST`, a path listed twice, no line at all
Result<std::vector<ManifestEntry>> parse_manifest(std::string_view text);

/// A corpus, and what is wrong with it.
struct Corpus {
  std::vector<TestCase> cases;        // in the order of their paths
  std::vector<std::string> problems;  // each for people, over one or more lines
};

/// Reads every case below a folder and holds them against its MANIFEST: a case that is unlisted, missing, empty
/// or broken, or has another number of runs, is a problem, and so is a corpus without cases. Digests are
/// checked by //testdata:manifest_test.  (CASE-2)
Corpus read_corpus(const std::string& root);

/// The case of that path; nullptr where there is none.
const TestCase* find_case(const Corpus& corpus, std::string_view path);

/// Checks that every pattern of a filter stands for a run, so that no misspelt name is passed over in silence.
///
/// errors  CASE-2, with the name that is most like it
Result<void> check_filter(std::string_view filter, const Corpus& corpus);

struct SelectedRun {
  const TestCase* test_case;
  const CaseRun* run;
  const TestCase* twin = nullptr;  // of the case, where it is there
};

/// Every run.
std::vector<SelectedRun> runs_of(const Corpus& corpus);

std::string name_of(const SelectedRun& run);

/// A corpus, and some of its runs in its order.
struct Selection {
  Corpus corpus;
  std::vector<SelectedRun> runs;
  bool whole = true;  // the corpus; else the cases of some folders
};

/// The runs that some name selects (see is_selected), all where there is none; where every name is the folder of
/// a case, or FOLDER/RUN, these.
///
/// root    of the corpus
/// given   the names
/// errors  CASE-2 a name that selects none, a filter with a pattern that stands for no run
Result<Selection> select_runs(const std::string& root, std::span<const std::string> given);

/// The paths of the cases below a folder, sorted.
std::vector<std::string> find_cases(const std::string& root);

}  // namespace backedge
