"""ONNX models whose ports could be mixed up: outputs without names, copies, equal initial values, the lists of Scan."""

import itertools

import case
from onnx_case import add_onnx
from onnx_hand import integer, real, run, truth

ORACLE = "generator: gen/onnx_ports.py"


def add(corpus, name, text, notes, **rest):
    add_onnx(corpus, "ports/" + name, text, notes=notes, **{"kind": "boundary", "oracle": ORACLE, **rest})


def named_or_not(runs, *names):
    """Each run with named outputs, and without names. The text only says that optional outputs need no name, and these are variadic."""
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


X, Y, Z = (1, 0), (0, 1), (0, 1, 2)


def scanned(n, in_directions, out_axes, out_directions):
    """The three inputs, the last states and the three stacked outputs, by coordinates."""
    x = {(i, r): 10 * i + r + 1 for i in range(n) for r in range(2)}
    y = {(r, i): 7 * i * i - 3 * r for i in range(n) for r in range(2)}
    z = {(r, c, i): 100 * i + 30 * r + c for i in range(n) for r in range(2) for c in range(3)}
    total, last, steps = [0, 0], 1000, []
    for k in range(n):
        at = [n - 1 - k if d else k for d in in_directions]
        e, f = [x[at[0], r] for r in range(2)], [y[r, at[1]] for r in range(2)]
        g = [[z[r, c, at[2]] for c in range(3)] for r in range(2)]
        total = [total[r] + e[r] - f[r] for r in range(2)]
        last = last - sum(sum(row) for row in g)
        steps.append((list(total), [[g[r][c] - e[r] for c in range(3)] for r in range(2)], [f[0], f[1]]))
    outputs = []
    for place, dims in enumerate(((2,), (2, 3), (2,))):
        axis = out_axes[place] % (len(dims) + 1)
        order = steps[::-1] if out_directions[place] else steps
        shape = dims[:axis] + (n,) + dims[axis:]
        values = []
        for point in itertools.product(*map(range, shape)):
            element = order[point[axis]][place]
            for coordinate in point[:axis] + point[axis + 1:]:
                element = element[coordinate]
            values.append(element)
        outputs.append(real(list(shape), *values))
    given = {"x": real([n, 2], *[x[p] for p in sorted(x)]), "y": real([2, n], *[y[p] for p in sorted(y)]), "z": real([2, 3, n], *[z[p] for p in sorted(z)])}
    return given, [real([2], *total), real([], last)] + outputs


