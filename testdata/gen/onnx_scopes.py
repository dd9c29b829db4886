"""ONNX models whose names or graphs could be mixed up: functions, initializers, branches that do not run."""

import itertools

from onnx_case import HEAD_OF_FUNCTIONS, add_onnx, tensor
from onnx_hand import integer, real, run, truth

ORACLE = "generator: gen/onnx_scopes.py"
HEAD_9 = '<ir_version: 9, opset_import: ["" : 17, "local" : 1]>\n'


def add(corpus, name, text, notes, **rest):
    add_onnx(corpus, "scopes/" + name, text, notes=notes, **{"kind": "combined", "oracle": "by-hand", **rest})


def add_functions(corpus):
    add(corpus, "exchanged_arguments", """calls (float a, float b) => (float y, float z) {
  y = local.less (b, a)
  z = local.both (b, a)
}
<domain: "local", opset_import: ["" : 17]>
less (a, b) => (c) { d = Add (b, b) c = Sub (a, d) }
<domain: "local", opset_import: ["" : 17, "local" : 1]>
both (b, a) => (e) { c = local.less (a, b) d = local.less (b, a) f = Mul (c, c) e = Add (f, d) }
""", "less(3, 100) = 3 - 200 = -197. both(3, 100) is less(100, 3)^2 + less(3, 100) = 94^2 - 197 = 8639.", head=HEAD_OF_FUNCTIONS,
        title="Calls of functions exchange arguments that have the names of the function's inputs.", rules=["ONNX-GRAPH-11", "ONNX-GRAPH-4"],
        runs=[run("one", {"a": real([], 100), "b": real([], 3)}, real([], -197), real([], 8639))])
    add(corpus, "names_of_the_caller", """calls (float x, float y) => (float p, float q, float r) {
  t = Add (x, y)
  u = Sub (x, y)
  p = local.product (t)
  q = Mul (t, u)
  r = local.product (u)
}
<domain: "local", opset_import: ["" : 17]>
product (x) => (y) { t = Neg (x) u = Add (t, t) y = Mul (t, u) }
""", "t = 33, u = 27; the function gives 2 x^2: 2178 and 1458. t u = 891.", head=HEAD_OF_FUNCTIONS,
        title="The values in a function have the names of values of its caller.", rules=["ONNX-GRAPH-11", "ONNX-GRAPH-4"],
        runs=[run("one", {"x": real([], 30), "y": real([], 3)}, real([], 2178), real([], 891), real([], 1458))])
    add(corpus, "outputs_of_a_call", """calls (float x) => (float p, float q, float r) {
  {{first}}, p{{rest}} = local.three (x)
  q, {{second}}, r = local.three (p)
}
<domain: "local", opset_import: ["" : 17]>
three (x) => (a, b, c) { a = Add (x, x) b = Sub (a, c) c = Mul (a, x) }
""".replace("b = Sub (a, c) c = Mul (a, x)", "c = Mul (a, x) b = Sub (a, c)"), "three(5) = 10, 10 - 50 = -40, 50; three(-40) = -80, -3280, 3200.", head=HEAD_OF_FUNCTIONS, kind="boundary",
        title="Calls of a function do not use an output at the beginning, in the middle or at the end, or leave it out.", rules=["ONNX-GRAPH-11", "ONNX-GRAPH-5"],
        columns=["first", "rest", "second"], runs=[
            run(name, {"x": real([], 5)}, real([], -40), real([], -80), real([], 3200), at=at, **tier) for name, at, tier in (
                ("named", ["one", ", other", "third"], {}), ("left_out", ['""', "", '""'], {"tier": "survey"}))])
    runs = []
    for m, k in itertools.product((1, 3), (0, 2, 9)):
        outputs = []
        for factor, start in ((2, 5), (7, 11)):
            v = start
            for i in range(m):
                v = v + factor * start if i < k else start - v
            outputs.append(real([], v))
        runs.append(run("m_%d__k_%d" % (m, k), {"M": integer([], m), "k": integer([], k), "f": real([], 5), "t": real([], 11)}, *outputs))
    add(corpus, "graphs_of_a_function", """calls (int64 M, int64 k, float f, float t) => (float y, float z) {
  early = Greater (k, M)
  p = Neg (f)
  scaled = Neg (p)
  y = local.steps <factor = 2.0> (M, k, scaled)
  z = local.steps <factor = 7.0> (M, k, t)
}
<domain: "local", opset_import: ["" : 17]>
steps <factor> (n, limit, x) => (y) {
  t = Identity (x)
  y = Loop <body = step (int64 i, bool going, float v) => (bool going, float v_out) {
    early = Less (i, limit)
    v_out = If (early) <then_branch = one () => (float p) { f = Constant <value_float: float = @factor> () scaled = Neg (f) product = Mul (scaled, x) p = Sub (v, product) },
                        else_branch = other () => (float p) { p = Sub (t, v) }>
  }> (n, "", x)
}
""", "v' = v + factor x while i < k, and x - v later, from x = 5 with the factor 2 and from 11 with the factor 7.", oracle=ORACLE, head=HEAD_OF_FUNCTIONS,
        title="A branch in a Loop in a function captures values of the function, whose names its caller has too, and uses its attribute.",
        rules=["ONNX-GRAPH-11", "ONNX-GRAPH-4", "ONNX-LOOP-3", "ONNX-IF-1"], runs=runs)
    runs = []
    for m in (1, 2, 3):
        v, table = 5, []
        for i in range(m):
            v = 2 * v + 3 * i
            table.append(2 * v + 3 * v)
        runs.append(run("m_%d" % m, {"M": integer([], m), "x": real([], 5)}, real([], v), real([m], *table)))
    add(corpus, "calls_in_a_body", """calls (int64 M, float x) => (float last, float[n] all) {
  last, all = Loop <body = step (int64 i, bool going, float a) => (bool going, float b, float each) {
    f = Cast <to = 1> (i)
    b = local.sum (a, f)
    each = local.sum (b, b)
  }> (M, "", x)
}
<domain: "local", opset_import: ["" : 17]>
sum (a, b) => (c) {
  two = Constant <value_float = 2.0> ()
  three = Constant <value_float = 3.0> ()
  f = Mul (a, two)
  g = Mul (b, three)
  c = Add (f, g)
}
""", "v' = 2 v + 3 i from 5; an element is 5 v'.", oracle=ORACLE, head=HEAD_OF_FUNCTIONS, title="A body calls a function twice, whose inputs and values have the names of the body.",
        rules=["ONNX-GRAPH-11", "ONNX-LOOP-3", "ONNX-LOOP-4"], runs=runs)
    add(corpus, "attributes_of_two_functions", """calls (float x) => (float p, float q, float r) {
  p = local.outer <factor = 3.0> (x)
  q = local.outer (x)
  r = local.inner <factor = 9.0> (x)
}
<domain: "local", opset_import: ["" : 17]>
inner <factor: float = 5.0, bias: float = 1.0> (v) => (w) {
  f = Constant <value_float: float = @factor> ()
  b = Constant <value_float: float = @bias> ()
  product = Mul (v, f)
  w = Add (product, b)
}
<domain: "local", opset_import: ["" : 17, "local" : 1]>
outer <factor: float = 7.0> (v) => (w) {
  a = local.inner (v)
  b = local.inner <factor: float = @factor, bias = 100.0> (v)
  c = local.inner <bias: float = @factor> (v)
  d = Sub (a, b)
  w = Mul (c, d)
}
""", "x = 2: inner() = 11. p: 11 - 106 = -95, times 10 + 3. q: 11 - 114 = -103, times 10 + 7. r = 19.", head=HEAD_9,
        title="An attribute of a function is not that of the function that calls it, except if the call passes it on.", rules=["ONNX-GRAPH-11"],
        runs=[run("one", {"x": real([], 2)}, real([], -1235), real([], -1751), real([], 19))])
    add(corpus, "functions_of_two_domains", """calls (float x, float y) => (float p, float q, float r, float s) {
  p = local.Sub (x, y)
  q = other.Sub (x, y)
  r = Sub (x, y)
  s = other.more (x, y)
}
<domain: "local", opset_import: ["" : 17]>
Sub (a, b) => (c) { d = Add (a, a) c = Sub (d, b) }
<domain: "other", opset_import: ["" : 17]>
Sub (a, b) => (c) { c = Mul (a, b) }
<domain: "other", opset_import: ["" : 17, "local" : 1, "other" : 1]>
more (a, b) => (c) { d = local.Sub (b, a) e = other.Sub (d, b) c = Sub (e, a) }
""", "20 - 3, 30, 7; more: 6 - 10 = -4, -12, -22.", head='<ir_version: 8, opset_import: ["" : 17, "local" : 1, "other" : 1]>\n',
        title="Functions of two domains have the name of an operator.", rules=["ONNX-GRAPH-11", "ONNX-GRAPH-2"],
        runs=[run("one", {"x": real([], 10), "y": real([], 3)}, real([], 17), real([], 30), real([], 7), real([], -22))])


