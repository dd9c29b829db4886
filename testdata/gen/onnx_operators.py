"""Operators of ONNX that differ from the operations of other languages with the same name."""

import itertools

import case
from onnx_case import HEAD, add_onnx, tensor

ORACLE = "generator: gen/onnx_operators.py"


def selected(values, start, end, step):
    """The text of Slice: both ends are made non-negative once, then clamped."""
    size = len(values)
    start += size if start < 0 else 0
    end += size if end < 0 else 0
    if step > 0:
        start, end = min(max(start, 0), size), min(max(end, 0), size)
    else:
        start, end = min(max(start, 0), size - 1), min(max(end, -1), size - 1)
    return [values[position] for position in range(start, end, step)]


def add_slices(corpus):
    edges, line = (-6, -5, -4, -3, -1, 0, 1, 3, 4, 6), [1, 2, 3, 4]
    runs = []
    for start, end, step in itertools.product(edges, edges, (-3, -1, 1, 2)):
        values = selected(line, start, end, step)
        numbers = {name: tensor("int64", [1], [number]) for name, number in (("starts", start), ("ends", end), ("steps", step))}
        runs.append({"name": ("from_%d_to_%d_by_%d" % (start, end, step)).replace("-", "m"),
                     "inputs": {"x": tensor("float", [4], line), **numbers}, "outputs": [tensor("float", [len(values)], values)]})
    add_onnx(corpus, "operators/slice", """cut (float[4] x, int64[1] starts, int64[1] ends, int64[1] steps) => (float[n] y) {
  axes = Constant <value_ints = [0]> ()
  y = Slice (x, starts, ends, axes, steps)
}
""", title="Slice moves its ends into the axis.", rules=["ONNX-GRAPH-13"], runs=runs, oracle=ORACLE)
    add_onnx(corpus, "operators/slice_backward", """backward (float[3] x, int64[1] starts) => (float[n] y) {
  ends = Constant <value_ints = [-9]> ()
  axes = Constant <value_ints = [0]> ()
  steps = Constant <value_ints = [-1]> ()
  y = Slice (x, starts, ends, axes, steps)
}
""", title="Slice backward from before and at the first element.", rules=["ONNX-GRAPH-13"], oracle="by-hand", kind="boundary",
             notes="-4 + 3 = -1 is moved to 0. The end is moved to -1, before the first element.",
             runs=[{"name": name, "inputs": {"x": tensor("float", [3], [10, 20, 30]), "starts": tensor("int64", [1], [start])},
                    "outputs": [tensor("float", [len(values)], values)]}
                   for name, start, values in (("before", -4, [10]), ("at", -3, [10]), ("after", -2, [20, 10]), ("beyond", 7, [30, 20, 10]))])


def add_combined(corpus):
    """A Loop whose iteration slices backward from position 1, 0, -1, ... and takes a norm of that."""
    add_onnx(corpus, "operators/slice_and_norm_in_a_loop", """sliced (int64 M, bool cond, float[4] x) => (float[4] rest, float[n,1] firsts) {
  rest, firsts = Loop <body = step (int64 i, bool go, float[4] before) => (bool go_on, float[4] after, float[1] first) {
    two = Constant <value_ints = [-2]> ()
    low = Constant <value_ints = [-9]> ()
    axes = Constant <value_ints = [0]> ()
    back = Constant <value_ints = [-1]> ()
    one = Constant <value_ints = [1]> ()
    start = Sub (two, i)
    part = Slice (before, start, low, axes, back)
    first = Slice (part, axes, one)
    norm = ReduceL2 <noop_with_empty_axes = 1> (before)
    after = Neg (norm)
    go_on = Identity (go)
  }> (M, cond, x)
}
""", title="A Loop slices backward and takes norms over no axes.", rules=["ONNX-GRAPH-13", "ONNX-GRAPH-14", "ONNX-LOOP-3"],
             oracle="by-hand", kind="combined", head=HEAD.replace("17", "18"),
             notes="From iteration 1 on the values are negative sizes. The starts are -2, -3, -4, -5, -6: positions 2, 1, 0, and then 0 again.",
             runs=[{"name": "five", "inputs": {"M": tensor("int64", [], [5]), "cond": tensor("bool", [], [True]), "x": tensor("float", [4], [1, -2, 3, -4])},
                    "outputs": [tensor("float", [4], [-1, -2, -3, -4]), tensor("float", [5, 1], [3, -2, -1, -1, -1])]},
                   {"name": "none", "tier": "survey", "inputs": {"M": tensor("int64", [], [0]), "cond": tensor("bool", [], [True]), "x": tensor("float", [4], [1, -2, 3, -4])},
                    "outputs": [tensor("float", [4], [1, -2, 3, -4]), tensor("float", [0, 1], [])]}])


