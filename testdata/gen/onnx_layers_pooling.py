"""Pools of ONNX, and what puts elements back: MaxUnpool and Col2Im."""

import itertools
import math

import numpy as np

from case import Tensor
from onnx_layers import Layer, array, distinct, of
from ops_col2im import col2im
from pooling import Axis, greatest, means, with_bound

ORACLE = "generator: gen/onnx_layers_pooling.py"
INF = math.inf


def axes_of(x, kernel, strides=None, dilations=None, pads=None, auto_pad="NOTSET", ceil_mode=0, **_):
    rank = len(kernel)
    ones, pads = [1] * rank, pads or [0] * 2 * rank
    rounding = "ceil_torch" if ceil_mode else None  # without windows that begin in the last pads
    pad = None if auto_pad == "NOTSET" else auto_pad.lower()
    return [Axis(*numbers, rounding, pad) for numbers in
            zip(x.shape[2:], kernel, strides or ones, dilations or ones, pads[:rank], pads[rank:])]


def text(attributes):
    return ", ".join("%s = %s" % (key, '"%s"' % value if isinstance(value, str) else value) for key, value in attributes.items())


# name, opset, data, kernel, attributes
WINDOWS = (
    ("row", 7, [2, 2, 5], [3], {}),
    ("row_of_everything", 22, [1, 3, 8], [2], {"strides": [2], "dilations": [3], "pads": [1, 2]}),
    ("plane", 7, [1, 2, 4, 3], [3, 2], {"strides": [1, 2], "pads": [0, 1, 1, 0]}),
    ("plane_of_everything", 19, [2, 1, 5, 4], [2, 3], {"strides": [2, 1], "dilations": [2, 1], "pads": [1, 0, 0, 2]}),
    ("plane_up", 10, [1, 2, 4, 5], [2, 3], {"strides": [3, 2], "ceil_mode": 1}),
    ("up_without_a_window_in_the_pads", 22, [1, 2, 3, 4], [2, 2], {"strides": [2, 3], "pads": [1, 0, 1, 1], "ceil_mode": 1}),
    ("up_before_version_22", 12, [1, 1, 3, 4], [2, 2], {"strides": [2, 3], "pads": [1, 0, 1, 1], "ceil_mode": 1}),
    ("solid_of_everything", 22, [1, 2, 3, 2, 4], [2, 1, 3], {"strides": [1, 2, 1], "dilations": [2, 1, 1], "pads": [1, 0, 1, 0, 0, 1]}),
    ("four_axes", 22, [1, 2, 2, 3, 2, 3], [2, 2, 1, 2], {"strides": [1, 1, 1, 2], "pads": [0, 1, 0, 0, 0, 0, 0, 1]}),
    ("same_upper", 11, [1, 1, 5, 4], [2, 3], {"strides": [2, 1], "auto_pad": "SAME_UPPER"}),
    ("same_lower", 11, [1, 1, 5, 4], [2, 3], {"strides": [2, 1], "auto_pad": "SAME_LOWER"}),
    ("valid", 11, [1, 2, 5, 4], [2, 3], {"strides": [2, 1], "auto_pad": "VALID"}),
)


OPEN = {"up_before_version_22"}  # the text of version 22 leaves a window out, and that of earlier ones does not


def add_greatest(corpus):
    made = Layer("MaxPool")

    def add(name, opset, x, kernel, attributes, indices=True):
        values, positions = greatest(x, axes_of(x, kernel, **attributes), 0)
        if attributes.get("storage_order"):  # the first spatial axis counts fastest
            positions = [column_major(p, x.shape) for p in positions]
        outputs = [values] + ([Tensor("i64", values.shape, positions)] if indices else [])
        # The text does not say whether channels and images count too.
        open_ = name in OPEN or attributes.get("storage_order") and math.prod(x.shape[:2]) > 1
        made.run(name, opset, text({"kernel_shape": kernel, **attributes}), {"x": x}, outputs, **({"tier": "survey"} if open_ else {}))

    for k, (name, opset, data, kernel, attributes) in enumerate(WINDOWS):
        needed = 10 if "dilations" in attributes else 8  # versions with dilations, and with indices
        add(name, max(opset, needed), distinct(k + 1, data, 1), kernel, attributes)
    add("column_major_plane", 22, distinct(21, [2, 2, 3, 4], 1), [2, 2], {"storage_order": 1, "strides": [1, 2]})
    add("column_major_solid", 12, distinct(22, [1, 2, 2, 3, 4], 1), [1, 2, 3], {"storage_order": 1})
    add("column_major_of_one_channel", 12, distinct(25, [1, 1, 3, 4], 1), [2, 2], {"storage_order": 1, "strides": [1, 2]})
    add("column_major_solid_of_one_channel", 22, distinct(26, [1, 1, 2, 3, 4], 1), [1, 2, 3], {"storage_order": 1})
    add("values_alone", 1, distinct(23, [1, 2, 4], 1), [2], {}, False)
    for type_ in ("f32", "f16"):
        add("negative_infinity_" + type_, 12, Tensor(type_, [1, 1, 5], [-INF, -INF, 1, -INF, -INF]), [2], {}, False)
    add("u8", 12, Tensor("u8", [1, 2, 5], [9, 200, 3, 255, 0, 1, 128, 127, 7, 250]), [2], {"pads": [1, 0]})
    add("i8", 12, Tensor("i8", [1, 2, 4], [-9, -100, -3, -128, 0, -1, 127, 7]), [3], {"strides": [2], "pads": [1, 1]})
    add("f16", 22, distinct(24, [1, 2, 5], 1, "f16"), [2], {"strides": [3]})
    made.add_to(corpus, "max_pool", oracle=ORACLE, rules=["OP-20", "ONNX-GRAPH-5", "ONNX-GRAPH-6"],
                title="MaxPool gives the greatest elements, and their places in the whole tensor in one of two orders.")


