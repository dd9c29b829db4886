"""Convolutions of ONNX: with biases, groups, zero points, offsets and states."""

import itertools

import numpy as np

from case import Tensor
from onnx_layers import Layer, array, distinct, of, sigmoid
from ops_convolution import backprop, convolution

ORACLE = "generator: gen/onnx_layers_convolution.py"


def grouped(weights, groups):
    return Tensor(weights.type, [groups, weights.shape[0] // groups] + weights.shape[1:], weights.values)


def with_bias(product, bias):
    if bias is None:
        return product
    sums = array(product) + array(bias).reshape([1, -1] + [1] * (len(product.shape) - 2))
    return of(product.type, sums)


def conv(x, w, bias, groups=1, strides=None, dilations=None, pads=None, auto_pad="NOTSET", **_):
    rank = len(x.shape) - 2
    ones, pads = [1] * rank, pads or [0] * 2 * rank
    auto_pad = None if auto_pad == "NOTSET" else auto_pad.lower()
    product = convolution(x, grouped(w, groups), strides or ones, dilations or ones, pads[:rank], pads[rank:], auto_pad, True)
    return with_bias(product, bias)


def text(attributes):
    names = {"groups": "group", "kernel": "kernel_shape"}
    return ", ".join("%s = %s" % (names.get(k, k), '"%s"' % v if isinstance(v, str) else v) for k, v in attributes.items())


# name, data, weights, bias, attributes; the groups have several channels of input and of output
FORWARD = (
    ("row", [2, 3, 5], [4, 3, 2], False, {}),
    ("row_of_everything", [1, 4, 7], [6, 2, 3], True, {"groups": 2, "strides": [2], "dilations": [2], "pads": [3, 1], "kernel": [3]}),
    ("row_of_single_channels", [1, 3, 4], [6, 1, 2], True, {"groups": 3}),
    ("plane", [2, 2, 3, 4], [3, 2, 2, 3], True, {}),
    ("plane_of_everything", [1, 4, 4, 5], [2, 2, 2, 3], True, {"groups": 2, "strides": [1, 2], "dilations": [2, 1], "pads": [1, 0, 0, 2]}),
    ("as_many_channels_as_positions", [1, 2, 2, 2], [2, 2, 1, 1], True, {}),
    ("solid_of_everything", [1, 2, 3, 4, 2], [2, 2, 2, 3, 1], True, {"strides": [2, 1, 1], "dilations": [1, 1, 1], "pads": [1, 0, 0, 0, 2, 1]}),
    ("same_upper", [1, 2, 5, 4], [3, 2, 2, 4], True, {"auto_pad": "SAME_UPPER", "strides": [2, 1]}),
    ("same_lower", [1, 2, 5, 4], [3, 2, 2, 4], True, {"auto_pad": "SAME_LOWER", "strides": [2, 1]}),
    ("valid", [1, 2, 5], [3, 2, 2], True, {"auto_pad": "VALID", "strides": [2]}),
)


def add_forward(corpus):
    made = Layer("Conv")
    for k, (name, data, weights, has_bias, attributes) in enumerate(FORWARD):
        x, w = distinct(k + 1, data), distinct(k + 20, weights, 0.25)
        b = distinct(k + 40, [weights[0]], 0.75) if has_bias else None
        made.run(name, (1, 11, 22)[k % 3], text(attributes), {"x": x, "w": w, "b": b}, [conv(x, w, b, **attributes)])
    x, w, b = distinct(61, [1, 2, 4], type_="f64"), distinct(62, [3, 2, 2], type_="f64"), distinct(63, [3], type_="f64")
    made.run("f64", 22, "", {"x": x, "w": w, "b": b}, [conv(x, w, b)])
    made.add_to(corpus, "conv", oracle=ORACLE, rules=["OP-20", "ONNX-GRAPH-6"], notes="The numbers are small multiples of 1/32, so that all sums are exact.",
                title="Conv of one, two and three axes adds a bias to each channel of each group.")


def conv_transpose(x, w, bias, groups=1, strides=None, dilations=None, pads=None, auto_pad="NOTSET", output_padding=None, output_shape=None, **_):
    """The formulas of ONNX's text for the pads."""
    rank = len(x.shape) - 2
    ones, sizes, kernel = [1] * rank, x.shape[2:], w.shape[2:]
    strides, dilations, more = strides or ones, dilations or ones, output_padding or [0] * rank
    begin, end = (pads or [0] * 2 * rank)[:rank], (pads or [0] * 2 * rank)[rank:]
    if auto_pad.startswith("SAME") and output_shape is None:
        output_shape = [size * stride for size, stride in zip(sizes, strides)]
    if output_shape is not None:
        total = [s * (n - 1) + m + (k - 1) * d + 1 - wanted
                 for s, n, m, k, d, wanted in zip(strides, sizes, more, kernel, dilations, output_shape)]
        begin = [t // 2 if auto_pad == "SAME_UPPER" else t - t // 2 for t in total]
        end = [t - b for t, b in zip(total, begin)]
    product = backprop(x, grouped(w, groups), strides, dilations, begin, end, None, more, None, True)
    return with_bias(product, bias)


# The weights are [channels of the input, channels of the output in a group, kernel].
BACKWARD = (
    ("row", [2, 3, 4], [3, 2, 2], False, {}),
    ("row_of_everything", [1, 4, 3], [4, 3, 3], True, {"groups": 2, "strides": [3], "dilations": [2], "pads": [1, 2], "output_padding": [2]}),
    ("plane", [2, 2, 2, 3], [2, 3, 3, 2], True, {}),
    ("plane_of_everything", [1, 4, 3, 2], [4, 1, 2, 3], True, {"groups": 2, "strides": [2, 3], "pads": [1, 0, 0, 2], "output_padding": [1, 0]}),
    ("solid_of_everything", [1, 2, 2, 3, 1], [2, 2, 2, 1, 3], True, {"strides": [2, 1, 2], "pads": [0, 0, 1, 1, 0, 1], "output_padding": [1, 0, 1]}),
    ("output_shape", [1, 2, 3, 3], [2, 2, 3, 3], True, {"strides": [3, 2], "output_shape": [10, 8]}),
    ("smaller_output_shape", [1, 2, 3, 3], [2, 2, 3, 3], True, {"strides": [3, 2], "output_shape": [8, 6]}),
    ("output_shape_and_same_upper", [1, 2, 3, 3], [2, 2, 3, 3], True, {"strides": [3, 2], "output_shape": [8, 6], "auto_pad": "SAME_UPPER"}),
    ("same_upper", [1, 2, 3, 2], [2, 3, 2, 4], True, {"strides": [1, 3], "auto_pad": "SAME_UPPER"}),
    ("same_lower", [1, 2, 3, 2], [2, 3, 2, 4], True, {"strides": [1, 3], "auto_pad": "SAME_LOWER"}),
    ("valid", [1, 2, 3], [2, 3, 2], True, {"strides": [2], "auto_pad": "VALID"}),
)


def add_backward(corpus):
    made = Layer("ConvTranspose")
    for k, (name, data, weights, has_bias, attributes) in enumerate(BACKWARD):
        x, w = distinct(k + 71, data), distinct(k + 90, weights, 0.25)
        b = distinct(k + 110, [weights[1] * attributes.get("groups", 1)], 0.75) if has_bias else None
        made.run(name, (1, 11, 22)[k % 3], text(attributes), {"x": x, "w": w, "b": b}, [conv_transpose(x, w, b, **attributes)])
    made.add_to(corpus, "conv_transpose", oracle=ORACLE, rules=["OP-21", "ONNX-GRAPH-6"],
                title="ConvTranspose spreads each element over its window, with pads that follow from the shape of the output.")


def without(x, zero_point, axis=None):
    if zero_point is None:
        return Tensor("i32", x.shape, list(x.values))
    shape = [1] * len(x.shape)
    if axis is not None and zero_point.shape:
        shape[axis] = -1
    return of("i32", array(x) - array(zero_point).reshape(shape if zero_point.shape else []))


def byte(seed, shape, type_):
    made = distinct(seed, shape, 7, "i32")
    return Tensor(type_, shape, [v % 256 if type_ == "u8" else (v + 128) % 256 - 128 for v in made.values])


def scalar(type_, value):
    return Tensor(type_, [], [value])


def add_integers(corpus):
    made = Layer("ConvInteger")

    def add(name, data, weights, x_type, w_type, x_zero, w_zero, **attributes):
        x, w = byte(len(name), data, x_type), byte(len(name) + 1, weights, w_type)
        made.run(name, 10, text(attributes), {"x": x, "w": w, "x_zero": x_zero, "w_zero": w_zero},
                 [conv(without(x, x_zero), without(w, w_zero, 0), None, **attributes)])
    add("without_zero_points", [1, 2, 5], [3, 2, 2], "u8", "u8", None, None)
    add("zero_point_of_data", [1, 1, 3, 4], [2, 1, 2, 3], "u8", "i8", scalar("u8", 100), None, pads=[1, 0, 2, 1])
    add("both_zero_points", [2, 2, 3, 3], [3, 2, 2, 2], "u8", "u8", scalar("u8", 3), scalar("u8", 130), strides=[2, 1], pads=[0, 1, 1, 0])
    add("zero_point_of_each_channel", [1, 2, 4, 3], [3, 2, 2, 1], "u8", "i8", scalar("u8", 128), Tensor("i8", [3], [5, -7, 100]), dilations=[2, 1])
    add("groups", [1, 4, 4], [2, 2, 3], "i8", "i8", scalar("i8", -4), scalar("i8", 9), groups=2, kernel=[3], pads=[1, 1])
    add("same_upper", [1, 1, 4, 4], [2, 1, 2, 2], "u8", "u8", scalar("u8", 9), scalar("u8", 4), auto_pad="SAME_UPPER")
    made.add_to(corpus, "conv_integer", oracle=ORACLE, rules=["OP-20", "ONNX-GRAPH-5"],
                title="ConvInteger subtracts zero points, and pads with the zero point of data.")

    made = Layer("QLinearConv")

    def add_scaled(name, data, weights, x_type, w_type, zeros, scales, has_bias, **attributes):
        x, w = byte(len(name), data, x_type), byte(len(name) + 1, weights, w_type)
        x_zero, w_zero, y_zero = zeros
        w_scale = Tensor("f32", [] if not isinstance(scales[1], list) else [len(scales[1])], scales[1] if isinstance(scales[1], list) else [scales[1]])
        b = distinct(len(name) + 2, [weights[0]], 1000, "i32") if has_bias else None
        sums = array(conv(without(x, x_zero), without(w, w_zero, 0), b, **attributes)).astype(np.float64)
        factor = scales[0] * array(w_scale).reshape([1, -1] + [1] * (len(data) - 2)) / scales[2]
        low, high = (0, 255) if y_zero.type == "u8" else (-128, 127)
        y = np.clip(np.round(sums * factor) + y_zero.values[0], low, high)
        made.run(name, 10, text(attributes), {"x": x, "x_scale": scalar("f32", scales[0]), "x_zero": x_zero, "w": w, "w_scale": w_scale, "w_zero": w_zero,
                                              "y_scale": scalar("f32", scales[2]), "y_zero": y_zero, "b": b}, [of(y_zero.type, y)])
    add_scaled("row", [1, 2, 5], [3, 2, 2], "u8", "u8", (scalar("u8", 120), scalar("u8", 110), scalar("u8", 128)), (0.5, 0.25, 16.0), False)
    add_scaled("plane_with_bias", [1, 2, 3, 4], [3, 2, 2, 2], "u8", "i8", (scalar("u8", 100), scalar("i8", 3), scalar("u8", 78)), (0.25, 2.0, 64.0), True,
               strides=[1, 2], pads=[1, 0, 0, 1])
    add_scaled("scale_of_each_channel", [1, 2, 3, 3], [3, 2, 2, 2], "i8", "i8",
               (scalar("i8", -5), Tensor("i8", [3], [2, 7, -9]), scalar("i8", 12)), (0.5, [0.25, 1.0, 4.0], 128.0), True)
    add_scaled("groups_and_dilations", [1, 4, 6], [2, 2, 2], "u8", "u8", (scalar("u8", 99), scalar("u8", 101), scalar("u8", 60)), (1.0, 0.5, 32.0), True,
               groups=2, dilations=[3], kernel=[2])
    made.add_to(corpus, "q_linear_conv", oracle=ORACLE, rules=["OP-20", "ONNX-GRAPH-5"],
                title="QLinearConv rounds halves to even and saturates, with a scale for all channels or one for each.",
                notes="Scales are powers of 2, so that each quotient is exact. The zero points of outputs are even: ties give the same if they are added first.")


def bilinear(plane, row, column):
    """The element between four neighbours, with zeros outside."""
    total, first, left = 0.0, int(np.floor(row)), int(np.floor(column))
    for i, j in itertools.product((first, first + 1), (left, left + 1)):
        if 0 <= i < plane.shape[0] and 0 <= j < plane.shape[1]:
            total += (1 - abs(row - i)) * (1 - abs(column - j)) * plane[i, j]
    return total


def deform_conv(x, w, offset, bias, mask, groups=1, offset_groups=1, strides=(1, 1), dilations=(1, 1), pads=(0, 0, 0, 0)):
    x, w, offset = array(x), array(w), array(offset)
    (batch, channels), (out, each, rows, columns), sizes = x.shape[:2], w.shape, offset.shape[2:]
    y = np.zeros((batch, out) + sizes)
    for n, o, i, j, c, r, s in itertools.product(range(batch), range(out), range(sizes[0]), range(sizes[1]), range(each), range(rows), range(columns)):
        channel = o // (out // groups) * each + c
        part = channel // (channels // offset_groups)
        k = part * rows * columns + r * columns + s
        at = [i * strides[0] - pads[0] + r * dilations[0] + offset[n, 2 * k, i, j], j * strides[1] - pads[1] + s * dilations[1] + offset[n, 2 * k + 1, i, j]]
        y[n, o, i, j] += w[o, c, r, s] * bilinear(x[n, channel], *at) * (1 if mask is None else array(mask)[n, k, i, j])
    return y + (0 if bias is None else array(bias).reshape(1, -1, 1, 1))


def add_deformed(corpus):
    made = Layer("DeformConv")

    def add(name, opset, data, weights, sizes, attributes, has_bias=False, has_mask=False, **options):
        parts, taps = options.get("offset_groups", 1), weights[2] * weights[3]
        x, w = distinct(130, data, 0.5), distinct(131, weights, 0.25)
        offset = distinct(132, [data[0], 2 * parts * taps] + sizes)
        b = distinct(133, [weights[0]], 0.75) if has_bias else None
        mask = distinct(134, [data[0], parts * taps] + sizes, 0.125) if has_mask else None
        y = deform_conv(x, w, offset, b, mask, **options)
        made.run(name, opset, attributes, {"x": x, "w": w, "offset": offset, "b": b, "mask": mask}, [of("f32", y)])
    add("plane", 19, [1, 2, 3, 4], [2, 2, 2, 2], [2, 3], "")
    add("bias_and_mask", 22, [2, 1, 3, 3], [2, 1, 2, 2], [2, 2], "kernel_shape = [2, 2]", True, True)
    add("strides_and_pads", 22, [1, 1, 4, 2], [2, 1, 3, 2], [3, 2], "strides = [2, 3], pads = [2, 1, 1, 2]", True, strides=(2, 3), pads=(2, 1, 1, 2))
    add("dilations", 19, [1, 1, 4, 5], [1, 1, 2, 2], [2, 2], "dilations = [2, 3]", dilations=(2, 3))
    add("groups", 22, [1, 4, 2, 3], [2, 2, 1, 2], [2, 2], "group = 2, offset_group = 4", True, True, groups=2, offset_groups=4)
    made.add_to(corpus, "deform_conv", oracle=ORACLE, rules=["OP-42", "ONNX-GRAPH-6"],
                title="DeformConv moves each element of its window by an offset, and multiplies it by a mask.")


def add_causal(corpus):
    made = Layer("CausalConvWithState")

    def add(name, data, size, activation, has_bias, has_past, type_="f32", steps=None):
        x, w = distinct(140, data, type_=type_), distinct(141, [data[1], 1, size], 0.25, type_)
        b = distinct(142, [data[1]], 0.75, type_) if has_bias else None
        past = distinct(143, [data[0], data[1], size - 1], 0.375, type_) if has_past else None
        before = array(past) if has_past else np.zeros((data[0], data[1], size - 1))
        whole = np.concatenate([before, array(x)], axis=2)
        y = sum(whole[:, :, k:k + data[2]] * array(w)[:, 0, k].reshape(1, -1, 1) for k in range(size))
        y = y + (array(b).reshape(1, -1, 1) if has_bias else 0)
        if activation in ("silu", "swish"):
            y = y * sigmoid(y)
        text_ = 'activation = "%s"' % activation if activation else ""
        made.run(name, 27, text_, {"x": x, "w": w, "b": b, "past": past}, [of(type_, y, steps), of(type_, whole[:, :, data[2]:])])
    add("first_part", [2, 3, 4], 3, None, False, False)
    add("later_part", [2, 3, 4], 3, "none", True, True)
    add("shorter_than_the_window", [1, 2, 1], 4, None, True, True)
    add("silu", [1, 3, 2], 2, "silu", True, True, steps=24)
    add("swish_without_bias", [2, 1, 3], 2, "swish", False, True, steps=48)
    made.add_to(corpus, "causal_conv_with_state", oracle=ORACLE, rules=["OP-20", "ONNX-GRAPH-5"],
                title="CausalConvWithState reads the end of what came before, and gives the end of what it read.")


def add_cases(corpus):
    for add in (add_forward, add_backward, add_integers, add_deformed, add_causal):
        add(corpus)
