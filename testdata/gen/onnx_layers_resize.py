"""ONNX's Resize and Upsample: weights of elements at exact positions, by the formulas of the text."""

import itertools
import math
from fractions import Fraction

import numpy as np

from case import Tensor
from onnx_layers import Layer, array, distinct, of

ORACLE = "generator: gen/onnx_layers_resize.py"
HALF = Fraction(1, 2)
NEAREST = {"round_prefer_floor": lambda at: math.ceil(at - HALF), "round_prefer_ceil": lambda at: math.floor(at + HALF), "floor": math.floor,
           "ceil": math.ceil}


class Axis:
    """One axis. `scale` is exact; `of(x)` has positions and weights, or None for the value of extrapolation."""

    def __init__(self, size, out, scale, mode, how, near, a, excludes, antialias, part):
        self.size, self.out, self.scale, self.mode, self.how, self.near, self.a = size, out, scale, mode, how, near, a
        self.excludes, self.part, self.stretch = excludes, part, max(1, 1 / scale) if antialias else Fraction(1)

    def at(self, x):
        size, out, half = self.size, self.out, (x + HALF) / self.scale - HALF
        if self.how == "half_pixel":
            return half
        if self.how == "pytorch_half_pixel":
            return half if out > 1 else Fraction(0)
        if self.how == "half_pixel_symmetric":
            adjustment = out / (self.scale * size)
            return Fraction(size, 2) * (1 - adjustment) + half
        if self.how == "align_corners":
            return x * Fraction(size - 1) / (self.scale * size - 1)
        if self.how == "tf_half_pixel_for_nn":
            return (x + HALF) / self.scale
        if self.how == "tf_crop_and_resize":
            start, end = self.part
            return start * (size - 1) + x * (end - start) * (size - 1) / (out - 1) if out > 1 else (start + end) / 2 * (size - 1)
        return Fraction(x) / self.scale

    def filter(self, distance):
        d = abs(distance) / self.stretch
        if self.mode == "linear":
            return max(Fraction(0), 1 - d)
        a = Fraction(self.a)
        if d <= 1:
            return (a + 2) * d ** 3 - (a + 3) * d ** 2 + 1
        return a * (d ** 3 - 5 * d ** 2 + 8 * d - 4) if d < 2 else Fraction(0)

    def of(self, x):
        at = self.at(x)
        if self.how == "tf_crop_and_resize" and not 0 <= at <= self.size - 1:
            return None
        if self.mode == "nearest":
            return [(min(max(NEAREST[self.near](at), 0), self.size - 1), Fraction(1))]
        reach = math.ceil((1 if self.mode == "linear" else 2) * self.stretch) + 1
        found = [(k, self.filter(at - k)) for k in range(math.floor(at) - reach, math.floor(at) + reach + 2)]
        found = [(k, w) for k, w in found if w and (not self.excludes or 0 <= k < self.size)]
        total = sum(w for _, w in found)
        return [(min(max(k, 0), self.size - 1), w / total) for k, w in found]


def resized(x, axes, extrapolated):
    y = np.zeros([axis.out for axis in axes])
    for place in np.ndindex(*y.shape):
        choices = [axis.of(p) for axis, p in zip(axes, place)]
        if None in choices:
            y[place] = extrapolated
            continue
        y[place] = float(sum(math.prod(w for _, w in terms) * Fraction(float(x[tuple(k for k, _ in terms)])) for terms in itertools.product(*choices)))
    return y


