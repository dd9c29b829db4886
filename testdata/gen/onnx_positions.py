"""ONNX's operators that read or write elements by position."""

import numpy as np

from case import rejected
from onnx_nodes import Nodes, array, of, shuffled

ORACLE = "generator: gen/onnx_positions.py"


def text(axis):
    return str(axis).replace("-", "m")


def add_gathered(corpus):
    """Gather, GatherND, OneHot."""
    made = Nodes()
    for k, (axis, indices) in enumerate(((0, [1, 0, -1]), (1, [[2, 0], [-3, 1], [-1, 1]]), (-1, [3, -4, 0]), (2, 1), (-2, [[-1, 0, 2]]), (0, -2))):
        type_ = ("f32", "i64", "f64", "u8", "i32", "f16")[k]
        x, i = shuffled(type_, [2, 3, 4], 1), of(("i64", "i32")[k % 2], indices)
        made.run("gather_%s_rank_%d" % (text(axis), len(i.shape)), "y = Gather <axis = %d> (x, i)" % axis, {"x": x, "i": i}, {"y": of(type_, np.take(array(x), array(i), axis))}, 13)
    x = shuffled("f32", [3, 2], 1)
    made.run("gather_default", "y = Gather (x, i)", {"x": x, "i": of("i64", [[2], [0]])}, {"y": of("f32", np.take(array(x), [[2], [0]], 0))}, 1)
    made.run("gather_boolean", "y = Gather <axis = 1> (x, i)", {"x": of("boolean", [[True, False, False]]), "i": of("i64", [2, 0])}, {"y": of("boolean", [[False, True]])}, 11)
    for name, batch, shape, indices, type_ in (
            ("elements", 0, [2, 3, 2], [[0, 2, 1], [1, -1, 0]], "f32"), ("rows", 0, [2, 3, 2], [[1, 0], [-1, -3], [0, 2]], "i64"), ("blocks", 0, [3, 2, 2], [[[2]], [[-3]]], "f64"),
            ("one", 0, [3, 2], [2, 1], "f32"), ("batch", 1, [2, 3, 2], [[1], [-1]], "f32"), ("batch_of_lists", 1, [2, 3, 2], [[[2, 1], [0, 0], [1, -2]], [[0, 1], [-1, 0], [1, 1]]], "i32"),
            ("two_batches", 2, [2, 2, 3], [[[1], [0]], [[2], [-2]]], "f32")):
        x, i = shuffled(type_, shape, 1), np.array(indices)
        whole = array(x)
        parts = [whole[place][tuple(index)] if batch else whole[tuple(index)] for place in np.ndindex(*shape[:batch]) for index in i[place].reshape(-1, i.shape[-1])]
        y = np.array(parts).reshape(i.shape[:-1] + whole.shape[batch + i.shape[-1]:])
        made.run("gather_nd_" + name, "y = GatherND %s(x, i)" % ("<batch_dims = %d> " % batch if batch else ""), {"x": x, "i": of("i64", i)}, {"y": of(type_, y)}, 12 if batch else 11)
    for axis in (None, 0, 1, 2, -1, -2, -3):
        indices, depth = np.array([[0, 3, 1], [-1, 2, -4]]), 4
        at = 2 if axis is None else axis % 3
        y = np.moveaxis(np.where(np.arange(depth) == (indices % depth)[..., None], 7, -2), -1, at)
        types = ("i64", "f32") if axis is None or axis % 2 else ("i32", "i64")
        made.run("one_hot_%s" % ("default" if axis is None else text(axis)), "y = OneHot %s(i, d, v)" % ("" if axis is None else "<axis = %d> " % axis),
                 {"i": of(types[0], indices), "d": of("i64", [depth] if at else depth), "v": of(types[1], [-2, 7])}, {"y": of(types[1], y)}, 11)
    made.run("one_hot_past_the_depth", "y = OneHot (i, d, v)", {"i": of("i64", [4, -5, 1, -1]), "d": of("i64", 4), "v": of("f32", [5, 9])},
             {"y": of("f32", [[5] * 4, [5] * 4, [5, 9, 5, 5], [5, 5, 5, 9]])}, 11)
    made.add_to(corpus, "gathered_elements", oracle=ORACLE, kind="boundary", title="Gather, GatherND with batches, and OneHot, with indices that count from the end.",
                notes="OneHot gives only the off value for an index outside of [-depth, depth - 1].")


