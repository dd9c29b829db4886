"""ONNX's operators along axes: reductions, positions of extremes, Softmax, running sums and products, TopK."""

import numpy as np

from case import NUMPY, round_to
from elementwise import log_softmax
from onnx_nodes import DERIVED, Nodes, array, of, shuffled
from rounded import INF, Rounded, correctly_rounded

ORACLE = "generator: gen/onnx_reductions.py"


def reduced(function, x, axes, keepdims):
    """A function of the list of elements along some axes, in row-major order."""
    axes = sorted(axis % x.ndim for axis in axes)
    kept = [axis for axis in range(x.ndim) if axis not in axes]
    moved = np.transpose(x, kept + axes).reshape([x.shape[axis] for axis in kept] + [-1])
    out = np.empty(moved.shape[:-1], object)
    for place in np.ndindex(*out.shape):
        out[place] = function(moved[place].tolist())
    return out.reshape([1 if axis in axes else x.shape[axis] for axis in range(x.ndim)]) if keepdims else out


def logarithm(type_, value):
    return correctly_rounded("log", float(value), type_)


def exponential(value):
    return correctly_rounded("exp", value, "f64")


# operator: (versions with an attribute of axes, with an operand, function of a list, whether it needs a bound)
REDUCTIONS = {
    "ReduceMax": ((1, 13), (18, 20), lambda t: max, False), "ReduceMin": ((1, 13), (18, 20), lambda t: min, False),
    "ReduceMean": ((1, 13), (18,), lambda t: lambda v: round_to(t, sum(v) / len(v)), True),
    "ReduceLogSum": ((1, 13), (18,), lambda t: lambda v: logarithm(t, round_to(t, sum(v))), True),
    "ReduceLogSumExp": ((1, 13), (18,), lambda t: lambda v: round_to(t, logarithm("f64", sum(map(exponential, v)))), True),
    "ReduceSumSquare": ((1, 13), (18,), lambda t: lambda v: sum(each * each for each in v), False),
}
AXES = {"last": [-1], "first": [0], "middle": [-2], "outer": [0, 2], "reversed": [-1, 0], "all": [0, 1, 2]}


def data(name, type_="f32"):
    """24 different numbers; between 0 and 3 where powers of e are added."""
    if name == "ReduceLogSumExp":
        return of(type_, array(shuffled(type_, [2, 3, 4], 0, 1)) / NUMPY[type_](8))
    return shuffled(type_, [2, 3, 4], 1 if name == "ReduceLogSum" else -9, 1)


def add_reductions(corpus):
    made = Nodes()
    for name, (attribute_versions, operand_versions, function_of, is_bounded) in REDUCTIONS.items():
        function, x = function_of("f32"), data(name)

        def add(kind, nodes, axes, keepdims, opset, more=None, x=x, function=function):
            y = of(x.type, reduced(function, array(x), axes, keepdims), DERIVED if is_bounded else None)
            made.run("%s_%s_version_%d" % (name[6:].lower(), kind, opset), nodes, {"x": x, **(more or {})}, {"y": y}, opset)

        for k, (kind, axes) in enumerate(AXES.items()):
            keepdims = k % 2
            opset = attribute_versions[1] if min(axes) < 0 else attribute_versions[k % 2]
            add(kind, "y = %s <axes = %s, keepdims = %d> (x)" % (name, axes, keepdims), axes, keepdims, opset)
            opset = operand_versions[k % len(operand_versions)]
            add(kind, "y = %s <keepdims = %d> (x, axes)" % (name, 1 - keepdims), axes, 1 - keepdims, opset, {"axes": of("i64", axes)})
        add("default", "y = %s (x)" % name, [0, 1, 2], 1, 13)
        add("default", "y = %s (x)" % name, [0, 1, 2], 1, 18)
        add("empty_axes", "axes = Constant <value_ints: ints = []> () y = %s <keepdims = 0> (x, axes)" % name, [0, 1, 2], 0, 18)
        for kind, nodes in (("no_axes", "y = %s <noop_with_empty_axes = 1> (x)" % name),
                            ("no_axes_of_a_list", "axes = Constant <value_ints: ints = []> () y = %s <noop_with_empty_axes = 1, keepdims = 0> (x, axes)" % name)):
            add(kind, nodes, [], 1, 18)
        add("axes_although_noop", "y = %s <noop_with_empty_axes = 1> (x, axes)" % name, [1], 1, 18, {"axes": of("i64", [1])})
        for type_ in ("f64",) + (("i32", "i64") if not is_bounded else ("f16",)):
            add("type_" + type_, "y = %s <axes = [1], keepdims = 0> (x)" % name, [1], 0, 13, x=data(name, type_), function=function_of(type_))
    for name, function, least in (("ReduceMax", max, -INF), ("ReduceMin", min, INF)):
        for type_, values in (("u8", [[200, 7], [3, 255], [128, 9]]), ("i8", [[-128, 7], [127, -3], [1, -9]])):
            made.run("%s_%s" % (name[6:].lower(), type_), "y = %s <axes = [0], keepdims = 0> (x)" % name, {"x": of(type_, values)},
                     {"y": of(type_, reduced(function, np.array(values, object), [0], 0))}, 13)
        flags = np.array([[True, False], [True, True], [False, False]])
        made.run(name[6:].lower() + "_boolean", "y = %s <keepdims = 0> (x, axes)" % name, {"x": of("boolean", flags), "axes": of("i64", [1])},
                 {"y": of("boolean", reduced(function, flags, [1], 0))}, 20)
        for type_ in ("f32", "f16"):
            made.run("%s_of_infinities_%s" % (name[6:].lower(), type_), "y = %s <axes = [1], keepdims = 0> (x)" % name,
                     {"x": of(type_, [[least, least], [least, 3], [-least, least]])}, {"y": of(type_, [least, 3, -least])}, 13)
        for type_, empty in (("f32", least), ("i32", -2**31 if least < 0 else 2**31 - 1)):
            made.run("%s_of_nothing_%s" % (name[6:].lower(), type_), "y = %s <keepdims = 0> (x, axes)" % name, {"x": of(type_, np.zeros([2, 0, 3])), "axes": of("i64", [1])},
                     {"y": of(type_, np.full([2, 3], empty, object))}, 20)
    made.add_to(corpus, "reductions", oracle=ORACLE, kind="boundary", rules=["ONNX-GRAPH-2", "NUM-3"],
                title="Reductions whose axes are an attribute or an operand, with and without the reduced axes.",
                notes="ReduceLogSumExp has 24 numbers from 0 to 23 / 8. The greatest of no elements is the least value of the type.")


