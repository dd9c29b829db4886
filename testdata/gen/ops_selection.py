"""StridedSlice, TopK and Range, by Python's own slices, sorts and exact numbers."""

import functools
import math
from fractions import Fraction

import mpmath

from case import INTEGERS, Tensor, rejected
from exact import nearest
from single import REALS, TYPES, Single, counting, element, places, vector, wrapped

INF, NAN = math.inf, math.nan
ORACLE = "generator: gen/ops_selection.py"
MASKS = ("begin_mask", "end_mask", "new_axis_mask", "shrink_axis_mask", "ellipsis_mask")


def strided(x, begin, end, stride, masks):
    """data[begin:end:stride, ...] with the meaning that Python's slices have."""
    def is_set(name, i):
        mask = masks.get(name, [])
        return i < len(mask) and mask[i] == 1
    axis, axes = 0, []  # the positions on an axis of data, or None for a new one; whether the axis stays
    cut = sum(not is_set("ellipsis_mask", i) and not is_set("new_axis_mask", i) for i in range(len(begin)))
    for i in range(len(begin)):
        if is_set("ellipsis_mask", i):
            for _ in range(len(x.shape) - cut):
                axes.append((range(x.shape[axis]), True))
                axis += 1
        elif is_set("new_axis_mask", i):
            axes.append((None, True))
        elif is_set("shrink_axis_mask", i):
            axes.append(([range(x.shape[axis])[0 if is_set("begin_mask", i) else begin[i]]], False))
            axis += 1
        else:
            first, last = None if is_set("begin_mask", i) else begin[i], None if is_set("end_mask", i) else end[i]
            axes.append((range(x.shape[axis])[slice(first, last, stride[i])], True))
            axis += 1
    axes += [(range(size), True) for size in x.shape[axis:]]
    whole = [1 if positions is None else len(positions) for positions, _ in axes]
    values = [element(x, [positions[p] for p, (positions, _) in zip(place, axes) if positions is not None]) for place in places(whole)]
    return Tensor(x.type, [size for size, (_, stays) in zip(whole, axes) if stays], values)


