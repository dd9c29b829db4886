"""ONNX models with values worked out by hand."""

import case
from onnx_case import add_onnx, tensor


def real(shape, *values):
    return tensor("float", shape, list(values))


def integer(shape, *values):
    return tensor("int64", shape, list(values))


def truth(shape, *values):
    return tensor("bool", shape, list(values))


def add(corpus, name, text, notes, *, runs, **rest):
    add_onnx(corpus, "hand/" + name, text, oracle="by-hand", notes=notes, runs=runs, **rest)


def run(name, inputs, *outputs, **rest):
    return {"name": name, **rest, "inputs": inputs, "outputs": list(outputs)}


def add_captures(corpus):
    add(corpus, "captured_by_an_inner_graph", """captures (int64 M, bool cond, float x) => (float[n] all) {
  all = Loop <body = step (int64 i, bool going) => (bool going, float y) {
    f = Cast <to = 1> (i)
    y = If (going) <then_branch = add () => (float a) { a = Add (f, x) }, else_branch = subtract () => (float s) { s = Sub (f, x) }>
  }> (M, cond)
}
""", "Only the branches use x = 10. The iterations 0, 1, 2 give 10, 11, 12.", kind="combined",
        title="A branch in a body captures a value of the body and one of the model.", rules=["ONNX-GRAPH-3", "ONNX-GRAPH-4", "ONNX-IF-1", "ONNX-LOOP-4"],
        runs=[run("three", {"M": integer([], 3), "cond": truth([], True), "x": real([], 10)}, real([3], 10, 11, 12)),
              run("none", {"M": integer([], 0), "cond": truth([], True), "x": real([], 10)}, real([0]))])
    add(corpus, "same_names_in_two_branches", """branches (bool c, float x) => (float y) {
  y = If (c) <then_branch = one () => (float a) { t = Add (x, x) a = Neg (t) }, else_branch = other () => (float a) { t = Mul (x, x) a = Abs (t) }>
}
""", "x = -3: -(x + x) = 6, |x x| = 9.", title="Graphs beside each other use the same names.", rules=["ONNX-GRAPH-3", "ONNX-IF-1"],
        runs=[run("then", {"c": truth([], True), "x": real([], -3)}, real([], 6)),
              run("else", {"c": truth([], False), "x": real([], -3)}, real([], 9))])


def add_ifs(corpus):
    add(corpus, "if_with_two_shapes", """shapes (bool{{c}} c, float[2] x) => (float[n] y, int64[r] dims) {
  z = If (c) <then_branch = whole () => (float[] a) { a = Identity (x) }, else_branch = sum () => (float[] b) { b = ReduceSum <keepdims = 0> (x) }>
  all = Constant <value_ints = [-1]> ()
  y = Reshape (z, all)
  dims = Shape (z)
}
""", "x = [1, 2]: itself, or its sum 3 as a scalar, which has no dimensions.", kind="boundary", title="The branches of an If give different ranks.",
        rules=["ONNX-IF-1"], columns=["c"], runs=[
            run("%s_%s" % (name, branch), {"c": truth(shape, branch == "then"), "x": real([2], 1, 2)}, *outputs, at=[dims])
            for name, shape, dims in (("scalar", [], ""), ("vector", [1], "[1]"))
            for branch, outputs in (("then", (real([2], 1, 2), integer([1], 2))), ("else", (real([1], 3), integer([0]))))])
    add(corpus, "two_ifs", """ifs (bool c, bool d, float x) => (float y) {
  a = If (c) <then_branch = a_then () => (float p) { p = Neg (x) }, else_branch = a_else () => (float q) { q = Add (x, x) }>
  b = If (d) <then_branch = b_then () => (float r) { r = Mul (a, x) }, else_branch = b_else () => (float s) { s = Sub (a, x) }>
  y = Add (a, b)
}
""", "x = 3. a is -3 or 6; b is 3 a or a - 3; y is a + b.", kind="combined", title="Two Ifs in one graph, the second of which uses the value of the first.",
        rules=["ONNX-IF-1", "ONNX-GRAPH-4"], runs=[
            run("%s_%s" % (c, d), {"c": truth([], c == "then"), "d": truth([], d == "then"), "x": real([], 3)}, real([], a + (3 * a if d == "then" else a - 3)))
            for c, a in (("then", -3), ("else", 6)) for d in ("then", "else")])
    add(corpus, "if_with_a_branch_for_another_shape", """squeezes (bool c, float[2] x) => (float[] y) {
  y = If (c) <then_branch = one () => (float[] a) { axes = Constant <value_ints = [0]> () a = Squeeze (x, axes) }, else_branch = whole () => (float[] b) { b = Neg (x) }>
}
""", "Two elements cannot be squeezed. Only a run that chooses that branch is wrong.", kind="boundary",
        title="A branch that does not fit the shape is not chosen.",
        rules=["ONNX-IF-1"], runs=[
            run("not_chosen", {"c": truth([], False), "x": real([2], 1, 2)}, real([2], -1, -2), tier="survey"),
            {"name": "chosen", "tier": "survey", "inputs": {"c": truth([], True), "x": real([2], 1, 2)}, **case.rejected("run", "OP-6")}])