def add_initializers(corpus):
    runs = []
    for m in (1, 2):
        outputs = []
        for w in (3, -20):
            outputs.append(real([2], 30 + w * m, 7 + (w + 1) * m))
        for c in (True, False):
            runs.append(run("m_%d_%s" % (m, "then" if c else "else"), {"M": integer([], m), "c": truth([], c), "x": real([2], 30, 7)},
                            *outputs, real([2], *((530, 607) if c else (-670, -793)))))
    add(corpus, "initializers_of_equal_names", """graphs (int64 M, bool c, float[2] x) => (float[2] p, float[2] q, float[2] r) {
  p = Loop <body = step (int64 i, bool going, float[2] v) => (bool going, float[2] o) <float[2] w = {3, 4}> { o = Add (v, w) }> (M, "", x)
  q = Loop <body = next (int64 i, bool going, float[2] v) => (bool going, float[2] o) <float[2] w = {-20, -19}> { o = Add (v, w) }> (M, "", x)
  r = If (c) <then_branch = one () => (float[2] o) <float[2] w = {500, 600}> { o = Add (x, w) }, else_branch = other () => (float[2] o) <float[2] w = {700, 800}> { o = Sub (x, w) }>
}
""", "x = (30, 7) and M times (3, 4) or (-20, -19); x + (500, 600) or x - (700, 800).", oracle=ORACLE,
        title="Bodies and branches beside each other have initializers of one name.", rules=["ONNX-GRAPH-3", "ONNX-GRAPH-4", "ONNX-LOOP-3", "ONNX-IF-1"], runs=runs)


