"""ScatterElementsUpdate and ScatterNDUpdate, one update after the other as their pages write it."""

import math

import ir
from case import INTEGERS, Tensor, rejected
from frames import scan
from rounded import Rounded
from single import REALS, SURVEY, TYPES, Single, counting, element, ints, places, vector, wrapped

INF, NAN = math.inf, math.nan
ORACLE = "generator: gen/ops_scatter.py"


def flat(shape, place):
    at = 0
    for position, size in zip(place, shape):
        at = at * size + position
    return at


def computed(type_, reduction, a, b):
    """One step of a reduction."""
    if reduction == "none":
        return b
    if reduction in ("min", "max"):
        if NAN in (a, b) or a != a or b != b:
            return NAN
        ordered = sorted((a, b), key=lambda v: (v, math.copysign(1, v)))
        return ordered[0] if reduction == "min" else ordered[1]
    if type_ == "boolean":
        return {"sum": a or b, "sub": a != b, "prod": a and b}[reduction]
    steps = {"sum": lambda a, b: a + b, "sub": lambda a, b: a - b, "prod": lambda a, b: a * b}
    if type_ in REALS:
        return steps[reduction](Rounded(type_, a), Rounded(type_, b)).value
    return wrapped(type_, steps[reduction](a, b))


def mean(type_, total, count):
    if type_ in REALS:
        return (Rounded(type_, total) / Rounded(type_, float(count))).value
    return total // count


def scattered(x, targets, updates, reduction, begins):
    """The elements of x after out[target] = reduction(out[target], update), in this order."""
    out, seen = list(x.values), {}
    for target, update in zip(targets, updates):
        step = "sum" if reduction == "mean" else reduction
        fresh = target not in seen and not begins
        seen[target] = seen.get(target, 0) + 1
        out[target] = update if fresh else computed(x.type, step, out[target], update)
    if reduction == "mean":
        for target, count in seen.items():
            out[target] = mean(x.type, out[target], count + begins)
    return Tensor(x.type, x.shape, out)


def of_elements(x, indices, updates, axis, reduction="none", begins=True):
    axis %= len(x.shape)
    targets = []
    for p in places(indices.shape):
        index = element(indices, p)
        targets.append(flat(x.shape, p[:axis] + (index + x.shape[axis] if index < 0 else index,) + p[axis + 1:]))
    return scattered(x, targets, updates.values, reduction, begins)


def of_tuples(x, indices, updates, reduction="none"):
    count = indices.shape[-1]
    targets = []
    for p in places(indices.shape[:-1] + x.shape[count:]):
        q = p[:len(indices.shape) - 1]
        chosen = [element(indices, q + (k,)) for k in range(count)]
        chosen = [i + x.shape[k] if i < 0 else i for k, i in enumerate(chosen)]
        targets.append(flat(x.shape, tuple(chosen) + p[len(q):]))
    return scattered(x, targets, updates.values, reduction, True)


def updates_of(type_, shape):
    """Numbers unlike those of counting()."""
    count = math.prod(shape)
    if type_ == "boolean":
        return Tensor(type_, shape, [k % 2 == 0 for k in range(count)])
    return Tensor(type_, shape, [60 + 3 * k for k in range(count)])


