#pragma once

#include <string>

namespace backedge {

/// The words that start a program again from a shell in the user's folder.
///
/// word         its argv[0]
/// under_bazel  whether `bazel run` started it. Then its path below bazel-out tells the label and the
///              compilation mode: "bazel run -c opt @backedge//tools:backedge --"
/// returns      otherwise the word, quoted if a shell needs that
std::string started_as(const std::string& word, bool under_bazel);

/// started_as of this process.
std::string this_program();

/// A word for a shell, quoted if necessary.
std::string quoted_for_shell(const std::string& word);

}  // namespace backedge