def add_outside(corpus):
    """Indices on either side of [-s, s - 1]. ONNX calls them an error for these operators."""
    made = Nodes()
    x, two = shuffled("f32", [2, 3], 1), of("f32", [[4, 5]])
    for name, index in (("s", 3), ("below_m_s", -4), ("far", 2**40), ("far_below", -2**33)):
        for operator, nodes, indices, shape in (
                ("gather", "y = Gather <axis = 1> (x, i)", [1, index], [2, 2]), ("gather_elements", "y = GatherElements <axis = 1> (x, i)", [[1, index], [0, 2]], [2, 2]),
                ("gather_nd", "y = GatherND (x, i)", [[0, 1], [1, index]], [2]), ("scatter_elements", "y = ScatterElements <axis = 1> (x, i, u)", [[1, index]], [2, 3])):
            made.run("%s_%s" % (operator, name), nodes, {"x": x, "i": of("i64", indices), **({"u": two} if operator[0] == "s" else {})},
                     {"y": of("f32", np.zeros(shape))}, 13, rejected("run", "OP-6"))
    made.add_to(corpus, "positions_outside", oracle=ORACLE, kind="boundary", rules=["OP-6"],
                title="Gather, GatherElements, GatherND and ScatterElements reject an index outside of the axis.")


REDUCTIONS = {"none": lambda a, b: b, "add": lambda a, b: a + b, "mul": lambda a, b: a * b, "max": max, "min": min}


def add_scattered(corpus):
    """ScatterND, ScatterElements, which was Scatter, and TensorScatter."""
    made = Nodes()
    for name, opset, axis, reduction, indices in (
            ("Scatter", 9, 1, None, [[2, 0], [1, 3]]), ("Scatter", 10, 0, None, [[1, 0, 2, 1]]), ("ScatterElements", 11, -1, None, [[-1, 0], [1, 2], [3, -3]]),
            ("ScatterElements", 16, 1, "add", [[2, 2], [1, -3]]), ("ScatterElements", 16, -2, "mul", [[1, 0, 2, 1], [1, -2, 0, 0]]),
            ("ScatterElements", 18, 0, "max", [[1, 0, 2, 1], [1, -2, 0, 0]]), ("ScatterElements", 18, 1, "min", [[2, 2, 0]])):
        x, i = shuffled("f32", [3, 4], 1), np.array(indices)
        updates = of("f32", [[(-20, 30)[(r + c) % 2] + 5 * c + r for c in range(i.shape[1])] for r in range(i.shape[0])])
        y = array(x).copy()
        for place in np.ndindex(*i.shape):
            at = list(place)
            at[axis] = i[place]
            y[tuple(at)] = REDUCTIONS[reduction or "none"](y[tuple(at)], array(updates)[place])
        attributes = "axis = %d" % axis + (', reduction = "%s"' % reduction if reduction else "")
        made.run("%s_%s_axis_%s_version_%d" % (name.lower(), reduction or "none", text(axis), opset), "y = %s <%s> (x, i, u)" % (name, attributes),
                 {"x": x, "i": of("i64", i), "u": updates}, {"y": of("f32", y)}, opset)
    for name, function in REDUCTIONS.items():
        for kind, shape, indices in (("elements", [2, 3, 2], [[0, 2, 1], [1, -1, 0], [1, 0, 1]]), ("rows", [2, 3, 2], [[1, 0], [-1, -1]]), ("blocks", [4, 2, 2], [[3], [0]]),
                                     ("twice", [5], [[1], [4], [1]])):
            if kind == "twice" and name == "none":
                continue  # without a reduction, the indices are different
            for type_ in ("f32", "i64") if kind == "rows" else ("f32",):
                i, x = np.array(indices), shuffled(type_, shape, 1)
                updates = shuffled(type_, list(i.shape[:-1]) + shape[i.shape[-1]:], -7, 3)
                y, values = array(x).copy(), array(updates)
                for place in np.ndindex(*i.shape[:-1]):
                    for rest in np.ndindex(*shape[i.shape[-1]:]):
                        at = tuple(i[place]) + rest
                        y[at] = function(y[at], values[place + rest])
                opset = {"none": 13, "add": 16, "mul": 16}.get(name, 18)
                made.run("scatter_nd_%s_%s_%s" % (name, kind, type_), "y = ScatterND %s(x, i, u)" % ('<reduction = "%s"> ' % name if name != "none" else ""),
                         {"x": x, "i": of("i64", i), "u": updates}, {"y": of(type_, y)}, opset)
    for name, attributes, axis, starts in (("default", "", -2, None), ("starts", "", -2, [2, 0]), ("circular", 'mode = "circular"', -2, [3, 1]), ("circular_axis_1", 'axis = 1, mode = "circular"', 1, [2, 1]),
                                           ("linear_last", 'axis = -1, mode = "linear"', -1, [1, 0]), ("last_axis", "axis = 3", 3, [0, 1])):
        shape = [2, 3, 4, 3]
        part = list(shape)
        part[axis] = 2
        cache, update = shuffled("f32", shape, 1), shuffled("f32", part, -50)
        y, values = array(cache).copy(), array(update)
        for place in np.ndindex(*part):
            at = list(place)
            at[axis] += starts[place[0]] if starts else 0
            at[axis] %= shape[axis]
            y[tuple(at)] = values[place]
        made.run("tensor_scatter_" + name, "y = TensorScatter <%s> (cache, update%s)" % (attributes, ", starts" if starts else ""),
                 {"cache": cache, "update": update, **({"starts": of("i64", starts)} if starts else {})}, {"y": of("f32", y)}, 24)
    made.add_to(corpus, "scattered_elements", oracle=ORACLE, kind="boundary", title="ScatterND and ScatterElements with their reductions, and TensorScatter with a start for each element of the batch.")


