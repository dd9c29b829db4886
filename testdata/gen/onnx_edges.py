"""ONNX models at the edge of a rule, and models in which several rules meet."""

import case
from onnx_case import HEAD_OF_FUNCTIONS, add_onnx
from onnx_hand import add, integer, real, run, truth
from onnx_rejected import pair


def add_files(corpus):
    text = "g (float[2] x) => (float[2] y) { y = Neg (x) }\n"
    y = real([2], -3, 4)
    inputs = {"x": real([2], 3, -4)}
    head = '<ir_version: {{ir}}, opset_import: ["" : {{opset}}]>\n'
    runs = [run("ir_%d__opset_%d" % at, inputs, y, at=list(at), **({} if at == (8, 13) else {"tier": "survey"}))
            for at in ((3, 6), (3, 7), (8, 13), (14, 28))]
    runs += [{"name": "ir_%d__opset_%d" % at, "at": list(at), "tier": "survey", "inputs": inputs, **case.rejected(phase, rule)}
             for at, phase, rule in (((2, 7), "load", "ONNX-GRAPH-1"), ((15, 28), "load", "ONNX-GRAPH-1"), ((8, 5), "load", "ONNX-GRAPH-2"),
                                     ((8, 29), "load", "ONNX-GRAPH-2"))]
    add_onnx(corpus, "edges/versions", text, head=head, title="The first and last versions of the format and of the operator set.", kind="boundary",
             oracle="by-hand", notes="y = -x.", rules=["ONNX-GRAPH-1", "ONNX-GRAPH-2"], columns=["ir", "opset"], runs=runs)
    add(corpus, "two_operator_sets", """sets (float[1,2] x) => (float[2] y, float[2] z) {
  axes = Constant <value_ints = [0]> ()
  y = Squeeze (x, axes)
  z = local.flat (x)
}
<domain: "local", opset_import: ["" : 12]>
flat (v) => (w) { w = Squeeze <axes = [0]> (v) }
""", "Both are [1, 2].", kind="combined", title="A function uses an older version of an operator than the model.",
        head=HEAD_OF_FUNCTIONS, rules=["ONNX-GRAPH-2", "ONNX-GRAPH-11"],
        runs=[run("two", {"x": real([1, 2], 1, 2)}, real([2], 1, 2), real([2], 1, 2), tier="survey")])


def add_graphs(corpus):
    add(corpus, "captured_initializer", """initializer (int64 M) => (float[n,2] all) <float[2] w = {5, 7}> {
  all = Loop <body = step (int64 i, bool going) => (bool going, float[2] y) <float[2] v = {100, 200}> {
    f = Cast <to = 1> (i)
    s = Add (w, v)
    y = Add (s, f)
  }> (M, "")
}
""", "[5, 7] + [100, 200] + i.", kind="boundary", title="A body captures an initializer and has one of its own.",
        rules=["ONNX-GRAPH-4", "ONNX-GRAPH-7", "ONNX-GRAPH-3"],
        runs=[run("steps_%d" % n, {"M": integer([], n)}, real([n, 2], *[x + i for i in range(n) for x in (105, 207)])) for n in range(3)])
    add(corpus, "empty_and_scalar_initializers", """sizes (float[n] x) => (float[n] y, float[m] z) <float one = {1}, float[0] none = {}> {
  y = Add (x, one)
  z = Concat <axis = 0> (none, x, none)
}
""", "x + 1, and x itself.", kind="combined", title="Initializers without elements and without dimensions.", rules=["ONNX-GRAPH-7", "ONNX-GRAPH-6"],
        runs=[run("two", {"x": real([2], 1, 2)}, real([2], 2, 3), real([2], 1, 2)), run("none", {"x": real([0])}, real([0]), real([0]))])
    pair(corpus, "numbers_of_an_initializer", """g (float[2] x) => (float[2] y, float sum) <float[{{part}}] w = {1, 2, 3}> {
  y = Neg (x)
  sum = ReduceSum <keepdims = 0> (w)
}
""", "A tensor with more or fewer elements than its dimensions say is rejected.", "ONNX-GRAPH-7", good={"three": "3", "three_by_one": "3,1"},
         bad={"two": "2", "four": "4", "none": "0"}, outputs=[real([2], -3, 4), real([], 6)], notes="y = -x, and 1 + 2 + 3 = 6.")
    add(corpus, "default_attributes", """defaults (float[2,3,4] x) => (float[a,b] y, float[c,d] z, float[e,f,g] s) {
  y = Flatten (x)
  z = Flatten <axis = {{axis}}> (x)
  s = ReduceSum <keepdims = 1> (x)
}
""", "x has 24 ones.", kind="boundary", title="An attribute that is not written has its default.", rules=["ONNX-GRAPH-6"], columns=["axis"],
        runs=[run("axis_%s" % str(axis).replace("-", "m"), {"x": real([2, 3, 4], *[1] * 24)}, real([2, 12], *[1] * 24), real(shape, *[1] * 24),
                  real([1, 1, 1], 24), at=[axis])
              for axis, shape in ((0, [1, 24]), (1, [2, 12]), (2, [6, 4]), (3, [24, 1]), (-1, [6, 4]))])
    pair(corpus, "declared_outputs_of_branches", """g (float[2] x, bool c) => (float[2] y) {
  z = If (c) <then_branch = a () => ({{part}} p) { p = Abs (x) }, else_branch = b () => (float[2] q) { q = Abs (x) }>
  y = Neg (x)
}
""", "A branch's declared output type that is not the type of the value is rejected.", "ONNX-GRAPH-9", good={"right": "float[2]", "open": "float[n]", "any_rank": "float[]"},
         bad={"another_type": "double[2]"}, inputs={"x": real([2], 3, -4), "c": truth([], True)}, kind="combined",
         survey=["another_type"])
    add(corpus, "declared_dimensions", """declared (float[{{dims}}] x) => (float[{{dims}}] y) { y = Neg (x) }
""", "y = -x.", kind="boundary", title="A dimension is a number, a name or open, and the rank may be open too.", rules=["ONNX-GRAPH-9"], columns=["dims"],
        runs=[run(name, {"x": real([1, 2], 3, -4)}, real([1, 2], -3, 4), at=[dims]) for name, dims in (
            ("sizes", "1,2"), ("names", "n,m"), ("one_name", "n,2"), ("open", "?,?"))])


