"""ONNX models whose ports could be mixed up: unused outputs, copies, equal initial values, constants."""

import itertools

from onnx_case import add_onnx
from onnx_hand import integer, real, run, truth

ORACLE = "generator: gen/onnx_ports.py"


def add(corpus, name, text, notes, **rest):
    add_onnx(corpus, "ports/" + name, text, notes=notes, **{"kind": "boundary", "oracle": ORACLE, **rest})


def named_or_not(runs, *names):
    """Runs with named outputs, and without names: the text lets only optional outputs be without."""
    named = [{**r, "name": "named__" + r["name"], "at": list(names)} for r in runs]
    return named + [{**r, "name": "unnamed__" + r["name"], "at": ['""' for _ in names], "tier": "survey"} for r in runs]


def add_unused(corpus):
    clip = "An output without a name that is taken for the left-out limit of Clip changes (1, 2, 9)."
    runs = []
    for m in (1, 2, 3):
        v, w, sums = 50, 3, []
        for _ in range(m):
            sums.append(v + w)
            v, w = 2 * v, w - v
        runs.append(run("m_%d" % m, {"M": integer([], m), "a": real([], 50), "b": real([], 3), "x": real([3], 1, 2, 9), "high": real([], 8)},
                        real([], w), real([m], *sums), real([3], 1, 2, 8)))
    add(corpus, "unused_outputs/loop", """unnamed (int64 M, float a, float b, float[3] x, float high) => (float last, float[n] sums, float[3] low) {
  {{first}}, last, {{second}}, sums, spare = Loop <body = step (int64 i, bool going, float v, float w) => (bool going, float v_out, float w_out, float product, float sum, float old) {
    v_out = Add (v, v)
    w_out = Sub (w, v)
    product = Mul (v, w)
    sum = Add (v, w)
    old = Neg (v)
  }> (M, "", a, b)
  low = Clip (x, "", high)
}
""", "v is doubled from 50 and w loses v; the sums are v + w. " + clip, runs=named_or_not(runs, "one", "other"), columns=["first", "second"], title="Outputs of a Loop are not used, and have names or none.",
        rules=["ONNX-GRAPH-5", "ONNX-LOOP-3", "ONNX-LOOP-4"])
    runs = []
    for n in (1, 2, 3):
        xs, v, w, sums = [5, 7, 1][:n], 50, 3, []
        for x in xs:
            sums.append(v + x)
            v, w = 2 * v, w - x
        runs.append(run("n_%d" % n, {"xs": real([n], *xs), "a": real([], 50), "b": real([], 3), "x": real([3], 1, 2, 9), "high": real([], 8)},
                        real([], w), real([n], *sums), real([3], 1, 2, 8)))
    add(corpus, "unused_outputs/scan", """unnamed (float[n] xs, float a, float b, float[3] x, float high) => (float last, float[n] sums, float[3] low) {
  {{first}}, last, {{second}}, sums, spare = Scan <num_scan_inputs = 1, body = step (float v, float w, float e) => (float v_out, float w_out, float product, float sum, float old) {
    v_out = Add (v, v)
    w_out = Sub (w, e)
    product = Mul (v, e)
    sum = Add (v, e)
    old = Neg (v)
  }> (a, b, xs)
  low = Clip (x, "", high)
}
""", "v is doubled from 50 and w loses each element; the sums are v + e. " + clip, runs=named_or_not(runs, "one", "other"), columns=["first", "second"], title="Outputs of a Scan are not used, and have names or none.",
        rules=["ONNX-GRAPH-5", "ONNX-SCAN-1", "ONNX-SCAN-2"])
    add(corpus, "unused_outputs/if", """unnamed (bool c, float a, float b, float[3] x, float high) => (float p, float q, float[3] low) {
  {{first}}, p, {{second}}, q, spare = If (c) <
    then_branch = one () => (float t, float u, float v, float w, float z) { t = Add (a, b) u = Sub (a, b) v = Mul (a, b) w = Neg (a) z = Neg (b) },
    else_branch = other () => (float t, float u, float v, float w, float z) { t = Mul (a, b) u = Neg (b) v = Add (a, b) w = Sub (b, a) z = Neg (a) }>
  low = Clip (x, "", high)
}
""", "Then: a - b and -a. Else: -b and b - a. " + clip, title="Outputs of an If are not used, and have names or none.", rules=["ONNX-GRAPH-5", "ONNX-IF-1"],
        columns=["first", "second"], runs=named_or_not([
            run(name, {"c": truth([], name == "then"), "a": real([], 50), "b": real([], 3), "x": real([3], 1, 2, 9), "high": real([], 8)},
                real([], p), real([], q), real([3], 1, 2, 8)) for name, p, q in (("then", 47, -50), ("else", -3, -47))], "one", "other"))
    add(corpus, "unused_outputs/map", """unnamed (float[n] x, float k) => (float[n] y, int64 count) {
  s = SplitToSequence (x)
  {{first}}, t, spare = SequenceMap <body = each (float[1] e) => (float[1] p, float[1] q, float[1] r) { p = Add (e, k) q = Sub (e, k) r = Neg (e) }> (s)
  y = ConcatFromSequence <axis = 0> (t)
  count = SequenceLength (t)
}
""", "The elements less k.", title="Outputs of a SequenceMap are not used, and have names or none.", rules=["ONNX-GRAPH-5", "ONNX-SEQ-1"],
        columns=["first"], runs=named_or_not([
            run("n_%d" % n, {"x": real([n], *range(10, 10 + n)), "k": real([], 3)}, real([n], *range(7, 7 + n)), integer([], n)) for n in (1, 2, 3)], "one"))
    add(corpus, "unnamed_optional_output", """unnamed (float[2,1,1] x) => (float[1,1,1] last, float[a,1,1,1] all) {
  w = Constant <value = float[1,1,1] {3}> ()
  r = Constant <value = float[1,1,1] {2}> ()
  "", last = RNN <hidden_size = 1, activations = ["Relu"]> (x, w, r)
  all = RNN <hidden_size = 1, activations = ["Relu"]> (x, w, r, "", "", "")
}
""", "h = 3 x + 2 h from 0: 15, and 21 + 30 = 51.", title="An RNN has no name for its first output, and another one leaves out operands.", rules=["ONNX-GRAPH-5"], oracle="by-hand",
        runs=[run("two", {"x": real([2, 1, 1], 5, 7)}, real([1, 1, 1], 51), real([2, 1, 1, 1], 15, 51))])
    add(corpus, "unnamed_optional_output_and_limit", """unnamed (float[2] x, float high) => (int64[n] counts, float[2] low) {
  values, "", back, counts = Unique (x)
  low = Clip (x, "", high)
}
""", "The first positions, 1 and 0, have no name. As limits they would give (1, 0).", title="Unique has no name for an optional output, and Clip leaves out its lower limit.",
        rules=["ONNX-GRAPH-5"], oracle="by-hand", runs=[run("two", {"x": real([2], -1, -3), "high": real([], 5)}, integer([2], 1, 1), real([2], -1, -3))])


