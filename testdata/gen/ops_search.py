"""Unique, SearchSorted and Bucketize, by comparing every pair of elements (OP-28 to OP-30)."""

import itertools
import math

import ir
from case import INTEGERS, Tensor, rejected
from frames import scan
from single import REALS, SURVEY, TYPES, Single, counting, element, ints, places, vector

INF, NAN = math.inf, math.nan
ORACLE = "generator: gen/ops_search.py"
TINY = {"f16": 2.0**-24, "bf16": 2.0**-133, "f32": 2.0**-149, "f64": 2.0**-1074}


def below(a, b):
    """Python compares integers with floats exactly. NaN is above every number."""
    return a < b if b == b else a == a


def slice_of(x, axis, position):
    """The elements of a slice, in row-major order."""
    if axis is None:
        return [x.values[position]]
    return [element(x, p) for p in places(x.shape) if p[axis] == position]


def slice_below(a, b):
    """By the first elements that differ."""
    for p, q in zip(a, b):
        if below(p, q) or below(q, p):
            return below(p, q)
    return False


def unique(x, axis, in_order, index="i64", count="i64"):
    axis = None if axis is None else axis % len(x.shape)
    size = math.prod(x.shape) if axis is None else x.shape[axis]
    slices = [slice_of(x, axis, position) for position in range(size)]
    same = [[not slice_below(a, b) and not slice_below(b, a) for b in slices] for a in slices]
    first = [row.index(True) for row in same]
    kinds = [position for position in range(size) if first[position] == position]
    if in_order:
        kinds = sorted(kinds, key=lambda k: sum(slice_below(slices[other], slices[k]) for other in kinds))
    shape = [len(kinds)] if axis is None else x.shape[:axis] + [len(kinds)] + x.shape[axis + 1:]
    if axis is None:
        values = [x.values[k] for k in kinds]
    else:
        values = [element(x, p[:axis] + (kinds[p[axis]],) + p[axis + 1:]) for p in places(shape)]
    return [Tensor(x.type, shape, values), vector(index, kinds), vector(index, [kinds.index(k) for k in first]),
            vector(count, [first.count(k) for k in kinds])]