def add_strided_slice(corpus):
    operands = ["x", "begin", "end", "stride"]
    made = Single("StridedSlice", "opset1", operands, MASKS, operands[1:])

    def texts(masks):
        return {name: ",".join(map(str, mask)) for name, mask in masks.items()}

    def add(name, shape, begin, end, stride, masks=None, type_="i64", x_type="i32", **more):
        masks = {"begin_mask": [0] * len(begin), "end_mask": [0] * len(begin)} | (masks or {})
        x = counting(x_type, shape)
        made.run(name, [x, vector(type_, begin), vector(type_, end), vector(type_, stride)], [strided(x, begin, end, stride, masks)],
                 texts(masks), **more)
    survey = {"tier": "survey"}
    add("page_steps", [4, 4, 4, 4], [1, 0, 1, 3], [4, 4, 4, 0], [1, 2, 2, -2])
    add("page_negative", [2, 3, 4], [0, 0, 0], [2, 2, -1], [1, 1, 1], known=False)
    add("negative_begin", [6], [-4], [-1], [1], type_="i32")
    add("beyond_both_ends", [5], [-99], [99], [2])
    add("beyond_the_end", [5], [99], [120], [1])
    add("int64_ends", [5], [-2**63], [2**63 - 1], [3])
    add("backward_from_beyond", [5], [99], [1], [-1])
    add("backward_to_before_0", [5], [3], [-99], [-2])
    add("backward_to_m1_is_the_last", [5], [4], [-1], [-1])
    add("backward_begin_before_0", [5], [2], [0], [-1])
    add("empty_forward", [5], [3], [1], [1])
    add("empty_backward", [5], [1], [3], [-1])
    add("begin_is_end", [5], [2], [2], [1], **survey)
    add("masks_of_one_axis", [2, 3, 4], [1, 1, 1], [0, 0, 2], [1, 1, 1], {"begin_mask": [0, 1, 1], "end_mask": [1, 1, 0]})
    add("whole_backward", [4], [1], [2], [-1], {"begin_mask": [1], "end_mask": [1]}, **survey)
    add("backward_from_the_edge", [4], [0], [1], [-1], {"begin_mask": [1], "end_mask": [0]})
    add("short_and_long_masks", [3, 4], [1, 1], [3, 3], [1, 1], {"begin_mask": [1], "end_mask": [0, 1, 1, 0, 1]})
    add("axes_after_the_last", [3, 2, 2], [1], [3], [1], known=False)
    add("new_axes", [2, 4], [0, 0, 9, 1], [0, 2, 9, 4], [1, 1, 1, 2], {"new_axis_mask": [1, 0, 1, 0]})
    add("new_axis_last", [3], [0, 0], [3, 0], [1, 1], {"new_axis_mask": [0, 1]})
    add("shrink", [2, 3, 4], [1, 0, 2], [1, 3, 2], [1, 1, 1], {"shrink_axis_mask": [1, 0, 1]})
    add("shrink_negative", [2, 3], [-1, -2], [-1, -2], [1, 1], {"shrink_axis_mask": [1, 1]})
    add("shrink_with_another_end", [2, 3], [1, 0], [2, 3], [1, 1], {"shrink_axis_mask": [1, 0]}, **survey)
    add("shrink_from_the_edge", [2, 3], [1, 0], [1, 3], [1, 1], {"begin_mask": [1, 0], "shrink_axis_mask": [1, 0]}, **survey)
    add("ellipsis_first", [2, 3, 4], [0, 1], [0, 3], [1, 1], {"ellipsis_mask": [1, 0]})
    add("ellipsis_in_the_middle", [2, 3, 2, 4], [1, 0, 1], [2, 0, 4], [1, 1, 2], {"ellipsis_mask": [0, 1, 0]}, known=False)
    add("ellipsis_last", [3, 2], [1, 0], [3, 0], [1, 1], {"ellipsis_mask": [0, 1]})
    add("ellipsis_of_no_axis", [3, 2], [1, 0, 0], [3, 0, 1], [1, 1, 1], {"ellipsis_mask": [0, 1, 0]})
    add("ellipsis_new_and_shrunk", [2, 3, 4], [0, 0, 0, 1], [0, 0, 0, 1], [1, 1, 1, 1],
        {"new_axis_mask": [1, 0, 0, 0], "ellipsis_mask": [0, 1, 0, 0], "shrink_axis_mask": [0, 0, 0, 1]})
    add("new_and_shrunk_at_once", [3, 2], [1, 1], [2, 2], [1, 1],
        {"new_axis_mask": [1, 0], "shrink_axis_mask": [1, 0]}, **survey)
    add("ellipsis_new_and_shrunk_at_once", [2, 3, 2], [0, 1], [1, 2], [1, 1],
        {"ellipsis_mask": [1, 0], "new_axis_mask": [1, 0], "shrink_axis_mask": [1, 0]}, **survey)
    add("no_triple", [2, 2], [], [], [], known=False, **survey)
    add("empty_data", [0, 3], [0, 1], [5, 3], [1, 1])
    for type_ in TYPES:
        add(type_, [2, 4], [0, 3], [2, 0], [1, -1], x_type=type_, rules=["OP-4"])
    x = counting("f32", [5])
    two, one = vector("i64", [0, 0]), vector("i64", [1])
    ready = {"begin_mask": "0", "end_mask": "0"}
    made.run("without_masks", [x, one, vector("i64", [3]), one], [Tensor("f32", [2], [2, 3])], tier="survey")
    zeros = [INF, NAN, 1, 2, 3]
    made.run("special_values", [vector("f32", zeros), vector("i64", [4]),
             vector("i64", [-6]), vector("i64", [-1])], [vector("f32", zeros[::-1])], ready)
    made.run("backward_clamped_begin", [x, vector("i64", [-99]), vector("i64", [-99]),
             vector("i64", [-1])], [vector("f32", [1])], ready, tier="survey")
    made.run("stride_0", [x, one, vector("i64", [3]), vector("i64", [0])], rejected("load", "OP-6"), ready)
    made.run("too_many_triples", [x, two, two, vector("i64", [1, 1])], rejected("load", "OP-5"), ready)
    made.run("lengths_differ", [x, one, vector("i64", [3, 3]), one], rejected("load", "OP-5"), ready)
    made.run("shrink_position_5_of_5", [x, vector("i64", [5]), vector("i64", [5]), one],
             rejected("load", "OP-6"), {**ready, "shrink_axis_mask": "1"}, tier="survey")
    made.run("two_ellipses", [x, two, two, vector("i64", [1, 1])], rejected("load", "OP-2"), {**ready, "ellipsis_mask": "1,1"})
    made.run("mask_of_2", [x, one, vector("i64", [3]), one], rejected("load", "OP-2"), {**ready, "begin_mask": "2"}, tier="survey")
    made.run("begin_f32", [x, vector("f32", [0]), vector("f32", [3]), vector("f32", [1])], rejected("load", "OP-4"), ready)
    made.add_to(corpus, "operations/strided_slice/strides", rules=["OP-65", "OP-5", "OP-6", "OP-2", "OP-4"], oracle=ORACLE,
                title="StridedSlice takes data[begin:end:stride, ...], forward and backward, with all five masks.",
                notes="The slices are those of Python. Only backward_clamped_begin is not: the page clamps a begin before 0 to 0.")

    made = Single("StridedSlice", "opset1", operands[:3], MASKS[:2], operands[1:3])
    for name, shape, begin, end in (("vector", [6], [1], [-1]), ("matrix", [3, 4], [0, 2], [2, 9]), ("fewer_triples", [3, 2], [2], [3])):
        x = counting("u16", shape)
        made.run(name, [x, vector("i32", begin), vector("i32", end)],
                 [strided(x, begin, end, [1] * len(begin), {})], {"begin_mask": "0", "end_mask": "0"})
    made.add_to(corpus, "operations/strided_slice/without_stride", rules=["OP-65", "OP-3"], oracle=ORACLE,
                title="StridedSlice without strides takes every position of a range.")


