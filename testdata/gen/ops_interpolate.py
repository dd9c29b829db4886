"""Interpolate: elements at exact positions between those of data."""

import math
from fractions import Fraction

import ir
from case import INTEGERS, Tensor, rejected, round_to
from frames import slices
from interpolating import Along, interpolate, padded, tolerance
from single import REALS, SURVEY, Single, filled, ints, vector

ORACLE = "generator: gen/ops_interpolate.py"
INF, NAN = math.inf, math.nan
ATTRIBUTES = ["mode", "shape_calculation_mode", "coordinate_transformation_mode", "nearest_mode", "antialias", "pads_begin", "pads_end",
              "cube_coeff"]
HOW = ("half_pixel", "pytorch_half_pixel", "asymmetric", "tf_half_pixel_for_nn", "align_corners")
NEAR = ("round_prefer_floor", "round_prefer_ceil", "floor", "ceil", "simple")
MODES = ("nearest", "linear", "linear_onnx", "cubic")
DECIDED = {"rules": ["OP-40"], **SURVEY}
PILLOW = {"rules": ["OP-41"], **SURVEY}


def numbers(type_, shape, by=1):
    """Multiples of `by` in no order, none of them equal to its neighbours."""
    def value(place):
        at = 1
        for position, size in zip(place, shape):
            at = at * size + position
        return by * (at * 5 % 13 - (0 if type_[0] == "u" else 6))
    return filled(shape, value, type_)


def text(values):
    return ",".join(map(str, values))


class Runs:
    """A case of one version, in which each run has a mode."""

    def __init__(self, version, has_axes=True, constants=True):
        self.version, self.has_axes = version, has_axes
        operands = ["x", "sizes", "scales"] if version == 4 else ["x", "sizes"]
        operands += ["axes"] * has_axes
        self.made = Single("Interpolate", "opset%d" % version, operands, ATTRIBUTES, operands[1:] if constants else ())

    def operands(self, x, sizes, scales, axes, scale_type="f32"):
        """The lists; version 11 has the one that is used."""
        lists = [ints([len(sizes)], sizes)] if sizes is not None else []
        scales = [vector(scale_type, scales)] if scales is not None else []
        if self.version == 4:
            lists = (lists or [ints([len(axes)], [1] * len(axes))]) + (scales or [vector("f32", [1.0] * len(axes))])
        else:
            lists = lists or scales
        return [x] + lists + [ints([len(axes)], axes)] * self.has_axes

    def add(self, name, mode, x, axes, sizes=None, scales=None, how=None, near=None, antialias=None, begin=None, end=None, a=None,
            scale_type="f32", known=True, **more):
        data = padded(x, begin or [0], end or [0])
        wide = "f64" if scale_type == "f64" else "f32"
        out = sizes if scales is None else [math.floor(round_to(wide, s * data.shape[axis])) for s, axis in zip(scales, axes)]
        ratios = [Fraction(s) for s in scales] if scales else [Fraction(o, max(data.shape[axis], 1)) for o, axis in zip(out, axes)]
        narrows = bool(antialias) and mode == "linear" and any(s < 1 for s in ratios)
        along = {axis: Along(data.shape[axis], o, s, mode, how or "half_pixel", near or "round_prefer_floor", narrows, -0.75 if a is None else a)
                 for axis, o, s in zip(axes, out, ratios)}
        result = interpolate(data, along)
        if any(axis.size and axis.scale != Fraction(axis.out, axis.size) for axis in along.values()):
            more = {**DECIDED, **more}
        if mode == "linear_onnx" and axes not in ({2: [0, 1], 3: [0, 1, 2], 4: [2, 3], 5: [2, 3, 4]}.get(len(x.shape)),):
            more = {**DECIDED, **more}
        if mode == "nearest":
            moves_others = how and how.startswith("tf") and near in ("ceil", "round_prefer_ceil") and len(x.shape) > len(axes)
            if moves_others or any(axis.is_delicate() or axis.is_disputed() for axis in along.values()):
                more = {**DECIDED, **more}
        elif x.type in REALS and result.values:
            narrow = mode == "cubic" and x.type in ("f16", "bf16")
            if narrow or not all(axis.is_plain() for axis in along.values()):
                result.compare = {"bound": tolerance(data, along)}
        self.made.run(name, self.operands(x, sizes, scales, axes, scale_type), [result],
                      attributes(mode, "scales" if scales else "sizes", how, near, antialias, begin, end, a), known, **more)

    def reject(self, name, operands, rule, changes=None, phase="load", known=True, **more):
        given = {**attributes("nearest", "sizes"), **(changes or {})}
        self.made.run(name, operands, rejected(phase, rule), given, known, **more)

    def add_to(self, corpus, name, title, rules=("OP-40",)):
        self.made.add_to(corpus, "operations/interpolate/" + name, rules=[*rules, "OP-2", "OP-4", "OP-5", "OP-6"], oracle=ORACLE,
                         title=title)


