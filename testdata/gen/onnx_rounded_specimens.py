"""Specimens of ONNX's operators whose results are rounded, with tolerances that `backedge golden` derives."""

import math

import numpy as np

from onnx_nodes import array, each, of, shuffled

# name: the bound of the first output, and of the others
BOUNDS = {
    "Softplus": [4.8e-07], "Softsign": [3e-07], "Gelu": [2.2e-07], "HardSwish": [3.8e-08], "Mish": [2.8e-07], "Swish": [1.3e-07],
    "Gelu_tanh": [9.7e-08], "Softmax": [5.8e-07], "LogSoftmax": [9.3e-07], "ReduceL2": [2.1e-07], "ReduceLogSumExp": [4e-07],
    "ReduceLogSum": [8e-07], "LayerNormalization": [6e-06], "RMSNormalization": [4.2e-06], "InstanceNormalization": [8.2e-06],
    "GroupNormalization": [1.2e-05], "LpNormalization": [7.2e-07], "LSTM": [6.6e-07, 6.6e-07, 1.1e-06], "GRU": [7e-07, 7e-07],
    "RNN": [3.6e-07, 3.6e-07],
}


def eighths(*shapes):
    return [of("f32", array(shuffled("f32", shape, -(int(np.prod(shape)) // 2) - k, 1)) / 8) for k, shape in enumerate(shapes)]


def sigmoid(x):
    return 1 / (1 + np.exp(-x))


def normalized(x, axes, squares_alone=False):
    centered = x if squares_alone else x - x.mean(axes, keepdims=True)
    return centered / np.sqrt((centered * centered).mean(axes, keepdims=True) + 0.125)


def lstm(x, w, r, b):
    h = c = np.zeros((x.shape[1], 2))
    y = []
    for step in x:
        i, o, f, g = np.split(step @ w[0].T + h @ r[0].T + b[0][:8] + b[0][8:], 4, 1)
        c = sigmoid(f) * c + sigmoid(i) * np.tanh(g)
        h = sigmoid(o) * np.tanh(c)
        y.append(h)
    return np.array(y)[:, None], h[None], c[None]


def gru(x, w, r, b):
    h = np.zeros((x.shape[1], 2))
    y = []
    for step in x:
        from_x, from_h = step @ w[0].T + b[0][:6], h @ r[0].T + b[0][6:]
        z, reset = sigmoid(from_x[:, :2] + from_h[:, :2]), sigmoid(from_x[:, 2:4] + from_h[:, 2:4])
        new = np.tanh(from_x[:, 4:] + (reset * h) @ r[0][4:].T + b[0][10:])
        h = (1 - z) * new + z * h
        y.append(h)
    return np.array(y)[:, None], h[None]


def rnn(x, w, r, b):
    h = np.zeros((x.shape[1], 2))
    y = []
    for step in x:
        h = np.tanh(step @ w[0].T + h @ r[0].T + b[0][:2] + b[0][2:])
        y.append(h)
    return np.array(y)[:, None], h[None]


def add_to(add):
    group, x = "that_round", eighths([2, 4], [2, 4], [3, 2])
    tanh_of_gelu = lambda v: v / 2 * (1 + math.tanh(math.sqrt(2 / math.pi) * (v + 0.044715 * v**3)))

    def rounded(name, node, sets, function, count=1, **more):
        bounds = BOUNDS.get(name, [1] * count)
        add(group, name, node, sets, function, types=["f32"] * count, compare=[{"bound": bound} for bound in bounds], **more)

    for name, function, opset in (("Softplus", lambda v: math.log1p(math.exp(v)), 18), ("Softsign", lambda v: v / (1 + abs(v)), 18), ("Gelu", lambda v: v / 2 * (1 + math.erf(v / math.sqrt(2))), 20), ("HardSwish", lambda v: v * min(max(v / 6 + 0.5, 0), 1), 18),
                                  ("Mish", lambda v: v * math.tanh(math.log1p(math.exp(v))), 18), ("Swish", lambda v: v / (1 + math.exp(-v)), 24)):
        rounded(name, name + " ({})", [(v,) for v in x], each(function), opset=opset)
    rounded("Gelu_tanh", 'Gelu <approximate = "tanh"> ({})', [(v,) for v in x], each(tanh_of_gelu), opset=20)
    rounded("Softmax", "Softmax <axis = 1> ({})", [(v,) for v in x], lambda a: np.exp(a) / np.exp(a).sum(1, keepdims=True))
    rounded("LogSoftmax", "LogSoftmax <axis = 1> ({})", [(v,) for v in x], lambda a: a - np.log(np.exp(a).sum(1, keepdims=True)))
    axes = [of("i64", v) for v in ([1], [0], [-1])]
    rounded("ReduceL2", "ReduceL2 ({}, {})", list(zip(x, axes)), lambda a, i: np.sqrt((a * a).sum(tuple(i), keepdims=True)))
    rounded("ReduceLogSumExp", "ReduceLogSumExp ({}, {})", list(zip([of("f32", array(v) + 2) for v in x], axes)), lambda a, i: np.log(np.exp(a).sum(tuple(i), keepdims=True)))
    rounded("ReduceLogSum", "ReduceLogSum ({}, {})", list(zip([of("f32", array(v) + 2) for v in x], axes)), lambda a, i: np.log(a.sum(tuple(i), keepdims=True)))
    scales, biases = [of("f32", v) for v in ([1, 2, 3, 4], [-1, 5, 2, 1], [3, 7])], [of("f32", v) for v in ([1, 0, 2, 0], [3, 1, 1, 2], [5, 4])]
    rounded("LayerNormalization", "LayerNormalization <epsilon = 0.125> ({}, {}, {})", list(zip(x, scales, biases)), lambda a, s, b: normalized(a, (1,)) * s + b)
    rounded("RMSNormalization", "RMSNormalization <epsilon = 0.125> ({}, {})", list(zip(x, scales)), lambda a, s: normalized(a, (1,), True) * s, opset=23)
    planes = eighths([2, 2, 3], [2, 2, 3], [1, 2, 4])
    two = [of("f32", v) for v in ([1, 2], [-3, 5], [4, 1])], [of("f32", v) for v in ([0, 1], [2, 3], [5, -1])]
    rounded("InstanceNormalization", "InstanceNormalization <epsilon = 0.125> ({}, {}, {})", list(zip(planes, *two)), lambda a, s, b: normalized(a, (2,)) * s.reshape(1, -1, 1) + b.reshape(1, -1, 1))
    rounded("GroupNormalization", "GroupNormalization <epsilon = 0.125, num_groups = 1> ({}, {}, {})", list(zip(planes, *two)), lambda a, s, b: normalized(a, (1, 2)) * s.reshape(1, -1, 1) + b.reshape(1, -1, 1), opset=21)
    rounded("LpNormalization", "LpNormalization <axis = 1> ({})", [(v,) for v in eighths([2, 3], [2, 3], [3, 2])], lambda a: a / np.sqrt((a * a).sum(1, keepdims=True)))
    steps = eighths([3, 2, 3], [3, 2, 3], [2, 1, 3])
    for name, gates, function, count in (("LSTM", 4, lstm, 3), ("GRU", 3, gru, 2), ("RNN", 1, rnn, 2)):
        weights = [eighths(*[[1, rows, columns]] * 3) for rows, columns in ((2 * gates, 3), (2 * gates, 2))] + [[of("f32", array(v)[0]) for v in eighths(*[[1, 1, 4 * gates]] * 3)]]
        weights = [[of("f32", array(v) * (k + 1) / 4) for k, v in enumerate(group_)] for group_ in weights]
        rounded(name, name + " <hidden_size = 2> ({}, {}, {}, {})", list(zip(steps, *weights)), function, count)
