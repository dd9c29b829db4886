"""Loops over integers and exactly representable values. Oracles: the plain algorithm, on Python integers."""

import numpy as np

import ir
from case import Tensor
from exact import noise
from frames import begin, counted, f32, i32, i64, scan, slices, trip

ORACLE = "generator: gen/models_discrete.py"


def product(body, a, b, shape, transpose_b="false"):
    return body.op("MatMul", a, b, shape=shape, transpose_a="false", transpose_b=transpose_b)


def cut(body, value, start, stop, axis, shape):
    """Slice-8 of one axis."""
    return body.op("Slice", value, *[body.const("i64", [v]) for v in (start, stop, 1, axis)], version="opset8", shape=shape)


def add_prefix_sums(corpus):
    for form in ("tensor_iterator", "loop"):
        graph = ir.Graph()
        x, start = graph.parameter("X", "i64", [3, 4]), graph.parameter("start", "i64", [3, 1])
        loop, body = begin(form, graph, 4)
        xi, s = body.parameter("xi", "i64", [3, 1]), body.parameter("s", "i64", [3, 1])
        sum_, before = body.result(body.op("Add", s, xi), "sum"), body.result(s, "before")
        loop.input(x, xi, **slices(1, True, 1))
        loop.input(start, s)
        loop.back_edge(sum_, s)
        graph.result(loop.output(sum_, shape=[3, 4], **slices(1, True, 1)), "inclusive")
        graph.result(loop.output(before, shape=[3, 4], **slices(1, True, 1)), "exclusive")
        rows, first = [[3, 1, 4, 1], [5, 9, 2, 6], [-5, -3, 0, 8]], [100, 200, 300]
        inclusive, exclusive = [], []
        for row, total in zip(rows, first):
            for value in row:
                exclusive.append(total)
                total += value
                inclusive.append(total)
        corpus.add("models/prefix_sums/" + form, rules=["BACK-2", "OUT-2", "OUT-5"], kind="combined", oracle=ORACLE,
                   model=graph.text(), weights=graph.weights.data, title="Running sums along the columns, with and without the last term.",
                   notes="Line by line, from 100, 200 and 300.",
                   runs=[{"name": "three_lines", "inputs": {"X": Tensor("i64", [3, 4], sum(rows, [])), "start": Tensor("i64", [3, 1], first)},
                          "outputs": [Tensor("i64", [3, 4], inclusive), Tensor("i64", [3, 4], exclusive)]}])


def add_life(corpus):
    n = 6
    graph = ir.Graph()
    board = graph.parameter("board", "i32", [n, n])
    count = graph.parameter("generations", "i64", [])
    loop, body = counted(graph, count)
    b = body.parameter("b", "i32", [n, n])

    def turned(value, axis, by):
        start = cut(body, value, by % n, n, axis, [-1, -1])
        return body.op("Concat", start, cut(body, value, 0, by % n, axis, [-1, -1]), axis=axis, shape=[n, n])
    columns = body.op("Add", body.op("Add", turned(b, 1, 1), turned(b, 1, -1)), b)
    around = body.op("Subtract", body.op("Add", body.op("Add", turned(columns, 0, 1), turned(columns, 0, -1)), columns), b)
    three = body.op("Equal", around, body.const("i32", 3), shape=[n, n])
    stays = body.op("LogicalAnd", body.op("Equal", around, body.const("i32", 2), shape=[n, n]),
                    body.op("Equal", b, body.const("i32", 1), shape=[n, n]))
    next_ = body.result(body.op("Convert", body.op("LogicalOr", three, stays), type="i32", destination_type="i32"), "next")
    loop.input(board, b)
    loop.back_edge(next_, b)
    graph.result(loop.output(next_, shape=[n, n]), "last")
    graph.result(loop.output(next_, shape=[-1, n], **scan(n)), "all")
    start = [[0, 1, 0, 0, 0, 0], [0, 0, 1, 0, 0, 0], [1, 1, 1, 0, 0, 0], [0] * 6, [0] * 6, [0] * 6]
    runs = []
    for generations in (0, 1, 4, 9):
        cells, seen = [list(r) for r in start], []
        for _ in range(generations):
            cells = [[int(s == 3 or (s == 2 and cells[i][j])) for j in range(n) for s in [sum(
                cells[(i + di) % n][(j + dj) % n] for di in (-1, 0, 1) for dj in (-1, 0, 1)) - cells[i][j]]] for i in range(n)]
            seen += sum(cells, [])
        runs.append({"name": "generations_%d" % generations, "inputs": {"generations": trip(generations)},
                     "outputs": [Tensor("i32", [n, n], sum(cells, [])), Tensor("i32", [n * generations, n], seen)]})
    corpus.add("models/game_of_life", rules=["BACK-2", "OUT-1", "OUT-2", "ZERO-1"], kind="combined", oracle=ORACLE,
               model=graph.text(), weights=graph.weights.data, inputs={"board": Tensor("i32", [n, n], sum(start, []))}, runs=runs,
               title="A glider on a torus of 6 by 6 cells.", notes="After 4 generations it stands one cell further down and right.")