def add_scatter_elements(corpus):
    for version, path in (("opset3", "operations/scatter_elements_update/version_3"),
                          ("opset12", "operations/scatter_elements_update/version_12")):
        newest = version == "opset12"
        made = Single("ScatterElementsUpdate", version, ["x", "indices", "updates", "axis"],
                      ["reduction", "use_init_val"] if newest else (), ["axis"])

        def add(name, x, indices, updates, axis, reduction=None, begins=None, axis_type="i64", listed=False, **more):
            along = vector(axis_type, [axis]) if listed else Tensor(axis_type, [], [axis])
            result = of_elements(x, indices, updates, axis, reduction or "none", begins != "false")
            made.run(name, [x, indices, updates, along], [result], {"reduction": reduction, "use_init_val": begins}, **more)
        add("along_axis_0", counting("i32", [3, 2]), ints([2, 2], [2, 0, 1, 2]), updates_of("i32", [2, 2]), 0)
        add("along_axis_1", counting("i32", [2, 4]), ints([2, 3], [3, 0, 2, 1, 2, 0]), updates_of("i32", [2, 3]), 1, known=False)
        add("along_axis_m1", counting("i32", [2, 4]), ints([1, 2], [3, 1]), updates_of("i32", [1, 2]), -1, axis_type="i32", listed=True)
        add("middle_axis_of_3", counting("i32", [2, 3, 2]), ints([2, 1, 2], [2, 0, 1, 2]), updates_of("i32", [2, 1, 2]), -2, axis_type="i8")
        add("whole_axis", counting("f32", [4]), ints([4], [2, 0, 3, 1], "u8"), updates_of("f32", [4]), 0)
        add("no_updates", counting("f32", [2, 3]), ints([2, 0], []), Tensor("f32", [2, 0], []), 1)
        add("empty_data", Tensor("f32", [0, 2], []), ints([0, 1], [], "i16"), Tensor("f32", [0, 1], []), 1)
        for type_ in TYPES if newest else TYPES[1:]:
            add(type_, counting(type_, [2, 3]), ints([1, 2], [2, 0], "i32"), updates_of(type_, [1, 2]), 1)
        add("equal_indices", counting("i32", [3]), ints([4] if newest else [3], [1, 0, 1, 1][:4 if newest else 3]),
            updates_of("i32", [4 if newest else 3]), 0, rules=["OP-12"], **SURVEY)
        x, one, first = counting("f32", [2, 3]), Tensor("f32", [1, 1], [9]), Tensor("i64", [], [0])
        zero, second = ints([1, 1], [0]), Tensor("i64", [], [1])
        made.run("index_2_of_2", [x, ints([1, 1], [2]), one, first], rejected("run", "OP-6"))
        made.run("index_m3", [x, ints([1, 1], [-3]), one, first], rejected("run", "OP-6"))
        if newest:
            add("negative_indices", counting("i32", [3, 2]), ints([2, 2], [-1, -3, 1, -2]), updates_of("i32", [2, 2]), 0)
            add("page_1", vector("f32", [2, 3, 4, 6]), ints([6], [1, 0, 0, -2, -1, 2]), vector("f32", [10, 20, 30, 40, 70, 60]), 0, "sum", "true")
            add("page_2", vector("f32", [2, 3, 4, 6]), ints([6], [1, 0, 0, 2, 3, 2]), vector("f32", [10, 20, 30, 40, 70, 60]), 0, "sum", "false")
            four, pairs = Tensor("i32", [2, 2], [11, 12, 13, 14]), ints([2, 2], [1, 1, 0, 3])
            add("page_3", Tensor("i32", [3, 4], [0] * 12), ints([2, 2], [1, 2, 0, 3]), four, 1, "none", "true")
            add("page_4", Tensor("i32", [3, 4], [1] * 12), pairs, four, 1, "sum", "true", listed=True)
            add("page_5", Tensor("i32", [3, 4], [2] * 12), pairs, four, 1, "prod", "true", known=False)
            add("longer_axis", counting("i32", [2, 2]), ints([2, 3], [1, 0, 1, 1, 1, 1]), updates_of("i32", [2, 3]), 1, "sum")
            block, places_of = counting("i32", [2, 3, 2], -5), ints([2, 4, 1], [2, 0, 2, 1, 1, 1, -3, 1])
            small = Tensor("i32", [2, 4, 1], [3, -7, 5, 4, -2, 6, 9, -1])
            for reduction in ("sum", "prod", "min", "max", "mean"):
                for begins in (None, "true", "false"):
                    tier = SURVEY if reduction == "mean" else {}
                    name = "%s_init_%s" % (reduction, begins or "none")
                    add(name, block, places_of, small, 1, reduction, begins, known=begins != "false", rules=["OP-13", "OP-5"], **tier)
            add("none_init_false", counting("i32", [3]), ints([2], [2, 0]), updates_of("i32", [2]), 0, "none", "false")
            for type_ in INTEGERS + REALS:
                wide = 4 if type_ in REALS or type_[0] == "i" else 1
                x4 = Tensor(type_, [4], [3, 1, 2, 4] if wide == 1 else [3, -1, 2, -4])
                u6 = vector(type_, [5, 2, 7, 1, 3, 5] if wide == 1 else [-5, 2, 8, -1, 3, 5])
                for reduction in ("sum", "prod", "min", "max"):
                    add("%s_%s" % (reduction, type_), x4, ints([6], [1, 3, 1, 0, 3, 3]), u6, 0, reduction, rules=["OP-13"])
                add("mean_" + type_, x4, ints([4], [1, 3, 1, 0]), vector(type_, u6.values[:4]), 0, "mean", "false",
                    rules=["OP-13"], **SURVEY)
            flags, marks = vector("boolean", [1, 1, 0, 0, 1]), ints([6], [0, 1, 2, 3, 4, 4])
            for reduction in ("sum", "prod", "min", "max"):
                for begins in ("true", "false"):
                    add("boolean_%s_init_%s" % (reduction, begins), flags, marks, vector("boolean", [1, 0, 1, 0, 0, 1]), 0, reduction, begins,
                        rules=["OP-13"], **(SURVEY if reduction in ("min", "max") else {}))
            add("sum_wraps", vector("i8", [100, 5]), ints([2], [0, 0]), vector("i8", [100, 60]), 0, "sum", rules=["NUM-2"], **SURVEY)
            add("mean_of_a_wrapped_sum", vector("i8", [100, 5]), ints([1], [0]), vector("i8", [100]), 0, "mean", rules=["OP-13"], **SURVEY)
            add("mean_rounds_down", vector("i32", [-4, 3]), ints([2], [0, 1]), vector("i32", [-3, 4]), 0, "mean", rules=["OP-13"])
            for type_ in REALS:
                add("special_min_" + type_, vector(type_, [0.0, 1, NAN, INF]), ints([4], [0, 1, 2, 3]), vector(type_, [-0.0, NAN, 1, -INF]), 0,
                    "min", rules=["NUM-9"], **SURVEY)
                add("special_sum_" + type_, vector(type_, [INF, 1, 4]), ints([4], [0, 1, 1, 2]), vector(type_, [-INF, -1, -0.0, -4]), 0,
                    "sum", rules=["OP-13"], **SURVEY)
                add("first_of_a_sum_is_m0_" + type_, vector(type_, [3]), ints([1], [0]), vector(type_, [-0.0]), 0, "sum", "false",
                    rules=["OP-13"], **SURVEY)
                half = {"f16": 2.0**-11, "bf16": 2.0**-8, "f32": 2.0**-24, "f64": 2.0**-53}[type_]
                add("sum_rounds_each_time_" + type_, vector(type_, [1]), ints([2], [0, 0]), vector(type_, [half, half]), 0, "sum",
                    rules=["OP-13"], **SURVEY)
                third = of_elements(vector(type_, [1]), ints([2], [0, 0]), vector(type_, [2, 2]), 0, "mean").values
                made.run("mean_rounds_once_" + type_, [vector(type_, [1]), ints([2], [0, 0]), vector(type_, [2, 2]), first],
                         [Tensor(type_, [1], third, {"ulp": 3})], {"reduction": "mean"}, rules=["OP-13"],
                         **SURVEY)  # the page's formula gives 1.75
            flag = vector("boolean", [1])
            made.run("mean_of_booleans", [flag, ints([1], [0]), flag, first], rejected("load", "OP-4"), {"reduction": "mean"})
            made.run("reduction_sub", [x, zero, one, first], rejected("load", "OP-2"), {"reduction": "sub"})
            made.run("use_init_val_2", [x, zero, one, first], rejected("load", "OP-2"), {"use_init_val": "2"})
        else:
            made.run("index_m1", [x, ints([1, 1], [-1]), one, first], rejected("run", "OP-6"))
            made.run("boolean", [vector("boolean", [1]), ints([1], [0]), vector("boolean", [0]), first], rejected("load", "OP-4"))
            made.run("longer_axis", [x, ints([1, 4], [0, 1, 2, 0]), updates_of("f32", [1, 4]), second], rejected("load", "OP-5"), **SURVEY)
        made.run("longer_other_axis", [x, ints([3, 1], [0, 0, 0]), updates_of("f32", [3, 1]), second], rejected("load", "OP-5"))
        made.run("longer_other_axis_in_the_run", [x, ints([3, 1], [0, 0, 0]), updates_of("f32", [3, 1]), second],
                 rejected("run", "OP-5"), known=False)
        made.run("another_shape_of_updates", [x, zero, updates_of("f32", [1, 2]), first], rejected("load", "OP-5"))
        made.run("another_rank", [x, ints([1], [0]), vector("f32", [9]), first], rejected("load", "OP-5"))
        made.run("axis_2_of_rank_2", [x, zero, one, Tensor("i64", [], [2])], rejected("load", "OP-6"))
        made.run("two_axes", [x, zero, one, vector("i64", [0, 1])], rejected("load", "OP-5"))
        made.run("scalar_data", [Tensor("f32", [], [1]), ints([], [0]), Tensor("f32", [], [2]), first], rejected("load", ["OP-5", "OP-6"]))
        made.run("updates_of_another_type", [x, zero, Tensor("f16", [1, 1], [9]), first], rejected("load", "OP-4"))
        made.run("indices_f32", [x, Tensor("f32", [1, 1], [0]), one, first], rejected("load", "OP-4"))
        made.run("axis_f32", [x, zero, one, Tensor("f32", [], [0])], rejected("load", "OP-4"))
        made.add_to(corpus, path, rules=["OP-5", "OP-6", "OP-2", "OP-4"], oracle=ORACLE,
                    title="ScatterElementsUpdate-%s puts updates[p] at place p, with the position along one axis replaced by indices[p]%s." % (
                        version[5:], ", by six reductions" if newest else ""))


