"""Bags of embeddings: sums and means of rows, by the formulas of their pages (OP-32)."""

import math

from case import INTEGERS, Tensor, rejected
from rounded import Rounded
from single import REALS, SURVEY, Single, counting, element, ints, places, vector, wrapped

NAN = math.nan
ORACLE = "generator: gen/ops_bags.py"
FIVE = Tensor("f32", [5, 2], [-2, -6, -1, -4, -19, -18, -10, 15, 8, -7])


def total(type_, terms):
    """A sum of integers wraps; one of reals is taken in doubles, in order, and rounded once."""
    if type_ not in REALS:
        return wrapped(type_, sum(terms))
    result = 0.0
    for term in terms:
        result = result + term
    return Rounded(type_, result).value


def reduced(x, rows, weights, mean, p):
    """One element of a bag, which has these rows."""
    terms = [element(x, (row,) + p) for row in rows]
    if weights is not None:
        product = (lambda a, b: (Rounded(x.type, a) * Rounded(x.type, b)).value) if x.type in REALS else lambda a, b: wrapped(x.type, a * b)
        terms = [product(a, b) for a, b in zip(terms, weights)]
    if not mean:
        return total(x.type, terms)
    if x.type in REALS:
        return Rounded(x.type, math.fsum(terms) / len(terms)).value if terms else NAN
    sum_ = sum(terms)
    return abs(sum_) // len(terms) * (1 if sum_ >= 0 else -1)


def bags_of(x, bags, default=None, mean=False, empty_mean=False):
    """`bags`: the rows and weights of each bag."""
    values = []
    for rows, weights in bags:
        for p in places(x.shape[1:]):
            if not rows and not empty_mean:
                values.append(0 if default is None else element(x, (default,) + p))
            else:
                values.append(reduced(x, rows, weights, mean, p))
    return Tensor(x.type, [len(bags)] + x.shape[1:], values)


