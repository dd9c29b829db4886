#pragma once

#include "interpreter/ops/operation.h"

/// Operations that move elements: they keep every bit (NUM-5) and take every element type, boolean too, where
/// their page does not say less. Operands that name positions, axes or dimensions take every integer type.
namespace backedge {

// shape_of.cc
Result<Operation> make_shape_of(Attributes& attributes, int64_t version, int64_t outputs);
// reshape.cc
Result<Operation> make_reshape(Attributes& attributes, int64_t version, int64_t outputs);
// squeeze.cc
Result<Operation> make_squeeze(Attributes& attributes, int64_t version, int64_t outputs);
Result<Operation> make_unsqueeze(Attributes& attributes, int64_t version, int64_t outputs);
// transpose.cc
Result<Operation> make_transpose(Attributes& attributes, int64_t version, int64_t outputs);
// broadcast_to.cc
Result<Operation> make_broadcast(Attributes& attributes, int64_t version, int64_t outputs);
// tile.cc
Result<Operation> make_tile(Attributes& attributes, int64_t version, int64_t outputs);
// concat.cc
Result<Operation> make_concat(Attributes& attributes, int64_t version, int64_t outputs);
// split.cc
Result<Operation> make_split(Attributes& attributes, int64_t version, int64_t outputs);
Result<Operation> make_variadic_split(Attributes& attributes, int64_t version, int64_t outputs);
// slice.cc
Result<Operation> make_slice(Attributes& attributes, int64_t version, int64_t outputs);
// strided_slice.cc
Result<Operation> make_strided_slice(Attributes& attributes, int64_t version, int64_t outputs);
// gather.cc
Result<Operation> make_gather(Attributes& attributes, int64_t version, int64_t outputs);
// scatter_update.cc
Result<Operation> make_scatter_update(Attributes& attributes, int64_t version, int64_t outputs);
// range.cc
Result<Operation> make_range(Attributes& attributes, int64_t version, int64_t outputs);

}  // namespace backedge