def best(x, k, axis, mode, sort):
    """Values and indices of the k best of each line. The first of equals is better; NaN is the least."""
    axis %= len(x.shape)
    shape = x.shape[:axis] + [k] + x.shape[axis + 1:]
    values, indices = [0] * math.prod(shape), [0] * math.prod(shape)

    def order(a, b):
        a, b = [(v == v, v if v == v else 0) for v in (a[0], b[0])]
        return (a > b) - (a < b)
    where = {place: at for at, place in enumerate(places(shape))}
    for place in places(x.shape[:axis] + [1] + x.shape[axis + 1:]):
        line = [(element(x, place[:axis] + (j,) + place[axis + 1:]), j) for j in range(x.shape[axis])]
        chosen = sorted(line, key=functools.cmp_to_key(order if mode == "min" else lambda a, b: -order(a, b)))[:k]
        for j, (value, index) in enumerate(sorted(chosen, key=lambda c: c[1]) if sort == "index" else chosen):
            at = where[place[:axis] + (j,) + place[axis + 1:]]
            values[at], indices[at] = value, index
    return values, indices, shape


def add_top_k(corpus, version, path, title):
    newest = version == "opset11"
    made = Single("TopK", version, ["x", "k"], ["axis", "mode", "sort", "index_element_type"] + ["stable"] * newest, ["k"],
                  ["{{x_type}}", "{{index_type}}"], columns=["index_precision"])

    def add(name, x, k, axis, mode, sort, type_=None, k_type="i64", **more):
        stable = more.pop("stable", None)
        values, indices, shape = best(x, k, axis, mode, sort)
        made.run(name, [x, Tensor(k_type, [], [k])], [Tensor(x.type, shape, values), Tensor(type_ or "i32", shape, indices)],
                 {"axis": axis, "mode": mode, "sort": sort, "index_element_type": type_, "stable": stable,
                  "index_precision": (type_ or "i32").upper()}, **more)

    def unlike(type_, shape):
        """Values without equals in a line."""
        count = math.prod(shape)
        return Tensor(type_, shape, [(at * 7 + 3) % 23 - (0 if type_[0] == "u" else 9) for at in range(count)])
    block = unlike("f32", [2, 4, 3])
    for mode in ("max", "min"):
        for sort in ("value", "index"):
            for axis, k in ((1, 2), (-1, 3), (0, 1), (-2, 4)):
                add("%s_by_%s_axis_%s_k_%d" % (mode, sort, str(axis).replace("-", "m"), k),
                    block, k, axis, mode, sort, "i64" if k % 2 else "i32", known=k != 2)
        add(mode + "_none", block, 2, 1, mode, "none", "i32", tier="survey")
        for type_ in INTEGERS + REALS:
            add("%s_%s" % (mode, type_), unlike(type_, [5]), 3, 0, mode, "value")
        for type_ in REALS:
            add("%s_%s_special" % (mode, type_), vector(type_, [1, NAN, INF, -2, -INF]), 4, 0, mode, "value", tier="survey")
            add("%s_%s_two_nans" % (mode, type_), vector(type_, [NAN, 1, NAN]), 3, 0, mode, "value", tier="survey")
            add("%s_%s_zeros" % (mode, type_), vector(type_, [-0.0, 0.0, -1]), 2, 0, mode, "value", tier="survey")
        ends = {"i8": [127, -128, 0, 5], "u8": [255, 128, 127, 0], "i32": [2**31 - 1, -2**31, 0, -1],
                "i64": [2**31, 2**31 + 1, -2**31 - 1, 0],
                "u64": [2**63, 2**64 - 1, 1, 2**63 - 1], "f64": [1 + 2.0**-40, 1, 1 + 2.0**-39, -1]}
        for type_, values in ends.items():
            add("%s_%s_ends" % (mode, type_), vector(type_, values), 4, 0, mode, "value")
    equals = vector("i32", [5, 3, 1, 2, 5, 5, 3])
    for mode in ("max", "min"):
        for sort in ("value", "index"):
            for k in (1, 2, 4, 7):
                name = "equals_%s_by_%s_k_%d" % (mode, sort, k)
                if newest:
                    add(name + "_stable", equals, k, 0, mode, sort, stable="true")
                    add(name, equals, k, 0, mode, sort, stable="false", tier="survey")
                else:
                    add(name, equals, k, 0, mode, sort, tier="survey")
    if newest:
        add("page_stable", vector("i32", [5, 3, 1, 2, 5, 5]), 4, 0, "min", "index", stable="true")
        add("stable_1", vector("i32", [2, 2, 1]), 2, 0, "max", "value", stable="1", tier="survey")
    for k_type in ("i8", "u16", "i32", "u64"):
        add("k_" + k_type, unlike("f32", [4]), 2, 0, "max", "value", k_type=k_type,
            **({} if newest else {"tier": "survey"}))  # TopK-1's page gives k no type
    add("other_axis_empty", Tensor("f32", [0, 3], []), 2, 1, "max", "value")
    add("one_element", Tensor("f32", [1], [4]), 1, 0, "min", "index", "i64")
    common = {"axis": 0, "mode": "max", "sort": "value", "index_precision": "I32"}
    x, two = unlike("f32", [3, 2]), Tensor("i64", [], [2])
    if newest:
        made.run("k_0", [x, Tensor("i64", [], [0])], rejected("load", "OP-6"), common, tier="survey")
    else:
        add("k_0", x, 0, 0, "max", "value", tier="survey")
    made.run("k_4_of_3", [x, Tensor("i64", [], [4])], rejected("load", "OP-6"), common)
    made.run("k_4_of_3_in_the_run", [x, Tensor("i64", [], [4])], rejected("run", "OP-6"), common, known=False)
    made.run("k_m1", [x, Tensor("i64", [], [-1])], rejected("load", "OP-6"), common)
    made.run("k_of_one_element", [x, vector("i64", [2])], rejected("load", "OP-5"), common, tier="survey")
    made.run("k_f32", [x, Tensor("f32", [], [2])], rejected("load", "OP-4"), common)
    made.run("boolean", [counting("boolean", [3]), two], rejected("load", "OP-4"), common)
    made.run("axis_2_of_rank_2", [x, two], rejected("load", "OP-5"), {**common, "axis": 2})
    made.run("without_axis", [x, two], rejected("load", "OP-2"), {**common, "axis": None})
    made.run("without_mode", [x, two], rejected("load", "OP-2"), {**common, "mode": None})
    made.run("mode_most", [x, two], rejected("load", "OP-2"), {**common, "mode": "most"})
    made.run("without_sort", [x, two], rejected("load", "OP-2"), {**common, "sort": None})
    made.run("sort_values", [x, two], rejected("load", "OP-2"), {**common, "sort": "values"})
    made.run("indices_i16", [x, two], rejected("load", "OP-2"), {**common, "index_element_type": "i16"})
    made.add_to(corpus, path, rules=["OP-64", "OP-6", "OP-2", "OP-5", "OP-4"], oracle=ORACLE, title=title,
                notes="The first of equal elements is chosen first and comes first. NaN is less than every number.")


