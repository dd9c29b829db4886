"""Layers in the bodies of Loop and Scan, whose states and weights come from around them."""

import numpy as np

from case import Tensor
from onnx_case import add_onnx
from onnx_layers import array, distinct, of, positive
from onnx_layers_attention import attention, linear_attention
from onnx_layers_convolution import conv
from onnx_layers_normalization import along_channels, normal
from onnx_layers_recurrent import recurrent

ORACLE = "generator: gen/onnx_layers_loops.py"


def head(opset):
    return '<ir_version: %d, opset_import: ["" : %d]>\n' % (13 if opset > 22 else 8 if opset < 19 else 10, opset)


def add(corpus, name, text, opset, title, rules, runs, **rest):
    add_onnx(corpus, "operators/" + name, text, oracle=ORACLE, title=title, rules=rules, head=head(opset), kind="combined", runs=runs, **rest)


def count(value):
    return Tensor("i64", [], [value])


def joined(type_, parts, steps=None):
    return of(type_, np.array(parts), steps)


def add_convolutions(corpus):
    """h' = Conv(h) + b; each iteration also gives the InstanceNormalization of h'."""
    text = """layers (int64 M, float[1,2,3] h, float[2,2,1] w, float[2] b, float[2] scale) => (float[1,2,3] last, float[n,1,2,3] all) {
  last, all = Loop <body = step (int64 i, bool going, float[1,2,3] before) => (bool go, float[1,2,3] next, float[1,2,3] normal) {
    go = Identity (going)
    next = Conv (before, w, b)
    normal = InstanceNormalization <epsilon = 0.5> (next, scale, b)
  }> (M, "", h)
}
"""
    h, w, b, scale = distinct(1, [1, 2, 3], 1), distinct(2, [2, 2, 1], 0.5), distinct(3, [2], 1.5), distinct(4, [2], 0.75)
    runs = []
    for m in (1, 2, 4):
        state, seen = h, []
        for _ in range(m):
            state = conv(state, w, b)
            seen.append(normal(array(state), (2,), 0.5)[0] * along_channels(scale, 3) + along_channels(b, 3))
        runs.append({"name": "m_%d" % m, "inputs": {"M": count(m), "h": h, "w": w, "b": b, "scale": scale}, "outputs": [state, joined("f32", seen, 40)]})
    add(corpus, "convolution_in_a_loop", text, 17, "A Loop convolves its state, and normalizes each channel of it.", ["ONNX-LOOP-3", "ONNX-LOOP-4", "ONNX-GRAPH-4"], runs,
        notes="All numbers of the state are multiples of 1/16 or greater powers of 2, so that they are exact.")


def add_lstm(corpus):
    """An LSTM over parts of a sequence is an LSTM over the whole one, if its states go from part to part."""
    text = """parts (float[n,2,2,3] x, float[1,8,3] w, float[1,8,2] r, float[1,16] b, float[1,2,2] h0, float[1,2,2] c0)
    => (float[1,2,2] h, float[1,2,2] c, float[n,2,1,2,2] y) {
  h, c, y = Scan <num_scan_inputs = 1, body = part (float[1,2,2] h_in, float[1,2,2] c_in, float[2,2,3] e)
      => (float[1,2,2] h_out, float[1,2,2] c_out, float[2,1,2,2] y_out) {
    y_out, h_out, c_out = LSTM <hidden_size = 2> (e, w, r, b, "", h_in, c_in)
  }> (h0, c0, x)
}
"""
    w, r, b, h, c = distinct(11, [1, 8, 3], 1 / 32), distinct(12, [1, 8, 2], 1 / 32), distinct(13, [1, 16], 1 / 16), distinct(14, [1, 2, 2], 0.25), distinct(15, [1, 2, 2], 0.375)
    runs = []
    for parts in (1, 2, 3):
        x = distinct(16, [parts, 2, 2, 3], 1 / 16)
        y, last_h, last_c = recurrent("LSTM", array(x).reshape(2 * parts, 2, 3), array(w), array(r), array(b), [2 * parts] * 2, array(h), array(c), "forward",
                                      ["Sigmoid", "Tanh", "Tanh"], 0.0, False)
        runs.append({"name": "parts_%d" % parts, "inputs": {"x": x, "w": w, "r": r, "b": b, "h0": h, "c0": c},
                     "outputs": [of("f32", last_h, 150), of("f32", last_c, 150), of("f32", y.reshape(parts, 2, 1, 2, 2), 150)]})
    add(corpus, "lstm_in_a_scan", text, 14, "A Scan carries the states of an LSTM from part to part of a sequence.", ["ONNX-SCAN-1", "ONNX-GRAPH-4", "OP-9"], runs)


