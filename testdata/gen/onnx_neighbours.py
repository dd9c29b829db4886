"""Loops and Scans whose bodies need no state, and the nodes before and after them.

Compilers move such nodes out of a body or into it, and shorten loops of one iteration. The oracle takes the
elements one by one, in plain NumPy integers.
"""

import numpy as np

from onnx_nodes import Nodes, array, integer, integers, of, shuffled
from onnx_products import product

ORACLE = "generator: gen/onnx_neighbours.py"
STEPS = 4


def sums(e, axis):
    return np.array([sum(row) for row in (e if axis else e.T)])


# name -> nodes that make u of the element e, the states s before and t after; shape of u; u of these, k and w.
# k and w are values from outside.
BODIES = {
    "state": ("u = Identity (t)", [2, 3], lambda e, s, t, k, w: t),
    "state_before": ("u = Identity (s)", [2, 3], lambda e, s, t, k, w: s),
    "element": ("u = Identity (e)", [2, 3], lambda e, s, t, k, w: e),
    "square": ("u = Mul (e, e)", [2, 3], lambda e, s, t, k, w: e * e),
    "product": ("u = MatMul (e, w)", [2, 2], lambda e, s, t, k, w: product(e, w, 0)),
    "product_of_rows": ("u = MatMul (w, e)", [3, 3], lambda e, s, t, k, w: product(w, e, 0)),
    "product_with_itself": ("f = Transpose (e) u = MatMul (e, f)", [2, 2], lambda e, s, t, k, w: product(e, e.T, 0)),
    "times_outer": ("u = Mul (e, k)", [2, 3], lambda e, s, t, k, w: e * k),
    "outer_alone": ("u = Neg (k)", [3], lambda e, s, t, k, w: -k),
    "constant": (integers("i", 7, 8) + " u = Cast <to = 1> (i)", [2], lambda e, s, t, k, w: np.array([7, 8])),
    "row_sums": (integers("a", 1) + " u = ReduceSum <keepdims = 0> (e, a)", [2], lambda e, s, t, k, w: sums(e, 1)),
    "column_sums": (integers("a", 0) + " u = ReduceSum <keepdims = 0> (e, a)", [3], lambda e, s, t, k, w: sums(e, 0)),
    "sum_of_all": ("u = ReduceSum <keepdims = 0> (e)", [], lambda e, s, t, k, w: np.array(sum(sums(e, 0)))),
    "transposed": ("u = Transpose (e)", [3, 2], lambda e, s, t, k, w: e.T),
    "flat": (integers("a", -1) + " u = Reshape (e, a)", [6], lambda e, s, t, k, w: e.reshape(-1)),
    "with_axis": (integers("a", 0) + " u = Unsqueeze (e, a)", [1, 2, 3], lambda e, s, t, k, w: e[None]),
    "beside_state": ("u = Concat <axis = 1> (e, s)", [2, 6], lambda e, s, t, k, w: np.concatenate([e, s], axis=1)),
    "above_itself": ("u = Concat <axis = 0> (e, e)", [4, 3], lambda e, s, t, k, w: np.concatenate([e, e])),
    "cut": ("%s %s %s u = Slice (e, a, c, d)" % (integers("a", 1), integers("c", 3), integers("d", 1)), [2, 2], lambda e, s, t, k, w: e[:, 1:]),
    "row": (integer("a", 1) + " u = Gather (e, a)", [3], lambda e, s, t, k, w: e[1]),
    "running_sum": (integer("a", 0) + " u = CumSum (e, a)", [2, 3], lambda e, s, t, k, w: np.array([e[0], e[0] + e[1]])),
    "largest": ("f = ArgMax <axis = 0, keepdims = 0> (e) u = Cast <to = 1> (f)", [3], lambda e, s, t, k, w: np.array([int(c[1] > c[0]) for c in e.T])),
    "padded": (integers("a", 0, 1, 0, 0) + " u = Pad (e, a)", [2, 4], lambda e, s, t, k, w: np.array([[0, *row] for row in e])),
    "repeated": (integers("a", 2, 1) + " u = Tile (e, a)", [4, 3], lambda e, s, t, k, w: np.concatenate([e, e])),
}
# name -> shape of q, nodes that make x of it, and x
BEFORE = {
    "turned": ([3, 2, 4], "x = Transpose <perm = [2, 1, 0]> (q)", lambda q: q.T),
    "reversed": ([4, 2, 3], "%s %s %s %s x = Slice (q, qa, qb, qc, qd)" % (integers("qa", -1), integers("qb", -9), integers("qc", 0), integers("qd", -1)), lambda q: q[::-1]),
    "later_steps": ([6, 2, 3], "%s %s %s x = Slice (q, qa, qb, qc)" % (integers("qa", 2), integers("qb", 6), integers("qc", 0)), lambda q: q[2:]),
    "every_second": ([8, 2, 3], "%s %s %s %s x = Slice (q, qa, qb, qc, qd)" % (integers("qa", 0), integers("qb", 9), integers("qc", 0), integers("qd", 2)), lambda q: q[::2]),
    "same_step": ([1, 2, 3], integers("qa", 4, 1, 1) + " x = Expand (q, qa)", lambda q: q[[0, 0, 0, 0]]),
    "same_row": ([4, 1, 3], integers("qa", 1, 2, 1) + " x = Expand (q, qa)", lambda q: q[:, [0, 0]]),
    "joined": ([2, 2, 3], "x = Concat <axis = 0> (q, q)", lambda q: q[[0, 1, 0, 1]]),
    "reshaped": ([2, 12], integers("qa", 4, 2, 3) + " x = Reshape (q, qa)", lambda q: q.reshape(4, 2, 3)),
    "chosen": ([3, 2, 3], integers("qa", 2, 0, 2, 1) + " x = Gather (q, qa)", lambda q: q[[2, 0, 2, 1]]),
}
# name -> nodes that make r of y, and r; the first axis of y is that of the iterations
AFTER = {
    "every_second": ("%s %s %s %s r = Slice (y, ra, rb, rc, rd)" % (integers("ra", 0), integers("rb", 9), integers("rc", 0), integers("rd", 2)), lambda y: y[::2]),
    "every_second_odd": ("%s %s %s %s r = Slice (y, ra, rb, rc, rd)" % (integers("ra", 1), integers("rb", 9), integers("rc", 0), integers("rd", 2)), lambda y: y[1::2]),
    "reversed": ("%s %s %s %s r = Slice (y, ra, rb, rc, rd)" % (integers("ra", -1), integers("rb", -9), integers("rc", 0), integers("rd", -1)), lambda y: y[::-1]),
    "last": (integer("ra", -1) + " r = Gather (y, ra)", lambda y: y[-1]),
    "last_part": ("%s %s %s r = Slice (y, ra, rb, rc)" % (integers("ra", -1), integers("rb", 9), integers("rc", 0)), lambda y: y[-1:]),
    "first_part": ("%s %s %s r = Slice (y, ra, rb, rc)" % (integers("ra", 0), integers("rb", 1), integers("rc", 0)), lambda y: y[:1]),
    "turned": ("r = Transpose (y)", lambda y: y.T),
    "flat": (integers("ra", -1) + " r = Reshape (y, ra)", lambda y: y.reshape(-1)),
    "total": (integers("ra", 0) + " r = ReduceSum <keepdims = 0> (y, ra)", lambda y: sum(y)),
    "with_axis": (integers("ra", 0) + " r = Unsqueeze (y, ra)", lambda y: y[None]),
    "doubled": ("r = Concat <axis = 0> (y, y)", lambda y: np.concatenate([y, y])),
}


