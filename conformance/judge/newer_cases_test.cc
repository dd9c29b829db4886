#include "conformance/judge/newer_cases.h"

#include "conformance/corpus/testing.h"

namespace backedge {
namespace {

// A corpus whose version 0.1 has no a/new, and has a case that is retired now.
class FindNewerCases : public testing::Test {
 protected:
  FindNewerCases() { write_file(root_ + "/versions/0.1", line("a/old") + line("a/retired")); }

  static std::string line(const std::string& path) { return path + " 1 " + std::string(64, 'a') + "\n"; }

  Result<void> find(const std::string& version) {
    list_.version = version;
    return find_newer_cases(list_, corpus_, root_);
  }

  const std::string root_ = fresh_folder("newer_cases");
  const Corpus corpus_ = corpus_of({"a/new/x", "a/new/y", "a/old/x"});
  ExpectationList list_{.file = "mine.txt", .text = "", .entries = {}};
};

TEST_F(FindNewerCases, FindsThoseThatTheVersionDoesNotHave) {
  ASSERT_TRUE(find("0.1").ok());
  EXPECT_EQ(list_.newer_cases, std::set<std::string>{"a/new"});
}

TEST_F(FindNewerCases, FindsNoneIfTheListNamesNoVersion) {
  ASSERT_TRUE(find("").ok());
  EXPECT_TRUE(list_.newer_cases.empty());
}

TEST_F(FindNewerCases, NeedsAVersionThatExists) {
  const Result<void> found = find("0.2");
  ASSERT_FALSE(found.ok());
  EXPECT_EQ(found.error().rule(), "EXPECT-4");
  EXPECT_EQ(found.error().phase(), Phase::kRead);
  EXPECT_EQ(found.error().where(), "mine.txt");
  EXPECT_EQ(found.error().message(), "the corpus has no version 0.2 in " + root_ + "/versions");
}

TEST_F(FindNewerCases, NeedsAManifestThatIsNotBroken) {
  write_file(root_ + "/versions/0.3", line("a/old") + "a/new\n");
  const Result<void> found = find("0.3");
  ASSERT_FALSE(found.ok());
  EXPECT_EQ(found.error().rule(), "CASE-2");
  EXPECT_EQ(found.error().where(), root_ + "/versions/0.3");
}

}  // namespace
}  // namespace backedge
