"""ONNX models whose graphs lie in each other: maps in maps, loops in branches, conditions in bodies."""

import itertools

from onnx_case import add_onnx
from onnx_hand import integer, real, run, truth

ORACLE = "generator: gen/onnx_inner_graphs.py"


def add(corpus, name, text, notes, **rest):
    add_onnx(corpus, name, text, notes=notes, **{"kind": "combined", "oracle": "by-hand", **rest})


def add_maps(corpus):
    add(corpus, "sequences/map_in_a_map", """maps (float[3] x, float[2] w) => (float[n] y) {
  s = SplitToSequence <keepdims = 0> (x)
  r = SequenceMap <body = outer (float a, float[2] u) => (float c) {
    t = SplitToSequence <keepdims = 0> (u)
    b = SequenceMap <body = inner (float v) => (float p) { p = Mul (v, {{factor}}) }> (t)
    row = ConcatFromSequence <axis = 0, new_axis = 1> (b)
    sum = ReduceSum <keepdims = 0> (row)
    c = Add (sum, a)
  }> (s, w)
  y = ConcatFromSequence <axis = 0, new_axis = 1> (r)
}
""", "x = (5, -2, 7), w = (3, 10). 3^2 + 10^2 + a = 109 + a, and 3 a + 10 a + a = 14 a.",
        title="The body of a SequenceMap has a SequenceMap, which uses its own tensor alone or the outer one too.",
        rules=["ONNX-SEQ-1", "ONNX-GRAPH-4"], columns=["factor"], runs=[
            run("own", {"x": real([3], 5, -2, 7), "w": real([2], 3, 10)}, real([3], 114, 107, 116), at=["v"]),
            run("captured", {"x": real([3], 5, -2, 7), "w": real([2], 3, 10)}, real([3], 70, -28, 98), at=["a"])])


def add_branches_of_constants(corpus):
    runs = []
    for (chosen, values), (name, condition) in itertools.product((("then", (10, 11, 12)), ("else", (10, 9))), (("left_out", '""'), ("given", "yes"))):
        runs.append(run("%s__%s" % (chosen, name), {"x": real([], 10)}, real([len(values)], *values), at=["1" if chosen == "then" else "0", condition]))
    add(corpus, "scopes/loops_in_branches_of_a_constant", """numbers (float x) => (float[n] y) {
  yes = Constant <value = bool {1}> ()
  chosen = Constant <value = bool { {{chosen}} }> ()
  three = Constant <value_int = 3> ()
  two = Constant <value_int = 2> ()
  y = If (chosen) <then_branch = one () => (float[k] p) {
    p = Loop <body = up (int64 i, bool going) => (bool go, float each) { go = Constant <value = bool {1}> () f = Cast <to = 1> (i) each = Add (x, f) }> (three, {{condition}})
  }, else_branch = other () => (float[m] q) {
    q = Loop <body = down (int64 i, bool going) => (bool go, float each) { go = Constant <value = bool {1}> () f = Cast <to = 1> (i) each = Sub (x, f) }> (two, {{condition}})
  }>
}
""", "10 + i for three iterations, or 10 - i for two.", title="The condition of an If is a constant, and its branches have Loops without carried values, with and without an initial condition.",
        rules=["ONNX-IF-1", "ONNX-LOOP-2", "ONNX-LOOP-4", "ONNX-GRAPH-5"], columns=["chosen", "condition"], runs=runs)
    runs = []
    for m, start in itertools.product((1, 3), (-2, 7)):
        runs.append(run("m_%d__%s" % (m, "below_0" if start < 0 else "above_0"), {"M": integer([], m), "go": truth([], True), "x": real([], start)}, real([m], *[start] * m)))
    add(corpus, "scopes/ifs_of_constants_in_a_loop", """ifs (float x, int64 M, bool go) => (float[n] y) {
  y = Loop <body = step (int64 i, bool going) => (bool more, float each) {
    minus = Constant <value = int64 {-2}> ()
    other = Neg (minus)
    one = Constant <value = float[1] {2}> ()
    pair = Concat <axis = 0> (one, one)
    less = Less (minus, minus)
    outer = If (less) <else_branch = a () => (float b) {
      equal = Equal (minus, minus)
      inner = If (equal) <else_branch = c () => (int64 d) { d = Constant <value = int64 {3}> () },
        then_branch = e () => (int64 f) <int64 two = {2}, int64 four = {4}> {
          zero = Add (other, minus)
          last, all = Loop (two, "", pair) <body = g (int64 j, bool on, float[m] h) => (bool on_out, float[l] k, float p) {
            on_out = Constant <value = bool {1}> ()
            k = Identity (pair)
            p = Constant <value = float {2}> ()
          }>
          f = Identity (four)
        }>
      q = Constant <value = float {-2}> ()
      b = Identity (q)
    }, then_branch = r () => (float s) {
      t = Constant <value = float {-2}> ()
      s = Identity (t)
    }>
    limit = Constant <value = int64 {9}> ()
    more = Less (i, limit)
    each = Identity (x)
  }> (M, go)
}
""", "Each element is x. No output depends on the Ifs.", oracle=ORACLE, title="In a body are an If in an If, whose conditions are computed from constants, and whose outputs nothing uses.",
        rules=["ONNX-IF-1", "ONNX-LOOP-4"], runs=runs)