def follow(body, x, start, k, w):
    """The parts and the last state."""
    state, parts = start, []
    for element in x:
        after = state + element
        parts.append(np.asarray(body(element, state, after, k, w)))
        state = after
    return parts, state


def whole(tensor):
    """The elements as Python integers."""
    return array(tensor).astype(int).astype(object)


def declare(shape):
    return "float[%s]" % ",".join(map(str, shape)) if shape else "float"


def scan(nodes, shape, attributes=""):
    return ("z, y = Scan <num_scan_inputs = 1%s, body = g (float[2,3] s, float[2,3] e) => (float[2,3] t, %s u) "
            "{ t = Add (s, e) %s }> (b, x)" % (attributes, declare(shape), nodes))


def loop(nodes, shape):
    return ("on = Constant <value = bool {1}> () z, y = Loop (n, on, b) <body = g (int64 i0, bool c0, float[2,3] s) => "
            "(bool c1, float[2,3] t, %s u) { c1 = Identity (c0) e = Gather (x, i0) t = Add (s, e) %s }>" % (declare(shape), nodes))


def needed(nodes, more):
    """The values from outside that the nodes read."""
    return {name: tensor for name, tensor in more.items() if "(%s" % name in nodes or ", %s)" % name in nodes}


def add_neighbours(made, form):
    """Each body alone, after each node of BEFORE, and before each node of AFTER."""
    more = {"k": shuffled("f32", [3], -2, 3), "w": shuffled("f32", [3, 2], -4, 2)}
    k, w = map(whole, more.values())
    start = shuffled("f32", [2, 3], 5, 7)
    for name, (nodes, shape, body) in BODIES.items():
        def add(run, before, given, x, after=None, steps=STEPS):
            parts, last = follow(body, x, whole(start), k, w)
            y = np.stack(parts)
            text = scan(nodes, shape) if form == "scan" else integer("n", steps) + " " + loop(nodes, shape)
            result = {"y": of("f32", y)} if after is None else {"r": of("f32", after[1](y))}
            made.run("%s__%s" % (name, run), " ".join(filter(None, [before, text, after and after[0]])),
                     {**given, "b": start, **needed(nodes, more)}, {**result, "z": of("f32", last)}, 13)
        x = shuffled("f32", [STEPS, 2, 3], -23, 2)
        for run, (q_shape, text, x_of) in BEFORE.items():
            q = shuffled("f32", q_shape, -15, 2)
            add("after_" + run, text, {"q": q}, x_of(whole(q)))
        for run, after in AFTER.items():
            add("before_" + run, None, {"x": x}, whole(x), after)
        add("one_iteration", None, {"x": of("f32", whole(x)[:1])}, whole(x)[:1], steps=1)


