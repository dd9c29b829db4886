#pragma once

#include "interpreter/openvino/attributes.h"
#include "interpreter/ops/operation.h"

/// Functions that read the attributes of an operation and make it. Each row of the table whose operation
/// has attributes has one.
///
/// attributes  those of the operation's page, with the page's defaults
/// outputs     the number of output ports of the layer
/// errors      OP-2; OP-3 if an attribute gives another number of outputs
namespace backedge::openvino {

using ReadOperation = Result<Operation>(Attributes& attributes, int64_t outputs);

ReadOperation read_adaptive_max_pool, read_avg_pool_1, read_avg_pool_14, read_avg_pool_16,
    read_batch_norm_inference_1, read_batch_norm_inference_5, read_broadcast_1, read_broadcast_3,
    read_bucketize, read_clamp, read_col2im, read_concat, read_convert, read_convert_promote_types,
    read_convolution, read_convolution_backprop_data, read_ctc_greedy_decoder,
    read_ctc_greedy_decoder_seq_len, read_cum_sum, read_deformable_convolution_1,
    read_deformable_convolution_8, read_dft, read_divide, read_einsum, read_elu, read_embedding_bag_offsets,
    read_embedding_bag_packed, read_extract_image_patches, read_eye, read_fake_convert, read_fake_quantize,
    read_gather_1, read_gather_7, read_gather_8, read_gather_elements, read_gather_nd_5, read_gather_nd_8,
    read_gelu_7, read_grid_sample, read_grn, read_group_convolution, read_group_convolution_backprop_data,
    read_group_normalization, read_gru_cell, read_gru_sequence, read_idft, read_interpolate_11,
    read_interpolate_4, read_irdft, read_is_inf, read_log_softmax, read_lrn, read_lstm_cell_1,
    read_lstm_cell_4, read_lstm_sequence, read_matmul, read_max_pool_1, read_max_pool_14, read_max_pool_8,
    read_mvn_1, read_mvn_6, read_non_max_suppression_5, read_non_max_suppression_9, read_non_zero,
    read_normalize_l2, read_one_hot_1, read_one_hot_16, read_pad_1, read_pad_12, read_prior_box_1,
    read_prior_box_8, read_prior_box_clustered, read_psroi_pooling, read_random_uniform, read_range_1,
    read_range_4, read_rdft, read_region_yolo, read_reorg_yolo, read_reshape, read_reverse,
    read_reverse_sequence, read_rnn_cell, read_rnn_sequence, read_roi_align_3, read_roi_align_9,
    read_roi_pooling, read_round, read_scaled_dot_product_attention, read_scatter_elements_update_12,
    read_scatter_elements_update_3, read_scatter_nd_update_15, read_scatter_nd_update_3, read_search_sorted,
    read_segment_max, read_shape_of_1, read_shape_of_3, read_shuffle_channels, read_softmax_1, read_softmax_8,
    read_split, read_squeeze_1, read_squeeze_15, read_stft, read_strided_slice, read_top_k_1, read_top_k_11,
    read_unique;

/// The attribute as XML, for messages: name="value".
std::string written(std::string_view name, const std::string& value);

/// An attribute with an integer of `least` or more.
///
/// errors  OP-2
Result<int64_t> read_at_least(Attributes& attributes, std::string_view name, int64_t least,
                              std::optional<int64_t> otherwise = {});

/// An attribute that names i32 or i64.
///
/// errors  OP-2
Result<ElementType> read_index_type(Attributes& attributes, std::string_view name,
                                    ElementType otherwise = ElementType::kI64);

/// Reads auto_broadcast and, for pdpd, the axis. The pages name no attribute for the axis; OpenVINO writes
/// auto_broadcast.auto_broadcast_axis.
///
/// pdpd    whether the operation's page has this mode
/// errors  OP-2
Result<ops::Broadcasting> read_broadcasting(Attributes& attributes, bool pdpd);

/// Reads block_size and mode.
///
/// errors  OP-2
Result<ops::DepthBlocks> read_depth_blocks(Attributes& attributes);

/// An operation without attributes.
template <auto kMake>
Result<Operation> plain(Attributes&, int64_t) {
  return kMake();
}

/// An operation with auto_broadcast: none, numpy or pdpd.
template <auto kMake>
Result<Operation> elementwise(Attributes& attributes, int64_t) {
  return kMake(TRY(read_broadcasting(attributes, true)));
}

/// The same without pdpd.
template <auto kMake>
Result<Operation> numpy_elementwise(Attributes& attributes, int64_t) {
  return kMake(TRY(read_broadcasting(attributes, false)));
}

/// An operation with keep_dims.
template <auto kMake>
Result<Operation> reduction(Attributes& attributes, int64_t) {
  return kMake(TRY(attributes.boolean("keep_dims", false)));
}

}  // namespace backedge::openvino
