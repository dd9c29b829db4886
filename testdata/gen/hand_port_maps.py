"""Port maps and counts of parts by hand."""

import case
import ir
from case import Tensor
from frames import as_written


def add_combinations(corpus):
    graph = ir.Graph()
    x = graph.parameter("X", "i32", [2, 4])
    y = graph.parameter("Y", "i32", [2])
    body = graph.body()
    names = ["forward", "backward", "whole", "other_axis", "y"]
    shapes = [[2, 2], [2, 2], [2, 4], [1, 4], [1]]
    inner = [body.parameter(n, "i32", s) for n, s in zip(names, shapes)]
    results = [body.result(v, n + "_out") for v, n in zip(inner, names)]
    loop = graph.tensor_iterator(body)
    port = loop.input(x, inner[0], axis=1, stride=2, part_size=2)
    loop.bind(port, inner[1], axis=1, start=-1, end=0, stride=-2, part_size=2)
    loop.bind(port, inner[2])
    loop.bind(port, inner[3], axis=0)
    loop.input(y, inner[4], axis=0)
    for result, shape, width in zip(results, [[4, 2], [4, 2], [4, 4], [2, 4], [2]], (2, 2, 2, 1, 1)):
        graph.result(loop.output(result, shape=shape, axis=0, **as_written(width)), result.name + "_joined")
    corpus.add("tensor_iterator/port_map/one_port_many_parameters", rules=["PORT-1", "SLICE-5", "SLICE-7"],
               kind="combined", oracle="by-hand", model=graph.text(),
               title="One external port feeds four Parameters: cut forward, cut backward, uncut, and cut along another axis.",
               notes="X = ((1, 2, 3, 4), (5, 6, 7, 8)). There are two iterations. Forward: (1, 2; 5, 6), (3, 4; 7, 8). Backward: the "
                     "same parts in the other order. Uncut: X twice. Along the other axis: one row each.",
               inputs={"X": Tensor("i32", [2, 4], [1, 2, 3, 4, 5, 6, 7, 8]), "Y": Tensor("i32", [2], [91, 92])},
               runs=[{"name": "four_roles", "outputs": [
                   Tensor("i32", [4, 2], [1, 2, 5, 6, 3, 4, 7, 8]), Tensor("i32", [4, 2], [3, 4, 7, 8, 1, 2, 5, 6]),
                   Tensor("i32", [4, 4], [1, 2, 3, 4, 5, 6, 7, 8] * 2), Tensor("i32", [2, 4], [1, 2, 3, 4, 5, 6, 7, 8]),
                   Tensor("i32", [2], [91, 92])]}])

    graph = ir.Graph()
    x = graph.parameter("X", "u8", [2, 3])
    body = graph.body()
    part = body.parameter("part", "u8", [2, 1])
    same = body.result(part, "same")
    loop = graph.tensor_iterator(body)
    loop.input(x, part, axis=1)
    graph.result(loop.output(same, shape=[2, 3], axis=1, start=-1, end=0, stride=-1), "backward")
    graph.result(loop.output(same, shape=[2, 1]), "last")
    graph.result(loop.output(same, shape=[6, 1], axis=0, **as_written(2)), "along_0")
    graph.result(loop.output(same, shape=[2, 3], axis=1), "along_1")
    corpus.add("tensor_iterator/port_map/one_result_many_ports", rules=["PORT-2", "OUT-1", "OUT-2", "OUT-5"],
               kind="combined", oracle="by-hand", model=graph.text(),
               title="One Result gives its last value and three scans, each along its own axis and direction.",
               notes="X = ((1, 2, 3), (4, 5, 6)); parts (1; 4), (2; 5), (3; 6).",
               inputs={"X": Tensor("u8", [2, 3], [1, 2, 3, 4, 5, 6])},
               runs=[{"name": "four_ports", "outputs": [
                   Tensor("u8", [2, 3], [3, 2, 1, 6, 5, 4]), Tensor("u8", [2, 1], [3, 6]),
                   Tensor("u8", [6, 1], [1, 4, 2, 5, 3, 6]), Tensor("u8", [2, 3], [1, 2, 3, 4, 5, 6])]}])


