"""Normalizations and norms, along operands, attributes and channels."""

import itertools
import math

import ir
from case import INTEGERS, Tensor, rejected
from frames import scan
from normalizing import at, bounded, computed, l2, lrn, mean, mvn, norm, root, without
from ops_convolution import numbers
from single import REALS, SURVEY, Single, filled, ints, places, vector

ORACLE = "generator: gen/ops_normalization.py"
INF = math.inf

AXES = (("last", [2, 3], [1]), ("first", [3, 2], [0]), ("negative", [2, 3, 2], [-2]), ("two", [2, 2, 3], [0, 2]), ("all", [2, 3], [1, 0]),
        ("one_element", [2, 1], [1]), ("vector", [4], [0]))


def data(type_, shape):
    return numbers(type_, shape, 2)


def varied(type_, shape):
    """Values that differ along every axis."""
    def value(place):
        k = sum(p * step for p, step in zip(place, (7, 3, 1, 5)))
        return (3 * k * k + 4 * k) % 13 - 6
    return filled(shape, value, type_)


def exact_rows(type_="f32"):
    """[-1, 1] and [5, 5]: with eps 3, the root of the variance and eps is 2, or 0 + 3."""
    return Tensor(type_, [2, 2], [-1, 1, 5, 5])


def add_types(add):
    for type_ in REALS:
        add(type_, data(type_, [2, 3]), [1])


def add_norms(corpus):
    for kind in ("ReduceL1", "ReduceL2"):
        made = Single(kind, "opset4", ["x", "axes"], ["keep_dims"], ["axes"])

        def add(name, x, axes, type_="i64", **more):
            for keep in ("true", "false"):
                result = norm(kind, x, axes)
                if keep == "false":
                    result = without(result, axes)
                if kind == "ReduceL2" and axes and x.type in REALS:
                    result = bounded(result, 9)
                made.run("%s_%s" % (name, "kept" if keep == "true" else "removed"), [x, vector(type_, axes)], [result], {"keep_dims": keep}, **more)
        for name, shape, axes in AXES:
            add(name, data("f32", shape), axes, "i32" if name == "two" else "i64", known=len(name) % 2 == 0)
        for type_ in INTEGERS + REALS:
            rounds = kind == "ReduceL2" and type_ in INTEGERS
            add(type_, data(type_, [2, 3]), [1], **({"rules": ["NUM-4"], **SURVEY} if rounds else {}))
        made.run("scalar_axis_default", [vector("f32", [3, 4]), Tensor("i64", [], [-1])],
                 [bounded(Tensor("f32", [], [5]), 9) if kind == "ReduceL2" else Tensor("f32", [], [7])])
        add("no_axes", vector("f32", [-3, 4]), [], rules=["OP-24"], **SURVEY)
        add("nothing", Tensor("f32", [0, 2], []), [0])
        add("infinities", Tensor("f32", [2, 2], [-INF, 1, 2, INF]), [1])
        add("wraps", vector("i8", [100, -100, 3]), [0], rules=["NUM-2"], **SURVEY)
        if kind == "ReduceL2":
            add("rounds", vector("i32", [1, 1, 1]), [0], rules=["NUM-4"], **SURVEY)
            add("squares_overflow", vector("f32", [2.0**100]), [0], rules=["NUM-6"], **SURVEY)
        x = data("f32", [2, 3])
        for name, operand, axes, rule in (("axis_2", x, vector("i64", [2]), "OP-6"), ("axis_m3", x, vector("i64", [-3]), "OP-6"),
                                          ("axes_of_rank_2", x, ints([1, 1], [1]), "OP-5"), ("axes_f32", x, vector("f32", [1]), "OP-4"),
                                          ("boolean", Tensor("boolean", [1], [1]), vector("i64", [0]), "OP-4")):
            made.run(name, [operand, axes], rejected("load", rule), **(SURVEY if name == "axes_of_rank_2" else {}))
        made.run("keep_dims_yes", [x, vector("i64", [0])], rejected("load", "OP-2"), {"keep_dims": "yes"})
        made.add_to(corpus, "operations/reduce_l%s" % kind[-1], rules=["OP-24", "OP-6", "OP-5", "OP-4", "OP-2"], oracle=ORACLE,
                    title="%s adds up %s along axes." % (kind, "magnitudes" if kind == "ReduceL1" else "squares, and takes the root,"))


