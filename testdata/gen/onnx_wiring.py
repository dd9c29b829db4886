"""ONNX models whose values could be mixed up: captures of many graphs, alike operators, many carried values."""

from onnx_case import add_onnx
from onnx_hand import integer, real, run, truth

ORACLE = "generator: gen/onnx_wiring.py"


def add(corpus, name, text, notes, **rest):
    add_onnx(corpus, "wiring/" + name, text, oracle=ORACLE, notes=notes, **{"kind": "combined", **rest})


def add_deep_captures(corpus):
    runs = []
    for l, m in ((1, 4), (3, 2), (4, 5)):
        a, table = 7, []
        for i in range(l):
            for j in range(m):
                picked = 10 * i + j if j < i else (50 - j) * i
                a += picked
                table.append(picked)
        runs.append(run("l_%d_m_%d" % (l, m), {"L": integer([], l), "M": integer([], m), "x": real([], 50), "start": real([], 7)},
                        real([], a), real([l, m], *table)))
    add(corpus, "captures_of_three_graphs", """captures (int64 L, int64 M, float x, float start) => (float last, float[l,m] table) {
  ten = Constant <value_float = 10.0> ()
  last, table = Loop <body = outer (int64 i, bool going, float a) => (bool going, float a_out, float[m] row) {
    fi = Cast <to = 1> (i)
    a_out, row = Loop <body = inner (int64 j, bool inner_going, float b) => (bool inner_going, float b_out, float cell) {
      fj = Cast <to = 1> (j)
      less = Less (j, i)
      cell = If (less) <then_branch = yes () => (float p) { q = Mul (ten, fi) p = Add (q, fj) }, else_branch = no () => (float p) { q = Sub (x, fj) p = Mul (q, fi) }>
      b_out = Add (b, cell)
    }> (M, "", a)
  }> (L, "", start)
}
""", "A cell is 10 i + j if j < i, and (50 - j) i otherwise. The last value is 7 and the sum of all cells.", runs=runs,
        title="A branch in a Loop in a Loop captures values of three graphs, and the graph between does not use them.",
        rules=["ONNX-GRAPH-3", "ONNX-GRAPH-4", "ONNX-IF-1", "ONNX-LOOP-3", "ONNX-LOOP-4"])
    runs = []
    for n in (2, 3, 5):
        rows = [[(3 * r + 7 * c) % 13 for c in range(3)] for r in range(n)]
        state, outs, sums = [1, 2, 3], [], []
        for k, row in enumerate(rows):
            total = 0
            for v in row:
                total = v + 100 * rows[0][0] - total
                outs.append(total + sum(state))
            state = [total - s for s in state]
            sums.append(total)
        runs.append(run("rows_%d" % n, {"x": real([n, 3], *sum(rows, [])), "s": real([3], 1, 2, 3), "w": real([], rows[0][0])},
                        real([3], *state), real([n, 3], *outs), real([n], *sums)))
    add(corpus, "scan_in_a_scan", """captures (float[n,3] x, float[3] s, float w) => (float[3] last, float[n,3] all, float[n] totals) {
  hundred = Constant <value_float = 100.0> ()
  zero = Constant <value_float = 0.0> ()
  last, all, totals = Scan <num_scan_inputs = 1, body = outer (float[3] state, float[3] row) => (float[3] next, float[3] cells, float total) {
    total, cells = Scan <num_scan_inputs = 1, body = inner (float t, float v) => (float t_out, float cell) {
      bias = Mul (w, hundred)
      more = Add (v, bias)
      t_out = Sub (more, t)
      sum = ReduceSum <keepdims = 0> (state)
      cell = Add (t_out, sum)
    }> (zero, row)
    next = Sub (total, state)
  }> (s, x)
}
""", "t' = v + 100 w - t, a cell is t' and the sum of the state, and the next state is t - state.", runs=runs,
        title="The body of a Scan in a Scan captures the state of the outer Scan and values of the model.",
        rules=["ONNX-GRAPH-4", "ONNX-SCAN-1", "ONNX-SCAN-2"])


