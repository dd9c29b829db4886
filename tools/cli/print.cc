#include "tools/cli/print.h"

#include <cstdio>

#include "interpreter/base/safe_text.h"

namespace backedge {

Result<void> print(std::string text) {
  text = safe_text(text);
  const bool written = std::fwrite(text.data(), 1, text.size(), stdout) == text.size();
  if (written && std::fflush(stdout) == 0) return {};
  return Error("FILE-1", "cannot write to the standard output");
}

}  // namespace backedge
