"""RegionYolo: sigmoids of the numbers of regions, and the softmax of their classes (OP-62)."""

import itertools
import math

import ir
from case import Tensor, rejected, round_to
from frames import slices
from rounded import correctly_rounded
from single import REALS, SURVEY, Single, element, filled

INF, NAN = math.inf, math.nan
ORACLE = "generator: gen/ops_region_yolo.py"
ATTRIBUTES = ["anchors", "axis", "coords", "classes", "end_axis", "num", "do_softmax", "mask"]
DECIDED = {"rules": ["OP-62"], **SURVEY}
STEPS = 20  # an implementation may differ by so many ulp: docs/bounds.md


def softmax(type_, line):
    """Each step rounded: the difference from the greatest, its exp, the sum, the quotient."""
    greatest = max(line)
    powers = [correctly_rounded("exp", round_to(type_, x - greatest), type_) for x in line]
    total = 0.0
    for power in powers:
        total += power
    total = round_to(type_, total)
    return [round_to(type_, power / total) for power in powers]


def regions_of(x, coords, classes, regions, with_softmax, shape=None, steps=STEPS):
    n, _, height, width = x.shape
    each = coords + 1 + classes
    out = dict.fromkeys(itertools.product(range(n), range(regions * each), range(height), range(width)))
    for b, region, i, j in itertools.product(range(n), range(regions), range(height), range(width)):
        numbers = [element(x, (b, region * each + k, i, j)) for k in range(each)]
        for k, v in enumerate(numbers):
            if k < 2 and k < coords or k == coords or k > coords and not with_softmax:
                v = correctly_rounded("sigmoid", v, x.type)
            out[b, region * each + k, i, j] = v
        if with_softmax and classes:
            for k, v in enumerate(softmax(x.type, numbers[coords + 1:])):
                out[b, region * each + coords + 1 + k, i, j] = v
    return Tensor(x.type, shape or x.shape, list(out.values()), {"ulp": steps} if steps else None)


def varied(type_, shape):
    """Multiples of 1/8 from -4 to 4 that differ along every axis."""
    return filled(shape, lambda p: ((13 * p[0] + 11 * p[1] + 7 * p[2] + 3 * p[3] * (p[1] + 1)) % 65 - 32) / 8, type_)


def attributes(coords, classes, num, softmax_, mask=None, axis=1, end_axis=3, anchors=None):
    return dict(zip(ATTRIBUTES, (anchors, axis, coords, classes, end_axis, num, softmax_, mask)))


