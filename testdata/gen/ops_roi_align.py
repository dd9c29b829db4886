"""ROIAlign, point by point, with every step rounded (OP-37)."""

import itertools
import math

import ir
from case import Tensor, rejected, round_to
from frames import slices
from single import REALS, SURVEY, Single, counting, element, filled, vector

INF, NAN = math.inf, math.nan
ORACLE = "generator: gen/ops_roi_align.py"
ATTRIBUTES = ["pooled_h", "pooled_w", "sampling_ratio", "spatial_scale", "mode", "aligned_mode"]


def point(image, n, c, y, x):
    """The interpolated value at a place, as the exact sum of four products; 0 outside."""
    if math.isnan(y) or math.isnan(x):
        return NAN
    type_, sides = image.type, []
    for at, size in ((y, image.shape[2]), (x, image.shape[3])):
        if at < -1 or at > size or size == 0:
            return 0.0
        at = max(at, 0.0)
        low = int(at)
        if low >= size - 1:
            sides.append(((size - 1, 1.0), (size - 1, 0.0)))
        else:
            rest = round_to(type_, at - low)
            sides.append(((low, round_to(type_, 1 - rest)), (low + 1, rest)))
    return sum(round_to(type_, p[1] * q[1]) * element(image, (n, c, p[0], q[0])) for p, q in itertools.product(*sides))


def roi_align(image, regions, which, height, width, ratio, scale, mode, aligned="asymmetric"):
    type_ = image.type

    def rounded(x):
        return round_to(type_, x)

    def axis(low, high, parts):
        """For each part its points."""
        size = rounded(rounded(scale) * rounded(high - low))
        if aligned == "asymmetric" and size < 1:
            size = 1.0
        begin = rounded((rounded(low + 0.5) if aligned == "half_pixel" else low) * rounded(scale))
        begin = begin if aligned == "asymmetric" else rounded(begin - 0.5)
        part = rounded(size / parts)
        count = ratio or max(math.ceil(part), 0)
        step = rounded(part / count) if count else 0
        return [[rounded(rounded(begin + rounded(part * k)) + rounded(step * (p + 0.5))) for p in range(count)] for k in range(parts)]
    values = []
    for r, n in enumerate(which.values):
        x1, y1, x2, y2 = [element(regions, (r, k)) for k in range(4)]
        rows, columns = axis(y1, y2, height), axis(x1, x2, width)
        for c, row, column in itertools.product(range(image.shape[1]), rows, columns):
            points = [point(image, n, c, y, x) for y in row for x in column]
            if mode == "max":
                values.append(max((rounded(p) for p in points), default=0.0))
            else:
                values.append(rounded(sum(points) / len(points)) if points else 0.0)
    return Tensor(type_, [len(which.values), image.shape[1], height, width], values)


def add_cases(corpus):
    for version in (3, 9):
        add_version(corpus, version)
    add_combined(corpus)