def add_copies(corpus):
    runs = []
    for m, k in itertools.product((1, 2, 4), (0, 1, 9)):
        v, w, flag, was, count, rows = 5, 300, False, False, 70, []
        for i in range(m):
            go = i < k
            rows.append((v + w, v + w, go, True, i, v, w, flag, count))
            v, w, flag, was, count = v + w, v + w, go, True, i
            if not go:
                break
        n = len(rows)
        columns = list(zip(*rows))
        runs.append(run("m_%d__k_%d" % (m, k), {"M": integer([], m), "cond": truth([], True), "k": integer([], k), "a": real([], 5), "b": real([], 300), "off": truth([], False), "start": integer([], 70)},
                        real([], v), real([], w), truth([], flag), truth([], was), integer([], count), real([n], *columns[0]), real([n], *columns[1]), truth([n], *columns[2]), truth([n], *columns[3]),
                        integer([n], *columns[4]), real([n], *columns[5]), real([n], *columns[6]), truth([n], *columns[7]), integer([n], *columns[8])))
    head = """copies (int64 M, bool cond, int64 k, float a, float b, bool off, int64 start) => (float p, float q, bool f, bool g, int64 c,
    float[n] s, float[n] t, bool[n] u, bool[n] before, int64[n] numbers, float[n] vs, float[n] ws, bool[n] flags, int64[n] counts) {
  p, q, f, g, c, s, t, u, before, numbers, vs, ws, flags, counts = Loop <body = step (int64 i, bool going, float v, float w, bool flag, bool was, int64 count) =>
      (bool go, float {{v_out}}, float {{w_out}}, bool {{flag_out}}, bool {{was_out}}, int64 count_out, float t1, float t2, bool u_out, bool going_out, int64 {{i}}, float {{v}}, float {{w}}, bool {{flag}}, int64 {{count}}) {
    sum = Add (v, w)
    go = Less (i, k)
    v_out = Identity (sum)
    w_out = Identity (sum)
    flag_out = Identity (go)
    was_out = Identity (going)
    count_out = Identity (i)
    t1 = Identity (sum)
    t2 = Identity (sum)
    u_out = Identity (go)
    going_out = Identity (going)
    i_out = Identity (i)
    v_old = Identity (v)
    w_old = Identity (w)
    flag_old = Identity (flag)
    count_old = Identity (count)
  }> (M, cond, a, b, off, off, start)
}
"""
    columns = ["v_out", "w_out", "flag_out", "was_out", "i", "v", "w", "flag", "count"]
    copied = ["v_out", "w_out", "flag_out", "was_out", "i_out", "v_old", "w_old", "flag_old", "count_old"]
    wires = ["sum", "w_out", "flag_out", "going", "i", "v", "w", "flag", "count"]
    add(corpus, "copies", head, "v and w become v + w, the flag the condition i < k, the other flag the condition before, and the count i. The elements are v + w twice, the next condition, the condition before, i and the carried values before.",
        title="A body gives copies of one sum, of its condition and of what it takes, as carried values and as elements.", columns=columns,
        runs=[{**r, "name": prefix + "__" + r["name"], "at": at} for prefix, at in (("copied", copied), ("wires", wires)) for r in runs],
        rules=["ONNX-LOOP-2", "ONNX-LOOP-3", "ONNX-LOOP-4"])


