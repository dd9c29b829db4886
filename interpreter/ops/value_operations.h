#pragma once

#include <vector>

#include "interpreter/ops/value_operation.h"

/// Operations on sequences of tensors and on optionals. They keep every bit (NUM-5) and accept every element
/// type.  (OP-43 to OP-46)
///
/// A position is one integer. It counts from the end if negative.
///
/// source  ONNX's operators of the same names
namespace backedge::ops {

struct SplitToSequence {
  int64_t axis = 0;       // counts from the end if negative
  bool keep_dims = true;  // whether parts keep the axis if no size is given
  bool operator==(const SplitToSequence&) const = default;
};

struct ConcatFromSequence {
  int64_t axis = 0;       // counts from the end if negative
  bool new_axis = false;  // whether the tensors do not have the axis
  bool operator==(const ConcatFromSequence&) const = default;
};

/// errors  OP-4 unless operand k is of this kind
Result<void> check_kind(std::span<const Operand> inputs, size_t k, ValueKind kind);

/// errors  LIMIT-7 unless a sequence can have `count` tensors
Result<void> check_item_count(int64_t count);

/// A sequence of all operands, which are tensors of one type.
ValueOperation make_sequence_construct();
ValueOperation make_sequence_empty(ElementType type);
/// inputs  sequence; tensor; a position, before which it is inserted. Without one it is appended
/// errors  OP-4, OP-5, OP-6, LIMIT-7
ValueOperation make_sequence_insert();
/// inputs  sequence; the position of the tensor that is removed. Without one it is the last
/// errors  OP-4, OP-5, OP-6
ValueOperation make_sequence_erase();
/// inputs  sequence, a position
/// errors  OP-4, OP-5, OP-6
ValueOperation make_sequence_at();
/// The number of tensors in a sequence, or in each of several ones; an i64 scalar.
///
/// errors  OP-4; OP-6 sequences of different lengths
ValueOperation make_sequence_length();
/// Cuts a tensor along an axis.
///
/// inputs  data; the size of a part, or a list with the size of each part. Without it the size is 1
/// errors  OP-4, OP-5, OP-6, LIMIT-7
ValueOperation make_split_to_sequence(const SplitToSequence& options);
/// Joins the tensors of a sequence along an axis.
///
/// errors  OP-4, OP-5; OP-6 an empty sequence; LIMIT-3, LIMIT-4
ValueOperation make_concat_from_sequence(const ConcatFromSequence& options);

/// An optional with the operand, a tensor or a sequence, in it.
ValueOperation make_optional();
/// item  what it could hold
ValueOperation make_empty_optional(const Signature& item);
/// Whether an optional has something in it, a boolean scalar.
ValueOperation make_optional_has_element();
/// What is in an optional.
///
/// errors  OP-46 nothing is
ValueOperation make_optional_get_element();

}  // namespace backedge::ops