def add_branches(corpus):
    inputs = {"a": real([2], 30, 7), "b": real([2], 4, 11)}
    add(corpus, "branches_of_wires", """branches (bool c, float[2] a, float[2] b) => (float[2] p, float[2] q, float[2] r, float[2] s) {
  p, q, r = If (c) <then_branch = one () => (float[2] a, float[2] b, float[2] a) { }, else_branch = other () => (float[2] b, float[2] a, float[2] b) { }>
  s = Sub (p, q)
}
""", "Then: a, b, a and a - b. Else: b, a, b and b - a.", title="Branches without nodes give the same captured values in another order.",
        rules=["ONNX-IF-1", "ONNX-GRAPH-4"], runs=[
            run("then", {"c": truth([], True), **inputs}, real([2], 30, 7), real([2], 4, 11), real([2], 30, 7), real([2], 26, -4), tier="survey"),
            run("else", {"c": truth([], False), **inputs}, real([2], 4, 11), real([2], 30, 7), real([2], 4, 11), real([2], -26, 4), tier="survey")])
    for suffix, given, node, tier in (("", "t", "", {"tier": "survey"}), ("_copied", "p", "p = Identity (t)", {})):
        add(corpus, "branches_of_one_value" + suffix, """branches (bool c, float[2] x, float[2] y) => (float[2] v, float[2] w, float[2] z) {
  t = Add (x, y)
  v = If (c) <then_branch = one () => (float[2] %s) { %s }, else_branch = other () => (float[2] n) { n = Neg (t) }>
  w = Sub (t, y)
  u = Mul (w, y)
  z = Add (u, t)
}
""" % (given, node), "t = x + y = (34, 18). Then v is t, and else -t. w = t - y = x, and z = w y + t.",
            title="A branch passes a value on that is an operand of later nodes.", rules=["ONNX-IF-1", "ONNX-GRAPH-4"], runs=[
                run(name, {"c": truth([], chosen), "x": real([2], 30, 7), "y": real([2], 4, 11)}, real([2], *v), real([2], 30, 7), real([2], 154, 95), **tier)
                for name, chosen, v in (("then", True, (34, 18)), ("else", False, (-34, -18)))])
    add(corpus, "branches_of_copies", """branches (bool c, float[2] a, float[2] b) => (float[2] p, float[2] q, float[2] r, float[2] s) {
  p, q, r = If (c) <then_branch = one () => (float[2] t, float[2] u, float[2] v) { t = Identity (a) u = Identity (b) v = Identity (a) },
                    else_branch = other () => (float[2] t, float[2] u, float[2] v) { v = Identity (b) u = Identity (a) t = Identity (b) }>
  s = Sub (p, q)
}
""", "Then: a, b, a and a - b. Else: b, a, b and b - a.", title="Branches copy the same captured values in another order.",
        rules=["ONNX-IF-1", "ONNX-GRAPH-4"], runs=[
            run("then", {"c": truth([], True), **inputs}, real([2], 30, 7), real([2], 4, 11), real([2], 30, 7), real([2], 26, -4)),
            run("else", {"c": truth([], False), **inputs}, real([2], 4, 11), real([2], 30, 7), real([2], 4, 11), real([2], -26, 4))])
    add(corpus, "branches_that_give_a_value_twice", """branches (bool c, float[2] a, float[2] b) => (float[2] p, float[2] q, float[2] r) {
  p, q, r = If (c) <then_branch = one () => (float[2] t, float[2] u, float[2] v) { t = Add (a, b) u = Identity (t) v = Sub (a, b) },
                    else_branch = other () => (float[2] t, float[2] u, float[2] v) { u = Mul (a, b) t = Neg (a) v = Identity (u) }>
}
""", "Then: a + b, a + b and a - b. Else: -a, a b and a b.", title="A branch computes a value and gives it as two outputs.", rules=["ONNX-IF-1"],
        runs=[run("then", {"c": truth([], True), **inputs}, real([2], 34, 18), real([2], 34, 18), real([2], 26, -4)),
              run("else", {"c": truth([], False), **inputs}, real([2], -30, -7), real([2], 120, 77), real([2], 120, 77))])
    add(corpus, "alike_ifs", """ifs (bool c, float[2] a, float[2] b) => (float[2] p, float[2] q, float[2] r, float[2] s) {
  p = If (c) <then_branch = p_then () => (float[2] v) { v = Sub (a, b) }, else_branch = p_else () => (float[2] v) { v = Mul (a, b) }>
  q = If (c) <then_branch = q_then () => (float[2] v) { v = Sub (b, a) }, else_branch = q_else () => (float[2] v) { v = Mul (a, b) }>
  r = If (c) <then_branch = r_then () => (float[2] v) { v = Mul (a, b) }, else_branch = r_else () => (float[2] v) { v = Sub (a, b) }>
  s = If (c) <then_branch = s_then () => (float[2] v) { v = Sub (a, b) }, else_branch = s_else () => (float[2] v) { v = Mul (a, b) }>
}
""", "a - b = (26, -4), b - a = (-26, 4), a b = (120, 77).", title="Four Ifs of one condition have the same names inside, and other operands, operators or branches.",
        rules=["ONNX-IF-1", "ONNX-GRAPH-3"], runs=[
            run("then", {"c": truth([], True), **inputs}, real([2], 26, -4), real([2], -26, 4), real([2], 120, 77), real([2], 26, -4)),
            run("else", {"c": truth([], False), **inputs}, real([2], 120, 77), real([2], 120, 77), real([2], 26, -4), real([2], 120, 77))])
    add(corpus, "constant_conditions", """ifs (float[2] a) => (float[2] p, float[2] q, float[m,n] r) {
  two = Constant <value_int = 2> ()
  three = Constant <value_int = 3> ()
  less = Less (two, three)
  not_less = Less (three, two)
  p = If (less) <then_branch = p_then () => (float[2] v) { v = Neg (a) }, else_branch = p_else () => (float[2] v) { v = Add (a, a) }>
  q = If (not_less) <then_branch = q_then () => (float[2] v) { v = Neg (a) }, else_branch = q_else () => (float[2] v) { v = Add (a, a) }>
  r = If (not_less) <then_branch = r_then () => (float[1,4] v) { v = Constant <value = float[1,4] {1, 2, 3, 4}> () },
                     else_branch = r_else () => (float[4,1] v) { v = Constant <value = float[4,1] {5, 6, 7, 8}> () }>
}
""", "2 < 3 chooses -a, and 3 < 2 chooses 2 a and the column.", title="The conditions of Ifs are comparisons of constants.", rules=["ONNX-IF-1"],
        runs=[run("one", {"a": real([2], 30, -7)}, real([2], -30, 7), real([2], 60, -14), real([4, 1], 5, 6, 7, 8))])