def attributes(mode, calculation, how=None, near=None, antialias=None, begin=None, end=None, a=None):
    return {"mode": mode, "shape_calculation_mode": calculation, "coordinate_transformation_mode": how, "nearest_mode": near,
            "antialias": None if antialias is None else str(antialias).lower(), "pads_begin": text(begin) if begin else None,
            "pads_end": text(end) if end else None, "cube_coeff": a}


def add_nearest(corpus):
    runs = Runs(11)
    x = numbers("f32", [1, 1, 2, 6])
    for how in HOW:
        for near in NEAR:
            for out in (9, 4, 12, 3):
                runs.add("%s_%s_6_to_%d" % (how, near, out), "nearest", x, [3], [out], how=how, near=near, known=out in (9, 3))
    add_types(runs, "nearest", 1)
    runs.add("plane", "nearest", numbers("f32", [2, 2, 2, 3]), [2, 3], [3, 7])
    runs.add("axes_in_another_order", "nearest", numbers("f32", [1, 1, 2, 3]), [3, 2], [5, 4])
    runs.add("scales_in_another_order", "nearest", numbers("f32", [1, 1, 2, 3]), [3, 1], scales=[2.0, 3.0])
    runs.add("batch_and_channels", "nearest", numbers("f32", [2, 3, 2]), [0, 1], [4, 2])
    runs.add("first_axis", "nearest", numbers("i32", [3, 2]), [0], [7])
    runs.add("no_axes", "nearest", numbers("f32", [2, 3]), [], [], known=False, **DECIDED)
    runs.add("pads", "nearest", numbers("f32", [1, 1, 2, 3]), [2, 3], [6, 12], begin=[0, 0, 1, 1], end=[0, 0, 0, 2])
    runs.add("pads_of_an_axis_that_stays", "nearest", numbers("f32", [1, 2, 3]), [2], scales=[2.0], begin=[0, 1, 0], end=[1, 0, 1], known=False)
    runs.add("one_pad_of_three", "nearest", numbers("f32", [2, 1, 3]), [2], [4], begin=[1], end=[0, 1])
    runs.add("no_elements", "nearest", numbers("f32", [2, 0, 3]), [2], [5])
    runs.add("size_0", "nearest", numbers("f32", [2, 3]), [1], [0], **DECIDED)
    runs.add("scale_to_size_0", "nearest", numbers("f32", [2, 3]), [1], scales=[0.25], known=False, **DECIDED)
    runs.add("every_bit", "nearest", Tensor("f32", [4], ["0xffc00123", -0.0, "0x7f800001", -INF]), [0], [8], rules=["NUM-5"], **SURVEY)
    for how in HOW:
        runs.add(how + "_of_one", "nearest", numbers("f32", [1, 5]), [1], [1], how=how)
        runs.add(how + "_from_one", "nearest", numbers("f32", [3, 1]), [1], [3], how=how)
        delicate = DECIDED if how.startswith("tf") else {}
        runs.add(how + "_same_size", "nearest", numbers("f32", [1, 5]), [1], [5], how=how, near="ceil", **delicate)
    for name, scale, size in (("1_and_a_half", 1.5, 5), ("0_4375", 0.4375, 9), ("3_25", 3.25, 3), ("1_75", 1.75, 3), ("1_that_adds_none", 1.125, 5)):
        for how in ("half_pixel", "asymmetric"):
            runs.add("scale_%s_%s" % (name, how), "nearest", numbers("f32", [1, size]), [1], scales=[scale], how=how, near="floor")
    runs.add("scale_0_7_of_10", "nearest", numbers("f32", [10]), [0], scales=[round_to("f32", 0.7)], near="floor", **DECIDED)
    for type_ in ("f16", "bf16", "f64"):
        runs.add("scales_of_" + type_, "nearest", numbers("f32", [2, 4]), [1], scales=[1.5], scale_type=type_)
    add_rejected(runs)
    runs.add_to(corpus, "nearest", "Interpolate by the nearest element, which ties and each coordinate mode decide.")