def add_quantized(corpus):
    """The state is a matrix of bytes with a scale and a zero point for each row."""
    text = """bytes (int64 M, uint8[2,3] q, float[2] scale, uint8[2] zero) => (uint8[2,3] last, float[n,2,3] reals) {
  last, reals = Loop <body = step (int64 i, bool going, uint8[2,3] before) => (bool go, uint8[2,3] next, float[2,3] real) {
    go = Identity (going)
    real = DequantizeLinear <axis = 0> (before, scale, zero)
    half = Constant <value_float = -1.5> ()
    moved = Mul (real, half)
    next = QuantizeLinear <axis = 0> (moved, scale, zero)
  }> (M, "", q)
}
"""
    q, scale, zero = of("u8", [[101, 90, 107], [130, 119, 255]]), Tensor("f32", [2], [0.5, 4]), Tensor("u8", [2], [100, 127])
    rows = array(scale)[:, None], array(zero)[:, None]
    runs = []
    for m in (1, 3, 6):
        state, seen = array(q), []
        for _ in range(m):
            seen.append((state - rows[1]) * rows[0])
            state = np.clip(np.round(seen[-1] * -1.5 / rows[0]) + rows[1], 0, 255)
        runs.append({"name": "m_%d" % m, "inputs": {"M": count(m), "q": q, "scale": scale, "zero": zero}, "outputs": [of("u8", state), joined("f32", seen)]})
    add(corpus, "quantized_state_of_a_loop", text, 13, "A Loop carries quantized numbers, with a scale for each row.", ["ONNX-LOOP-3", "ONNX-LOOP-4"], runs,
        notes="Products are rounded with halves to the even number, and some saturate.")


def add_pools(corpus):
    text = """pools (float[n,1,1,4] x) => (float[1,1,4] total, float[n,1,1,2] tops) {
  none = Constant <value = float[1,1,4] {0, 0, 0, 0}> ()
  total, tops = Scan <num_scan_inputs = 1, body = step (float[1,1,4] sum, float[1,1,4] e) => (float[1,1,4] next, float[1,1,2] top) {
    top, at = MaxPool <kernel_shape = [2], strides = [2]> (e)
    back = MaxUnpool <kernel_shape = [2], strides = [2]> (top, at)
    next = Add (sum, back)
  }> (none, x)
}
"""
    runs = []
    for n in (1, 3):
        x = distinct(21, [n, 1, 1, 4], 1)
        total, tops = np.zeros(4), []
        for row in array(x).reshape(n, 4):
            places = [int(row[0] < row[1]), 2 + int(row[2] < row[3])]
            tops.append(row[places].reshape(1, 1, 2))
            total[places] += row[places]
        runs.append({"name": "rows_%d" % n, "inputs": {"x": x}, "outputs": [of("f32", total.reshape(1, 1, 4)), joined("f32", tops)]})
    add(corpus, "pools_in_a_scan", text, 12, "A Scan puts the greatest elements of each row back, and adds the rows.", ["ONNX-SCAN-1", "OP-20"], runs)