def add_extremes(corpus):
    made = Nodes()
    x = np.array([[[3, 9, 9], [7, 3, 1]], [[9, 2, 5], [7, 7, 7]]])  # in each direction there are equal elements
    for name, best in (("ArgMax", max), ("ArgMin", min)):
        for axis in (0, 1, 2, -1, -2, -3):
            for last in (0, 1):
                keepdims = (axis + last) % 2

                def position(values):
                    value = best(values)
                    return len(values) - 1 - values[::-1].index(value) if last else values.index(value)

                type_ = ("f32", "i32", "f64", "i64", "u8", "f16")[(axis + 2 * last) % 6]
                made.run("%s_axis_%s_%s" % (name.lower(), str(axis).replace("-", "m"), "last" if last else "first"),
                         "y = %s <axis = %d, keepdims = %d, select_last_index = %d> (x)" % (name, axis, keepdims, last), {"x": of(type_, x)},
                         {"y": of("i64", reduced(position, x, [axis], keepdims))}, 12 + last)
        for opset in (1, 11, 13):  # before version 12 no text says which one of equal elements it is
            data = x if opset > 11 else np.array([[[3, 9, 9], [7, 3, 1]], [[9, 2, 5], [8, 7, 7]]])
            made.run("%s_default_version_%d" % (name.lower(), opset), "y = %s (x)" % name, {"x": of("f32", data)},
                     {"y": of("i64", reduced(lambda v: v.index(best(v)), data, [0], 1))}, opset)
    made.add_to(corpus, "positions_of_extremes", oracle=ORACLE, kind="boundary", title="ArgMax and ArgMin: of equal elements the first position, or the last.")


def softmax(line):
    """One line; the sum is rounded once."""
    powers = [(x - max(each.value for each in line)).apply("exp") for x in line]
    total = sum(power.value for power in powers)
    return [power / Rounded(power.type, total) for power in powers]


def along(function, x, axes, type_):
    """A function of the line of Rounded along some axes that follow one another."""
    out, kept = np.empty(x.shape, object), [axis for axis in range(x.ndim) if axis not in axes]
    for place in np.ndindex(*[x.shape[axis] for axis in kept]):
        index = [slice(None)] * x.ndim
        for axis, position in zip(kept, place):
            index[axis] = position
        line = [Rounded(type_, float(v)) for v in x[tuple(index)].reshape(-1)]
        out[tuple(index)] = np.array([v.value for v in function(line)], object).reshape(x[tuple(index)].shape)
    return out


def add_softmax(corpus):
    made = Nodes()
    x = np.array([0.5, -1, 2, 0.25, 3, -0.75, 1, -2, 4, 0, 2.5, -1.5]).reshape([2, 3, 2])
    for name, function in (("Softmax", softmax), ("LogSoftmax", log_softmax)):
        for opset in (1, 11, 13):
            for axis in (None, 0, 1, 2, -1, -2, -3):
                if opset == 1 and axis is not None and axis < 0:
                    continue
                first = (1 if opset < 13 else 2) if axis is None else axis % 3
                axes = [first] if opset >= 13 else list(range(first, 3))
                y = of("f32", along(function, x, axes, "f32"), DERIVED)
                made.run("%s_version_%d_axis_%s" % (name.lower(), opset, "none" if axis is None else str(axis).replace("-", "m")),
                         "y = %s %s(x)" % (name, "" if axis is None else "<axis = %d> " % axis), {"x": of("f32", x)}, {"y": y}, opset)
        for type_ in ("f64", "f16"):
            made.run("%s_%s" % (name.lower(), type_), "y = %s <axis = 1> (x)" % name, {"x": of(type_, x)}, {"y": of(type_, along(function, x, [1], type_), DERIVED)}, 13)
        large = np.array([[1000.0, 999, 998.5], [-1000, -999, -1001]])
        made.run(name.lower() + "_of_large_numbers", "y = %s (x)" % name, {"x": of("f32", large)}, {"y": of("f32", along(function, large, [1], "f32"), DERIVED)}, 13)
    made.add_to(corpus, "softmax", oracle=ORACLE, kind="boundary", title="Softmax and LogSoftmax: along one axis from version 13 on, and before that over all axes from it on.",
                rules=["ONNX-GRAPH-2", "NUM-6"], notes="The default axis was 1 before version 13, and is the last one since.")