def add_loops(corpus):
    add(corpus, "two_swapped", """swap (int64 M, float a, float b) => (float p, float q) {
  p, q = Loop <body = step (int64 i, bool going, float v, float w) => (bool going, float w, float v) { }> (M, "", a, b)
}
""", "1 and 2 change places in each iteration.", title="A swap of two carried values reads both before it writes one.",
        rules=["ONNX-LOOP-3", "ONNX-LOOP-1"], runs=[
            run("steps_%d" % n, {"M": integer([], n), "a": real([], 1), "b": real([], 2)},
                *((real([], 2), real([], 1)) if n % 2 else (real([], 1), real([], 2)))) for n in range(4)])
    add(corpus, "fibonacci", """fibonacci (int64 M) => (int64 last, int64[n] numbers) {
  zero = Constant <value_int = 0> ()
  one = Constant <value_int = 1> ()
  last, next, numbers = Loop <body = step (int64 i, bool going, int64 a, int64 b) => (bool going, int64 b, int64 sum, int64 now) {
    sum = Add (a, b)
    now = Identity (a)
  }> (M, "", zero, one)
}
""", "0, 1, 1, 2, 3, 5, 8.", title="Fibonacci numbers: each carried value depends on both.", kind="combined",
        rules=["ONNX-LOOP-1", "ONNX-LOOP-3", "ONNX-LOOP-4"], runs=[
            run("seven", {"M": integer([], 7)}, integer([], 13), integer([7], 0, 1, 1, 2, 3, 5, 8)),
            run("none", {"M": integer([], 0)}, integer([], 0), integer([0])),
            run("negative", {"M": integer([], -7)}, integer([], 0), integer([0]), tier="survey")])
    add(corpus, "growing_value", """growing (int64 M, float[n] start) => (float[m] last) {
  last = Loop <body = step (int64 i, bool going, v) => (bool going, w) { w = Concat <axis = 0> (v, v) }> (M, "", start)
}
""", "[7] doubles its length: 1, 2, 4, 8.", title="A carried value of an undeclared shape may grow.", rules=["ONNX-LOOP-3"], kind="boundary",
        runs=[run("steps_%d" % n, {"M": integer([], n), "start": real([1], 7)}, real([2**n], *[7] * 2**n), tier="survey") for n in range(4)])
    add(corpus, "body_without_types", """untyped (int64 M, bool cond, float start) => (float last, float[n] all) {
  last, all = Loop <body = step ({{i}}, {{going}}, {{v}}) => ({{go}}, {{w}}, {{each}}) {
    go = Identity (going)
    f = Cast <to = 1> (i)
    w = Add (v, f)
    each = Neg (v)
  }> (M, cond, start)
}
""", "5 + 0 + 1 + 2 = 8; the elements are -5, -5, -6.", title="A body need not declare the types of its inputs and outputs.", kind="boundary",
        rules=["ONNX-GRAPH-9", "ONNX-LOOP-3"], columns=["i", "going", "v", "go", "w", "each"], runs=[
            run("without_" + name, {"M": integer([], 3), "cond": truth([], True), "start": real([], 5)}, real([], 8), real([3], -5, -5, -6),
                at=[word if word.split()[1] not in left_out else word.split()[1] for word in
                    ("int64 i", "bool going", "float v", "bool go", "float w", "float each")])
            for name, left_out in (("iteration", ["i"]), ("condition", ["going"]), ("value", ["v"]),
                                   ("outputs", ["go", "w", "each"]), ("any", ["i", "going", "v", "go", "w", "each"]))])
    for rank, dims in ((1, [2]), (2, [2, 3]), (3, [2, 1, 3])):
        count = 1
        for dim in dims:
            count *= dim
        elements = list(range(1, count + 1))
        add(corpus, "stacked_rank_%d" % rank, """stacked (int64 M, float[%s] x) => (float[%s] all) {
  all = Loop <body = step (int64 i, bool going) => (bool going, float[%s] y) {
    f = Cast <to = 1> (i)
    y = Add (x, f)
  }> (M, "")
}
""" % (",".join(map(str, dims)), ",".join("abcd"[:rank + 1]), ",".join(map(str, dims))), "x + i in iteration i.", kind="boundary",
            title="Scan outputs of rank %d are stacked on a new first axis." % rank, rules=["ONNX-LOOP-4"],
            runs=[run("steps_%d" % n, {"M": integer([], n), "x": real(dims, *elements)},
                      real([n, *dims], *[x + i for i in range(n) for x in elements])) for n in range(4)])
    add(corpus, "elements_of_two_shapes", """shapes (int64 M, float[4] x) => (float[n] last, float[a,b] all) {
  axis = Constant <value_ints = [0]> ()
  last, all = Loop <body = step (int64 i, bool going, v) => (bool going, w, part) {
    one = Constant <value_ints = [{{drop}}]> ()
    end = Constant <value_ints = [9]> ()
    w = Slice (v, one, end, axis)
    part = Identity (w)
  }> (M, "", x)
}
""", "With drop = 1 the elements have 3 and 2 positions.", title="The elements of a scan output have one shape.", rules=["ONNX-LOOP-4"],
        columns=["drop"], runs=[
            run("equal", {"M": integer([], 2), "x": real([4], 1, 2, 3, 4)}, real([4], 1, 2, 3, 4), real([2, 4], 1, 2, 3, 4, 1, 2, 3, 4), at=[0]),
            run("once", {"M": integer([], 1), "x": real([4], 1, 2, 3, 4)}, real([3], 2, 3, 4), real([1, 3], 2, 3, 4), at=[1]),
            {"name": "unequal", "at": [1], "inputs": {"M": integer([], 2), "x": real([4], 1, 2, 3, 4)},
             "rejected": {"phase": "run", "rule": ["OUT-4", "ONNX-LOOP-4"]}}])
    add(corpus, "nested", """nested (int64 M, int64 N) => (int64 total, int64[m,n] table) {
  zero = Constant <value_int = 0> ()
  ten = Constant <value_int = 10> ()
  total, table = Loop <body = outer (int64 i, bool going, int64 sum) => (bool going, int64 sum_out, int64[n] row) {
    sum_out, row = Loop <body = inner (int64 j, bool inner_going, int64 before) => (bool inner_going, int64 after, int64 cell) {
      tens = Mul (i, ten)
      cell = Add (tens, j)
      after = Add (before, cell)
    }> (N, "", sum)
  }> (M, "", zero)
}
""", "Cell (i, j) is 10 i + j; the total is their sum.", kind="combined", title="A Loop in a Loop uses the iteration of both.",
        rules=["ONNX-LOOP-1", "ONNX-LOOP-3", "ONNX-LOOP-4", "ONNX-GRAPH-4"],
        runs=[run("m_%d_n_%d" % (m, n), {"M": integer([], m), "N": integer([], n)},
                  integer([], sum(10 * i + j for i in range(m) for j in range(n))),
                  integer([m, n], *[10 * i + j for i in range(m) for j in range(n)]))
              for m in range(1, 4) for n in range(4)])