def add_types(runs, mode, by):
    for type_ in INTEGERS + REALS:
        if type_ != "f32":
            decided = DECIDED if mode == "cubic" and type_ in INTEGERS else {}
            runs.add(type_, mode, numbers(type_, [1, 5], by), [1], [10], known=type_ in REALS, **decided)


def add_rejected(runs):
    x, sizes, axis = numbers("f32", [2, 3]), ints([1], [4]), ints([1], [1])
    runs.reject("boolean", [Tensor("boolean", [2], [1, 0]), sizes, ints([1], [0])], "OP-4")
    runs.reject("sizes_of_f32", [x, vector("f32", [4]), axis], "OP-4")
    runs.reject("scales_of_i64", [x, sizes, axis], "OP-4", {"shape_calculation_mode": "scales"})
    runs.reject("axes_of_f32", [x, sizes, vector("f32", [1])], "OP-4")
    runs.reject("sizes_of_rank_2", [x, ints([1, 1], [4]), axis], "OP-5")
    runs.reject("axes_of_rank_0", [x, sizes, ints([], [1])], "OP-5")
    runs.reject("two_sizes_for_one_axis", [x, ints([2], [4, 4]), axis], "OP-5")
    runs.reject("one_size_for_two_axes", [x, sizes, ints([2], [0, 1])], "OP-5")
    runs.reject("axis_2_of_rank_2", [x, sizes, ints([1], [2])], "OP-6")
    runs.reject("axis_twice", [x, ints([2], [4, 4]), ints([2], [1, 1])], "OP-6", **SURVEY)
    runs.reject("axis_minus_1", [x, sizes, ints([1], [-1])], "OP-6", **SURVEY)
    runs.reject("size_minus_1", [x, ints([1], [-1]), axis], "OP-6")
    runs.reject("from_no_elements", [numbers("f32", [2, 0]), sizes, axis], "OP-6", **SURVEY)
    runs.reject("from_no_elements_in_the_run", [numbers("f32", [2, 0]), sizes, axis], "OP-6", phase="run", known=False, **SURVEY)
    for name, scale in (("0", 0.0), ("minus_1", -1.0), ("nan", NAN), ("infinite", INF)):
        runs.reject("scale_" + name, [x, vector("f32", [scale]), axis], "OP-6", {"shape_calculation_mode": "scales"}, **SURVEY)
    runs.reject("scale_2_to_the_100", [x, vector("f32", [2.0**100]), axis], "LIMIT-4", {"shape_calculation_mode": "scales"})
    runs.reject("size_2_to_the_37", [numbers("f32", [0, 3]), ints([1], [2**37]), axis], "LIMIT-4")
    runs.reject("three_pads", [x, sizes, axis], "OP-5", {"pads_begin": "0,0,1"}, **SURVEY)
    runs.reject("pad_minus_1", [x, sizes, axis], "OP-2", {"pads_end": "0,-1"})
    runs.reject("without_mode", [x, sizes, axis], "OP-2", {"mode": None})
    runs.reject("mode_area", [x, sizes, axis], "OP-2", {"mode": "area"})
    runs.reject("without_calculation", [x, sizes, axis], "OP-2", {"shape_calculation_mode": None})
    runs.reject("half_pixel_symmetric", [x, sizes, axis], "OP-2", {"coordinate_transformation_mode": "half_pixel_symmetric"})
    runs.reject("nearest_mode_round", [x, sizes, axis], "OP-2", {"nearest_mode": "round"})


