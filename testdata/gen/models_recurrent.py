"""Recurrent networks of real sizes. Oracles: the operations' pages, rounded to f32 after every primitive."""

import os

import numpy as np

import ir
from case import Tensor
from exact import F32, apply, matmul, noise, sum_last
from frames import TYPES, begin, counted, f32, floats, i64, slices, trip

ORACLE = "generator: gen/models_recurrent.py"


def gates(x, h, w, r, b):
    return (matmul(x, w.T) + matmul(h, r.T)) + b


def lstm_cell(x, h, c, w, r, b):
    """Gate order f, i, c, o."""
    f, i, g, o = np.split(gates(x, h, w, r, b), 4, axis=1)
    f, i, g, o = apply("sigmoid", f), apply("sigmoid", i), apply("tanh", g), apply("sigmoid", o)
    c = f * c + i * g
    return o * apply("tanh", c), c


def gru_cell(x, h, w, r, b):
    """Gate order z, r, h; linear_before_reset = 0."""
    n = h.shape[1]
    z, reset = np.split(apply("sigmoid", gates(x, h, w[:2 * n], r[:2 * n], b[:2 * n])), 2, axis=1)
    new = apply("tanh", gates(x, reset * h, w[2 * n:], r[2 * n:], b[2 * n:]))
    return (F32(1) - z) * new + z * h


def rnn_cell(x, h, w, r, b):
    return apply("tanh", gates(x, h, w, r, b))


def add_page_lstm(corpus):
    """The complete example 2 of the TensorIterator-1 page."""
    with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "examples", "page_lstm.xml")) as file:
        text = file.read()
    weights = ir.Weights()
    wr, b = noise(11, (1024, 768), 16384), noise(12, (1024,), 64)
    for data in (ir.pack("i64", [1, 512]), wr.astype("<f4").tobytes(), b.astype("<f4").tobytes(), ir.pack("i64", [1, 1, 256])):
        weights.add(data)
    x, h, c = noise(13, (1, 25, 512)), noise(14, (1, 256)), noise(15, (1, 256))
    inputs, seen = [f32(x), f32(h), f32(c)], []
    for k in range(25):
        h, c = lstm_cell(x[:, k], h, c, wr[:, :512], wr[:, 512:], b)
        seen.append(h)
    corpus.add("models/lstm_of_the_page", rules=["READ-5", "BODY-5", "BACK-2", "OUT-2", "NUM-6"], kind="combined", oracle=ORACLE,
               title="The LSTM of the TensorIterator-1 page: 25 time steps of 512 features to 256 units.", model=text,
               weights=weights.data, notes="W and R are side by side in one weight. The gates are f, i, c, o.",
               runs=[{"name": "whole", "tier": "survey", "inputs": inputs,
                      "outputs": [f32(np.stack(seen, axis=1).reshape(1, 25, 256), bound=9.5e-5)]}])


