"""Normalizations of ONNX: each formula of the operators' texts, in double."""

import numpy as np

from onnx_layers import Layer, array, distinct, each, of, positive, sqrt

ORACLE = "generator: gen/onnx_layers_normalization.py"


def along_channels(parameter, rank):
    return array(parameter).reshape([1, -1] + [1] * (rank - 2))


def normal(x, axes, epsilon):
    mean = x.mean(axis=axes, keepdims=True)
    variance = ((x - mean) ** 2).mean(axis=axes, keepdims=True)
    return (x - mean) / sqrt(variance + epsilon), mean, variance


def add_instances(corpus):
    made = Layer("InstanceNormalization")

    def add(name, shape, epsilon, opset, type_="f32", steps=60):
        x, scale, bias = distinct(1, shape, type_=type_), distinct(2, [shape[1]], 0.75, type_), distinct(3, [shape[1]], 0.5, type_)
        y = normal(array(x), tuple(range(2, len(shape))), epsilon or 1e-5)[0]
        y = y * along_channels(scale, len(shape)) + along_channels(bias, len(shape))
        made.run(name, opset, "epsilon = %s" % epsilon if epsilon else "", {"x": x, "scale": scale, "b": bias}, [of(type_, y, steps)])
    add("row", [2, 3, 4], 0.25, 17)
    add("row_of_as_many_channels", [2, 3, 3], None, 22)
    add("plane", [2, 3, 4, 2], 0.5, 6)
    add("square", [2, 3, 3, 3], 0.25, 22)
    add("solid", [1, 2, 3, 2, 4], 0.125, 22)
    add("solid_of_equal_sizes", [2, 2, 2, 2, 2], 0.5, 17)
    add("f16", [2, 2, 3], 0.25, 22, "f16")
    add("f64", [2, 3, 4], 0.25, 17, "f64", 400)
    made.add_to(corpus, "instance_normalization", oracle=ORACLE, rules=["ONNX-GRAPH-2", "ONNX-GRAPH-6"],
                title="InstanceNormalization has a mean, a variance, a scale and a bias for each channel, whatever the rank is.")


