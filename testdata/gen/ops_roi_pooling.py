"""ROIPooling: the greatest element of each part of a region, or a point for each part (OP-59)."""

import itertools
import math

from case import Tensor, rejected, round_to
from ops_psroi_pooling import add_loop_over_regions, away_from_zero, between, boxes, varied
from single import REALS, SURVEY, Single, element, filled

INF, NAN = math.inf, math.nan
ORACLE = "generator: gen/ops_roi_pooling.py"
ATTRIBUTES = ["pooled_h", "pooled_w", "spatial_scale", "method"]
DECIDED = {"rules": ["OP-59"], **SURVEY}


def greatest(images, regions, height, width, scale):
    type_, values = images.type, []

    def parts(low, high, n, size):
        """Whole elements: the parts' borders as exact quotients."""
        low, high = (away_from_zero(round_to(type_, x * scale)) for x in (low, high))
        if math.isnan(low) or math.isnan(high):
            return None
        begin, end = (int(max(-2**40, min(2**40, x))) for x in (low, high))
        length = max(end - begin + 1, 1)
        borders = [(begin + k * length // n, begin - (-(k + 1) * length // n)) for k in range(n)]
        return [range(max(0, min(size, a)), max(0, min(size, b))) for a, b in borders]
    for r in range(regions.shape[0]):
        n, x1, y1, x2, y2 = (element(regions, (r, k)) for k in range(5))
        rows, columns = parts(y1, y2, height, images.shape[2]), parts(x1, x2, width, images.shape[3])
        for c, i, j in itertools.product(range(images.shape[1]), range(height), range(width)):
            if rows is None or columns is None:
                values.append(NAN)
                continue
            part = [element(images, (int(n), c, y, x)) for y in rows[i] for x in columns[j]]
            values.append(NAN if any(map(math.isnan, part)) else max(part, default=0.0))
    return Tensor(type_, [regions.shape[0], images.shape[1], height, width], values)


def points(images, regions, height, width):
    """One point for each element, from the first corner to the second one. All places are exact."""
    def place(low, high, k, n, size):
        return ((low + high) / 2 if n == 1 else low + (high - low) * k / (n - 1)) * (size - 1)
    values = []
    for r in range(regions.shape[0]):
        n, x1, y1, x2, y2 = (element(regions, (r, k)) for k in range(5))
        for c, i, j in itertools.product(range(images.shape[1]), range(height), range(width)):
            y, x = place(y1, y2, i, height, images.shape[2]), place(x1, x2, j, width, images.shape[3])
            values.append(round_to(images.type, between(images, int(n), c, y, x)))
    return Tensor(images.type, [regions.shape[0], images.shape[1], height, width], values)


def single():
    return Single("ROIPooling", "opset2", ["images", "regions"], ATTRIBUTES, outputs=["{{images_type}}"])


def attributes(size, scale=1.0, method=None):
    return dict(zip(ATTRIBUTES, (*size, scale, method)))


def add_greatest(corpus):
    made = single()

    def add(name, shape, rows, size=(2, 2), scale=1.0, method="max", type_="f32", x=None, known=True, **more):
        x = x or varied(type_, shape)
        regions = boxes(type_, rows)
        made.run(name, [x, regions], [greatest(x, regions, *size, scale)], attributes(size, scale, method), known=known, **{**DECIDED, **more})
    add("whole_parts", [1, 2, 4, 8], [(0, 0, 0, 3, 3), (0, 4, 0, 7, 3)])
    add("default_method", [2, 1, 4, 4], [(1, 0, 0, 1, 2), (0, 2, 1, 3, 3)], (1, 2), method=None)
    add("parts_that_share_elements", [1, 2, 5, 5], [(0, 0, 1, 2, 3), (0, 1, 0, 4, 4)], (2, 3))
    add("more_parts_than_elements", [1, 1, 4, 4], [(0, 1, 1, 2, 2)], (4, 3))
    add("small_scale", [1, 1, 4, 4], [(0, 0, 16, 47, 63), (0, 8, 24, 40, 40)], scale=0.0625)
    add("halves_are_rounded_away", [1, 1, 8, 8], [(0, 0.5, 1.5, 2.5, 4.5)], (2, 2))
    add("one_element", [1, 3, 4, 4], [(0, 2, 1, 2, 1)], (1, 1))
    add("reversed_is_one_element", [1, 1, 4, 4], [(0, 3, 2, 1, 0)], (2, 2))
    add("past_the_end", [1, 1, 4, 4], [(0, 2, 2, 5, 5)], (2, 2))
    add("before_the_beginning", [1, 1, 4, 4], [(0, -2, -3, 1, 2)], (2, 2))
    add("outside", [1, 1, 4, 4], [(0, 9, 9, 12, 12)], (2, 2))
    add("negative_elements", [], [(0, 0, 0, 3, 3)], x=filled([1, 1, 4, 4], lambda p: -1.0 - p[2] - 4 * p[3], "f32"))
    add("nan_element", [], [(0, 0, 0, 3, 1)], x=Tensor("f32", [1, 1, 2, 4], [1, NAN, 3, 4, 5, 6, 7, -INF]))
    add("infinite_corners", [1, 1, 4, 4], [(0, -INF, 0, INF, 3)], (2, 3))
    add("nan_corner", [1, 1, 4, 4], [(0, 0, NAN, 3, 3)])
    add("no_rows", [1, 1, 0, 4], [(0, 0, 0, 1, 1)])
    add("no_regions", [1, 2, 4, 4], [])
    add("unknown_sizes", [1, 2, 4, 4], [(0, 0, 0, 3, 3)], known=False)
    add("height_0", [1, 2, 4, 4], [(0, 0, 0, 3, 3)], (0, 2))
    add("width_0", [1, 2, 4, 4], [(0, 0, 0, 3, 3)], (2, 0))
    for type_ in REALS:
        if type_ != "f32":
            add(type_, [1, 2, 4, 4], [(0, 0, 1, 2, 3)], type_=type_)

    def reject(name, rule, changes=None, x=None, regions=None, phase="load", **more):
        x, regions = x or varied("f32", [1, 2, 4, 4]), regions or boxes("f32", [(0, 0, 0, 3, 3)])
        made.run(name, [x, regions], rejected(phase, rule), {**attributes((2, 2), 1.0, "max"), **(changes or {})}, **more)
    reject("no_height", "OP-2", {"pooled_h": None})
    reject("no_scale", "OP-2", {"spatial_scale": None})
    reject("method_avg", "OP-2", {"method": "avg"})
    reject("negative_width", "OP-2", {"pooled_w": -1}, **SURVEY)
    reject("scale_0", "OP-2", {"spatial_scale": 0}, **SURVEY)
    reject("images_of_rank_3", "OP-5", x=Tensor("f32", [4, 2, 2], [0.0] * 16))
    reject("four_numbers", "OP-5", regions=Tensor("f32", [1, 4], [0.0] * 4))
    reject("regions_of_rank_1", "OP-5", regions=Tensor("f32", [5], [0.0] * 5))
    reject("integers", "OP-4", x=Tensor("i32", [1, 4, 1, 1], [1, 2, 3, 4]), regions=Tensor("i32", [1, 5], [0] * 5))
    reject("regions_of_f64", "OP-4", regions=boxes("f64", [(0, 0, 0, 3, 3)]))
    for name, image in (("image_1_of_1", 1.0), ("image_m1", -1.0), ("image_half", 0.5)):
        reject(name, "OP-6", regions=boxes("f32", [(image, 0, 0, 3, 3)]), phase="run", **SURVEY)
    made.add_to(corpus, "operations/roi_pooling/greatest", rules=["OP-59", "OP-2", "OP-4", "OP-5", "OP-6"], oracle=ORACLE,
                title="ROIPooling takes the greatest element of each part of a region.")


def add_points(corpus):
    made = single()

    def add(name, shape, rows, size, type_="f32", scale=1.0, result=None, known=True, **more):
        x, regions = varied(type_, shape), boxes(type_, rows)
        made.run(name, [x, regions], [result or points(x, regions, *size)], attributes(size, scale, "bilinear"), known=known, **more)
    add("on_elements", [1, 2, 3, 5], [(0, 0, 0, 1, 1), (0, 0.5, 0, 1, 0.5)], (3, 5))
    add("between_elements", [2, 2, 3, 5], [(1, 0.125, 0.25, 0.625, 0.75), (0, 0, 0.5, 0.25, 1)], (2, 3))
    add("one_point", [1, 2, 5, 5], [(0, 0, 0.25, 1, 0.75)], (1, 1))
    add("one_row", [1, 1, 5, 5], [(0, 0.5, 0.25, 1, 0.75)], (1, 3))
    add("scale_is_ignored", [1, 1, 5, 5], [(0, 0, 0.5, 1, 1)], (2, 3), scale=0.25)
    add("point_region", [1, 1, 3, 3], [(0, 0.5, 0.25, 0.5, 0.25)], (2, 2))
    add("reversed", [1, 1, 5, 5], [(0, 1, 1, 0.5, 0)], (3, 3))
    add("one_element", [1, 2, 1, 1], [(0, 0, 0, 1, 1)], (2, 2))
    for type_ in REALS:
        if type_ != "f32":
            add(type_, [1, 1, 3, 5], [(0, 0, 0, 1, 1)], (3, 3), type_=type_)
    add("past_the_end", [1, 1, 5, 5], [(0, 0.5, 0.5, 1.5, 1.5)], (3, 3))
    add("before_the_beginning", [1, 1, 5, 5], [(0, -0.5, -1, 0.5, 1)], (3, 3))
    add("just_past_the_end", [1, 1, 5, 5], [(0, 0, 1, 1.0625, 1.0625)], (2, 2))
    add("nan_corner", [1, 1, 5, 5], [(0, 0, 0, NAN, 1)], (2, 2), result=Tensor("f32", [1, 1, 2, 2], [NAN] * 4), **DECIDED)
    add("no_columns", [1, 1, 2, 0], [(0, 0, 0, 1, 1)], (2, 2), result=Tensor("f32", [1, 1, 2, 2], [0.0] * 4), **DECIDED)
    add("unknown_sizes", [1, 2, 3, 5], [(0, 0, 0, 1, 1)], (3, 3), known=False)
    made.add_to(corpus, "operations/roi_pooling/points", rules=["OP-59"], oracle=ORACLE,
                title="ROIPooling interpolates the value at a point of each part of a region.")


def add_combined(corpus):
    def middle(body, images, region):
        return body.op("ROIPooling", images, region, version="opset2", shape=[1, 1, 1, 1], pooled_h=1, pooled_w=1, spatial_scale=1, method="bilinear")
    add_loop_over_regions(corpus, "roi_pooling", "OP-59", [[1, 2, 3], [4, 5, 6], [7, 8, 9]], middle, [[0, 0, 0, 1, 1], [0, 0.5, 0, 1, 0]], [105, 107.5],
                          "Each iteration takes the middle of one region and adds it to a state.",
                          "The image counts from 1 to 9. The middles are (1, 1), which is 5, and (1.5, 0), which is 2.5.")


def add_cases(corpus):
    add_greatest(corpus)
    add_points(corpus)
    add_combined(corpus)