def add_names_in_branches(corpus):
    runs = [run("%s_%s" % (first, second), {"x": real([], 10)}, real([], y), real([], z), at=[c, d])
            for (first, c, y), (second, d, z) in itertools.product((("then", "1", 20), ("else", "0", 50)), (("then", "1", 30), ("else", "0", 70)))]
    add(corpus, "scopes/initializers_of_chosen_branches", """branches (float x) => (float y, float z) {
  c = Constant <value = bool { {{c}} }> ()
  d = Constant <value = bool { {{d}} }> ()
  y = If (c) <then_branch = one () => (float p) <float w = {2}> { p = Mul (x, w) }, else_branch = two () => (float p) <float w = {5}> { p = Mul (x, w) }>
  z = If (d) <then_branch = three () => (float p) <float w = {3}> { p = Mul (x, w) }, else_branch = four () => (float p) <float w = {7}> { p = Mul (x, w) }>
}
""", "y is 2 x or 5 x, z is 3 x or 7 x.", title="The conditions of two Ifs are constants, and the branches have initializers with the same name.",
        rules=["ONNX-IF-1", "ONNX-GRAPH-3"], columns=["c", "d"], runs=runs)


def add_conditions(corpus):
    uses = {"added": "Add (twice, f)",
            "chosen": "If (going) <then_branch = one () => (float p) { p = Add (twice, f) }, else_branch = other () => (float q) { q = Neg (twice) }>",
            "in_a_branch": "If (less) <then_branch = one () => (float p) { p = Add (twice, f) }, else_branch = other () => (float q) { g = Cast <to = 1> (going) q = Add (twice, g) }>",
            "inner_loop": "Loop <body = inner (int64 j, bool on, float s) => (bool off, float t) { t = Add (s, f) off = Less (j, j) }> (M, going, twice)"}
    for name, use in uses.items():
        runs = []
        for go, m in itertools.product(("kept", "computed"), (1, 3)):
            v, k, every = 5, 1, []
            for i in range(m):
                v = 2 * v + 1
                every.append(-v)
                if go == "computed" and not i < k:
                    break
            runs.append(run("%s__m_%d" % (go, m), {"M": integer([], m), "start": truth([], True), "k": integer([], k), "x": real([], 5)},
                            real([], v), real([len(every)], *every), at=[go]))
        add(corpus, "scopes/condition_that_a_body_takes/" + name, """steps (int64 M, bool start, int64 k, float x) => (float last, float[n] all) {
  last, all = Loop <body = step (int64 i, bool going, float v) => (bool {{go}}, float w, float each) {
    less = Less (i, k)
    f = Cast <to = 1> (going)
    twice = Add (v, v)
    w = %s
    each = Neg (w)
    kept = Identity (going)
    computed = And (going, less)
  }> (M, start, x)
}
""" % use, "The condition is true in every iteration that runs: v' = 2 v + 1 from 5, at most M times. With k = 1 the computed condition ends the loop after iteration 1.",
            oracle=ORACLE, title={"added": "A body computes with the condition that it takes.",
                                  "chosen": "The condition that a body takes is that of an If in it.",
                                  "in_a_branch": "A branch in a body computes with the condition that the body takes.",
                                  "inner_loop": "The condition that a body takes is the initial condition of a Loop in it."}[name],
            rules=["ONNX-LOOP-2", "ONNX-LOOP-3", "ONNX-LOOP-4"], columns=["go"], runs=runs)
    runs = []
    for begin, count, m in itertools.product((0, 1), ("M", "three"), (1, 3)):
        v, rows = [-3, -20], []
        for i in range((m if count == "M" else 3) if begin else 0):
            v = [2 * e for e in v]
            rows.extend(-e for e in v)
            if not i < 1:
                break
        runs.append(run("%s__%s__m_%d" % ("true" if begin else "false", "given" if count == "M" else "constant", m), {"M": integer([], m), "x": real([2], 3, 20)},
                        real([2], *v), real([len(rows) // 2, 2], *rows), at=[str(begin), count]))
    add(corpus, "ports/constant_conditions", """steps (int64 M, float[2] x) => (float[2] last, float[n,2] all) {
  begin = Constant <value = bool { {{begin}} }> ()
  one = Constant <value_int = 1> ()
  three = Constant <value_int = 3> ()
  minus = Neg (x)
  last, all = Loop <body = step (int64 i, bool going, float[2] v) => (bool go, float[2] w, float[2] each) {
    go = Less (i, one)
    w = Add (v, v)
    each = Neg (w)
  }> ({{count}}, begin, minus)
}
""", "(-3, -20) is doubled at most M or three times, and until i = 1. If the initial condition is false, no iteration runs.", oracle=ORACLE, kind="boundary",
        title="The initial condition of a Loop is the constant true or false.", rules=["ONNX-LOOP-1", "ONNX-LOOP-2", "ONNX-LOOP-4"], columns=["begin", "count"], runs=runs)


def add_empty_constants(corpus):
    add(corpus, "edges/constant_without_elements", """nothing (float x) => (float[n] y, int64 count, int64[1] shape, float z) {
  none = Constant <value = float[0] {}> ()
  y = Identity (none)
  count = Size (none)
  shape = Shape (none)
  z = Neg (x)
}
""", "A list of no element, and -1.", title="A constant has no elements.", kind="boundary", rules=["ONNX-GRAPH-7"],
        runs=[run("one", {"x": real([], 1)}, real([0]), integer([], 0), integer([1], 0), real([], -1))])
    add(corpus, "edges/product_without_inner_elements", """sums (float[2,0] a) => (float[2,2] y) <float[0,2] b = {}, float[2] k = {10, 20}> { p = MatMul (a, b) y = Add (p, k) }
""", "The product is 0, so each row is k.", title="Two matrices have no inner elements, and a list is added to their product.", kind="boundary",
        rules=["ONNX-GRAPH-2", "ONNX-GRAPH-7"], runs=[run("two_rows", {"a": real([2, 0])}, real([2, 2], 10, 20, 10, 20))])
    add(corpus, "edges/begins_without_elements", """grows (int64 M, float[2] x) => (float[n] y) {
  none = Constant <value = float[0] {}> ()
  yes = Constant <value = bool {1}> ()
  y = Loop <body = step (int64 i, bool going, float[k] v) => (bool go, float[m] w) { go = Identity (going) w = Concat <axis = 0> (v, x) }> (M, yes, none)
}
""", "M times (3, 20).", title="A value that grows begins as a constant without elements.", kind="boundary", rules=["ONNX-LOOP-3", "ONNX-GRAPH-7"],
        runs=[run("m_%d" % m, {"M": integer([], m), "x": real([2], 3, 20)}, real([2 * m], *[3, 20] * m)) for m in (0, 1, 2)])


def add_cases(corpus):
    for part in (add_maps, add_branches_of_constants, add_names_in_branches, add_conditions, add_empty_constants):
        part(corpus)
