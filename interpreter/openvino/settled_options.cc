#include "interpreter/openvino/settled_options.h"

#include <optional>

#include "interpreter/ops/convolution.h"
#include "interpreter/ops/list_operands.h"
#include "interpreter/ops/movement.h"
#include "interpreter/ops/pooling.h"

namespace backedge::openvino {
namespace {

/// Whether all elements of a constant are from `least` to `most`.
bool are_between(const Operand& indices, int64_t least, int64_t most) {
  if (indices.value == nullptr) return false;
  for (int64_t i = 0; i < indices.value->count(); ++i) {
    const int64_t index = ops::integer_at(*indices.value, i);
    if (index < least || index > most) return false;
  }
  return true;
}

/// Indices in range never give an error, nor zeros.
Made settle_gather(const Made& made, std::span<const Operand> inputs) {
  auto options = std::any_cast<ops::Gather>(made.options);
  if (options.out_of_range != ops::Gather::OutOfRange::kFromEndOrError) return made;
  const Result<std::optional<int64_t>> axis = ops::axis_in(inputs, 2);
  if (!axis.ok() || !axis.value()) return made;
  const int64_t size = inputs[0].shape[*axis.value()].min;
  if (!are_between(inputs[1], -size, size - 1)) return made;
  options.out_of_range = ops::Gather::OutOfRange::kFromEndOrZeros;
  return ops::make_gather(options).made;
}

/// No index is negative.
Made settle_gather_elements(const Made& made, std::span<const Operand> inputs) {
  const auto options = std::any_cast<ops::GatherElements>(made.options);
  if (!are_between(inputs[1], 0, INT64_MAX)) return made;
  return ops::make_gather_elements(options.axis, ops::NegativeIndex::kError).made;
}

/// No slice goes backward from before the first element.
Made settle_slice(const Made& made, std::span<const Operand> inputs) {
  const bool never_before = are_between(inputs[1], 0, INT64_MAX) || are_between(inputs[3], 1, INT64_MAX);
  return never_before ? ops::make_slice().made : made;
}

/// Pads that auto_pad ignores are not written.
template <class Options>
Made settle_windows(const Made& made, Operation (*make)(const Options&)) {
  auto options = std::any_cast<Options>(made.options);
  if (options.windows.padding == ops::Windows::Padding::kExplicit) return made;
  options.windows.pads_begin.clear();
  options.windows.pads_end.clear();
  return make(options).made;
}

/// Every axis that is named has one element.
Made settle_squeeze(const Made& made, std::span<const Operand> inputs) {
  const PartialShape& data = inputs[0].shape;
  if (inputs.size() == 2) {
    const Tensor* const axes = inputs[1].value;
    if (axes == nullptr || axes->count() == 0 || !data.rank_known()) return made;
    const auto named = ops::read_axes(*axes, data.rank(), false);
    if (!named.ok()) return made;
    for (int64_t axis = 0; axis < data.rank(); ++axis) {
      if (named.value()[axis] && !(data[axis] == Dimension::exactly(1))) return made;
    }
  }
  return ops::make_squeeze().made;
}

}  // namespace

Made settle_options(const Made& made, std::span<const Operand> inputs) {
  if (made.maker == "gather") return settle_gather(made, inputs);
  if (made.maker == "gather_elements") return settle_gather_elements(made, inputs);
  if (made.maker == "slice") return settle_slice(made, inputs);
  if (made.maker == "squeeze") return settle_squeeze(made, inputs);
  if (made.maker == "convolution") return settle_windows(made, ops::make_convolution);
  if (made.maker == "convolution_backprop") return settle_windows(made, ops::make_convolution_backprop);
  if (made.maker == "max_pool") return settle_windows(made, ops::make_max_pool);
  if (made.maker == "avg_pool") return settle_windows(made, ops::make_avg_pool);
  return made;
}

}  // namespace backedge::openvino
