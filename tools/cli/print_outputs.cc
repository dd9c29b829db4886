#include "tools/cli/print_outputs.h"

#include "interpreter/base/safe_text.h"
#include "interpreter/tensor/numpy_text.h"
#include "tools/cli/print.h"

namespace backedge {

namespace {

Result<void> print_value(const std::string& title, const Value& value) {
  TRY(print(title + " " + value.text() + "\n"));
  if (value.kind() == ValueKind::kTensor) return print(numpy_text(value.tensor()) + "\n");
  const std::vector<Value>& items = value.items();
  for (size_t k = 0; k < items.size(); ++k) {
    // The item of an optional has its name.
    TRY(print_value(is_optional(value.kind()) ? title : title + "[" + std::to_string(k) + "]", items[k]));
  }
  return {};
}

}  // namespace

Result<void> print_outputs(std::span<const ModelOutput> outputs, std::span<const Value> values) {
  for (size_t k = 0; k < values.size(); ++k) TRY(print_value(safe_line(outputs[k].name), values[k]));
  return {};
}

}  // namespace backedge
