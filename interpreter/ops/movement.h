#pragma once

#include <optional>

#include "interpreter/ops/operation.h"

/// Operations that move elements. They keep every bit (NUM-5) and accept every element type, including
/// boolean, unless their page allows less. Scatters may also reduce what they move. Operands that name
/// positions, axes or dimensions may have any integer type, unless their page allows less.
namespace backedge::ops {

Operation make_batch_to_space();
Operation make_broadcast(const BroadcastTo& options = {});
/// axis  counts from the end if negative
Operation make_concat(int64_t axis);
Operation make_depth_to_space(const DepthBlocks& options = {});
/// output_type  numeric
Operation make_eye(ElementType output_type);
Operation make_gather(const Gather& options = {});
/// axis  counts from the end if negative
Operation make_gather_elements(int64_t axis, NegativeIndex negative = NegativeIndex::kError);
Operation make_gather_nd(const GatherNd& options = {});
Operation make_gather_tree();
Operation make_identity();
/// output_type  i32 or i64
Operation make_non_zero(ElementType output_type);
Operation make_one_hot(const OneHot& options = {});
Operation make_pad(const Pad& options = {});
/// output_type  numeric; without it, all operands have the type of the output
Operation make_range(std::optional<ElementType> output_type);
/// special_zero  whether a 0 copies the dimension of data
Operation make_reshape(bool special_zero);
Operation make_reverse(const Reverse& options = {});
Operation make_reverse_sequence(const ReverseSequence& options = {});
Operation make_roll();
Operation make_scatter_elements_update(const ScatterElements& options = {});
Operation make_scatter_nd_update(const ScatterNd& options = {});
Operation make_scatter_update();
/// output_type  i32 or i64
Operation make_shape_of(ElementType output_type);
Operation make_shuffle_channels(const ShuffleChannels& options = {});
Operation make_slice(const Slice& options = {});
Operation make_slice_scatter();
Operation make_space_to_batch();
Operation make_space_to_depth(const DepthBlocks& options = {});
/// Makes as many parts as there are outputs.
Operation make_split();
/// What a dimension is that is named and is not 1.
enum class NotOne { kStays, kError };
Operation make_squeeze(NotOne not_one = NotOne::kStays);
Operation make_strided_slice(const StridedSlice& options = {});
Operation make_tile();
Operation make_transpose();
/// Makes four outputs.
Operation make_unique(const Unique& options = {});
Operation make_unsqueeze();
Operation make_variadic_split();

}  // namespace backedge::ops
