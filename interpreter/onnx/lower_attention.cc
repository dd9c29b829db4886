#include <limits>

#include "interpreter/onnx/data_types.h"
#include "interpreter/onnx/repeat_heads.h"
#include "interpreter/ops/along_axis.h"
#include "interpreter/ops/convolution.h"
#include "interpreter/ops/movement.h"
#include "interpreter/ops/reduce.h"

/// Attention, and what models of language put around it.
namespace backedge::onnx {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// [B, L, heads * E] as [B, heads, L, E].
Term split_heads(Term x, int64_t heads) {
  Formula& f = *x.formula;
  const Term parts = f.list({f.dimension(x, 0), f.dimension(x, 1), f.integer(heads), f.integer(-1)});
  return transpose(reshape(x, parts), {0, 2, 1, 3});
}

// [B, heads, L, E] as [B, L, heads * E].
Term join_heads(Term x) {
  Formula& f = *x.formula;
  const Term whole = f.list({f.dimension(x, 0), f.dimension(x, 2), f.integer(-1)});
  return reshape(transpose(x, {0, 2, 1, 3}), whole);
}

// 0 where a boolean is true, -infinity elsewhere.
Term bias_of(Term allowed, ElementType type) {
  Formula& f = *allowed.formula;
  return where(allowed, f.number(type, 0), f.number(type, -kInfinity));
}

// The mask as a bias. What its last axis lacks of `keys` must not be attended.
Term read_mask(Term mask, Term keys, ElementType type) {
  Formula& f = *mask.formula;
  const Term bias = f.type(mask) == ElementType::kBoolean ? bias_of(mask, type) : cast(mask, type);
  const Term missing = keys - f.dimension(mask, -1);
  const Term none = f.integers(std::vector<int64_t>(static_cast<size_t>(f.rank(mask)), 0));
  const Term ends = concat({slice(none, f.integer(0), f.integer(-1), 0), reshape(missing, {1})}, 0);
  return f.apply(ops::make_pad({.crops = false}), {bias, none, ends, f.number(type, -kInfinity)});
}

struct AttentionOptions {
  bool is_causal = false;
  int64_t left = -1, right = -1;  // of a window; -1: without end
  std::optional<double> scale = {};
  double softcap = 0;
  int64_t shown = 0;  // what the fourth output is
  std::optional<ElementType> softmax_type = {};
  int64_t q_heads = 0, kv_heads = 0;  // 0: inputs have an axis of heads
};

Result<AttentionOptions> read_options(NodeLowering& node) {
  AttentionOptions options;
  options.is_causal = TRY(node.attributes.boolean("is_causal", false));
  options.softcap = TRY(node.attributes.real("softcap", 0));
  options.shown = TRY(node.attributes.integer("qk_matmul_output_mode", 0));
  options.q_heads = TRY(node.attributes.integer("q_num_heads", 0));
  options.kv_heads = TRY(node.attributes.integer("kv_num_heads", 0));
  if (node.version >= 25) {
    options.left = TRY(node.attributes.integer("left_window_size", -1));
    options.right = TRY(node.attributes.integer("right_window_size", -1));
  }
  if (node.attributes.has("scale")) options.scale = TRY(node.attributes.real("scale"));
  if (node.attributes.has("softmax_precision"))
    options.softmax_type = TRY(element_type_of(TRY(node.attributes.integer("softmax_precision"))));
  if (options.softcap < 0 || options.left < -1 || options.right < -1 || options.shown < 0 ||
      options.shown > 3 || options.q_heads < 0 || options.kv_heads < 0)  // [ONNX-GRAPH-6]
    return Error("ONNX-GRAPH-6", "an attribute of Attention is out of its range");
  return options;
}

// Which keys a query may attend because of its position: its number and that of the keys before the first one.
Term position_bias(NodeLowering& node, Formula& f, const AttentionOptions& options, Term q, Term keys,
                   std::optional<Term> valid, Term bias) {
  const ElementType type = f.type(q);
  const Term queries = f.dimension(q, 2);
  Term offset = f.integer(0);
  if (node.has(4)) offset = f.dimension(f.in(4), 2);
  if (valid) offset = *valid - queries;
  const Term position = unsqueeze(count_to(queries), {1}) + offset;
  const Term key = count_to(keys);
  if (options.is_causal) bias = bias + bias_of(less_equal(key, position), type);
  if (options.left >= 0) bias = bias + bias_of(less_equal(position - f.integer(options.left), key), type);
  if (options.right >= 0) bias = bias + bias_of(less_equal(key, position + f.integer(options.right)), type);
  return valid ? bias + bias_of(less(key, *valid), type) : bias;
}

}  // namespace

