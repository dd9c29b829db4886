#include "interpreter/openvino/model.h"

#include "interpreter/base/safe_text.h"

namespace backedge::openvino {

void Port::declare(ElementType type, const PartialShape& shape) {
  precision = type;
  dims.clear();
  if (!shape.rank_known()) return;
  for (int64_t axis = 0; axis < shape.rank(); ++axis) dims.push_back(shape[axis]);
}

std::string_view name_of(Dialect dialect) {
  constexpr std::string_view kNames[] = {"", "tensor-iterator-1", "loop-5", "loop-5-draft"};
  return kNames[static_cast<size_t>(dialect)];
}

std::string Layer::name_or_id() const { return name.empty() ? type + "_" + std::to_string(id) : name; }

std::string Layer::title() const {
  std::string kind = type;
  const std::string_view opset = "opset";
  if (version.starts_with(opset)) {
    kind += "-" + version.substr(opset.size());
  } else if (!version.empty()) {
    kind += ", " + version;
  } else if (type == "TensorIterator") {
    kind += "-1";  // these types have only one version
  } else if (type == "Loop") {
    kind += "-5";
  }
  return "layer " + std::to_string(id) + (name.empty() ? " (" : " \"" + safe_line(name) + "\" (") +
         safe_line(kind) + ")";
}

}  // namespace backedge::openvino
