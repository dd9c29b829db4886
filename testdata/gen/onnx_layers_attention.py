"""Attention, FlexAttention, LinearAttention and RotaryEmbedding, by ONNX's formulas in double."""

import math

import numpy as np

from case import Tensor
from onnx_case import add_onnx
from onnx_layers import Layer, array, distinct, exp, of, positive, softmax, tanh

ORACLE = "generator: gen/onnx_layers_attention.py"
INF = math.inf


def split(x, heads):
    """[batch, steps, heads * size] as [batch, heads, steps, size]."""
    return x.reshape(x.shape[0], x.shape[1], heads, -1).transpose(0, 2, 1, 3)


def repeated(x, heads):
    return np.repeat(x, heads // x.shape[1], axis=1)


def attention(q, k, v, mask=None, past=None, valid=None, causal=False, scale=None, softcap=0.0, left=-1, right=-1):
    """Y, the keys, the values, and what each mode of qk_matmul_output_mode shows."""
    before = past[0].shape[2] if past else 0
    if past:
        k, v = np.concatenate([past[0], k], 2), np.concatenate([past[1], v], 2)
    rows, columns = q.shape[2], k.shape[2]
    keys = repeated(k, q.shape[1])
    product = q @ keys.transpose(0, 1, 3, 2) * (scale or 1 / math.sqrt(q.shape[3]))
    capped = softcap * tanh(product / softcap) if softcap else product
    biased = capped.copy()
    for n, h, i, j in np.ndindex(*biased.shape):
        offset = int(valid[n]) - rows if valid is not None else before
        position = i + offset
        hidden = (causal and j > position) or (left >= 0 and j < position - left) or (right >= 0 and j > position + right)
        hidden = hidden or (valid is not None and j >= valid[n])
        if mask is not None:
            grid = np.broadcast_to(mask, mask.shape[:-2] + (rows, mask.shape[-1])) if mask.ndim > 1 else mask[None]
            whole = np.broadcast_to(grid, biased.shape[:2] + (rows, mask.shape[-1]))
            hidden = hidden or j >= mask.shape[-1]  # what the mask lacks is hidden
            biased[n, h, i, j] += 0 if hidden else whole[n, h, i, j]
        if hidden:
            biased[n, h, i, j] = -INF
    weights = softmax(biased)
    return weights @ repeated(v, q.shape[1]), k, v, [product, capped, biased, weights]


def add_attentions(corpus):
    """A model of four axes, one of three, and one with a cache for each version."""
    made = Layer("Attention")

    def add(name, opset, heads, kv_heads, rows, columns, attributes="", packed=False, mask=None, past=0, valid=None, shown=None,
            type_="f32", steps=260, **options):
        size, out, batch = 4, 3, 2
        q, k = distinct(1, [batch, heads, rows, size], 1 / 16, type_), distinct(2, [batch, kv_heads, columns, size], 1 / 16, type_)
        v = distinct(3, [batch, kv_heads, columns, out], 1 / 8, type_)
        pasts = [distinct(4, [batch, kv_heads, past, size], 1 / 16, type_), distinct(5, [batch, kv_heads, past, out], 1 / 8, type_)] if past else None
        bias = None
        if mask is not None:
            bias = np.where(array(mask) == 1, 0.0, -INF) if mask.type == "boolean" else array(mask)
        y, all_k, all_v, stages = attention(array(q), array(k), array(v), bias, pasts and [array(p) for p in pasts], valid, **options)
        texts = [attributes] * bool(attributes) + ["qk_matmul_output_mode = %s" % shown] * bool(shown)
        if packed:
            y = y.transpose(0, 2, 1, 3).reshape(batch, rows, -1)
            q, k, v = [of(type_, array(x).transpose(0, 2, 1, 3).reshape(batch, x.shape[2], -1)) for x in (q, k, v)]
            texts = ["q_num_heads = %d, kv_num_heads = %d" % (heads, kv_heads)] + texts
        outputs = [of(type_, y, steps)] + ([of(type_, all_k), of(type_, all_v)] if past else [None, None])
        if shown is not None:
            outputs.append(of(type_, stages[shown], 120 if shown == 3 else 40))
        while outputs[-1] is None:
            outputs.pop()
        made.run(name, opset, ", ".join(texts), {
            "q": q, "k": k, "v": v, "mask": mask, "past_k": pasts and pasts[0], "past_v": pasts and pasts[1],
            "valid": Tensor("i64", [batch], valid) if valid is not None else None}, outputs)
    add("four_axes", 23, 2, 2, 3, 5)
    add("three_axes", 23, 2, 2, 3, 5, packed=True)
    add("three_axes_as_many_heads_as_rows", 24, 2, 2, 2, 2, packed=True)
    add("groups_of_heads", 23, 4, 2, 2, 3)
    add("one_head_for_all", 23, 3, 1, 2, 4, packed=True)
    add("scale", 23, 1, 1, 3, 2, "scale = 0.25", scale=0.25)
    add("softcap", 23, 2, 1, 2, 3, "softcap = 0.5", softcap=0.5, shown=1)
    add("causal", 23, 2, 2, 3, 3, "is_causal = 1", causal=True, shown=3)
    add("causal_with_more_keys", 24, 1, 1, 2, 4, "is_causal = 1", causal=True)
    add("causal_with_past", 24, 2, 1, 3, 3, "is_causal = 1", causal=True, past=2)
    add("past", 23, 2, 2, 2, 1, past=3, packed=True)
    add("past_of_groups", 23, 4, 2, 1, 2, past=2)
    add("mask_of_reals", 23, 2, 2, 3, 4, mask=distinct(6, [3, 4], 0.25), shown=2)
    add("mask_of_each_head", 24, 2, 1, 2, 3, mask=distinct(7, [2, 2, 2, 3], 0.25))
    add("mask_of_each_batch", 24, 3, 1, 2, 3, mask=distinct(8, [2, 1, 2, 3], 0.25))
    allowed = [True, False, True, False, True, True, True, True, False]
    add("mask_of_booleans", 23, 2, 2, 3, 3, mask=Tensor("boolean", [3, 3], allowed))
    add("row_without_keys", 24, 1, 1, 2, 3, mask=Tensor("boolean", [2, 3], [False, False, False, True, True, False]), shown=3)
    add("shorter_mask", 24, 1, 1, 2, 4, mask=distinct(9, [2, 3], 0.25))
    add("mask_and_causal", 24, 2, 2, 3, 3, "is_causal = 1", causal=True, mask=distinct(10, [3, 3], 0.25), shown=2)
    add("raw_products", 23, 2, 1, 2, 3, "softcap = 0.5", softcap=0.5, shown=0)
    add("valid_keys", 24, 2, 2, 2, 4, valid=[2, 3])
    add("valid_keys_and_causal", 24, 2, 1, 2, 5, "is_causal = 1", causal=True, valid=[3, 5])
    add("softmax_in_f64", 24, 1, 1, 2, 3, "softmax_precision = 11", shown=3)
    add("windows", 25, 1, 1, 4, 5, "left_window_size = 1, right_window_size = 2", left=1, right=2, shown=3)
    add("window_with_past_and_causal", 25, 2, 1, 3, 3, "is_causal = 1, left_window_size = 2", causal=True, left=2, past=2)
    add("f16", 23, 1, 1, 2, 3, type_="f16", steps=120)
    made.add_to(corpus, "attention", oracle=ORACLE, rules=["ONNX-GRAPH-2", "ONNX-GRAPH-5", "ONNX-GRAPH-6"],
                title="Attention with groups of heads, masks, a cache, windows and what it shows of its stages.")


def add_flex(corpus):
    text = """flex (float[1,2,2,3] q, float[1,1,4,3] k, float[1,1,4,2] v) => (float[a,b,c,d] plain, float[e,f,g,h] scaled, float[i,j,l,m] both) {
  plain = ai.onnx.preview.FlexAttention (q, k, v)
  scaled = ai.onnx.preview.FlexAttention <scale = 0.25> (q, k, v)
  both = ai.onnx.preview.FlexAttention <scale = 0.5,
    score_mod = moved (float[1,2,2,4] s) => (float[1,2,2,4] t) { two = Constant <value_float = -2.0> () t = Mul (s, two) },
    prob_mod = sharper (float[1,2,2,4] p) => (float[1,2,2,4] r) { r = Mul (p, p) }> (q, k, v)
}
"""
    q, k, v = distinct(11, [1, 2, 2, 3], 0.25), distinct(12, [1, 1, 4, 3], 0.25), distinct(13, [1, 1, 4, 2], 0.5)
    products = array(q) @ repeated(array(k), 2).transpose(0, 1, 3, 2)
    values = repeated(array(v), 2)
    results = [softmax(products / math.sqrt(3)) @ values, softmax(products / 4) @ values, softmax(products * -1) ** 2 @ values]
    # The operator has its own domain.
    add_onnx(corpus, "operators/flex_attention", text, oracle=ORACLE, rules=["ONNX-GRAPH-2", "ONNX-GRAPH-4"],
             head='<ir_version: 13, opset_import: ["" : 26, "ai.onnx.preview" : 1]>\n',
             title="FlexAttention with a scale, and with graphs that change scores and probabilities.",
             runs=[{"name": "one", "inputs": {"q": q, "k": k, "v": v}, "outputs": [of("f32", result, 500) for result in results]}])


def linear_attention(q, k, v, state, decay, beta, rule, scale):
    """Packed results and the last state, step by step. Arrays have an axis of heads before the last one."""
    batch, steps, heads, size = q.shape
    each = heads // k.shape[2]
    y = np.zeros((batch, steps, heads, v.shape[3]))
    for n, t, h in np.ndindex(batch, steps, k.shape[2]):
        s = state[n, h] * (exp(decay[n, t, h])[:, None] if rule.startswith("gated") else 1)
        new = v[n, t, h]
        if rule.endswith("delta"):
            new = beta[n, t, h] * (new - k[n, t, h] @ s)
        state[n, h] = s + np.outer(k[n, t, h], new)
        for j in range(h * each, (h + 1) * each):
            y[n, t, j] = scale * (q[n, t, j] @ state[n, h])
    return y.reshape(batch, steps, -1), state


def add_linear(corpus):
    made = Layer("LinearAttention")

    def add(name, rule, heads, kv_heads, steps, has_past=False, scale=None, each_key=True, each_head=True, chunk=None, units=(60, 60)):
        size, out, batch = 2, 3, 2
        q, k = distinct(21, [batch, steps, heads * size], 1 / 8), distinct(22, [batch, steps, kv_heads * size], 1 / 16)
        v, past = distinct(23, [batch, steps, kv_heads * out], 1 / 8), distinct(24, [batch, kv_heads, size, out], 1 / 4) if has_past else None
        decay = beta = None
        if rule.startswith("gated"):
            decay = of("f32", -array(positive(25, [batch, steps, kv_heads * (size if each_key else 1)], 1 / 32)))
        if rule.endswith("delta"):
            beta = positive(26, [batch, steps, kv_heads if each_head else 1], 1 / 32)

        def heads_of(tensor, count, last):
            return np.broadcast_to(array(tensor).reshape(batch, steps, count, -1), (batch, steps, count, last))
        y, state = linear_attention(
            heads_of(q, heads, size), heads_of(k, kv_heads, size), heads_of(v, kv_heads, out),
            array(past).copy() if past else np.zeros((batch, kv_heads, size, out)), decay and heads_of(decay, kv_heads, size),
            None if beta is None else np.broadcast_to(array(beta), (batch, steps, kv_heads)), rule, scale or 1 / math.sqrt(size))
        texts = ["q_num_heads = %d, kv_num_heads = %d" % (heads, kv_heads)] + ['update_rule = "%s"' % rule] * (rule != "gated_delta")
        texts += ["scale = %s" % scale] * bool(scale) + ["chunk_size = %s" % chunk] * bool(chunk)
        made.run(name, 27, ", ".join(texts), {"q": q, "k": k, "v": v, "past": past, "decay": decay, "beta": beta},
                 [of("f32", y, units[0]), of("f32", state, units[1])])
    add("linear", "linear", 2, 2, 3, units=(30, None))
    add("linear_with_past_and_scale", "linear", 2, 1, 3, True, 0.75, units=(None, None))
    add("gated", "gated", 2, 2, 2, True)
    add("gated_by_heads", "gated", 4, 2, 2, each_key=False)
    add("delta", "delta", 2, 2, 3, True, units=(40, 20))
    add("delta_of_all_heads", "delta", 2, 2, 2, True, each_head=False, units=(40, 15))
    add("gated_delta", "gated_delta", 4, 2, 3, True, chunk=2)
    add("one_step", "gated_delta", 3, 1, 1, True, 0.5, each_key=False)
    made.add_to(corpus, "linear_attention", oracle=ORACLE, rules=["ONNX-GRAPH-2", "ONNX-GRAPH-5"],
                title="LinearAttention by all four rules of its state, with decays and rates of heads and keys.")


def rotated(x, cos, sin, interleaved):
    """x is [batch, steps, heads, size]; cos and sin are [batch, steps, half of the part that turns]."""
    y, half = x.copy(), cos.shape[2]
    for k in range(half):
        a, b = (2 * k, 2 * k + 1) if interleaved else (k, k + half)
        c, s = cos[:, :, None, k], sin[:, :, None, k]
        y[..., a], y[..., b] = c * x[..., a] - s * x[..., b], s * x[..., a] + c * x[..., b]
    return y


def add_rotations(corpus):
    made = Layer("RotaryEmbedding")

    def add(name, packed, positions, interleaved=False, part=0, heads=3, size=6, steps=2, batch=2):
        x = array(distinct(31, [batch, steps, heads, size]))
        half = (part or size) // 2
        shape = [5, half] if positions else [batch, steps, half]
        cos, sin = distinct(32, shape, 1 / 32), distinct(33, shape, 1 / 32)
        at = of("i64", np.array(positions).reshape(batch, steps)) if positions else None
        chosen = [array(cache)[array(at)] if at else array(cache) for cache in (cos, sin)]
        y = rotated(x, *chosen, interleaved)
        texts = ["interleaved = 1"] * interleaved + ["rotary_embedding_dim = %d" % part] * bool(part) + ["num_heads = %d" % heads] * packed
        shaped = [v.reshape(batch, steps, -1) if packed else v.transpose(0, 2, 1, 3) for v in (x, y)]
        made.run(name, 23, ", ".join(texts), {"x": of("f32", shaped[0]), "cos": cos, "sin": sin, "at": at}, [of("f32", shaped[1])])
    add("halves", False, [3, 1, 0, 4])
    add("pairs", False, [3, 1, 0, 4], True)
    add("three_axes", True, [2, 0, 4, 1])
    add("three_axes_of_pairs", True, [2, 0, 4, 1], True)
    add("part_of_a_head", True, [2, 0, 4, 1], part=4)
    add("part_of_a_head_in_pairs", False, [2, 0, 4, 1], True, 4)
    add("without_positions", False, None)
    add("as_many_heads_as_steps", False, None, True, heads=2)
    made.add_to(corpus, "rotary_embedding", oracle=ORACLE, rules=["ONNX-GRAPH-2", "ONNX-GRAPH-5", "ONNX-GRAPH-6"],
                title="RotaryEmbedding turns pairs of elements, neighbours or from two halves, by the angles of their positions.",
                notes="The caches are multiples of 1/32, so that all sums are exact.")


def add_cases(corpus):
    for add in (add_attentions, add_flex, add_linear, add_rotations):
        add(corpus)
