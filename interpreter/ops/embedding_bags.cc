#include <algorithm>

#include "interpreter/ops/bags.h"
#include "interpreter/ops/copy_elements.h"
#include "interpreter/ops/flat_positions.h"
#include "interpreter/ops/list_operands.h"
#include "interpreter/ops/sum.h"

/// output[b, q...] = ReduceSum(table[indices[i], q...] * weights[i]) or ReduceMean(table[indices[i], q...])
///
/// over the indices i of bag b, in their order. Each product is rounded (NUM-6). Without weights there are no
/// products. Bags by offsets and by segments that are empty are row default_index of the table, bit for bit,
/// or 0.
///
/// inputs   table: numeric, rank >= 1; indices: i32 or i64. These operands have the type of indices:
///          by offsets, offsets [batch] where the bags begin, default_index;
///          by segments, segment_ids, one for each index, num_segments, default_index.
///          By rows, indices have shape [batch, n]; otherwise they are a list.
///          The last operand is weights, of the type of table and the shape of indices; only for sums.
///          default_index and weights may be missing.
/// returns  the type of table, shape [number of bags] + table[1:]
/// errors   OP-3 weights of a mean; OP-4; OP-5; OP-6 indices, offsets, segment_ids, num_segments, a
///          default_index that is used, a mean of no integers
/// source   OpenVINO's EmbeddingBagOffsets-15, EmbeddingBagOffsetsSum-3, EmbeddingBagPacked-15,
///          EmbeddingBagPackedSum-3, EmbeddingSegmentsSum-3
namespace backedge::ops {
namespace {

using By = EmbeddingBags::By;

/// The places of the operands that may be missing.
struct Roles {
  size_t default_index, weights;  // default_index 0: there is none
};

Roles roles_of(By by) {
  switch (by) {
    case By::kOffsets:
      return {.default_index = 3, .weights = 4};
    case By::kRows:
      return {.default_index = 0, .weights = 2};
    case By::kSegments:
      break;
  }
  return {.default_index = 4, .weights = 5};
}

Result<void> check_operands_of_bags(const EmbeddingBags& options, std::span<const Operand> inputs) {
  const size_t weights = roles_of(options.by).weights;
  TRY(check_type(inputs, 0, Types::kNumeric));
  TRY(check_type(inputs, 1, Types::kI32OrI64));
  for (size_t k = 2; k < std::min(inputs.size(), weights); ++k) TRY(check_same_type(inputs, k, 1));
  TRY(check_has_axis(inputs, 0));
  const int64_t rank = options.by == By::kRows ? 2 : 1;
  if (!inputs[1].shape.meets(PartialShape::of_rank(rank))) {
    return Error("OP-5",
                 "indices have shape " + inputs[1].shape.text() + ", expected rank " + std::to_string(rank));
  }
  if (inputs.size() <= weights) return {};
  if (options.mean) return Error("OP-3", "a mean has no weights");
  TRY(check_same_type(inputs, weights));
  if (inputs[weights].shape.meets(inputs[1].shape)) return {};
  return Error("OP-5",
               "weights have shape " + inputs[weights].shape.text() + ", indices " + inputs[1].shape.text());
}

Result<Dimension> count_bags_of_segments(std::span<const Operand> inputs) {
  TRY(check_scalar(inputs, 3));
  if (!inputs[2].shape.meets(inputs[1].shape)) {
    return Error("OP-5",
                 "segment_ids have shape " + inputs[2].shape.text() + ", indices " + inputs[1].shape.text());
  }
  return dimension_at(inputs, 3, 0);
}

Result<Dimension> count_bags(By by, std::span<const Operand> inputs) {
  const PartialShape& shape = inputs[by == By::kOffsets ? 2 : 1].shape;
  if (by == By::kSegments) return count_bags_of_segments(inputs);
  if (by == By::kOffsets && !shape.meets(PartialShape::of_rank(1)))
    return Error("OP-5", "offsets have shape " + shape.text() + ", expected one dimension");
  return shape.rank_known() ? shape[0] : Dimension::any();
}

/// errors  OP-6 as for ReduceMean
Result<void> check_mean(const EmbeddingBags& options, std::span<const Operand> inputs,
                        const PartialShape& output) {
  const PartialShape& indices = inputs[1].shape;
  if (!options.mean || options.by != By::kRows || !is_integer(inputs[0].type) || !indices.rank_known())
    return {};
  const bool of_nothing = indices[1] == Dimension::exactly(0);
  if (!of_nothing || !output.known() || output.shape().count() == 0) return {};
  return Error("OP-6", "no elements for a mean of integers");
}

Result<void> infer_bags(const EmbeddingBags& options, std::span<const Operand> inputs,
                        std::span<Signature> outputs) {
  TRY(check_operands_of_bags(options, inputs));
  const size_t default_index = roles_of(options.by).default_index;
  if (default_index != 0 && inputs.size() > default_index) TRY(check_scalar(inputs, default_index));
  const Dimension count = TRY(count_bags(options.by, inputs));
  outputs[0] = {inputs[0].type, inputs[0].shape};
  if (outputs[0].shape.rank_known()) outputs[0].shape[0] = count;
  return check_mean(options, inputs, outputs[0].shape);
}

/// The row of each index.
///
/// errors  OP-6
Result<Tensor> read_rows(const KernelCall& call) {
  const Tensor& indices = call.input(1);
  Tensor rows = TRY(call.pool.allocate(ElementType::kI64, indices.shape()));
  int64_t* const row = rows.writable<int64_t>();
  for (int64_t i = 0; i < indices.count(); ++i) {
    row[i] = TRY(position_of_index(integer_at(indices, i), call.input(0).shape()[0], NegativeIndex::kError));
    if (call.deadline.passed(1)) break;
  }
  return rows;
}

/// errors  OP-6
Result<void> check_lists(By by, const KernelCall& call) {
  if (by == By::kRows) return {};
  if (by == By::kOffsets)  // [OP-32]
    return check_ascending(call.input(2), "offsets", call.input(1).count(), call.deadline);
  return check_ascending(call.input(2), "segment_ids", call.output().shape()[0] - 1, call.deadline);
}

/// The first index of each bag, and the end of the last one.
Result<Tensor> begins_of_bags(By by, const KernelCall& call) {
  const int64_t bags = call.output().shape()[0], indices = call.input(1).count();
  Tensor begins = TRY(call.pool.allocate(ElementType::kI64, {bags + 1}));
  int64_t* const begin = begins.writable<int64_t>();
  int64_t segment_begin = 0;
  for (int64_t bag = 0; bag < bags; ++bag) {
    if (by == By::kSegments) {
      while (segment_begin < indices && integer_at(call.input(2), segment_begin) < bag) ++segment_begin;
      begin[bag] = segment_begin;
    } else {
      begin[bag] = by == By::kRows ? bag * call.input(1).shape()[1] : integer_at(call.input(2), bag);
    }
    if (call.deadline.passed(2)) break;
  }
  begin[bags] = indices;
  return begins;
}

/// What an empty bag is: a row of the table, or zeros.
///
/// errors  OP-6
Result<std::optional<int64_t>> row_of_empty_bag(By by, const KernelCall& call) {
  const size_t k = roles_of(by).default_index;
  if (call.inputs.size() <= k) return std::optional<int64_t>();
  const int64_t index = integer_at(call.input(k), 0);
  if (by == By::kOffsets && index == -1) return std::optional<int64_t>();
  return std::optional(
      TRY(position_of_index(index, call.input(0).shape()[0], NegativeIndex::kError)));  // [OP-32]
}

/// Fills a row of the output with row `from` of the table, or with zeros.
void fill_row(int64_t bag, std::optional<int64_t> from, int64_t size, const KernelCall& call) {
  const int64_t bytes = size * size_of(call.output().type());
  std::byte* const to = call.output().writable_bytes() + bag * bytes;
  if (from) {
    copy_block(to, call.input(0).bytes() + *from * bytes, bytes);
  } else {
    std::fill_n(to, bytes, std::byte{0});
  }
}

/// An operation on one type.
template <class T>
struct Rows {
  const KernelCall& call;
  const int64_t* row_of;
  const T* weights;  // or null
  int64_t size;      // of a row

