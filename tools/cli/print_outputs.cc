#include "tools/cli/print_outputs.h"

#include "interpreter/base/safe_text.h"
#include "interpreter/tensor/numpy_text.h"
#include "interpreter/tensor/signature.h"
#include "tools/cli/print.h"

namespace backedge {

Result<void> print_outputs(std::span<const ModelOutput> outputs, std::span<const Tensor> values) {
  for (size_t k = 0; k < values.size(); ++k) {
    TRY(print(safe_line(outputs[k].name) + " " + signature_of(values[k]).text() + "\n" +
              numpy_text(values[k]) + "\n"));
  }
  return {};
}

}  // namespace backedge
