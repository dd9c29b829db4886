"""Nodes that runtimes take together for one operator, and nodes that are nearly the same.

The oracle is NumPy. Every value is an integer or a sum of a few powers of two, so nothing is rounded.
"""

import itertools

import numpy as np

from onnx_fused_functions import add_functions
from onnx_nodes import add_fusions, array, integer, integers, of, shuffled, words

ORACLE = "generator: gen/onnx_fusions.py"


def add_blocks(made):
    """Reshape, Transpose, Reshape: shuffled channels, and blocks between depth and space."""
    def add(name, x_shape, middle, order, last):
        x = shuffled("f32", x_shape, -int(np.prod(x_shape)) + 1, 2)
        made.run("%s__%s" % (name, words(*order)), " ".join([integers("a", *middle), "m = Reshape (x, a) t = Transpose <perm = %s> (m)" % list(order),
                                                            integers("b", *last), "y = Reshape (t, b)"]),
                 {"x": x}, {"y": of("f32", array(x).reshape(middle).transpose(order).reshape(last))}, 13)
    for order in itertools.permutations(range(4)):
        add("channels", [1, 6, 2, 2], [3, 2, 2, 2], order, [1, 6, 2, 2])
    for order in ((0, 2, 1, 3, 4), (0, 1, 2, 3, 4), (0, 2, 1, 4, 3), (0, 3, 1, 2, 4)):
        add("shuffle", [1, 4, 2, 2], [1, 2, 2, 2, 2], order, [1, 4, 2, 2])
    for order in ((0, 3, 4, 1, 5, 2), (0, 3, 4, 2, 5, 1), (0, 3, 5, 1, 4, 2), (0, 1, 4, 2, 5, 3), (0, 1, 4, 3, 5, 2), (0, 3, 1, 4, 5, 2)):
        add("depth_to_space", [1, 8, 2, 2], [1, 2, 2, 2, 2, 2], order, [1, 2, 4, 4])
    for order in ((0, 3, 5, 1, 2, 4), (0, 5, 3, 1, 2, 4), (0, 1, 3, 5, 2, 4), (0, 3, 5, 1, 4, 2), (0, 1, 5, 3, 2, 4)):
        add("space_to_depth", [1, 2, 4, 4], [1, 2, 2, 2, 2, 2], order, [1, 8, 2, 2])


def add_repeats(made):
    """Rows that are split and joined again, and axes that are repeated: what a Resize does."""
    x = shuffled("f32", [1, 2, 2, 2], -7, 2)
    for axis, order in itertools.product((1, 2, 3), ((0, 0, 1, 1), (0, 1, 0, 1), (0, 0, 1), (0, 1, 1), (1, 1, 0, 0), (0, 0, 0, 1, 1, 1), (0, 1))):
        made.run("split_axis_%d__%s" % (axis, words(*order)), "p0, p1 = Split <axis = %d> (x) y = Concat <axis = %d> (%s)" % (axis, axis, ", ".join("p%d" % k for k in order)),
                 {"x": x}, {"y": of("f32", np.take(array(x), order, axis))}, 13)
    for name, middle, ones, value in (("twice", [1, 2, 2, 1, 2, 1], [1, 1, 1, 2, 1, 2], 1), ("thrice_and_twice", [1, 2, 2, 1, 2, 1], [1, 1, 1, 3, 1, 2], 1),
                                      ("twice_times_two", [1, 2, 2, 1, 2, 1], [1, 1, 1, 2, 1, 2], 2), ("blocks", [1, 2, 1, 2, 1, 2], [1, 1, 2, 1, 2, 1], 1),
                                      ("rows_alone", [1, 2, 2, 1, 2, 1], [1, 1, 1, 2, 1, 1], 1), ("channels", [1, 2, 1, 2, 1, 2], [1, 1, 2, 1, 1, 1], 1)):
        wide = array(x).reshape(middle) * np.full(ones, value)
        last = [1, wide.shape[1], wide.shape[2] * wide.shape[3], wide.shape[4] * wide.shape[5]]
        y = of("f32", wide.reshape(last))
        factor = "f = Constant <value = float {%d.0}> () %s k = Expand (f, o)" % (value, integers("o", *ones))
        around = (integers("a", *middle) + " m = Reshape (x, a) ", " " + integers("b", *last) + " y = Reshape (w, b)")
        made.run("ones_" + name, around[0] + factor + " w = Mul (m, k)" + around[1], {"x": x}, {"y": y}, 13)
        if value == 1:
            made.run("tile_" + name, around[0] + integers("o", *ones) + " w = Tile (m, o)" + around[1], {"x": x}, {"y": y}, 13)
            made.run("expand_" + name, around[0] + integers("o", *wide.shape) + " w = Expand (m, o)" + around[1], {"x": x}, {"y": y}, 13)


def weighted(names):
    """y = names[0] + 10 names[1] + 100 names[2] + ..."""
    text = "f0 = Identity (%s)" % names[0]
    for k, name in enumerate(names[1:], 1):
        text += " c%d = Constant <value = float {%d.0}> () g%d = Mul (%s, c%d) f%d = Add (f%d, g%d)" % (k, 10**k, k, name, k, k, k - 1, k)
    return text + " y = Identity (f%d)" % (len(names) - 1)