def add_chosen(corpus):
    """Unique, CenterCropPad."""
    made = Nodes()
    line = [2, 1, 1, 3, 4, 3, 2, 2]
    table = np.array([[3, 1, 3, 0], [2, 5, 2, 0], [3, 1, 3, 0], [2, 4, 2, 7]])
    for name, x, axis in (("line", np.array(line), None), ("flattened", table[:, :3], None), ("rows", table, 0), ("columns", table, 1), ("last", table, -1)):
        for is_sorted in (1, 0):
            parts = x.reshape(-1, 1).tolist() if axis is None else np.moveaxis(x, axis, 0).tolist()
            found = [part for k, part in enumerate(parts) if part not in parts[:k]]
            if is_sorted:
                found.sort()
            y = np.array(found).reshape(-1) if axis is None else np.moveaxis(np.array(found), 0, axis)
            type_ = "f32" if axis is None else ("i64", "f64")[is_sorted]
            attributes = ", ".join((["axis = %d" % axis] if axis is not None else []) + ["sorted = 0"] * (not is_sorted))
            made.run("unique_%s_%s" % (name, ("as_found", "sorted")[is_sorted]), "y, first, back, counts = Unique <%s> (x)" % attributes, {"x": of(type_, x)},
                     {"y": of(type_, y), "first": of("i64", [parts.index(part) for part in found]), "back": of("i64", [found.index(part) for part in parts]),
                      "counts": of("i64", [parts.count(part) for part in found])}, 11)
    made.run("unique_values_alone_as_found", "y = Unique <sorted = 0> (x)", {"x": of("f32", line)}, {"y": of("f32", [2, 1, 3, 4])}, 11)
    made.run("unique_counts_alone", 'y, "", "", counts = Unique (x)', {"x": of("i64", line)}, {"y": of("i64", [1, 2, 3, 4]), "counts": of("i64", [2, 3, 2, 1])}, 11)

    def fitted(x, axis, size):
        had = x.shape[axis]
        if size <= had:
            begin = (had - size) // 2
            return np.take(x, range(begin, begin + size), axis)
        widths = [(0, 0)] * x.ndim
        widths[axis] = ((size - had) // 2, size - had - (size - had) // 2)
        return np.pad(x, widths)

    for name, axes, sizes, type_ in (("all", None, [5, 2, 4], "f32"), ("all_odd", None, [2, 6, 1], "i64"), ("axes", [1, 2], [2, 6], "f32"), ("negative_axes", [-1, 0], [3, 5], "f64"), ("one", [-2], [1], "i32")):
        x = shuffled(type_, [3, 4, 5], 1) if name != "all_odd" else shuffled(type_, [1, 3, 4], 1)
        y = array(x)
        for axis, size in zip(axes or range(3), sizes):
            y = fitted(y, axis, size)
        made.run("center_" + name, "y = CenterCropPad %s(x, s)" % ("<axes = %s> " % axes if axes else ""), {"x": x, "s": of("i64", sizes)}, {"y": of(type_, y)}, 18)
    made.add_to(corpus, "chosen_elements", oracle=ORACLE, kind="boundary", title="Unique elements, rows and columns, and CenterCropPad of all axes and of some.",
                notes="If the number of elements to add or to remove is odd, the end gets one more.")


def add_cases(corpus):
    for add in (add_gathered, add_outside, add_scattered, add_chosen):
        add(corpus)