def add_lstm(corpus):
    batch, steps, features, units = 2, 6, 5, 4
    w, r, b = noise(21, (4 * units, features)), noise(22, (4 * units, units)), noise(23, (4 * units,))
    for form in ("tensor_iterator", "loop"):
        graph = ir.Graph()
        x, h0, c0 = [graph.parameter(n, "f32", s) for n, s in (("X", [batch, steps, features]), ("H0", [batch, units]),
                                                               ("C0", [batch, units]))]
        loop, body = begin(form, graph, steps)
        xi = body.parameter("xi", "f32", [batch, 1, features])
        h, c = body.parameter("h", "f32", [batch, units]), body.parameter("c", "f32", [batch, units])
        flat = body.op("Squeeze", xi, body.const("i64", [1]), shape=[batch, features])
        h1, c1 = body.op("LSTMCell", flat, h, c, floats(body, w), floats(body, r), floats(body, b), version="opset4",
                         outputs=[("f32", [batch, units])] * 2, hidden_size=units, activations="sigmoid,tanh,tanh",
                         activations_alpha="", activations_beta="", clip=0.0)
        rh, rc = body.result(h1, "h1"), body.result(c1, "c1")
        ry = body.result(body.op("Unsqueeze", h1, body.const("i64", [1]), shape=[batch, 1, units]), "y")
        loop.input(x, xi, **slices(1, form == "loop", 1))
        loop.input(h0, h)
        loop.input(c0, c)
        loop.back_edge(rh, h)
        loop.back_edge(rc, c)
        for result, shape, attributes in ((ry, [batch, steps, units], slices(1, form == "loop", 1)), (rh, [batch, units], {}),
                                          (rc, [batch, units], {})):
            graph.result(loop.output(result, shape=shape, **attributes), result.name + "_out")
        runs = []
        for seed in (1, 2):
            xv, hv, cv = noise(30 + seed, (batch, steps, features)), noise(40 + seed, (batch, units)), noise(50 + seed, (batch, units))
            order = range(steps) if form == "loop" else range(steps - 1, -1, -1)
            seen, h_, c_ = np.zeros((batch, steps, units), F32), hv, cv
            for k in order:
                h_, c_ = lstm_cell(xv[:, k], h_, c_, w, r, b)
                seen[:, k] = h_
            runs.append({"name": "seed_%d" % seed, "inputs": {"X": f32(xv), "H0": f32(hv), "C0": f32(cv)},
                         "outputs": [f32(seen, bound=7.5e-6), f32(h_, bound=7.5e-6), f32(c_, bound=1.6e-5)]})
        corpus.add("models/lstm/" + form, rules=["BACK-2", "OUT-1", "OUT-2", "SLICE-3", "NUM-6"], kind="combined", oracle=ORACLE,
                   model=graph.text(), weights=graph.weights.data, runs=runs,
                   title="An LSTM over the second axis, %s, as OpenVINO writes it." % ("forward" if form == "loop" else
                                                                                       "backward in and out"),
                   notes="The gates are f, i, c, o.")


def add_gru_with_lengths(corpus):
    batch, steps, features, units = 4, 20, 64, 48
    w, r, b = noise(61, (3 * units, features), 1024), noise(62, (3 * units, units), 8192), noise(63, (3 * units,), 64)
    graph = ir.Graph()
    x, h0 = graph.parameter("X", "f32", [batch, steps, features]), graph.parameter("H0", "f32", [batch, units])
    lengths = graph.parameter("lengths", "i64", [batch])
    loop, body = begin("loop", graph, steps)
    xi, h = body.parameter("xi", "f32", [batch, 1, features]), body.parameter("h", "f32", [batch, units])
    k, li = body.parameter("k", "i64", []), body.parameter("lengths", "i64", [batch])
    flat = body.op("Squeeze", xi, body.const("i64", [1]), shape=[batch, features])
    new = body.op("GRUCell", flat, h, floats(body, w), floats(body, r), floats(body, b), version="opset3",
                  outputs=[("f32", [batch, units])], hidden_size=units, linear_before_reset="false",
                  activations="sigmoid,tanh", activations_alpha="", activations_beta="", clip=0.0)
    live = body.op("Unsqueeze", body.op("Less", k, li), body.const("i64", [1]), shape=[batch, 1])
    kept = body.op("Select", live, new, h, type="f32", shape=[batch, units], auto_broadcast="numpy")
    masked = body.op("Select", live, new, body.const("f32", 0.0), type="f32", shape=[batch, units], auto_broadcast="numpy")
    rh = body.result(kept, "h1")
    ry = body.result(body.op("Unsqueeze", masked, body.const("i64", [1]), shape=[batch, 1, units]), "y")
    loop.input(x, xi, **slices(1, True, 1))
    loop.input(h0, h)
    loop.input(lengths, li)
    loop.current_iteration(k)
    loop.back_edge(rh, h)
    graph.result(loop.output(ry, shape=[batch, steps, units], **slices(1, True, 1)), "y")
    graph.result(loop.output(rh, shape=[batch, units]), "last")
    xv, hv = noise(64, (batch, steps, features)), noise(65, (batch, units))
    runs = []
    for name, many in (("all_lengths", [20, 7, 1, 0]), ("full", [20, 20, 20, 20])):
        h_, seen = hv, np.zeros((batch, steps, units), F32)
        for step in range(steps):
            new_ = gru_cell(xv[:, step], h_, w, r, b)
            live_ = (step < np.array(many))[:, None]
            h_, seen[:, step] = np.where(live_, new_, h_), np.where(live_, new_, F32(0))
        runs.append({"name": name, "inputs": {"X": f32(xv), "H0": f32(hv), "lengths": i64(*many)},
                     "outputs": [f32(seen, bound=2.7e-5), f32(h_, bound=2.7e-5)]})
    corpus.add("models/gru_with_lengths", rules=["BACK-2", "ITER-1", "OUT-1", "OUT-2", "NUM-6"], kind="combined", oracle=ORACLE,
               model=graph.text(), weights=graph.weights.data, runs=runs,
               title="A GRU over a padded batch: after its length a line keeps its hidden value and outputs zeros.",
               notes="The gates are z, r, h. There are 4 lines of up to 20 steps, 64 features and 48 units.")