def add_caches(corpus):
    """Attention whose cache is the state: it grows by one key in each iteration."""
    text = """cached (float[n,1,2,1,2] q, float[n,1,1,1,2] k, float[n,1,1,1,3] v, float[1,1,m,2] keys, float[1,1,m,3] values, int64 M)
    => (float[1,1,a,2] all_keys, float[1,1,b,3] all_values, float[c,1,2,1,3] y) {
  all_keys, all_values, y = Loop <body = step (int64 i, bool going, float[1,1,d,2] past_k, float[1,1,e,3] past_v)
      => (bool go, float[1,1,f,2] next_k, float[1,1,g,3] next_v, float[1,2,1,3] seen) {
    go = Identity (going)
    qi = Gather (q, i)
    ki = Gather (k, i)
    vi = Gather (v, i)
    seen, next_k, next_v = Attention <scale = 0.25> (qi, ki, vi, "", past_k, past_v)
  }> (M, "", keys, values)
}
"""
    q, k, v = distinct(31, [3, 1, 2, 1, 2], 0.25), distinct(32, [3, 1, 1, 1, 2], 0.5), distinct(33, [3, 1, 1, 1, 3], 0.5)
    runs = []
    for name, m, size in (("one", 1, 2), ("three", 3, 1), ("three_after_two", 3, 2)):
        past = keys, values = distinct(34, [1, 1, size, 2], 0.75), distinct(35, [1, 1, size, 3], 1.25)
        state, seen = [array(x) for x in past], []
        for i in range(m):
            y, *state, _ = attention(array(q)[i], array(k)[i], array(v)[i], past=state, scale=0.25)
            seen.append(y)
        runs.append({"name": name, "inputs": {"q": q, "k": k, "v": v, "keys": keys, "values": values, "M": count(m)},
                     "outputs": [of("f32", state[0]), of("f32", state[1]), joined("f32", seen, 80)]})
    add(corpus, "attention_with_a_cache_in_a_loop", text, 23, "The cache of an Attention is the state of a Loop and grows.", ["ONNX-LOOP-3", "ONNX-LOOP-4", "ONNX-GRAPH-4"], runs)


def add_linear(corpus):
    """LinearAttention and CausalConvWithState over parts of a sequence, whose states go from part to part."""
    text = """parts (float[n,1,2,4] x, float[1,2,2,2] s0, float[1,4,2] p0, float[4,1,3] w) => (float[1,2,2,2] s, float[1,4,2] p, float[n,1,2,4] y, float[n,1,4,2] z) {
  s, p, y, z = Scan <num_scan_inputs = 1, body = part (float[1,2,2,2] s_in, float[1,4,2] p_in, float[1,2,4] e)
      => (float[1,2,2,2] s_out, float[1,4,2] p_out, float[1,2,4] y_out, float[1,4,2] z_out) {
    y_out, s_out = LinearAttention <q_num_heads = 2, kv_num_heads = 2, update_rule = "linear", scale = 0.5> (e, e, e, s_in)
    t = Transpose <perm = [0, 2, 1]> (e)
    z_out, p_out = CausalConvWithState (t, w, "", p_in)
  }> (s0, p0, x)
}
"""
    s, p, w = distinct(41, [1, 2, 2, 2], 0.5), distinct(42, [1, 4, 2], 0.75), distinct(43, [4, 1, 3], 0.25)
    runs = []
    for n in (1, 3):
        x = distinct(44, [n, 1, 2, 4], 0.25)
        whole = array(x).reshape(1, 2 * n, 2, 2)
        y, state = linear_attention(whole, whole, whole, array(s).copy(), None, None, "linear", 0.5)
        row = np.concatenate([array(p)[0], array(x).reshape(2 * n, 4).T], axis=1)
        z = np.stack([(row[:, t:t + 3] * array(w)[:, 0]).sum(axis=1) for t in range(2 * n)])
        runs.append({"name": "parts_%d" % n, "inputs": {"x": x, "s0": s, "p0": p, "w": w}, "outputs": [
            of("f32", state), of("f32", row[None, :, -2:]), of("f32", y.reshape(n, 1, 2, 4)), of("f32", z.reshape(n, 2, 4).transpose(0, 2, 1)[:, None])]})
    add(corpus, "states_of_linear_layers_in_a_scan", text, 27, "A Scan carries the states of LinearAttention and CausalConvWithState.", ["ONNX-SCAN-1", "ONNX-GRAPH-4"], runs)


