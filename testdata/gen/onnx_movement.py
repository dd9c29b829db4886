"""ONNX's operators that make, repeat, cut and reorder elements, and its sums of products."""

import itertools

import numpy as np

from onnx_nodes import DERIVED, Nodes, array, of, shuffled

ORACLE = "generator: gen/onnx_movement.py"


def text(axis):
    return str(axis).replace("-", "m")


def add_made(corpus):
    """ConstantOfShape, EyeLike, Range, Size."""
    made = Nodes()
    for name, attribute, type_, value in (("default", "", "f32", 0), ("f64", "<value = double[1] {2.5}> ", "f64", 2.5), ("i64", "<value = int64[1] {-7}> ", "i64", -7),
                                          ("boolean", "<value = bool[1] {1}> ", "boolean", True), ("u8", "<value = uint8[1] {200}> ", "u8", 200), ("f16", "<value = float16[1] {0.5}> ", "f16", 0.5)):
        for shape in ([2, 3], []) if name in ("default", "i64") else ([3, 1, 2],):
            made.run("constant_%s_rank_%d" % (name, len(shape)), "y = ConstantOfShape %s(s)" % attribute, {"s": of("i64", np.array(shape, np.int64))},
                     {"y": of(type_, np.full(shape, value))}, 20)
    made.run("constant_of_no_elements", "y = ConstantOfShape (s)", {"s": of("i64", [2, 0, 3])}, {"y": of("f32", np.zeros([2, 0, 3]))}, 9)
    for k in (0, 1, -1, 3, -2, 9):
        for dtype, type_ in ((None, "f32"), (7, "i64"), (9, "boolean"), (11, "f64"))[:2 if abs(k) != 1 else 4]:
            attributes = ", ".join(["k = %d" % k] * (k != 0) + (["dtype = %d" % dtype] if dtype else []))
            made.run("eye_%s_%s" % (text(k), type_), "y = EyeLike <%s> (x)" % attributes, {"x": shuffled("f32", [3, 4], 5)},
                     {"y": of(type_, [[c - r == k for c in range(4)] for r in range(3)])}, 9 if dtype else 22)
    made.run("eye_of_i32", "y = EyeLike <k = 1> (x)", {"x": of("i32", [[7, 8], [9, 5], [3, 4]])}, {"y": of("i32", [[0, 1], [0, 0], [0, 0]])}, 22)
    for type_, begin, end, step in (("i32", 2, 11, 3), ("i32", 2, 12, 3), ("i64", 10, -3, -4), ("i64", 5, 5, 1), ("i64", 3, 9, -1), ("f32", 1, 2, 0.25), ("f32", 1, 2.125, 0.25),
                                    ("f64", 1, -1.5, -0.5), ("i64", 2**40, 2**40 + 5, 2)):
        values = list(itertools.takewhile(lambda v: v < end if step > 0 else v > end, (begin + k * step for k in range(99))))
        made.run("range_%s_from_%s_to_%s" % (type_, str(begin).replace("-", "m"), str(end).replace("-", "m").replace(".", "_")), "y = Range (begin, end, step)",
                 {"begin": of(type_, begin), "end": of(type_, end), "step": of(type_, step)}, {"y": of(type_, values)}, 11)
    for shape in ([2, 3, 4], [5], [], [3, 0]):
        for opset in (1, 13, 21):
            made.run("size_of_rank_%d_version_%d" % (len(shape), opset), "y = Size (x)", {"x": shuffled("f32" if opset > 1 else "i32", shape)},
                     {"y": of("i64", int(np.prod(shape)))}, opset)
    made.add_to(corpus, "made_tensors", oracle=ORACLE, kind="boundary", title="ConstantOfShape, EyeLike with k and dtype, Range in both directions, and Size.",
                notes="Diagonal k begins in column k, or in row -k. A Range ends before its end.")