def add_mvn_6(corpus):
    made = Single("MVN", "opset6", ["x", "axes"], ["eps", "normalize_variance", "eps_mode"], ["axes"])

    def add(name, x, axes, eps=3.0, divides=True, mode="inside_sqrt", type_="i64", **more):
        result = mvn(x, axes, eps, divides, mode.lower() == "inside_sqrt")
        made.run(name, [x, vector(type_, axes)], [bounded(result, 400 if x.type == "f64" else 120 if divides else 40)],
                 {"eps": eps, "normalize_variance": "true" if divides else "false", "eps_mode": mode}, **more)
    for name, shape, axes in AXES:
        for mode in ("inside_sqrt", "outside_sqrt"):
            if name != "one_element":
                add("%s_%s" % (name, mode), varied("f32", shape), axes, 0.5, mode=mode, known=len(name) % 2 == 0, type_="i32" if name == "two" else "i64")
        add(name + "_mean", varied("f32", shape), axes, divides=False)
    for type_ in REALS:
        add(type_, varied(type_, [2, 3]), [1])
    add("exact", exact_rows(), [1])
    add("exact_outside", Tensor("f32", [2, 2], [-1, 1, 3, 9]), [1], mode="outside_sqrt")
    add("no_axes", exact_rows(), [], rules=["OP-25"], **SURVEY)
    for mode in ("INSIDE_SQRT", "OUTSIDE_SQRT"):
        add("capital_letters_" + mode[:-5].lower(), Tensor("f32", [2, 2], [-1, 1, 3, 9]), [1], mode=mode, rules=["OP-2"], **SURVEY)
    plain = {"eps": 1.0, "normalize_variance": "true", "eps_mode": "inside_sqrt"}
    x, one = data("f32", [2, 3]), vector("i64", [1])
    for name, operand, axes, rule, changes in (
            ("axis_2", x, vector("i64", [2]), "OP-6", {}), ("axes_u8", x, vector("u8", [1]), "OP-4", {}),
            ("i32", Tensor("i32", [1, 2], [1, 2]), one, "OP-4", {}), ("without_eps", x, one, "OP-2", {"eps": None}),
            ("without_normalize_variance", x, one, "OP-2", {"normalize_variance": None}), ("without_eps_mode", x, one, "OP-2", {"eps_mode": None}),
            ("eps_0", x, one, "OP-2", {"eps": 0}), ("eps_mode_middle", x, one, "OP-2", {"eps_mode": "middle"})):
        made.run(name, [operand, axes], rejected("load", rule), {**plain, **changes}, **(SURVEY if name == "eps_0" else {}))
    made.add_to(corpus, "operations/mvn/version_6", rules=["OP-25", "OP-6", "OP-4", "OP-2"], oracle=ORACLE,
                title="MVN-6 subtracts the mean along axes and divides by the root of the variance.")