Term repeat_heads(Term x, Term q) {
  Formula& f = *x.formula;
  const Term batch = f.dimension(x, 0), heads = f.dimension(x, 1);
  const Term size = f.dimension(x, 2), depth = f.dimension(x, 3);
  const Term each = f.dimension(q, 1) / heads;
  const Term repeated = broadcast(unsqueeze(x, {2}), f.list({batch, heads, each, size, depth}));
  return reshape(repeated, f.list({batch, heads * each, size, depth}));
}

// Y = softmax(softcap(sqrt(scale) Q (sqrt(scale) K)^T) + bias) V. A query that may attend no key gives zeros.
Lowered lower_attention(NodeLowering& node) {
  const AttentionOptions options = TRY(read_options(node));
  const bool has_past = node.has(4);
  if (has_past != node.has(5) || (has_past && node.has(6)) || (node.version < 24 && node.has(6)))
    return Error("ONNX-GRAPH-5",  // [ONNX-GRAPH-5]
                 "past_key and past_value belong together, and nonpad_kv_seqlen is for Attention-24 without "
                 "them");
  Formula f(node);
  Term q = f.in(0), k = f.in(1), v = f.in(2);
  const bool is_packed = f.rank(q) == 3;
  if (is_packed != (options.q_heads > 0 && options.kv_heads > 0) && (is_packed || node.version >= 25))
    return Error("ONNX-GRAPH-6",  // [ONNX-GRAPH-6]
                 "q_num_heads and kv_num_heads belong to inputs of three axes");
  if (is_packed) {
    q = split_heads(q, options.q_heads);
    k = split_heads(k, options.kv_heads);
    v = split_heads(v, options.kv_heads);
  }
  if (has_past) {
    k = concat({f.in(4), k}, 2);
    v = concat({f.in(5), v}, 2);
  }
  const Term present_key = k, present_value = v;
  const ElementType type = f.type(q);
  const Term keys = f.dimension(k, 2);

  Term bias = f.number(type, 0);
  bias = broadcast(bias, f.list({f.dimension(q, 2), keys}));
  if (node.has(3)) bias = bias + read_mask(f.in(3), keys, type);
  std::optional<Term> valid;  // the number of keys in each element of the batch
  if (node.has(6)) valid = reshape(f.in(6), {-1, 1, 1, 1});
  bias = position_bias(node, f, options, q, keys, valid, bias);

  const Term scale = options.scale
                         ? f.number(ElementType::kF64, *options.scale)
                         : f.number(ElementType::kF64, 1) / sqrt(cast(f.dimension(q, 3), ElementType::kF64));
  const Term factor = cast(sqrt(scale), type);
  const Term product = matmul(q * factor, repeat_heads(k, q) * factor, true);
  Term capped = product;
  if (options.softcap > 0) {
    const Term cap = f.number(type, options.softcap);
    capped = tanh(product / cap) * cap;
  }
  const Term biased = capped + bias;
  const ElementType precision = options.softmax_type.value_or(type);
  const Term weights = f.apply(ops::make_softmax({.axis = -1}), {cast(biased, precision)});
  const Term is_masked = f.apply(ops::make_reduce_logical_and(true),
                                 {equal(bias, f.number(type, -kInfinity)), f.integers({-1})});
  const Term attended = where(is_masked, f.number(type, 0), cast(weights, type));
  const Term y = matmul(attended, cast(repeat_heads(v, q), type));
  const Term shown[] = {product, capped, biased, attended};
  return f.lowered(
      {is_packed ? join_heads(y) : y, present_key, present_value, shown[static_cast<size_t>(options.shown)]});
}

