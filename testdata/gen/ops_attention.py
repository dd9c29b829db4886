"""ScaledDotProductAttention: the steps of its page, each of which rounds (NUM-6)."""

import math

import ir
from case import Tensor, rejected
from normalizing import root
from frames import slices
from ops_composite import softmax
from ops_einsum import einsum
from rounded import Rounded
from single import REALS, SURVEY, Single, element, filled, vector

INF, NAN = math.inf, math.nan
ORACLE = "generator: gen/ops_attention.py"
DECIDED = {"rules": ["OP-34"], **SURVEY}
OPERANDS = ["query", "key", "value", "mask", "scale"]
BOUND = {"f16": 7e-2, "bf16": 7e-1, "f32": 2e-5, "f64": 7e-14}  # docs/bounds.md


def repeated(x, place):
    """The element at a position of the shape to which NumPy's rules repeat x."""
    place = place[len(place) - len(x.shape):]
    return element(x, tuple(0 if size == 1 else p for p, size in zip(place, x.shape)))


def attention(query, key, value, mask=None, scale=None, causal=False):
    type_, width = query.type, float(query.shape[-1])
    factor = Rounded(type_, scale.values[0]) if scale else Rounded(type_, 1.0) / root(Rounded(type_, width))
    scores = einsum("...ik,...jk->...ij", [query, key])
    shape = scores.shape if causal or mask is None else ir.broadcast([scores.shape, mask.shape])

    def biased(place):
        score = Rounded(type_, repeated(scores, place)) * factor
        if causal:
            return score + (-INF if place[-1] > place[-2] else 0.0)
        if mask is None:
            return score
        bias = repeated(mask, place)
        return score + ((0.0 if bias else -INF) if mask.type == "boolean" else bias)
    weights = softmax(filled(shape, lambda place: biased(place).value, type_), -1)
    return einsum("...ij,...jk->...ik", [weights, value])


def varied(type_, shape, salt):
    return filled(shape, lambda p: ((sum((k + 3) * q for k, q in enumerate(p)) * 5 + salt) % 13 - 6) / 4, type_)


def operands_of(type_, batch, rows, columns, width=4, out=3):
    return [varied(type_, batch + [rows, width], 1), varied(type_, batch + [columns, width], 5), varied(type_, batch + [columns, out], 8)]


def add_combined(corpus):
    graph = ir.Graph()
    x, h0 = graph.parameter("X", "f32", [-1, 2, 1]), graph.parameter("H0", "f32", [1, 2, 1])
    body = graph.body()
    xi, h = body.parameter("x", "f32", [1, 2, 1]), body.parameter("h", "f32", [1, 2, 1])
    zeros = body.op("Multiply", h, body.const("f32", 0.0), shape=[1, 2, 1])
    seen = body.op("ScaledDotProductAttention", zeros, zeros, body.op("Add", xi, h, shape=[1, 2, 1]), version="opset13", shape=[1, 2, 1],
                   causal="true")
    loop = graph.tensor_iterator(body)
    loop.input(x, xi, axis=0)
    loop.input(h0, h)
    result = body.result(seen, "seen")
    loop.back_edge(result, h)
    graph.result(loop.output(result, shape=[-1, 2, 1], **slices()), "SEEN")
    corpus.add("operations/attention/of_the_state", rules=["OP-34"], kind="combined", oracle="by-hand", model=graph.text(),
               weights=graph.weights.data, title="A loop whose state is a causal mean of a row and the state before.",
               notes="All scores are 0, so each row is the mean of the rows up to it: of [4, 8] they are 4 and 6. Added to [2, 0] and "
                     "averaged again they are 6 and (6 + 6) / 2 = 6.",
               runs=[{"name": "two_parts", "inputs": {"X": Tensor("f32", [2, 2, 1], [3, 5, 2, 0]), "H0": Tensor("f32", [1, 2, 1], [1, 3])},
                      "outputs": [Tensor("f32", [2, 2, 1], [4, 6, 6, 6])]}])


def add_cases(corpus):
    add_combined(corpus)
    for count in (3, 4, 5):
        made = Single("ScaledDotProductAttention", "opset13", OPERANDS[:count], ["causal"], outputs=("{{query_type}}",))

        def add(name, given, causal=False, **more):
            result = attention(*given, causal=causal)
            if any(map(math.isfinite, result.values)):
                result.compare = {"bound": BOUND[result.type]}
            made.run(name, given, [result], {"causal": "true" if causal else "false"}, **more)

        def reject(name, given, rule, phase="load", causal="false", **more):
            made.run(name, given, rejected(phase, rule), {"causal": causal}, **more)
        plain, flat = operands_of("f32", [2], 3, 5), operands_of("f32", [1], 2, 2)
        more = [Tensor("f32", [], [0.0]), Tensor("f32", [], [0.5])]
        if count == 3:
            add_plain(add, reject, plain, flat)
        elif count == 4:
            add_masks(add, reject, plain)
        else:
            for name, scale, decided in (("scalar", Tensor("f32", [], [0.25]), {}), ("zero", Tensor("f32", [], [0.0]), {}),
                                         ("negative", Tensor("f32", [], [-1.0]), {}), ("in_a_list", vector("f32", [0.25]), DECIDED)):
                add("scale_" + name, plain + [more[0], scale], **decided)
            add("scale_and_mask", plain + [varied("f32", [2, 3, 5], 3), more[1]])
            add("scale_and_causal", plain + more, True)
            reject("two_scales", plain + [more[0], vector("f32", [1, 1])], "OP-5")
            reject("scale_f64", plain + [more[0], Tensor("f64", [], [1.0])], "OP-4")
        made.add_to(corpus, "operations/attention/%s" % ("plain", "mask", "scale")[count - 3], rules=["OP-34", "OP-5", "OP-4", "NUM-6"],
                    oracle=ORACLE, title="ScaledDotProductAttention weights rows of the value by a softmax of products%s."
                    % ("", ", with a mask", ", with a mask and a scale")[count - 3])


