"""PSROIPooling: the mean of elements or points of each part of a region, in its own channel (OP-58)."""

import itertools
import math

import ir
from case import Tensor, rejected, round_to
from frames import slices
from single import REALS, SURVEY, Single, element, filled

INF, NAN = math.inf, math.nan
ORACLE = "generator: gen/ops_psroi_pooling.py"
ATTRIBUTES = ["output_dim", "group_size", "spatial_scale", "mode", "spatial_bins_x", "spatial_bins_y"]
DECIDED = {"rules": ["OP-58"], **SURVEY}


def away_from_zero(x):
    """The nearest whole number; a half is rounded away from 0."""
    return math.copysign(math.floor(abs(x) + 0.5), x) if math.isfinite(x) else x


def whole_parts(type_, low, high, group, scale, size):
    """The elements of each part along one axis."""
    begin = round_to(type_, away_from_zero(low) * scale)
    end = round_to(type_, round_to(type_, away_from_zero(high) + 1) * scale)
    part = round_to(type_, round_to(type_, end - begin) / group)
    borders = [round_to(type_, round_to(type_, part * k) + begin) for k in range(group + 1)]
    if any(map(math.isnan, borders)):
        return None
    clipped = [(max(0, min(size, math.floor(a) if math.isfinite(a) else a)), max(0, min(size, math.ceil(b) if math.isfinite(b) else b)))
               for a, b in zip(borders, borders[1:])]
    return [range(int(a), int(b)) for a, b in clipped]


def averages(images, regions, channels, group, scale):
    values = []
    for r in range(regions.shape[0]):
        n, x1, y1, x2, y2 = (element(regions, (r, k)) for k in range(5))
        rows = whole_parts(images.type, y1, y2, group, scale, images.shape[2])
        columns = whole_parts(images.type, x1, x2, group, scale, images.shape[3])
        for c, i, j in itertools.product(range(channels), range(group), range(group)):
            if rows is None or columns is None:
                values.append(NAN)
                continue
            part = [element(images, (int(n), (c * group + i) * group + j, y, x)) for y in rows[i] for x in columns[j]]
            values.append(round_to(images.type, sum(part) / len(part)) if part else 0.0)
    return Tensor(images.type, [regions.shape[0], channels, group, group], values)


def between(images, n, channel, y, x):
    """The value at a point, of four neighbours; 0 outside."""
    if math.isnan(y) or math.isnan(x):
        return NAN
    height, width = images.shape[2:]
    if not (0 <= y <= height - 1 and 0 <= x <= width - 1):
        return 0.0
    top, left = math.floor(y), math.floor(x)
    total = 0.0
    for i, j in itertools.product((top, top + 1), (left, left + 1)):
        weight = (1 - abs(y - i)) * (1 - abs(x - j))
        if i < height and j < width:  # otherwise the weight is 0
            total += weight * element(images, (n, channel, i, j))
    return total


def points(images, regions, channels, group, scale, bins_x, bins_y):
    values = []

    def place(low, high, bins, which, k, size):
        """Exact, because the operands are chosen so."""
        begin, bin_ = low * scale, (high - low) * scale / bins
        first = (begin + which * bin_) * (size - 1)
        return first + bin_ * (size - 1) / 2 if group == 1 else first + k * bin_ * (size - 1) / (group - 1)
    for r in range(regions.shape[0]):
        n, x1, y1, x2, y2 = (element(regions, (r, k)) for k in range(5))
        for c, i, j in itertools.product(range(channels), range(group), range(group)):
            total = 0.0
            for by, bx in itertools.product(range(bins_y), range(bins_x)):
                y, x = place(y1, y2, bins_y, by, i, images.shape[2]), place(x1, x2, bins_x, bx, j, images.shape[3])
                total += between(images, int(n), (by * bins_x + bx) * channels + c, y, x)
            values.append(round_to(images.type, total / (bins_x * bins_y)))
    return Tensor(images.type, [regions.shape[0], channels, group, group], values)