def running(step, start, x, axis, exclusive, reverse):
    """Along an axis, the results of a step from the first element on, before or after that element."""
    lines = np.moveaxis(x, axis, -1).astype(object)
    out = np.empty(lines.shape, object)
    for place in np.ndindex(*lines.shape[:-1]):
        value = start
        for k in (range(lines.shape[-1] - 1, -1, -1) if reverse else range(lines.shape[-1])):
            before, value = value, step(value, lines[place][k])
            out[place][k] = before if exclusive else value
    return np.moveaxis(out, -1, axis)


def add_running(corpus):
    made = Nodes()
    for name, opset, step, start in (("CumSum", 14, lambda a, b: a + b, 0), ("CumProd", 26, lambda a, b: a * b, 1)):
        x = array(shuffled("i32", [2, 3, 2], -4 if start == 0 else 2, 1))
        for k, (axis, exclusive, reverse) in enumerate((axis, e, r) for axis in (0, 1, -1) for e in (0, 1) for r in (0, 1)):
            type_ = ("f32", "i32", "f64", "i64")[(k + k // 4) % 4]
            made.run("%s_axis_%s%s%s" % (name.lower(), str(axis).replace("-", "m"), "_exclusive" * exclusive, "_reverse" * reverse),
                     "y = %s <exclusive = %d, reverse = %d> (x, axis)" % (name, exclusive, reverse),
                     {"x": of(type_, x), "axis": of(("i32", "i64")[k % 2], axis)}, {"y": of(type_, running(step, start, x, axis, exclusive, reverse))}, opset)
        made.run(name.lower() + "_default", "y = %s (x, axis)" % name, {"x": of("f32", x), "axis": of("i64", -2)},
                 {"y": of("f32", running(step, start, x, -2, 0, 0))}, 11 if start == 0 else opset)
    made.add_to(corpus, "running_sums_and_products", oracle=ORACLE, kind="boundary", title="CumSum and CumProd, exclusive and reverse.",
                notes="All sums and products are exact.", rules=["ONNX-GRAPH-2", "NUM-3"])


def add_top_k(corpus):
    made = Nodes()
    x = np.array([[[5, 8, 5], [1, 5, 9], [8, 2, 7]], [[3, 3, 3], [6, 4, 2], [0, 4, 8]]])

    def best(axis, k, largest):
        lines = np.moveaxis(x, axis, -1)
        order = np.array([sorted(range(lines.shape[-1]), key=lambda p: ((-1 if largest else 1) * int(lines[place][p]), p))[:k]
                          for place in np.ndindex(*lines.shape[:-1])], np.int64).reshape(lines.shape[:-1] + (k,))
        return np.moveaxis(np.take_along_axis(lines, order, -1), -1, axis), np.moveaxis(order, -1, axis)

    def add(name, node, inputs, axis, k, largest, opset, type_="f32"):
        values, positions = best(axis, k, largest)
        made.run(name, "y, p = TopK " + node, {"x": of(type_, x), **inputs}, {"y": of(type_, values), "p": of("i64", positions)}, opset)

    for axis in (0, 1, -1, -2):
        for largest in (0, 1):
            for k in (1, 2):
                add("axis_%s_%s_%d" % (str(axis).replace("-", "m"), ("smallest", "largest")[largest], k), "<axis = %d, largest = %d> (x, k)" % (axis, largest),
                    {"k": of("i64", [k])}, axis, k, largest, 11, ("f32", "i64", "f64", "i32")[(axis + k) % 4])
    for opset, node, inputs in ((1, "<axis = 1, k = 2> (x)", {}), (10, "<axis = 1> (x, k)", {"k": of("i64", [2])})):
        add("version_%d" % opset, node, inputs, 1, 2, 1, opset)
    add("default_axis", "(x, k)", {"k": of("i64", [2])}, -1, 2, 1, 11)
    add("not_sorted_one", "<axis = 2, largest = 0, sorted = 0> (x, k)", {"k": of("i64", [1])}, 2, 1, 0, 11)
    made.add_to(corpus, "top_k", oracle=ORACLE, kind="boundary", title="TopK of the largest and the smallest elements; of equal ones, the lower position comes first.")


def add_cases(corpus):
    for add in (add_reductions, add_extremes, add_softmax, add_running, add_top_k):
        add(corpus)
