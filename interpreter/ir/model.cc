#include "interpreter/ir/model.h"

#include <algorithm>

namespace backedge::ir {

std::string Layer::title() const {
  std::string kind = type;
  const std::string_view opset = "opset";
  if (version.starts_with(opset)) {
    kind += "-" + version.substr(opset.size());
  } else if (!version.empty()) {
    kind += ", " + version;
  } else if (type == "TensorIterator") {
    kind += "-1";  // the only ones there are of these
  } else if (type == "Loop") {
    kind += "-5";
  }
  std::string shown = name;
  std::replace_if(
      shown.begin(), shown.end(), [](char c) { return c == '\n' || c == '\r' || c == '\t'; }, ' ');
  return "layer " + std::to_string(id) + (name.empty() ? " (" : " \"" + shown + "\" (") + kind + ")";
}

}  // namespace backedge::ir