def add_rnn_with_lengths(corpus):
    batch, features, units = 3, 3, 5
    w, r, b = noise(71, (units, features)), noise(72, (units, units)), noise(73, (units,))
    graph = ir.Graph()
    x, h0 = graph.parameter("X", "f32", [-1, batch, features]), graph.parameter("H0", "f32", [batch, units])
    mask = graph.parameter("mask", "boolean", [-1, batch, 1])
    body = graph.body()
    xi, mi = body.parameter("xi", "f32", [1, batch, features]), body.parameter("mi", "boolean", [1, batch, 1])
    h = body.parameter("h", "f32", [batch, units])
    flat = body.op("Squeeze", xi, body.const("i64", [0]), shape=[batch, features])
    live = body.op("Squeeze", mi, body.const("i64", [0]), shape=[batch, 1])
    new = body.op("RNNCell", flat, h, floats(body, w), floats(body, r), floats(body, b), outputs=[("f32", [batch, units])],
                  hidden_size=units, activations="tanh", activations_alpha="", activations_beta="", clip=0.0)
    kept = body.result(body.op("Select", live, new, h, type="f32", shape=[batch, units], auto_broadcast="numpy"), "kept")
    loop = graph.tensor_iterator(body)
    loop.input(x, xi, **slices())
    loop.input(mask, mi, **slices())
    loop.input(h0, h)
    loop.back_edge(kept, h)
    graph.result(loop.output(kept, shape=[batch, units]), "last")
    runs = []
    for steps, many, bound in ((6, [6, 2, 4], 2.6e-5), (1, [1, 0, 1], 3.3e-7), (3, [0, 3, 1], 1.3e-6)):
        xv, hv = noise(74 + steps, (steps, batch, features)), noise(84 + steps, (batch, units))
        live_ = np.arange(steps)[:, None] < np.array(many)
        h_ = hv
        for k in range(steps):
            h_ = np.where(live_[k][:, None], rnn_cell(xv[k], h_, w, r, b), h_)
        runs.append({"name": "lengths_" + "_".join(map(str, many)), "inputs": {
            "X": f32(xv), "H0": f32(hv), "mask": Tensor("boolean", [steps, batch, 1], live_)}, "outputs": [f32(h_, bound=bound)]})
    corpus.add("models/rnn_with_lengths", rules=["BACK-2", "OUT-1", "SLICE-7", "NUM-6"], kind="combined", oracle=ORACLE,
               model=graph.text(), weights=graph.weights.data, runs=runs,
               title="A plain recurrent network over a masked batch, step by step along the first axis.",
               notes="h' = tanh(W x + R h + b) where the mask is set.")