def add_offsets(corpus):
    for kind, path in (("EmbeddingBagOffsetsSum", "embedding_bag_offsets_sum"), ("EmbeddingBagOffsets", "embedding_bag_offsets")):
        newest = kind == "EmbeddingBagOffsets"
        version = "opset15" if newest else "opset3"
        for optional in ([], ["default"], ["default", "weights"]):
            made = Single(kind, version, ["x", "indices", "offsets"] + optional, ["reduction"] if newest else ())

            def add(name, x, indices, offsets, default=None, weights=None, reduction=None, type_="i64", **more):
                ends = offsets[1:] + [len(indices)]
                bags = [(indices[a:b], weights and weights[a:b]) for a, b in zip(offsets, ends)]
                result = bags_of(x, bags, None if default == -1 else default, reduction == "mean")
                given = [Tensor(type_, [], [default])] if optional else []
                given += [vector(x.type, weights)] if len(optional) > 1 else []
                made.run(name, [x, vector(type_, indices), vector(type_, offsets)] + given, [result], {"reduction": reduction} if newest else None, **more)
            indices, offsets = [0, 2, 3, 4], [0, 2, 2]
            four, three, none = vector("i64", indices), vector("i64", offsets), Tensor("i64", [], [-1])
            if not optional:
                for reduction in (None, "sum", "mean") if newest else (None,):
                    add("page_%s" % (reduction or "none"), FIVE, indices, offsets, reduction=reduction, known=reduction != "sum")
                    add("one_bag_%s" % (reduction or "none"), FIVE, [1, 1, 4], [0], reduction=reduction, type_="i32")
                    add("rows_of_rank_2_%s" % (reduction or "none"), counting("f32", [3, 2, 2]), [2, 0, 1, 1], [0, 2], reduction=reduction, known=False)
                add("table_of_rank_1", vector("f32", [1, 2, 4]), [0, 2, 1], [0, 2])
                add("first_offset_1", FIVE, indices, [1, 2], rules=["OP-32"], **SURVEY)
                add("last_bag_empty", FIVE, indices, [0, 4])
                add("no_indices", FIVE, [], [0, 0])
                add("no_bags", FIVE, indices, [])
                add("rows_without_elements", Tensor("f32", [2, 0], []), [1, 0], [0])
                for type_ in INTEGERS + REALS:
                    add("sum_" + type_, Tensor(type_, [3, 1], [5, 1, 9]), [2, 0, 2, 1], [0, 3])
                    if newest:
                        add("mean_" + type_, Tensor(type_, [3, 1], [5, 2, 9]), [2, 0, 0, 1], [0, 2], reduction="mean", rules=["OP-32"], **SURVEY)
                add("sum_wraps", vector("i8", [100, 60]), [0, 1], [0], rules=["NUM-2"], **SURVEY)
                add("first_term_is_m0", vector("f32", [-0.0]), [0], [0], rules=["NUM-3"], **SURVEY)
                add("f16_2048_1_1", vector("f16", [2048, 1]), [0, 1, 1], [0], rules=["NUM-3"], **SURVEY)
                add("f64_order", vector("f64", [2.0**53, 1]), [0, 1, 1, 0, 1, 1, 0], [0, 3], rules=["NUM-3"], **SURVEY)
                for name, wrong in (("index_5_of_5", [[0, 5], [0]]), ("index_m1", [[0, -1], [0]]), ("offsets_descending", [indices, [0, 3, 2]]),
                                    ("offset_5_of_4", [indices, [0, 5]]), ("offset_m1", [indices, [-1, 2]])):
                    made.run(name, [FIVE, vector("i64", wrong[0]), vector("i64", wrong[1])], rejected("run", "OP-6"),
                             rules=["OP-32"] if "offset" in name else ["OP-6"],
                             **SURVEY)  # the page's code takes row -1 and slices
                made.run("indices_of_rank_2", [FIVE, ints([2, 2], indices), three], rejected("load", "OP-5"))
                made.run("scalar_offset", [FIVE, four, Tensor("i64", [], [0])], rejected("load", "OP-5"))
                made.run("scalar_table", [Tensor("f32", [], [1]), vector("i64", [0]), vector("i64", [0])], rejected("load", "OP-5"))
                made.run("offsets_of_another_type", [FIVE, four, vector("i32", offsets)], rejected("load", "OP-4"))
                made.run("indices_i16", [FIVE, vector("i16", indices), vector("i16", offsets)], rejected("load", "OP-4"))
                made.run("booleans", [vector("boolean", [1, 0]), vector("i64", [0]), vector("i64", [0])], rejected("load", "OP-4"), **SURVEY)
                if newest:
                    made.run("reduction_max", [FIVE, four, three], rejected("load", "OP-2"), {"reduction": "max"})
            elif len(optional) == 1:
                for default in (-1, 0, 3):
                    add("default_%s" % str(default).replace("-", "m"), FIVE, indices, offsets, default, known=default == 3)
                    if newest:
                        add("mean_default_%s" % str(default).replace("-", "m"), FIVE, indices, offsets, default, reduction="mean")
                add("default_is_not_used", FIVE, indices, [0, 2], 9, rules=["OP-32"])
                made.run("default_5_of_5", [FIVE, four, three, Tensor("i64", [], [5])], rejected("run", "OP-6"), rules=["OP-32"], **SURVEY)
                made.run("default_m2", [FIVE, four, three, Tensor("i64", [], [-2])], rejected("run", "OP-6"), rules=["OP-32"], **SURVEY)
                made.run("default_in_a_list", [FIVE, four, three, vector("i64", [0])], rejected("load", "OP-5"))
                made.run("default_of_another_type", [FIVE, four, three, Tensor("i32", [], [0])], rejected("load", "OP-4"))
            else:
                add("page", FIVE, indices, offsets, 0, [0.5] * 4)
                add("page_2", FIVE, indices, offsets, -1, [0.5, 2, -2, 1])
                add("negative_integers", Tensor("i32", [3, 2], [1, -2, 3, 4, -5, 6]), [2, 1, 0], [0, 1], -1, [-3, 2, 7])
                add("rows_of_rank_2", counting("f32", [3, 2, 2]), [0, 1, 2], [0, 2], -1, [1, 10, 100])
                for type_ in INTEGERS + REALS:
                    add(type_, Tensor(type_, [3, 1], [5, 1, 9]), [2, 0, 2], [0, 1], 1, [2, 3, 1])
                add("product_wraps", vector("u8", [100, 60]), [0, 1], [0], -1, [3, 2], rules=["NUM-2"], **SURVEY)
                add("product_is_rounded", vector("f16", [683.5, 2048]), [0, 1], [0], -1, [3, -1], rules=["NUM-6"], **SURVEY)
                weights = vector("f32", [1] * 4)
                made.run("three_weights_of_four", [FIVE, four, three, none, vector("f32", [1] * 3)], rejected("load", "OP-5"))
                made.run("weights_of_another_type", [FIVE, four, three, none, vector("f64", [1] * 4)], rejected("load", "OP-4"))
                if newest:
                    made.run("weights_of_a_mean", [FIVE, four, three, none, weights], rejected("load", "OP-3"), {"reduction": "mean"})
            made.add_to(corpus, "operations/%s/%s" % (path, "_".join(["three_operands"] if not optional else ["with"] + optional)),
                        rules=["OP-32", "OP-6", "OP-5", "OP-4"], oracle=ORACLE,
                        title="%s reduces the rows of a table that belong to one bag%s." % (kind, ", with " + " and ".join(optional) if optional else ""))


