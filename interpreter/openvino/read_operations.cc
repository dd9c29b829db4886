#include "interpreter/openvino/read_operations.h"

#include <algorithm>

#include "interpreter/base/number_text.h"
#include "interpreter/base/safe_text.h"
#include "interpreter/ops/along_axis.h"
#include "interpreter/ops/attention.h"
#include "interpreter/ops/einsum.h"
#include "interpreter/ops/elementwise.h"
#include "interpreter/ops/fake_convert.h"
#include "interpreter/ops/fourier.h"
#include "interpreter/ops/matmul.h"
#include "interpreter/ops/movement.h"
#include "interpreter/ops/promote_types.h"
#include "interpreter/ops/random.h"

namespace backedge::openvino {

std::string written(std::string_view name, const std::string& value) {
  return "attribute " + std::string(name) + "=\"" + value + "\"";
}

namespace {

Result<ops::StridedSlice::Mask> read_mask(Attributes& attributes, std::string_view name) {
  ops::StridedSlice::Mask mask;
  for (const int64_t bit : TRY(attributes.integers(name, std::vector<int64_t>()))) {
    if (bit != 0 && bit != 1) {  // [OP-2]
      return Error("OP-2",
                   "attribute " + std::string(name) + " has " + std::to_string(bit) + ", expected 0 or 1");
    }
    mask.push_back(bit == 1);
  }
  return mask;
}

Result<ops::TopK> read_top_k(Attributes& attributes) {
  ops::TopK top;
  top.axis = TRY(attributes.integer("axis"));
  top.greatest = TRY(attributes.text("mode", {"max", "min"})) == "max";
  top.by_index = TRY(attributes.text("sort", {"value", "index", "none"})) == "index";
  top.index_type = TRY(read_index_type(attributes, "index_element_type", ElementType::kI32));
  return top;
}

}  // namespace

Result<int64_t> read_at_least(Attributes& attributes, std::string_view name, int64_t least,
                              std::optional<int64_t> otherwise) {
  const int64_t number = TRY(attributes.integer(name, otherwise));
  if (number >= least) return number;
  return Error("OP-2",  // [OP-2]
               written(name, std::to_string(number)) + ", expected " + std::to_string(least) + " or more");
}

Result<ElementType> read_index_type(Attributes& attributes, std::string_view name, ElementType otherwise) {
  const bool is_i64 =
      TRY(attributes.text(name, {"i64", "i32"}, otherwise == ElementType::kI64 ? "i64" : "i32")) == "i64";
  return is_i64 ? ElementType::kI64 : ElementType::kI32;
}

Result<ops::Broadcasting> read_broadcasting(Attributes& attributes, bool pdpd) {
  using Mode = ops::Broadcasting::Mode;
  const std::string mode = pdpd ? TRY(attributes.text("auto_broadcast", {"none", "numpy", "pdpd"}, "numpy"))
                                : TRY(attributes.text("auto_broadcast", {"none", "numpy"}, "numpy"));
  if (mode == "none") return ops::Broadcasting{.mode = Mode::kNone};
  if (mode == "numpy") return ops::Broadcasting{.mode = Mode::kNumpy};
  const int64_t axis = TRY(read_at_least(attributes, "auto_broadcast.auto_broadcast_axis", -1, -1));
  return ops::Broadcasting{.mode = Mode::kPdpd, .axis = axis};
}

Result<Operation> read_broadcast_1(Attributes& attributes, int64_t) {
  // OpenVINO writes `explicit` as `none`.  [OP-2]
  const bool is_numpy = TRY(attributes.text("mode", {"numpy", "explicit", "none"}, "numpy")) == "numpy";
  // Serializers also write an axes_mapping when the mode is numpy.
  using Mode = ops::BroadcastTo::Mode;
  return ops::make_broadcast(
      {.mode = is_numpy ? Mode::kNumpy : Mode::kExplicit, .ignores_surplus_mapping = is_numpy});
}

Result<Operation> read_broadcast_3(Attributes& attributes, int64_t) {
  const std::string mode = TRY(attributes.text("mode", {"numpy", "explicit", "bidirectional"}, "numpy"));
  using Mode = ops::BroadcastTo::Mode;
  return ops::make_broadcast({.mode = mode == "numpy"      ? Mode::kNumpy
                                      : mode == "explicit" ? Mode::kExplicit
                                                           : Mode::kBidirectional});
}

Result<Operation> read_clamp(Attributes& attributes, int64_t) {
  const double low = TRY(attributes.real("min"));
  const double high = TRY(attributes.real("max"));
  if (!(low <= high)) {  // [OP-2]
    return Error(
        "OP-2", written("min", number_text(low)) + " must not be above " + written("max", number_text(high)));
  }
  return ops::make_clamp({.low = low, .high = high});
}

Result<Operation> read_concat(Attributes& attributes, int64_t) {
  return ops::make_concat(TRY(attributes.integer("axis")));
}

Result<Operation> read_convert_promote_types(Attributes& attributes, int64_t) {
  ops::PromoteTypes options;
  options.safe = !TRY(attributes.boolean("promote_unsafe", false));
  options.scalars_adapt = TRY(attributes.boolean("pytorch_scalar_promotion", false));
  options.beyond_i64 = TRY(attributes.element_type("u64_integer_promotion_target", ElementType::kF32));
  return ops::make_convert_promote_types(options);
}

Result<Operation> read_convert(Attributes& attributes, int64_t) {
  return ops::make_convert(TRY(attributes.element_type("destination_type")));
}

Result<Operation> read_cum_sum(Attributes& attributes, int64_t) {
  const bool exclusive = TRY(attributes.boolean("exclusive", false));
  const bool reverse = TRY(attributes.boolean("reverse", false));
  return ops::make_cum_sum({.exclusive = exclusive, .reverse = reverse});
}

Result<Operation> read_dft(Attributes&, int64_t) { return ops::make_fourier({}); }

Result<Operation> read_idft(Attributes&, int64_t) { return ops::make_fourier({.inverse = true}); }

Result<Operation> read_rdft(Attributes&, int64_t) {
  return ops::make_fourier({.numbers = ops::Fourier::Numbers::kFromReal});
}

Result<Operation> read_irdft(Attributes&, int64_t) {
  return ops::make_fourier({.inverse = true, .numbers = ops::Fourier::Numbers::kToReal});
}

Result<Operation> read_divide(Attributes& attributes, int64_t) {
  const bool floors = TRY(attributes.boolean("m_pythondiv", true));
  const ops::Broadcasting broadcasting = TRY(read_broadcasting(attributes, true));
  return ops::make_divide({.floors_integers = floors, .broadcasting = broadcasting});
}

Result<Operation> read_einsum(Attributes& attributes, int64_t) {
  const std::string equation = TRY(attributes.any_text("equation"));
  if (const auto parsed = ops::parse_equation(equation)) return ops::make_einsum(*parsed);
  return Error("OP-2", written("equation", safe_line(equation)) + " is not an equation of labels");  // [OP-2]
}

Result<Operation> read_elu(Attributes& attributes, int64_t) {
  const double alpha = TRY(attributes.real("alpha"));
  if (!(alpha >= 0))  // [OP-2]
    return Error("OP-2", written("alpha", number_text(alpha)) + ", expected 0 or a positive number");
  return ops::make_elu(alpha);
}

Result<Operation> read_fake_convert(Attributes& attributes, int64_t) {
  const bool is_e4m3 = TRY(attributes.text("destination_type", {"f8e4m3", "f8e5m2"})) == "f8e4m3";
  return ops::make_fake_convert(is_e4m3 ? ElementType::kF8E4M3 : ElementType::kF8E5M2);
}

Result<Operation> read_fake_quantize(Attributes& attributes, int64_t) {
  const int64_t levels = TRY(read_at_least(attributes, "levels", 2));
  const ops::Broadcasting broadcasting = TRY(read_broadcasting(attributes, true));
  return ops::make_fake_quantize({.levels = levels, .broadcasting = broadcasting});
}

Result<Operation> read_gather_1(Attributes&, int64_t) { return ops::make_gather(); }

Result<Operation> read_gather_7(Attributes& attributes, int64_t) {
  return ops::make_gather({.batch_dims = TRY(attributes.integer("batch_dims", 0))});
}

Result<Operation> read_gather_8(Attributes& attributes, int64_t) {
  return ops::make_gather({.batch_dims = TRY(attributes.integer("batch_dims", 0)),
                           .out_of_range = ops::Gather::OutOfRange::kFromEndOrZeros});
}

Result<Operation> read_gelu_7(Attributes& attributes, int64_t) {
  const bool is_erf = TRY(attributes.text("approximation_mode", {"erf", "tanh"}, "erf")) == "erf";
  return is_erf ? ops::make_gelu_erf() : ops::make_gelu_tanh();
}

Result<Operation> read_is_inf(Attributes& attributes, int64_t) {
  const bool negative = TRY(attributes.boolean("detect_negative", true));
  const bool positive = TRY(attributes.boolean("detect_positive", true));
  return ops::make_is_inf({.detects_negative = negative, .detects_positive = positive});
}

Result<Operation> read_log_softmax(Attributes& attributes, int64_t) {
  return ops::make_log_softmax({.axis = TRY(attributes.integer("axis", 1))});
}

Result<Operation> read_matmul(Attributes& attributes, int64_t) {
  const bool transpose_a = TRY(attributes.boolean("transpose_a", false));
  const bool transpose_b = TRY(attributes.boolean("transpose_b", false));
  return ops::make_matmul({.transpose_a = transpose_a, .transpose_b = transpose_b});
}

// The page requires both seeds and gives them defaults, so both may be left out.
Result<Operation> read_random_uniform(Attributes& attributes, int64_t) {
  ops::RandomUniform options;
  const std::string type = TRY(attributes.text("output_type", {"i32", "i64", "f16", "bf16", "f32", "f64"}));
  options.type = *element_type_named(type);
  options.global_seed = TRY(read_at_least(attributes, "global_seed", 0, 0));  // [OP-57]
  options.op_seed = TRY(read_at_least(attributes, "op_seed", 0, 0));
  const bool like_pytorch =
      TRY(attributes.text("alignment", {"tensorflow", "pytorch"}, "tensorflow")) == "pytorch";
  if (like_pytorch) options.generator = ops::RandomUniform::Generator::kMersenneTwister;
  return ops::make_random_uniform(options);
}

Result<Operation> read_range_1(Attributes&, int64_t) { return ops::make_range(std::nullopt); }

Result<Operation> read_range_4(Attributes& attributes, int64_t) {
  return ops::make_range(TRY(attributes.numeric_type("output_type")));
}

Result<Operation> read_reshape(Attributes& attributes, int64_t) {
  // The Reshape layers in the example of the TensorIterator-1 page have no such attribute.
  return ops::make_reshape(TRY(attributes.boolean("special_zero", false)));
}

Result<Operation> read_reverse_sequence(Attributes& attributes, int64_t) {
  const int64_t batch_axis = TRY(attributes.integer("batch_axis", 0));
  const int64_t seq_axis = TRY(attributes.integer("seq_axis", 1));
  return ops::make_reverse_sequence({.batch_axis = batch_axis, .seq_axis = seq_axis});
}

Result<Operation> read_round(Attributes& attributes, int64_t) {
  const std::string mode =
      TRY(attributes.text("mode", {"half_to_even", "half_away_from_zero"}, "half_to_even"));
  return ops::make_round(mode == "half_to_even" ? ops::Halves::kToEven : ops::Halves::kAwayFromZero);
}

Result<Operation> read_scaled_dot_product_attention(Attributes& attributes, int64_t) {
  return ops::make_scaled_dot_product_attention(TRY(attributes.boolean("causal")));
}

Result<Operation> read_shape_of_1(Attributes&, int64_t) { return ops::make_shape_of(ElementType::kI64); }

Result<Operation> read_shape_of_3(Attributes& attributes, int64_t) {
  return ops::make_shape_of(TRY(read_index_type(attributes, "output_type")));
}

Result<Operation> read_softmax_1(Attributes& attributes, int64_t) {
  const int64_t axis = TRY(attributes.integer("axis", 1));
  if (axis < 0)  // [OP-2]
    return Error("OP-2", written("axis", std::to_string(axis)) + " is negative; SoftMax-8 allows that");
  return ops::make_softmax({.axis = axis});
}

Result<Operation> read_softmax_8(Attributes& attributes, int64_t) {
  return ops::make_softmax({.axis = TRY(attributes.integer("axis", 1))});
}

Result<Operation> read_split(Attributes& attributes, int64_t outputs) {
  const int64_t parts = TRY(read_at_least(attributes, "num_splits", 1));
  if (parts != outputs) {  // [OP-3]
    return Error("OP-3", "num_splits is " + std::to_string(parts) + ", but there are " +
                             std::to_string(outputs) + " outputs");
  }
  return ops::make_split();
}

// pytorch_dynamic_rank and allow_axis_skip change what is known about the rank before shapes are known.
// They never change the result.
Result<Operation> read_squeeze_1(Attributes& attributes, int64_t) {
  TRY(attributes.boolean("pytorch_dynamic_rank", false));
  return ops::make_squeeze();
}

Result<Operation> read_squeeze_15(Attributes& attributes, int64_t) {
  TRY(attributes.boolean("allow_axis_skip", false));
  return ops::make_squeeze();
}

Result<Operation> read_stft(Attributes& attributes, int64_t) {
  return ops::make_stft(TRY(attributes.boolean("transpose_frames")));
}

Result<Operation> read_strided_slice(Attributes& attributes, int64_t) {
  ops::StridedSlice masks;
  masks.begin = TRY(read_mask(attributes, "begin_mask"));
  masks.end = TRY(read_mask(attributes, "end_mask"));
  masks.new_axis = TRY(read_mask(attributes, "new_axis_mask"));
  masks.shrink_axis = TRY(read_mask(attributes, "shrink_axis_mask"));
  masks.ellipsis = TRY(read_mask(attributes, "ellipsis_mask"));
  if (std::count(masks.ellipsis.begin(), masks.ellipsis.end(), true) > 1) {
    return Error("OP-2", "attribute ellipsis_mask has more than one 1");  // [OP-2]
  }
  return ops::make_strided_slice(masks);
}

Result<Operation> read_top_k_1(Attributes& attributes, int64_t) {
  return ops::make_top_k(TRY(read_top_k(attributes)));
}

Result<Operation> read_top_k_11(Attributes& attributes, int64_t) {
  ops::TopK top = TRY(read_top_k(attributes));
  TRY(attributes.boolean("stable", false));
  top.least_k = 1;
  return ops::make_top_k(top);
}

}  // namespace backedge::openvino