def add_collatz(corpus):
    graph = ir.Graph()
    n0 = graph.parameter("n", "i64", [1])
    go = graph.op("Greater", n0, graph.const("i64", 1))
    body = graph.body()
    n, k = body.parameter("n", "i64", [1]), body.parameter("k", "i64", [1])
    half = body.op("Divide", n, body.const("i64", 2), m_pythondiv="true", shape=[1])
    odd = body.op("Equal", body.op("FloorMod", n, body.const("i64", 2), shape=[1]), body.const("i64", 1), shape=[1])
    threefold = body.op("Add", body.op("Multiply", n, body.const("i64", 3), shape=[1]), body.const("i64", 1), shape=[1])
    next_value = body.op("Select", odd, threefold, half, type="i64", shape=[1], auto_broadcast="numpy")
    next_ = body.result(next_value, "next")
    more = body.result(body.op("Greater", next_value, body.const("i64", 1), shape=[1]), "more")
    number = body.result(k, "number")
    loop = graph.loop(body, graph.const("i64", -1), go)
    loop.input(n0, n)
    loop.current_iteration(k)
    loop.execution_condition(more)
    loop.back_edge(next_, n)
    graph.result(loop.output(next_, shape=[-1], **scan()), "path")
    graph.result(loop.output(number, shape=[-1], **scan()), "numbers")
    graph.result(loop.output(next_, shape=[1]), "last")
    runs = []
    for start in (1, 2, 3, 6, 7, 27, 97):
        path, value = [], start
        while value > 1:
            value = 3 * value + 1 if value % 2 else value // 2
            path.append(value)
        runs.append({"name": "from_%d" % start, "inputs": {"n": i64(start)},
                     "outputs": [i64(*path), i64(*range(len(path))), i64(value)]})
    corpus.add("models/collatz", rules=["TRIP-2", "COND-1", "COND-2", "ITER-1", "ZERO-1", "ZERO-2"], kind="combined", oracle=ORACLE,
               model=graph.text(), weights=graph.weights.data, runs=runs, title="The path of 3n + 1 down to 1, of unknown length.",
               notes="27 takes 111 steps; 1 takes none, for the initial condition is computed too.")


def add_gcd(corpus):
    graph = ir.Graph()
    a0, b0 = graph.parameter("A", "i32", []), graph.parameter("B", "i32", [])
    go = graph.op("NotEqual", b0, graph.const("i32", 0))
    body = graph.body()
    a, b = body.parameter("a", "i32", []), body.parameter("b", "i32", [])
    rest = body.op("Mod", a, b)
    ra, rb = body.result(b, "a1"), body.result(rest, "b1")
    more = body.result(body.op("NotEqual", rest, body.const("i32", 0)), "more")
    loop = graph.loop(body, graph.const("i64", -1), go)
    loop.input(a0, a)
    loop.input(b0, b)
    loop.execution_condition(more)
    loop.back_edge(ra, a)
    loop.back_edge(rb, b)
    graph.result(loop.output(ra, shape=[]), "divisor")
    graph.result(loop.output(rb, shape=[-1], **scan()), "rests")
    runs = []
    for x, y in ((1071, 462), (462, 1071), (13, 8), (48, 36), (7, 7), (9, 1)):
        p, q, rests = x, y, []
        while q:
            p, q = q, p % q
            rests.append(q)
        runs.append({"name": "%d_and_%d" % (x, y), "inputs": {"A": trip(x, "i32"), "B": trip(y, "i32")},
                     "outputs": [trip(p, "i32"), i32(*rests)]})
    # Without an iteration the divisor is the start of what its Result feeds, A.
    runs.append({"name": "with_zero", "inputs": {"A": trip(5, "i32"), "B": trip(0, "i32")}, "outputs": [trip(5, "i32"), i32()]})
    corpus.add("models/greatest_common_divisor", rules=["BACK-2", "COND-1", "COND-2", "OUT-6", "ZERO-1"], kind="combined", oracle=ORACLE,
               model=graph.text(), weights=graph.weights.data, runs=runs,
               title="Euclid's algorithm: one back edge is a wire, the other a rest.", notes="(a, b) -> (b, a mod b) until b is 0.")