def add_never_run(corpus):
    text = """never (bool c, int64[2] x, int64 at) => (int64[n] y) {
  y = If (c) <then_branch = one () => (int64[n] a) { a = Neg (x) }, else_branch = other () => (int64[n] b) { %s }>
}
"""
    bodies = {
        "gather": ("t = Gather (x, at) list = Constant <value_ints = [-1]> () b = Reshape (t, list)", 7, 1, [9]),
        "div": ("b = Div (x, at)", 0, 3, [1, 3]),
        "reshape": ("list = Constant <value_ints = [-1]> () dims = Reshape (at, list) b = Reshape (x, dims)", 3, 2, [5, 9]),
        "sequence": ("s = SplitToSequence (x) b = SequenceAt (s, at)", 2, 1, [9]),
        "loop_without_end": ("yes = Constant <value = bool {1}> () b = Loop <body = step (int64 i, bool going, int64[2] v) => (bool more, int64[2] w) "
                             "{ w = Add (v, v) more = Greater (at, i) }> (\"\", yes, x)", 2**62, 1, [20, 36]),
    }
    for name, (body, wrong, right, result) in bodies.items():
        x = {"x": integer([2], 5, 9)}
        add(corpus, "never_run/" + name, text % body, "-x = (-5, -9); the operand of the branch that is not chosen would be an error, or run 2^62 iterations.",
            title="A branch that is not chosen does not run, and causes no error of its own.", rules=["ONNX-IF-1"], kind="boundary", runs=[
                run("then", {"c": truth([], True), **x, "at": integer([], wrong)}, integer([2], -5, -9)),
                run("else", {"c": truth([], False), **x, "at": integer([], right)}, integer([len(result)], *result))])
    add(corpus, "never_run/in_a_loop", """never (int64 M, int64[3] x, int64 k) => (int64[n] all) {
  all = Loop <body = step (int64 i, bool going) => (bool going, int64 each) {
    inside = Less (i, k)
    each = If (inside) <then_branch = one () => (int64 a) { a = Gather (x, i) }, else_branch = other () => (int64 b) { d = Sub (i, k) b = Neg (d) }>
  }> (M, "")
}
""", "x[i] while i < 3, and then 3 - i.", title="A branch reads past the end of a tensor in the iterations that do not choose it.", rules=["ONNX-IF-1", "ONNX-LOOP-4"],
        runs=[run("m_%d" % m, {"M": integer([], m), "x": integer([3], 50, 60, 70), "k": integer([], 3)}, integer([m], *[50, 60, 70, 0, -1][:m])) for m in (2, 3, 5)])


