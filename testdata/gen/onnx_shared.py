"""ONNX models in which a buffer, a constant or a graph could be shared by mistake."""

from onnx_case import add_onnx, tensor
from onnx_hand import integer, real, run, truth


def add(corpus, name, text, notes, **rest):
    add_onnx(corpus, "shared/" + name, text, notes=notes, **{"kind": "combined", "oracle": "by-hand", **rest})


# name: (nodes, outputs in words, values, title, rules). x = (30, 7), y = (4, 11), t = x + y = (34, 18).
BUFFERS = {
    "copy_is_negated": ("p = Identity (t) q = Neg (p) r = Sub (t, x)", "q = -t, r = y", [(-34, -18), (4, 11)], "A copy is negated before the value is read.", ["ONNX-GRAPH-4"]),
    "copy_is_kept": ("r = Identity (t) q = Neg (t)", "q = -t, r = t", [(-34, -18), (34, 18)], "A value is negated, and a copy of it is an output.", ["ONNX-GRAPH-4"]),
    "view_is_negated": ("dims = Constant <value_ints = [2, 1]> () p = Reshape (t, dims) q1 = Neg (p) r = Sub (t, x) list = Constant <value_ints = [-1]> () q = Reshape (q1, list)",
                        "q = -t, r = y", [(-34, -18), (4, 11)], "A reshaped value is negated before the value is read.", ["ONNX-GRAPH-4"]),
    "view_is_kept": ("dims = Constant <value_ints = [2, 1]> () p = Reshape (t, dims) q = Neg (t) list = Constant <value_ints = [-1]> () r = Reshape (p, list)",
                     "q = -t, r = t", [(-34, -18), (34, 18)], "A value is negated before its reshaped form is read.", ["ONNX-GRAPH-4"]),
    "element_of_a_sequence": ("s = SequenceConstruct (t, x) q = Neg (t) zero = Constant <value_int = 0> () r = SequenceAt (s, zero)",
                              "q = -t, r = t", [(-34, -18), (34, 18)], "A tensor is negated before it is taken from a sequence.", ["OP-43"]),
    "taken_from_a_sequence": ("s = SequenceConstruct (t, x) zero = Constant <value_int = 0> () e = SequenceAt (s, zero) q = Neg (e) f = SequenceAt (s, zero) r = Sub (f, x)",
                              "q = -t, r = y", [(-34, -18), (4, 11)], "A tensor from a sequence is negated and taken again.", ["OP-43"]),
    "loop_passes_it_on": ("r = Loop <body = step (int64 i, bool going, float[2] v) => (bool going, float[2] v) { }> (M, \"\", t) q = Neg (t)",
                          "q = -t, r = t", [(-34, -18), (34, 18)], "A value is negated after a Loop has given it back.", ["ONNX-LOOP-3"]),
    "loop_result_is_negated": ("p = Loop <body = step (int64 i, bool going, float[2] v) => (bool going, float[2] v) { }> (M, \"\", t) q = Neg (p) r = Sub (t, x)",
                               "q = -t, r = y", [(-34, -18), (4, 11)], "The result of a Loop that gives its initial value is negated.", ["ONNX-LOOP-3"]),
    "initial_value_of_two_loops": ("q = Loop <body = step (int64 i, bool going, float[2] v) => (bool going, float[2] w) { w = Add (v, v) }> (M, \"\", t)"
                                   " r = Loop <body = next (int64 i, bool going, float[2] v) => (bool going, float[2] w) { w = Sub (v, x) }> (M, \"\", t)",
                                   "q = 4 t, r = t - 2 x", [(136, 72), (-26, 4)], "Two Loops begin with one value.", ["ONNX-LOOP-3"]),
    "branch_copies_it": ("p = If (c) <then_branch = one () => (float[2] a) { a = Identity (t) }, else_branch = other () => (float[2] b) { b = Identity (x) }> q = Neg (t) r = Identity (p)",
                         "q = -t, r = t", [(-34, -18), (34, 18)], "A value is negated after a branch has copied it.", ["ONNX-IF-1", "ONNX-GRAPH-4"]),
    "result_of_a_branch": ("p = If (c) <then_branch = one () => (float[2] a) { a = Identity (t) }, else_branch = other () => (float[2] b) { b = Identity (x) }> q = Neg (p) r = Sub (t, x)",
                           "q = -t, r = y", [(-34, -18), (4, 11)], "The result of a branch, which is a copy of a value, is negated.", ["ONNX-IF-1", "ONNX-GRAPH-4"]),
    "read_by_a_branch_later": ("q = Neg (t) r = If (c) <then_branch = one () => (float[2] a) { a = Sub (t, x) }, else_branch = other () => (float[2] b) { b = Neg (x) }>",
                               "q = -t, r = y", [(-34, -18), (4, 11)], "A value is negated, and only the first branch of an If reads it later.", ["ONNX-IF-1", "ONNX-GRAPH-4"]),
    "read_by_an_inner_branch_later": ("q = Neg (t) r = If (c) <then_branch = one () => (float[2] a) { a = If (c) <then_branch = two () => (float[2] d) { d = Sub (t, x) }, "
                                      "else_branch = three () => (float[2] e) { e = Neg (x) }> }, else_branch = other () => (float[2] b) { b = Neg (x) }>",
                                      "q = -t, r = y", [(-34, -18), (4, 11)], "A value is negated, and only a branch in a branch reads it later.", ["ONNX-IF-1", "ONNX-GRAPH-4"]),
    "read_by_an_inner_loop_later": ("q = Neg (t) r = Loop <body = outer (int64 i, bool going, float[2] v) => (bool going, float[2] w) { w = Loop <body = inner (int64 j, bool on, float[2] b) => "
                                    "(bool on, float[2] d) { d = Sub (b, t) }> (M, \"\", v) }> (M, \"\", y)",
                                    "q = -t, r = y - 4 t", [(-34, -18), (-132, -61)], "A value is negated, and only a Loop in a Loop reads it later.", ["ONNX-GRAPH-4", "ONNX-LOOP-3"]),
    "results_of_an_inner_loop": ("p, s = Loop <body = outer (int64 i, bool going, float[2] v) => (bool going, float[2] w, float[2] z) { z = Loop <body = inner (int64 j, bool on, float[2] b) => "
                                 "(bool on, float[2] d) { d = Sub (b, t) }> (M, \"\", v) w = Sub (z, x) }> (M, \"\", y) zero = Constant <value_int = 0> () one = Constant <value_int = 1> () "
                                 "q = Gather (s, zero) r = Gather (s, one)", "q = y - 2 t, r = y - 4 t - x", [(-64, -25), (-162, -68)], "The results of an inner Loop are the elements of a scan output.", ["ONNX-LOOP-3", "ONNX-LOOP-4"]),
    "constant_in_a_body": ("q = Loop <body = step (int64 i, bool going, float[2] v) => (bool going, float[2] w) { own = Constant <value = float[2] {5, 100}> () w = Sub (own, v) }> (M, \"\", t) r = Neg (t)",
                           "q = t, r = -t", [(34, 18), (-34, -18)], "A constant of a body is the first operand in each iteration.", ["ONNX-LOOP-3"]),
    "constant_of_a_branch": ("q = Loop <body = step (int64 i, bool going, float[2] v) => (bool going, float[2] w) { p = If (c) <then_branch = one () => (float[2] a) { a = Constant <value = float[2] {5, 100}> () }, "
                             "else_branch = other () => (float[2] b) { b = Neg (x) }> w = Sub (p, v) }> (M, \"\", t) r = Neg (t)",
                             "q = t, r = -t", [(34, 18), (-34, -18)], "A branch gives a constant, which is the first operand of an operator in each iteration.", ["ONNX-LOOP-3", "ONNX-IF-1"]),
}