def add_alike_loops(corpus):
    runs = []
    for m, n in ((2, 5), (4, 1), (3, 3)):
        outs = []
        for count, factor in ((m, 2), (n, 2), (m, 3), (m, 2)):
            a, seen = 5, []
            for k in range(count):
                a = factor * a + k
                seen.append(a)
            outs += [integer([], a), integer([count], *seen)]
        runs.append(run("m_%d_n_%d" % (m, n), {"M": integer([], m), "N": integer([], n), "start": integer([], 5)}, *outs))
    def loop(number, count, factor):
        return """  last%d, all%d = Loop <body = step%d (int64 k, bool going, int64 a) => (bool going, int64 next, int64 seen) {
    factor = Constant <value_int = %d> ()
    more = Mul (factor, a)
    next = Add (more, k)
    seen = Identity (next)
  }> (%s, "", start)
""" % (number, number, number, factor, count)
    outputs = ", ".join("int64 last%d, int64[n%d] all%d" % (k, k, k) for k in range(4))
    add(corpus, "alike_loops", "loops (int64 M, int64 N, int64 start) => (%s) {\n%s}\n" % (
        outputs, loop(0, "M", 2) + loop(1, "N", 2) + loop(2, "M", 3) + loop(3, "M", 2)),
        "a' = 2 a + k or 3 a + k, from 5.", title="Four Loops have the same names inside, and other counts or constants.", runs=runs,
        rules=["ONNX-LOOP-1", "ONNX-LOOP-3", "ONNX-LOOP-4", "ONNX-GRAPH-3"])