def varied(type_, shape):
    """Multiples of 1 that differ along every axis."""
    return filled(shape, lambda p: float((29 * p[0] + 17 * p[1] + 7 * p[2] * p[2] + 3 * p[3] * (p[2] + 2)) % 32), type_)


def boxes(type_, rows):
    return Tensor(type_, [len(rows), 5], [v for row in rows for v in row])


def attributes(channels, group=None, scale=1.0, mode=None, bins_x=None, bins_y=None):
    return dict(zip(ATTRIBUTES, (channels, group, scale, mode, bins_x, bins_y)))


def add_averages(corpus):
    made = Single("PSROIPooling", "opset1", ["images", "regions"], ATTRIBUTES, outputs=["{{images_type}}"])

    def add(name, shape, rows, channels, group, scale=1.0, type_="f32", mode="average", known=True, **more):
        x, regions = varied(type_, shape), boxes(type_, rows)
        made.run(name, [x, regions], [averages(x, regions, channels, group, scale)], attributes(channels, group, scale, mode), known=known, **more)
    add("whole_parts", [1, 8, 4, 8], [(0, 0, 0, 3, 3), (0, 4, 0, 7, 3)], 2, 2)
    add("one_part", [2, 3, 4, 4], [(1, 0, 1, 1, 2), (0, 2, 0, 3, 3)], 3, 1)
    add("parts_that_share_elements", [1, 4, 4, 4], [(0, 0, 1, 2, 3)], 1, 2)
    add("three_by_three", [1, 18, 6, 6], [(0, 0, 0, 5, 5), (0, 1, 0, 3, 5)], 2, 3)
    add("halves_are_rounded_away", [1, 4, 8, 8], [(0, 0.5, 1.5, 2.5, 3.5), (0, 1.25, 0.75, 4.25, 3.75)], 1, 2)
    add("half_a_scale", [1, 4, 4, 4], [(0, 0, 0, 3, 7), (0, 2, 2, 5, 5)], 1, 2, 0.5)
    add("scale_2", [1, 4, 8, 8], [(0, 1, 0, 2, 1)], 1, 2, 2.0)
    add("default_mode_and_group", [1, 2, 4, 4], [(0, 0, 1, 3, 2)], 2, 1, mode=None)
    made.runs[-1]["at"][made.columns().index("group_size")] = None
    add("mode_in_upper_case", [1, 4, 4, 4], [(0, 0, 0, 3, 3)], 1, 2, mode="AVERAGE", rules=["OP-2"], **SURVEY)
    add("no_regions", [1, 4, 4, 4], [], 1, 2)
    for type_ in REALS:
        if type_ != "f32":
            add(type_, [1, 4, 4, 4], [(0, 0, 1, 2, 3)], 1, 2, type_=type_)
    for name, row in (("past_the_end", (0, 2, 2, 5, 5)), ("before_the_beginning", (0, -2, -3, 1, 2)), ("outside", (0, 9, 9, 12, 12)),
                      ("reversed", (0, 3, 3, 0, 0)), ("negative_halves", (0, -0.5, -1.5, 2, 1)), ("to_infinity", (0, 1, 1, INF, 2)),
                      ("nan_corner", (0, 1, NAN, 2, 3))):
        add(name, [1, 4, 4, 4], [row], 1, 2, **DECIDED)
    add("no_rows", [1, 4, 0, 4], [(0, 0, 0, 1, 1)], 1, 2, **DECIDED)
    add("unknown_sizes", [1, 4, 4, 4], [(0, 0, 0, 3, 3)], 1, 2, known=False)
    add("bins_are_ignored", [1, 4, 4, 4], [(0, 0, 0, 3, 3)], 1, 2)
    made.runs[-1]["at"][made.columns().index("spatial_bins_x")] = 3

    def reject(name, rule, changes=None, x=None, regions=None, phase="load", **more):
        x, regions = x or varied("f32", [1, 4, 4, 4]), regions or boxes("f32", [(0, 0, 0, 3, 3)])
        made.run(name, [x, regions], rejected(phase, rule), {**attributes(1, 2, 1.0, "average"), **(changes or {})}, **more)
    reject("no_output_dim", "OP-2", {"output_dim": None})
    reject("no_scale", "OP-2", {"spatial_scale": None})
    reject("mode_max", "OP-2", {"mode": "max"})
    for name, change in (("output_dim_0", {"output_dim": 0}), ("group_0", {"group_size": 0}), ("scale_0", {"spatial_scale": 0}),
                         ("bins_0", {"spatial_bins_y": 0})):
        reject(name, "OP-2", change, **SURVEY)
    reject("three_channels", "OP-5", x=varied("f32", [1, 3, 4, 4]), **DECIDED)
    reject("images_of_rank_3", "OP-5", x=Tensor("f32", [4, 2, 2], [0.0] * 16))
    reject("four_numbers", "OP-5", regions=Tensor("f32", [1, 4], [0.0] * 4))
    reject("regions_of_rank_1", "OP-5", regions=Tensor("f32", [5], [0.0] * 5))
    reject("integers", "OP-4", x=Tensor("i32", [1, 4, 1, 1], [1, 2, 3, 4]), regions=Tensor("i32", [1, 5], [0] * 5))
    reject("regions_of_f64", "OP-4", regions=boxes("f64", [(0, 0, 0, 3, 3)]), **DECIDED)
    for name, image in (("image_1_of_1", 1.0), ("image_m1", -1.0), ("image_half", 0.5), ("image_nan", NAN)):
        reject(name, "OP-6", regions=boxes("f32", [(image, 0, 0, 3, 3)]), phase="run", **SURVEY)
    made.add_to(corpus, "operations/psroi_pooling/averages", rules=["OP-58", "OP-2", "OP-4", "OP-5", "OP-6"], oracle=ORACLE,
                title="PSROIPooling gives the mean of each part of a region in a channel of its own.")


