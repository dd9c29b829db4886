#include "interpreter/elements/cpu_kernel.h"

namespace backedge {

Result<void> check_kernel(const TensorIterator& iterator, ElementType output,
                          std::span<const ElementType> inputs) {
  bool fits =
      iterator.noutputs() == 1 && iterator.ninputs() == std::ssize(inputs) && iterator.dtype(0) == output;
  std::string expected(name_of(output)), found;
  for (size_t k = 0; k < inputs.size(); ++k) expected += ", " + std::string(name_of(inputs[k]));
  for (int64_t k = 0; k < iterator.ntensors(); ++k)
    found += (k > 0 ? ", " : "") + std::string(name_of(iterator.dtype(k)));
  for (size_t k = 0; fits && k < inputs.size(); ++k)
    fits = iterator.dtype(static_cast<int64_t>(k) + 1) == inputs[k];
  if (fits) return {};
  return Error("ELEM-18", "a kernel for one output and inputs of the types " + expected +  // [ELEM-18]
                              " cannot be applied to operands of the types " + found);
}

}  // namespace backedge
