#pragma once

#include "interpreter/onnx/node_writer.h"
#include "interpreter/ops/options.h"

/// How each operator is written: as one operation or several (ONNX-GRAPH-12). A row of the table has one of
/// these functions.
///
/// errors  ONNX-GRAPH-6, ONNX-GRAPH-10, those of the operations
namespace backedge::onnx {

WriteNode write_adagrad, write_adam, write_affine_grid, write_arg_max, write_arg_min,
    write_array_feature_extractor, write_attention, write_average_pool, write_batch_normalization,
    write_binarizer, write_bit_cast, write_bit_shift, write_blackman_window, write_cast, write_cast_like,
    write_causal_conv_with_state, write_celu, write_center_crop_pad, write_clip, write_col2im, write_compress,
    write_concat, write_concat_from_sequence, write_constant, write_constant_of_shape, write_conv,
    write_conv_integer, write_conv_transpose, write_cum_prod, write_cum_sum, write_deform_conv,
    write_depth_to_space, write_dequantize_linear, write_dft, write_dropout, write_dynamic_quantize_linear,
    write_einsum, write_elu, write_expand, write_eye_like, write_flatten, write_flex_attention, write_gather,
    write_gather_elements, write_gather_nd, write_gelu, write_gemm, write_global_average_pool,
    write_global_max_pool, write_grid_sample, write_group_normalization, write_gru, write_hamming_window,
    write_hann_window, write_hard_sigmoid, write_hard_swish, write_hardmax, write_identity,
    write_instance_normalization, write_is_inf, write_layer_normalization, write_leaky_relu,
    write_linear_attention, write_log_softmax, write_lp_normalization, write_lp_pool, write_lrn, write_lstm,
    write_mat_mul_integer, write_max_pool, write_max_unpool, write_mean, write_mean_variance_normalization,
    write_mel_weight_matrix, write_mod, write_momentum, write_negative_log_likelihood_loss,
    write_non_max_suppression, write_non_zero, write_one_hot, write_optional, write_optional_get_element,
    write_optional_has_element, write_pad, write_pow, write_prelu, write_q_linear_conv,
    write_q_linear_mat_mul, write_quantize_linear, write_range, write_reciprocal, write_reduce_l1,
    write_reduce_l2, write_reduce_log_sum, write_reduce_log_sum_exp, write_reduce_max, write_reduce_min,
    write_reduce_sum_square, write_reshape, write_resize, write_reverse_sequence, write_rms_normalization,
    write_rnn, write_roi_align, write_rotary_embedding, write_round, write_scatter_elements, write_scatter_nd,
    write_selu, write_sequence_at, write_sequence_construct, write_sequence_empty, write_sequence_erase,
    write_sequence_insert, write_sequence_length, write_shape, write_shrink, write_size, write_slice,
    write_softmax, write_softmax_cross_entropy_loss, write_space_to_depth, write_split,
    write_split_to_sequence, write_squeeze, write_stft, write_swiglu, write_swish, write_tensor_scatter,
    write_tf_idf_vectorizer, write_thresholded_relu, write_top_k, write_transpose, write_trilu, write_unique,
    write_unsqueeze, write_upsample, write_where;

/// The second operand is repeated to the shape of the first one, and not the other way round.
inline constexpr ops::Broadcasting kRepeatsSecond = {.mode = ops::Broadcasting::Mode::kPdpd};

/// Operand 0 as a matrix: [product of the dimensions before the axis, product of the others].
Result<size_t> flattened(NodeWriter& node, int64_t axis);

/// The slots of the outputs.
using Written = Result<std::vector<size_t>>;

/// The outputs of an operator that has one.
inline Written one(Result<size_t> slot) { return std::vector<size_t>{TRY(std::move(slot))}; }

/// An operation of all operands, without attributes.
template <auto kMake>
Written plain(NodeWriter& node) {
  std::vector<size_t> operands;
  for (size_t k = 0; k < node.inputs.size(); ++k) operands.push_back(node.in(k));
  return one(node.apply(kMake(), std::move(operands)));
}

/// An element-wise operation of two operands.
template <auto kMake>
Written binary(NodeWriter& node) {
  return one(node.apply(kMake({}), {node.in(0), node.in(1)}));
}

/// The same, applied to the first two of any number of operands, then to that result and the third, and so on.
template <auto kMake>
Written folded(NodeWriter& node) {
  size_t all = node.in(0);
  for (size_t k = 1; k < node.inputs.size(); ++k) all = TRY(node.apply(kMake({}), {all, node.in(k)}));
  return std::vector<size_t>{all};
}

/// The axes of a reduction and what it makes of them.
struct ReducedAxes {
  size_t axes;
  bool keep_dims;
};
Result<ReducedAxes> read_reduced_axes(NodeWriter& node);

template <auto kMake>
Written reduction(NodeWriter& node) {
  const auto [axes, keep_dims] = TRY(read_reduced_axes(node));
  return one(node.apply(kMake(keep_dims), {node.in(0), axes}));
}

/// The shape of a value, i64, and one of its dimensions as a scalar; the axis counts from the end if negative.
Result<size_t> shape_of(NodeWriter& node, size_t slot);
Result<size_t> dimension_of(NodeWriter& node, size_t slot, int64_t axis);
/// Converts to a type; what is too large for a type of 8-bit reals becomes its largest number, if it saturates.
Result<size_t> saturating_cast(NodeWriter& node, size_t value, ElementType type, bool saturates);
/// A tensor of this shape, all of whose elements are the scalar.
Result<size_t> filled(NodeWriter& node, size_t scalar, size_t shape);
/// A value of one element as a scalar.
Result<size_t> as_scalar(NodeWriter& node, size_t slot);
/// Parameters of the channels: [C] as [1, C, 1, ...].
Result<size_t> along_channels(NodeWriter& node, size_t slot, int64_t rank);
/// The elements from begin to end along axis 0.
Result<size_t> part_of(NodeWriter& node, size_t slot, int64_t begin, int64_t end);
/// The axes 0, 1, ... of a value.
Result<size_t> all_axes(NodeWriter& node, size_t slot);

}  // namespace backedge::onnx