def add_weighted(corpus, mode):
    runs = Runs(11)
    pillow = PILLOW if mode.endswith("pillow") else {}
    more = {"a": -0.5, **pillow} if mode == "bicubic_pillow" else pillow
    shape = [1, 1, 2, 4]
    x = numbers("f32", shape)
    for how in HOW:
        for size in (8, 2, 6, 3, 1):
            if not pillow or how == "half_pixel":
                runs.add("%s_4_to_%d" % (how, size), mode, x, [2, 3], [3, size], how=how, known=size in (8, 3), **more)
    for name, axes, scales in (("up", [2, 3], [2.0, 4.0]), ("down", [2, 3], [1.0, 0.5]), ("five_eighths", [2, 3], [1.0, 0.625]),
                               ("one_and_a_half", [2, 3], [1.5, 1.5]), ("up_and_down", [3, 2], [0.75, 3.0])):
        runs.add("scales_" + name, mode, x, axes, scales=scales, known=name == "up", **more)
    if not pillow:
        add_types(runs, mode, 8 if mode != "cubic" else 1)
        runs.add("f64_6_to_7", mode, numbers("f64", [1, 1, 2, 6]), [2, 3], [2, 7], **more)
        runs.add("f16_6_to_7", mode, numbers("f16", [1, 1, 2, 6]), [2, 3], [2, 7], **more)
    else:
        runs.add("12_to_5", mode, numbers("f32", [1, 1, 2, 12]), [2, 3], [2, 5], **more)
        runs.add("16_to_3", mode, numbers("f32", [1, 1, 16, 1]), [2, 3], [3, 1], known=False, **more)
        for type_ in ("u8", "f16", "i32"):
            runs.add(type_, mode, numbers(type_, [1, 1, 4, 4]), [2, 3], [4, 2], **more)
    spatial = [2, 3] if mode == "linear_onnx" or pillow else [3]
    runs.add("pads", mode, x, spatial, [6, 10][-len(spatial):], begin=[0, 0, 0, 1], end=[0, 0, 1], **more)
    runs.add("no_elements", mode, numbers("f32", [0, 1, 2, 4]), spatial, [3, 5][-len(spatial):], **more)
    runs.add("from_one_element", mode, numbers("f32", [1, 2, 1, 1]), [2, 3], [2, 3], **more)
    runs.add("same_size", mode, x, [2, 3], [2, 4], **more)
    if mode in ("linear", "cubic"):
        runs.add("one_axis", mode, numbers("f32", [2, 4]), [1], [8])
        runs.add("three_axes", mode, numbers("f32", [2, 2, 3]), [0, 1, 2], [4, 1, 6])
    if mode == "linear_onnx":
        runs.add("rank_2", mode, numbers("f32", [2, 4]), [0, 1], [3, 8])
        runs.add("rank_3", mode, numbers("f32", [2, 4, 3]), [0, 1, 2], [4, 2, 3])
        runs.add("rank_5", mode, numbers("f32", [1, 2, 2, 2, 3]), [2, 3, 4], [4, 1, 6])
        runs.add("one_axis", mode, numbers("f32", [2, 4]), [1], [8], **DECIDED)
        runs.add("all_axes_of_rank_4", mode, numbers("f32", [2, 1, 2, 3]), [0, 1, 2, 3], [2, 1, 4, 6], **DECIDED)
    if mode == "cubic":
        for a in (-0.5, -1.0, 0.0, 0.25):
            runs.add("coefficient_%s" % str(a).replace(".", "_").replace("-", "m"), mode, numbers("f32", [1, 6]), [1], [12], a=a)
        runs.add("saturates", mode, Tensor("u8", [1, 4], [0, 255, 255, 0]), [1], [8], **DECIDED)
    if mode == "linear":
        add_antialias(runs)
        runs.add("halves_to_even", mode, Tensor("i32", [1, 4], [1, 2, 3, -4]), [1], scales=[2.0], how="asymmetric", **DECIDED)
    decided = PILLOW if pillow else DECIDED
    special = Tensor("f32", [1, 6], [1, NAN, 2, INF, 3, -INF])
    runs.add("weights_of_0", mode, special, [1], [6], how="asymmetric", **{**more, **decided})
    if not pillow:
        runs.add("nan_and_infinities", mode, special, [1], [12], **DECIDED)
    runs.add_to(corpus, mode, "Interpolate with weights: %s." % mode, ["OP-41"] if pillow else ["OP-40"])


