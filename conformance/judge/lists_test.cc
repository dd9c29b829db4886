#include <gtest/gtest.h>

#include <filesystem>

#include "conformance/corpus/corpus.h"
#include "conformance/judge/expectations.h"

/// Holds the lists in conformance/expectations against the corpus. No backend is needed for that.
namespace backedge {
namespace {

TEST(Lists, AgreeWithTheCorpus) {
  const Corpus corpus = read_corpus("testdata");
  size_t lists = 0;
  for (const auto& entry : std::filesystem::directory_iterator("conformance/expectations")) {
    const Result<ExpectationList> list = read_expectations(entry.path());
    ASSERT_TRUE(list.ok()) << list.error().text();
    for (const Error& error : check_expectations(list.value(), corpus)) ADD_FAILURE() << error.text();
    ++lists;
  }
  EXPECT_GT(lists, 0u);
}

}  // namespace
}  // namespace backedge