def add_directions(made):
    """Axes and directions of a Scan's input and output, over four elements and over one."""
    more = {"k": shuffled("f32", [3], -2, 3), "w": shuffled("f32", [3, 2], -4, 2)}
    k, w = map(whole, more.values())
    start = shuffled("f32", [2, 3], 5, 7)
    for name, (nodes, shape, body) in BODIES.items():
        for steps in (STEPS, 1):
            elements = whole(shuffled("f32", [steps, 2, 3], -23, 2))
            for axis, backward, out_axis, out_backward in ((0, 1, 0, 0), (0, 0, 0, 1), (0, 1, 0, 1), (1, 0, 0, 0), (2, 0, -1, 0), (-1, 1, -1, 1)):
                parts, last = follow(body, elements[::-1] if backward else elements, whole(start), k, w)
                attributes = ", scan_input_axes = [%d], scan_input_directions = [%d], scan_output_axes = [%d], scan_output_directions = [%d]" % (
                    axis, backward, out_axis, out_backward)
                run = "%s__steps_%d__in_%s_%d__out_%s_%d" % (name, steps, str(axis).replace("-", "m"), backward, str(out_axis).replace("-", "m"), out_backward)
                y = np.stack(parts[::-1] if out_backward else parts, axis=out_axis)
                made.run(run, scan(nodes, shape, attributes), {"x": of("f32", np.moveaxis(elements, 0, axis)), "b": start, **needed(nodes, more)},
                         {"y": of("f32", y), "z": of("f32", last)}, 13)


def add_cases(corpus):
    notes = "t = s + e is the state. Compilers take out of the body what needs no state, and remove loops of one iteration."
    for form, title in (("scan", "A Scan"), ("loop", "A Loop")):
        made = Nodes()
        add_neighbours(made, form)
        made.add_to(corpus, "neighbours_of_a_%s" % form, oracle=ORACLE, kind="combined", notes=notes,
                    rules=["ONNX-SCAN-1", "ONNX-SCAN-2"] if form == "scan" else ["ONNX-LOOP-3", "ONNX-LOOP-4", "ONNX-GRAPH-4"],
                    title="%s whose body computes something of each element alone, with a node before or after it." % title)
    made = Nodes()
    add_directions(made)
    made.add_to(corpus, "directions_of_a_scan", oracle=ORACLE, kind="combined", notes=notes, rules=["ONNX-SCAN-1", "ONNX-SCAN-2"],
                title="A Scan whose body computes something of each element alone, along any axis in any direction.")