def add_resized(corpus):
    made = Layer("Resize")

    def add(name, opset, shape, mode="nearest", scales=None, sizes=None, how="half_pixel", near="round_prefer_floor", a=-0.75, excludes=False, antialias=False,
            roi=None, axes=None, policy="stretch", extrapolated=0.0, steps=None, type_="f32", **more):
        x, named = distinct(len(name), shape, 1, type_), axes or list(range(len(shape)))
        along = [(size, size, Fraction(1), (Fraction(0), Fraction(1))) for size in shape]
        kept = None
        if sizes and policy != "stretch":
            factors = [Fraction(size, shape[axis]) for size, axis in zip(sizes, named)]
            kept = min(factors) if policy == "not_larger" else max(factors)
        for k, axis in enumerate(named):
            size = shape[axis]
            part = (Fraction(roi[k]), Fraction(roi[k + len(named)])) if roi else (Fraction(0), Fraction(1))
            if scales:
                scale = Fraction(scales[k])
                out = math.floor(size * ((part[1] - part[0]) if roi else 1) * scale)
            else:
                out = math.floor(kept * size + HALF) if kept else sizes[k]
                scale = Fraction(out, size)
            along[axis] = (size, out, scale, part)
        found = [Axis(size, out, scale, mode, how, near, a, excludes, antialias, part) for size, out, scale, part in along]
        for axis, (size, _, scale, _) in enumerate(along):
            if axis not in [n % len(shape) for n in named] or (scale == 1 and not roi):
                found[axis] = Axis(size, size, Fraction(1), "nearest", "asymmetric", "floor", a, False, False, None)
        y = resized(array(x), found, extrapolated)
        texts = ['mode = "%s"' % mode] * (mode != "nearest") + ['coordinate_transformation_mode = "%s"' % how] * (how != "half_pixel")
        texts += ['nearest_mode = "%s"' % near] * (near != "round_prefer_floor") + ["cubic_coeff_a = %s" % a] * (a != -0.75)
        texts += ["exclude_outside = 1"] * excludes + ["antialias = 1"] * antialias + ["axes = %s" % axes] * (axes is not None)
        texts += ['keep_aspect_ratio_policy = "%s"' % policy] * (policy != "stretch") + ["extrapolation_value = %s" % extrapolated] * (extrapolated != 0)
        made.run(name, opset, ", ".join(texts), {
            "x": x, "roi": Tensor("f32", [len(roi or [])], roi or []) if roi or opset < 13 else None,
            "scales": Tensor("f32", [len(scales or [])], scales or []) if scales or opset < 13 else None,
            "sizes": of("i64", sizes) if sizes else None}, [of(type_, y, steps)], **more)
    for near in NEAREST:
        add("nearest_" + near, 13, [1, 2, 3, 4], scales=[1, 1, 2, 0.5], near=near)
        add("nearest_of_corners_" + near, 19, [4, 3], sizes=[8, 6], near=near, how="asymmetric")
    add("nearest_sizes", 11, [1, 1, 2, 4], sizes=[1, 1, 5, 3])
    add("nearest_halves", 13, [1, 1, 4, 2], sizes=[1, 1, 2, 4], how="pytorch_half_pixel")
    add("later_half_pixel", 11, [1, 1, 2, 4], scales=[1, 1, 2, 0.5], how="tf_half_pixel_for_nn", near="floor")
    add("linear", 13, [1, 1, 2, 4], "linear", [1, 1, 2, 4])
    add("linear_shrunk", 19, [1, 1, 4, 4], "linear", [1, 1, 0.5, 0.75], steps=3000)
    add("linear_asymmetric", 11, [1, 2, 2, 3], "linear", [1, 1, 2, 2], how="asymmetric")
    add("linear_corners", 13, [1, 1, 3, 2], "linear", sizes=[1, 1, 5, 3], how="align_corners")
    add("linear_to_one", 13, [1, 1, 3, 4], "linear", sizes=[1, 1, 1, 2], how="pytorch_half_pixel")
    add("linear_symmetric", 19, [1, 1, 3, 4], "linear", [1, 1, 1.25, 0.625], how="half_pixel_symmetric", steps=3000)
    add("linear_row", 13, [1, 2, 4], "linear", [1, 1, 1.5], steps=3000)
    add("linear_solid", 18, [1, 1, 2, 2, 3], "linear", sizes=[1, 1, 3, 2, 4], steps=3000)
    add("cubic", 13, [1, 1, 4, 4], "cubic", [1, 1, 1.5, 0.75], steps=15000)
    add("cubic_of_another_coefficient", 13, [1, 1, 3, 4], "cubic", [1, 1, 2, 2], a=-0.5)
    add("cubic_without_outside", 19, [1, 1, 4, 4], "cubic", [1, 1, 0.75, 2], excludes=True, steps=24000)
    add("crop_linear", 13, [1, 1, 5, 9], "linear", sizes=[1, 1, 3, 2], how="tf_crop_and_resize", roi=[0, 0, 0.25, 0.125, 1, 1, 0.875, 0.5625])
    add("crop_with_extrapolation", 13, [1, 1, 5, 3], "linear", sizes=[1, 1, 3, 4], how="tf_crop_and_resize", roi=[0, 0, 0.5, -0.25, 1, 1, 1.5, 1.25],
        extrapolated=100.0)
    add("crop_of_axes", 18, [4, 4], sizes=[2, 3], how="tf_crop_and_resize", roi=[0.125, 0.25, 0.75, 1], axes=[1, 0], near="floor")
    add("axes", 18, [3, 2, 4], scales=[2, 0.5], axes=[1, 2])
    add("axes_in_another_order", 18, [3, 2, 4], sizes=[2, 6], axes=[2, 0])
    add("first_of_the_negative_axes", 19, [2, 3, 4], scales=[2, 0.75], axes=[-3, -1])
    add("negative_axes", 19, [2, 3, 4], scales=[0.5], axes=[-1])
    add("not_larger", 18, [1, 1, 3, 4], sizes=[6, 6], axes=[2, 3], policy="not_larger")
    add("not_smaller", 18, [4, 2], sizes=[6, 5], policy="not_smaller")
    add("antialias_linear", 18, [1, 1, 4, 6], "linear", [1, 1, 0.5, 0.5], antialias=True)
    add("antialias_cubic", 18, [1, 1, 4, 8], "cubic", [1, 1, 2, 0.5], antialias=True)
    add("f16", 13, [1, 1, 2, 3], "linear", [1, 1, 2, 2], type_="f16")
    made.add_to(corpus, "resize", oracle=ORACLE, rules=["OP-40", "ONNX-GRAPH-5", "ONNX-GRAPH-6"],
                title="Resize in every mode, with every attribute: positions, nearest elements, policies, axes, regions and filters.")