def add_bidirectional(corpus):
    batch, steps, features, units = 2, 5, 3, 4
    graph = ir.Graph()
    x = graph.parameter("X", "f32", [batch, steps, features])
    starts = [graph.parameter(n, "f32", [batch, units]) for n in ("H_forward", "H_backward")]
    sides, cells = [], []
    for side, forward in enumerate((True, False)):
        w, r, b = noise(91 + side, (units, features)), noise(93 + side, (units, units)), noise(95 + side, (units,))
        cells.append((w, r, b))
        body = graph.body()
        xi, h = body.parameter("xi", "f32", [batch, 1, features]), body.parameter("h", "f32", [batch, units])
        flat = body.op("Reshape", xi, body.const("i64", [batch, features]), shape=[batch, features], special_zero="false")
        new = body.op("RNNCell", flat, h, floats(body, w), floats(body, r), floats(body, b), outputs=[("f32", [batch, units])],
                      hidden_size=units, activations="tanh", activations_alpha="", activations_beta="", clip=0.0)
        carried = body.result(new, "h1")
        shown = body.result(body.op("Unsqueeze", new, body.const("i64", [1]), shape=[batch, 1, units]), "y")
        loop = graph.tensor_iterator(body)
        loop.input(x, xi, **slices(1, forward, 1))
        loop.input(starts[side], h)
        loop.back_edge(carried, h)
        sides.append(loop.output(shown, shape=[batch, steps, units], **slices(1, forward, 1)))
        graph.result(loop.output(carried, shape=[batch, units]), "last_%d" % side)
    graph.result(graph.op("Concat", *sides, axis=2, shape=[batch, steps, 2 * units]), "joined")
    xv = noise(97, (batch, steps, features))
    hs = [noise(98, (batch, units)), noise(99, (batch, units))]
    out, lasts = np.zeros((batch, steps, 2 * units), F32), []
    for side, order in enumerate((range(steps), range(steps - 1, -1, -1))):
        h_ = hs[side]
        for k in order:
            h_ = rnn_cell(xv[:, k], h_, *cells[side])
            out[:, k, side * units:(side + 1) * units] = h_
        lasts.append(h_)
    corpus.add("models/bidirectional", rules=["SLICE-3", "OUT-2", "OUT-1", "BACK-2"], kind="combined", oracle=ORACLE,
               model=graph.text(), weights=graph.weights.data,
               title="Two networks read one sequence, one forward and one backward, and their outputs are side by side.",
               notes="The backward network's output at a position belongs to that position of the input.",
               runs=[{"name": "both", "inputs": {"X": f32(xv), "H_forward": f32(hs[0]), "H_backward": f32(hs[1])},
                      "outputs": [f32(v, bound=1e-5) for v in lasts + [out]]}])


def add_linear_attention(corpus):
    """S' = S + k v^T, z' = z + k; y = q S' / (q z'). Keys and queries are positive."""
    for steps, keys, values, where, bound in ((64, 16, 24, "as_in_life", 1.2e-6), (5, 2, 3, "small", 2e-7)):
        for form in ("tensor_iterator", "loop"):
            graph = ir.Graph()
            q, k, v = [graph.parameter(n, "f32", [steps, s]) for n, s in (("Q", keys), ("K", keys), ("V", values))]
            s0, z0 = graph.parameter("S0", "f32", [keys, values]), graph.parameter("Z0", "f32", [keys, 1])
            loop, body = begin(form, graph, steps)
            qi, ki, vi = [body.parameter(n, "f32", [1, s]) for n, s in (("q", keys), ("k", keys), ("v", values))]
            s, z = body.parameter("s", "f32", [keys, values]), body.parameter("z", "f32", [keys, 1])
            column = body.op("Reshape", ki, body.const("i64", [keys, 1]), shape=[keys, 1], special_zero="false")
            s1 = body.op("Add", s, body.op("MatMul", column, vi, shape=[keys, values], transpose_a="false", transpose_b="false"))
            z1 = body.op("Add", z, column)
            y = body.op("Divide", body.op("MatMul", qi, s1, shape=[1, values], transpose_a="false", transpose_b="false"),
                        body.op("MatMul", qi, z1, shape=[1, 1], transpose_a="false", transpose_b="false"), shape=[1, values],
                        m_pythondiv="true")
            rs, rz, ry = body.result(s1, "s1"), body.result(z1, "z1"), body.result(y, "y")
            for outer, inner in ((q, qi), (k, ki), (v, vi)):
                loop.input(outer, inner, **slices())
            loop.input(s0, s)
            loop.input(z0, z)
            loop.back_edge(rs, s)
            loop.back_edge(rz, z)
            graph.result(loop.output(ry, shape=[steps, values], **slices()), "y")
            graph.result(loop.output(rs, shape=[keys, values]), "s")
            graph.result(loop.output(rz, shape=[keys, 1]), "z")
            qv, kv, vv = noise(101, (steps, keys)) + F32(2), noise(102, (steps, keys)) + F32(2), noise(103, (steps, values))
            sv, zv, seen = np.zeros((keys, values), F32), np.zeros((keys, 1), F32), []
            for step in range(steps):
                sv = sv + kv[step][:, None] * vv[step][None, :]
                zv = zv + kv[step][:, None]
                seen.append(matmul(qv[step][None], sv) / matmul(qv[step][None], zv))
            corpus.add("models/linear_attention/%s_%s" % (where, form), rules=["BACK-2", "OUT-1", "OUT-2", "SLICE-7"], kind="combined",
                       oracle=ORACLE, model=graph.text(), weights=graph.weights.data,
                       title="Linear attention over %d steps, as a %s: each step adds one product to a matrix of keys by values." % (
                          steps, TYPES[form]),
                       notes="S' = S + k v^T, z' = z + k, y = q S' / (q z'). Keys and queries are from 1 to 3, values from -1 to 1, all "
                       "multiples of 2^-6: S and z are exact in any order.",
                       runs=[{"name": "causal", "inputs": {
                           "Q": f32(qv), "K": f32(kv), "V": f32(vv), "S0": f32(np.zeros((keys, values), F32)),
                           "Z0": f32(np.zeros((keys, 1), F32))},
                           "outputs": [f32(np.concatenate(seen), bound=bound), f32(sv), f32(zv)]}])