def add_points(corpus):
    made = Single("PSROIPooling", "opset1", ["images", "regions"], ATTRIBUTES, outputs=["{{images_type}}"])

    def add(name, shape, rows, channels, group, bins=(2, 2), scale=1.0, type_="f32", result=None, known=True, **more):
        x, regions = varied(type_, shape), boxes(type_, rows)
        made.run(name, [x, regions], [result or points(x, regions, channels, group, scale, *bins)],
                 attributes(channels, group, scale, "bilinear", *bins), known=known, **more)
    add("on_elements", [1, 4, 3, 5], [(0, 0, 0, 1, 1), (0, 0.5, 0, 1, 0.5)], 1, 3)
    add("between_elements", [2, 8, 3, 5], [(1, 0.125, 0.25, 0.625, 0.75), (0, 0, 0.5, 0.25, 1)], 2, 2)
    add("one_element", [1, 4, 5, 3], [(0, 0, 0.25, 1, 0.75)], 1, 1)
    add("bins_of_two_sizes", [1, 16, 3, 9], [(0, 0, 0, 1, 1)], 2, 2, (4, 2), scale=0.75)
    add("one_bin", [1, 2, 5, 5], [(0, 0.25, 0, 0.75, 1)], 2, 3, (1, 1))
    add("scale_half", [1, 4, 5, 5], [(0, 0, 0.5, 2, 1.5)], 1, 3, scale=0.5)
    add("point_region", [1, 4, 3, 3], [(0, 0.5, 0.25, 0.5, 0.25)], 1, 2)
    add("reversed", [1, 4, 5, 5], [(0, 1, 1, 0.5, 0)], 1, 3, **DECIDED)
    for type_ in REALS:
        if type_ != "f32":
            add(type_, [1, 4, 3, 5], [(0, 0, 0, 1, 1)], 1, 3, type_=type_)
    for name, row in (("past_the_end", (0, 0.5, 0.5, 1.5, 1.5)), ("before_the_beginning", (0, -0.5, -1, 0.5, 1)), ("outside", (0, 2, 2, 3, 3)),
                      ("just_past_the_end", (0, 1, 1, 1.0625, 1.0625))):
        add(name, [1, 4, 5, 5], [row], 1, 3, **DECIDED)
    add("nan_corner", [1, 4, 5, 5], [(0, 0, 0, NAN, 1)], 1, 2, result=Tensor("f32", [1, 1, 2, 2], [NAN] * 4), **DECIDED)
    add("no_columns", [1, 4, 2, 0], [(0, 0, 0, 1, 1)], 1, 2, result=Tensor("f32", [1, 1, 2, 2], [0.0] * 4), **DECIDED)
    add("unknown_sizes", [1, 4, 3, 5], [(0, 0, 0, 1, 1)], 1, 3, known=False)
    made.run("five_channels", [varied("f32", [1, 5, 3, 5]), boxes("f32", [(0, 0, 0, 1, 1)])], rejected("load", "OP-5"),
             attributes(1, 2, 1.0, "bilinear", 2, 2), **DECIDED)
    made.run("default_bins", [varied("f32", [1, 2, 3, 5]), boxes("f32", [(0, 0, 0, 1, 1)])],
             [points(varied("f32", [1, 2, 3, 5]), boxes("f32", [(0, 0, 0, 1, 1)]), 2, 3, 1.0, 1, 1)], attributes(2, 3, 1.0, "bilinear"))
    made.add_to(corpus, "operations/psroi_pooling/points", rules=["OP-58", "OP-5"], oracle=ORACLE,
                title="PSROIPooling gives the mean of a point in each bin of a region, each in a channel of its own.")