def add_parts(made):
    """Several Gathers or Slices of one value, which a Split may replace."""
    x = shuffled("f32", [4, 4], -15, 2)
    for axis, chosen in itertools.product((0, 1), ((0, 1, 2, 3), (0, 1, 2, 2), (3, 2, 1, 0), (0, 2, 1, 3), (-4, -3, -2, -1), (0, 1, 2), (1, 2, 3), (0, 1, 2, -1))):
        gathers = " ".join("%s p%d = Gather <axis = %d> (x, i%d)" % (integer("i%d" % k, place), k, axis, k) for k, place in enumerate(chosen))
        y = sum(10**k * np.take(array(x), place, axis) for k, place in enumerate(chosen))
        made.run("gathers_axis_%d__%s" % (axis, words(*chosen)), gathers + " " + weighted(["p%d" % k for k in range(len(chosen))]), {"x": x}, {"y": of("f32", y)}, 13)
        lists = " ".join("%s p%d = Gather <axis = %d> (x, i%d)" % (integers("i%d" % k, place), k, axis, k) for k, place in enumerate(chosen))
        y = sum(10**k * np.take(array(x), [place], axis) for k, place in enumerate(chosen))
        made.run("gathers_of_lists_axis_%d__%s" % (axis, words(*chosen)), lists + " " + weighted(["p%d" % k for k in range(len(chosen))]), {"x": x}, {"y": of("f32", y)}, 13)
    row = shuffled("f32", [6, 2], -11, 2)
    for cuts in (((0, 2), (2, 4), (4, 6)), ((0, 2), (2, 4), (3, 5)), ((0, 2), (4, 6)), ((4, 6), (2, 4), (0, 2)), ((0, 2), (0, 2), (2, 4)), ((0, 2), (2, 4), (-2, 99)), ((0, 3), (3, 6)), ((1, 3), (3, 5))):
        slices = integers("axis", 0) + " " + " ".join("%s %s p%d = Slice (x, b%d, e%d, axis)" % (integers("b%d" % k, b), integers("e%d" % k, e), k, k, k) for k, (b, e) in enumerate(cuts))
        y = sum(10**k * array(row)[b:e] for k, (b, e) in enumerate(cuts))
        made.run("slices__" + "__".join(words(*cut) for cut in cuts), slices + " " + weighted(["p%d" % k for k in range(len(cuts))]), {"x": row}, {"y": of("f32", y)}, 13)
        y = np.concatenate([array(row)[b:e] for b, e in cuts])
        made.run("slices_joined__" + "__".join(words(*cut) for cut in cuts), slices + " y = Concat <axis = 0> (%s)" % ", ".join("p%d" % k for k in range(len(cuts))), {"x": row}, {"y": of("f32", y)}, 13)
    a, b = shuffled("f32", [2, 2], 1, 2), shuffled("f32", [3, 2], -5, 2)
    both = np.concatenate([array(a), array(b)])
    for begin, end in ((0, 2), (2, 5), (1, 3), (0, 5), (2, 4), (-3, 99), (3, 5)):
        made.run("cut_of_joined__%s" % words(begin, end), "c = Concat <axis = 0> (a, b) %s %s %s y = Slice (c, i, j, axis)" % (integers("i", begin), integers("j", end), integers("axis", 0)), {"a": a, "b": b}, {"y": of("f32", both[begin:end])}, 13)
    for pads, begin, end in ((2, 2, 8), (2, 1, 9), (2, 0, 6), (1, 1, 7), (1, 2, 8), (2, 3, 7)):
        padded = np.pad(array(row), ((pads, pads), (0, 0)))
        made.run("cut_of_padded__%s" % words(pads, begin, end), "%s c = Pad (x, p) %s %s %s y = Slice (c, i, j, axis)" % (integers("p", pads, 0, pads, 0), integers("i", begin), integers("j", end), integers("axis", 0)), {"x": row}, {"y": of("f32", padded[begin:end])}, 13)


def add_shapes(made):
    """A Reshape whose shape is computed from that of its input."""
    x = shuffled("f32", [2, 3, 4], -23, 2)
    sizes = "s = Shape (x) %s %s %s d0 = Gather (s, i0) d1 = Gather (s, i1) d2 = Gather (s, i2) %s " % (integers("i0", 0), integers("i1", 1), integers("i2", 2), integers("any", -1))
    for name, parts, shape in (("same", "d0, d1, d2", [2, 3, 4]), ("exchanged", "d1, d0, d2", [3, 2, 4]), ("last_first", "d2, d0, d1", [4, 2, 3]), ("two_axes", "d0, any", [2, 12]),
                               ("other_two_axes", "any, d2", [6, 4]), ("middle_first", "d1, any", [3, 8]), ("any_in_the_middle", "d0, any, d1", [2, 4, 3]), ("any_for_the_last", "d0, d1, any", [2, 3, 4])):
        made.run("shape_" + name, sizes + "t = Concat <axis = 0> (%s) y = Reshape (x, t)" % parts, {"x": x}, {"y": of("f32", array(x).reshape(shape))}, 13)
    made.run("shape_with_product", sizes + "p = Mul (d0, d1) t = Concat <axis = 0> (p, d2) y = Reshape (x, t)", {"x": x}, {"y": of("f32", array(x).reshape(6, 4))}, 13)
    z = shuffled("f32", [4, 6], 1, 2)
    made.run("shape_of_another", "s = Shape (z) y = Reshape (x, s) w = Neg (z)", {"x": x, "z": z}, {"y": of("f32", array(x).reshape(4, 6)), "w": of("f32", -array(z))}, 13)


GROUPS = [
    ("blocks", add_blocks, "Reshape, Transpose and Reshape"),
    ("repeats", add_repeats, "Rows and axes that are repeated"),
    ("parts", add_parts, "Several parts of one value, and parts of joined values"),
    ("shapes", add_shapes, "Reshape to a computed shape"),
    ("functions", add_functions, "Arithmetic that is nearly an operator of its own"),
]


def add_cases(corpus):
    add_fusions(corpus, ORACLE, GROUPS, "runtime", "take for one operator")