def add_functions(corpus):
    text = """g (float[2] x) => (float[2] y) { y = local.f (x) }
<domain: "local", opset_import: ["" : 17, "local" : 1]>
f (a) => (c) { b = local.g (a) c = Identity (b) }
<domain: "local", opset_import: ["" : 17]>
{{part}} (a) => (c) { c = Neg (a) }
"""
    pair(corpus, "functions", text, "A function may call a later one, but two functions of one name are rejected.", "ONNX-GRAPH-11", good={"another": "g"},
         bad={"twice": "f"}, kind="boundary", head=HEAD_OF_FUNCTIONS)


def add_loops(corpus):
    add(corpus, "first_of_count_and_condition", """ends (int64 M, bool cond, int64 stop) => (int64 trips) {
  zero = Constant <value_int = 0> ()
  one = Constant <value_int = 1> ()
  trips = Loop <body = step (int64 i, bool going, int64 n) => (bool go, int64 m) {
    go = Less (i, stop)
    m = Add (n, one)
  }> (M, cond, zero)
}
""", "The body's condition is i < stop, so stop + 1 iterations run, or M.", kind="boundary",
        title="The count and the condition allow the same number of iterations, or one more or less.", rules=["ONNX-LOOP-1", "ONNX-LOOP-2"],
        runs=[run("m_%d__stop_%d" % (m, stop), {"M": integer([], m), "cond": truth([], True), "stop": integer([], stop)}, integer([], min(m, stop + 1)))
              for m, stop in ((1, 0), (2, 0), (2, 1), (2, 2), (3, 1), (2**31, 2), (2**32, 1), (2**32 + 3, 4), (2**63 - 1, 0))])


