"""ONNX's operators that read images at positions: AffineGrid, GridSample and RoiAlign."""

import itertools
import math

import numpy as np

from case import Tensor
from onnx_layers import Layer, array, distinct, of
from ops_grid_sample import continued, position, weights
from ops_roi_align import roi_align

ORACLE = "generator: gen/onnx_layers_images.py"


def add_grids(corpus):
    made = Layer("AffineGrid")

    def add(name, batch, sizes, align, steps=None):
        rank = len(sizes)
        theta = distinct(1, [batch, rank, rank + 1], 0.25)
        y = np.zeros([batch] + sizes + [rank])
        for place in np.ndindex(*y.shape[:-1]):
            # The last axis comes first: x, y and z are counted along the width, the height and the depth.
            at = [(2 * i / max(n - 1, 1) if align else (2 * i + 1) / n) - 1 for i, n in zip(place[:0:-1], sizes[::-1])]
            y[place] = array(theta)[place[0]] @ np.array(at + [1.0])
        made.run(name, 20, "align_corners = 1" if align else "", {"theta": theta, "size": of("i64", [batch, 3] + sizes)}, [of("f32", y, steps)])
    add("plane", 2, [2, 3], False, 12)
    add("plane_of_corners", 2, [3, 4], True, 12)
    add("plane_of_other_sizes", 1, [3, 5], False, 12)
    add("square", 1, [3, 3], False, 12)
    add("solid", 1, [2, 1, 3], False, 12)
    add("solid_of_corners", 1, [2, 3, 4], True, 20)
    made.add_to(corpus, "affine_grid", oracle=ORACLE, rules=["ONNX-GRAPH-2", "ONNX-GRAPH-6"],
                title="AffineGrid moves positions between corners or between edges, x first, in two and three dimensions.")


def sampled(x, grid, mode, outside, align):
    x, grid, rank = array(x), array(grid), len(x.shape) - 2
    y = np.zeros(x.shape[:2] + grid.shape[1:-1])
    for place in np.ndindex(*y.shape):
        ends = grid[place[:1] + place[2:]][::-1]  # the grid counts from the last axis
        choices = [weights(position(g, size, align), mode) for g, size in zip(ends, x.shape[2:])]
        for terms in itertools.product(*choices):
            at = [continued(k, size, outside, align) for (k, _), size in zip(terms, x.shape[2:])]
            if None not in at:
                y[place] += math.prod(w for _, w in terms) * x[place[:2] + tuple(at)]
    return y


# Positions inside and outside, which are multiples of an eighth of an element.
PLANE = [(-0.75, 0.5), (0.125, -0.25), (0.625, 0.75), (-1.125, 1.25), (1.5, 0.125), (-2.25, -1.75)]
SOLID = [(-0.75, 0.5, 0.25), (0.125, -0.25, -0.5), (0.625, 1.25, 0.75), (-1.125, 0.5, 1.0)]


def add_samples(corpus):
    made = Layer("GridSample")

    def add(name, opset, shape, points, mode, outside="zeros", align=False, rows=1):
        x = distinct(2, shape, 1)
        grid = np.array([[p[::1] for p in points], [[-v for v in p] for p in points[::-1]]][:shape[0]])
        target = [shape[0], rows, len(points) // rows] if len(shape) == 4 else [shape[0], 1, rows, len(points) // rows]
        grid = of("f32", grid.reshape(target + [len(shape) - 2]))
        y = sampled(x, grid, {"linear": "bilinear", "cubic": "bicubic"}.get(mode, mode), outside, align)
        written = {"linear": "bilinear", "cubic": "bicubic"}.get(mode, mode) if opset < 20 else mode
        default = "bilinear" if opset < 20 else "linear"
        texts = ['mode = "%s"' % written] * (written != default) + ['padding_mode = "%s"' % outside] * (outside != "zeros") + ["align_corners = 1"] * align
        # Outside, the text may mean the border alone, or the border for each neighbour.
        open_ = mode == "cubic" and outside == "border"
        made.run(name, opset, ", ".join(texts), {"x": x, "grid": grid}, [of("f32", y)], **({"tier": "survey"} if open_ else {}))
    for outside in ("zeros", "border", "reflection"):
        for align, shape in ((False, [1, 2, 2, 4]), (True, [2, 1, 3, 5])):
            for mode in ("linear", "nearest", "cubic"):
                if mode == "nearest" and align:
                    continue
                opset = (16, 20, 22)[len(mode + outside) % 3]
                add("%s_%s%s" % (mode, outside, "_corners" * align), opset, shape, PLANE, mode, outside, align, 2)
    add("linear_of_version_16", 16, [2, 1, 4, 4], PLANE, "linear", rows=3)
    add("square_grid", 20, [2, 2, 2, 2], PLANE[:4], "linear", rows=2)
    for outside in ("zeros", "border", "reflection"):
        add("solid_" + outside, 20, [1, 2, 2, 2, 4], SOLID, "linear", outside, False, 2)
    add("solid_corners", 22, [2, 1, 3, 2, 5], SOLID, "linear", "border", True)
    add("solid_nearest", 20, [1, 2, 2, 4, 2], SOLID, "nearest")
    made.add_to(corpus, "grid_sample", oracle=ORACLE, rules=["OP-42", "ONNX-GRAPH-6"],
                title="GridSample in every mode and with every padding, in two and three dimensions.")


def add_regions(corpus):
    made = Layer("RoiAlign")
    image = distinct(3, [2, 2, 4, 5], 1)
    rois = [[0.5, 1, 3.5, 3], [1, 0, 3, 4], [2.25, 1.5, 2.75, 2.5]]

    def add(name, opset, rows, columns, points, scale, half_pixel, which=(1, 0, 1), width=None):
        regions = Tensor("f32", [3, 4], [v / scale for roi in rois for v in (roi if width is None else roi[:2] + [roi[0] + width, roi[3]])])
        y = roi_align(image, regions, Tensor("i64", [3], list(which)), rows, columns, points, scale, "avg", "half_pixel_for_nn" if half_pixel else "asymmetric")
        texts = ["output_height = %d" % rows] * (rows != 1) + ["output_width = %d" % columns] * (columns != 1) + ["sampling_ratio = %d" % points] * (points != 0)
        texts += ["spatial_scale = %s" % scale] * (scale != 1) + ['coordinate_transformation_mode = "output_half_pixel"'] * (opset >= 16 and not half_pixel)
        made.run(name, opset, ", ".join(texts), {"x": image, "rois": regions, "which": Tensor("i64", [3], list(which))}, [y])
    add("version_10", 10, 2, 1, 2, 1.0, False)
    add("version_10_scaled", 10, 1, 2, 2, 0.5, False)
    add("version_16", 16, 2, 1, 2, 1.0, True)
    add("version_16_scaled", 16, 2, 4, 1, 0.25, True)
    add("version_16_without_the_shift", 16, 1, 2, 2, 0.5, False)
    add("adaptive_points", 22, 2, 1, 0, 1.0, True, width=2)  # means of two or four points are exact
    add("one_part", 22, 1, 1, 2, 2.0, True, (0, 0, 1))
    made.add_to(corpus, "roi_align", oracle=ORACLE, rules=["OP-37", "ONNX-GRAPH-6"],
                title="RoiAlign moves regions by half an element from version 16 on, unless the node says otherwise.")


def add_cases(corpus):
    for add in (add_grids, add_samples, add_regions):
        add(corpus)