def add_antialias(runs):
    x = numbers("f32", [1, 2, 6])
    for name, axes, scales in (("half", [2], [0.5]), ("third", [2], [0.34375]), ("one_of_two", [1, 2], [1.0, 0.5]), ("three_quarters", [2], [0.75])):
        runs.add("antialias_" + name, "linear", x, axes, scales=scales, antialias=True, **DECIDED)
        runs.add("antialias_%s_off" % name, "linear", x, axes, scales=scales, antialias=False)
    runs.add("antialias_sizes", "linear", x, [1, 2], [1, 3], antialias=True, **DECIDED)
    runs.add("antialias_up", "linear", x, [2], [12], antialias=True)
    runs.add("antialias_narrows_another_axis", "linear", numbers("f32", [2, 2]), [0, 1], scales=[2.0, 0.5], antialias=True, **DECIDED)
    runs.add("antialias_leaves_no_weight", "linear", numbers("f32", [2, 2]), [0, 1], scales=[4.0, 0.5], antialias=True, **DECIDED)
    runs.add("antialias_align_corners", "linear", numbers("f32", [1, 8]), [1], scales=[0.5], antialias=True, how="align_corners", **DECIDED)


def add_antialias_of_version_4(runs):
    """The page of version 4 has the code of the filter, that of version 11 has the attribute alone."""
    row = numbers("f32", [1, 1, 2, 6])
    runs.add("antialias_half", "linear", row, [2, 3], scales=[1.0, 0.5], antialias=True)
    runs.add("antialias_sizes", "linear", row, [2, 3], [1, 3], antialias=True)
    runs.add("antialias_narrows_another_axis", "linear", numbers("f32", [1, 1, 2, 2]), [2, 3], scales=[2.0, 0.5], antialias=True)
    runs.add("antialias_align_corners", "linear", numbers("f32", [1, 8]), [1], scales=[0.5], antialias=True, how="align_corners")


def add_version_4(corpus):
    runs = Runs(4)
    x = numbers("f32", [1, 1, 2, 4])
    add_antialias_of_version_4(runs)
    for mode in MODES:
        runs.add(mode + "_sizes", mode, x, [2, 3], [4, 8])
        runs.add(mode + "_scales", mode, x, [2, 3], scales=[1.5, 0.75], known=False)
    lists = [ints([2], [4, 8]), vector("f32", [2.0, 2.0]), ints([2], [2, 3])]
    for mode in ("bilinear_pillow", "bicubic_pillow"):
        runs.reject("mode_" + mode, [x, *lists], "OP-2", {"mode": mode})
    runs.reject("scales_of_i64", [x, lists[0], ints([2], [2, 2]), lists[2]], "OP-4")
    runs.reject("sizes_of_f32", [x, lists[1], lists[1], lists[2]], "OP-4")
    scaled = {"shape_calculation_mode": "scales"}
    runs.reject("scale_nan", [x, lists[0], vector("f32", [NAN, 1.0]), lists[2]], "OP-6", scaled, **SURVEY)
    runs.reject("one_scale", [x, lists[0], vector("f32", [1.0]), lists[2]], "OP-5", scaled)
    runs.reject("scales_of_rank_2", [x, lists[0], Tensor("f32", [1, 2], [1.0, 1.0]), lists[2]], "OP-5")
    runs.add_to(corpus, "version_4", "Interpolate-4 has sizes and scales, and uses one of them.")
    runs = Runs(4, has_axes=False)
    for mode in ("nearest", "linear", "cubic"):
        runs.add(mode, mode, numbers("f32", [2, 4]), [0, 1], [4, 8])
    runs.reject("one_size_for_rank_2", [numbers("f32", [2, 4]), ints([1], [4]), vector("f32", [1.0])], "OP-5")
    runs.add_to(corpus, "version_4_without_axes", "Interpolate-4 without axes interpolates along all axes.")


