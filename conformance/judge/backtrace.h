#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace backedge {

/// The lines of a text without those that are a backtrace: headings ("Traceback (most recent call last):"), frames, and
/// the sentences with which Python joins two tracebacks. Knows the forms of Python, glibc, Abseil and glog, Boost, GDB and the
/// sanitizers, LLVM, PyTorch, TVM, Rust, Go and Java. Blank lines are left out too.
std::vector<std::string> lines_without_backtraces(std::string_view text);

}  // namespace backedge
