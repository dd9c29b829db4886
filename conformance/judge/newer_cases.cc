#include "conformance/judge/newer_cases.h"

#include "conformance/corpus/read_text.h"

namespace backedge {

Result<void> find_newer_cases(ExpectationList& list, const Corpus& corpus, const std::string& root) {
  if (list.version.empty()) return {};
  const std::string file = root + "/versions/" + list.version;
  if (!file_exists(file))
    return Error("EXPECT-4",
                 "the corpus has no version " + list.version + " in " + root + "/versions")  // [EXPECT-4]
        .in(Phase::kRead)
        .at(list.file, 0);
  for (const TestCase& test_case : corpus.cases) list.newer_cases.insert(test_case.path);
  for (const ManifestEntry& entry : TRY(read_manifest(file))) list.newer_cases.erase(entry.path);
  return {};
}

}  // namespace backedge
