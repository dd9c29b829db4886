#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace backedge {

/// The lines of a text without backtraces: without their headings ("Traceback (most recent call last):"),
/// their frames, and the sentences with which Python joins two tracebacks. Blank lines are removed too. It
/// knows the forms of Python, glibc, Abseil and glog, Boost, GDB and the sanitizers, LLVM, PyTorch, TVM,
/// Rust, Go and Java.
std::vector<std::string> lines_without_backtraces(std::string_view text);

}  // namespace backedge