def add_buffers(corpus):
    inputs = {"M": integer([], 2), "c": truth([], True), "x": real([2], 30, 7), "y": real([2], 4, 11)}
    for name, (nodes, words, values, title, rules) in BUFFERS.items():
        add(corpus, "buffers/" + name, "shared (int64 M, bool c, float[2] x, float[2] y) => (float[2] q, float[2] r) {\n  t = Add (x, y)\n  %s\n}\n" % nodes,
            "x = (30, 7), y = (4, 11), t = (34, 18): %s." % words, title=title, rules=rules, runs=[run("one", inputs, *[real([2], *v) for v in values])])


def add_constants(corpus):
    add(corpus, "constants_of_equal_values", """constants (int64[2] a, int32[2] b, float[2] x, double[2] y) => (int64[2] p, int32[2] q, float[2] r, double[2] s, int64[2] t, float[n,m] u, float[2] v, double[2] w) {
  a23 = Constant <value = int64[2] {2, 3}> ()
  b23 = Constant <value = int32[2] {2, 3}> ()
  x23 = Constant <value = float[2] {2, 3}> ()
  y23 = Constant <value = double[2] {2, 3}> ()
  a24 = Constant <value_ints = [2, 4]> ()
  x24 = Constant <value_floats = [2.0, 4.0]> ()
  row = Constant <value = float[1,2] {2, 3}> ()
  p = Add (a, a23)
  q = Add (b, b23)
  r = Add (x, x23)
  s = Add (y, y23)
  t = Add (a, a24)
  u = Add (x, row)
  v = Add (x, x24)
  fine = Constant <value = double[2] {0.1, 16777217}> ()
  w = Neg (fine)
}
""", "Each sum is (10, 20) and (2, 3) or (2, 4). The last constant needs all bits of a double.", kind="boundary", title="Constants have equal numbers of other types and shapes, or equal first numbers.", rules=["ONNX-GRAPH-7"],
        runs=[run("one", {"a": integer([2], 10, 20), "b": tensor("int32", [2], [10, 20]), "x": real([2], 10, 20), "y": tensor("double", [2], [10, 20])},
                  integer([2], 12, 23), tensor("int32", [2], [12, 23]), real([2], 12, 23), tensor("double", [2], [12, 23]), integer([2], 12, 24), real([1, 2], 12, 23), real([2], 12, 24), tensor("double", [2], [-0.1, -16777217]))])


