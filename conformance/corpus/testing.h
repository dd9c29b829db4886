#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "conformance/corpus/corpus.h"
#include "conformance/corpus/read_case.h"

/// Makes cases for the tests of this package.
namespace backedge {

/// A model whose Result y is its Parameter x: i32[2].
inline const std::string kIdentity = R"(<net><layers>
<layer id="0" name="x" type="Parameter"><data shape="2" element_type="i32"/><output><port id="0"/></output></layer>
<layer id="1" name="y" type="Result"><input><port id="0"/></input></layer>
</layers><edges><edge from-layer="0" from-port="0" to-layer="1" to-port="0"/></edges></net>
)";

/// The case.json of a case of kIdentity that has these members after the front matter.
inline std::string case_json(const std::string& members) {
  return R"({"format": "openvino-ir", "title": "T.", "dialect": "loop-5", "kind": "plain", "rules": ["OUT-1"],
             "features": [], "oracle": "by-hand", "notes": "n", )" +
         members + "}";
}

/// A tensor i32[2] as JSON.
inline std::string pair_json(int first, int second) {
  return R"({"type": "i32", "shape": [2], "values": [)" + std::to_string(first) + ", " +
         std::to_string(second) + "]}";
}

/// A new folder for this test.
inline std::string fresh_folder(const std::string& name) {
  const std::string folder = testing::TempDir() + "/" + name;
  std::filesystem::remove_all(folder);
  std::filesystem::create_directories(folder);
  return folder;
}

inline void write_file(const std::string& file, const std::string& text) {
  std::filesystem::create_directories(std::filesystem::path(file).parent_path());
  std::ofstream(file, std::ios::binary) << text;
}

/// Writes a case and reads it.
inline Result<TestCase> make_case(const std::string& json, const std::string& model = kIdentity) {
  const std::string folder = fresh_folder("case");
  write_file(folder + "/case.json", json);
  write_file(folder + "/model.xml", model);
  return read_case(folder, "area/name");
}

/// A corpus in memory with these runs, "CASE/RUN", in their order. A name that ends with `?` is in the
/// survey tier.
inline Corpus corpus_of(const std::vector<std::string>& names) {
  Corpus corpus;
  for (std::string name : names) {
    CaseRun run;
    run.survey = name.ends_with('?');
    if (run.survey) name.pop_back();
    const size_t slash = name.rfind('/');
    run.name = name.substr(slash + 1);
    run.rules = {"OUT-1"};
    if (corpus.cases.empty() || corpus.cases.back().path != name.substr(0, slash))
      corpus.cases.push_back({.path = name.substr(0, slash)});
    corpus.cases.back().runs.push_back(run);
  }
  return corpus;
}

}  // namespace backedge