def add_upsampled(corpus):
    made = Layer("Upsample")
    for name, opset, mode, shape, scales in (("nearest_of_version_7", 7, "nearest", [1, 2, 2, 3], [1, 1, 2, 3]), ("linear_of_version_7", 7, "linear", [1, 1, 2, 3], [1, 1, 2, 4]),
                                             ("nearest_of_version_9", 9, "nearest", [1, 2, 2, 3], [1, 1, 1.5, 2]), ("linear_of_version_9", 9, "linear", [1, 1, 3, 2], [1, 1, 2, 2])):
        x = distinct(41, shape, 1)
        outs = [math.floor(size * scale) for size, scale in zip(shape, scales)]
        along = [Axis(size, out, Fraction(scale), mode if scale != 1 else "nearest", "asymmetric", "floor", -0.75, False, False, None)
                 for size, out, scale in zip(shape, outs, scales)]
        texts = ['mode = "%s"' % mode] * (mode != "nearest") + ["scales = [%s]" % ", ".join("%.1f" % s for s in scales)] * (opset == 7)
        made.run(name, opset, ", ".join(texts), {"x": x, "scales": Tensor("f32", [4], scales) if opset == 9 else None},
                 [of("f32", resized(array(x), along, 0), None)],
                 # The text only names the mode.
                 **({"tier": "survey"} if mode == "linear" or 1.5 in scales else {}))
    made.add_to(corpus, "upsample", oracle=ORACLE, rules=["ONNX-GRAPH-15", "ONNX-GRAPH-2"],
                title="Upsample has scales as an attribute before version 9, and as an operand from then on.")


def add_cases(corpus):
    add_resized(corpus)
    add_upsampled(corpus)