def add_unique(corpus):
    made = {}
    for path in ("elements", "slices"):
        made[path] = Single("Unique", "opset10", ["x", "axis"][:1 + (path == "slices")], ["sorted", "index_element_type", "count_element_type"],
                            ["axis"], ["{{x_type}}", "{{index_type}}", "{{index_type}}", "{{count_type}}"],
                            columns=["index_precision", "count_precision"])

    def given(in_order, index, count):
        return {"sorted": in_order, "index_element_type": index, "count_element_type": count,
                "index_precision": ir.PRECISION[index or "i64"], "count_precision": ir.PRECISION[count or "i64"]}

    def add(name, x, axis=None, in_order=None, index=None, count=None, axis_type="i64", listed=False, **more):
        along = [] if axis is None else [vector(axis_type, [axis]) if listed else Tensor(axis_type, [], [axis])]
        result = unique(x, axis, in_order != "false", index or "i64", count or "i64")
        made["elements" if axis is None else "slices"].run(name, [x] + along, result, given(in_order, index, count), **more)
    numbers = Tensor("f32", [2, 4], [3, -1, 7, 3, 0.5, 3, -1, -9])
    for in_order in (None, "true", "false"):
        add("sorted_" + (in_order or "none"), numbers, in_order=in_order, known=in_order != "true")
    add("indices_i32", numbers, index="i32", in_order="false")
    add("counts_i32", numbers, count="i32")
    add("both_i32", numbers, index="i32", count="i32", known=False)
    add("all_equal", Tensor("i32", [2, 3], [7] * 6))
    add("all_different", vector("i32", [5, 3, 4, 1, 2]))
    add("all_different_unsorted", vector("i32", [5, 3, 4, 1, 2]), in_order="false")
    add("one_element", Tensor("f32", [1, 1], [2.5]))
    add("scalar", Tensor("f32", [], [2.5]), rules=["OP-29"], **SURVEY)
    for in_order in ("true", "false"):
        add("no_elements_sorted_" + in_order, Tensor("f32", [0, 3], []), in_order=in_order)
        add("many_sorted_" + in_order, vector("i32", [(17 * k * k + k) % 23 - 11 for k in range(60)]), in_order=in_order)
        add("booleans_sorted_" + in_order, Tensor("boolean", [2, 2], [1, 0, 0, 1]), in_order=in_order)
    for type_ in TYPES[1:]:
        add(type_, vector(type_, [3, 1, 3, 2, 1, 3]))
    add("int64_ends", vector("i64", [2**63 - 1, -2**63, 2**53 + 1, 2**53, 2**63 - 1]))
    add("uint64_ends", vector("u64", [2**64 - 1, 0, 2**63, 2**63 - 1, 0]))
    add("int8_ends", vector("i8", [127, -128, 0, -1, -128]))
    for type_ in REALS:
        add("infinities_" + type_, vector(type_, [INF, 1, -INF, TINY[type_], 0, -TINY[type_], INF]))
        for in_order in ("true", "false"):
            add("nan_%s_sorted_%s" % (type_, in_order), vector(type_, [3, NAN, INF, -INF, NAN, 3]), in_order=in_order, rules=["OP-28"], **SURVEY)
            add("zeros_%s_sorted_%s" % (type_, in_order), vector(type_, [1, -0.0, 0.0, 1, -0.0]), in_order=in_order, rules=["OP-28"], **SURVEY)
    bits = [Tensor("f32", [2], ["0x40000000", "0xffc00001"], "nan bits"), ints([2], [1, 0]), ints([3], [1, 0, 1]), ints([2], [1, 2])]
    made["elements"].run("bits_of_the_first_nan", [vector("f32", ["0xffc00001", "0x40000000", "0x7f800123"])], bits, given(None, None, None),
                         rules=["OP-28", "OP-29"], **SURVEY)
    x = vector("i32", [1, 2])
    for column, value in (("sorted", "2"), ("index_element_type", "u32"), ("count_element_type", "f32")):
        made["elements"].run("%s_%s" % (column, value), [x], rejected("load", "OP-2"), {**given(None, None, None), column: value})

    matrix = Tensor("f32", [4, 3], [3, 1, 2, 1, 9, 0, 3, 1, 2, 1, 2, 0])
    for axis, in_order in itertools.product((0, 1, -1, -2), ("true", "false")):
        add("matrix_axis_%s_sorted_%s" % (str(axis).replace("-", "m"), in_order), matrix, axis, in_order, known=in_order == "true",
            axis_type="i64" if axis >= 0 else "i32", listed=axis % 2 == 1, **({"rules": ["OP-29"], **SURVEY} if in_order == "true" else {}))
    block = Tensor("i32", [2, 3, 2], [5, 1, 4, 4, 5, 1, 4, 9, 9, 0, 4, 9])
    for axis, in_order in itertools.product((0, 1, 2), ("true", "false")):
        add("block_axis_%d_sorted_%s" % (axis, in_order), block, axis, in_order, index="i32", **({"rules": ["OP-29"], **SURVEY} if in_order == "true" else {}))
    add("vector_along_its_axis", vector("f16", [3, 1, 3, 2]), 0)
    add("last_element_differs", Tensor("u8", [3, 2], [1, 3, 1, 2, 1, 3]), 0, rules=["OP-29"], **SURVEY)
    for type_ in TYPES:
        add("slices_" + type_, Tensor(type_, [3, 2], [1, 0, 1, 1, 1, 0]), 0, "false", count="i32")
    add("no_slices", Tensor("f32", [0, 3], []), 0)
    add("slices_without_elements", Tensor("f32", [3, 0], []), 0, rules=["OP-29"], **SURVEY)
    for in_order in ("true", "false"):
        add("slices_with_nan_sorted_" + in_order, Tensor("f32", [4, 2], [NAN, 2, 1, NAN, NAN, 1, NAN, 2]), 0, in_order, rules=["OP-28", "OP-29"], **SURVEY)
        add("slices_with_zeros_sorted_" + in_order, Tensor("f32", [3, 2], [-0.0, 2, 0.0, 1, 0.0, 2]), 0, in_order, rules=["OP-28", "OP-29"], **SURVEY)
    zero = Tensor("i64", [], [0])
    for name, operands, rule in (("axis_2_of_rank_2", [matrix, Tensor("i64", [], [2])], "OP-6"), ("axis_m3_of_rank_2", [matrix, Tensor("i64", [], [-3])], "OP-6"),
                                 ("axis_of_a_scalar", [Tensor("f32", [], [1]), zero], "OP-6"), ("two_axes", [matrix, vector("i64", [0, 1])], "OP-5"),
                                 ("axis_f32", [matrix, Tensor("f32", [], [0])], "OP-4")):
        made["slices"].run(name, operands, rejected("load", rule), given(None, None, None))
    made["slices"].run("axis_i16", [matrix, Tensor("i16", [], [0])], rejected("load", "OP-4"), given(None, None, None), **SURVEY)
    made["elements"].add_to(corpus, "operations/unique/elements", rules=["OP-29", "OP-2"], oracle=ORACLE,
                            title="Unique lists the different elements, where each occurs first, which one each element is, and how often.")
    made["slices"].add_to(corpus, "operations/unique/slices", rules=["OP-29", "OP-6", "OP-5", "OP-4"], oracle=ORACLE,
                          title="Unique with an axis lists the different slices.")