def add_scans(corpus):
    add(corpus, "scan_over_two", """two (float start, float[n] a, float[2,m] b) => (float last, float[n] sums) {
  last, sums = Scan <num_scan_inputs = 2, scan_input_axes = [0, 1], scan_input_directions = [0, {{direction}}],
                     body = step (float state, float x, float[2] y) => (float next, float out) {
    sum = ReduceSum <keepdims = 0> (y)
    product = Mul (x, sum)
    next = Add (state, product)
    out = Identity (product)
  }> (start, a, b)
}
""", "The columns of b sum to 5, 7, 9, times 1, 10, 100: 5, 70, 900. In reverse: 9, 70, 500.", kind="combined",
        title="A Scan over two inputs of different ranks, along different axes.", rules=["ONNX-SCAN-1", "ONNX-SCAN-2"], columns=["direction"],
        runs=[run("forward", {"start": real([], 1000), "a": real([3], 1, 10, 100), "b": real([2, 3], 1, 2, 3, 4, 5, 6)},
                  real([], 1975), real([3], 5, 70, 900), at=[0]),
              run("reverse", {"start": real([], 1000), "a": real([3], 1, 10, 100), "b": real([2, 3], 1, 2, 3, 4, 5, 6)},
                  real([], 1579), real([3], 9, 70, 500), at=[1]),
              {"name": "unequal_lengths", "at": [0], "inputs": {"start": real([], 0), "a": real([2], 1, 10), "b": real([2, 3], 1, 2, 3, 4, 5, 6)},
               "rejected": {"phase": "run", "rule": ["SLICE-7", "ONNX-SCAN-2"]}}])
    add(corpus, "scan_without_states", """reversed (float[n] x) => (float[n] y) {
  y = Scan <num_scan_inputs = 1, scan_output_directions = [1], body = step (float a) => (float b) { b = Neg (a) }> (x)
}
""", "-[1, 2, 3], the last one first.", kind="boundary", title="A Scan needs no state.", rules=["ONNX-SCAN-1", "ONNX-SCAN-2"],
        runs=[run("three", {"x": real([3], 1, 2, 3)}, real([3], -3, -2, -1)), run("one", {"x": real([1], 4)}, real([1], -4))])
    add(corpus, "element_as_scan_output", """passed (float start, float[n,2] x) => (float last, float[n,2] y) {
  last, y = Scan <num_scan_inputs = 1, body = step (float s, float[2] e) => (float t, float[2] e) { t = Neg (s) }> (start, x)
}
""", "y is x; the state changes its sign three times.", title="A scan output of a Scan is the element itself.", rules=["ONNX-SCAN-1", "ONNX-SCAN-2"],
        runs=[run("three", {"start": real([], 5), "x": real([3, 2], 1, 2, 3, 4, 5, 6)}, real([], -5), real([3, 2], 1, 2, 3, 4, 5, 6))])


