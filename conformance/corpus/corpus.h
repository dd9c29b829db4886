#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/corpus/case.h"
#include "conformance/corpus/select.h"
#include "interpreter/base/result.h"

namespace backedge {

/// A line of MANIFEST.
struct ManifestEntry {
  std::string path;
  int64_t runs = 0;
  std::string digest;  // SHA-256 of the output of `sha256sum *` in the folder
};

/// errors  CASE-2 a line that is not `PATH RUNS DIGEST`, a path that is listed twice, no line at all
Result<std::vector<ManifestEntry>> parse_manifest(std::string_view text);

/// errors  those of parse_manifest, and a file that cannot be read; they name the file
Result<std::vector<ManifestEntry>> read_manifest(const std::string& file);

/// A corpus and its defects.
struct Corpus {
  std::vector<TestCase> cases;        // in the order of their paths
  std::vector<std::string> problems;  // texts of one or more lines
};

/// Reads every case below a folder and compares them with the folder's MANIFEST. A case is a problem if it
/// is unlisted, missing, empty or broken, or has another number of runs. So is a case within another case, and
/// a path that is not one pattern of a filter. A corpus without cases is a problem too.
/// //testdata:manifest_test checks the digests.  (CASE-2)
Corpus read_corpus(const std::string& root);

/// The case of that path; nullptr if there is none.
const TestCase* find_case(const Corpus& corpus, std::string_view path);

/// Checks that every pattern of a filter matches a run, so that a misspelt name is not ignored silently.
///
/// errors  CASE-2, with the nearest name
Result<void> check_filter(const Filter& filter, const Corpus& corpus);

struct SelectedRun {
  const TestCase* test_case;
  const CaseRun* run;
  const TestCase* pair = nullptr;  // the reference pair of the case, if there is one
};

/// Every run.
std::vector<SelectedRun> runs_of(const Corpus& corpus);

std::string name_of(const SelectedRun& run);

/// A corpus and some of its runs, in its order.
struct Selection {
  Corpus corpus;
  std::vector<SelectedRun> runs;
  bool whole = true;  // whether this is the whole corpus, not only the cases of some folders
};

/// The runs that at least one name selects (see Filter); all runs if there are no names. If every name
/// is the folder of a case, or FOLDER/RUN, only these cases are read.
///
/// root    the folder of the corpus
/// given   the names
/// errors  CASE-2 a name that selects no run, a filter with a pattern that matches no run
Result<Selection> select_runs(const std::string& root, std::span<const std::string> given);

/// The paths of the cases below a folder, sorted.
std::vector<std::string> find_cases(const std::string& root);

}  // namespace backedge