def add_body_that_fails(corpus):
    add(corpus, "never_run/body", """never (int64 M, bool cond, int64[2] x, int64 at) => (int64[2] last, int64[n] all) {
  last, all = Loop <body = step (int64 i, bool going, int64[2] v) => (bool on, int64[2] w, int64 each) {
    on = Identity (going)
    w = Div (v, at)
    each = Gather (x, at)
  }> (M, cond, x)
}
""", "Without an iteration the last value is x = (50, 70). One iteration divides by 1, and takes x[1].", title="The body of a Loop without an iteration causes no error.", kind="boundary",
        rules=["ONNX-LOOP-1", "ONNX-LOOP-2"], runs=[
            run(name, {"M": integer([], m), "cond": truth([], cond), "x": integer([2], 50, 70), "at": integer([], at)}, integer([2], 50, 70), integer([len(every)], *every))
            for name, m, cond, at, every in (("no_iteration", 0, True, 0, []), ("past_the_end", 0, True, 9, []), ("false", 3, False, 0, []), ("one", 1, True, 1, [70]))])


def add_branches(corpus):
    add(corpus, "outputs_in_another_order", """order (bool c, float a, float b) => (float x, float y, float z) {
  x, y, z = If (c) <then_branch = one () => (float p, float q, float r) { p = Add (a, b) q = Sub (a, b) r = Mul (a, b) },
                    else_branch = other () => (float r, float p, float q) { p = Add (a, b) q = Sub (a, b) r = Mul (a, b) }>
}
""", "The sum 13, the difference 7 and the product 30. Else: the product, the sum, the difference.", title="Two branches give values of the same names in another order.",
        rules=["ONNX-IF-1"], runs=[run("then", {"c": truth([], True), "a": real([], 10), "b": real([], 3)}, real([], 13), real([], 7), real([], 30)),
                                   run("else", {"c": truth([], False), "a": real([], 10), "b": real([], 3)}, real([], 30), real([], 13), real([], 7))])
    add(corpus, "two_declared_shapes", """shapes (bool c, float[4] x) => (float[a,b] y, float[n] z) {
  y, z = If (c) <then_branch = one () => (float[1,4] p, float[4] q) { dims = Constant <value_ints = [1, 4]> () p = Reshape (x, dims) q = Neg (x) },
                 else_branch = other () => (float[4,1] p, float[2] q) { dims = Constant <value_ints = [4, 1]> () p = Reshape (x, dims) two = Constant <value_ints = [2]> () zero = Constant <value_ints = [0]> () q = Slice (x, zero, two) }>
}
""", "A row and -x, or a column and the first two elements.", title="The branches declare different sizes, and the condition is known in the run.", rules=["ONNX-IF-1"], kind="boundary",
        runs=[run("then", {"c": truth([], True), "x": real([4], 1, 2, 3, 4)}, real([1, 4], 1, 2, 3, 4), real([4], -1, -2, -3, -4)),
              run("else", {"c": truth([], False), "x": real([4], 1, 2, 3, 4)}, real([4, 1], 1, 2, 3, 4), real([2], 1, 2))])
    add(corpus, "branches_of_constants", """ifs (float a) => (float p, float q, float r) {
  yes = Constant <value = bool {1}> ()
  no = Constant <value = bool {0}> ()
  p = If (yes) <then_branch = p_then () => (float w) { v = Neg (a) w = Add (v, v) }, else_branch = p_else () => (float v) { v = Mul (a, a) }>
  q = If (no) <then_branch = q_then () => (float w) { w = Neg (a) }, else_branch = q_else () => (float w) { v = Mul (a, a) w = Neg (v) }>
  r = Sub (p, q)
}
""", "a = 5: p = -10, q = -25, r = 15.", title="The conditions of two Ifs are constants, and their branches use the same names.", rules=["ONNX-IF-1", "ONNX-GRAPH-3"],
        runs=[run("one", {"a": real([], 5)}, real([], -10), real([], -25), real([], 15))])
    runs = []
    for m, c in itertools.product((1, 3), (True, False)):
        runs.append(run("m_%d_%s" % (m, "then" if c else "else"), {"M": integer([], m), "c": truth([], c), "x": real([], 5)},
                        *[real([], v) for v in ((-5, 25) if c else (10, 3))], real([], 5 + 5 * m), real([], 5 - 5 * m), tier="survey"))
    add(corpus, "graphs_of_equal_names", """graphs (int64 M, bool c, float x) => (float p, float q, float r, float s) {
  p = If (c) <then_branch = inner () => (float v) { v = Neg (x) }, else_branch = inner () => (float v) { v = Add (x, x) }>
  q = If (c) <then_branch = inner () => (float v) { v = Mul (x, x) }, else_branch = inner () => (float v) <float two = {2}> { v = Sub (x, two) }>
  r = Loop <body = inner (int64 i, bool going, float a) => (bool going, float b) { b = Add (a, x) }> (M, "", x)
  s = Loop <body = inner (int64 i, bool going, float a) => (bool going, float b) { b = Sub (a, x) }> (M, "", x)
}
""", "x = 5: -x and x x, or x + x and x - 2; x + M x and x - M x.", title="All graphs in attributes have the same name.", rules=["ONNX-GRAPH-3"],
        equal_graph_names=True, runs=runs)
    runs = []
    for m, n, k in itertools.product((1, 3), (1, 2), (0, 1, 9)):
        table, v = [], 5
        for i in range(m):
            for j in range(n):
                v = v + 10 * i + j if i < k else j - v
                table.append(v)
        runs.append(run("m_%d__n_%d__k_%d" % (m, n, k), {"M": integer([], m), "N": integer([], n), "k": integer([], k), "x": integer([], 5)}, integer([], v), integer([m, n], *table)))
    add(corpus, "condition_of_an_outer_loop", """outer (int64 M, int64 N, int64 k, int64 x) => (int64 last, int64[m,n] table) {
  ten = Constant <value_int = 10> ()
  last, table = Loop <body = outer_step (int64 i, bool going, int64 a) => (bool going, int64 z, int64[n] row) {
    early = Less (i, k)
    z, row = Loop <body = inner_step (int64 j, bool on, int64 v) => (bool on, int64 w, int64 cell) {
      w = If (early) <then_branch = one () => (int64 p) { tens = Mul (i, ten) q = Add (v, tens) p = Add (q, j) }, else_branch = other () => (int64 p) { p = Sub (j, v) }>
      cell = Identity (w)
    }> (N, "", a)
  }> (M, "", x)
}
""", "v' = v + 10 i + j while i < k, and j - v later.", oracle=ORACLE, title="The condition of an If in an inner Loop changes only in the outer Loop.", runs=runs,
        rules=["ONNX-IF-1", "ONNX-GRAPH-4", "ONNX-LOOP-3", "ONNX-LOOP-4"])


