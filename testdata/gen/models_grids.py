"""Loops over images and cells. Oracles: the plain algorithm, on Python integers."""

import ir
from case import Tensor
from frames import counted, cut, scan, slices, trip

ORACLE = "generator: gen/models_grids.py"


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
               title="Game of Life: a glider on a torus of 6 by 6 cells.",
               notes="After 4 generations it is one cell further down and right.")


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
               title="A running maximum over the rows of an image, and each row minus that maximum, modulo 256.",
               notes="u8 wraps: 3 - 5 = 254.", inputs={"image": picture, "start": Tensor("u8", [1, 1, width], [0] * width)},
               runs=[{"name": "four_rows", "tier": "survey", "outputs": [Tensor("u8", [1, height, width], tops), Tensor("u8", [1, height, width], rises)]}])

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
               weights=graph.weights.data,
               title="Tiles of 2 by 3: a TensorIterator over columns inside one over bands of rows, from bottom to top.",
               notes="The outputs are the maximum of each tile and each tile transposed.", inputs={"image": picture},
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
    corpus.add("models/rule_110", rules=["BACK-2", "OUT-2", "OP-50"], kind="combined", oracle=ORACLE, model=graph.text(), weights=graph.weights.data,
               title="The cellular automaton of rule 110 on a ring of 11 cells.", notes="(c or right) and not (left and c and right).",
               runs=[{"name": "seven_steps", "inputs": {"cells": Tensor("boolean", [n], start), "trip": trip(steps)},
                      "outputs": [Tensor("boolean", [n * steps], seen)]}])


def add_cases(corpus):
    for add in (add_life, add_images, add_cellular_automaton):
        add(corpus)