def add_repeated(corpus):
    """Expand and Tile."""
    made = Nodes()
    for x, shape in (([3, 1], [3, 4]), ([3, 1], [2, 1, 4]), ([3, 1], [1, 1]), ([2, 3], [3]), ([2, 1, 3], [4, 1]), ([], [2, 3]), ([1], [0]), ([2, 3], [1]), ([3], [2, 1, 1])):
        data = shuffled("f32" if len(x) != 2 else "i64", x, 1)
        y = np.broadcast_to(array(data), np.broadcast_shapes(tuple(x), tuple(shape)))
        made.run("expand_%s_to_%s" % ("_".join(map(str, x)) or "scalar", "_".join(map(str, shape))), "y = Expand (x, s)", {"x": data, "s": of("i64", shape)}, {"y": of(data.type, y)}, 13)
    flags = of("boolean", [[True], [False], [True]])
    made.run("expand_boolean", "y = Expand (x, s)", {"x": flags, "s": of("i64", [2])}, {"y": of("boolean", np.repeat(array(flags), 2, 1))}, 8)
    for x, repeats, type_ in (([2, 3], [2, 1], "f32"), ([2, 3], [1, 3], "i64"), ([3, 2], [3, 2], "f64"), ([4], [3], "u8"), ([2, 1, 3], [1, 2, 2], "i32"), ([2, 3], [0, 2], "f32"), ([2, 2], [2, 3], "f16")):
        made.run("tile_%s_by_%s" % ("_".join(map(str, x)), "_".join(map(str, repeats))), "y = Tile (x, r)", {"x": shuffled(type_, x, 1), "r": of("i64", repeats)},
                 {"y": of(type_, np.tile(array(shuffled(type_, x, 1)), repeats))}, 13)
    made.add_to(corpus, "repeated_elements", oracle=ORACLE, kind="boundary", title="Expand, whose shape may be smaller than that of data, and Tile.")