def add_many_carried(corpus):
    for kind in ("loop", "scan"):
        for count in (5, 9, 17):
            names = ["v%d" % k for k in range(count)]
            inputs = ", ".join("float[2] " + v for v in names)
            starts, lasts = ", ".join("s%d" % k for k in range(count)), ", ".join("last%d" % k for k in range(count))
            # Value k takes that of k + 2 (mod count), and value 0 adds x.
            moved = ["sum"] + [names[(k + 2) % count] for k in range(1, count)]
            results = ", ".join("float[2] " + v for v in moved)
            body = "    sum = Add (%s, x)\n    each = Identity (v1)\n" % names[2]
            declared = ", ".join("float[2] s%d" % k for k in range(count)), ", ".join("float[2] last%d" % k for k in range(count))
            if kind == "loop":
                text = """carried (int64 M, float[2] x, %s) => (%s, float[n,2] all) {
  %s, all = Loop <body = step (int64 i, bool going, %s) => (bool going, %s, float[2] each) {
%s  }> (M, "", %s)
}
""" % (*declared, lasts, inputs, results, body, starts)
            else:
                text = """carried (float[n,2] steps, %s) => (%s, float[n,2] all) {
  %s, all = Scan <num_scan_inputs = 1, body = step (%s, float[2] x) => (%s, float[2] each) {
%s  }> (%s, steps)
}
""" % (*declared, lasts, inputs, results, body, starts)
            runs = []
            for n in (1, 2, 3, count + 1):
                values, seen = [[10 * k + 1, -k - 1] for k in range(count)], []
                steps = [[1000 * (k + 1 if kind == "scan" else 1), 7] for k in range(n)]
                given = {"s%d" % k: real([2], *v) for k, v in enumerate(values)}
                for step in steps:
                    seen += values[1]
                    values = [[p + q for p, q in zip(values[2], step)]] + [values[(k + 2) % count] for k in range(1, count)]
                more = {"M": integer([], n), "x": real([2], *steps[0])} if kind == "loop" else {"steps": real([n, 2], *sum(steps, []))}
                runs.append(run("steps_%d" % n, {**more, **given}, *[real([2], *v) for v in values], real([n, 2], *seen)))
            add(corpus, "carried/%s_%d" % (kind, count), text, "Value k becomes value k + 2 (mod %d), and value 0 becomes value 2 and x. The scan output is value 1." % count,
                title="In a %s, %d carried values take each other's place." % (kind.capitalize(), count), runs=runs,
                rules=["ONNX-LOOP-3", "ONNX-LOOP-1" if kind == "loop" else "ONNX-SCAN-1"])


COUNTS = (5, 7, 15, 16, 17, 31, 33, 63, 64, 65, 127, 128, 129, 255, 257, 1023, 1025)


def add_long(corpus):
    runs = []
    for n in COUNTS:
        a, seen = 3, []
        for k in range(n):
            a = k - a
            seen.append(a)
        runs.append(run("steps_%d" % n, {"M": integer([], n), "a": integer([], 3), "limit": integer([], n - 1)}, integer([], a), integer([n], *seen),
                        integer([], a), integer([n, 2], *[v for k, s in enumerate(seen) for v in (s, k)])))
    add(corpus, "many_iterations", """long (int64 M, int64 a, int64 limit) => (int64 last, int64[n] all, int64 last_again, int64[m,2] pairs) {
  last, all = Loop <body = step (int64 k, bool going, int64 v) => (bool going, int64 next, int64 seen) {
    next = Sub (k, v)
    seen = Identity (next)
  }> (M, "", a)
  yes = Constant <value = bool {1}> ()
  last_again, pairs = Loop <body = step_again (int64 k, bool going, int64 v) => (bool more, int64 next, int64[2] pair) {
    next = Sub (k, v)
    more = Less (k, limit)
    list = Constant <value_ints = [1]> ()
    first = Reshape (next, list)
    second = Reshape (k, list)
    pair = Concat <axis = 0> (first, second)
  }> ("", yes, a)
}
""", "a' = k - a, from 3. The second Loop ends after its condition k < limit is false, and joins (a', k).", runs=runs,
        title="Loops run 5 to 1025 iterations, with a count and with a condition.", rules=["ONNX-LOOP-1", "ONNX-LOOP-2", "ONNX-LOOP-4"])
    runs = []
    for n in COUNTS[:-2]:
        rows = [[(13 * i + 5 * r) % 97 for i in range(n)] for r in range(2)]
        h, columns = [3, 40], []
        for i in range(n):
            h = [rows[r][n - 1 - i] - h[r] for r in range(2)]
            columns.append(h)
        runs.append(run("steps_%d" % n, {"x": real([2, n], *sum(rows, [])), "h": real([2], 3, 40)}, real([2], *h),
                        real([2, n], *[c[r] for r in range(2) for c in columns])))
    add(corpus, "many_columns", """long (float[2,n] x, float[2] h) => (float[2] last, float[2,n] all) {
  last, all = Scan <num_scan_inputs = 1, scan_input_axes = [1], scan_input_directions = [1], scan_output_axes = [1],
                    body = step (float[2] v, float[2] column) => (float[2] next, float[2] each) {
    next = Sub (column, v)
    each = Identity (next)
  }> (h, x)
}
""", "h' = column - h, from (3, 40), over the columns from the last one to the first.", runs=runs, title="A Scan takes 5 to 257 columns in reverse.",
        rules=["ONNX-SCAN-1", "ONNX-SCAN-2"])