def add_scatter_nd(corpus):
    for version, path in (("opset4", "operations/scatter_nd_update/version_3"), ("opset15", "operations/scatter_nd_update/version_15")):
        newest = version == "opset15"
        made = Single("ScatterNDUpdate", version, ["x", "indices", "updates"], ["reduction"] if newest else ())

        def add(name, x, indices, updates, reduction=None, **more):
            made.run(name, [x, indices, updates], [of_tuples(x, indices, updates, reduction or "none")], {"reduction": reduction}, **more)
        add("page_elements", counting("i32", [8]), ints([4, 1], [4, 3, 1, 7]), vector("i32", [9, 10, 11, 12]))
        add("page_slices", counting("i32", [4, 2, 3]), ints([2, 1], [0, 2]), updates_of("i32", [2, 2, 3]), known=False)
        add("pairs_of_three_axes", counting("i32", [2, 3, 2]), ints([2, 2], [1, 2, 0, 1], "i32"), updates_of("i32", [2, 2]))
        add("matrix_of_tuples", counting("i32", [3, 2]), ints([2, 1, 2], [2, 1, 0, 0]), updates_of("i32", [2, 1]), known=False)
        add("one_tuple", counting("i32", [3, 2]), ints([1], [2]), updates_of("i32", [2]))
        add("one_element", counting("i32", [3, 2]), ints([2], [2, 0]), Tensor("i32", [], [77]))
        add("one_element_in_a_list", counting("i32", [3, 2]), ints([2], [2, 0]), vector("i32", [77]))
        add("empty_tuples", counting("i32", [2]), ints([1, 0], []), updates_of("i32", [1, 2]), **SURVEY)
        add("no_tuples", counting("f32", [3, 2]), ints([0, 1], []), Tensor("f32", [0, 2], []))
        add("other_axis_empty", Tensor("f32", [2, 0], []), ints([1, 1], [1]), Tensor("f32", [1, 0], []))
        for type_ in TYPES[1:]:
            add(type_, counting(type_, [2, 3]), ints([2, 2], [1, 2, 0, 1]), updates_of(type_, [2]))
        add("equal_tuples", counting("i32", [3]), ints([4, 1], [1, 0, 1, 1]), updates_of("i32", [4]), rules=["OP-12"], **SURVEY)
        x, one = counting("f32", [2, 3]), Tensor("f32", [1], [9])
        made.run("index_3_of_3", [x, ints([1, 2], [0, 3]), one], rejected("run", "OP-6"), **({} if newest else SURVEY))
        made.run("index_m4", [x, ints([1, 2], [0, -4]), one], rejected("run", "OP-6"), **({} if newest else SURVEY))
        if newest:
            add("page_negative", counting("i32", [8]), ints([6, 1], [4, 3, 1, 7, -2, -4]), vector("i32", [9, 10, 11, 12, 13, 14]), rules=["OP-12"], **SURVEY)
            add("negative_indices", x, ints([2, 2], [-1, -3, -2, 2]), vector("f32", [7, 9]))
            five, places_of, tens = counting("i32", [4]), ints([5, 1], [0, 2, -3, -3, 0]), vector("i32", [10, 20, 30, 40, 50])
            for reduction in ("sum", "sub", "prod", "min", "max"):
                add("page_" + reduction, five, places_of, tens, reduction, rules=["OP-13", "OP-5"])
                rows = Tensor("f32", [3, 2], [4, -8, 2.5, -1, 0.5, 3])
                add(reduction + "_of_rows", rows, ints([3, 1], [2, 0, 2]), Tensor("f32", [3, 2], [2, -2, -4, 0.25, 8, -0.5]), reduction,
                    known=False, rules=["OP-13", "OP-5"])
                for type_ in INTEGERS + REALS:
                    add("%s_%s" % (reduction, type_), vector(type_, [3, 1, 8]), ints([3, 1], [2, 0, 2]), vector(type_, [5, 2, 3]), reduction,
                        rules=["OP-13", "NUM-2"])
                add("boolean_" + reduction, vector("boolean", [1, 1, 0, 0, 1]), ints([6, 1], [0, 1, 2, 3, 4, 4]),
                    vector("boolean", [1, 0, 1, 0, 1, 1]), reduction, rules=["OP-13"], **SURVEY)
            add("boolean", vector("boolean", [1, 0]), ints([1, 1], [1]), vector("boolean", [1]), rules=["OP-4"], **SURVEY)
            made.run("reduction_mean", [x, ints([1, 2], [0, 0]), one], rejected("load", "OP-2"), {"reduction": "mean"})
        else:
            made.run("index_m1", [x, ints([1, 2], [0, -1]), one], rejected("run", "OP-6"), **SURVEY)
            made.run("boolean", [vector("boolean", [1]), ints([1, 1], [0]), vector("boolean", [0])], rejected("load", "OP-4"))
        made.run("tuples_of_3_of_rank_2", [x, ints([1, 3], [0, 0, 0]), one], rejected("load", "OP-5"))
        made.run("two_updates_of_one_tuple", [x, ints([1, 2], [0, 0]), vector("f32", [8, 9])], rejected("load", "OP-5"))
        made.run("two_updates_of_one_tuple_in_the_run", [x, ints([1, 2], [0, 0]), vector("f32", [8, 9])], rejected("run", "OP-5"), known=False)
        made.run("two_elements_for_a_scalar", [x, ints([2], [0, 0]), vector("f32", [8, 9])], rejected("load", "OP-5"))
        made.run("scalar_data", [Tensor("f32", [], [1]), ints([1], [0]), one], rejected("load", "OP-5"))
        made.run("scalar_index", [x, ints([], [0]), vector("f32", [7, 8, 9])], rejected("load", "OP-5"))
        made.run("updates_of_another_type", [x, ints([1, 2], [0, 0]), vector("f16", [9])], rejected("load", "OP-4"))
        made.run("indices_i16", [x, ints([1, 2], [0, 0], "i16"), one], rejected("load", "OP-4"))
        made.add_to(corpus, path, rules=["OP-5", "OP-6", "OP-2", "OP-4"], oracle=ORACLE,
                    title="ScatterNDUpdate-%s puts slices at tuples of indices%s." % ("15" if newest else "3", ", by six reductions" if newest else ""),
                    notes="The page's examples of none and prod have other results, which its own formula does not give." if newest else
                    "OpenVINO has version 3 of the operation from opset4 on.")


