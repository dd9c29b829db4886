#pragma once

#include "interpreter/onnx/node_lowering.h"
#include "interpreter/ops/options.h"

/// How each operator is lowered: as one operation or several (ONNX-GRAPH-12). A row of the table has one of
/// these functions.
///
/// errors  ONNX-GRAPH-6, ONNX-GRAPH-10, those of the operations
namespace backedge::onnx {

LowerNode lower_adagrad, lower_adam, lower_affine_grid, lower_arg_max, lower_arg_min,
    lower_array_feature_extractor, lower_attention, lower_average_pool, lower_batch_normalization,
    lower_binarizer, lower_bit_cast, lower_bit_shift, lower_blackman_window, lower_cast, lower_cast_like,
    lower_causal_conv_with_state, lower_celu, lower_center_crop_pad, lower_clip, lower_col2im, lower_compress,
    lower_concat, lower_concat_from_sequence, lower_constant, lower_constant_of_shape, lower_conv,
    lower_conv_integer, lower_conv_transpose, lower_cum_prod, lower_cum_sum, lower_deform_conv,
    lower_depth_to_space, lower_dequantize_linear, lower_dft, lower_dropout, lower_dynamic_quantize_linear,
    lower_einsum, lower_elu, lower_expand, lower_eye_like, lower_flatten, lower_flex_attention, lower_gather,
    lower_gather_elements, lower_gather_nd, lower_gelu, lower_gemm, lower_global_average_pool,
    lower_global_max_pool, lower_grid_sample, lower_group_normalization, lower_gru, lower_hamming_window,
    lower_hann_window, lower_hard_sigmoid, lower_hard_swish, lower_hardmax, lower_identity,
    lower_instance_normalization, lower_is_inf, lower_is_nan, lower_layer_normalization, lower_leaky_relu,
    lower_linear_attention, lower_log_softmax, lower_lp_normalization, lower_lp_pool, lower_lrn, lower_lstm,
    lower_mat_mul_integer, lower_max_pool, lower_max_unpool, lower_mean, lower_mean_variance_normalization,
    lower_mel_weight_matrix, lower_mod, lower_momentum, lower_negative_log_likelihood_loss,
    lower_non_max_suppression, lower_non_zero, lower_one_hot, lower_optional, lower_optional_get_element,
    lower_optional_has_element, lower_pad, lower_pow, lower_prelu, lower_q_linear_conv,
    lower_q_linear_mat_mul, lower_quantize_linear, lower_range, lower_reciprocal, lower_reduce_l1,
    lower_reduce_l2, lower_reduce_log_sum, lower_reduce_log_sum_exp, lower_reduce_max, lower_reduce_min,
    lower_reduce_sum_square, lower_reshape, lower_resize, lower_reverse_sequence, lower_rms_normalization,
    lower_rnn, lower_roi_align, lower_rotary_embedding, lower_round, lower_scatter_elements, lower_scatter_nd,
    lower_selu, lower_sequence_at, lower_sequence_construct, lower_sequence_empty, lower_sequence_erase,
    lower_sequence_insert, lower_sequence_length, lower_shape, lower_shrink, lower_size, lower_slice,
    lower_softmax, lower_softmax_cross_entropy_loss, lower_space_to_depth, lower_split,
    lower_split_to_sequence, lower_squeeze, lower_stft, lower_swiglu, lower_swish, lower_tensor_scatter,
    lower_tf_idf_vectorizer, lower_thresholded_relu, lower_top_k, lower_transpose, lower_trilu, lower_unique,
    lower_unsqueeze, lower_upsample, lower_where;

/// The second operand is broadcast to the shape of the first one, and not the other way round.
inline constexpr ops::Broadcasting kRepeatsSecond = {.mode = ops::Broadcasting::Mode::kPdpd};

/// Operand 0 as a matrix: [product of the dimensions before the axis, product of the others].
Result<size_t> flattened(NodeLowering& node, int64_t axis);

/// The slots of the outputs.
using Lowered = Result<std::vector<size_t>>;

/// The outputs of an operator that has one.
inline Lowered one(Result<size_t> slot) { return std::vector<size_t>{TRY(std::move(slot))}; }

/// An operation of all operands, without attributes.
template <auto kMake>
Lowered plain(NodeLowering& node) {
  std::vector<size_t> operands;
  for (size_t k = 0; k < node.inputs.size(); ++k) operands.push_back(node.in(k));
  return one(node.apply(kMake(), std::move(operands)));
}

/// An element-wise operation of two operands.
template <auto kMake>
Lowered binary(NodeLowering& node) {
  return one(node.apply(kMake({}), {node.in(0), node.in(1)}));
}

/// The same, applied to the first two of any number of operands, then to that result and the third, and so on.
template <auto kMake>
Lowered folded(NodeLowering& node) {
  size_t all = node.in(0);
  for (size_t k = 1; k < node.inputs.size(); ++k) all = TRY(node.apply(kMake({}), {all, node.in(k)}));
  return std::vector<size_t>{all};
}

/// The axes of a reduction and what it makes of them.
struct ReducedAxes {
  size_t axes;
  bool keep_dims;
};
Result<ReducedAxes> read_reduced_axes(NodeLowering& node);

template <auto kMake>
Lowered reduction(NodeLowering& node) {
  const auto [axes, keep_dims] = TRY(read_reduced_axes(node));
  return one(node.apply(kMake(keep_dims), {node.in(0), axes}));
}

/// The shape of a value, i64, and one of its dimensions as a scalar; the axis counts from the end if negative.
Result<size_t> shape_of(NodeLowering& node, size_t slot);
Result<size_t> dimension_of(NodeLowering& node, size_t slot, int64_t axis);
/// Converts to a type; what is too large for a type of 8-bit reals becomes its largest number, if it saturates.
Result<size_t> saturating_cast(NodeLowering& node, size_t value, ElementType type, bool saturates);
/// A tensor of this shape, all of whose elements are the scalar.
Result<size_t> filled(NodeLowering& node, size_t scalar, size_t shape);
/// A value of one element as a scalar.
Result<size_t> as_scalar(NodeLowering& node, size_t slot);
/// Parameters of the channels: [C] as [1, C, 1, ...].
Result<size_t> along_channels(NodeLowering& node, size_t slot, int64_t rank);
/// The elements from begin to end along axis 0.
Result<size_t> part_of(NodeLowering& node, size_t slot, int64_t begin, int64_t end);
/// The axes 0, 1, ... of a value.
Result<size_t> all_axes(NodeLowering& node, size_t slot);

}  // namespace backedge::onnx