def add_attention_decode(corpus):
    """Each step appends a key and a value and attends to all so far."""
    size, steps = 3, 5
    graph = ir.Graph()
    q, k, v = [graph.parameter(n, "f32", [-1, size]) for n in "QKV"]
    keys0, values0 = graph.parameter("keys0", "f32", [-1, size]), graph.parameter("values0", "f32", [-1, size])
    count = graph.parameter("trip", "i64", [])
    loop, body = counted(graph, count)
    qi, ki, vi = [body.parameter(n, "f32", [1, size]) for n in "qkv"]
    keys, values = body.parameter("keys", "f32", [-1, size]), body.parameter("values", "f32", [-1, size])
    all_keys = body.op("Concat", keys, ki, axis=0, shape=[-1, size])
    all_values = body.op("Concat", values, vi, axis=0, shape=[-1, size])
    scores = body.op("MatMul", qi, all_keys, shape=[1, -1], transpose_a="false", transpose_b="true")
    weights = body.op("Softmax", scores, version="opset8", axis=1)
    y = body.op("MatMul", weights, all_values, shape=[1, size], transpose_a="false", transpose_b="false")
    rk, rv, ry = body.result(all_keys, "all_keys"), body.result(all_values, "all_values"), body.result(y, "y")
    for outer, inner in ((q, qi), (k, ki), (v, vi)):
        loop.input(outer, inner, **slices())
    loop.input(keys0, keys)
    loop.input(values0, values)
    loop.back_edge(rk, keys)
    loop.back_edge(rv, values)
    graph.result(loop.output(ry, shape=[-1, size], **slices()), "y")
    graph.result(loop.output(rk, shape=[-1, size]), "keys")
    qv, kv, vv = noise(111, (steps, size)), noise(112, (steps, size)), noise(113, (steps, size))
    runs = []
    for name, past, n, bound in (("from_nothing", 0, 5, 1.2e-6), ("from_a_prefix", 2, 3, 1.1e-6), ("no_step", 2, 0, None)):
        ks, vs, seen = noise(114, (past, size)), noise(115, (past, size)), np.zeros((0, size), F32)
        inputs = {"Q": f32(qv), "K": f32(kv), "V": f32(vv), "keys0": f32(ks), "values0": f32(vs), "trip": trip(n)}
        for step in range(n):
            ks, vs = np.concatenate([ks, kv[step:step + 1]]), np.concatenate([vs, vv[step:step + 1]])
            score = matmul(qv[step:step + 1], ks.T)
            e = apply("exp", score - score.max())
            seen = np.concatenate([seen, matmul(e / sum_last(e.astype(np.float64))[:, None], vs)])
        runs.append({"name": name, "inputs": inputs, "outputs": [f32(seen, bound=bound), f32(ks)]})
    corpus.add("models/attention_decode", rules=["BACK-4", "OUT-2", "ZERO-1", "ZERO-2", "NUM-6"], kind="combined", oracle=ORACLE,
               model=graph.text(), weights=graph.weights.data, runs=runs,
               title="Attention while decoding: each step appends one line to the keys and to the values.",
               notes="softmax(q K^T) V over the lines so far.")


def add_cases(corpus):
    for add in (add_page_lstm, add_lstm, add_gru_with_lengths, add_rnn_with_lengths, add_bidirectional, add_linear_attention,
                add_attention_decode):
        add(corpus)