def add_shapes_of_one(corpus):
    add(corpus, "one_element_of_unknown_shape", """one (int64 M, float[1] a, float b) => (float[1] last, float[n,1] all, float scalar, float[m] scalars) {
  last, scalar, all, scalars = Loop <body = step (int64 i, bool going, v, w) => (bool going, v_out, w_out, each, other) {
    v_out = Add (v, v)
    w_out = Neg (w)
    each = Identity (v)
    other = Identity (w)
  }> (M, "", a, b)
}
""", "v is doubled from (3) and keeps its shape [1]. w changes its sign, from 5, and stays a scalar.", kind="boundary",
        title="A list of one element and a scalar are carried, and the body declares no shapes.", rules=["ONNX-LOOP-3", "ONNX-LOOP-4"], runs=[
            run("steps_%d" % n, {"M": integer([], n), "a": real([1], 3), "b": real([], 5)}, real([1], 3 * 2**n),
                real([n, 1], *[3 * 2**k for k in range(n)]), real([], 5 * (-1)**n), real([n], *[5 * (-1)**k for k in range(n)])) for n in (1, 2, 3, 4)])
    add(corpus, "transposed_state", """turned (int64 M, float[2,2] a, float[2,3] b) => (float[2,2] last, float[n,2,2] all, float[p,q] other) {
  last, other, all = Loop <body = step (int64 i, bool going, float[2,2] v, w) => (bool going, float[2,2] v_out, w_out, float[2,2] each) {
    v_out = Transpose (v)
    w_out = Transpose (w)
    each = Transpose (v)
  }> (M, "", a, b)
}
""", "Both matrices are transposed in each iteration.", title="A square and another matrix are transposed from one iteration to the next.",
        rules=["ONNX-LOOP-3", "ONNX-LOOP-4"], runs=[
            run("steps_%d" % n, {"M": integer([], n), "a": real([2, 2], 1, 2, 3, 4), "b": real([2, 3], 1, 2, 3, 4, 5, 6)},
                real([2, 2], *((1, 3, 2, 4) if n % 2 else (1, 2, 3, 4))), real([n, 2, 2], *sum(([1, 3, 2, 4] if k % 2 == 0 else [1, 2, 3, 4] for k in range(n)), [])),
                real([3, 2] if n % 2 else [2, 3], *((1, 4, 2, 5, 3, 6) if n % 2 else (1, 2, 3, 4, 5, 6)))) for n in (1, 2, 3)])


def add_maps(corpus):
    runs = []
    for n in (1, 4, 5):
        for direction in (0, 1):
            for axis in (0, 1, -1):
                xs = [[10 * r + 3 * c + 1 for c in range(n)] for r in range(2)]
                ys = [[c * c - 7 * r for r in range(2)] for c in range(n)]
                order = list(range(n))[::-1] if direction else list(range(n))
                columns = [[2 * xs[r][k] - ys[i][r] for r in range(2)] for i, k in enumerate(order)]
                flat = sum(columns, []) if axis == 0 else [c[r] for r in range(2) for c in columns]
                runs.append(run("columns_%d_direction_%d_axis_%s" % (n, direction, str(axis).replace("-", "m")),
                                {"x": real([2, n], *sum(xs, [])), "y": real([n, 2], *sum(ys, [])), "w": real([], 2)},
                                real([n, 2] if axis == 0 else [2, n], *flat), at=[direction, axis]))
    add(corpus, "scan_without_state", """maps (float[2,n] x, float[n,2] y, float w) => (float[p,q] all) {
  all = Scan <num_scan_inputs = 2, scan_input_axes = [1, 0], scan_input_directions = [{{direction}}, 0], scan_output_axes = [{{axis}}],
              body = step (float[2] column, float[2] row) => (float[2] each) {
    scaled = Mul (w, column)
    each = Sub (scaled, row)
  }> (x, y)
}
""", "An element is 2 x - y. The columns of x are taken in either direction, the rows of y from the first one.", runs=runs, columns=["direction", "axis"],
        title="A Scan without states takes columns of one input and rows of another one.", rules=["ONNX-SCAN-1", "ONNX-SCAN-2"])


def add_cases(corpus):
    for part in (add_maps, add_deep_captures, add_branches, add_alike_loops, add_many_carried, add_long, add_shapes_of_one):
        part(corpus)
