"""Searches for the best path, word or alignment. Oracles: the plain algorithm, on exact numbers."""

import numpy as np

import ir
from case import Tensor
from exact import noise
from frames import f32, i32, i64, product, scan, slices, trip

ORACLE = "generator: gen/models_search.py"


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
               weights=graph.weights.data, title="The Viterbi algorithm: scores run forward, and their pointers are read backward.",
               notes="All scores are multiples of 1/16. The path is joined backward, which gives the order of the steps.",
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
                scores = hidden @ output.astype(np.float64)  # small multiples of 1/64: exact in any order
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
               title="Greedy decoding over 40 words: the best word feeds the next step until the end word or the limit.",
               notes="h' = floor(h / 2) + embedding[word]. All values are multiples of 1/8, so logits are exact. The best "
                     "one is always unique.")


def add_beam(corpus):
    """Two hypotheses are extended by four words each; the two best of the eight continue."""
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
               weights=graph.weights.data, title="Beam search: the two best of eight extensions continue, best first.",
               notes="Scores are multiples of 1/64; those of the best extensions differ.",
               runs=[{"name": "five_steps", "inputs": {
                   "scores": f32(values.astype(np.float32)), "start": Tensor("f32", [width, 1], [0.0, -0.5]), "words0": i32(0, 1)},
                   "outputs": [Tensor("f32", [width, 1], score_), i32(*words_), i32(*parents)]}])


def add_edit_distance(corpus):
    """One row of the table in each outer iteration, one cell in each inner one."""
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
               title="The edit distance of two words: an outer loop over rows, an inner one over cells, the diagonal on a wire.",
               notes="The last number is the distance: kitten to sitting takes 3.")


def add_cases(corpus):
    for add in (add_viterbi, add_greedy_decoding, add_beam, add_edit_distance):
        add(corpus)