def add_alike(corpus):
    inputs = {"a": real([2], 30, 7), "b": real([2], 4, 11)}
    minus, plus, product = (26, -4), (34, 18), (120, 77)
    add(corpus, "ifs_that_differ_in_one_branch", """ifs (bool c, float[2] a, float[2] b) => (float[2] p, float[2] q, float[2] r, float[2] s) {
  p = If (c) <then_branch = p_then () => (float[2] v) { v = Sub (a, b) }, else_branch = p_else () => (float[2] v) { v = Mul (a, b) }>
  q = If (c) <then_branch = q_then () => (float[2] v) { v = Sub (a, b) }, else_branch = q_else () => (float[2] v) { v = Add (a, b) }>
  r = If (c) <then_branch = r_then () => (float[2] v) { v = Add (a, b) }, else_branch = r_else () => (float[2] v) { v = Mul (a, b) }>
  s = If (c) <then_branch = s_then () => (float[2] v) { v = Sub (b, a) }, else_branch = s_else () => (float[2] v) { v = Mul (a, b) }>
}
""", "a - b = (26, -4), a + b = (34, 18), a b = (120, 77).", title="Ifs of one condition have one equal branch.", rules=["ONNX-IF-1"], runs=[
        run("then", {"c": truth([], True), **inputs}, *[real([2], *v) for v in (minus, minus, plus, (-26, 4))]),
        run("else", {"c": truth([], False), **inputs}, *[real([2], *v) for v in (product, plus, product, product)])])
    add(corpus, "ifs_that_differ_in_their_outputs", """ifs (bool c, float[2] a, float[2] b) => (float[2] p, float[2] q, float[2] r, float[2] s) {
  p, q = If (c) <then_branch = p_then () => (float[2] u, float[2] v) { u = Sub (a, b) v = Mul (a, b) }, else_branch = p_else () => (float[2] u, float[2] v) { u = Neg (a) v = Add (a, b) }>
  r, s = If (c) <then_branch = r_then () => (float[2] v, float[2] u) { u = Sub (a, b) v = Mul (a, b) }, else_branch = r_else () => (float[2] v, float[2] u) { u = Neg (a) v = Add (a, b) }>
}
""", "Then: a - b and a b; else: -a and a + b. The second If gives them in the other order.", title="Two Ifs have the same nodes and other orders of outputs.", rules=["ONNX-IF-1"], runs=[
        run("then", {"c": truth([], True), **inputs}, *[real([2], *v) for v in (minus, product, product, minus)]),
        run("else", {"c": truth([], False), **inputs}, *[real([2], *v) for v in ((-30, -7), plus, plus, (-30, -7))])])
    runs = []
    for m in (1, 2, 4):
        outputs = []
        for going, start, extra, swapped in ((True, 5, 2, 0), (False, 5, 2, 0), (True, 70, 2, 0), (True, 5, 9, 0), (True, 5, 2, 1)):
            v, w, n = start, start, 0
            while n < m and going:
                v, w = (v - w, v + extra) if swapped else (v + extra, v - w)
                going = n < 2
                n += 1
            outputs += [real([], v), real([], w)]
        runs.append(run("m_%d" % m, {"M": integer([], m), "yes": truth([], True), "no": truth([], False), "k": integer([], 2), "a": real([], 5), "b": real([], 70), "e": real([], 2), "f": real([], 9)}, *outputs))

    def loop(number, cond, start, extra, outs):
        return """  p%d, q%d = Loop <body = step%d (int64 i, bool going, float v, float w) => (bool more, %s) {
    sum = Add (v, %s)
    difference = Sub (v, w)
    more = Less (i, k)
  }> (M, %s, %s, %s)
""" % (number, number, number, ", ".join("float " + o for o in outs), extra, cond, start, start)
    names = ("sum", "difference")
    add(corpus, "loops_that_differ_in_one_input", "loops (int64 M, bool yes, bool no, int64 k, float a, float b, float e, float f) => (%s) {\n%s}\n" % (
        ", ".join("float p%d, float q%d" % (k, k) for k in range(5)), loop(0, "yes", "a", "e", names) + loop(1, "no", "a", "e", names) + loop(2, "yes", "b", "e", names)
        + loop(3, "yes", "a", "f", names) + loop(4, "yes", "a", "e", names[::-1])), "v and w become v + e and v - w, or the other way round in the last Loop; from a = 5 or b = 70, with e = 2 or f = 9.",
        title="Five Loops differ in the condition, the initial values, a captured value or the order of what their bodies give.", rules=["ONNX-LOOP-2", "ONNX-LOOP-3", "ONNX-GRAPH-4"],
        oracle="generator: gen/onnx_shared.py", runs=runs)
    add(corpus, "differences_in_two_orders", """orders (float[2] a, float[2] b, float high) => (float[2] p, float[2] q, float[2] r, float[2] s, bool[2] t, bool[2] u) {
  p = Sub (a, b)
  q = Sub (b, a)
  r = Clip (a, high)
  s = Clip (a, "", high)
  t = Less (a, b)
  u = Less (b, a)
}
""", "a = (30, 7), b = (4, 11) and the limit 10.", kind="boundary", title="Operators take the same operands in another order, or in another place.", rules=["ONNX-GRAPH-5"], runs=[
        run("one", {**inputs, "high": real([], 10)}, real([2], 26, -4), real([2], -26, 4), real([2], 30, 10), real([2], 10, 7), truth([2], False, True), truth([2], True, False))])