def add_norms(corpus):
    for name, values in (("vector", [-3, 4]), ("scalar", [-3])):
        shape = [len(values)] if name == "vector" else []
        dims = "[2]" if name == "vector" else ""
        add_onnx(corpus, "operators/norms_over_no_axes/" + name, """norms (float%s x) => (float%s a, float%s b, float%s c) {
  a = ReduceL1 <keepdims = 0, noop_with_empty_axes = 1> (x)
  b = ReduceL2 <keepdims = 0, noop_with_empty_axes = 1> (x)
  none = Constant <value = int64[0] {}> ()
  c = ReduceL2 <keepdims = 0, noop_with_empty_axes = 1> (x, none)
}
""" % ((dims,) * 4), title="The norm of one number is its absolute value (%s)." % name, rules=["ONNX-GRAPH-14"], oracle="by-hand",
                 head=HEAD.replace("17", "18"), kind="boundary", notes="|-3| = 3 and |4| = 4.",
                 runs=[{"name": "negative", "inputs": {"x": tensor("float", shape, values)},
                        "outputs": [tensor("float", shape, [abs(value) for value in values])] * 3}])


def add_fewer_indices(corpus):
    """Along the axis there are any number of indices; along the others at most as many as elements."""
    x = tensor("float", [3, 3], list(range(1, 10)))
    runs = []
    for name, shape, indices, values in (("fewer_rows", [2, 3], [2, 0, 1, -1, -2, -3], [3, 1, 2, 6, 5, 4]), ("more_along_the_axis", [1, 5], [0, 2, 2, 1, -1], [1, 3, 3, 2, 3]),
                                         ("equal", [3, 1], [2, 1, 0], [3, 5, 7]), ("no_row", [0, 2], [], []), ("more_rows", [4, 1], [0, 0, 0, 0], None)):
        run = {"name": name, "inputs": {"x": x, "i": tensor("int64", shape, indices)}}
        runs.append(run | ({"outputs": [tensor("float", shape, values)]} if values is not None else case.rejected("run", "OP-5")))
    add_onnx(corpus, "operators/fewer_indices", """picked (float[3,3] x, int64[n,m] i) => (float[n,m] y) { y = GatherElements <axis = 1> (x, i) }
""", title="GatherElements has fewer indices than data along the other axis.", rules=["ONNX-GRAPH-16", "OP-5"], runs=runs, oracle="by-hand", kind="boundary",
             notes="Row k of the output has elements of row k of x.")
    add_onnx(corpus, "operators/fewer_indices_from_the_end", """picked (float[3,3] x, int64[n,m] i) => (float[n,m] y) { y = GatherElements <axis = -2> (x, i) }
""", title="GatherElements has fewer indices than data along the other axis, and its axis counts from the end.", rules=["ONNX-GRAPH-16", "OP-5"], oracle="by-hand",
             kind="boundary", notes="Column k of the output has elements of column k of x.", runs=[
                 {"name": "fewer_columns", "inputs": {"x": x, "i": tensor("int64", [3, 2], [2, 0, 1, -1, -2, -3])}, "outputs": [tensor("float", [3, 2], [7, 2, 4, 8, 4, 2])]},
                 {"name": "more_columns", "inputs": {"x": x, "i": tensor("int64", [1, 4], [0, 0, 0, 0])}, **case.rejected("run", "OP-5")}])