def add_lists(corpus):
    text = """lists (float[n,2] x, float[2,m] y, float[2,3,l] z) => (float[2] p, float q, float[a,b] s, float[c,d,e] t, float[f,g] u) {
  zeros = Constant <value = float[2] {0, 0}> ()
  thousand = Constant <value_float = 1000.0> ()
  axis = Constant <value_ints = [1]> ()
  p, q, s, t, u = Scan <num_scan_inputs = 3, scan_input_axes = [{{x}}, {{y}}, {{z}}], scan_input_directions = [{{dx}}, {{dy}}, {{dz}}],
                        scan_output_axes = [{{s}}, {{t}}, {{u}}], scan_output_directions = [{{ds}}, {{dt}}, {{du}}],
                        body = step (float[2] v, float w, float[2] e, float[2] f, float[2,3] g) => (float[2] v_out, float w_out, float[2] each, float[2,3] matrix, float[2] column) {
    more = Add (v, e)
    v_out = Sub (more, f)
    all = ReduceSum <keepdims = 0> (g)
    w_out = Sub (w, all)
    each = Identity (v_out)
    e_column = Unsqueeze (e, axis)
    matrix = Sub (g, e_column)
    column = Identity (f)
  }> (zeros, thousand, x, y, z)
}
"""
    lists = {"forward": ((0, 0, 0), (0, 0, 0)), "x_reversed": ((1, 0, 0), (0, 0, 0)), "y_reversed": ((0, 1, 0), (0, 0, 0)), "z_reversed": ((0, 0, 1), (0, 0, 0)),
             "s_reversed": ((0, 0, 0), (1, 0, 0)), "t_reversed": ((0, 0, 0), (0, 1, 0)), "u_reversed": ((0, 0, 0), (0, 0, 1)), "mixed": ((1, 0, 1), (0, 1, 1)),
             "other_mixed": ((0, 1, 1), (1, 1, 0))}
    axes = {"axes_0_1_m1": ((0, 1, -1), (0, 1, -1)), "axes_m2_m1_2": ((-2, -1, 2), (1, 2, 0)), "axes_0_m1_m1": ((0, -1, -1), (-1, 0, 0)), "axes_0_1_2": ((0, 1, 2), (-2, -3, 1))}
    columns = ["x", "y", "z", "dx", "dy", "dz", "s", "t", "u", "ds", "dt", "du"]
    runs = []
    for (axis_name, (ins, outs)), (name, (d_in, d_out)), n in itertools.product(axes.items(), lists.items(), (2, 3)):
        inputs, outputs = scanned(n, d_in, outs, d_out)
        runs.append(run("%s__%s__n_%d" % (axis_name, name, n), inputs, *outputs, at=[*ins, *d_in, *outs, *d_out]))
    for longer in "xyz":
        inputs = {**scanned(2, (0, 0, 0), (0, 0, 0), (0, 0, 0))[0], longer: scanned(3, (0, 0, 0), (0, 0, 0), (0, 0, 0))[0][longer]}
        runs.append({"name": longer + "_is_longer", "at": [0, 1, 2] + [0] * 9, "inputs": inputs, **case.rejected("run", ["SLICE-7", "ONNX-SCAN-2"])})
    add(corpus, "lists_of_a_scan", text, "The state gets e - f and the other one loses the sum of g. The elements are the state, g - e and f, for the row e of x, the column f of y and the matrix g of z.",
        title="Three scan inputs and three scan outputs of a Scan have different axes and directions.", columns=columns, runs=runs, kind="combined",
        rules=["ONNX-SCAN-1", "ONNX-SCAN-2"])
    runs = []
    for n in (2, 3):
        x = [[10 * r + 3 * c * c for c in range(n)] for r in range(n)]
        for name, axes_, directions in (("rows_and_columns", (0, 1, 0), (0, 0, 1)), ("both_directions", (1, 1, 0), (1, 0, 0))):
            state, flat = 2, []
            for k in range(n):
                parts = []
                for axis, direction in zip(axes_, directions):
                    at = n - 1 - k if direction else k
                    parts.append([x[r][at] for r in range(n)] if axis else x[at])
                state = 3 * state - parts[0][0]
                flat += [a - 2 * b + 5 * c + x[0][1] * state for a, b, c in zip(*parts)]
            runs.append(run("%s__n_%d" % (name, n), {"x": real([n, n], *sum(x, []))}, real([], state), real([n, n], *flat), at=[*axes_, *directions]))
    add(corpus, "one_tensor_as_scan_inputs", """same (float[n,n] x) => (float last, float[n,n] all) {
  two = Constant <value_float = 2.0> ()
  three = Constant <value_float = 3.0> ()
  five = Constant <value_float = 5.0> ()
  zero = Constant <value_int = 0> ()
  one = Constant <value_int = 1> ()
  last, all = Scan <num_scan_inputs = 3, scan_input_axes = [{{a}}, {{b}}, {{c}}], scan_input_directions = [{{da}}, {{db}}, {{dc}}],
                    body = step (float s, float[n] e, float[n] f, float[n] g) => (float t, float[n] each) {
    tripled = Mul (s, three)
    first = Gather (e, zero)
    t = Sub (tripled, first)
    f_twice = Mul (f, two)
    g_more = Mul (g, five)
    part = Sub (e, f_twice)
    sum = Add (part, g_more)
    row = Gather (x, zero)
    corner = Gather (row, one)
    product = Mul (corner, t)
    each = Add (sum, product)
  }> (two, x, x, x)
}
""", "s' = 3 s - e[0]; an element is e - 2 f + 5 g + x[0, 1] s'.", title="A Scan takes one tensor along two axes and in both directions, and its body captures the tensor too.",
        columns=["a", "b", "c", "da", "db", "dc"], runs=runs, kind="combined", rules=["ONNX-SCAN-2", "ONNX-GRAPH-4"])


def add_batch(corpus):
    runs = []
    for lengths in ((3, 3, 3), (2, 3, 1), (1, 2, 3), (3, 1, 2)):
        x = [[1, 2, 3], [40, 50, 60], [700, 800, 900]]
        states = [(start + sum(row[:length]), 2**length) for start, row, length in zip((10, 20, 30), x, lengths)]
        runs.append(run("lengths_%d_%d_%d" % lengths, {"lengths": integer([3], *lengths), "s": real([3], 10, 20, 30), "x": real([3, 3], *sum(x, [])), "one": real([3], 1, 1, 1)},
                        real([3], *[a for a, _ in states]), real([3], *[b for _, b in states])))
    add_onnx(corpus, "ports/lengths_of_a_batch", """batch (int64[b] lengths, float[b] s, float[b] one, float[b,n] x) => (float[b] last, float[b] powers) {
  last, powers = Scan <num_scan_inputs = 1, body = step (float p, float q, float e) => (float p_out, float q_out) { p_out = Add (p, e) q_out = Add (q, q) }> (lengths, s, one, x)
}
""", head='<ir_version: 8, opset_import: ["" : 8]>\n', title="The last states of a Scan of version 8 are those after the steps of each element of the batch.", kind="boundary",
             notes="The sum of the first steps, and 2 to the power of their number.", oracle=ORACLE, rules=["ONNX-SCAN-3", "ONNX-SCAN-1"], runs=runs)


def add_constant_counts(corpus):
    text = """counts (float a, float b, int64 k) => (float p, float q, float o, float[n] all, float[m,2] rows) {
  count = Constant <value_int = {{M}}> ()
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
        title="The count and the condition of a Loop with inner graphs are constants.", columns=["M", "go", "cond"], kind="combined", runs=runs,
        rules=["ONNX-LOOP-1", "ONNX-LOOP-2", "ONNX-LOOP-3", "ONNX-LOOP-4", "ONNX-GRAPH-4"])


def add_cases(corpus):
    for part in (add_unused, add_copies, add_initial, add_constant_counts, add_lists, add_batch):
        part(corpus)