def add_inner_scans(corpus):
    text = """rows (float[{{rows}},3] x, float k) => (float[r,3] y, float[r] ends) {
  zero = Constant <value = float {0}> ()
  {{outputs}} = Scan <num_scan_inputs = 1, body = outer ({{state}}float[3] row) => ({{next}}float[3] sums, float final) {
    last, sums = Scan <num_scan_inputs = 1, body = inner (float before, float e) => (float after, float copy) {
      product = Mul (e, k)
      after = Add (before, product)
      copy = Identity (after)
    }> ({{first}}, row)
    final = Identity (last)
{{step}}  }> ({{initial}}x)
{{unused}}}
"""
    columns = ["rows", "outputs", "state", "next", "first", "step", "initial", "unused"]
    rows = [[0, 1, 2], [3, 4, 5], [6, 7, 9]]
    kinds = {"zero": ("y, ends", "", "", "zero", "", "", ""),
             "state": ("end, y, ends", "float s, ", "float t, ", "s", "    t = Add (s, last)\n", "k, ", "")}

    def expected(kind, count):
        state, sums, ends = 10, [], []
        for row in rows[:count]:
            total = state if kind == "state" else 0
            for e in row:
                total += 10 * e
                sums.append(total)
            ends.append(total)
            state += total
        return real([count, 3], *sums), real([count], *ends)
    runs = [run("%s__rows_%d" % (kind, count), {"x": real([count, 3], *[e for row in rows[:count] for e in row]), "k": real([], 10)}, *expected(kind, count),
                at=[count, *at]) for kind, at in kinds.items() for count in (1, 2, 3)]
    add(corpus, "state_of_an_inner_scan", text, "10 times the sums of each row, which begin with 0, or with 10 and all last sums before.", kind="combined",
        title="The state of an inner Scan begins again in each iteration of the outer one.", rules=["ONNX-SCAN-1", "ONNX-GRAPH-4"], columns=columns, runs=runs)


