"""TensorRT networks whose ports or layers could be mixed up, because they are alike.

The oracle is gen/lazy_network.py.
"""

from trt_network import Calls, add_network, array, grid_run

ORACLE = "generator: gen/trt_ports.py"


def add(corpus, name, calls, inputs_of_runs, notes, **rest):
    text = calls.text()
    add_network(corpus, "ports/" + name, text, notes=notes, oracle=ORACLE, runs=[grid_run(text, run, inputs) for run, inputs in inputs_of_runs.items()],
                **{"kind": "combined", **rest})


def count(n):
    return array("kINT32", [], [n])


def add_iterators(corpus):
    """The matrix is square, so that every iterator has the same number of elements."""
    calls = Calls()
    n, x, y = calls.input("n", "kINT32"), calls.input("X", dimensions=[3, 3]), calls.input("Y", dimensions=[3, 2, 3])
    loop = calls.loop()
    calls.limit(loop, n, "kCOUNT")
    parts = [calls.iterator(loop, x, "%s_%s" % (line, way), axis=axis, reverse=way == "backward")
             for line, axis, way in (("column", 1, "forward"), ("row", 0, "forward"), ("row", 0, "backward"), ("column", 1, "backward"))]
    total, factor = parts[0], 1
    for part in parts[1:]:
        factor *= 10
        total = calls.elementwise(total, calls.elementwise(part, calls.constant(factor, dimensions=[1]), "kPROD"), "kSUB")
    slices = [calls.iterator(loop, y, "slice_%s" % way, axis=axis, reverse=way == "backward") for axis, way in ((2, "forward"), (0, "backward"))]
    calls.output(calls.stacked(loop, total, 3, "totals"), calls.stacked(loop, slices[0], 3, "columns_of_y", axis=2), calls.stacked(loop, slices[1], 3, "matrices_of_y"))
    add(corpus, "iterators_of_one_tensor", calls, {"all": {"n": count(3), "X": array("kFLOAT", [3, 3], [1, 2, 3, 4, 5, 6, 7, 8, 9]), "Y": array("kFLOAT", [3, 2, 3], [k * k for k in range(18)])}},
        "An element is column - 10 row - 100 row backward - 1000 column backward.", title="A loop has four iterators of one matrix, along both axes and in both directions, and two of another tensor.",
        rules=["TRT-4", "TRT-11"])


def add_outputs(corpus):
    calls = Calls()
    n, x, y = calls.input("n", "kINT32"), calls.input("X", dimensions=[3, 2]), calls.input("Y", dimensions=[3, 2])
    loop = calls.loop()
    calls.limit(loop, n, "kCOUNT")
    row, other = calls.iterator(loop, x, "row"), calls.iterator(loop, y, "other", reverse=True)
    sum_ = calls.elementwise(row, other, "kSUM")
    calls.output(*[calls.stacked(loop, tensor, length, "joined_%d" % k, kind=kind, axis=axis) for k, (tensor, kind, axis, length) in enumerate((
        (row, "kCONCATENATE", 0, 4), (row, "kREVERSE", 0, 3), (row, "kCONCATENATE", 1, 4), (row, "kCONCATENATE", 0, 3), (sum_, "kREVERSE", 1, 3), (other, "kCONCATENATE", 1, 5)))])
    add(corpus, "outputs_of_one_tensor", calls, {"all": {"n": count(3), "X": array("kFLOAT", [3, 2], [1, 2, 3, 4, 5, 6]), "Y": array("kFLOAT", [3, 2], [10, 20, 70, 30, 90, 50])}},
        "The rows are (1, 2), (3, 4), (5, 6).", title="A loop joins one tensor in several ways, and two others, with other kinds, axes and lengths.", rules=["TRT-11", "TRT-12", "TRT-13", "TRT-14"])