def column_major(position, shape):
    """The place of an element if the spatial axes count from the first one on."""
    spatial = shape[2:]
    rest, at = position % math.prod(spatial), []
    for size in reversed(spatial):
        at.insert(0, rest % size)
        rest //= size
    count = 0
    for place, size in zip(reversed(at), reversed(spatial)):
        count = count * size + place
    return position - position % math.prod(spatial) + count


def add_means(corpus):
    made = Layer("AveragePool")
    for k, (name, opset, data, kernel, attributes) in enumerate(WINDOWS):
        newest = max(opset, 19) if "dilations" in attributes else opset
        x = distinct(k + 31, data, 1)
        for counts in (0, 1):
            if counts and "pads" not in attributes and "auto_pad" not in attributes:
                continue
            axes = axes_of(x, kernel, **attributes)
            result = with_bound(means(x, axes, not counts), x, axes, not counts, math.prod(kernel))
            given = {"kernel_shape": kernel, **attributes, **({"count_include_pad": 1} if counts else {})}
            made.run(name + "_with_pads" * counts, newest, text(given), {"x": x}, [result], **({"tier": "survey"} if name in OPEN else {}))
    # 3, 3, 3 and 2 elements in data or padding: what is after the padding does not count (OP-23).
    made.run("up_past_the_pads_with_pads", 22, text({"kernel_shape": [3], "strides": [2], "pads": [1, 1], "ceil_mode": 1, "count_include_pad": 1}),
             {"x": Tensor("f32", [1, 1, 6], [1, 2, 12, 25, 35, 60])}, [Tensor("f32", [1, 1, 4], [1, 13, 40, 30])], tier="survey")
    made.add_to(corpus, "average_pool", oracle=ORACLE, rules=["OP-20", "ONNX-GRAPH-6"],
                title="AveragePool divides by the number of elements in the window, with or without its pads.")


def add_norms(corpus):
    made = Layer("LpPool")

    def add(name, opset, shape, kernel, p, steps, tier=None, **attributes):
        x = of("f32", array(distinct(len(name), shape, 0.25)) + 0.125)
        axes, magnitudes = axes_of(x, kernel, **attributes), np.abs(array(x))
        y = np.zeros(shape[:2] + [axis.count for axis in axes])
        for place in np.ndindex(*y.shape):
            windows = itertools.product(*[axis.inside(i) for axis, i in zip(axes, place[2:])])
            y[place] = sum(magnitudes[place[:2] + at] ** p for at in windows) ** (1 / p)
        given = {"kernel_shape": kernel, **attributes, **({"p": p} if p != 2 else {})}
        made.run(name, opset, text(given), {"x": x}, [of("f32", y, steps)], **({"tier": tier} if tier else {}))
    add("row", 2, [2, 2, 4], [3], 2, 60)
    add("plane", 11, [1, 2, 3, 4], [2, 3], 2, 60, strides=[1, 2], pads=[1, 0, 0, 1])
    add("third_powers", 18, [1, 2, 5], [2], 3, 120, strides=[2], pads=[0, 1])
    add("magnitudes", 18, [1, 2, 3, 3], [2, 2], 1, 60, strides=[2, 1])
    add("dilations", 22, [1, 1, 4, 5], [2, 2], 3, 120, dilations=[3, 2], pads=[0, 1, 1, 0])
    add("solid", 22, [1, 2, 2, 3, 4], [2, 1, 3], 4, 120)
    add("same_lower", 22, [1, 1, 5], [2], 2, 60, strides=[2], auto_pad="SAME_LOWER")
    add("up", 18, [1, 2, 4, 5], [2, 3], 2, 60, strides=[3, 2], ceil_mode=1)
    add("up_past_the_pads", 22, [1, 1, 6], [3], 3, 120, strides=[2], pads=[1, 1], ceil_mode=1)
    add("up_without_a_window_in_the_pads", 22, [1, 1, 3, 4], [2, 2], 1, 60, strides=[2, 3], pads=[1, 0, 1, 1], ceil_mode=1, tier="survey")
    add("same_upper", 22, [1, 1, 5], [2], 2, 60, strides=[2], auto_pad="SAME_UPPER")
    made.add_to(corpus, "lp_pool", oracle=ORACLE, rules=["OP-20", "ONNX-GRAPH-6"], title="LpPool takes the root of the sum of powers of each window.")
    made = Layer("GlobalAveragePool")
    for name, shape, opset in (("row", [2, 3, 4], 1), ("plane", [1, 3, 2, 5], 1), ("solid", [2, 2, 3, 1, 2], 22), ("one_position", [2, 3, 1], 22)):
        x = distinct(51, shape, 1)
        made.run(name, opset, "", {"x": x}, [of("f32", array(x).mean(axis=tuple(range(2, len(shape))), keepdims=True), 30, array(x))])
    made.add_to(corpus, "global_average_pool", oracle=ORACLE, rules=["OP-20", "ONNX-GRAPH-2"],
                title="GlobalAveragePool gives the mean of each channel, whatever the rank is.")