def add_loop_over_regions(corpus, name, rule, image, pool, regions, totals, title, notes):
    """A TensorIterator pools a region of an image and adds it to a state, in each iteration.

    image  its elements, in rows
    pool   pool(body, images, region) adds the operation, whose output has one element
    """
    height, width = len(image), len(image[0])
    graph = ir.Graph()
    images, all_regions, h0 = (graph.parameter(each, "f32", shape) for each, shape in
                               (("IMAGES", [1, 1, height, width]), ("REGIONS", [-1, 5]), ("H0", [1, 1, 1, 1])))
    body = graph.body()
    own, region, h = (body.parameter(each, "f32", shape) for each, shape in
                      (("images", [1, 1, height, width]), ("region", [1, 5]), ("h", [1, 1, 1, 1])))
    total = body.op("Add", h, pool(body, own, region), shape=[1, 1, 1, 1])
    loop = graph.tensor_iterator(body)
    loop.input(images, own)
    loop.input(all_regions, region, axis=0)
    loop.input(h0, h)
    result = body.result(total, "total")
    loop.back_edge(result, h)
    graph.result(loop.output(result, shape=[-1, 1, 1, 1], **slices()), "TOTAL")
    inputs = {"IMAGES": Tensor("f32", [1, 1, height, width], [element for line in image for element in line]), "H0": Tensor("f32", [1, 1, 1, 1], [100]),
              "REGIONS": Tensor("f32", [len(regions), 5], [number for each in regions for number in each])}
    corpus.add("operations/%s/regions_of_a_loop" % name, rules=[rule], kind="combined", oracle="by-hand", model=graph.text(),
               weights=graph.weights.data, title=title, notes=notes,
               runs=[{"name": "two_regions", "inputs": inputs, "outputs": [Tensor("f32", [len(totals), 1, 1, 1], totals)]}])


def add_combined(corpus):
    def mean(body, images, region):
        return body.op("PSROIPooling", images, region, version="opset1", shape=[1, 1, 1, 1], output_dim=1, spatial_scale=1)
    add_loop_over_regions(corpus, "psroi_pooling", "OP-58", [[1, 2, 3, 4], [5, 6, 7, 8]], mean, [[0, 0, 0, 1, 1], [0, 2, 1, 3, 1]], [103.5, 111],
                          "Each iteration pools one region and adds it to a state.",
                          "The rows of the image are 1 to 4 and 5 to 8. The means are those of 1, 2, 5 and 6, and of 7 and 8: 3.5 and 7.5.")


def add_cases(corpus):
    add_averages(corpus)
    add_points(corpus)
    add_combined(corpus)
