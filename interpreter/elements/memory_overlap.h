#pragma once

#include "interpreter/elements/strided_tensor.h"

namespace backedge {

/// What is known about elements that share memory. Deciding it exactly is too hard for arbitrary strides.
enum class Overlap {
  kNone,
  kFull,     // both are the same elements with the same strides
  kPartial,  // some memory belongs to both, but not in the same way
  kTooHard,  // not decided
};

/// Whether two elements of one tensor share memory: kNone, kFull or kTooHard.
Overlap overlap_inside(const StridedTensor& tensor);

/// Whether two tensors share memory.
Overlap overlap_of(const StridedTensor& a, const StridedTensor& b);

/// Whether an output may be written.
///
/// errors  ELEM-9 two of its elements share memory
Result<void> check_no_internal_overlap(const StridedTensor& output);

/// Whether an output may be written while an input is read.
///
/// errors  ELEM-10 they share memory in different ways
Result<void> check_no_partial_overlap(const StridedTensor& output, const StridedTensor& input);

/// Whether it is certain that no two elements of a tensor share memory.
bool surely_distinct(const StridedTensor& output);
/// Whether it is certain that two tensors share no memory.
bool surely_apart(const StridedTensor& a, const StridedTensor& b);

}  // namespace backedge
