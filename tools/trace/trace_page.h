#pragma once

#include <span>
#include <string>

namespace backedge {

/// One HTML page that shows a trace, or two beside each other. It loads nothing from elsewhere.
///
/// traces  each as JSON: docs/trace.md
std::string trace_page(std::span<const std::string> traces);

}  // namespace backedge