  /// Writes Formula (SumOf, MeanOf) of the rows of indices begin..end-1.
  template <class Formula>
  void reduce(int64_t bag, int64_t begin, int64_t end) const {
    const T* const table = call.input(0).data<T>();
    T* const out = call.output().writable<T>() + bag * size;
    call.deadline.in_blocks(size, end - begin + 1, [&](int64_t first, int64_t last) {
      for (int64_t j = first; j < last; ++j) {
        Formula formula;
        for (int64_t i = begin; i < end; ++i) {
          const T x = table[row_of[i] * size + j];
          formula.take(weights != nullptr ? numbers::multiply(x, weights[i]) : x);
        }
        out[j] = formula.result(end - begin);
      }
    });
  }
};

template <class T>
Result<void> reduce_bags(const EmbeddingBags& options, const Tensor& rows, const Tensor& begins,
                         const KernelCall& call) {
  const size_t weights = roles_of(options.by).weights;
  const Rows<T> bags{call, rows.data<int64_t>(),
                     call.inputs.size() > weights ? call.input(weights).data<T>() : nullptr,
                     count_from(call.output().shape(), 1)};
  const int64_t* const begin = begins.data<int64_t>();
  for (int64_t bag = 0; bag < call.output().shape()[0] && !call.deadline.over(); ++bag) {
    if (begin[bag] == begin[bag + 1] && options.by != By::kRows) {
      fill_row(bag, TRY(row_of_empty_bag(options.by, call)), bags.size, call);
    } else if (options.mean) {
      bags.template reduce<MeanOf<T>>(bag, begin[bag], begin[bag + 1]);  // [OP-32]
    } else {
      bags.template reduce<SumOf<T>>(bag, begin[bag], begin[bag + 1]);
    }
  }
  return {};
}

Result<void> embedding_bags(const EmbeddingBags& options, const KernelCall& call) {
  const Tensor rows = TRY(read_rows(call));
  TRY(check_lists(options.by, call));
  if (call.output().count() == 0 || call.deadline.over()) return {};
  const Tensor begins = TRY(begins_of_bags(options.by, call));
  if (call.deadline.over()) return {};
  return dispatch<Types::kNumeric>(
      call.output().type(), [&]<class T>(TypeTag<T>) { return reduce_bags<T>(options, rows, begins, call); });
}

}  // namespace

Operation make_embedding_bags(const EmbeddingBags& options) {
  std::vector<int64_t> shaping_inputs;
  if (options.by == By::kSegments) shaping_inputs.push_back(3);
  return made(__func__, options,
              {.infer = std::bind_front(infer_bags, options),
               .kernel = std::bind_front(embedding_bags, options),
               .shaping_inputs = std::move(shaping_inputs),
               .error = options});
}

}  // namespace backedge::ops
