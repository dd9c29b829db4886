#include "interpreter/elements/tensor_iterator.h"

#include <algorithm>

#include "interpreter/elements/convert_elements.h"
#include "interpreter/elements/memory_overlap.h"

namespace backedge {

std::vector<int64_t> TensorIterator::order() const {
  return {axes_.values.begin(), axes_.values.begin() + shape_.rank()};
}

const StridedTensor& TensorIterator::output(int64_t k) const {
  const IteratorOperand& operand = operands_[static_cast<size_t>(k)];
  return operand.original.defined() ? operand.original : operand.tensor;
}

void TensorIterator::run_serially(const Loop2d& loop, ElementRange range) const {  // [ELEM-15]
  const size_t count = operands_.size();
  std::vector<int64_t> strides(2 * count);
  for (int64_t k = 0; k < ntensors(); ++k) {
    strides[static_cast<size_t>(k)] = stride(0, k);
    strides[count + static_cast<size_t>(k)] = stride(1, k);
  }
  std::vector<char*> data(count);
  for (int64_t position = range.begin; position < range.end;) {
    data = begin_;
    PerAxis<int64_t> index;
    int64_t rest = position;
    for (int64_t dim = 0; dim < ndim(); ++dim) {
      index[dim] = rest % size(dim);
      rest /= size(dim);
      for (size_t k = 0; k < count; ++k) data[k] += index[dim] * walk_.steps[dim][k];
    }
    const int64_t left = range.end - position;
    const int64_t row = std::min(size(0) - index[0], left);
    // Several rows are one piece only if they are whole.
    const int64_t rows = row < size(0) ? 1 : std::min(size(1) - index[1], left / row);
    loop(data.data(), strides.data(), row, rows);
    position += row * rows;
  }
}

bool TensorIterator::may_run_in_parallel() const {
  for (int64_t i = 0; i < outputs_; ++i) {
    // Outputs that repeat elements are summed up in, or worse.
    if (!surely_distinct(tensor(i)) || tensor(i).count() != numel_) return false;
    for (int64_t k = i + 1; k < ntensors(); ++k) {
      // A loop may read an input where it writes, but two outputs must be apart.
      const bool may_be_same = k >= outputs_ && tensor(i).is_same(tensor(k));
      if (!may_be_same && !surely_apart(tensor(i), tensor(k))) return false;
    }
  }
  return true;
}

void TensorIterator::run(const Loop2d& loop, const ForEach& how) const {
  const int64_t most = pieces_for(numel_, how.grain_size, how.threads);
  const int64_t pieces = may_run_in_parallel() ? most : 1;  // [ELEM-16]
  parallel_for(numel_, pieces, [&](int64_t begin, int64_t end) {
    if (how.deadline == nullptr) return run_serially(loop, {begin, end});
    Deadline own = *how.deadline;  // threads must not share one
    own.in_blocks(end - begin, [&](int64_t from, int64_t to) {
      run_serially(loop, {begin + from, begin + to});
    });
  });
  if (how.deadline != nullptr) how.deadline->look();
}

void TensorIterator::foreach_reduced_elt(const std::function<void(const TensorIterator&)>& function,
                                         const ForEach& how) const {
  // Dimensions along which output 0 stays where it is are reduced.
  WalkDimensions<std::vector<int64_t>> kept, reduced;
  int64_t results = 1, elements = 1;
  for (int64_t dim = 0; dim < ndim(); ++dim) {
    const bool is_reduced = walk_.steps[dim][0] == 0;  // [ELEM-17]
    WalkDimensions<std::vector<int64_t>>& part = is_reduced ? reduced : kept;
    part.sizes[part.rank] = size(dim);
    part.steps[part.rank++] = walk_.steps[dim];
    (is_reduced ? elements : results) *= size(dim);
  }
  const int64_t work = std::max<int64_t>(elements, 1);  // for each result
  const auto reduce = [&](int64_t begin, int64_t end) {
    Deadline own = how.deadline != nullptr ? *how.deadline : Deadline();  // threads must not share one
    TensorIterator part = *this;
    part.walk_ = reduced;
    part.numel_ = elements;
    for (int64_t result = begin; result < end; ++result) {
      part.begin_ = begin_;
      int64_t rest = result;
      for (int64_t dim = 0; dim < kept.rank; ++dim) {
        const int64_t index = rest % kept.sizes[dim];
        rest /= kept.sizes[dim];
        for (size_t k = 0; k < part.begin_.size(); ++k) part.begin_[k] += index * kept.steps[dim][k];
      }
      function(part);
      if (own.passed(work)) return;
    }
  };
  const int64_t most = pieces_for(results, how.grain_size / work, how.threads);
  // Each element of the output must be written by one thread, and no input may change meanwhile.
  bool apart = outputs_ == 1 && surely_distinct(tensor(0));
  for (int64_t k = 1; apart && k < ntensors(); ++k) apart = surely_apart(tensor(0), tensor(k));
  parallel_for(results, apart ? most : 1, reduce);
  if (how.deadline != nullptr) how.deadline->look();
}

void TensorIterator::cast_outputs() const {
  for (const IteratorOperand& operand : operands_) {
    if (operand.original.defined()) convert_elements(operand.tensor, operand.original);  // [ELEM-7]
  }
}

}  // namespace backedge
