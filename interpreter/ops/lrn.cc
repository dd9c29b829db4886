#include <algorithm>

#include "interpreter/elements/element_iterator.h"
#include "interpreter/ops/elementwise.h"
#include "interpreter/ops/list_operands.h"
#include "interpreter/ops/normalizations.h"
#include "interpreter/ops/operation_formula.h"
#include "interpreter/ops/reduce.h"
#include "interpreter/ops/sum.h"

namespace backedge::ops {
namespace {

Result<void> infer_lrn(std::span<const Operand> inputs, std::span<Signature> outputs) {
  TRY(check_type(inputs, 0, Types::kReal));
  TRY(make_reduce_sum(true).infer(inputs, outputs));  // checks the axes
  outputs[0] = {inputs[0].type, inputs[0].shape};
  return {};
}

/// The positions of the region around a position of an axis of `size` elements.
struct Neighbourhood {
  int64_t first, count;

  static Neighbourhood around(int64_t position, const Lrn& options, int64_t size) {
    const int64_t first = std::max<int64_t>(position - options.before, 0);
    const int64_t after = std::min(options.after, size - 1 - position);
    return {first, position + after + 1 - first};
  }
};

/// out[p] = sum of x in the region around p, in row-major order, rounded once (NUM-3).
Result<void> sum_regions(const Lrn& options, const KernelCall& call) {
  const Tensor& x = call.input(0);
  const Shape& shape = x.shape();
  const PerAxis<bool> named = TRY(read_axes(call.input(1), shape.rank(), true));
  const Layout all = Layout::row_major(shape);
  dispatch<Types::kReal>(x.type(), [&]<class T>(TypeTag<T>) {
    const T* const from = x.data<T>();
    T* const out = call.output().writable<T>();
    for (int64_t place = 0; place < x.count() && !call.deadline.over(); ++place) {
      Layout region = all;
      int64_t rest = place;
      for (int64_t axis = shape.rank() - 1; axis >= 0; rest /= shape[axis], --axis) {
        const int64_t position = rest % shape[axis];
        const Neighbourhood along =
            named[axis] ? Neighbourhood::around(position, options, shape[axis]) : Neighbourhood{position, 1};
        region = region.sliced(axis, along.first, along.count);
      }
      double sum = 0;
      // A row-major layout is the first operand, so the elements have the order of their indices.
      const ElementIterator<2> elements(Layout::row_major(region.shape), region);
      elements.for_each(call.deadline, [&](int64_t, int64_t at) { sum += as_sum(from[at]); });
      out[place] = from_sum<T>(sum);
    }
  });
  return {};
}

Operation make_sum_of_regions(const Lrn& options) {
  return {.infer = infer_lrn,
          .kernel = std::bind_front(sum_regions, options),
          .shaping_inputs = {1},
          .error = kSumOfTerms};
}

std::shared_ptr<const OperationFormula> lrn(const Lrn& options, std::span<const Tensor* const> operands) {
  double volume = 1;
  for (int64_t k = 0; k < operands[1]->count(); ++k) volume *= static_cast<double>(options.size);
  FormulaWriter write(operands[0]->type(), operands.size());
  const auto x = write.operand(0);
  const auto squares = write.apply(make_multiply(), {x, x});
  const auto sum = write.apply(make_sum_of_regions(options), {squares, write.operand(1)});
  const auto scaled = write.apply(make_multiply(), {write.number(options.alpha / volume), sum});
  const auto base = write.apply(make_add(), {write.number(options.bias), scaled});
  write.apply(make_divide(), {x, write.apply(make_power(), {base, write.number(options.beta)})});
  return write.finish();
}

}  // namespace

Operation make_lrn(const Lrn& options) {
  const MakeFormula formula = std::bind_front(lrn, options);
  return made(__func__, options,
              {.infer = infer_lrn,
               .kernel = kernel_of_formula(formula),
               .shaping_inputs = {1},
               .error = StepByStep{formula}});
}

}  // namespace backedge::ops