def add_random_numbers(corpus):
    graph = ir.Graph()
    count, seed = graph.parameter("trip", "i64", []), graph.parameter("seed", "u32", [1])
    loop, body = counted(graph, count)
    s = body.parameter("s", "u32", [1])
    next_ = body.result(body.op("Add", body.op("Multiply", s, body.const("u32", [1664525])), body.const("u32", [1013904223])), "next")
    loop.input(seed, s)
    loop.back_edge(next_, s)
    graph.result(loop.output(next_, shape=[-1], **scan()), "numbers")
    runs = []
    for start, n in ((0, 5), (1, 8), (2**32 - 1, 3)):
        value, seen = start, []
        for _ in range(n):
            value = (1664525 * value + 1013904223) % 2**32
            seen.append(value)
        runs.append({"name": "seed_%d" % start, "inputs": {"trip": trip(n), "seed": Tensor("u32", [1], [start])},
                     "outputs": [Tensor("u32", [n], seen)]})
    corpus.add("models/random_numbers", rules=["BACK-2", "NUM-2", "TYPE-1"], kind="combined", oracle=ORACLE, model=graph.text(),
               weights=graph.weights.data, runs=runs, title="A linear congruential generator of 32 bits wraps in every iteration.",
               notes="s' = 1664525 s + 1013904223 modulo 2^32.")


def add_matrix_power(corpus):
    for form in ("tensor_iterator", "loop"):
        graph = ir.Graph()
        a, p0 = graph.parameter("A", "f32", [3, 3]), graph.parameter("P0", "f32", [3, 3])
        if form == "loop":
            loop, body = counted(graph, graph.parameter("trip", "i64", []))
        else:
            ticks = graph.parameter("ticks", "i32", [-1])
            loop, body = begin(form, graph, None)
            loop.input(ticks, body.parameter("tick", "i32", [1]), **slices())
        ai, p = body.parameter("a", "f32", [3, 3]), body.parameter("p", "f32", [3, 3])
        next_ = body.result(product(body, p, ai, [3, 3]), "next")
        loop.input(a, ai)
        loop.input(p0, p)
        loop.back_edge(next_, p)
        graph.result(loop.output(next_, shape=[3, 3]), "power")
        m, one = [[1, 2, 0], [0, 1, 3], [1, 0, -1]], [[1, 0, 0], [0, 1, 0], [0, 0, 1]]
        runs = []
        for n in (1, 2, 5, 9):
            power = one
            for _ in range(n):
                power = [[sum(power[i][k] * m[k][j] for k in range(3)) for j in range(3)] for i in range(3)]
            drive = {"trip": trip(n)} if form == "loop" else {"ticks": i32(*range(n))}
            runs.append({"name": "n_%d" % n, "inputs": {**drive, "A": Tensor("f32", [3, 3], sum(m, [])),
                                                        "P0": Tensor("f32", [3, 3], sum(one, []))},
                         "outputs": [Tensor("f32", [3, 3], sum(power, []))]})
        corpus.add("models/matrix_power/" + form, rules=["BACK-2", "BACK-3", "OUT-1", "NUM-3"], kind="combined", oracle=ORACLE,
                   model=graph.text(), weights=graph.weights.data, runs=runs, title="Powers of a small matrix of integers, in f32.",
                   notes="Every entry stays below 2^24: exact in any order of summation.")