def add_unpooled(corpus):
    """The oracle writes each element at its index in the tensor that was pooled."""
    made = Layer("MaxUnpool")

    def add(name, opset, x, indices, pooled, output=None, more=None, **attributes):
        flat = np.zeros(math.prod(pooled))
        for value, index in zip(x.values, indices):
            flat[index] = value
        y = flat.reshape(pooled)
        if output:
            whole = np.zeros(output)
            whole[tuple(slice(0, size) for size in pooled)] = y
            y = whole
        made.run(name, opset, text(attributes), {"x": x, "i": Tensor("i64", x.shape, indices), "size": of("i64", output) if output else None}, [of("f32", y)],
                 **(more or {}))
    x = distinct(61, [1, 2, 2], 1)
    add("row", 9, x, [1, 2, 7, 4], [1, 2, 4], kernel_shape=[2], strides=[2])
    add("row_with_pads", 11, x, [0, 2, 4, 5], [1, 2, 3], kernel_shape=[3], strides=[2], pads=[1, 1])
    x = distinct(62, [1, 2, 2, 2], 1)
    indices = [1, 5, 12, 8, 21, 17, 22, 29]
    add("plane", 11, x, indices, [1, 2, 4, 4], kernel_shape=[2, 2], strides=[2, 2])
    # The text does not say which of the two tensors the indices count in. ONNX's own test has the smaller one.
    add("plane_of_another_size", 22, distinct(63, [1, 1, 2, 2], 1), [5, 7, 13, 15], [1, 1, 4, 4], [1, 1, 5, 6], {"tier": "survey"}, kernel_shape=[2, 2], strides=[2, 2])
    add("kernel_above_the_strides", 22, distinct(64, [2, 1, 2, 2], 1), [0, 5, 8, 11, 12, 15, 17, 23], [2, 1, 3, 4], kernel_shape=[2, 3], strides=[1, 1])
    made.add_to(corpus, "max_unpool", oracle=ORACLE, rules=["ONNX-GRAPH-2", "ONNX-GRAPH-5"],
                title="MaxUnpool writes elements at their indices, and zeros elsewhere.")


def add_images(corpus):
    made = Layer("Col2Im")

    def add(name, x, output, kernel, strides=(1, 1), dilations=(1, 1), pads=(0, 0, 0, 0), attributes=""):
        y = col2im(x, output, kernel, strides, dilations, pads[:2], pads[2:])
        made.run(name, 18, attributes, {"x": x, "image": of("i64", output), "block": of("i64", kernel)}, [y])
    add("overlapping", distinct(71, [1, 8, 6], 1), [3, 4], [2, 2])
    add("strides", distinct(72, [2, 6, 4], 1), [4, 6], [2, 3], (2, 3), attributes="strides = [2, 3]")
    add("dilations", distinct(73, [1, 6, 3], 1), [3, 5], [3, 2], (1, 1), (1, 2), attributes="dilations = [1, 2]")
    add("pads", distinct(74, [1, 4, 15], 1), [3, 4], [2, 2], (1, 1), (1, 1), (1, 0, 0, 2), "pads = [1, 0, 0, 2]")
    add("everything", distinct(75, [1, 4, 12], 1), [5, 6], [2, 1], (2, 2), (2, 3), (1, 0, 2, 1), "strides = [2, 2], dilations = [2, 3], pads = [1, 0, 2, 1]")
    made.add_to(corpus, "col2im", oracle=ORACLE, rules=["OP-38", "ONNX-GRAPH-6"], title="Col2Im adds blocks of an image where they overlap.")


def add_cases(corpus):
    for add in (add_greatest, add_means, add_norms, add_unpooled, add_images):
        add(corpus)