def add_plain(add, reject, plain, flat):
    for causal in (False, True):
        word = "_causal" if causal else ""
        add("more_columns" + word, plain, causal)
        add("more_rows" + word, operands_of("f32", [1], 5, 3), causal, known=False)
        add("four_axes" + word, operands_of("f32", [2, 2], 3, 3), causal)
        add("one_row" + word, operands_of("f32", [1], 1, 4), causal)
        for type_ in REALS:
            add(type_ + word, operands_of(type_, [1], 3, 4), causal, known=type_ in ("f16", "f64"))
        add("repeated_batches" + word, [varied("f32", [1, 3, 2, 4], 1), varied("f32", [2, 1, 5, 4], 2), varied("f32", [2, 3, 5, 2], 3)], causal)
    add("one_feature", operands_of("f32", [1], 2, 3, width=1))
    add("no_rows", [Tensor("f32", [1, 0, 2], []), varied("f32", [1, 3, 2], 1), varied("f32", [1, 3, 2], 2)], known=False)
    add("infinite_value", flat[:2] + [Tensor("f32", [1, 2, 1], [INF, 1])], tier="survey")
    q, k, v = plain
    reject("rank_2", [Tensor("f32", [3, 4], q.values[:12]), k, v], "OP-5")
    reject("other_features", [varied("f32", [2, 3, 5], 1), k, v], "OP-5")
    reject("other_columns", [q, k, varied("f32", [2, 4, 3], 1)], "OP-5")
    reject("other_columns_in_the_run", [q, k, varied("f32", [2, 4, 3], 1)], "OP-5", "run", known=False)
    reject("other_batches", [q, k, varied("f32", [3, 5, 3], 1)], "OP-5")
    reject("two_types", [q, k, varied("f64", [2, 5, 3], 1)], "OP-4")
    reject("i32", [Tensor("i32", [1, 1, 1], [1])] * 3, "OP-4")
    reject("without_causal", plain, "OP-2", causal=None)


def add_masks(add, reject, plain):
    keeps = filled([2, 3, 5], lambda p: (p[0] + 2 * p[1] + p[2]) % 3 != 0, "boolean")
    bias = varied("f32", [2, 3, 5], 4)
    for name, mask in (("boolean", keeps), ("added", bias)):
        add(name, plain + [mask])
        add(name + "_unknown", plain + [mask], known=False)
        add(name + "_causal", plain + [mask], True)
        add(name + "_one_row", plain + [Tensor(mask.type, [2, 1, 5], mask.values[:5] + mask.values[15:20])])
        add(name + "_one_batch", plain + [Tensor(mask.type, [1, 3, 5], mask.values[:15])])
        add(name + "_matrix", plain + [Tensor(mask.type, [3, 5], mask.values[:15])], **DECIDED)
        add(name + "_row", plain + [Tensor(mask.type, [5], mask.values[:5])], **DECIDED)
    for type_ in REALS:
        add(type_, operands_of(type_, [1], 3, 4) + [varied(type_, [1, 3, 4], 2)])
    add("zero", plain + [Tensor("f32", [], [0.0])])
    add("minus_infinity", plain + [filled([1, 3, 5], lambda p: -INF if p[2] > p[1] + 1 else 0.0, "f32")])
    add("row_without_a_pair", plain + [filled([1, 3, 5], lambda p: p[1] != 1, "boolean")], **DECIDED)
    add("scalar_bias", plain + [Tensor("f32", [], [7.0])], **DECIDED)
    add("more_batches", operands_of("f32", [1], 2, 3) + [varied("f32", [2, 2, 3], 6)], **DECIDED)
    reject("mask_f64", plain + [varied("f64", [2, 3, 5], 1)], "OP-4")
    reject("mask_i32", plain + [Tensor("i32", [1, 1, 5], [0] * 5)], "OP-4")
    reject("mask_of_other_columns", plain + [varied("f32", [2, 3, 4], 1)], "OP-5")
    reject("mask_of_other_rows", plain + [varied("f32", [2, 2, 5], 1)], "OP-5")