def add_mvn_1(corpus):
    made = Single("MVN", "opset1", ["x"], ["eps", "normalize_variance", "across_channels", "reduction_axes"])

    def add(name, x, axes, across=None, listed=None, eps=0.5, divides=True, **more):
        made.run(name, [x], [bounded(mvn(x, axes, eps, divides), 300 if x.type == "f64" else 60)],
                 {"eps": eps, "normalize_variance": "true" if divides else "false", "across_channels": across, "reduction_axes": listed}, **more)
    for shape in ([2, 3], [1, 2, 3], [2, 2, 2, 3]):
        rank = len(shape)
        add("across_rank_%d" % rank, data("f32", shape), list(range(1, rank)), "true", known=rank == 3)
        if rank > 2:
            add("each_channel_rank_%d" % rank, data("f32", shape), list(range(2, rank)), "false", known=rank == 3)
        add("mean_rank_%d" % rank, data("f32", shape), list(range(1, rank)), "true", divides=False)
    add("each_channel_rank_2", exact_rows(), [], "false", rules=["OP-25"], **SURVEY)
    add("axes", data("f32", [2, 3, 2]), [0, 2], None, "0,2")
    add("axes_negative", data("f32", [2, 3, 2]), [1], None, "-2")
    add("axes_and_across", data("f32", [2, 3, 2]), [1], "true", "1", rules=["OP-25"], **SURVEY)
    for type_ in REALS:
        add(type_, data(type_, [1, 2, 3]), [2], "false")
    plain = {"eps": 1.0, "normalize_variance": "true", "across_channels": "true"}
    x = data("f32", [2, 3])
    for name, operand, rule, changes in (
            ("i32", Tensor("i32", [1, 2], [1, 2]), "OP-4", {}), ("without_eps", x, "OP-2", {"eps": None}), ("eps_0", x, "OP-2", {"eps": 0}),
            ("without_normalize_variance", x, "OP-2", {"normalize_variance": None}), ("without_across_channels", x, "OP-2", {"across_channels": None}),
            ("axis_2", x, "OP-5", {"across_channels": None, "reduction_axes": "2"}), ("axis_twice", x, "OP-5", {"across_channels": None, "reduction_axes": "1,-1"})):
        made.run(name, [operand], rejected("load", rule), {**plain, **changes}, **(SURVEY if name in ("eps_0", "axis_twice") else {}))
    made.add_to(corpus, "operations/mvn/version_1", rules=["OP-25", "OP-5", "OP-4", "OP-2"], oracle=ORACLE,
                title="MVN-1 normalizes all channels together, each channel, or along a list of axes.")


def add_l2(corpus):
    made = Single("NormalizeL2", "opset1", ["x", "axes"], ["eps", "eps_mode"], ["axes"])

    def add(name, x, axes, eps=11.0, mode="add", type_="i64", **more):
        made.run(name, [x, vector(type_, axes)], [bounded(l2(x, axes, eps, mode == "add"), 30)], {"eps": eps, "eps_mode": mode}, **more)
    for name, shape, axes in AXES:
        for mode in ("add", "max"):
            add("%s_%s" % (name, mode), data("f32", shape), axes, 2.0, mode, "u8" if name == "first" else "i64", known=len(name) % 2 == 0)
    add_types(add)
    add("exact_add", vector("f32", [3, -4]), [0])
    add("exact_max", vector("f32", [3, -4]), [0], 100.0, "max")
    add("no_axes", vector("f32", [3, -4, 0]), [], 7.0)
    plain = {"eps": 1.0, "eps_mode": "add"}
    x, one = data("f32", [2, 3]), vector("i64", [1])
    for name, operand, axes, rule, changes in (
            ("axis_2", x, vector("i64", [2]), "OP-6", {}), ("axes_f32", x, vector("f32", [1]), "OP-4", {}), ("axes_of_rank_2", x, ints([1, 1], [1]), "OP-5", {}),
            ("i32", Tensor("i32", [1, 2], [1, 2]), one, "OP-4", {}), ("without_eps", x, one, "OP-2", {"eps": None}),
            ("without_eps_mode", x, one, "OP-2", {"eps_mode": None}), ("eps_0", x, one, "OP-2", {"eps": 0}), ("eps_mode_min", x, one, "OP-2", {"eps_mode": "min"})):
        made.run(name, [operand, axes], rejected("load", rule), {**plain, **changes}, **(SURVEY if name in ("eps_0", "axes_of_rank_2") else {}))
    made.add_to(corpus, "operations/normalize_l2", rules=["OP-6", "OP-5", "OP-4", "OP-2"], oracle=ORACLE,
                title="NormalizeL2 divides by the root of the sum of squares along axes.")

    made = Single("GRN", "opset1", ["x"], ["bias"])
    for shape in ([2, 3], [1, 3, 2], [2, 2, 1, 3]):
        x = data("f32", shape)
        made.run("rank_%d" % len(shape), [x], [bounded(l2(x, [1], 2.0, True), 30)], {"bias": 2.0}, known=len(shape) == 3)
    for type_ in REALS:
        x = data(type_, [2, 3])
        made.run(type_, [x], [bounded(l2(x, [1], 11.0, True), 30)], {"bias": 11.0})
    for name, operand, rule, bias in (("rank_1", vector("f32", [1, 2]), "OP-5", 1.0), ("rank_5", data("f32", [1, 2, 1, 1, 1]), "OP-5", 1.0),
                                      ("i32", Tensor("i32", [1, 2], [1, 2]), "OP-4", 1.0), ("without_bias", x, "OP-2", None), ("bias_0", x, "OP-2", 0)):
        made.run(name, [operand], rejected("load", rule), {"bias": bias}, **(SURVEY if name in ("bias_0", "rank_5", "rank_1") else {}))
    made.add_to(corpus, "operations/grn", rules=["OP-5", "OP-4", "OP-2"], oracle=ORACLE, title="GRN divides by the norm of all channels.")