def add_training(corpus):
    """BatchNormalization moves its running mean and variance, which are states."""
    text = """trained (float[n,2,2,1] x, float[2] scale, float[2] b, float[2] m0, float[2] v0) => (float[2] m, float[2] v, float[n,2,2,1] y) {
  m, v, y = Scan <num_scan_inputs = 1, body = step (float[2] m_in, float[2] v_in, float[2,2,1] e) => (float[2] m_out, float[2] v_out, float[2,2,1] y_out) {
    y_out, m_out, v_out = BatchNormalization <epsilon = 0.5, momentum = 0.75, training_mode = 1> (e, scale, b, m_in, v_in)
  }> (m0, v0, x)
}
"""
    scale, b, mean, variance = distinct(51, [2], 0.75), distinct(52, [2], 1.5), distinct(53, [2], 1), positive(54, [2], 0.5)
    runs = []
    for n in (1, 3):
        x = distinct(55, [n, 2, 2, 1], 0.5)
        running, seen = [array(mean), array(variance)], []
        for e in array(x):
            y, *current = normal(e, (0, 2), 0)
            y = (e - current[0]) / np.sqrt(current[1] + 0.5) * along_channels(scale, 3) + along_channels(b, 3)
            running = [old * 0.75 + new.reshape(-1) * 0.25 for old, new in zip(running, current)]
            seen.append(y)
        runs.append({"name": "batches_%d" % n, "inputs": {"x": x, "scale": scale, "b": b, "m0": mean, "v0": variance},
                     "outputs": [of("f32", running[0], 6 * n, 2), of("f32", running[1], 6 * n, 2), joined("f32", seen, 40)]})
    add(corpus, "running_statistics_in_a_scan", text, 15, "A Scan carries the running mean and variance of BatchNormalization.", ["ONNX-SCAN-1", "ONNX-GRAPH-4"], runs)


def add_growth(corpus):
    text = """grown (int64 M, float[1,1,2,1] x) => (float[1,1,h,w] y) {
  y = Loop <body = step (int64 i, bool going, float[1,1,a,b] before) => (bool go, float[1,1,c,d] next) {
    go = Identity (going)
    scales = Constant <value = float[4] {1, 1, 1.5, 2}> ()
    larger = Resize <coordinate_transformation_mode = "asymmetric", nearest_mode = "floor"> (before, "", scales)
    one = Constant <value_float = 1.0> ()
    next = Add (larger, one)
  }> (M, "", x)
}
"""
    x = Tensor("f32", [1, 1, 2, 1], [10, 20])
    runs = []
    for m in (0, 1, 3):
        y = array(x)[0, 0]
        for _ in range(m):
            rows = [i * 2 // 3 for i in range(len(y) * 3 // 2)]
            y = np.repeat(y[rows], 2, axis=1) + 1
        runs.append({"name": "m_%d" % m, "inputs": {"M": count(m), "x": x}, "outputs": [of("f32", y[None, None])]})
    add(corpus, "resized_state_of_a_loop", text, 13, "The state of a Loop becomes one and a half times as high and twice as wide.", ["ONNX-LOOP-3", "OP-40"], runs)


def add_cases(corpus):
    for family in (add_convolutions, add_lstm, add_quantized, add_pools, add_caches, add_linear, add_training, add_growth):
        family(corpus)
