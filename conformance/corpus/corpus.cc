#include "conformance/corpus/corpus.h"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <map>
#include <set>

#include "conformance/corpus/read_case.h"
#include "conformance/corpus/read_text.h"
#include "interpreter/base/nearest_name.h"
#include "interpreter/base/number_text.h"

namespace backedge {
namespace {

Error manifest_error(std::string message) {
  return Error("CASE-2", std::move(message)).in(Phase::kRead);  // [CASE-2]
}

Result<ManifestEntry> parse_line(std::string_view line) {
  const size_t first = line.find(' '), second = first == line.npos ? line.npos : line.find(' ', first + 1);
  ManifestEntry entry;
  if (second != line.npos) {
    entry.path = line.substr(0, first);
    entry.digest = line.substr(second + 1);
    const std::string_view runs = line.substr(first + 1, second - first - 1);
    const auto [end, failure] = std::from_chars(runs.data(), runs.data() + runs.size(), entry.runs);
    const bool hex = entry.digest.find_first_not_of("0123456789abcdef") == std::string::npos;
    if (failure == std::errc() && end == runs.data() + runs.size() && !entry.path.empty() && entry.runs > 0 &&
        entry.digest.size() == 64 && hex)
      return entry;
  }
  return manifest_error("not PATH RUNS DIGEST, with at least one run: " + std::string(line));
}

// Filters and expectation lists must be able to name each case and run, and nothing else with the same name.
// [CASE-1]
//
// paths  of all cases, sorted
void check_path(const std::string& path, const std::vector<std::string>& paths,
                std::vector<std::string>& problems) {
  for (size_t slash = path.find('/'); slash != path.npos; slash = path.find('/', slash + 1)) {
    const std::string outer = path.substr(0, slash);
    if (std::binary_search(paths.begin(), paths.end(), outer))
      problems.push_back(path + " is in the folder of the case " + outer + ": move it out of there");
  }
  const std::string run = path + "/run";
  if (Filter(run).patterns() != std::vector<std::string_view>{run})
    problems.push_back(path + " has a - or : that splits it in a filter: rename its folder");
}

// The folder of the case that `name` means, which is FOLDER or FOLDER/RUN; "" if there is no such case.
std::string case_folder(const std::string& name) {
  for (const std::string& folder : {name, std::filesystem::path(name).parent_path().string()}) {
    if (!folder.empty() && file_exists(folder + "/case.json")) return folder;
  }
  return "";
}

Corpus read_folders(std::span<const std::string> names) {
  Corpus corpus;
  for (const std::string& name : names) {
    const std::string folder = case_folder(name);
    if (find_case(corpus, folder) != nullptr) continue;
    Result<TestCase> read = read_case(folder, folder);
    if (read.ok()) {
      corpus.cases.push_back(std::move(read).value());
    } else {
      corpus.problems.push_back(read.error().text());
    }
  }
  return corpus;
}

}  // namespace

Result<std::vector<ManifestEntry>> parse_manifest(std::string_view text) {
  std::vector<ManifestEntry> entries;
  while (!text.empty()) {
    const size_t end = std::min(text.find('\n'), text.size());
    ManifestEntry entry = TRY(parse_line(text.substr(0, end)));
    text.remove_prefix(std::min(end + 1, text.size()));
    for (const ManifestEntry& other : entries) {
      if (other.path == entry.path) return manifest_error("listed twice: " + entry.path);
    }
    entries.push_back(std::move(entry));
  }
  if (entries.empty()) return manifest_error("lists no case");
  return entries;
}

Result<std::vector<ManifestEntry>> read_manifest(const std::string& file) {
  Result<std::vector<ManifestEntry>> entries = parse_manifest(TRY(read_text(file)));
  if (!entries.ok()) return entries.take_error().at(file, 0);
  return entries;
}

std::vector<std::string> find_cases(const std::string& root) {
  namespace fs = std::filesystem;
  std::vector<std::string> paths;
  std::error_code failure;
  for (fs::recursive_directory_iterator at(root, failure), end; !failure && at != end;
       at.increment(failure)) {
    if (at->path().filename() != "case.json") continue;
    paths.push_back(at->path().parent_path().lexically_relative(root).generic_string());
  }
  std::sort(paths.begin(), paths.end());
  return paths;
}

const TestCase* find_case(const Corpus& corpus, std::string_view path) {
  for (const TestCase& candidate : corpus.cases) {
    if (candidate.path == path) return &candidate;
  }
  return nullptr;
}

Corpus read_corpus(const std::string& root) {
  Corpus corpus;
  std::map<std::string, int64_t> listed;
  Result<std::vector<ManifestEntry>> manifest = read_manifest(root + "/MANIFEST");
  if (manifest.ok()) {
    for (const ManifestEntry& entry : manifest.value()) listed[entry.path] = entry.runs;
  } else {
    corpus.problems.push_back(manifest.error().text());
  }
  const std::vector<std::string> paths = find_cases(root);
  for (const std::string& path : paths) {
    check_path(path, paths, corpus.problems);
    const auto entry = listed.find(path);
    const int64_t runs = entry == listed.end() ? 0 : entry->second;
    if (entry == listed.end()) corpus.problems.push_back("not in MANIFEST: " + path);
    if (entry != listed.end()) listed.erase(entry);
    Result<TestCase> read = read_case(root + "/" + path, path);
    if (!read.ok()) {
      corpus.problems.push_back(read.error().text());
      continue;
    }
    const int64_t found = std::ssize(read.value().runs);
    if (runs != 0 && runs != found) {
      corpus.problems.push_back(path + " has " + counted(found, "run") + ", MANIFEST says " +
                                std::to_string(runs));
    }
    corpus.cases.push_back(std::move(read).value());
  }
  for (const auto& [path, runs] : listed) corpus.problems.push_back("in MANIFEST, but missing: " + path);
  for (const TestCase& read : corpus.cases) {
    if (!read.pair.empty() && find_case(corpus, read.pair) == nullptr)
      corpus.problems.push_back(read.path + ": its reference pair does not exist: " + read.pair);
  }
  if (corpus.cases.empty())
    corpus.problems.push_back("no cases below " + root + "; --corpus names another folder");
  return corpus;
}

Result<void> check_filter(const Filter& filter, const Corpus& corpus) {
  for (const std::string_view pattern : filter.patterns()) {
    std::set<std::string> names;  // of runs, and of all folders around them
    bool is_used = false;
    for (const TestCase& test_case : corpus.cases) {
      for (size_t slash = test_case.path.find('/'); slash != test_case.path.npos;
           slash = test_case.path.find('/', slash + 1))
        names.insert(test_case.path.substr(0, slash));
      names.insert(test_case.path);
      for (const CaseRun& run : test_case.runs) {
        const std::string name = name_of(test_case, run);
        is_used = is_used || selects(pattern, name);
        names.insert(name);
      }
      if (is_used) break;
    }
    if (is_used) continue;
    Error error = manifest_error("no run is called \"" + std::string(pattern) + "\"");
    const std::vector<std::string_view> known(names.begin(), names.end());
    const std::string nearest = nearest_name(pattern, known);
    return nearest.empty() ? std::move(error) : std::move(error).note("did you mean \"" + nearest + "\"?");
  }
  return {};
}

std::vector<SelectedRun> runs_of(const Corpus& corpus) {
  std::vector<SelectedRun> runs;
  for (const TestCase& test_case : corpus.cases) {
    const TestCase* pair = find_case(corpus, test_case.pair);
    for (const CaseRun& run : test_case.runs) runs.push_back({&test_case, &run, pair});
  }
  return runs;
}

std::string name_of(const SelectedRun& run) { return name_of(*run.test_case, *run.run); }

Result<Selection> select_runs(const std::string& root, std::span<const std::string> given) {
  std::vector<std::string> names(given.begin(), given.end());
  for (std::string& name : names) name.resize(name.find_last_not_of('/') + 1);
  const bool folders =
      !names.empty() && std::none_of(names.begin(), names.end(),
                                     [](const std::string& name) { return case_folder(name).empty(); });
  Selection selection{folders ? read_folders(names) : read_corpus(root), {}, !folders};
  if (folders && !selection.corpus.problems.empty()) return selection;
  // Without a corpus, the names are not to blame.
  if (!names.empty() && selection.corpus.cases.empty())
    return manifest_error(selection.corpus.problems.back());
  // Names of runs are looked up, because there may be thousands. Each other name is a pattern for all runs.
  std::map<std::string, std::vector<size_t>> by_run;  // by the name of a run: where it is in `names`
  for (const SelectedRun& run : runs_of(selection.corpus)) by_run[name_of(run)];
  std::vector<std::pair<size_t, Filter>> filters;  // with their places in `names`
  for (size_t k = 0; k < names.size(); ++k) {
    const auto found = by_run.find(names[k]);
    if (found != by_run.end()) {
      found->second.push_back(k);
      continue;
    }
    filters.emplace_back(k, Filter(names[k]));
    if (!folders) TRY(check_filter(filters.back().second, selection.corpus));
  }
  std::vector<bool> used(names.size());
  for (const SelectedRun& run : runs_of(selection.corpus)) {
    const std::string full = name_of(run);
    const std::vector<size_t>& exact = by_run.at(full);
    bool wanted = names.empty() || !exact.empty();
    for (const size_t k : exact) used[k] = true;
    for (const auto& [k, filter] : filters) {
      const bool named = folders ? names[k] == run.test_case->path : filter.selects(full);
      if (named) wanted = used[k] = true;
    }
    if (wanted) selection.runs.push_back(run);
  }
  const auto unused = std::find(used.begin(), used.end(), false);
  if (unused == used.end()) return selection;
  return manifest_error("no run is called \"" + names[static_cast<size_t>(unused - used.begin())] + "\"");
}

}  // namespace backedge
