"""OpenVINO's operations that most models use: on operands that stretch, along every axis, and in bodies."""

import itertools

from case import Tensor, rejected
from single import Single, counting, element, filled, places, vector

ORACLE = "generator: gen/ops_base.py"
SHAPES = {"more_axes_left": ([2, 2, 3], [2, 1]), "more_axes_right": ([3], [2, 1, 3]), "ones_in_both": ([3, 1], [1, 4]),
          "inner_axis_of_one": ([2, 3, 2], [2, 1, 2]), "scalars": ([], []), "nothing": ([2, 0], [2, 1])}


def spread(type_, shape, first, step):
    """first, first + step, ... with every other number negative."""
    made = counting("i64", shape, 0)
    if type_ == "boolean":
        return Tensor(type_, shape, [(k * 2 + first) % 3 == 0 for k in made.values])
    return Tensor(type_, shape, [(first + step * k) * (-1) ** (k if first > 1 else k + 1) for k in made.values])


def stretched(function, type_, *operands):
    rank = max(len(t.shape) for t in operands)
    padded = [[1] * (rank - len(t.shape)) + t.shape for t in operands]
    shape = [max(sizes) if 0 not in sizes else 0 for sizes in zip(*padded)]

    def value(place):
        return function(*[element(t, [p % size for p, size in list(zip(place, sizes))[rank - len(t.shape):]]) for t, sizes in zip(operands, padded)])
    return filled(shape, value, type_)


def truncated(a, b):
    return abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)


# operation: (its version, the element types of operands and result, its function)
PAIRS = {"Add": ("opset1", "i32", "i32", lambda a, b: a + b), "Subtract": ("opset1", "i32", "i32", lambda a, b: a - b), "Multiply": ("opset1", "i32", "i32", lambda a, b: a * b),
         "Maximum": ("opset1", "i32", "i32", max), "Minimum": ("opset1", "i32", "i32", min), "SquaredDifference": ("opset1", "f32", "f32", lambda a, b: (a - b) ** 2),
         "Mod": ("opset1", "i32", "i32", lambda a, b: a - truncated(a, b) * b), "FloorMod": ("opset1", "i32", "i32", lambda a, b: a % b), "Power": ("opset1", "f32", "f32", lambda a, b: float(a) ** b),
         "Equal": ("opset1", "i32", "boolean", lambda a, b: a == b), "NotEqual": ("opset1", "i32", "boolean", lambda a, b: a != b), "Less": ("opset1", "i32", "boolean", lambda a, b: a < b),
         "LessEqual": ("opset1", "i32", "boolean", lambda a, b: a <= b), "Greater": ("opset1", "i32", "boolean", lambda a, b: a > b), "LogicalAnd": ("opset1", "boolean", "boolean", lambda a, b: a and b),
         "LogicalOr": ("opset1", "boolean", "boolean", lambda a, b: a or b)}


def operands_of(name, type_, left, right):
    if name == "Power":  # exponents from 0 on
        return counting("f32", left, 2), Tensor("f32", right, [k % 4 for k in range(len(counting("f32", right).values))])
    return spread(type_, left, 1, 3), spread(type_, right, 2, 1)


def add_pairs(corpus):
    for name, (version, type_, result, function) in PAIRS.items():
        for body in (False, True):
            made = Single(name, version, ["x", "y"], ["auto_broadcast"], outputs=(result,), body=body)
            for kind, (left, right) in ({"iterations": ([3, 2, 1], [3, 1, 2])} if body else SHAPES).items():
                x, y = operands_of(name, type_, left, right)
                made.run(kind, [x, y], [stretched(function, result, x, y)], {"auto_broadcast": "numpy"}, known=kind != "more_axes_left")
            folder = "%s%s" % ("".join("_" + c.lower() if c.isupper() else c for c in name).strip("_"), "_in_a_body" * body)
            made.add_to(corpus, "operations/of_two_operands/" + folder, rules=["OP-5"], oracle=ORACLE, kind="combined" if body else "boundary",
                        title="%s of parts that stretch, in the body of a TensorIterator." % name if body else "%s of operands that stretch to one shape." % name)