def add_values_of_branches(corpus):
    inputs = {"M": integer([], 2), "x": real([2], 30, 7), "y": real([2], 4, 11)}
    add(corpus, "values_of_one_branch", """values (bool c, int64 M, float[2] x, float[2] y) => (float[2] q, float[2] r) {
  t = Add (x, y)
  u = Mul (x, y)
  v = Sub (x, y)
  w = Neg (y)
  q = If (c) <then_branch = one () => (float[2] a) { a = Neg (t) }, else_branch = other () => (float[2] a) { a = Neg (u) }>
  r = Loop <body = step (int64 i, bool going, float[2] b) => (bool on, float[2] d) {
    on = Identity (going)
    d = If (c) <then_branch = two () => (float[2] a) { a = Sub (b, v) }, else_branch = three () => (float[2] a) { a = Sub (b, w) }>
  }> (M, "", x)
}
""", "t = (34, 18), u = (120, 77), v = (26, -4), w = (-4, -11). Then: -t and x - 2 v. Else: -u and x - 2 w.",
        title="Each of four values is read by one branch alone.", rules=["ONNX-GRAPH-4", "ONNX-IF-1"], runs=[
            run("then", {"c": truth([], True), **inputs}, real([2], -34, -18), real([2], -22, 15)),
            run("else", {"c": truth([], False), **inputs}, real([2], -120, -77), real([2], 38, 29))])


