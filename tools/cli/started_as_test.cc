#include "tools/cli/started_as.h"

#include <gtest/gtest.h>

namespace backedge {
namespace {

const std::string kBin = "/srv/me/.cache/bazel/_bazel_me/0a1b/execroot/mine/bazel-out/";

TEST(StartedAsTest, UnderBazelTheLabelAndTheMode) {
  EXPECT_EQ(started_as(kBin + "k8-fastbuild/bin/tools/backedge", true), "bazel run //tools:backedge --");
  EXPECT_EQ(started_as(kBin + "k8-opt/bin/tools/backedge", true), "bazel run -c opt //tools:backedge --");
  EXPECT_EQ(started_as(kBin + "k8-dbg-clang/bin/backedge", true), "bazel run -c dbg //:backedge --");
  EXPECT_EQ(started_as(kBin + "k8-opt/bin/external/backedge/tools/backedge", true),
            "bazel run -c opt @backedge//tools:backedge --");
  EXPECT_EQ(started_as(kBin + "k8-opt/bin/external/backedge~/tools/backedge", true),
            "bazel run -c opt @backedge//tools:backedge --");
}

TEST(StartedAsTest, OtherwiseTheWord) {
  EXPECT_EQ(started_as("backedge", false), "backedge");
  EXPECT_EQ(started_as("./bin/backedge", false), "./bin/backedge");
  EXPECT_EQ(started_as("/my programs/backedge", false), "'/my programs/backedge'");
  EXPECT_EQ(started_as(kBin + "k8-opt/bin/tools/backedge", false), kBin + "k8-opt/bin/tools/backedge");
  // A script that `bazel run` started may start the program from anywhere.
  for (const std::string word : {"/opt/backedge", "/x/bazel-out/k8-opt", "/x/bazel-out/k8-opt/lib/a",
                                 "/x/bazel-out/k8-opt/bin/external/backedge"})
    EXPECT_EQ(started_as(word, true), word);
}

TEST(StartedAsTest, Quoting) {
  EXPECT_EQ(quoted_for_shell("a/b.c-1"), "a/b.c-1");
  EXPECT_EQ(quoted_for_shell(""), "''");
  EXPECT_EQ(quoted_for_shell("it's"), "'it'\"'\"'s'");
  EXPECT_EQ(quoted_for_shell("a;b"), "'a;b'");
}

}  // namespace
}  // namespace backedge