def add_groups(corpus):
    made = Layer("GroupNormalization")

    def add(name, shape, groups, epsilon, opset, attributes="", type_="f32", steps=60):
        size = groups if opset < 21 else shape[1]
        x, scale, bias = distinct(4, shape, type_=type_), distinct(5, [size], 0.75, type_), distinct(6, [size], 0.5, type_)
        parts = array(x).reshape([shape[0], groups, -1])
        y = normal(parts, (2,), epsilon or 1e-5)[0].reshape(shape)
        if opset < 21:
            spread = [of("f64", np.repeat(array(p), shape[1] // groups)) for p in (scale, bias)]
        else:
            spread = [scale, bias]
        y = y * along_channels(spread[0], len(shape)) + along_channels(spread[1], len(shape))
        text = "num_groups = %d%s%s" % (groups, ", epsilon = %s" % epsilon if epsilon else "", attributes)
        made.run(name, opset, text, {"x": x, "scale": scale, "bias": bias}, [of(type_, y, steps)], **({"tier": "survey"} if opset < 21 else {}))
    for opset in (18, 21):
        add("version_%d_row" % opset, [2, 6, 3], 3, 0.25, opset)
        add("version_%d_plane" % opset, [2, 4, 2, 3], 2, None, opset)
        add("version_%d_solid" % opset, [1, 6, 2, 1, 3], 2, 0.5, opset)
        add("version_%d_one_group" % opset, [2, 3, 4], 1, 0.5, opset)
    add("f16_in_f32", [2, 4, 3], 2, 0.25, 21, ", stash_type = 1", "f16", 6)
    add("f64_in_f64", [1, 4, 3], 2, 0.25, 21, ", stash_type = 11", "f64", 300)
    made.add_to(corpus, "group_normalization", oracle=ORACLE, rules=["ONNX-GRAPH-17", "ONNX-GRAPH-2"],
                title="GroupNormalization has a scale and a bias for each group before version 21, and for each channel from then on.")


def add_batches(corpus):
    made = Layer("BatchNormalization")

    def add(name, shape, epsilon, momentum, opset, training=False, type_="f32", kept="f32", steps=60):
        channels = shape[1] if len(shape) > 1 else 1
        x, scale, bias = distinct(7, shape, type_=type_), distinct(8, [channels], 0.75, type_), distinct(9, [channels], 0.5, type_)
        mean, variance = distinct(10, [channels], 1.25, kept), positive(11, [channels], 0.75, kept)
        rank, axes = max(len(shape), 2), (0,) + tuple(range(2, len(shape)))
        data = array(x).reshape(shape + [1] * (len(shape) == 1))
        used = [along_channels(parameter, rank) for parameter in (mean, variance)]
        outputs = []
        if training:
            used = list(normal(data, axes, 0)[1:])
            share = float(np.float32(momentum))
            outputs = [of(kept, array(running) * share + current.reshape(-1) * (1 - share), 10)
                       for running, current in zip((mean, variance), used)]
        y = (data - used[0]) / sqrt(used[1] + (epsilon or float(np.float32(1e-5)))) * along_channels(scale, rank) + along_channels(bias, rank)
        text = ", ".join(["epsilon = %s" % epsilon] * bool(epsilon) + ["momentum = %s" % momentum] * (momentum != 0.9) + ["training_mode = 1"] * training)
        made.run(name, opset, text, {"x": x, "scale": scale, "b": bias, "mean": mean, "var": variance}, [of(type_, y.reshape(shape), steps)] + outputs)
    add("version_7", [2, 3, 2], 0.25, 0.75, 7)
    add("version_9_plane", [2, 3, 2, 1], 0.5, 0.75, 9)
    add("version_14_solid", [1, 2, 3, 1, 2], 0.25, 0.75, 14)
    add("matrix", [4, 3], 0.25, 0.5, 15)
    add("training_of_version_14", [2, 3, 4], 0.25, 0.75, 14, True)
    add("training", [2, 3, 2, 2], 0.5, 0.625, 15, True)
    add("training_of_a_matrix", [4, 3], 0.25, 0.875, 15, True)
    add("defaults", [2, 3, 2], None, 0.9, 15)
    add("defaults_of_training", [2, 3, 2], None, 0.9, 15, True)
    add("f16_with_f32_statistics", [2, 3, 2], 0.25, 0.75, 15, type_="f16", steps=4)
    # 300 squared does not fit into f16.
    x, one, wide = of("f16", [[[-300]], [[300]]]), of("f16", [1]), of("f32", [4])
    made.run("training_of_f16", 15, "epsilon = 0.25, momentum = 0.75, training_mode = 1", {"x": x, "scale": of("f16", [2]), "b": one, "mean": wide, "var": wide},
             [of("f16", [[[-1]], [[3]]], 4), of("f32", [3]), of("f32", [22503], 60)])
    made.add_to(corpus, "batch_normalization", oracle=ORACLE, rules=["ONNX-GRAPH-17", "ONNX-GRAPH-2", "ONNX-GRAPH-6"],
                title="BatchNormalization takes the given mean and variance, or those of the batch, which move the given ones.")


def add_layers(corpus):
    made = Layer("LayerNormalization")

    def add(name, shape, axis, epsilon, opset, with_bias=True, outputs=3, type_="f32", steps=60):
        first = axis % len(shape)
        x, scale, bias = distinct(12, shape, type_=type_), distinct(13, shape[first:], 0.75, type_), distinct(14, shape[first:], 0.5, type_)
        y, mean, variance = normal(array(x), tuple(range(first, len(shape))), epsilon or 1e-5)
        y = y * array(scale) + (array(bias) if with_bias else 0)
        # What stash_type names, by default f32, is also the precision of data of f64.
        tensors = [of(type_, y, steps), of("f32", mean, 16, array(x)), of("f32", 1 / sqrt(variance + (epsilon or 1e-5)), 40)]
        text = ", ".join(["axis = %d" % axis] * (axis != -1) + ["epsilon = %s" % epsilon] * bool(epsilon) + ["stash_type = 1"] * (opset == 17))
        made.run(name, opset, text, {"x": x, "scale": scale, "b": bias if with_bias else None}, tensors[:outputs])
    add("last_axis", [2, 3, 4], -1, None, 17)
    add("two_axes", [2, 3, 4], 1, 0.25, 17)
    add("all_axes", [2, 3, 2], -3, 0.5, 17)
    add("without_bias", [3, 4], 1, 0.25, 17, with_bias=False)
    add("one_output", [2, 2, 2, 3], -2, 0.25, 17, outputs=1)
    add("f16", [2, 4], -1, 0.25, 17, type_="f16", steps=4)
    made.add_to(corpus, "layer_normalization", oracle=ORACLE, rules=["ONNX-GRAPH-17", "ONNX-GRAPH-5"],
                title="LayerNormalization normalizes the axes from `axis` on, and gives their mean and inverse deviation.")


def add_root_mean_squares(corpus):
    made = Layer("RMSNormalization")

    def add(name, shape, axis, epsilon, attributes="", type_="f32", steps=30, scale_type=None, **options):
        first = axis % len(shape)
        x, scale = distinct(15, shape, type_=type_), distinct(16, shape[first:], 0.75, scale_type or type_)
        squares = (array(x) ** 2).mean(axis=tuple(range(first, len(shape))), keepdims=True)
        y = array(x) / sqrt(squares + (epsilon or 1e-5)) * array(scale)
        text = ", ".join(["axis = %d" % axis] * (axis != -1) + ["epsilon = %s" % epsilon] * bool(epsilon) + [attributes] * bool(attributes))
        made.run(name, 23, text, {"x": x, "scale": scale}, [of(scale_type or type_, y, steps)], **options)
    add("last_axis", [2, 3, 4], -1, None)
    add("two_axes", [2, 3, 4], -2, 0.25)
    add("all_axes", [2, 3, 2], 0, 0.5, "stash_type = 1")
    add("f16", [2, 4], 1, 0.25, type_="f16", steps=4)
    add("scale_of_f16", [3, 4], 1, 0.25, scale_type="f16", steps=4, tier="survey")
    add("scale_of_f32", [2, 3], -1, 0.5, type_="f16", scale_type="f32", steps=7000, tier="survey")
    made.add_to(corpus, "rms_normalization", oracle=ORACLE, rules=["ONNX-GRAPH-2", "ONNX-GRAPH-6", "ONNX-GRAPH-17"],
                title="RMSNormalization divides by the root of the mean of squares from `axis` on.")


def add_norms(corpus):
    made = Layer("LpNormalization")

    def add(name, x, axis, p, opset, steps):
        values = array(x)
        norm = np.abs(values).sum(axis=axis, keepdims=True) if p == 1 else sqrt((values ** 2).sum(axis=axis, keepdims=True))
        y = values / np.where(norm == 0, 1, norm)
        text = ", ".join(["axis = %d" % axis] * (axis != -1) + ["p = %d" % p] * (p != 2))
        made.run(name, opset, text, {"x": x}, [of(x.type, y, steps)])
    add("rows", distinct(17, [2, 4]), -1, 2, 1, 14)
    add("first_axis", distinct(18, [3, 2, 2]), 0, 1, 1, 8)
    add("middle_axis", distinct(19, [2, 3, 2]), 1, 2, 22, 14)
    add("sum_of_the_last_axis", distinct(20, [3, 2, 4]), -1, 1, 22, 8)
    add("f16", distinct(21, [2, 3], type_="f16"), -2, 2, 22, 20)
    add("zeros", of("f32", [[0, 0], [0, -4]]), -1, 2, 22, None)
    made.add_to(corpus, "lp_normalization", oracle=ORACLE, rules=["ONNX-GRAPH-2", "ONNX-GRAPH-6"],
                title="LpNormalization divides by the sum of magnitudes or the root of the sum of squares along an axis.")
    made = Layer("MeanVarianceNormalization")
    for name, shape, axes, opset in (("default_axes", [2, 3, 2, 2], None, 9), ("last_axes", [2, 3, 4], [1, 2], 9), ("first_axis", [4, 3], [0], 13),
                                     ("negative_axis", [2, 3, 3], [-2], 13), ("apart", [2, 2, 3], [2, 0], 13)):
        x = distinct(22, shape)
        along = tuple(axes or (0, 2, 3))
        centred = array(x) - array(x).mean(axis=along, keepdims=True)
        y = centred / (sqrt((centred ** 2).mean(axis=along, keepdims=True)) + 1e-9)
        made.run(name, opset, "axes = %s" % axes if axes else "", {"x": x}, [of("f32", y, 60)])
    made.add_to(corpus, "mean_variance_normalization", oracle=ORACLE, rules=["ONNX-GRAPH-2", "ONNX-GRAPH-6"],
                title="MeanVarianceNormalization subtracts the mean along axes and divides by the deviation.")


def add_local_responses(corpus):
    made = Layer("LRN")

    def add(name, shape, size, alpha, beta, bias, opset, attributes=None):
        x = distinct(23, shape, 0.25)
        values = array(x)
        total = np.zeros(shape)
        for c in range(shape[1]):
            region = range(max(0, c - (size - 1) // 2), min(shape[1] - 1, c + -(-(size - 1) // 2)) + 1)
            total[:, c] = sum(values[:, k] ** 2 for k in region)
        y = values / each(lambda v: v ** beta)(bias + alpha / size * total)
        if attributes is None:
            attributes = "alpha = %s, beta = %s, bias = %s, " % (alpha, beta, bias)
        made.run(name, opset, attributes + "size = %d" % size, {"x": x}, [of("f32", y, 60)])
    add("row", [2, 5, 2], 3, 0.5, 0.5, 2.0, 1)
    add("plane", [1, 6, 2, 3], 5, 0.75, 1.25, 1.5, 13)
    add("wider_than_the_channels", [1, 3, 2, 2], 7, 0.5, 2.0, 0.5, 13)
    add("pair", [4, 4, 1, 1], 2, 0.5, 0.5, 2.0, 13)
    add("four", [1, 6, 1, 2], 4, 3.0, 1.0, 1.0, 13)
    add("even_and_wider", [1, 3, 2, 1], 8, 4.0, 2.0, 1.0, 13)
    add("defaults", [1, 4, 2, 2], 3, float(np.float32(1e-4)), 0.75, 1.0, 13, "")
    made.add_to(corpus, "local_response_normalization", oracle=ORACLE, rules=["OP-26", "ONNX-GRAPH-2", "ONNX-GRAPH-6"],
                title="LRN divides by a power of the squares of the neighbouring channels.")


def add_cases(corpus):
    for add in (add_instances, add_groups, add_batches, add_layers, add_root_mean_squares, add_norms, add_local_responses):
        add(corpus)