def add_range(corpus):
    made = Single("Range", "opset4", ["start", "stop", "step"], ["output_type"],
                 ["start", "stop", "step"], ["{{output_type}}"], columns=["output_precision"])

    def add(name, type_, values, types, **more):
        if type_ in REALS:
            count = max(math.ceil((values[1] - values[0]) / values[2]), 0)  # in the floating-point type
            start, step = Fraction(values[0]), Fraction(values[2])
            result = [real(start + i * step, type_) for i in range(count)]
        else:
            start, stop, step = [int(v) for v in values]  # drops the fraction
            count = max(math.ceil(Fraction(stop - start, step)), 0)
            result = [wrapped(type_, start + i * step) for i in range(count)]
        made.run(name, [Tensor(t, [], [v]) for t, v in zip(types, values)], [vector(type_, result)],
                 {"output_type": type_, "output_precision": precision(type_)}, **more)
    i32, f32, f64 = ["i32"] * 3, ["f32"] * 3, ["f64"] * 3
    add("page_1", "i32", (2, 23, 3), i32)
    add("page_2", "i32", (23, 2, -3), i32)
    add("page_3", "f32", (1, 2.5, 0.5), f32)
    for type_ in INTEGERS + REALS:
        add("up_" + type_, type_, (3, 12, 4), ["i64"] * 3)
        add("down_" + type_, type_, (9, 0, -4), i32)
        add("own_type_" + type_, type_, (1, 6, 2), [type_] * 3)
    add("stop_is_not_included", "i64", (0, 6, 3), ["i64"] * 3)
    add("empty", "i32", (5, 5, 1), i32)
    add("empty_upward", "i32", (5, 2, 1), i32)
    add("empty_downward", "f32", (2, 5, -0.5), f32)
    add("one_element", "f32", (-1, 0, 100), f32)
    add("mixed_types", "f32", (1, 3, 0.25), ["i8", "u16", "f16"])
    add("sixteenths_f16", "f16", (-0.5, 0.25, 0.0625), ["f16"] * 3)
    add("unsigned_to_below_0", "u8", (2, -3, -1), i32, tier="survey", rules=["NUM-2"])
    add("beyond_i8", "i8", (120, 135, 5), i32, tier="survey", rules=["NUM-2"])
    add("operands_truncated", "i32", (1.9, 6.9, 2.5), f32, tier="survey")
    add("operands_truncated_toward_0", "i32", (-1.9, -6.9, -2.5), f32, tier="survey")
    add("tenths_f32", "f32", (0, 1, 0.1), f64, tier="survey", rules=["OP-66"])
    add("tenths_of_f32", "f32", (0, 1, 0.10000000149011612), f32, tier="survey", rules=["OP-66"])
    add("almost_0_f64", "f64", (-1, 0.05, 0.1), f64, tier="survey", rules=["OP-66"])  # 10 * 0.1 > 1
    add("thirds_f64", "f64", (1, 3, 1 / 3), f64, tier="survey", rules=["OP-66"])
    add("long_f16", "f16", (2040, 2060, 3), i32, tier="survey", rules=["OP-66"])
    add("wide_i64", "i64", (2**62, 2**62 + 7, 3), ["i64"] * 3)
    add("wide_u64", "u64", (2**64 - 5, 2**64 - 1, 2), ["u64"] * 3)
    given = {"output_type": "i32", "output_precision": "I32"}
    real_given = {"output_type": "f32", "output_precision": "FP32"}
    zero, one, five = [Tensor("i32", [], [v]) for v in (0, 1, 5)]
    made.run("step_0", [one, five, zero], rejected("load", "OP-6"), given, tier="survey")
    made.run("step_half_is_0", [one, five, Tensor("f32", [], [0.5])], rejected("load", "OP-6"), given, tier="survey")
    for name, value in (("nan", NAN), ("infinite", INF)):
        made.run("stop_" + name, [one, Tensor("f32", [], [value]), one], rejected("load", "OP-6"), real_given, tier="survey")
    made.run("stop_of_one_element", [one, vector("i32", [5]), one], rejected("load", "OP-5"), given, tier="survey")
    made.run("stop_of_two_elements", [one, vector("i32", [5, 6]), one], rejected("load", "OP-5"), given)
    made.run("boolean", [Tensor("boolean", [], [True]), five, one], rejected("load", "OP-4"), given)
    made.run("output_boolean", [one, five, one], rejected("load", "OP-2"), {"output_type": "boolean", "output_precision": "BOOL"})
    made.run("without_output_type", [one, five, one], rejected("load", "OP-2"), {"output_precision": "I32"})
    made.add_to(corpus, "operations/range", rules=["OP-66", "OP-6", "OP-2", "OP-5", "OP-4", "NUM-2"], oracle=ORACLE,
                title="Range gives start, start + step, ... before stop, in every type.",
                notes="For an integer type the operands lose their fractions first. Element i of a real type is start + i * step, rounded "
                      "to f64 and then to the type.")


def real(value, type_):
    """An exact number rounded to f64, then to the type."""
    if value == 0:
        return 0.0
    with mpmath.workprec(3000):
        return nearest(mpmath.mpf(float(value)), type_)


def precision(type_):
    return {"f16": "FP16", "f32": "FP32", "f64": "FP64"}.get(type_, type_.upper())


def add_cases(corpus):
    add_strided_slice(corpus)
    add_top_k(corpus, "opset1", "operations/top_k/version_1",
              "TopK-1 gives the k greatest or least elements of each line, in three orders.")
    add_top_k(corpus, "opset3", "operations/top_k/version_3", "TopK-3 gives the k greatest or least elements of each line, in three orders.")
    add_top_k(corpus, "opset11", "operations/top_k/version_11", "TopK-11 keeps the order of equal elements if it is stable.")
    add_range(corpus)