def add_outputs(corpus):
    add(corpus, "scan_without_outputs", """states (float s, float t, float[n] x, float[n] y) => (float u, float v) {
  u, v = Scan <num_scan_inputs = 2, body = step (float a, float b, float p, float q) => (float c, float d) {
    c = Add (a, p)
    d = Mul (b, q)
  }> (s, t, x, y)
}
""", "10 + 1 + 2 + 3 and 2 * 4 * 5 * 6; without elements the states stay.", kind="boundary", title="A Scan has no scan output.", rules=["ONNX-SCAN-1", "ONNX-SCAN-2"],
        runs=[run("length_%d" % n, {"s": real([], 10), "t": real([], 2), "x": real([n], *[1, 2, 3][:n]), "y": real([n], *[4, 5, 6][:n])},
                  real([], 10 + sum([1, 2, 3][:n])), real([], [2, 8, 40, 240][n])) for n in range(4)])
    add(corpus, "outer_values_as_outputs", """outer (int64 M, float x) => (float last, float[n] all, float[m] constants) <float w = {7}> {
  last, all, constants = Loop <body = step (int64 i, bool going, float a) => (bool going, float x, float x, float w) { }> (M, "", w)
}
""", "The next value and the element are x = 3, and the other element is w = 7.", kind="boundary", title="Outputs of a body are values from around it.",
        rules=["ONNX-GRAPH-4", "ONNX-LOOP-3", "ONNX-LOOP-4"], runs=[
            run("m_%d" % m, {"M": integer([], m), "x": real([], 3)}, real([], 3 if m else 7), real([m], *[3] * m), real([m], *[7] * m), tier="survey") for m in range(3)])
    add(corpus, "inputs_as_outputs", """passed (float[2] x, float y) => (float[2] x, float[2] z, float[1] w) <float[1] w = {5}> { z = Add (x, y) }
""", "x, x + y and 5.", kind="boundary", title="An input and an initializer of a model are outputs of it.", rules=["ONNX-GRAPH-4", "ONNX-GRAPH-3"],
        runs=[run("two", {"x": real([2], 1, 2), "y": real([], 10)}, real([2], 1, 2), real([2], 11, 12), real([1], 5), tier="survey")])
    unknown = {"x": real([4], 1, 2, 3, 4), "dims": integer([3], 2, 9, 2), "kept": truth([3], True, False, True)}
    add(corpus, "elements_of_unknown_rank", """unknown (int64 M, float[4] x, int64[r] dims, bool[r] kept) => (float[n] elements, int64[k] sizes) {
  all = Loop <body = step (int64 i, bool going) => (bool going, y) {
    some = Compress <axis = 0> (dims, kept)
    y = Reshape (x, some)
  }> (M, "")
  list = Constant <value_ints = [-1]> ()
  elements = Reshape (all, list)
  sizes = Shape (all)
}
""", "x as [2, 2], twice or never. Its rank is that of a list whose length depends on values.", kind="boundary", title="Without an iteration, elements of unknown rank give a list without elements.", rules=["ONNX-LOOP-4"],
        runs=[run("none", {"M": integer([], 0), **unknown}, real([0]), integer([1], 0), tier="survey"),
              run("two", {"M": integer([], 2), **unknown}, real([8], 1, 2, 3, 4, 1, 2, 3, 4), integer([3], 2, 2, 2))])
    pair(corpus, "branches_of_two_types", """g (float[2] x, bool c) => (float[2] y) {
  z = If (c) <then_branch = a () => (p) { p = Abs (x) }, else_branch = b () => (q) { q = Cast <to = {{part}}> (x) }>
  y = Neg (x)
}
""", "Branches that give two element types are rejected.", "IF-3", good={"float": "1"}, bad={"double": "11", "int64": "7"}, inputs={"x": real([2], 3, -4), "c": truth([], True)})


def add_alternating_ifs(corpus):
    add(corpus, "if_in_a_loop", """alternating (int64 M, bool cond, int64 k, float x) => (float last, float[n] all) {
  two = Constant <value_float = 2.0> ()
  last, all = Loop <body = step (int64 i, bool going, float h) => (bool on, float next, float seen) {
    on = Identity (going)
    early = Less (i, k)
    next = If (early) <then_branch = grow () => (float a) { a = Mul (h, two) }, else_branch = move () => (float b) { b = Sub (x, h) }>
    seen = Identity (next)
  }> (M, cond, x)
}
""", "x = 3 is doubled while i < k; then h' = 3 - h. k = 2: 6, 12, -9, 12. k = 0: 0, 3, 0.", kind="combined",
        title="An If in a Loop takes another branch in later iterations.", rules=["ONNX-IF-1", "ONNX-LOOP-4", "ONNX-GRAPH-3"],
        runs=[run("k_%d" % k, {"M": integer([], len(values)), "cond": truth([], True), "k": integer([], k), "x": real([], 3)},
                  real([], values[-1]), real([len(values)], *values))
              for k, values in ((2, (6, 12, -9, 12)), (0, (0, 3, 0)), (4, (6, 12, 24)), (1, (6, -3, 6, -3)))])
    add(corpus, "if_in_a_scan", """signs (float[n] x, float h0) => (float last, float[n] all) {
  zero = Constant <value_float = 0.0> ()
  last, all = Scan <num_scan_inputs = 1, body = step (float h, float part) => (float next, float seen) {
    below = Less (part, zero)
    next = If (below) <then_branch = take () => (float a) { a = Sub (h, part) }, else_branch = give () => (float b) { b = Mul (h, part) }>
    seen = Identity (next)
  }> (h0, x)
}
""", "h - x below 0, else h x, from 1. x = [2, -3, 4]: 2, 5, 20. x = [-1, 5, -2, -2]: 2, 10, 12, 14.", kind="combined",
        title="An If in a Scan takes the branch that the element asks for.", rules=["ONNX-IF-1", "ONNX-SCAN-1", "ONNX-GRAPH-3"],
        runs=[run(name, {"x": real([len(x)], *x), "h0": real([], 1)}, real([], values[-1]), real([len(values)], *values))
              for name, x, values in (("three", (2, -3, 4), (2, 5, 20)), ("four", (-1, 5, -2, -2), (2, 10, 12, 14)))])


def add_cases(corpus):
    for family in (add_files, add_graphs, add_functions, add_loops, add_alternating_ifs, add_outputs):
        family(corpus)