def add_maps(corpus):
    runs = []
    for n in (1, 2, 3):
        x, w, parts = [10 * k + 1 for k in range(n * (n + 1) // 2)], [4, 7, 100][:n], []
        at = 0
        for k in range(n):
            parts.append(x[at:at + k + 1])
            at += k + 1
        flat = [e * 2 for p in parts for e in p]
        sums = [sum(p) + sum(w) for p in parts]
        runs.append(run("n_%d" % n, {"x": real([len(x)], *x), "sizes": integer([n], *range(1, n + 1)), "w": real([n], *w), "two": real([], 2), "y": real([n], *[3 * k for k in range(n)])},
                        real([len(x)], *flat), real([n], *sums), integer([n], *range(1, n + 1)), real([n], *[3 * k - p[0] for k, p in enumerate(parts)])))
    add(corpus, "inputs_and_outputs_of_a_map", """maps (float[n] x, int64[m] sizes, float[m] w, float two, float[m] y) => (float[k] doubled, float[m] sums, int64[m] lengths, float[m] differences) {
  s = SplitToSequence (x, sizes)
  t = SplitToSequence (y)
  a, b, c, d = SequenceMap <body = each (float[l] e, float[j] all, float[1] f) => (float[l] p, float[1] q, int64[1] r, float[1] o) {
    p = Mul (e, two)
    sum = ReduceSum (e)
    more = ReduceSum (all)
    q = Add (sum, more)
    r = Shape (e)
    zero = Constant <value_ints = [0]> ()
    first = Gather (e, zero)
    o = Sub (f, first)
  }> (s, w, t)
  doubled = ConcatFromSequence <axis = 0> (a)
  sums = ConcatFromSequence <axis = 0> (b)
  lengths = ConcatFromSequence <axis = 0> (c)
  differences = ConcatFromSequence <axis = 0> (d)
}
""", "For parts of 1, 2, ... elements: twice the part, its sum and that of w, its size, and y[k] less its first element.", title="A SequenceMap takes a sequence, a whole vector and a sequence, and has four outputs.",
        oracle="generator: gen/onnx_shared.py", rules=["ONNX-SEQ-1", "ONNX-GRAPH-4"], runs=runs)


def add_cases(corpus):
    for part in (add_buffers, add_constants, add_alike, add_values_of_branches, add_maps):
        part(corpus)