def add_types(corpus):
    runs = []
    for m in (0, 1, 3):
        big, wide, fine = 2**60 + 1, 2**31 + 5, 2.0**53 - 1
        seen = ([], [], [])
        for i in range(m):
            big, wide, fine = big - i, wide + 3, fine - 2 * i
            for s, v in zip(seen, (big, wide, fine)):
                s.append(v)
        runs.append(run("m_%d" % m, {"M": integer([], m)}, integer([], big), integer([], wide), tensor("double", [], [fine]), integer([m], *seen[0]), integer([m], *seen[1]),
                        tensor("double", [m], seen[2]), integer([], 2**40 + 2**53 + 4)))
    add(corpus, "wide_numbers", """wide (int64 M) => (int64 p, int64 q, double r, int64[n] ps, int64[m] qs, double[l] rs, int64 sum) <int64 big = {1152921504606846977}, int64 wide = {2147483653}, double fine = {9007199254740991}> {
  three = Constant <value_int = 3> ()
  forty = Constant <value_int = 1099511627777> ()
  odd = Constant <value_int = 9007199254740995> ()
  sum = Add (forty, odd)
  p, q, r, ps, qs, rs = Loop <body = step (int64 i, bool going, int64 u, int64 v, double w) => (bool going, int64 u_out, int64 v_out, double w_out, int64 u_each, int64 v_each, double w_each) {
    u_out = Sub (u, i)
    v_out = Add (v, three)
    d = Cast <to = 11> (i)
    less = Sub (w, d)
    w_out = Sub (less, d)
    u_each = Identity (u_out)
    v_each = Identity (v_out)
    w_each = Identity (w_out)
  }> (M, "", big, wide, fine)
}
""", "From 2^60 + 1, 2^31 + 5 and 2^53 - 1: less i, plus 3, less 2 i. The constants are 2^40 + 1 and 2^53 + 3.", oracle=ORACLE, kind="boundary",
        title="Carried values, elements and constants need all bits of their types.", rules=["ONNX-LOOP-3", "ONNX-LOOP-4"], runs=runs)
    types = {"bool": (1, 0, 1), "int8": (-128, 3, 127), "int16": (-32768, 5, 32767), "int32": (-2**31, 7, 2**31 - 1), "uint8": (255, 2, 128), "uint16": (65535, 1, 32768),
             "uint32": (2**32 - 1, 4, 2**31), "uint64": (2**64 - 1, 6, 2**63), "float16": (-65504, 0.5, 0.25), "double": (0.1, -2.5, 3e300)}
    runs = []
    for type_, values in types.items():
        values = [bool(v) for v in values] if type_ == "bool" else list(values)
        for m in (0, 1, 2, 3):
            rows = [values[(k + r) % 3] for k in range(m) for r in range(2)]
            last = [values[(m + r) % 3] for r in range(3)]
            runs.append(run("%s__m_%d" % (type_, m), {"M": integer([], m), "x": tensor(type_, [3], values)}, tensor(type_, [3], last), tensor(type_, [m, 2], rows),
                            tensor(type_, [m], [values[k % 3] for k in range(m)]), at=[type_]))
    add(corpus, "types_of_elements", """types (int64 M, {{type}}[3] x) => ({{type}}[3] last, {{type}}[n,2] pairs, {{type}}[m] firsts) {
  turn = Constant <value_ints = [1, 2, 0]> ()
  two = Constant <value_ints = [0, 1]> ()
  zero = Constant <value_int = 0> ()
  last, pairs, firsts = Loop <body = step (int64 i, bool going, {{type}}[3] v) => (bool going, {{type}}[3] w, {{type}}[2] pair, {{type}} first) {
    w = Gather (v, turn)
    pair = Gather (v, two)
    first = Gather (v, zero)
  }> (M, "", x)
}
""", "The three values are turned in each iteration. The elements are the first two values, and the first one.", oracle=ORACLE, kind="boundary", columns=["type"],
        title="Carried values and elements of every type, which are vectors or scalars.", rules=["ONNX-LOOP-3", "ONNX-LOOP-4"], runs=runs)


def add_cases(corpus):
    for part in (add_functions, add_initializers, add_never_run, add_body_that_fails, add_branches, add_types):
        part(corpus)