def add_quotients(corpus):
    made = Single("Divide", "opset1", ["x", "y"], ["auto_broadcast", "m_pythondiv"])
    for type_ in ("i32", "i64"):
        x, y = vector(type_, [7, -7, 7, -7, 6, -1]), vector(type_, [2, 2, -2, -2, 3, 3])
        for flag in (None, "true", "false"):
            function = truncated if flag == "false" else lambda a, b: a // b
            made.run("%s_pythondiv_%s" % (type_, flag or "left_out"), [x, y], [stretched(function, type_, x, y)], {"auto_broadcast": "numpy", "m_pythondiv": flag})
    for kind, (left, right) in SHAPES.items():
        x, y = spread("f32", left, 1, 3), Tensor("f32", right, [(-2.0) ** (k % 5) for k in range(len(counting("f32", right).values))])
        made.run(kind, [x, y], [stretched(lambda a, b: a / b, "f32", x, y)], {"auto_broadcast": "numpy"})
    made.add_to(corpus, "operations/of_two_operands/divide", rules=["OP-5"], oracle=ORACLE, title="Divide of both signs with and without m_pythondiv, and of operands that stretch.", notes="With m_pythondiv, the default, a quotient of integers is rounded down: -7 / 2 is -4. Otherwise its fraction is dropped.")
    made = Single("Select", "opset1", ["c", "x", "y"], ["auto_broadcast"])
    for kind, (shape, left, right) in {"scalar_condition": ([], [2, 2], [2]), "condition_of_more_axes": ([2, 1, 3], [3], []), "all_stretch": ([2, 1], [3], [1, 1, 1]), "scalars": ([], [], []), "nothing": ([2, 1], [2, 0], [])}.items():
        for first in (0, 1):
            c, x, y = spread("boolean", shape, first, 1), counting("i32", left, 1), counting("i32", right, 101)
            made.run("%s_%d" % (kind, first), [c, x, y], [stretched(lambda k, a, b: a if k else b, "i32", c, x, y)], {"auto_broadcast": "numpy"}, known=not first)
    made.add_to(corpus, "operations/of_three_operands/select", rules=["OP-5"], oracle=ORACLE, title="Select whose condition and operands stretch to one shape.")


def add_joined(corpus):
    def joined(parts, axis):
        axis %= len(parts[0].shape)
        shape = list(parts[0].shape)
        shape[axis] = sum(p.shape[axis] for p in parts)

        def value(place):
            at = place[axis]
            for part in parts:
                if at < part.shape[axis]:
                    return element(part, place[:axis] + (at,) + place[axis + 1:])
                at -= part.shape[axis]
        return filled(shape, value, parts[0].type)

    made = Single("Concat", "opset1", ["x", "y", "z"], ["axis"])
    for shape in ([2], [2, 3], [2, 1, 3], [1, 2, 2, 3]):
        for axis in range(-len(shape), len(shape)):
            parts = [counting("i32", [d + (k == axis % len(shape)) * n for k, d in enumerate(shape)], 100 * n + 1) for n in (1, 0, 2)]
            made.run("rank_%d_axis_%s" % (len(shape), str(axis).replace("-", "m")), parts, [joined(parts, axis)], {"axis": axis}, known=axis % 2 == 0)
    for name, sizes in (("first", (0, 2, 1)), ("last", (2, 1, 0)), ("all", (0, 0, 0))):
        parts = [counting("i32", [2, size], 10 * k + 1) for k, size in enumerate(sizes)]
        made.run("empty_" + name, parts, [joined(parts, 1)], {"axis": -1})
    made.add_to(corpus, "operations/joined/three", rules=["OP-5"], oracle=ORACLE, title="Concat along each axis of each rank, and of operands without elements.")
    made = Single("Concat", "opset1", list("abcdef"), ["axis"], outputs=("{{a_type}}",))
    parts = [counting("i32", [2, 1 + k % 2], 10 * k + 1) for k in range(6)]
    made.run("axis_1", parts, [joined(parts, 1)], {"axis": 1})
    made.add_to(corpus, "operations/joined/six", rules=["OP-5"], oracle=ORACLE, title="Concat of six operands.")
    for count in (2, 3):
        made = Single("Split", "opset1", ["x", "axis"], ["num_splits"], ["axis"], outputs=("{{x_type}}",) * count)
        for axis in range(-3, 3):
            x = counting("i32", [count * 2, count, count * 3], 1)
            size = x.shape[axis] // count
            parts = [filled([d if k != axis % 3 else size for k, d in enumerate(x.shape)], lambda place, n=n: element(x, [p + (k == axis % 3) * n * size for k, p in enumerate(place)]), "i32") for n in range(count)]
            made.run("axis_%s" % str(axis).replace("-", "m"), [x, Tensor("i64", [], [axis])], parts, {"num_splits": count}, known=axis % 2 == 0)
        made.add_to(corpus, "operations/split_into/%s" % ("two", "three")[count - 2], rules=["OP-5"], oracle=ORACLE, title="Split into %s equal parts along each axis." % ("two", "three")[count - 2])