// (cos x1 - sin x2, sin x1 + cos x2), where x1 and x2 are the halves of the rotated part of each head.
Lowered lower_rotary_embedding(NodeLowering& node) {
  const bool interleaved = TRY(node.attributes.boolean("interleaved", false));
  const int64_t heads = TRY(node.attributes.integer("num_heads", 0));
  const int64_t part = TRY(node.attributes.integer("rotary_embedding_dim", 0));
  Formula f(node);
  const bool is_packed = f.rank(f.in(0)) == 3;
  if ((is_packed && heads < 1) || heads < 0 || part < 0 || part % 2 != 0)  // [ONNX-GRAPH-6]
    return Error("ONNX-GRAPH-6", "num_heads or rotary_embedding_dim is out of its range");
  const Term x = is_packed ? split_heads(f.in(0), heads) : f.in(0);
  const Term depth = f.dimension(x, 3), first = f.integer(0);
  const Term turned = part == 0 ? depth : f.integer(part);
  const Term half = turned / f.integer(2);
  const auto cache = [&](size_t k) {  // [B, 1, L, half]
    return unsqueeze(node.has(3) ? gather(f.in(k), f.in(3), 0) : f.in(k), {1});
  };
  const Term cos = cache(1), sin = cache(2);
  const Term x1 = interleaved ? slice(x, first, turned, 3, 2) : slice(x, first, half, 3);
  const Term x2 = interleaved ? slice(x, f.integer(1), turned, 3, 2) : slice(x, half, turned, 3);
  const Term real = cos * x1 - sin * x2, imaginary = sin * x1 + cos * x2;
  Term rotated = concat({real, imaginary}, 3);
  if (interleaved) {
    const Term pairs = concat({unsqueeze(real, {4}), unsqueeze(imaginary, {4})}, 4);
    rotated = reshape(pairs, shape(rotated));
  }
  const Term y = concat({rotated, slice(x, turned, depth, 3)}, 3);
  return f.lowered({is_packed ? join_heads(y) : y});
}

// A convolution of each channel with the positions up to its own. The state is the end of what it read.
Lowered lower_causal_conv_with_state(NodeLowering& node) {
  const bool is_silu = TRY(node.attributes.choice("activation", {"none", "silu", "swish"}, "none")) != "none";
  Formula f(node);
  const Term weight = f.in(1);  // [C, 1, k]
  const Term before = f.dimension(weight, 2) - f.integer(1);
  const ElementType type = f.type(f.in(0));
  const Term past =
      node.has(3)
          ? f.in(3)
          : broadcast(f.number(type, 0), f.list({f.dimension(f.in(0), 0), f.dimension(f.in(0), 1), before}));
  const Term whole = concat({past, f.in(0)}, 2);
  ops::Windows windows;
  for (auto* numbers : {&windows.strides, &windows.dilations}) *numbers = {1};
  for (auto* pads : {&windows.pads_begin, &windows.pads_end}) *pads = {0};
  Term y =
      f.apply(ops::make_convolution({.windows = windows, .grouped = true}), {whole, unsqueeze(weight, {1})});
  if (node.has(2)) y = y + reshape(f.in(2), {1, -1, 1});
  if (is_silu) {
    const Term wide = cast(y, ElementType::kF32);
    y = cast(wide * sigmoid(wide), type);
  }
  const Term end = f.dimension(whole, 2);
  return f.lowered({y, slice(whole, end - before, end, 2)});
}

// swish(a) * b
Lowered lower_swiglu(NodeLowering& node) {
  const double alpha = TRY(node.attributes.real("alpha", 1));
  Formula f(node);
  const Term a = f.in(0);
  return f.lowered({a * sigmoid(f.number(a, alpha) * a) * f.in(1)});
}

}  // namespace backedge::onnx
