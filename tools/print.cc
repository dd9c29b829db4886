#include "tools/print.h"

#include <algorithm>
#include <cstdio>

namespace backedge {

Result<void> print(std::string text) {
  std::replace_if(
      text.begin(), text.end(), [](unsigned char c) { return (c < ' ' && c != '\n') || c == 0x7f; }, '?');
  const bool written = std::fwrite(text.data(), 1, text.size(), stdout) == text.size();
  if (written && std::fflush(stdout) == 0) return {};
  return Error("FILE-1", "the standard output does not take the text");
}

}  // namespace backedge