def add_viterbi(corpus):
    states, steps = 3, 6
    transitions = [[0.0, -1.5, -3.0], [-2.0, -0.5, -1.0], [-0.25, -4.0, -0.75]]  # [from][to]
    emissions = [[-1.0, -2.5, -0.5], [-0.125, -3.0, -2.0], [-2.25, -1.75, -0.375], [-1.0, -0.0625, -4.0], [-3.5, -1.25, -0.625],
                 [-0.875, -2.0, -1.375]]
    graph = ir.Graph()
    emitted, start = graph.parameter("emissions", "f32", [steps, states]), graph.parameter("start", "f32", [1, states])
    matrix = graph.parameter("transitions", "f32", [states, states])
    body = graph.body()
    e, s, t = body.parameter("e", "f32", [1, states]), body.parameter("s", "f32", [1, states]), body.parameter("t", "f32", [states, states])
    column = body.op("Reshape", s, body.const("i64", [states, 1]), shape=[states, 1], special_zero="false")
    best, where = body.op("TopK", body.op("Add", column, t), body.const("i64", 1), version="opset3",
                          outputs=[("f32", [1, states]), ("i32", [1, states])], axis=0, mode="max", sort="value", index_element_type="i32")
    score = body.result(body.op("Add", best, e), "score")
    pointers = body.result(where, "pointers")
    loop = graph.tensor_iterator(body, "forward")
    loop.input(emitted, e, **slices())
    loop.input(start, s)
    loop.input(matrix, t)
    loop.back_edge(score, s)
    last = loop.output(score, shape=[1, states])
    back = loop.output(pointers, shape=[steps, states], **slices())
    peak, at = graph.op("TopK", last, graph.const("i64", 1), version="opset3", outputs=[("f32", [1, 1]), ("i32", [1, 1])], axis=1,
                        mode="max", sort="value", index_element_type="i32")
    body = graph.body()
    row, here = body.parameter("row", "i32", [1, states]), body.parameter("here", "i32", [1, 1])
    flat = body.op("Reshape", row, body.const("i64", [states]), shape=[states], special_zero="false")
    previous = body.result(body.op("Gather", flat, here, body.const("i64", 0), version="opset1", shape=[1, 1]), "previous")
    visited = body.result(here, "visited")
    trace = graph.tensor_iterator(body, "backward")
    trace.input(back, row, **slices(1, False))
    trace.input(at, here)
    trace.back_edge(previous, here)
    graph.result(peak, "score")
    graph.result(trace.output(visited, shape=[steps, 1], **slices(1, False)), "path")
    scores, pointers_ = [0.0, -0.5, -8.0], []
    for step in range(steps):
        chosen = [max(range(states), key=lambda f: (scores[f] + transitions[f][to], -f)) for to in range(states)]
        scores = [scores[f] + transitions[f][to] + emissions[step][to] for to, f in enumerate(chosen)]
        pointers_.append(chosen)
    path = [max(range(states), key=lambda q: scores[q])]
    for chosen in pointers_[:0:-1]:
        path.append(chosen[path[-1]])
    corpus.add("models/viterbi", rules=["BACK-2", "SLICE-3", "OUT-1", "OUT-2"], kind="combined", oracle=ORACLE, model=graph.text(),
               weights=graph.weights.data, title="Viterbi's path: scores go forward, the pointers they leave are read backward.",
               notes="All scores are multiples of 1/16. The path is joined backward, so that it stands in the order of the steps.",
               runs=[{"name": "six_steps", "inputs": {
                   "emissions": Tensor("f32", [steps, states], sum(emissions, [])), "start": Tensor("f32", [1, states], [0.0, -0.5, -8.0]),
                   "transitions": Tensor("f32", [states, states], sum(transitions, []))},
                   "outputs": [Tensor("f32", [1, 1], [max(scores)]), Tensor("i32", [steps, 1], path[::-1])]}])


