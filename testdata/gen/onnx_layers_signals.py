"""ONNX's Fourier transformations, and the windows and matrices that they are used with."""

import math

import numpy as np

from case import Tensor
from onnx_case import add_onnx
from onnx_layers import WHOLE, Layer, array, distinct, of
from ops_fourier import fourier, is_clear, parts

ORACLE = "generator: gen/onnx_layers_signals.py"


def scalar(type_, value):
    return Tensor(type_, [], [value])


def complex_of(x):
    """Real numbers [..., 1] as complex ones."""
    return x if x.shape[-1] == 2 else of("f32", np.concatenate([array(x), np.zeros(x.shape[:-1] + [1])], axis=-1))


def transformed(x, axis, length, inverse, one_sided):
    """The shape and the numbers of a transformation along one axis."""
    sizes = None if length is None else [length]
    if one_sided and not inverse:
        shape, values = fourier("RDFT", Tensor("f32", x.shape[:-1], x.values), [axis], sizes)
    else:
        shape, values = fourier("IRDFT" if one_sided else "IDFT" if inverse else "DFT", complex_of(x), [axis], sizes)
    return (shape + [1], [y.real for y in values]) if one_sided and inverse else (shape + [2], parts(values))


def clear(made):
    """The first scale whose results are all far from halves, which round to whole numbers in two ways."""
    for scale in range(24, 4000, 7):
        x, (shape, values) = made(float(scale))
        if is_clear(values):
            return x, Tensor("i32", shape, [round(y) for y in values])
    raise ValueError("no scale is clear")


def add_transformations(corpus):
    made = Layer("DFT", after=WHOLE)

    def add(name, opset, shape, axis=None, length=None, inverse=False, one_sided=False):
        default = 1 if opset < 20 else -2
        rank = len(shape)
        along = (default if axis is None else axis) % rank

        def scaled(scale):
            x = distinct(1, shape, scale)
            return x, transformed(x, along, length, inverse, one_sided)
        x, y = clear(scaled)
        texts = ["axis = %s" % axis] * (axis is not None and opset < 20) + ["inverse = 1"] * inverse + ["onesided = 1"] * one_sided
        inputs = {"x": x, "length": None if length is None else scalar("i64", length)}
        if opset >= 20:
            inputs["axis"] = None if axis is None else scalar("i64", axis)
        made.run(name, opset, ", ".join(texts), inputs, [y])
    add("version_17_default_axis", 17, [2, 4, 3, 1])
    add("version_17_axis", 17, [2, 3, 5, 2], 2)
    add("version_20_default_axis", 20, [2, 3, 5, 1])
    add("version_20_axis", 20, [2, 5, 3, 2], 1)
    add("square", 17, [1, 3, 3, 2])
    add("square_of_version_20", 20, [1, 3, 3, 2])
    add("first_axis", 20, [3, 4, 1], 0)
    add("negative_axis", 20, [2, 5, 3, 2], -3)
    for opset in (17, 20):
        add("version_%d_inverse" % opset, opset, [1, 5, 2], 1, inverse=True)
        add("version_%d_one_sided" % opset, opset, [2, 6, 1], 1, one_sided=True)
        add("version_%d_odd_one_sided" % opset, opset, [2, 5, 1], 1, one_sided=True)
        add("version_%d_longer" % opset, opset, [1, 3, 2], 1, 5)
        add("version_%d_shorter" % opset, opset, [1, 6, 2], 1, 4)
        add("version_%d_longer_one_sided" % opset, opset, [2, 3, 1], 1, 7, one_sided=True)
    made.add_to(corpus, "dft", oracle=ORACLE, rules=["OP-39", "ONNX-GRAPH-2", "ONNX-GRAPH-5"],
                title="DFT in both versions: of real and complex numbers, inverse, one-sided, longer, shorter and along every axis.")
    made = Layer("STFT", after=WHOLE)

    def add_frames(name, shape, step, window=None, length=None, one_sided=True, written=False):
        size = length or (window or shape)[0 if window else 1]

        def scaled(scale):
            x = distinct(2, shape, scale)
            count = (shape[1] - size) // step + 1
            frames = np.stack([array(x)[:, k * step:k * step + size] for k in range(count)], axis=1)
            if window:
                frames = frames * array(distinct(3, window, 0.25))[:, None]
            return x, transformed(of("f32", frames), 2, None, False, one_sided)
        x, y = clear(scaled)
        text = "" if one_sided and not written else "onesided = %d" % one_sided
        made.run(name, 17, text, {"x": x, "step": scalar("i64", step), "window": window and distinct(3, window, 0.25),
                                  "length": scalar("i64", length) if length else None}, [y])
    add_frames("frame_length", [2, 7, 1], 2, None, 3)
    add_frames("window", [1, 8, 1], 3, [4])
    add_frames("window_and_length", [1, 7, 1], 1, [5], 5, written=True)
    add_frames("both_sides", [2, 6, 1], 2, [3], None, False)
    add_frames("complex", [1, 6, 2], 2, None, 4, False)
    made.add_to(corpus, "stft", oracle=ORACLE, rules=["OP-39", "ONNX-GRAPH-5"],
                title="STFT transforms frames of a signal, whose length is given by a number or a window.")