def add_recurrences(corpus):
    calls = Calls()
    n, a, b, c = calls.input("n", "kINT32"), calls.input("a"), calls.input("b"), calls.input("c", dimensions=[2])
    loop = calls.loop()
    calls.limit(loop, n, "kCOUNT")
    r = [calls.recurrence(loop, first, "r%d" % k) for k, first in enumerate((a, a, b, a))]
    v = [calls.recurrence(loop, c, "v%d" % k) for k in range(2)]
    next_ = calls.elementwise(calls.elementwise(r[0], r[1], "kSUM"), r[2], "kSUB", "next")
    calls.step(r[0], next_)
    calls.step(r[1], calls.elementwise(r[1], b, "kPROD"))
    calls.step(r[2], next_)
    calls.step(r[3], r[2])
    calls.step(v[0], calls.elementwise(v[0], v[0], "kSUM"))
    calls.step(v[1], calls.unary(v[1], "kNEG"))
    calls.output(*[calls.last(loop, each, "last_" + each) for each in r + v], *[calls.stacked(loop, each, 4, "all_" + each) for each in r + v])
    add(corpus, "alike_recurrences", calls, {"count_%d" % k: {"n": count(k), "a": array("kFLOAT", [], [5]), "b": array("kFLOAT", [], [3]), "c": array("kFLOAT", [2], [7, -1])} for k in (1, 2, 4)},
        "r0, r1 and r3 begin with a = 5, and r2 with b = 3. r0 and r2 become r0 + r1 - r2, r1 becomes 3 r1, and r3 becomes r2. v0 is doubled and v1 changes its sign.",
        title="Recurrences begin with one value and go on differently, or begin differently and have one next value.", rules=["TRT-3", "TRT-10", "TRT-11"])


def add_alike(corpus):
    calls = Calls()
    a, b, i = calls.input("a", dimensions=[2, 2]), calls.input("b", dimensions=[2, 2]), calls.input("i", "kINT32", [2])
    for op in ("kSUB", "kLESS"):
        calls.output(calls.elementwise(a, b, op, "first_" + op), calls.elementwise(b, a, op, "second_" + op))
    calls.output(calls.elementwise(a, b, "kPROD", "product"), calls.elementwise(a, a, "kSUB", "zero"))
    for axes in (1, 2):
        calls.output(calls.call("addReduce", "sum_%d" % axes, input=a, operation="kSUM", reduceAxes=axes, keepDimensions=False))
    calls.output(calls.elementwise(a, calls.constant([2, 3], dimensions=[1, 2]), "kSUM", "row"), calls.elementwise(a, calls.constant([2, 3], dimensions=[2, 1]), "kSUM", "column"),
                 calls.elementwise(i, calls.constant([2, 3], "kINT32", [2]), "kSUM", "integers"), calls.elementwise(a, calls.constant([2, 4], dimensions=[1, 2]), "kSUM", "other"))
    add(corpus, "alike_layers", calls, {"one": {"a": array("kFLOAT", [2, 2], [30, 7, 1, 5]), "b": array("kFLOAT", [2, 2], [4, 11, 2, 3]), "i": array("kINT32", [2], [30, 7])}},
        "Without a loop.", kind="boundary", title="Layers differ in the order of their operands, in an axis, or in the type or the shape of a constant.", rules=["TRT-24"])

    calls = Calls()
    n, m, x, y = calls.input("n", "kINT32"), calls.input("m", "kINT32"), calls.input("X", dimensions=[3]), calls.input("start")
    for name, limit, start, op in (("a", n, y, "kSUM"), ("b", m, y, "kSUM"), ("c", n, y, "kSUB"), ("d", n, calls.constant(1000), "kSUM"), ("e", n, y, "kSUM")):
        loop = calls.loop("loop_" + name)
        calls.limit(loop, limit, "kCOUNT")
        r = calls.recurrence(loop, start, "r_" + name)
        calls.step(r, calls.elementwise(r, calls.iterator(loop, x, "item_" + name, reverse=name == "e"), op))
        calls.output(calls.last(loop, r, "last_" + name), calls.stacked(loop, r, 3, "all_" + name))
    add(corpus, "alike_loops", calls, {"n_%d__m_%d" % (k, j): {"n": count(k), "m": count(j), "X": array("kFLOAT", [3], [1, 10, 100]), "start": array("kFLOAT", [], [7])} for k, j in ((3, 1), (3, 2))},
        "7 or 1000 and the elements 1, 10, 100, less these, or from the last one.", title="Five loops over one tensor differ in the count, the initial value, the operation or the direction.",
        rules=["TRT-3", "TRT-4", "TRT-6", "TRT-10", "TRT-11"])