def add_runs(corpus):
    made = Single("RegionYolo", "opset1", ["x"], ATTRIBUTES)

    def add(name, shape, coords, classes, num, softmax_=None, mask=None, to=None, axis=1, end_axis=3, anchors=None, type_="f32", x=None, steps=STEPS,
            known=True, **more):
        x = x or varied(type_, shape)
        regions = len(mask.split(",")) if mask else num
        result = regions_of(x, coords, classes, regions, softmax_ != "false", to, steps)
        made.run(name, [x], [result], attributes(coords, classes, num, softmax_, mask, axis, end_axis, anchors), known=known, **more)
    add("version_2", [1, 16, 2, 3], 4, 3, 2, "true", to=[1, 96], anchors="1.08,1.19,3.42,4.41")
    add("default_softmax", [2, 8, 2, 2], 4, 3, 1, to=[2, 32])
    add("version_3", [1, 16, 2, 3], 4, 3, 6, "false", "0,1", anchors="10,14,23,27")
    add("mask_of_others", [1, 16, 2, 3], 4, 3, 6, "false", "3,5")
    add("two_images", [2, 14, 1, 2], 4, 2, 2, "true", to=[2, 28])
    add("one_class", [1, 12, 2, 1], 4, 1, 2, "true", to=[1, 24])
    add("axes_2_to_3", [1, 8, 2, 3], 4, 3, 1, "true", to=[1, 8, 6], axis=2)
    add("axes_0_to_1", [2, 8, 2, 3], 4, 3, 1, "true", to=[16, 2, 3], axis=0, end_axis=1)
    add("one_axis", [1, 8, 2, 3], 4, 3, 1, "true", axis=2, end_axis=2)
    add("negative_axes", [1, 8, 2, 3], 4, 3, 1, "true", to=[1, 48], axis=-3, end_axis=-1)
    add("mask_is_ignored", [1, 8, 2, 3], 4, 3, 1, "true", to=[1, 48])
    made.runs[-1]["at"][made.columns().index("mask")] = "0,1,2"
    add("unknown_sizes", [1, 16, 2, 3], 4, 3, 2, "true", to=[1, 96], known=False)
    add("all_0", [1, 16, 1, 1], 4, 3, 2, "false", "0,1", x=Tensor("f32", [1, 16, 1, 1], [0.0] * 16), steps=STEPS)
    add("no_images", [0, 8, 2, 3], 4, 3, 1, "true", to=[0, 48], steps=None)
    for type_ in REALS:
        if type_ != "f32":
            add(type_, [1, 8, 2, 2], 4, 3, 1, "true", to=[1, 32], type_=type_, steps=40 if type_ == "f64" else STEPS)
            add(type_ + "_of_version_3", [1, 8, 2, 2], 4, 3, 3, "false", "1", type_=type_)
    add("two_images_of_version_3", [2, 14, 1, 2], 4, 2, 3, "false", "0,1")
    add("large", [], 4, 3, 1, "true", to=[1, 8], x=Tensor("f32", [1, 8, 1, 1], [-100, 100, INF, -INF, 20, 80, 80, 60]), **DECIDED)
    for name, coords, classes in (("two_coordinates", 2, 3), ("five_coordinates", 5, 2), ("one_coordinate", 1, 3), ("no_coordinates", 0, 3),
                                  ("no_classes", 4, 0)):
        add(name, [1, coords + 1 + classes, 2, 2], coords, classes, 1, "true", to=[1, (coords + 1 + classes) * 4], **DECIDED)

    def reject(name, rule, changes=None, x=None, phase="load", **more):
        made.run(name, [x or varied("f32", [1, 16, 2, 3])], rejected(phase, rule), {**attributes(4, 3, 2, "true"), **(changes or {})}, **more)
    for name in ("axis", "coords", "classes", "end_axis", "num"):
        reject("without_" + name, "OP-2", {name: None}, **(SURVEY if name == "num" else {}))
    reject("softmax_2", "OP-2", {"do_softmax": "2"})
    for name in ("coords", "classes", "num"):
        reject("negative_" + name, "OP-2", {name: -1}, **SURVEY)
    reject("integers", "OP-4", x=Tensor("i32", [1, 16, 1, 1], list(range(16))))
    reject("rank_3", "OP-5", x=Tensor("f32", [1, 16, 1], [0.0] * 16))
    reject("axis_4", "OP-5", {"axis": 4}, **DECIDED)
    reject("end_axis_m5", "OP-5", {"end_axis": -5}, **DECIDED)
    reject("axes_3_to_1", "OP-5", {"axis": 3, "end_axis": 1}, **DECIDED)
    reject("three_regions", "OP-5", {"num": 3}, **DECIDED)
    reject("one_region", "OP-5", {"num": 1}, **DECIDED)
    reject("three_of_a_mask", "OP-5", {"do_softmax": "false", "mask": "0,1,2"}, **DECIDED)
    made.add_to(corpus, "operations/region_yolo/regions", rules=["OP-62", "OP-2", "OP-4", "OP-5"], oracle=ORACLE,
                title="RegionYolo computes sigmoids of the numbers of each region, and the softmax or the sigmoids of its classes.")


def add_combined(corpus):
    graph = ir.Graph()
    images, h0 = graph.parameter("IMAGES", "f32", [-1, 6, 1, 1]), graph.parameter("H0", "f32", [1, 6, 1, 1])
    body = graph.body()
    part, h = body.parameter("part", "f32", [1, 6, 1, 1]), body.parameter("h", "f32", [1, 6, 1, 1])
    regions = body.op("RegionYolo", body.op("Multiply", part, h), version="opset1", axis=1, coords=4, classes=1, end_axis=3, num=3, do_softmax="false", mask="0")
    total = body.op("Add", h, regions)
    loop = graph.tensor_iterator(body)
    loop.input(images, part, axis=0)
    loop.input(h0, h)
    result = body.result(total, "total")
    loop.back_edge(result, h)
    graph.result(loop.output(result, shape=[-1, 6, 1, 1], **slices()), "TOTAL")
    corpus.add("operations/region_yolo/states_of_a_loop", rules=["OP-62"], kind="combined", oracle="by-hand", model=graph.text(), weights=graph.weights.data,
               title="Each iteration adds the numbers of a region to a state.",
               notes="The sigmoid of 0 is 1/2, and w and h stay. The state begins with 1. The second part is 0, except for w and h: 1 and 2 times 4.",
               runs=[{"name": "two_parts", "inputs": {"IMAGES": Tensor("f32", [2, 6, 1, 1], [0, 0, 3, 3, 0, 0, 0, 0, 1, 2, 0, 0]),
                                                      "H0": Tensor("f32", [1, 6, 1, 1], [1] * 6)},
                      "outputs": [Tensor("f32", [2, 6, 1, 1], [1.5, 1.5, 4, 4, 1.5, 1.5, 2, 2, 8, 12, 2, 2], {"ulp": 8})]}])


def add_cases(corpus):
    add_runs(corpus)
    add_combined(corpus)