def add_others(corpus):
    runs = Runs(11, has_axes=False)
    for mode in ("nearest", "linear", "cubic"):
        runs.add(mode, mode, numbers("f32", [2, 4]), [0, 1], [4, 8])
        runs.add(mode + "_of_rank_1", mode, numbers("f32", [4]), [0], scales=[2.0], known=False)
    runs.reject("three_sizes_for_rank_2", [numbers("f32", [2, 4]), ints([3], [4, 4, 4])], "OP-5")
    runs.add_to(corpus, "without_axes", "Interpolate-11 without axes interpolates along all axes.")
    runs = Runs(11, constants=False)
    for mode in MODES:
        runs.add(mode, mode, numbers("f32", [1, 1, 2, 4]), [2, 3], [4, 8], known=False)
        runs.add(mode + "_scales", mode, numbers("f32", [1, 1, 2, 4]), [2, 3], scales=[2.0, 1.5])
    runs.reject("axis_of_the_run", [numbers("f32", [2, 4]), ints([1], [4]), ints([1], [2])], "OP-6", phase="run")
    runs.reject("size_of_the_run", [numbers("f32", [2, 4]), ints([1], [-4]), ints([1], [0])], "OP-6", phase="run")
    runs.add_to(corpus, "lists_of_the_run", "The sizes, scales and axes of Interpolate are inputs of the model.")


def add_combined(corpus):
    for mode, rule, tier in (("linear", "OP-40", {}), ("bilinear_pillow", "OP-41", SURVEY)):
        graph = ir.Graph()
        x = graph.parameter("X", "f32", [-1, 1, 2, 2])
        body = graph.body()
        xi = body.parameter("x", "f32", [1, 1, 2, 2])
        sizes, axes = body.const("i64", [2, 4], [2]), body.const("i64", [2, 3], [2])
        larger = body.op("Interpolate", xi, sizes, axes, version="opset11", shape=[1, 1, 2, 4], mode=mode, shape_calculation_mode="sizes")
        loop = graph.tensor_iterator(body)
        loop.input(x, xi, axis=0)
        graph.result(loop.output(body.result(larger, "larger"), shape=[-1, 1, 2, 4], **slices()), "LARGER")
        corpus.add("operations/interpolate/%s_of_a_loop" % mode, rules=[rule], kind="combined", oracle="by-hand", model=graph.text(),
                   weights=graph.weights.data, title="A loop doubles the width of one image in each iteration, with the mode %s." % mode,
                   notes="The positions are -1/4, 1/4, 3/4 and 5/4, so a row (a, b) becomes (a, (3a + b) / 4, (a + 3b) / 4, b).",
                   runs=[{"name": "two_images", **tier, "inputs": {"X": Tensor("f32", [2, 1, 2, 2], [0, 4, 8, 16, -4, 4, 20, 0])},
                          "outputs": [Tensor("f32", [2, 1, 2, 4], [0, 1, 3, 4, 8, 10, 14, 16, -4, -2, 2, 4, 20, 15, 5, 0])]}])


def add_cases(corpus):
    add_nearest(corpus)
    for mode in MODES[1:] + ("bilinear_pillow", "bicubic_pillow"):
        add_weighted(corpus, mode)
    add_version_4(corpus)
    add_others(corpus)
    add_combined(corpus)