def add_graphs(corpus):
    add(corpus, "rank_that_grows", """nested (int64 M, float[2] x) => (float[] y, int64[n] sizes) {
  zero = Constant <value_ints = [0]> ()
  y = Loop <body = step (int64 i, bool going, v) => (bool going, w) { w = Unsqueeze (v, zero) }> (M, "", x)
  sizes = Shape (y)
}
""", "Each iteration adds an axis of size 1 before the others.", kind="boundary", title="The rank of a carried value grows in each iteration.",
        rules=["ONNX-LOOP-3", "ONNX-GRAPH-9"], runs=[
            run("m_%d" % m, {"M": integer([], m), "x": real([2], 3, -5)}, real([1] * m + [2], 3, -5), integer([m + 1], *[1] * m + [2]), tier="survey") for m in (0, 1, 3)])
    add(corpus, "numbers_as_lists", """counted (int64 M, float x) => (float y, int64[n,1] seen) {
  y, seen = Loop <body = step (int64[1] i, bool[1] c, float v) => (bool[1] c, float w, int64[1] j) {
    w = Add (v, v)
    j = Identity (i)
  }> (M, "", x)
}
""", "5 is doubled three times.", title="A body declares the iteration and the condition as lists of one element.", rules=["ONNX-LOOP-2", "ONNX-LOOP-4"],
        runs=[run("three", {"M": integer([], 3), "x": real([], 5)}, real([], 40), integer([3, 1], 0, 1, 2), tier="survey")])
    add(corpus, "omitted_inputs", """clipped (float[4] x) => (float[4] low, float[4] high) {
  zero = Constant <value = float {0}> ()
  low = Clip (x, zero)
  high = Clip (x, "", zero)
}
""", "max(x, 0) and min(x, 0).", kind="boundary", title="An empty name leaves an operand out, and so does the end of the list.", rules=["ONNX-GRAPH-5"],
        runs=[run("four", {"x": real([4], -2, -1, 1, 2)}, real([4], 0, 0, 1, 2), real([4], -2, -1, 0, 0))])
    add(corpus, "initializers", """constants (float[2] x) => (float[2] y, int64[2] z) <float[2] w = {10, 20}, int64[2] v = {-7, 9}> {
  y = Add (x, w)
  z = Identity (v)
}
""", "[1, 2] + [10, 20].", title="Initializers are constants, and may be outputs.", rules=["ONNX-GRAPH-7", "ONNX-GRAPH-3"],
        runs=[run("two", {"x": real([2], 1, 2)}, real([2], 11, 22), integer([2], -7, 9))])


def add_cases(corpus):
    for family in (add_captures, add_ifs, add_loops, add_scans, add_inner_scans, add_graphs):
        family(corpus)