def add_initial(corpus):
    runs = []
    for m in (1, 2, 3):
        u, v, w, seen = 5, 5, 5, []
        for _ in range(m):
            seen += [u + v + w]
            u, v, w = 2 * u, -v, u
        runs.append(run("m_%d" % m, {"M": integer([], m), "a": real([], 5)}, real([], u), real([], v), real([], w), real([m], *seen)))
    add(corpus, "equal_initial_values/loop", """equal (int64 M, float a) => (float p, float q, float r, float[n] sums) {
  p, q, r, sums = Loop <body = step (int64 i, bool going, float u, float v, float w) => (bool going, float u_out, float v_out, float u, float sum) {
    u_out = Add (u, u)
    v_out = Neg (v)
    part = Add (u, v)
    sum = Add (part, w)
  }> (M, "", a, a, a)
}
""", "From 5 each: u is doubled, v changes its sign, w is u before.", title="One value is the initial value of three carried values.", runs=runs, rules=["ONNX-LOOP-3"])
    runs = []
    for n in (1, 2, 3):
        xs, u, v, seen = [3, 4, 9][:n], 7, 7, []
        for x in xs:
            u, v = u + x, v - u
            seen.append(v)
        runs.append(run("n_%d" % n, {"x": real([n], *xs)}, real([], u), real([], v), real([n], *seen)))
    add(corpus, "equal_initial_values/scan", """equal (float[n] x) => (float p, float q, float[n] all) {
  seven = Constant <value_float = 7.0> ()
  seven_again = Constant <value_float = 7.0> ()
  p, q, all = Scan <num_scan_inputs = 1, body = step (float u, float v, float e) => (float u_out, float v_out, float v_again) {
    u_out = Add (u, e)
    v_out = Sub (v, u)
    v_again = Identity (v_out)
  }> (seven, seven_again, x)
}
""", "From 7 each: u gets the element, v loses u.", title="Two states of a Scan begin with equal constants.", runs=runs, rules=["ONNX-SCAN-1"])


def add_constant_counts(corpus):
    text = """counts (float a, float b, int64 k) => (float p, float q, float o, float[n] all, float[m,2] rows) {
  count = Constant <value_int = {{count}}> ()
  two = Constant <value_int = 2> ()
  yes = Constant <value = bool {1}> ()
  no = Constant <value = bool {0}> ()
  p, q, o, all, rows = Loop <body = step (int64 i, bool going, float v, float w, float u) => (bool go, float w, float next, float v, float each, float[2] row) {
    f = Cast <to = 1> (i)
    odd = Equal (i, k)
    less = Less (i, k)
    go = Identity ({{go}})
    next = If (odd) <then_branch = one () => (float r) { r = Sub (v, w) }, else_branch = other () => (float r) { s = Add (v, w) r = Add (s, f) }>
    each = Neg (v)
    unused, row = Loop <body = inner (int64 j, bool on, float t) => (bool on, float t_out, float cell) { g = Cast <to = 1> (j) h = Mul (g, w) t_out = Add (t, h) cell = Add (t_out, f) }> (two, "", v)
  }> (count, {{cond}}, a, b, b)
}
"""
    runs = []
    for m, (cond, c), go, k in itertools.product((0, 1, 3), (('""', None), ("yes", True), ("no", False)), ("going", "less"), (1, 2)):
        if c is None and go == "going":
            continue  # what the body takes as its condition is decided
        v, w, u, seen, i, on = 5, 300, 300, [], 0, c is not False
        while i < m and on:
            seen.append((-v, [v + i, v + w + i]))
            v, w, u = w, v - w if i == k else v + w + i, v
            on = c is None or go == "going" or i < k
            i += 1
        runs.append(run("m_%d__cond_%s__%s__k_%d" % (m, cond.replace('""', "left_out"), go, k), {"a": real([], 5), "b": real([], 300), "k": integer([], k)}, real([], v), real([], w), real([], u),
                        real([i], *[e for e, _ in seen]), *([real([i, 2], *[c for _, r in seen for c in r])]), at=[m, go, cond]))
    add(corpus, "constant_counts", text, "v becomes w, w becomes v - w in iteration k and v + w + i in the others, and u becomes v. The elements are -v, and v + i and v + w + i.",
        title="The count and the condition of a Loop with inner graphs are constants.", columns=["count", "go", "cond"], kind="combined", runs=runs,
        rules=["ONNX-LOOP-1", "ONNX-LOOP-2", "ONNX-LOOP-3", "ONNX-LOOP-4", "ONNX-GRAPH-4"])


def add_cases(corpus):
    for part in (add_unused, add_copies, add_initial, add_constant_counts):
        part(corpus)