def lengths_of(size, count):
    """Equal lengths, of which the last may be smaller."""
    part = -(-size // count)
    return [part] * (count - 1) + [size - part * (count - 1)]


def add_split(corpus):
    made = Nodes()

    def add(name, node, x, axis, lengths, opset, inputs=None):
        parts = np.split(array(x), np.cumsum(lengths)[:-1], axis)
        outputs = {"y%d" % k: of(x.type, part) for k, part in enumerate(parts)}
        made.run(name, "%s = Split %s" % (", ".join(outputs), node), {"x": x, **(inputs or {})}, outputs, opset)

    x = shuffled("f32", [2, 7, 3], 1)
    for axis, lengths in ((1, [2, 4, 1]), (-2, [3, 0, 4]), (2, [1, 2]), (0, [2]), (-1, [2, 1])):
        add("lengths_attribute_%s_%d" % (text(axis), len(lengths)), "<axis = %d, split = %s> (x)" % (axis, lengths), x, axis, lengths, 11)
        for opset in (13, 18):
            add("lengths_%s_%d_version_%d" % (text(axis), len(lengths), opset), "<axis = %d> (x, lengths)" % axis, x, axis, lengths, opset, {"lengths": of("i64", lengths)})
    even = shuffled("i64", [4, 6], 1)
    for opset in (2, 11, 13):
        add("equal_version_%d" % opset, "<axis = 1> (x)", even, 1, [2, 2, 2], opset)
    add("equal_default_axis", "(x)", even, 0, [2, 2], 13)
    for axis, count in ((1, 3), (-2, 2), (2, 3), (0, 2), (1, 7), (-1, 2)):
        add("outputs_%s_%d" % (text(axis), count), "<axis = %d, num_outputs = %d> (x)" % (axis, count), x, axis, lengths_of(x.shape[axis], count), 18)
    made.add_to(corpus, "splits", oracle=ORACLE, kind="boundary", title="Split by lengths, as an attribute or an operand, into equal parts, and into a number of parts.",
                notes="7 elements in 3 parts are 3, 3 and 1. Version 13 made the lengths an operand, and version 18 added num_outputs.")


def add_reordered(corpus):
    """Transpose, ReverseSequence, DepthToSpace, SpaceToDepth, Trilu."""
    made = Nodes()
    x = shuffled("f32", [2, 3, 4], 1)
    for perm in itertools.permutations(range(3)):
        made.run("transpose_" + "".join(map(str, perm)), "y = Transpose <perm = %s> (x)" % list(perm), {"x": x}, {"y": of("f32", array(x).transpose(perm))}, 13)
    for type_, shape in (("i64", [2, 3, 4]), ("boolean", [3, 2]), ("u8", [5]), ("f64", []), ("f16", [2, 1, 2, 3])):
        data = of(type_, array(shuffled("i32", shape)) % 2 == 0) if type_ == "boolean" else shuffled(type_, shape, 1)
        made.run("transpose_without_perm_%s" % type_, "y = Transpose (x)", {"x": data}, {"y": of(type_, array(data).transpose())}, 1)
    for batch, time in ((0, 1), (1, 0)):
        for lengths in ([1, 3, 2, 4], [4, 1, 0, 3]):
            data, name = shuffled("f32", [4, 5, 2] if batch == 0 else [5, 4, 2], 1), "".join(map(str, lengths))
            y = array(data).copy()
            for k, length in enumerate(lengths):
                row = y[k] if batch == 0 else y[:, k]
                row[:length] = row[:length][::-1].copy()
            made.run("reverse_batch_%d_%s" % (batch, name), "y = ReverseSequence <batch_axis = %d, time_axis = %d> (x, lengths)" % (batch, time),
                     {"x": data, "lengths": of("i64", lengths)}, {"y": of("f32", y)}, 10, **({"tier": "survey"} if 0 in lengths else {}))
    data = shuffled("i64", [3, 2, 2], 1)
    y = array(data).copy()
    y[:, 1] = y[::-1, 1]
    made.run("reverse_default", "y = ReverseSequence (x, lengths)", {"x": data, "lengths": of("i64", [1, 3])}, {"y": of("i64", y)}, 10)
    for size, deep, flat in ((2, [1, 8, 2, 3], [1, 2, 4, 6]), (3, [2, 9, 1, 2], [2, 1, 3, 6]), (1, [2, 3, 1, 2], [2, 3, 1, 2])):
        data = shuffled("f32", deep, 1)
        n, c, h, w = deep
        for mode in ("DCR", "CRD"):
            if mode == "DCR":
                y = array(data).reshape(n, size, size, c // size**2, h, w).transpose(0, 3, 4, 1, 5, 2)
            else:
                y = array(data).reshape(n, c // size**2, size, size, h, w).transpose(0, 1, 4, 2, 5, 3)
            y = of("f32", y.reshape(n, c // size**2, h * size, w * size))
            made.run("to_space_%d_%s" % (size, mode.lower()), 'y = DepthToSpace <blocksize = %d, mode = "%s"> (x)' % (size, mode), {"x": data}, {"y": y}, 13)
            made.run("to_depth_%d_%s" % (size, mode.lower()), 'y = SpaceToDepth <blocksize = %d, mode = "%s"> (x)' % (size, mode), {"x": y}, {"y": data}, 28)
            if mode == "DCR":
                made.run("to_space_%d_default" % size, "y = DepthToSpace <blocksize = %d> (x)" % size, {"x": data}, {"y": y}, 1)
                made.run("to_depth_%d_default" % size, "y = SpaceToDepth <blocksize = %d> (x)" % size, {"x": y}, {"y": data}, 13)
    for type_, shape in (("f32", [3, 4]), ("i64", [2, 3, 2]), ("f64", [4, 3])):
        for upper in (1, 0):
            for k in (None, -1, 1, 2, -5, 5) if type_ == "f32" else (1, -2):
                data, inputs = shuffled(type_, shape, 1), {} if k is None else {"k": of("i64", k)}
                y = (np.triu if upper else np.tril)(array(data), k or 0)
                node = "y = Trilu %s(x%s)" % ("" if upper and k is None else "<upper = %d> " % upper, ", k" if inputs else "")
                made.run("trilu_%s_%s_%s" % (type_, ("lower", "upper")[upper], "none" if k is None else text(k)), node, {"x": data, **inputs}, {"y": of(type_, y)}, 14)
    made.add_to(corpus, "reordered_elements", oracle=ORACLE, kind="boundary", title="Transpose, ReverseSequence, DepthToSpace and SpaceToDepth in both modes, and Trilu.")


def add_padded(corpus):
    made = Nodes()
    x = shuffled("f32", [2, 3, 4], 1)

    def add(name, node, pads, opset, inputs=None, value=0, mode="constant", data=x):
        more = {"constant_values": value} if mode == "constant" else {}
        cut = array(data)[tuple(slice(max(-a, 0), size - max(-b, 0)) for (a, b), size in zip(pads, data.shape))]
        y = np.pad(cut, [(max(a, 0), max(b, 0)) for a, b in pads], mode, **more)
        made.run(name, "y = Pad %s" % node, {"x": data, **(inputs or {})}, {"y": of(data.type, y)}, opset)

    def ends(pads):
        return [a for a, _ in pads] + [b for _, b in pads]

    pads = [(1, 0), (2, 1), (0, 3)]
    inner = [(0, 1), (2, 1), (1, 3)]  # within what a reflection has
    for mode, given in (("constant", pads), ("edge", pads), ("reflect", inner)):
        add("%s_version_2" % mode, '<mode = "%s", pads = %s%s> (x)' % (mode, ends(given), ", value = 1.5" if mode == "constant" else ""), given, 2, value=1.5, mode=mode)
        for opset in (11, 18):
            add("%s_version_%d" % (mode, opset), '<mode = "%s"> (x, pads)' % mode, given, opset, {"pads": of("i64", ends(given))}, mode=mode)
    add("wrap", '<mode = "wrap"> (x, pads)', inner, 19, {"pads": of("i64", ends(inner))}, mode="wrap")
    add("value", "(x, pads, value)", pads, 13, {"pads": of("i64", ends(pads)), "value": of("f32", -2.5)}, value=-2.5)
    for opset, axes, given in ((18, [-1, 0], [(0, 3), (1, 0)]), (19, [1], [(2, 1)]), (21, [2, -2], [(1, 2), (0, 1)])):
        whole = [(0, 0)] * 3
        for axis, pair in zip(axes, given):
            whole[axis] = pair
        add("axes_version_%d" % opset, '(x, pads, value, axes)', whole, opset, {"pads": of("i64", ends(given)), "value": of("f32", 7), "axes": of("i64", axes)}, value=7)
        add("edge_axes_version_%d" % opset, '<mode = "edge"> (x, pads, "", axes)', whole, opset, {"pads": of("i64", ends(given)), "axes": of("i64", axes)}, mode="edge")
    negative = [(-1, 2), (1, -2), (-1, -1)]
    add("negative", "(x, pads)", negative, 13, {"pads": of("i64", ends(negative))})
    add("negative_version_2", "<pads = %s> (x)" % ends(negative), negative, 2)
    row = [(2, 1), (0, 2)]
    for type_, value in (("i32", -9), ("i64", 2**53 + 1), ("f64", 0.25), ("u8", 250), ("f16", 1.5)):
        add("value_" + type_, "(x, pads, value)", row, 13, {"pads": of("i64", ends(row)), "value": of(type_, value)}, value=value, data=shuffled(type_, [2, 2], 1))
    flags = of("boolean", [[True, False], [False, False]])
    add("value_boolean", "(x, pads, value)", row, 13, {"pads": of("i64", ends(row)), "value": of("boolean", True)}, value=True, data=flags)
    made.add_to(corpus, "pads", oracle=ORACLE, kind="boundary", title="Pad in all modes, with an attribute or operands, of some axes, and with pads below 0.",
                notes="Version 11 made pads an operand, version 18 added axes, and version 19 the mode wrap.")


def add_products(corpus):
    """Einsum and Gemm, of small integers, so that every order of the sums is exact."""
    made = Nodes()
    sizes = {"i": 2, "j": 3, "k": 4, "b": 5}
    for name, equation in (("matmul", "ij,jk->ik"), ("implicit", "ij,jk"), ("transposed", "ij->ji"), ("implicit_order", "ji"), ("sum", "ij->"), ("row_sums", "ij->i"), ("outer", "i,j->ji"),
                           ("batch", "bij,bjk->bik"), ("three", "ij,jk,k->i"), ("dot", "j,j->"), ("hadamard", "ij,ij->ij"), ("order", "bij,kj->kbi"), ("blanks", " ij , jk -> ki ")):
        terms = equation.replace(" ", "").split("->")[0].split(",")
        given = {"abc"[k]: shuffled("f32", [sizes[letter] for letter in term], (-3, 2, -1)[k], (1, 2, 3)[k]) for k, term in enumerate(terms)}
        y = np.einsum(equation.replace(" ", ""), *[array(value).astype(np.int64) for value in given.values()])
        made.run("einsum_" + name, 'y = Einsum <equation = "%s"> (%s)' % (equation, ", ".join(given)), given, {"y": of("f32", y)}, 12)
    for name, equation, shapes in (("ellipsis", "...ij,...jk->...ik", ([2, 2, 3], [2, 3, 2])), ("ellipsis_inside", "i...k,k->...i", ([2, 3, 4], [4])), ("ellipsis_of_ones", "...i,...i->...", ([2, 1, 3], [1, 2, 3])),
                                   ("diagonal", "ii->i", ([3, 3],)), ("trace", "ii", ([3, 3],)), ("diagonal_of_batch", "bii->ib", ([2, 3, 3],))):
        given = {"abc"[k]: shuffled("f64", shape, (-3, 2)[k], (1, 2)[k]) for k, shape in enumerate(shapes)}
        y = np.einsum(equation, *[array(value).astype(np.int64) for value in given.values()])
        tier = {"tier": "survey"} if name == "ellipsis_of_ones" else {}  # ONNX's checker refuses it
        made.run("einsum_" + name, 'y = Einsum <equation = "%s"> (%s)' % (equation, ", ".join(given)), given, {"y": of("f64", y)}, 12, **tier)
    for type_ in ("i32", "i64"):
        a, b = shuffled(type_, [2, 3], -2), shuffled(type_, [3, 4], 1)
        made.run("einsum_" + type_, 'y = Einsum <equation = "ij,jk->ki"> (a, b)', {"a": a, "b": b}, {"y": of(type_, (array(a) @ array(b)).T)}, 12)
    for k, (left, right, alpha, beta, c) in enumerate(((0, 0, 1, 1, [2, 4]), (1, 0, 0.5, 2, [4]), (0, 1, 2, 0.25, [2, 1]), (1, 1, -1, 0.5, []), (1, 0, 1, 1, [1]), (0, 1, 0.25, 1, [1, 4]), (1, 1, 1, 3, None))):
        a, b = shuffled("f32", [3, 2] if left else [2, 3], -2), shuffled("f32", [4, 3] if right else [3, 4], -5)
        y = alpha * (array(a).T if left else array(a)) @ (array(b).T if right else array(b))
        inputs = {"a": a, "b": b}
        if c is not None:
            inputs["c"] = shuffled("f32", c, 4, 8)
            y = y + beta * array(inputs["c"])
        for opset in (7, 13) if c is not None else (11, 13):
            made.run("gemm_%d_version_%d" % (k, opset), "y = Gemm <alpha = %.2f, beta = %.2f, transA = %d, transB = %d> (%s)" % (alpha, beta, left, right, ", ".join(inputs)),
                     inputs, {"y": of("f32", y, DERIVED)}, opset)
    for type_ in ("f64", "i32", "i64", "f16"):
        a, b, c = shuffled(type_, [2, 3], -2), shuffled(type_, [3, 4], 1), shuffled(type_, [4], -1, 2)
        made.run("gemm_" + type_, "y = Gemm (a, b, c)", {"a": a, "b": b, "c": c}, {"y": of(type_, array(a) @ array(b) + array(c), DERIVED if type_[0] == "f" else None)}, 13)
    made.add_to(corpus, "sums_of_products", oracle=ORACLE, kind="boundary", title="Einsum with all kinds of equations, and Gemm with all of its attributes.",
                notes="All sums are exact. Without an arrow, the letters that occur once are the output, in the order of the alphabet.")


def add_cases(corpus):
    for add in (add_made, add_repeated, add_split, add_reordered, add_padded, add_products):
        add(corpus)