def places_in(lists, values, after):
    """For each value the number of elements of its list that are before it, or that are not after it."""
    def before(value, p):
        line = lists.values if len(lists.shape) == 1 else [element(lists, p[:-1] + (j,)) for j in range(lists.shape[-1])]
        return sum(not below(value, one) if after else below(one, value) for one in line)
    return [before(value, p) for value, p in zip(values.values, places(values.shape))]


def add_search_sorted(corpus):
    made = Single("SearchSorted", "opset15", ["x", "values"], ["right_mode", "output_type"], outputs=["{{made_type}}"], columns=["made_precision"])

    def given(right, output=None):
        return {"right_mode": right, "output_type": output, "made_precision": ir.PRECISION[output or "i64"]}

    def add(name, x, values, right=None, output=None, **more):
        result = Tensor(output or "i64", values.shape, places_in(x, values, right == "true"))
        made.run(name, [x, values], [result], given(right, output), **more)
    line = vector("f32", [-2, 0.5, 0.5, 0.5, 3, 7])
    near = Tensor("f32", [3, 4], [-2, 0.5, 3, 7, -3, 0, 0.75, 9, 2.5, -2.5, 100, -100])
    for right in (None, "false", "true"):
        add("one_list_right_%s" % (right or "none"), line, near, right, known=right != "true")
    add("two_lists", Tensor("i32", [2, 3], [1, 3, 5, 2, 4, 6]), Tensor("i32", [2, 4], [3, 0, 5, 9, 3, 6, 2, 7]))
    add("lists_of_rank_3", Tensor("i32", [2, 1, 4], [1, 2, 2, 8, -5, 0, 0, 0]), Tensor("i32", [2, 1, 2], [2, 9, 0, -5]), "true", known=False)
    add("scalar_value", line, Tensor("f32", [], [0.5]), "true")
    add("list_of_one", vector("i64", [4]), vector("i64", [3, 4, 5]), "false")
    add("empty_list", vector("f32", []), vector("f32", [1, -1]), "true")
    add("two_empty_lists", Tensor("f32", [2, 0], []), Tensor("f32", [2, 1], [1, -1]))
    add("no_values", line, Tensor("f32", [0, 2], []))
    add("no_values_of_two_lists", Tensor("f32", [2, 2], [1, 2, 3, 4]), Tensor("f32", [2, 0], []))
    add("equal_elements", vector("u8", [9] * 7), vector("u8", [9, 8, 10]), "true")
    for length in (7, 8, 9):
        add("length_%d" % length, counting("i32", [length], 10), vector("i32", list(range(8, 22))), "true" if length % 2 else "false")
    for output in ("i64", "i32"):
        add("output_" + output, line, near, "false", output, rules=["OP-30"], **SURVEY)
    for type_ in INTEGERS + REALS:
        for right in ("false", "true"):
            add("%s_right_%s" % (type_, right), vector(type_, [1, 2, 2, 5]), vector(type_, [0, 1, 2, 3, 5, 6]), right)
    add("int64_ends", vector("i64", [-2**63, 2**53, 2**53 + 1, 2**63 - 1]), vector("i64", [2**53 + 1, 2**63 - 1, -2**63, 2**62]), "true")
    add("uint64_ends", vector("u64", [0, 2**63 - 1, 2**63, 2**64 - 1]), vector("u64", [2**63, 2**64 - 1, 0]))
    for type_, right in itertools.product(REALS, ("false", "true")):
        add("infinities_%s_right_%s" % (type_, right), vector(type_, [-INF, 0, INF, INF]), vector(type_, [INF, -INF, 1]), right)
        add("nan_%s_right_%s" % (type_, right), vector(type_, [-INF, 1, INF, NAN, NAN]), vector(type_, [NAN, INF, 0]), right, rules=["OP-28"], **SURVEY)
        add("zeros_%s_right_%s" % (type_, right), vector(type_, [-TINY[type_], 0.0, -0.0, TINY[type_]]), vector(type_, [-0.0, 0.0]), right,
            rules=["OP-28"], **SURVEY)
    x, one = vector("f32", [1, 2]), vector("f32", [1])
    for name, unsorted in (("descending", [2, 1]), ("last_element_too_low", [1, 2, 3, 2.5]), ("number_after_nan", [1, NAN, 2])):
        made.run(name, [vector("f32", unsorted), one], rejected("run", "OP-6"), given(None), rules=["OP-30"], **SURVEY)
    made.run("second_list_unsorted", [ints([2, 2], [1, 2, 4, 3]), ints([2, 1], [1, 1])], rejected("run", "OP-6"), given(None), rules=["OP-30"], **SURVEY)
    made.run("scalar_list", [Tensor("f32", [], [1]), one], rejected("load", "OP-5"), given(None))
    pair = Tensor("f32", [2, 2], [1, 2, 3, 4])
    made.run("values_of_another_rank", [pair, one], rejected("load", "OP-5"), given(None))
    made.run("values_for_three_lists", [pair, Tensor("f32", [3, 1], [1, 2, 3])], rejected("load", "OP-5"), given(None))
    made.run("values_for_one_list", [pair, Tensor("f32", [1, 1], [1])], rejected("load", "OP-5"), given(None))
    made.run("values_for_three_lists_in_the_run", [pair, Tensor("f32", [3, 1], [1, 2, 3])], rejected("run", "OP-5"), given(None), known=False)
    made.run("values_of_another_type", [x, vector("f16", [1])], rejected("load", "OP-4"), given(None))
    made.run("booleans", [vector("boolean", [0, 1]), vector("boolean", [1])], rejected("load", "OP-4"), given(None), **SURVEY)
    made.run("right_mode_yes", [x, one], rejected("load", "OP-2"), given("yes"))
    made.run("output_type_u8", [x, one], rejected("load", "OP-2"), given(None, "u8"))
    made.add_to(corpus, "operations/search_sorted", rules=["OP-5", "OP-4", "OP-2"], oracle=ORACLE,
                title="SearchSorted counts the elements of a sorted list before each value, or also those that equal it.")