def add_numbers(corpus):
    calls = Calls()
    n, a, x = calls.input("n", "kINT32"), calls.input("a", "kINT32"), calls.input("x")
    loop = calls.loop()
    calls.limit(loop, n, "kCOUNT")
    r, s = calls.recurrence(loop, a, "r"), calls.recurrence(loop, x, "s")
    flag = calls.recurrence(loop, calls.constant(True, "kBOOL"), "flag")
    calls.step(r, calls.elementwise(r, calls.constant(3, "kINT32"), "kSUB"))
    calls.step(s, calls.elementwise(s, calls.constant(1), "kSUB"))
    calls.step(flag, calls.unary(flag, "kNOT"))
    # The oracle computes the elements in their order, and not from the last one.
    calls.output(*[calls.stacked(loop, each, 300, "all_" + each) for each in (r, s, flag)], *[calls.last(loop, each, "last_" + each) for each in (r, s, flag)])
    add(corpus, "many_iterations_and_wide_numbers", calls, {"count_%d" % k: {"n": count(k), "a": array("kINT32", [], [2**31 - 1]), "x": array("kFLOAT", [], [2**24 - 1])} for k in (1, 2, 127, 128, 255, 256, 300)},
        "From 2^31 - 1 less 3, and from 2^24 - 1 less 1, in each iteration. The truth value is negated.", kind="boundary",
        title="Recurrences need all bits of their types, and loops run up to 300 iterations.", rules=["TRT-3", "TRT-6", "TRT-10", "TRT-11", "TRT-21"])


def add_nested(corpus):
    calls = Calls()
    n, m, x, start = calls.input("n", "kINT32"), calls.input("m", "kINT32"), calls.input("X", dimensions=[3]), calls.input("start")
    outer = calls.loop("outer")
    calls.limit(outer, n, "kCOUNT")
    item = calls.iterator(outer, x, "item")
    inner = calls.loop("inner")
    calls.limit(inner, m, "kCOUNT")
    r = calls.recurrence(inner, start, "r")
    calls.step(r, calls.elementwise(calls.elementwise(r, r, "kSUM"), item, "kSUB"))
    other = calls.loop("other")
    calls.limit(other, m, "kCOUNT")
    k = calls.counter(other)
    cell = calls.elementwise(k, item, "kPROD", "cell")
    calls.output(calls.stacked(outer, calls.last(inner, r, "last"), 3, "lasts"), calls.stacked(outer, calls.stacked(other, cell, 3, "row", axis=0), 3, "table", axis=1))
    add(corpus, "inner_loops_that_only_read", calls, {"n_%d__m_%d" % (p, q): {"n": count(p), "m": count(q), "X": array("kFLOAT", [3], [1, 10, 100]), "start": array("kFLOAT", [], [7])}
                                                     for p in (1, 2, 3) for q in (1, 2, 3)},
        "r' = 2 r - item from 7; a cell is k item.", title="Only a layer in an inner loop reads a value of the outer loop: its limit and its initial values come from outside of both.", rules=["TRT-18", "TRT-3", "TRT-11"])


def add_unused(corpus):
    calls = Calls()
    n, a, b, x = calls.input("n", "kINT32"), calls.input("a", "kINT32"), calls.input("b", "kINT32"), calls.input("X", "kINT32", [2])
    calls.elementwise(a, b, "kDIV", "unused_quotient")
    loop = calls.loop()
    calls.limit(loop, n, "kCOUNT")
    r = calls.recurrence(loop, a, "r")
    calls.step(r, calls.elementwise(r, r, "kSUM"))
    s = calls.recurrence(loop, a, "unused")
    calls.step(s, calls.elementwise(s, calls.iterator(loop, x, "item"), "kSUB"))
    calls.stacked(loop, calls.elementwise(r, b, "kDIV"), 1, "unused_quotients")
    calls.output(calls.last(loop, r, "last"))
    add(corpus, "unused_layers_that_would_fail", calls, {"count_%d" % k: {"n": count(k), "a": array("kINT32", [], [3]), "b": array("kINT32", [], [0]), "X": array("kINT32", [2], [1, 10])} for k in (0, 1, 2, 4)},
        "a / 0 is never evaluated, nor the third element of X, nor an output that is too short.", kind="boundary",
        title="What no output of the network depends on is not evaluated, and causes no error.", rules=["TRT-2", "TRT-20"])


def add_cases(corpus):
    for part in (add_iterators, add_outputs, add_recurrences, add_alike, add_numbers, add_nested, add_unused):
        part(corpus)