def add_packed(corpus):
    for kind, path in (("EmbeddingBagPackedSum", "embedding_bag_packed_sum"), ("EmbeddingBagPacked", "embedding_bag_packed")):
        newest = kind == "EmbeddingBagPacked"
        for weighted in (False, True):
            made = Single(kind, "opset15" if newest else "opset3", ["x", "indices"] + ["weights"] * weighted, ["reduction"] if newest else ())

            def add(name, x, indices, weights=None, reduction=None, type_="i64", **more):
                shape = [len(indices), len(indices[0]) if indices else 2]
                flat = [i for bag in indices for i in bag]
                bags = [(bag, weights and weights[k]) for k, bag in enumerate(indices)]
                given = [Tensor(x.type, shape, [w for bag in weights for w in bag])] if weighted else []
                made.run(name, [x, Tensor(type_, shape, flat)] + given, [bags_of(x, bags, None, reduction == "mean", True)],
                         {"reduction": reduction} if newest else None, **more)
            page = [[0, 2], [1, 2], [3, 4]]
            pairs = ints([3, 2], [0, 2, 1, 2, 3, 4])
            if weighted:
                add("page", FIVE, page, [[0.5, 0.5]] * 3)
                add("other_weights", FIVE, page, [[1, 2], [-3, 0.25], [0, 5]], type_="i32")
                add("rows_of_rank_2", counting("f32", [3, 2, 2]), [[0, 1], [1, 2]], [[1, 10], [100, 1000]], rules=["OP-32"])
                for type_ in INTEGERS + REALS:
                    add(type_, Tensor(type_, [3, 1], [5, 1, 9]), [[2, 0], [1, 1]], [[2, 3], [1, 4]])
                made.run("weights_in_a_list", [FIVE, pairs, vector("f32", [1] * 6)], rejected("load", "OP-5"))
                made.run("weights_of_another_type", [FIVE, pairs, Tensor("f16", [3, 2], [1] * 6)], rejected("load", "OP-4"))
                if newest:
                    made.run("weights_of_a_mean", [FIVE, pairs, Tensor("f32", [3, 2], [1] * 6)], rejected("load", "OP-3"), {"reduction": "mean"})
            else:
                for reduction in (None, "sum", "mean") if newest else (None,):
                    add("page_%s" % (reduction or "none"), FIVE, page, reduction=reduction, known=reduction != "sum")
                    add("three_indices_%s" % (reduction or "none"), counting("f32", [4, 2, 2]), [[3, 3, 0]], reduction=reduction, type_="i32", known=False)
                add("no_bags", FIVE, [])
                add("empty_bags", FIVE, [[], []])
                for type_ in INTEGERS + REALS:
                    add("sum_" + type_, Tensor(type_, [3, 1], [5, 1, 9]), [[2, 0, 1], [1, 1, 1]])
                    if newest:
                        add("mean_" + type_, Tensor(type_, [3, 1], [5, 2, 9]), [[2, 0], [0, 1]], reduction="mean", rules=["OP-32"], **SURVEY)
                if newest:
                    add("mean_of_nothing", FIVE, [[], []], reduction="mean", rules=["OP-32"], **SURVEY)
                    add("mean_of_a_negative_sum", vector("i32", [1, -4]), [[0, 1]], reduction="mean", rules=["OP-33"], **SURVEY)
                    add("mean_of_a_large_sum", vector("i8", [100]), [[0, 0, 0]], reduction="mean", rules=["OP-33"], **SURVEY)
                    add("mean_is_rounded_once", vector("f16", [2048, 1, 0]), [[0, 1, 2]], reduction="mean", rules=["OP-33"], **SURVEY)
                    made.run("mean_of_no_integers", [vector("i32", [1, 2]), ints([1, 0], [])], rejected("load", "OP-6"), {"reduction": "mean"}, **SURVEY)
                    made.run("reduction_max", [FIVE, pairs], rejected("load", "OP-2"), {"reduction": "max"})
                # The page refers to Gather, which gives 0 for such an index.
                made.run("index_5_of_5", [FIVE, ints([1, 2], [0, 5])], rejected("run", "OP-6"), **SURVEY)
                made.run("index_m1", [FIVE, ints([1, 2], [0, -1])], rejected("run", "OP-6"), **SURVEY)
                made.run("indices_of_rank_1", [FIVE, ints([2], [0, 1])], rejected("load", "OP-5"))
                made.run("indices_u8", [FIVE, Tensor("u8", [1, 1], [0])], rejected("load", "OP-4"))
            made.add_to(corpus, "operations/%s/%s" % (path, "with_weights" if weighted else "two_operands"), rules=["OP-32", "OP-6", "OP-5", "OP-4"],
                        oracle=ORACLE, title="%s reduces the rows of a table that one row of indices names%s." % (kind, ", with weights" if weighted else ""))