def add_shapes(corpus):
    made = Single("Reshape", "opset1", ["x", "shape"], ["special_zero"], ["shape"])
    for name, had, given, flag, shape in (("copied_first", [2, 3, 4], [0, 12], "true", [2, 12]), ("copied_middle", [2, 3, 4], [4, 0, 2], "true", [4, 3, 2]), ("copied_and_rest", [2, 3, 4], [0, 0, -1, 2], "true", [2, 3, 2, 2]),
                                          ("rest_and_copied", [2, 3, 4], [-1, 0], "true", [8, 3]), ("rest", [2, 3, 4], [6, -1], "false", [6, 4]), ("zero_is_a_size", [0, 3], [3, 0], "false", [3, 0]), ("zeros_are_sizes", [2, 0, 3], [0, 5], "false", [0, 5]),
                                          ("zero_is_copied", [0, 3], [0, 5], "true", [0, 5]), ("to_a_scalar", [1, 1], [], "true", []), ("of_a_scalar", [], [1, -1], "true", [1, 1])):
        x = counting("i32", had)
        made.run(name, [x, vector("i64", given)], [Tensor("i32", shape, x.values)], {"special_zero": flag}, known=name != "rest")
    made.add_to(corpus, "operations/shapes/reshape", rules=["OP-5"], oracle=ORACLE, title="Reshape with sizes of 0 and -1, with and without special_zero.", notes="With special_zero a 0 copies the size of the same axis, otherwise it is a size.")
    made = Single("Transpose", "opset1", ["x", "order"], (), ["order"])
    for order in list(itertools.permutations(range(3))) + [()]:
        x, used = counting("i32", [2, 3, 4]), order or (2, 1, 0)
        back = [used.index(k) for k in range(3)]
        made.run("order_%s" % ("_".join(map(str, order)) or "empty"), [x, vector("i64", order)], [filled([x.shape[k] for k in used], lambda place: element(x, [place[k] for k in back]), "i32")], known=len(order) % 2 == 1)
    made.add_to(corpus, "operations/shapes/transpose", rules=["OP-5"], oracle=ORACLE, title="Transpose by every order of three axes, and by an empty one.", notes="Without an order, the axes are reversed.")
    made = Single("Squeeze", "opset1", ["x", "axes"], (), ["axes"])
    for axes in ([0], [2], [-2], [-4], [0, 2], [2, 0], [-2, 0]):
        x = counting("i32", [1, 3, 1, 2])
        made.run("axes_%s" % "_".join(map(str, axes)).replace("-", "m"), [x, vector("i64", axes)], [Tensor("i32", [d for k, d in enumerate(x.shape) if k not in [a % 4 for a in axes]], x.values)])
    made.add_to(corpus, "operations/shapes/squeeze", rules=["OP-5"], oracle=ORACLE, title="Squeeze of some axes of size 1, in any order.")
    made = Single("Unsqueeze", "opset1", ["x", "axes"], (), ["axes"])
    for axes in ([0], [2], [-1], [-3], [0, 1], [1, 0], [1, 3], [3, 1], [0, -1], [-2, -4]):
        x, rest = counting("i32", [2, 3]), iter([2, 3])
        made.run("axes_%s" % "_".join(map(str, axes)).replace("-", "m"), [x, vector("i64", axes)],
                 [Tensor("i32", [1 if k in [a % (2 + len(axes)) for a in axes] else next(rest) for k in range(2 + len(axes))], x.values)])
    made.add_to(corpus, "operations/shapes/unsqueeze", rules=["OP-5"], oracle=ORACLE, title="Unsqueeze at axes in any order, and negative ones.", notes="Axes are those of the result.")