def add_version(corpus, version):
    made = Single("ROIAlign", "opset%d" % version, ["image", "regions", "which"], ATTRIBUTES[:5 if version == 3 else 6], outputs=["{{image_type}}"])
    image = counting("f32", [1, 1, 4, 4])
    two = filled([2, 2, 4, 6], lambda p: float((37 * p[0] + 11 * p[1] + 5 * p[2] * p[2] + p[3] * (p[2] + 2)) % 64), "f32")

    def attributes(height, width, ratio, scale, mode, aligned):
        return dict(zip(ATTRIBUTES, (height, width, ratio, scale, mode, aligned)))

    def add(name, x, regions, which=None, size=(2, 2), ratio=2, scale=1.0, mode="avg", aligned=None, index="i32", known=True, **more):
        which = vector(index, which if which is not None else [0] * len(regions))
        corners = Tensor(x.type, [len(regions), 4], [corner for region in regions for corner in region])
        result = roi_align(x, corners, which, *size, ratio, scale, mode, aligned or "asymmetric")
        made.run(name, [x, corners, which], [result], attributes(*size, ratio, scale, mode, aligned), known=known, **more)
    for mode in ("avg", "max"):
        add(mode, image, [(0, 0, 2, 2)], mode=mode)
        add(mode + "_one_point", two, [(1, 0, 3, 4), (0, 0, 6, 4)], [1, 0], (2, 2), 1, mode=mode)
        add(mode + "_three_by_one", two, [(0.5, 0, 3.5, 4)], [1], (1, 3), 2, mode=mode)
        add(mode + "_scaled", two, [(0, 2, 8, 6)], [0], (2, 2), 2, 0.5, mode=mode)
        add(mode + "_adaptive", two, [(0, 0, 4, 4), (1, 0, 3, 2)], [0, 1], (2, 1), 0, mode=mode)
        add(mode + "_at_the_edge", image, [(3, 3, 5, 5), (-1, -1, 1, 1)], mode=mode)
    add("smaller_than_1", image, [(1, 1, 1.5, 1), (2, 2, 1, 1)])
    add("outside_is_0", image, [(10, 10, 12, 12), (-5, -5, -3, -3)])
    add("half_outside", image, [(2, 2, 6, 6)])
    add("from_m3", image, [(-3, -3, 1, 1)])  # points at -2.5, -1.5, -0.5 and 0.5
    add("to_6", image, [(3, 1, 6, 4)], ratio=3, size=(1, 1))
    add("on_elements", two, [(0, 0, 4, 4)], [1], (2, 2), 1)
    add("no_regions", image, [])
    add("no_channels", Tensor("f32", [1, 0, 2, 2], []), [(0, 0, 1, 1)])
    for index in ("i64", "u8"):
        add("indices_" + index, two, [(0, 0, 2, 2), (1, 1, 3, 3)], [1, 0], index=index)
    for type_ in REALS:
        if type_ != "f32":
            add(type_, counting(type_, [1, 1, 4, 4]), [(0, 0, 2, 2)])
    disputed = {"rules": ["OP-37"], **SURVEY}
    add("max_of_negative", filled([1, 1, 4, 4], lambda p: -1.0 - p[2] - 4 * p[3], "f32"), [(0, 0, 2, 2)], mode="max")
    add("point_at_the_size_counts", image, [(3, 3, 5, 5)], ratio=1, size=(1, 1), **disputed)
    add("no_elements", Tensor("f32", [1, 1, 0, 4], []), [(0, 0, 1, 1)], **disputed)
    add("unknown_sizes", image, [(0, 0, 2, 2)], known=False, **disputed)
    add("nan_corner", image, [(NAN, 0, 2, 2)], **disputed)
    if version == 9:
        for aligned in ("asymmetric", "half_pixel_for_nn", "half_pixel"):
            add("aligned_" + aligned, image, [(0, 0, 4, 4)], ratio=1, scale=0.5, aligned=aligned)
            add("aligned_%s_two_points" % aligned, two, [(1, 1, 5, 3)], [1], ratio=2, aligned=aligned)
        add("half_pixel_of_small_regions", image, [(1, 1, 1.5, 2)], aligned="half_pixel", ratio=2)
        add("reversed_region", image, [(3, 3, 1, 1)], aligned="half_pixel", ratio=2, **disputed)
        add("no_points", image, [(1, 1, 1, 1), (3, 3, 1, 1)], aligned="half_pixel", ratio=0, **disputed)
    operands = [image, Tensor("f32", [1, 4], [0, 0, 2, 2]), vector("i32", [0])]
    plain = attributes(2, 2, 2, 1.0, "avg", None)
    for name, change in (("height_0", {"pooled_h": 0}), ("no_width", {"pooled_w": None}), ("negative_ratio", {"sampling_ratio": -1}),
                         ("scale_0", {"spatial_scale": 0}), ("no_mode", {"mode": None}), ("mode_bilinear", {"mode": "bilinear"})):
        made.run(name, operands, rejected("load", "OP-2"), {**plain, **change}, **({} if name == "mode_bilinear" else SURVEY))
    if version == 9:
        made.run("aligned_mode", operands, rejected("load", "OP-2"), {**plain, "aligned_mode": "aligned"})
    for name, change, rule in (("rank_3", {0: Tensor("f32", [1, 4, 4], [0] * 16)}, "OP-5"), ("five_numbers", {1: Tensor("f32", [1, 5], [0] * 5)}, "OP-5"),
                               ("two_indices", {2: vector("i32", [0, 0])}, "OP-5"), ("real_indices", {2: vector("f32", [0])}, "OP-4"),
                               ("other_type", {1: Tensor("f64", [1, 4], [0, 0, 2, 2])}, "OP-4")):
        made.run(name, [change.get(k, x) for k, x in enumerate(operands)], rejected("load", rule), plain)
    for name, index in (("image_1_of_1", 1), ("image_m1", -1)):
        made.run(name, operands[:2] + [vector("i32", [index])], rejected("run", "OP-6"), plain, **SURVEY)
    made.run("too_many_points", [image, Tensor("f32", [1, 4], [0, 0, INF, 2]), vector("i32", [0])], rejected("run", "OP-6"),
             {**plain, "sampling_ratio": 0}, rules=["OP-37"], **SURVEY)
    made.add_to(corpus, "operations/roi_align/version_%d" % version, rules=["OP-37", "OP-2", "OP-4", "OP-5", "OP-6"], oracle=ORACLE,
                title="ROIAlign-%d pools regions of images." % version)


def add_combined(corpus):
    graph = ir.Graph()
    image, regions, h0 = graph.parameter("IMAGE", "f32", [1, 1, 4, 4]), graph.parameter("REGIONS", "f32", [-1, 4]), graph.parameter("H0", "f32", [1, 1, 1, 1])
    body = graph.body()
    own, region, h = body.parameter("image", "f32", [1, 1, 4, 4]), body.parameter("region", "f32", [1, 4]), body.parameter("h", "f32", [1, 1, 1, 1])
    pooled = body.op("ROIAlign", own, region, body.const("i32", [0]), version="opset9", shape=[1, 1, 1, 1], pooled_h=1, pooled_w=1,
                     sampling_ratio=1, spatial_scale=1, mode="avg", aligned_mode="asymmetric")
    total = body.op("Add", h, pooled, shape=[1, 1, 1, 1])
    loop = graph.tensor_iterator(body)
    loop.input(image, own)
    loop.input(regions, region, axis=0)
    loop.input(h0, h)
    result = body.result(total, "total")
    loop.back_edge(result, h)
    graph.result(loop.output(result, shape=[-1, 1, 1, 1], **slices()), "TOTAL")
    corpus.add("operations/roi_align/regions_of_a_loop", rules=["OP-37"], kind="combined", oracle="by-hand", model=graph.text(),
               weights=graph.weights.data,
               title="Each iteration pools one region and adds it to a state.",
               notes="The points are the middles of the regions: (1, 1), then (2, 1.5). The image counts from 1, 4 in a row: 6, and the mean "
                     "of 7 and 11.",
               runs=[{"name": "two_regions", "inputs": {"IMAGE": counting("f32", [1, 1, 4, 4]), "H0": Tensor("f32", [1, 1, 1, 1], [100]),
                                                        "REGIONS": Tensor("f32", [2, 4], [0, 0, 2, 2, 1, 1, 3, 2])},
                      "outputs": [Tensor("f32", [2, 1, 1, 1], [106, 115])]}])