def add_combined(corpus):
    """Equal indices, means without a first value and a batch of 1 in one body."""
    graph = ir.Graph()
    x, i = graph.parameter("X", "i32", [-1, 2]), graph.parameter("I", "i64", [-1, 2])
    h0, m0 = graph.parameter("H0", "i32", [1, 3]), graph.parameter("M0", "i32", [1, 3])
    body = graph.body()
    xi, ii = body.parameter("x", "i32", [1, 2]), body.parameter("i", "i64", [1, 2])
    h, m = body.parameter("h", "i32", [1, 3]), body.parameter("m", "i32", [1, 3])
    axis = body.const("i64", 1)
    last = body.op("ScatterElementsUpdate", h, ii, xi, axis, version="opset12", shape=[1, 3])
    means = body.op("ScatterElementsUpdate", m, ii, xi, axis, version="opset12", shape=[1, 3], reduction="mean", use_init_val="false")
    both = body.op("GatherND", last, body.const("i64", [2, 0], [2, 1]), version="opset8", shape=[2], batch_dims=1)
    next_h, next_m, ends = body.result(last, "next_h"), body.result(means, "next_m"), body.result(both, "ends")
    loop = graph.tensor_iterator(body)
    loop.input(x, xi, axis=0)
    loop.input(i, ii, axis=0)
    for value, parameter, result in ((h0, h, next_h), (m0, m, next_m)):
        loop.input(value, parameter)
        loop.back_edge(result, parameter)
    graph.result(loop.output(next_h, shape=[1, 3]), "H")
    graph.result(loop.output(next_m, shape=[1, 3]), "M")
    graph.result(loop.output(ends, shape=[-1], **scan(2)), "ENDS")
    corpus.add("operations/indexed_in_one_body", rules=["OP-12", "OP-13", "OP-14"], kind="combined", oracle="by-hand",
               model=graph.text(), weights=graph.weights.data,
               title="A body puts two updates at one place, takes their means, and reads one row for two tuples of indices.",
               notes="The second update replaces the first one: 7, then -3 and 5, then -9. The means are (4 + 7) / 2 = 5.5, rounded down to 5, "
                     "then -3 and 5, then (6 - 9) / 2 = -1.5, rounded down to -2. ENDS has the last and the first element of H.",
               runs=[{"name": "three_parts", "tier": "survey", "inputs": {
                   "X": ints([3, 2], [4, 7, -3, 5, 6, -9], "i32"), "I": ints([3, 2], [1, 1, 0, 2, -1, 2]),
                   "H0": ints([1, 3], [10, 20, 30], "i32"), "M0": ints([1, 3], [1, 2, 3], "i32")},
                   "outputs": [ints([1, 3], [-3, 7, -9], "i32"), ints([1, 3], [-3, 5, -2], "i32"),
                               vector("i32", [30, 10, 5, -3, -9, -3])]}])


def add_cases(corpus):
    for add in (add_combined, add_scatter_elements, add_scatter_nd):
        add(corpus)