def add_segments(corpus):
    for optional in ([], ["default"], ["default", "weights"]):
        operands = ["x", "indices", "ids", "number"] + optional
        made = Single("EmbeddingSegmentsSum", "opset3", operands, (), ["number"])

        def add(name, x, indices, ids, number, default=None, weights=None, type_="i64", **more):
            chosen = [[i for i, one in enumerate(ids) if one == segment] for segment in range(number)]
            bags = [([indices[i] for i in one], weights and [weights[i] for i in one]) for one in chosen]
            given = [Tensor(type_, [], [number])] + ([Tensor(type_, [], [default])] if optional else [])
            given += [vector(x.type, weights)] if len(optional) > 1 else []
            made.run(name, [x, vector(type_, indices), vector(type_, ids)] + given, [bags_of(x, bags, default)], **more)
        indices, ids, three = [0, 2, 3, 4], [0, 0, 2, 2], Tensor("i64", [], [3])
        four, segments = vector("i64", indices), vector("i64", ids)
        if not optional:
            add("page", FIVE, indices, ids, 3)
            add("page_text", FIVE, [0, 1, 2, 3, 4, 0, 1, 2], [0, 0, 0, 1, 1, 3, 5, 5], 6, type_="i32", known=False)
            add("last_segments_empty", FIVE, indices, [1, 1, 1, 2], 5)
            add("no_indices", FIVE, [], [], 2)
            add("no_segments", FIVE, [], [], 0)
            add("rows_of_rank_2", counting("f32", [3, 2, 2]), [0, 1, 2], [0, 0, 1], 2)
            for type_ in INTEGERS + REALS:
                add(type_, Tensor(type_, [3, 1], [5, 1, 9]), [2, 0, 2, 1], [0, 0, 0, 1], 2)
            for name, wrong in (("ids_descending", [0, 2, 1, 2]), ("id_3_of_3", [0, 0, 2, 3]), ("id_m1", [-1, 0, 2, 2])):
                made.run(name, [FIVE, four, vector("i64", wrong), three], rejected("run", "OP-6"), rules=["OP-32"], **SURVEY)
            made.run("index_5_of_5", [FIVE, vector("i64", [0, 5, 1, 1]), segments, three], rejected("run", "OP-6"), **SURVEY)
            made.run("m1_segments", [FIVE, four, segments, Tensor("i64", [], [-1])], rejected("load", "OP-6"))
            made.run("three_ids_of_four", [FIVE, four, vector("i64", [0, 0, 2]), three], rejected("load", "OP-5"))
            made.run("number_in_a_list", [FIVE, four, segments, vector("i64", [3])], rejected("load", "OP-5"))
            made.run("ids_of_another_type", [FIVE, four, vector("i32", ids), three], rejected("load", "OP-4"))
            made.run("number_of_another_type", [FIVE, four, segments, Tensor("i32", [], [3])], rejected("load", "OP-4"))
        elif len(optional) == 1:
            add("default_0", FIVE, indices, ids, 3, 0)
            add("default_4", FIVE, indices, ids, 4, 4, type_="i32", known=False)
            add("default_is_not_used", FIVE, indices, [0, 0, 1, 2], 3, 9, rules=["OP-32"])
            made.run("default_m1", [FIVE, four, segments, three, Tensor("i64", [], [-1])], rejected("run", "OP-6"), rules=["OP-32"], **SURVEY)
            made.run("default_5_of_5", [FIVE, four, segments, three, Tensor("i64", [], [5])], rejected("run", "OP-6"), rules=["OP-32"], **SURVEY)
            made.run("default_in_a_list", [FIVE, four, segments, three, vector("i64", [0])], rejected("load", "OP-5"))
        else:
            add("page", FIVE, indices, ids, 3, 0, [0.5] * 4)
            add("other_weights", FIVE, indices, ids, 3, 1, [0.5, 2, -2, 1])
            for type_ in INTEGERS + REALS:
                add(type_, Tensor(type_, [3, 1], [5, 1, 9]), [2, 0, 2], [0, 2, 2], 3, 1, [2, 3, 1])
            zero = Tensor("i64", [], [0])
            made.run("three_weights_of_four", [FIVE, four, segments, three, zero, vector("f32", [1] * 3)], rejected("load", "OP-5"))
            made.run("weights_of_another_type", [FIVE, four, segments, three, zero, vector("f64", [1] * 4)], rejected("load", "OP-4"))
        made.add_to(corpus, "operations/embedding_segments_sum/%s" % ("_".join(["with"] + optional) if optional else "four_operands"),
                    rules=["OP-32", "OP-6", "OP-5", "OP-4"], oracle=ORACLE,
                    title="EmbeddingSegmentsSum adds the rows of a table that belong to one segment%s." % (
                        ", with " + " and ".join(optional) if optional else ""))


def add_cases(corpus):
    for add in (add_offsets, add_packed, add_segments):
        add(corpus)