def add_counts(corpus):
    graph = ir.Graph()
    h0 = graph.parameter("H0", "i32", [2, 1])
    c = graph.parameter("C", "i32", [3])
    body = graph.body()
    h = body.parameter("h", "i32", [2, 1])
    ci = body.parameter("c", "i32", [3])
    sum_ = body.result(body.op("Add", h, ci), "sum")
    product = body.result(body.op("Multiply", h, h), "product")
    loop = graph.tensor_iterator(body)
    loop.input(h0, h)
    loop.input(c, ci)
    loop.back_edge(product, h)
    graph.result(loop.output(sum_, shape=[2, 3]), "sum")
    graph.result(loop.output(product, shape=[2, 1], axis=0, **as_written(2)), "joined")
    corpus.add("tensor_iterator/slices/no_sliced_input", rules=["SLICE-7", "OUT-1"], kind="boundary", oracle="by-hand",
               model=graph.text(), title="A TensorIterator without a sliced input runs its body once.",
               notes="h = (3; 5), c = (10, 20, 30): the sum is (13, 23, 33; 15, 25, 35) and the squares are (9; 25), computed once.",
               inputs={"H0": Tensor("i32", [2, 1], [3, 5]), "C": Tensor("i32", [3], [10, 20, 30])},
               runs=[{"name": "once", "tier": "survey", "outputs": [Tensor("i32", [2, 3], [13, 23, 33, 15, 25, 35]),
                                                  Tensor("i32", [2, 1], [9, 25])]}])

    graph = ir.Graph()
    x = graph.parameter("X", "i32", [-1, 2])
    h0 = graph.parameter("H0", "i32", [1])
    body = graph.body()
    body.parameter("unused", "i32", [1, 2])
    h = body.parameter("h", "i32", [1])
    twice = body.result(body.op("Add", h, h), "twice")
    loop = graph.tensor_iterator(body)
    loop.input(x, body.layers[0].outputs[0], axis=0)
    loop.input(h0, h)
    loop.back_edge(twice, h)
    graph.result(loop.output(twice, shape=[1]), "last")
    graph.result(loop.output(twice, shape=[-1], axis=0), "all")
    corpus.add("tensor_iterator/slices/unused_part_counts", rules=["SLICE-7"], kind="combined", oracle="by-hand",
               model=graph.text(), title="A sliced input that the body never uses still sets the number of iterations.",
               notes="h doubles from 3: 6, 12, 24, 48 for four parts; nothing of X is in the outputs.",
               inputs={"H0": Tensor("i32", [1], [3])},
               runs=[{"name": "four_parts", "inputs": {"X": Tensor("i32", [4, 2], [1, 2, 3, 4, 5, 6, 7, 8])},
                      "outputs": [Tensor("i32", [1], [48]), Tensor("i32", [4], [6, 12, 24, 48])]},
                     {"name": "one_part", "inputs": {"X": Tensor("i32", [1, 2], [1, 2])},
                      "outputs": [Tensor("i32", [1], [6]), Tensor("i32", [1], [6])]},
                     {"name": "no_part", "tier": "survey", "rules": ["SLICE-8", "ZERO-1", "ZERO-2"],
                      "inputs": {"X": Tensor("i32", [0, 2], [])},
                      "outputs": [Tensor("i32", [1], [3]), Tensor("i32", [0], [])]}])

    graph = ir.Graph()
    x = graph.parameter("X", "f32", [2, -1])
    y = graph.parameter("Y", "i64", [-1])
    body = graph.body()
    xi = body.parameter("xi", "f32", [2, 2])
    yi = body.parameter("yi", "i64", [1])
    rx, ry = body.result(xi, "rx"), body.result(yi, "ry")
    loop = graph.tensor_iterator(body)
    loop.input(x, xi, axis=1, stride=2, part_size=2)
    loop.input(y, yi, axis=0, start=-1, end=0, stride=-1)
    graph.result(loop.output(ry, shape=[-1], axis=0), "y")
    graph.result(loop.output(rx, shape=[-1, 2], axis=0, **as_written(2)), "x")
    corpus.add("tensor_iterator/slices/equal_counts", rules=["SLICE-7", "SLICE-6", "SLICE-8"], kind="combined",
               oracle="by-hand", model=graph.text(),
               title="Inputs with different widths and directions of parts must have the same number of parts.",
               notes="X is cut by 2 along its second axis, Y backward by 1. 4 columns match 2 elements. 4 columns and 3 "
                     "elements are 2 and 3 parts. 3 columns are not a whole number of parts.",
               runs=[{"name": "two_and_two", "inputs": {"X": Tensor("f32", [2, 4], [1, 2, 3, 4, 5, 6, 7, 8]),
                                                        "Y": Tensor("i64", [2], [50, 60])},
                      "outputs": [Tensor("i64", [2], [60, 50]), Tensor("f32", [4, 2], [1, 2, 5, 6, 3, 4, 7, 8])]},
                     {"name": "one_and_one", "inputs": {"X": Tensor("f32", [2, 2], [1, 2, 3, 4]),
                                                        "Y": Tensor("i64", [1], [50])},
                      "outputs": [Tensor("i64", [1], [50]), Tensor("f32", [2, 2], [1, 2, 3, 4])]},
                     {"name": "two_and_three", "tier": "survey",
                      "inputs": {"X": Tensor("f32", [2, 4], [1, 2, 3, 4, 5, 6, 7, 8]),
                                 "Y": Tensor("i64", [3], [50, 60, 70])}, **case.rejected("run", "SLICE-7")},
                     {"name": "three_columns", "inputs": {"X": Tensor("f32", [2, 3], [1, 2, 3, 4, 5, 6]),
                                                          "Y": Tensor("i64", [1], [50])},
                      **case.rejected("run", "SLICE-6")}])


def add_cases(corpus):
    for add in (add_combinations, add_counts):
        add(corpus)