def add_windows(corpus):
    """Sums of cosines: of size N for a periodic window, of N - 1 for a symmetric one."""
    text = """windows (int64 size) => (%s) {
%s}
"""
    kinds = (("Hann", (0.5, -0.5)), ("Hamming", (25 / 46, -21 / 46)), ("Blackman", (0.42, -0.5, 0.08)))
    names = [kind.lower() + end for kind, _ in kinds for end in ("", "_symmetric", "_double")]
    nodes = "".join("  %s = %sWindow <> (size)\n  %s_symmetric = %sWindow <periodic = 0> (size)\n  %s_double = %sWindow <output_datatype = 11> (size)\n" % (
        (kind.lower(), kind) * 3) for kind, _ in kinds)
    declared = ", ".join("%s[%s] %s" % ("double" if name.endswith("double") else "float", "n%d" % k, name) for k, name in enumerate(names))

    def window(factors, size, period):
        return np.array([sum(f * math.cos(2 * math.pi * k * n / period) for k, f in enumerate(factors)) for n in range(size)])
    runs = []
    for size in (4, 7, 10):
        outputs = []
        for _, factors in kinds:
            outputs += [of("f32", window(factors, size, size), 64), of("f32", window(factors, size, size - 1), 64), of("f64", window(factors, size, size), 64 * 2.0**29)]
        runs.append({"name": "size_%d" % size, "inputs": {"size": scalar("i64", size)}, "outputs": outputs})
    add_onnx(corpus, "operators/windows", text % (declared, nodes), oracle=ORACLE, rules=["ONNX-GRAPH-2", "ONNX-GRAPH-6"], runs=runs,
             title="HannWindow, HammingWindow and BlackmanWindow, periodic and symmetric, of two types.")


def add_mel(corpus):
    made = Layer("MelWeightMatrix")

    def mel_matrix(bands, length, rate, low, high):
        def mel(hertz):
            return 2595 * math.log10(1 + hertz / 700)
        step = (mel(high) - mel(low)) / (bands + 2)
        hertz = [700 * (10 ** ((k * step + mel(low)) / 2595) - 1) for k in range(bands + 2)]
        corners = [math.floor((length + 1) * h / rate) for h in hertz]
        y = np.zeros((length // 2 + 1, bands))
        for b in range(bands):
            left, centre, right = corners[b:b + 3]
            for k in range(length // 2 + 1):
                if left == centre:
                    y[k, b] = 1 if k == centre else 0
                elif left <= k <= centre:
                    y[k, b] = (k - left) / (centre - left)
                if centre <= k < right:
                    y[k, b] = (right - k) / (right - centre)
        return y
    for name, bands, length, rate, low, high, type_ in (
            ("bands_of_one_bin", 4, 14, 8192, 50.0, 3500.0, "f32"), ("five_bands", 5, 18, 8000, 100.0, 3500.0, "f32"), ("f64", 3, 21, 16000, 300.0, 7000.0, "f64"),
            ("many_bins", 7, 1998, 8000, 27.5, 3960.0, "f32")):
        y = mel_matrix(bands, length, rate, low, high)
        inputs = {"bands": scalar("i64", bands), "length": scalar("i64", length), "rate": scalar("i64", rate), "low": scalar("f32", low), "high": scalar("f32", high)}
        # The text names the scale of mels alone; how corners become bins is in ONNX's own test.
        made.run(name, 17, "" if type_ == "f32" else "output_datatype = 11", inputs, [of(type_, y, 24 if type_ == "f64" else None)], tier="survey")
    made.add_to(corpus, "mel_weight_matrix", oracle=ORACLE, rules=["ONNX-GRAPH-2", "ONNX-GRAPH-6"],
                title="MelWeightMatrix has a triangle for each band, between bins that are equally far apart in mels.")


def add_cases(corpus):
    for add in (add_transformations, add_windows, add_mel):
        add(corpus)