def add_greedy_decoding(corpus):
    words, size, longest = 40, 12, 24
    embedding, output = noise(201, (words, size), 8, 33), noise(202, (size, words), 8, 33)
    end = 0
    graph = ir.Graph()
    first, limit = graph.parameter("first", "i64", [1]), graph.parameter("limit", "i64", [])
    table, out = graph.parameter("embedding", "f32", [words, size]), graph.parameter("output", "f32", [size, words])
    history = graph.parameter("history", "f32", [1, size])
    body = graph.body()
    token, h = body.parameter("token", "i64", [1]), body.parameter("h", "f32", [1, size])
    ti, oi = body.parameter("table", "f32", [words, size]), body.parameter("out", "f32", [size, words])
    k = body.parameter("k", "i64", [])
    seen = body.op("Gather", ti, token, body.const("i64", 0), version="opset8", shape=[1, size], batch_dims=0)
    halved = body.op("Floor", body.op("Multiply", h, body.const("f32", 0.5), shape=[1, size]))
    mixed = body.op("Add", halved, seen)
    logits = product(body, mixed, oi, [1, words])
    _, best = body.op("TopK", logits, body.const("i64", 1), version="opset3", outputs=[("f32", [1, 1]), ("i64", [1, 1])], axis=1,
                      mode="max", sort="value", index_element_type="i64")
    chosen = body.op("Reshape", best, body.const("i64", [1]), shape=[1], special_zero="false")
    next_ = body.result(chosen, "next")
    carried = body.result(mixed, "mixed")
    more = body.result(body.op("NotEqual", chosen, body.const("i64", [end])), "more")
    number = body.result(k, "number")
    loop = graph.loop(body, limit, graph.const("boolean", True))
    loop.input(first, token)
    loop.input(history, h)
    loop.input(table, ti)
    loop.input(out, oi)
    loop.current_iteration(k)
    loop.execution_condition(more)
    loop.back_edge(next_, token)
    loop.back_edge(carried, h)
    graph.result(loop.output(next_, shape=[-1], **scan()), "tokens")
    graph.result(loop.output(number, shape=[-1], **scan()), "numbers")
    graph.result(loop.output(carried, shape=[1, size]), "last")
    runs, lengths = [], set()
    for start in (3, 5, 8, 13, 21):
        for bound in (longest, 4):
            token_, hidden, tokens = start, np.zeros((1, size)), []
            for _ in range(bound):
                hidden = np.floor(hidden * 0.5) + embedding[token_].astype(np.float64)
                scores = hidden @ output.astype(np.float64)  # multiples of 1/64 far below 2^24 of them: exact in any order
                assert sorted(scores[0])[-1] > sorted(scores[0])[-2]
                token_ = int(np.argmax(scores[0]))
                tokens.append(token_)
                if token_ == end:
                    break
            lengths.add(len(tokens))
            runs.append({"name": "from_%d_at_most_%d" % (start, bound), "inputs": {"first": i64(start), "limit": trip(bound)},
                         "outputs": [i64(*tokens), i64(*range(len(tokens))), f32(hidden.astype(np.float32))]})
    assert len(lengths) > 2, lengths
    corpus.add("models/greedy_decoding", rules=["TRIP-2", "COND-2", "BACK-2", "ITER-1", "OUT-2"], kind="combined", oracle=ORACLE,
               model=graph.text(), weights=graph.weights.data, runs=runs,
               inputs={"embedding": f32(embedding), "output": f32(output), "history": f32(np.zeros((1, size), np.float32))},
               title="Greedy decoding over 40 words: the best word feeds the next step until the end word or the limit comes.",
               notes="h' = floor(h / 2) + embedding[word]; all values are multiples of 1/8, so logits are exact; no two best are alike.")


