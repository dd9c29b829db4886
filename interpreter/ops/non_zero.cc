#include "interpreter/elements/per_axis.h"
#include "interpreter/elements/row_major.h"
#include "interpreter/ops/dimensions.h"
#include "interpreter/ops/movement.h"
#include "interpreter/ops/numbers.h"
#include "interpreter/ops/operand_checks.h"

/// output[axis, n] is the position along `axis` of the n-th element, in row-major order, that is not 0. NaN is
/// not 0, and -0 is 0.
///
/// inputs   data of any type and shape
/// returns  output_type, shape [rank of data, number of such elements]
/// errors   OP-6 positions that do not fit output_type
/// source   OpenVINO's NonZero-3
namespace backedge::ops {
namespace {

template <class T>
bool is_non_zero(T x) {
  return numbers::widen(x) != 0;
}

int64_t count_non_zero(const Tensor& data) {
  return dispatch(data.type(), [&]<class T>(TypeTag<T>) {
    int64_t count = 0;
    for (const T x : data.values<T>()) count += is_non_zero(x);
    return count;
  });
}

Result<void> check_fits(const PartialShape& data, ElementType output_type) {
  for (int64_t axis = 0; data.rank_known() && axis < data.rank(); ++axis)
    TRY(check_index_type(output_type, data[axis].min - 1, "positions"));
  return {};
}

Result<void> infer_non_zero(ElementType output_type, std::span<const Operand> inputs,
                            std::span<Signature> outputs) {
  const PartialShape& data = inputs[0].shape;
  TRY(check_fits(data, output_type));
  Dimension rank = Dimension::any(), count = Dimension::any();
  if (data.rank_known()) {
    rank = Dimension::exactly(data.rank());
    const Dimension elements = TRY(count_of(data));
    count = {0, elements.max};
  }
  if (inputs[0].value != nullptr) count = Dimension::exactly(count_non_zero(*inputs[0].value));
  const Dimension dims[] = {rank, count};
  outputs[0] = {output_type, PartialShape::of(dims)};
  return {};
}

/// The index of the next element in row-major order.
void advance(PerAxis<int64_t>& index, const Shape& shape) {
  for (int64_t axis = shape.rank() - 1; axis >= 0; --axis) {
    if (++index[axis] < shape[axis]) return;
    index[axis] = 0;
  }
}

template <class T, class Out>
void list_positions(const KernelCall& call) {
  const Tensor& data = call.input(0);
  const Shape& shape = data.shape();
  const RowMajor<2> at(call.output().shape());
  Out* const out = call.output().writable<Out>();
  PerAxis<int64_t> index;
  int64_t found = 0;
  call.deadline.in_blocks(data.count(), shape.rank(), [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i, advance(index, shape)) {
      if (!is_non_zero(data.data<T>()[i])) continue;
      for (int64_t axis = 0; axis < shape.rank(); ++axis)
        out[at(axis, found)] = static_cast<Out>(index[axis]);
      ++found;
    }
  });
}

Result<void> non_zero(const KernelCall& call) {
  if (call.output().count() == 0) return {};
  dispatch(call.input(0).type(), [&]<class T>(TypeTag<T>) {
    dispatch<Types::kI32OrI64>(call.output().type(),
                               [&]<class Out>(TypeTag<Out>) { list_positions<T, Out>(call); });
  });
  return {};
}

}  // namespace

Operation make_non_zero(ElementType output_type) {
  return made(__func__, output_type,
              {.infer = std::bind_front(infer_non_zero, output_type),
               .kernel = non_zero,
               .shaping_inputs = {0},
               .error = FindsZeros{}});
}

}  // namespace backedge::ops