def add_stages(corpus):
    """Squares of 512 are beyond f16, and within f32."""
    x = tensor("float16", [2, 2], [-512, 512, 100, 356])
    add_onnx(corpus, "operators/type_of_the_first_stage", """normal (float16[2,2] x, float16[2] scale) => (float16[2,2] y, float[2,1] mean, float[2,1] inverse) {
  y, mean, inverse = LayerNormalization <epsilon = 0.0> (x, scale)
}
""", title="LayerNormalization of f16 computes in f32.", rules=["ONNX-GRAPH-17"], oracle="by-hand", kind="boundary",
             notes="The means are 0 and 228, and the deviations 512 and 128, so that each element is -1 or 1.",
             runs=[{"name": "two_rows", "inputs": {"x": x, "scale": tensor("float16", [2], [2, 3])}, "outputs": [
                 tensor("float16", [2, 2], [-2, 3, -2, 3]), tensor("float", [2, 1], [0, 228]), tensor("float", [2, 1], [1 / 512, 1 / 128])]}])


def add_suppression(corpus):
    """Three boxes that do not overlap: whether one is chosen depends on its score alone."""
    boxes = tensor("float", [1, 3, 4], [0, 0, 1, 1, 0, 2, 1, 3, 0, 4, 1, 5])
    scores = tensor("float", [1, 1, 3], [0.5, 0.25, 0.75])
    runs = []
    for name, least, chosen in (("below_all", 0.125, [2, 0, 1]), ("equal_to_the_lowest", 0.25, [2, 0, 1]), ("equal_to_the_middle", 0.5, [2, 0]),
                                ("equal_to_the_highest", 0.75, [2]), ("above_all", 1, [])):
        runs.append({"name": name, "inputs": {"boxes": boxes, "scores": scores, "least": tensor("float", [], [least])},
                     "outputs": [tensor("int64", [len(chosen), 3], [k for box in chosen for k in (0, 0, box)])]})
    add_onnx(corpus, "operators/score_at_the_threshold", """choose (float[1,3,4] boxes, float[1,1,3] scores, float least) => (int64[n,3] chosen) {
  most = Constant <value_int = 3> ()
  iou = Constant <value_float = 0.5> ()
  chosen = NonMaxSuppression (boxes, scores, most, iou, least)
}
""", title="NonMaxSuppression removes scores below the threshold.", rules=["OP-36"], runs=runs, oracle="by-hand", kind="boundary",
             notes="The scores are 0.5, 0.25 and 0.75, and the highest comes first.")


def add_resize(corpus):
    add_onnx(corpus, "operators/nearest_of_version_10", """resized (float[1,1,2,4] x) => (float[1,1,h,w] y) {
  scales = Constant <value = float[4] {1, 1, {{height}}, {{width}}}> ()
  y = Resize <mode = "nearest"> (x, scales)
}
""", title="Resize-10 takes the element after the position if it shrinks an axis.", rules=["ONNX-GRAPH-15"], oracle="by-hand", kind="boundary",
             head=HEAD.replace("17", "10"), columns=["height", "width"],
             notes="Positions along the width: 1 / 0.6 = 1.67 and 1 / 0.75 = 1.33 become 2; 1 / 1.5 = 0.67 becomes 0, and 2 / 1.5 = 1.33 becomes 1.",
             runs=[{"name": name, "at": at, **({} if name in ("both_shrink", "twice") else {"tier": "survey"}),
                    "inputs": {"x": tensor("float", [1, 1, 2, 4], [1, 2, 3, 4, 5, 6, 7, 8])},
                    "outputs": [tensor("float", [1, 1, *shape], values)]}
                   for name, at, shape, values in (
                       ("both_shrink", ["0.6", "0.6"], [1, 2], [1, 3]), ("three_of_four", ["1", "0.75"], [2, 3], [1, 3, 4, 5, 7, 8]),
                       ("one_grows", ["1.5", "0.6"], [3, 2], [1, 3, 1, 3, 5, 7]), ("twice", ["1", "2"], [2, 8], [1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8]))])


def add_cases(corpus):
    add_resize(corpus)
    add_slices(corpus)
    add_combined(corpus)
    add_norms(corpus)
    add_fewer_indices(corpus)
    add_stages(corpus)
    add_suppression(corpus)
