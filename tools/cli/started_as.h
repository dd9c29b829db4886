#pragma once

#include <string>

namespace backedge {

/// The words that start a program again from a shell in the user's folder.
///
/// word         its argv[0]
/// under_bazel  whether `bazel run` started it: then its place below bazel-out says the label and the compilation mode,
///              "bazel run -c opt @backedge//tools:backedge --"
/// returns      the word otherwise, quoted where a shell needs it
std::string started_as(const std::string& word, bool under_bazel);

/// started_as of this process.
std::string this_program();

/// A word as a shell takes it, in quotes where it needs them.
std::string quoted_for_shell(const std::string& word);

}  // namespace backedge