def add_lrn(corpus):
    made = Single("LRN", "opset1", ["x", "axes"], ["alpha", "beta", "bias", "size"], ["axes"])

    def add(name, x, axes, size=3, alpha=3.0, beta=1, bias=2.0, type_="i64", **more):
        made.run(name, [x, vector(type_, axes)], [bounded(lrn(x, axes, alpha, beta, bias, size), 40 if beta == 1 else 80)],
                 {"alpha": alpha, "beta": beta, "bias": bias, "size": size}, **more)
    for name, shape, axes in AXES:
        add(name, data("f32", shape), axes, type_="u8" if name == "first" else "i64", known=len(name) % 2 == 0)
    for size in (1, 3, 5, 7):
        add("size_%d" % size, data("f32", [1, 5]), [1], size, float(size))
    for size in (2, 4):
        add("size_%d" % size, data("f32", [1, 5]), [1], size, float(size), rules=["OP-26"], **SURVEY)
    add("beta_2", data("f32", [2, 3]), [1], beta=2)
    add("plane", data("f32", [1, 2, 4, 5]), [2, 3], 3, 9.0, known=False)
    add("alpha_0", vector("f32", [1, 2, 3]), [0], alpha=0.0)
    add("no_axes", vector("f32", [1, 2]), [], 3, 2.0, 1, 1.0)
    for type_ in REALS:
        add(type_, data(type_, [2, 3]), [1])
    plain = {"alpha": 1.0, "beta": 1.0, "bias": 1.0, "size": 3}
    x, one = data("f32", [2, 3]), vector("i64", [1])
    for name, operand, axes, rule, changes in (
            [("axis_2", x, vector("i64", [2]), "OP-6", {}), ("axes_f32", x, vector("f32", [1]), "OP-4", {}), ("i32", Tensor("i32", [1, 2], [1, 2]), one, "OP-4", {}),
             ("size_0", x, one, "OP-2", {"size": 0}), ("beta_0", x, one, "OP-2", {"beta": 0})]
            + [("without_" + missing, x, one, "OP-2", {missing: None}) for missing in plain]):
        made.run(name, [operand, axes], rejected("load", rule), {**plain, **changes}, **(SURVEY if name in ("beta_0", "size_0") else {}))
    made.add_to(corpus, "operations/lrn", rules=["OP-26", "OP-6", "OP-4", "OP-2"], oracle=ORACLE,
                title="LRN divides by a power of the sum of squares in the region around each element.")


def by_channel(parameter, place):
    return at(parameter, (place[1],))