def add_bucketize(corpus):
    made = Single("Bucketize", "opset3", ["x", "bounds"], ["output_type", "with_right_bound"], outputs=["{{made_type}}"], columns=["made_precision"])

    def given(right, output="i64"):
        return {"with_right_bound": right, "output_type": output, "made_precision": ir.PRECISION[output or "i64"]}

    def add(name, x, bounds, right=None, output="i64", **more):
        result = Tensor(output or "i64", x.shape, places_in(bounds, x, right == "false"))
        made.run(name, [x, bounds], [result], given(right, output), **more)
    page = Tensor("f32", [2, 2], [3, 50, 10, -1])
    for right in (None, "true", "false"):
        add("page_right_%s" % (right or "none"), page, vector("f32", [0, 5, 10]), right, known=right != "false")
    for output in ("i64", "i32", None):
        add("output_" + (output or "none"), page, vector("f32", [0, 5, 10]), "true", output)
    add("no_boundaries", page, vector("f32", []), "false")
    add("one_boundary", counting("i32", [2, 1, 3], -2), vector("i32", [0]), "false")
    add("scalar", Tensor("f32", [], [2]), vector("f32", [1, 3]))
    add("no_elements", Tensor("f32", [2, 0], []), vector("f32", [1, 3]))
    for type_ in INTEGERS + REALS:
        for right in ("true", "false"):
            add("%s_right_%s" % (type_, right), vector(type_, [0, 1, 2, 3, 4, 5]), vector(type_, [1, 3, 4]), right)
    add("real_boundaries_of_integers", counting("i32", [6], -2), vector("f32", [-1.5, 0, 2.5]))
    add("integer_boundaries_of_reals", vector("f16", [-0.5, 0, 0.5, 1, 1.5, INF, -INF]), vector("i8", [-1, 0, 1]), "false")
    add("f64_and_i32", vector("f64", [2.5, 2, 1e300, -1e300]), vector("i32", [-2**31, 2, 2**31 - 1]))
    add("i16_and_i64", vector("i16", [-5, 0, 5]), vector("i64", [-5, 5]), "false")
    for right in ("true", "false"):
        add("negative_and_unsigned_right_" + right, vector("i8", [-1, 0, 1]), vector("u8", [0, 255]), right, rules=["OP-28"])
        add("beyond_f32_right_" + right, vector("f32", [2.0**24, 2.0**24 + 2]), vector("i64", [2**24 - 1, 2**24 + 1]), right, rules=["OP-28"], **SURVEY)
        add("beyond_f64_right_" + right, vector("i64", [2**53 + 1, 2**53, 2**63 - 1]), vector("f64", [2.0**53, 2.0**63]), right, rules=["OP-28"], **SURVEY)
        add("u64_and_i64_right_" + right, vector("u64", [2**63, 2**64 - 1, 0]), vector("i64", [-1, 0, 2**63 - 1]), right, rules=["OP-28"], **SURVEY)
        add("i64_and_u64_right_" + right, vector("i64", [-1, 2**63 - 1]), vector("u64", [0, 2**63, 2**64 - 1]), right, rules=["OP-28"], **SURVEY)
        add("u64_and_infinities_right_" + right, vector("u64", [2**64 - 1, 0]), vector("f32", [-INF, 2.0**64, INF, NAN]), right, rules=["OP-28"], **SURVEY)
        for type_ in REALS:
            add("nan_%s_right_%s" % (type_, right), vector(type_, [NAN, INF, 0]), vector(type_, [-INF, 0, INF]), right, rules=["OP-28"], **SURVEY)
            add("nan_boundary_%s_right_%s" % (type_, right), vector(type_, [NAN, 1, INF]), vector(type_, [1, NAN]), right, rules=["OP-28"], **SURVEY)
            add("zeros_%s_right_%s" % (type_, right), vector(type_, [0.0, -0.0]), vector(type_, [-TINY[type_], -0.0, TINY[type_]]), right,
                rules=["OP-28"], **SURVEY)
    x = vector("f32", [1])
    for name, bounds in (("descending", [2, 1]), ("equal_boundaries", [1, 2, 2]), ("both_zeros", [-0.0, 0.0]), ("two_nans", [1, NAN, NAN])):
        made.run(name, [x, vector("f32", bounds)], rejected("run", "OP-6"), given(None), rules=["OP-30"], **SURVEY)
    made.run("scalar_boundary", [x, Tensor("f32", [], [1])], rejected("load", "OP-5"), given(None))
    made.run("two_rows_of_boundaries", [x, Tensor("f32", [2, 1], [1, 2])], rejected("load", "OP-5"), given(None))
    made.run("booleans", [vector("boolean", [1]), vector("boolean", [0])], rejected("load", "OP-4"), given(None))
    made.run("boolean_boundaries", [x, vector("boolean", [0])], rejected("load", "OP-4"), given(None))
    made.run("output_type_u8", [x, x], rejected("load", "OP-2"), given(None, "u8"))
    made.run("with_right_bound_2", [x, x], rejected("load", "OP-2"), given("2"))
    made.add_to(corpus, "operations/bucketize", rules=["OP-5", "OP-4", "OP-2"], oracle=ORACLE,
                title="Bucketize gives the interval between boundaries of each element, closed at its right or its left end.")