def add_beam(corpus):
    """Two hypotheses are extended by four words each; the two best of the eight go on."""
    words, width, steps = 4, 2, 5
    graph = ir.Graph()
    costs = graph.parameter("scores", "f32", [steps, words, words])  # step, word before, word
    start = graph.parameter("start", "f32", [width, 1])
    before0 = graph.parameter("words0", "i32", [width])
    body = graph.body()
    table, score, before = body.parameter("table", "f32", [1, words, words]), body.parameter("score", "f32", [width, 1]), body.parameter(
        "before", "i32", [width])
    flat = body.op("Squeeze", table, body.const("i64", [0]), shape=[words, words])
    rows = body.op("Gather", flat, before, body.const("i64", 0), version="opset8", shape=[width, words], batch_dims=0)
    total = body.op("Reshape", body.op("Add", score, rows), body.const("i64", [width * words]), shape=[width * words], special_zero="false")
    best, where = body.op("TopK", total, body.const("i64", width), version="opset3", outputs=[("f32", [width]), ("i32", [width])], axis=0,
                          mode="max", sort="value", index_element_type="i32")
    parent = body.result(body.op("Divide", where, body.const("i32", words), m_pythondiv="true", shape=[width]), "parent")
    word_value = body.op("FloorMod", where, body.const("i32", words), shape=[width])
    word = body.result(word_value, "word")
    next_ = body.result(body.op("Reshape", best, body.const("i64", [width, 1]), shape=[width, 1], special_zero="false"), "next")
    loop = graph.tensor_iterator(body)
    loop.input(costs, table, **slices())
    loop.input(start, score)
    loop.input(before0, before)
    loop.back_edge(next_, score)
    loop.back_edge(word, before)
    graph.result(loop.output(next_, shape=[width, 1]), "score")
    graph.result(loop.output(word, shape=[steps * width], **scan(width)), "words")
    graph.result(loop.output(parent, shape=[steps * width], **scan(width)), "parents")
    values = noise(211, (steps, words, words), 64, 129).astype(np.float64)
    score_, before_, words_, parents = [0.0, -0.5], [0, 1], [], []
    for step in range(steps):
        options = sorted(((score_[b] + values[step][before_[b]][w], -(b * words + w)) for b in range(width) for w in range(words)),
                         reverse=True)
        assert len({o[0] for o in options[:width + 1]}) == width + 1
        picks = [-o[1] for o in options[:width]]
        score_ = [o[0] for o in options[:width]]
        before_ = [p % words for p in picks]
        words_ += before_
        parents += [p // words for p in picks]
    corpus.add("models/beam_search", rules=["BACK-2", "OUT-1", "OUT-2"], kind="combined", oracle=ORACLE, model=graph.text(),
               weights=graph.weights.data, title="Beam search: the two best of eight extensions go on, best first.",
               notes="Scores are multiples of 1/64; no two that matter are alike.",
               runs=[{"name": "five_steps", "inputs": {
                   "scores": f32(values.astype(np.float32)), "start": Tensor("f32", [width, 1], [0.0, -0.5]), "words0": i32(0, 1)},
                   "outputs": [Tensor("f32", [width, 1], score_), i32(*words_), i32(*parents)]}])


def add_images(corpus):
    height, width = 4, 6
    image = [[(7 * r * r + 13 * c + 5 * r * c) % 50 for c in range(width)] for r in range(height)]
    graph = ir.Graph()
    x, start = graph.parameter("image", "u8", [1, height, width]), graph.parameter("start", "u8", [1, 1, width])
    body = graph.body()
    row, top = body.parameter("row", "u8", [1, 1, width]), body.parameter("top", "u8", [1, 1, width])
    highest = body.result(body.op("Maximum", row, top), "highest")
    difference = body.result(body.op("Subtract", row, top), "difference")
    loop = graph.tensor_iterator(body)
    loop.input(x, row, **slices(1, True, 1))
    loop.input(start, top)
    loop.back_edge(highest, top)
    graph.result(loop.output(highest, shape=[1, height, width], **slices(1, True, 1)), "highest")
    graph.result(loop.output(difference, shape=[1, height, width], **slices(1, True, 1)), "difference")
    above, tops, rises = [0] * width, [], []
    for line in image:
        rises += [(v - t) % 256 for v, t in zip(line, above)]
        above = [max(v, t) for v, t in zip(line, above)]
        tops += above
    picture = Tensor("u8", [1, height, width], sum(image, []))
    corpus.add("models/image_rows", rules=["SLICE-5", "BACK-2", "NUM-2", "OUT-5"], kind="combined", oracle=ORACLE, model=graph.text(),
               title="The rows of an image one by one: what is highest so far, and how far a row falls short of it, modulo 256.",
               notes="u8 wraps: 3 - 5 = 254.", inputs={"image": picture, "start": Tensor("u8", [1, 1, width], [0] * width)},
               runs=[{"name": "four_rows", "outputs": [Tensor("u8", [1, height, width], tops), Tensor("u8", [1, height, width], rises)]}])

    graph = ir.Graph()
    x = graph.parameter("image", "u8", [1, height, width])
    outer_body = graph.body()
    band = outer_body.parameter("band", "u8", [1, 2, width])
    inner_body = outer_body.body()
    tile = inner_body.parameter("tile", "u8", [1, 2, 3])
    peak = inner_body.result(inner_body.op("ReduceMax", tile, inner_body.const("i64", [1, 2]), shape=[1, 1, 1], keep_dims="true"), "peak")
    turned = inner_body.result(inner_body.op("Transpose", tile, inner_body.const("i64", [0, 2, 1]), shape=[1, 3, 2]), "turned")
    inner = outer_body.tensor_iterator(inner_body, "columns")
    inner.input(band, tile, **slices(3, True, 2))
    peaks = outer_body.result(inner.output(peak, shape=[1, 1, 2], **slices(1, True, 2)), "peaks")
    turns = outer_body.result(inner.output(turned, shape=[1, 3, 4], **slices(2, True, 2)), "turns")
    outer = graph.tensor_iterator(outer_body, "bands")
    outer.input(x, band, **slices(2, False, 1))
    graph.result(outer.output(peaks, shape=[1, 2, 2], **slices(1, False, 1)), "peaks")
    graph.result(outer.output(turns, shape=[1, 6, 4], **slices(3, True, 1)), "turns")
    peaks_, turns_ = [], []
    for top in (0, 2):
        peaks_ += [max(image[top + r][left + c] for r in range(2) for c in range(3)) for left in (0, 3)]
    for top in (2, 0):  # bands arrive backward and are joined in the order of arrival
        for c in range(3):
            turns_ += [image[top + r][left + c] for left in (0, 3) for r in range(2)]
    corpus.add("models/image_tiles", rules=["BODY-2", "SLICE-4", "SLICE-5", "OUT-2"], kind="combined", oracle=ORACLE, model=graph.text(),
               weights=graph.weights.data, title="Tiles of 2 by 3: a TensorIterator over columns in one over bands of rows, from below.",
               notes="The greatest of each tile, and each tile turned.", inputs={"image": picture},
               runs=[{"name": "four_tiles", "outputs": [Tensor("u8", [1, 2, 2], peaks_), Tensor("u8", [1, 6, 4], turns_)]}])


def add_cellular_automaton(corpus):
    n, steps = 11, 7
    graph = ir.Graph()
    cells, count = graph.parameter("cells", "boolean", [n]), graph.parameter("trip", "i64", [])
    loop, body = counted(graph, count)
    c = body.parameter("c", "boolean", [n])
    left = body.op("Concat", cut(body, c, n - 1, n, 0, [1]), cut(body, c, 0, n - 1, 0, [n - 1]), axis=0, shape=[n])
    right = body.op("Concat", cut(body, c, 1, n, 0, [n - 1]), cut(body, c, 0, 1, 0, [1]), axis=0, shape=[n])
    all_three = body.op("LogicalAnd", body.op("LogicalAnd", left, c), right)
    next_ = body.result(body.op("LogicalAnd", body.op("LogicalOr", c, right), body.op("LogicalNot", all_three)), "next")
    loop.input(cells, c)
    loop.back_edge(next_, c)
    graph.result(loop.output(next_, shape=[-1], **scan(n)), "all")
    line, seen = [i in (3, 8, 9) for i in range(n)], []
    start = list(line)
    for _ in range(steps):
        line = [bool((110 >> (4 * line[i - 1] + 2 * line[i] + line[(i + 1) % n])) & 1) for i in range(n)]
        seen += line
    corpus.add("models/rule_110", rules=["BACK-2", "OUT-2"], kind="combined", oracle=ORACLE, model=graph.text(), weights=graph.weights.data,
               title="The cellular automaton of rule 110 on a ring of 11 cells.", notes="(c or right) and not (left and c and right).",
               runs=[{"name": "seven_steps", "inputs": {"cells": Tensor("boolean", [n], start), "trip": trip(steps)},
                      "outputs": [Tensor("boolean", [n * steps], seen)]}])


def add_edit_distance(corpus):
    """One row of the table an outer iteration, one cell an inner one."""
    graph = ir.Graph()
    a, b = graph.parameter("a", "i32", [-1]), graph.parameter("b", "i32", [-1])
    row0 = graph.parameter("row0", "i32", [-1])  # 1, 2, ...: the row above the first, without its corner
    corner0 = graph.parameter("corner0", "i32", [1])
    outer_body = graph.body()
    letter, others, row, corner = [outer_body.parameter(n, "i32", s) for n, s in (("letter", [1]), ("others", [-1]), ("row", [-1]),
                                                                                 ("corner", [1]))]
    first = outer_body.op("Add", corner, outer_body.const("i32", [1]))
    inner_body = outer_body.body()
    other, up, mine, diagonal, left = [inner_body.parameter(n, "i32", [1]) for n in ("other", "up", "mine", "diagonal", "left")]
    differs = inner_body.op("Convert", inner_body.op("NotEqual", mine, other), type="i32", destination_type="i32")
    cheapest = inner_body.op("Add", inner_body.op("Minimum", up, left), inner_body.const("i32", [1]))
    cell = inner_body.result(inner_body.op("Minimum", cheapest, inner_body.op("Add", diagonal, differs)), "cell")
    passed = inner_body.result(up, "passed")
    inner = outer_body.tensor_iterator(inner_body, "cells")
    inner.input(others, other, **slices())
    inner.input(row, up, **slices())
    inner.input(letter, mine)
    inner.input(corner, diagonal)
    inner.input(first, left)
    inner.back_edge(passed, diagonal)
    inner.back_edge(cell, left)
    new_row = outer_body.result(inner.output(cell, shape=[-1], **scan()), "new_row")
    new_corner = outer_body.result(first, "new_corner")
    outer = graph.tensor_iterator(outer_body, "rows")
    outer.input(a, letter, **slices())
    outer.input(b, others)
    outer.input(row0, row)
    outer.input(corner0, corner)
    outer.back_edge(new_row, row)
    outer.back_edge(new_corner, corner)
    graph.result(outer.output(new_row, shape=[-1]), "last_row")
    runs = []
    for word, other_word in (("kitten", "sitting"), ("abc", "yabd"), ("flaw", "lawn"), ("same", "same")):
        rows = [list(range(len(other_word) + 1))]
        for i, x in enumerate(word):
            line = [i + 1]
            for j, y in enumerate(other_word):
                line.append(min(rows[-1][j + 1] + 1, line[j] + 1, rows[-1][j] + (x != y)))
            rows.append(line)
        runs.append({"name": "%s_%s" % (word, other_word), "inputs": {
            "a": i32(*map(ord, word)), "b": i32(*map(ord, other_word)), "row0": i32(*rows[0][1:]), "corner0": i32(0)},
            "outputs": [i32(*rows[-1][1:])]})
    corpus.add("models/edit_distance", rules=["BODY-2", "BACK-2", "BACK-4", "SLICE-7", "OUT-2"], kind="combined", oracle=ORACLE,
               model=graph.text(), weights=graph.weights.data, runs=runs,
               title="The edit distance of two words: rows outside, cells inside, the diagonal handed on by a wire.",
               notes="The last number is the distance: kitten to sitting takes 3.")


def add_histogram(corpus):
    graph = ir.Graph()
    x, bins = graph.parameter("X", "i64", [-1]), graph.parameter("bins", "i32", [5])
    body = graph.body()
    at, counts = body.parameter("at", "i64", [1]), body.parameter("counts", "i32", [5])
    old = body.op("Gather", counts, at, body.const("i64", 0), version="opset8", type="i32", shape=[1], batch_dims=0)
    new = body.op("ScatterUpdate", counts, at, body.op("Add", old, body.const("i32", [1])), body.const("i64", 0), version="opset3", shape=[5])
    result = body.result(new, "counts")
    loop = graph.tensor_iterator(body)
    loop.input(x, at, **slices())
    loop.input(bins, counts)
    loop.back_edge(result, counts)
    graph.result(loop.output(result, shape=[5]), "counts")
    runs = []
    for name, values in (("seven", [3, 1, 4, 1, 0, 4, 1]), ("one", [2])):
        counts_ = [10, 20, 30, 40, 50]
        for v in values:
            counts_[v] += 1
        runs.append({"name": name, "inputs": {"X": i64(*values), "bins": i32(10, 20, 30, 40, 50)}, "outputs": [i32(*counts_)]})
    corpus.add("models/histogram", rules=["BACK-2", "OUT-1"], kind="combined", oracle=ORACLE, model=graph.text(),
               weights=graph.weights.data, runs=runs, title="A histogram: one element of a carried value is replaced in each iteration.",
               notes="Counts start at 10, 20, 30, 40, 50.")


def add_growing_sequence(corpus):
    graph = ir.Graph()
    count, start = graph.parameter("trip", "i64", []), graph.parameter("start", "i64", [1])
    loop, body = counted(graph, count)
    row = body.parameter("row", "i64", [-1])
    zero = body.const("i64", [0])
    wider = body.op("Add", body.op("Concat", row, zero, axis=0, shape=[-1]), body.op("Concat", zero, row, axis=0, shape=[-1]))
    next_ = body.result(wider, "next")
    loop.input(start, row)
    loop.back_edge(next_, row)
    graph.result(loop.output(next_, shape=[-1]), "row")
    runs = []
    for n in (0, 1, 4, 10, 20):
        line = [1]
        for _ in range(n):
            line = [p + q for p, q in zip(line + [0], [0] + line)]
        runs.append({"name": "n_%d" % n, "inputs": {"trip": trip(n), "start": i64(1)}, "outputs": [i64(*line)]})
    corpus.add("models/pascals_triangle", rules=["BACK-4", "ZERO-1", "OUT-1"], kind="combined", oracle=ORACLE, model=graph.text(),
               weights=graph.weights.data, runs=runs, title="Pascal's triangle: the carried line is one element longer after every iteration.",
               notes="Line n + 1 is line n shifted plus line n.")


def add_cases(corpus):
    for add in (add_prefix_sums, add_life, add_collatz, add_gcd, add_random_numbers, add_matrix_power, add_viterbi, add_greedy_decoding,
                add_beam, add_images, add_cellular_automaton, add_edit_distance, add_histogram, add_growing_sequence):
        add(corpus)