def add_by_channel(corpus):
    for version in (1, 5):
        for gamma_first in (False, True)[:2 if version == 1 else 1]:
            operands = ["gamma", "beta", "x", "mean", "variance"] if gamma_first else ["x", "gamma", "beta", "mean", "variance"]
            made = Single("BatchNormInference", "opset%d" % version, operands, ["epsilon"])
            decided = {"rules": ["OP-27"], **SURVEY} if version == 1 else {}

            def add(name, x, gamma, beta, mean_, variance, epsilon=0.25, **more):
                def formula(value, place):
                    own = [by_channel(parameter, place) for parameter in (gamma, beta, mean_, variance)]
                    return own[0] * ((value - own[2]) / root(own[3] + epsilon)) + own[1]
                of = {"x": x, "gamma": gamma, "beta": beta, "mean": mean_, "variance": variance}
                made.run(name, [of[operand] for operand in operands], [bounded(computed(x, formula), 25)], {"epsilon": epsilon}, **{**decided, **more})

            def parameters(type_, count):
                return (vector(type_, [2, -1, 3][:count]), vector(type_, [1, 10, -2][:count]), vector(type_, [1, 5, 2][:count]),
                        vector(type_, [0.75, 3.75, 15.75][:count]))
            for shape in ([2, 3], [1, 3, 2], [2, 2, 1, 3]):
                add("rank_%d" % len(shape), data("f32", shape), *parameters("f32", shape[1]), known=len(shape) == 3)
            for type_ in REALS:
                add(type_, data(type_, [2, 3]), *parameters(type_, 3))
            add("no_epsilon", data("f32", [1, 2]), *parameters("f32", 2), epsilon=0.0)
            if not gamma_first:
                x, (gamma, beta, mean_, variance) = data("f32", [1, 2]), parameters("f32", 2)
                plain = {"epsilon": 0.25}
                for name, inputs, rule, changes in (
                        ("a_parameter_too_short", [x, vector("f32", [1]), beta, mean_, variance], "OP-5", {}),
                        ("a_parameter_of_rank_2", [x, gamma, beta, data("f32", [1, 2]), variance], "OP-5", {}),
                        ("f16", [x, gamma, beta, mean_, vector("f16", [1, 1])], "OP-4", {}),
                        ("integers", [Tensor("i32", [1, 2], [1, 2])] + [Tensor("i32", [2], [1, 2])] * 4, "OP-4", {}),
                        ("without_epsilon", [x, gamma, beta, mean_, variance], "OP-2", {"epsilon": None}),
                        ("negative_epsilon", [x, gamma, beta, mean_, variance], "OP-2", {"epsilon": -1})):
                    made.run("rejected_" + name, inputs, rejected("load", rule), {**plain, **changes}, **decided)
            folder = "operations/batch_norm_inference/version_%d" % version + ("/gamma_first" if gamma_first else "/data_first" * (version == 1))
            made.add_to(corpus, folder, rules=["OP-27"] * (version == 1) + ["OP-5", "OP-4", "OP-2"][:0 if gamma_first else 3], oracle=ORACLE,
                        title="BatchNormInference-%d normalizes each channel with its own mean and variance%s." % (
                            version, "; gamma and beta come before the data" if gamma_first else ""))

    made = Single("GroupNormalization", "opset12", ["x", "scale", "bias"], ["num_groups", "epsilon"])

    def add(name, x, scale, bias, groups, epsilon=0.5, **more):
        size = x.shape[1] // groups

        def group(place):
            return itertools.product([place[0]], range(place[1] // size * size, (place[1] // size + 1) * size), *map(range, x.shape[2:]))
        centred = {place: at(x, place) - mean(x.type, [at(x, p) for p in group(place)]) for place in places(x.shape)}

        def formula(_, place):
            variance = mean(x.type, [centred[p] * centred[p] for p in group(place)])
            return by_channel(scale, place) * centred[place] / root(variance + epsilon) + by_channel(bias, place)
        made.run(name, [x, scale, bias], [bounded(computed(x, formula), 300 if x.type == "f64" else 80)], {"num_groups": groups, "epsilon": epsilon}, **more)

    def parameters(type_, count):
        return vector(type_, [2, -1, 3, 1][:count]), vector(type_, [1, 4, -2, 0][:count])
    for shape, groups in (([2, 4], 2), ([1, 4, 3], 4), ([2, 2, 2, 2], 1), ([1, 4, 1, 2, 1], 2)):
        add("rank_%d" % len(shape), data("f32", shape), *parameters("f32", shape[1]), groups, known=len(shape) % 2 == 0)
    for type_ in REALS:
        add(type_, data(type_, [1, 4, 2]), *parameters(type_, 4), 2)
    x, (scale, bias) = data("f32", [1, 4, 2]), parameters("f32", 4)
    plain = {"num_groups": 2, "epsilon": 1.0}
    for name, inputs, rule, changes in (
            ("three_groups_of_four_channels", [x, scale, bias], "OP-5", {"num_groups": 3}), ("scale_too_short", [x, vector("f32", [1, 2]), bias], "OP-5", {}),
            ("rank_1", [vector("f32", [1, 2, 3, 4]), scale, bias], "OP-5", {}), ("bias_f16", [x, scale, vector("f16", [1, 2, 3, 4])], "OP-4", {}),
            ("without_num_groups", [x, scale, bias], "OP-2", {"num_groups": None}), ("without_epsilon", [x, scale, bias], "OP-2", {"epsilon": None}),
            ("num_groups_0", [x, scale, bias], "OP-2", {"num_groups": 0}), ("epsilon_0", [x, scale, bias], "OP-2", {"epsilon": 0})):
        made.run(name, inputs, rejected("load", rule), {**plain, **changes}, **(SURVEY if name == "epsilon_0" else {}))
    made.add_to(corpus, "operations/group_normalization", rules=["OP-5", "OP-4", "OP-2"], oracle=ORACLE,
                title="GroupNormalization normalizes groups of channels, then scales each channel.")


def add_combined(corpus):
    """Axes in two attributes, a copy, a region of an even size and inputs in another order."""
    graph = ir.Graph()
    x, h0 = graph.parameter("X", "f32", [-1, 2]), graph.parameter("H0", "f32", [1, 2])
    body = graph.body()
    xi, h = body.parameter("x", "f32", [1, 2]), body.parameter("h", "f32", [1, 2])
    centred = body.op("MVN", xi, shape=[1, 2], eps=3, normalize_variance="true", across_channels="false", reduction_axes=1)
    # OpenVINO writes one byte for a Const without elements.
    empty = {"element_type": "i64", "shape": "0", "offset": graph.weights.add(b"\0"), "size": 1}
    nothing = body.output(body.layer("Const", data=empty), "i64", [0])
    copied = body.op("ReduceL1", centred, nothing, version="opset4", shape=[1, 2], keep_dims="false")
    local = body.op("LRN", copied, body.const("i64", [1]), shape=[1, 2], alpha=2, beta=1, bias=1.5, size=2)
    gamma, beta, mean_, variance = [body.const("f32", values) for values in ([2.0, 4.0], [1.0, 0.0], [0.0, 0.0], [1.0, 1.0])]
    scaled = body.op("BatchNormInference", gamma, beta, local, mean_, variance, shape=[1, 2], epsilon=3)
    next_h = body.op("Add", h, scaled, shape=[1, 2])
    loop = graph.tensor_iterator(body)
    loop.input(x, xi, axis=0)
    loop.input(h0, h)
    rh, rs = body.result(next_h, "next_h"), body.result(scaled, "scaled")
    loop.back_edge(rh, h)
    graph.result(loop.output(rh, shape=[1, 2]), "H")
    graph.result(loop.output(rs, shape=[-1, 2], **scan()), "SCALED")
    corpus.add("operations/normalized_in_one_body", rules=["OP-24", "OP-25", "OP-26", "OP-27"], kind="combined", oracle="by-hand",
               model=graph.text(), weights=graph.weights.data,
               title="A body normalizes a row along the listed axis, copies it, divides by a region of three elements, and scales each channel.",
               notes="[-1, 1] has the variance 1, so MVN divides by 2: [-0.5, 0.5]. ReduceL1 along no axes copies. The region of LRN has both elements: "
                     "1.5 + 2 / 2 * 0.5 = 2, so [-0.25, 0.25]. The channels are divided by 2, multiplied by 2 and 4, and 1 is added to the first: "
                     "[0.75, 0.5]. [5, 3] gives [1.25, -0.5].",
               runs=[{"name": "two_parts", "tier": "survey", "inputs": {
                   "X": Tensor("f32", [2, 2], [-1, 1, 5, 3]), "H0": Tensor("f32", [1, 2], [0, 1])},
                   "outputs": [Tensor("f32", [1, 2], [2, 1]), Tensor("f32", [2, 2], [0.75, 0.5, 1.25, -0.5])]}])


def add_cases(corpus):
    for add in (add_combined, add_norms, add_mvn_1, add_mvn_6, add_l2, add_lrn, add_by_channel):
        add(corpus)