def add_updates(corpus):
    made = Single("ScatterUpdate", "opset3", ["x", "indices", "updates", "axis"], (), ["axis"])
    for axis, indices in ((0, [2, 0]), (1, [3, 1]), (-1, [0, 2]), (-2, [1, 3]), (0, [[1], [2]])):
        x, where = counting("i32", [3, 4, 3]), Tensor("i64", [2, 1] if isinstance(indices[0], list) else [2], [v[0] if isinstance(v, list) else v for v in indices])
        a = axis % 3
        shape = x.shape[:a] + where.shape + x.shape[a + 1:]
        updates = counting("i32", shape, 101)
        found = {v % x.shape[a]: k for k, v in enumerate(where.values)}

        def value(place):
            if place[a] not in found:
                return element(x, place)
            return element(updates, place[:a] + (found[place[a]],) + (0,) * (len(where.shape) - 1) + place[a + 1:])
        made.run("axis_%s_rank_%d" % (str(axis).replace("-", "m"), len(where.shape)), [x, where, updates, Tensor("i64", [], [axis])], [filled(x.shape, value, "i32")])
    x, two, axis = counting("f32", [3, 2]), Tensor("i64", [2], [2, 0]), Tensor("i64", [], [0])
    fits = counting("f32", [2, 2], 11)
    for name, change, rule in (
            ("updates_f64", {2: counting("f64", [2, 2])}, "OP-4"), ("updates_i32", {2: counting("i32", [2, 2])}, "OP-4"), ("indices_f32", {1: Tensor("f32", [2], [2, 0])}, "OP-4"),
            ("too_many_updates", {2: counting("f32", [3, 2])}, "OP-5"), ("updates_of_another_axis", {2: counting("f32", [2, 3])}, "OP-5"),
            ("updates_of_rank_3", {2: counting("f32", [2, 2, 1])}, "OP-5"), ("scalar_updates", {2: counting("f32", [])}, "OP-5"),
            ("axis_2_of_rank_2", {3: Tensor("i64", [], [2])}, "OP-6")):
        made.run(name, [change.get(k, operand) for k, operand in enumerate([x, two, fits, axis])], rejected("load", rule))
    made.run("too_many_updates_in_the_run", [x, two, counting("f32", [3, 2]), axis], rejected("run", "OP-5"), known=False)
    made.add_to(corpus, "operations/updates/scatter_update", rules=["OP-5", "OP-4", "OP-6"], oracle=ORACLE, title="ScatterUpdate along each axis.")
    for kind, function in (("ReduceMax", max), ("ReduceSum", sum)):
        made = Single(kind, "opset1", ["x", "axes"], ["keep_dims"], ["axes"])
        for axes in ([1], [-1], [-3], [0, 2], [2, 1], [0, 1, 2], [-2, 0], []):
            x = counting("i32", [2, 3, 4], -30)
            gone = {a % 3 for a in axes}
            for flag in ("true", "false"):
                kept = [d if k not in gone else 1 for k, d in enumerate(x.shape)]
                values = [function([element(x, at) for at in places(x.shape) if all(p == q for k, (p, q) in enumerate(zip(at, place)) if k not in gone)]) for place in places(kept)]
                made.run("axes_%s_kept_%s" % ("_".join(map(str, axes)).replace("-", "m") or "none", flag), [x, vector("i64", axes)],
                         [Tensor("i32", kept if flag == "true" else [d for k, d in enumerate(x.shape) if k not in gone], values)], {"keep_dims": flag}, known=flag == "true" or not axes)
        made.add_to(corpus, "operations/reduced/%s" % kind[6:].lower(), rules=["OP-5"], oracle=ORACLE, title="%s along some axes, which stay or not." % kind, notes="Without axes the result is the operand.")


