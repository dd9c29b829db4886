#include "interpreter/tensorrt/titles.h"

#include "interpreter/base/safe_text.h"

namespace backedge::tensorrt {
namespace {

// A name, or a number for what has none.
std::string called(std::string_view what, std::string_view name, int64_t number) {
  if (name.empty()) return std::string(what) + " " + std::to_string(number);
  return std::string(what) + " \"" + safe_line(name) + "\"";
}

}  // namespace

std::string title_of(const ILayer& layer) {
  return called("layer", layer.data().name, layer.id()) + " (" + layer.data().kind + ")";
}

std::string name_of(const ITensor& tensor) {
  const std::string name = tensor.getName();
  if (!name.empty()) return name;
  const ILayer& layer = tensor.layer();
  const std::string of = layer.data().name.empty() ? "layer" + std::to_string(layer.id()) : layer.data().name;
  return tensor.index() == 0 ? of : of + ":" + std::to_string(tensor.index());
}

std::string title_of(const ITensor& tensor) { return "tensor \"" + safe_line(name_of(tensor)) + "\""; }

std::string title_of(const ILoop& loop) { return called("loop", loop.getName(), loop.id()); }

std::string title_of(const IIfConditional& conditional) {
  return called("conditional", conditional.getName(), conditional.id());
}

}  // namespace backedge::tensorrt