def add_combined(corpus):
    """A list that grows in order, searched in each iteration, with a NaN at the end."""
    graph = ir.Graph()
    x, h0 = graph.parameter("X", "f32", [-1, 2]), graph.parameter("H0", "i64", [1])
    body = graph.body()
    xi, h = body.parameter("x", "f32", [1, 2]), body.parameter("h", "i64", [1])
    line = body.op("Reshape", xi, body.const("i64", [2]), special_zero="false", shape=[2])
    last = body.op("SearchSorted", body.const("f32", [1, 2, NAN]), line, version="opset15", shape=[2], type="i64", right_mode="true")
    bucket = body.op("Bucketize", line, body.const("i32", [1, 2]), version="opset3", shape=[2], type="i64", output_type="i64", with_right_bound="true")
    both = body.op("Add", last, bucket, shape=[2])
    total = body.op("ReduceSum", both, body.const("i64", [0]), keep_dims="true", shape=[1])
    next_h = body.result(body.op("Add", h, total, shape=[1]), "next_h")
    parts = body.result(body.op("Reshape", both, body.const("i64", [1, 2]), special_zero="false", shape=[1, 2]), "parts")
    loop = graph.tensor_iterator(body)
    loop.input(x, xi, axis=0)
    loop.input(h0, h)
    loop.back_edge(next_h, h)
    graph.result(loop.output(next_h, shape=[1]), "H")
    graph.result(loop.output(parts, shape=[-1, 2], **scan()), "PARTS")
    corpus.add("operations/searched_in_one_body", rules=["OP-28", "OP-29", "OP-30"], kind="combined", oracle="by-hand",
               model=graph.text(), weights=graph.weights.data,
               title="A body searches two lists for each of its elements, some of them NaN.",
               notes="After the equals in [1, 2, NaN], 1.5 is at 1, NaN at 3, -0 at 0 and 2 at 2. In the buckets of [1, 2], 1.5 is in 1, "
                     "NaN in 2, -0 in 0 and 2 in 1. H is 100 + 1 + 1 + 3 + 2 + 0 + 0 + 2 + 1.",
               runs=[{"name": "two_parts", "tier": "survey", "inputs": {
                   "X": Tensor("f32", [2, 2], [1.5, NAN, -0.0, 2]), "H0": ints([1], [100])},
                   "outputs": [ints([1], [110]), ints([2, 2], [2, 5, 0, 3])]}])


def add_cases(corpus):
    for add in (add_combined, add_unique, add_search_sorted, add_bucketize):
        add(corpus)
