"""ONNX's Scan with several inputs and outputs, each with its own axis and direction, and with lengths."""

import itertools

import case
from onnx_case import add_onnx
from onnx_hand import integer, real, run

ORACLE = "generator: gen/onnx_scan_lists.py"


def add(corpus, name, text, notes, **rest):
    add_onnx(corpus, "ports/" + name, text, notes=notes, **{"kind": "combined", "oracle": ORACLE, **rest})


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


def add_cases(corpus):
    for part in (add_lists, add_batch):
        part(corpus)