def add_products(corpus):
    made = Single("MatMul", "opset1", ["x", "y"], ["transpose_a", "transpose_b"])

    def product(x, y, left, right):
        a = [1] + x.shape if len(x.shape) == 1 else x.shape[:-2] + (x.shape[:-3:-1] if left else x.shape[-2:])
        b = y.shape + [1] if len(y.shape) == 1 else y.shape[:-2] + (y.shape[:-3:-1] if right else y.shape[-2:])
        rank = max(len(a), len(b)) - 2
        batches = [[1] * (rank - len(s) + 2) + s[:-2] for s in (a, b)]
        batch = [max(p, q) if 0 not in (p, q) else 0 for p, q in zip(*batches)]

        def read(t, place, row, column, turned, is_left):
            if len(t.shape) == 1:
                return t.values[column if is_left else row]
            own = [p % size for p, size in zip(place[rank - len(t.shape) + 2:], t.shape[:-2])]
            return element(t, own + ([column, row] if turned else [row, column]))
        values = [sum(read(x, p, p[-2], k, left, True) * read(y, p, k, p[-1], right, False) for k in range(a[-1])) for p in places(batch + [a[-2], b[-1]])]
        shape = batch + ([] if len(x.shape) == 1 else [a[-2]]) + ([] if len(y.shape) == 1 else [b[-1]])
        return Tensor("f32", shape, values)

    for name, left, right, flags in (
            ("matrices", [2, 3], [3, 4], "nn"), ("left_turned", [3, 2], [3, 4], "tn"), ("right_turned", [2, 3], [4, 3], "nt"), ("both_turned", [3, 2], [4, 3], "tt"), ("square_left_turned", [3, 3], [3, 3], "tn"),
            ("square_right_turned", [3, 3], [3, 3], "nt"), ("squares_turned", [3, 3], [3, 3], "tt"), ("vectors", [3], [3], "nn"), ("vector_and_matrix", [3], [3, 2], "nn"), ("matrix_and_vector", [2, 3], [3], "nn"),
            ("vector_and_turned", [3], [2, 3], "nt"), ("turned_and_vector", [3, 2], [3], "tn"), ("vectors_turned", [3], [3], "tt"), ("vector_turned_and_matrix", [3], [3, 2], "tn"), ("matrix_and_vector_turned", [2, 3], [3], "nt"),
            ("vector_and_batch", [3], [2, 3, 2], "nn"), ("batch_and_vector", [2, 2, 3], [3], "nn"), ("batches", [2, 2, 3], [2, 3, 2], "nn"), ("batches_turned", [2, 3, 2], [2, 2, 3], "tt"), ("matrix_and_batch", [2, 3], [2, 3, 2], "nn"),
            ("batch_and_matrix", [2, 2, 3], [3, 2], "nn"), ("batch_and_turned", [2, 2, 3], [2, 3], "nt"), ("batch_of_one", [1, 2, 3], [3, 3, 2], "nn"), ("other_batch_of_one", [3, 2, 3], [1, 3, 2], "nn"), ("both_batches_stretch", [3, 1, 2, 2], [1, 2, 2, 3], "nn"),
            ("two_batches", [2, 3, 1, 2], [2, 3, 2, 2], "nn"), ("fewer_batches", [3, 2, 2], [2, 1, 2, 2], "nn"), ("nothing_inside", [2, 0], [0, 3], "nn"), ("no_rows", [0, 3], [3, 2], "nn"), ("empty_batch", [0, 2, 3], [3, 2], "nn")):
        x, y = counting("f32", left, -3), counting("f32", right, 2)
        made.run(name, [x, y], [product(x, y, flags[0] == "t", flags[1] == "t")], {"transpose_a": str(flags[0] == "t").lower(), "transpose_b": str(flags[1] == "t").lower()}, known="batch" not in name)
    made.add_to(corpus, "operations/products/mat_mul", rules=["OP-5"], oracle=ORACLE, title="MatMul of vectors, matrices and batches, each transposed or not.", notes="A vector on the left is a row and one on the right a column, and transposing it changes nothing.")


def add_cases(corpus):
    for add in (add_pairs, add_quotients, add_joined, add_shapes, add_updates, add_products):
        add(corpus)
