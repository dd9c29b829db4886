"""NonMaxSuppression, as the loop of its page, with every step rounded (OP-36)."""

import itertools
import math

import ir
from case import Tensor, rejected, round_to
from frames import slices
from single import REALS, SURVEY, Single, element, ints, vector

INF, NAN = math.inf, math.nan
ORACLE = "generator: gen/ops_detection.py"
OUTPUTS = ["{{index_type}}", "{{score_type}}", "{{index_type}}"]
ATTRIBUTES = ["box_encoding", "sort_result_descending", "output_type"]


def corners(type_, box, center):
    """[low, high] along each of two axes; NaN if a number is."""
    if center:
        halves = [round_to(type_, side / 2) for side in box[2:]]
        ends = [(round_to(type_, box[k] - halves[k]), round_to(type_, box[k] + halves[k])) for k in (0, 1)]
    else:
        ends = [(box[0], box[2]), (box[1], box[3])]
    return [sorted(pair) if all(x == x for x in pair) else [NAN, NAN] for pair in ends]


def product(type_, sides):
    return round_to(type_, sides[0] * sides[1])


def overlap(type_, a, b):
    if any(math.isnan(x) for pair in a + b for x in pair):
        return NAN
    areas = [product(type_, [round_to(type_, high - low) for low, high in box]) for box in (a, b)]
    sides = [max(round_to(type_, min(p[1], q[1]) - max(p[0], q[0])), 0.0) for p, q in zip(a, b)]
    both = product(type_, sides)
    union = round_to(type_, round_to(type_, areas[0] + areas[1]) - both)
    return 0.0 if union == 0 else round_to(type_, both / union)


def chosen_of_class(type_, boxes, scores, most, overlap_most, score_least, sigma, beyond_removes, zeroes=False):
    """Pairs of a box and its score. `exp` is only used where it is exact.

    `zeroes`: a box is not removed, but its score becomes 0, as in the loop of the page.
    """
    left, found = {k: score for k, score in enumerate(scores) if score == score}, []
    while left and len(found) < most:
        best = min(left, key=lambda k: (-left[k], k))
        score = left.pop(best)
        if not score >= score_least:
            break
        found.append((best, score))
        for k in list(left):
            shared = overlap(type_, boxes[k], boxes[best])
            if (sigma == 0 or beyond_removes) and not shared <= overlap_most:
                if zeroes and sigma == 0:
                    left[k] = round_to(type_, left[k] * 0.0)
                else:
                    del left[k]
            elif sigma != 0:
                power = round_to(type_, round_to(type_, round_to(type_, -0.5 * shared) * shared) / sigma)
                left[k] = round_to(type_, left[k] * round_to(type_, math.exp(power)))
    return found


def suppressed(boxes, scores, most=0, overlap_most=0.0, score_least=0.0, sigma=0.0, center=False, sort_all=True, index="i64",
               score_type="f32", beyond_removes=False, zeroes=False):
    type_, rows = boxes.type, []
    for image, one in itertools.product(range(scores.shape[0]), range(scores.shape[1])):
        count = range(scores.shape[2])
        own = [corners(type_, [element(boxes, (image, k, n)) for n in range(4)], center) for k in count]
        for box, score in chosen_of_class(type_, own, [element(scores, (image, one, k)) for k in count], most, overlap_most, score_least,
                                          sigma, beyond_removes, zeroes):
            rows.append((image, one, box, score))
    if sort_all:
        rows.sort(key=lambda row: (-row[3],) + row[:3])
    return [Tensor(index, [len(rows), 3], [x for row in rows for x in row[:3]]),
            Tensor(score_type, [len(rows), 3], [x for row in rows for x in row[:2] + (round_to(score_type, row[3]),)]),
            ints([1], [len(rows)], index)]


def rectangles(type_, *boxes):
    return Tensor(type_, [1, len(boxes), 4], [x for box in boxes for x in box])


def of_one_class(type_, *scores):
    return Tensor(type_, [1, 1, len(scores)], [round_to(type_, score) for score in scores])


# Neighbours share 1 of 3, others nothing.
CHAIN = ((0, 0, 1, 2), (0, 1, 1, 3), (0, 2, 1, 4), (0, 3, 1, 5))
NAMES = ["boxes", "scores", "most", "overlap", "least", "sigma"]


def thresholds(type_, count, most=9, overlap=0.0, score=0.0, sigma=0.0, most_type="i64", listed=False):
    shape = [1] if listed else []
    return ([Tensor(most_type, shape, [most])] + [Tensor(type_, shape, [x]) for x in (overlap, score, sigma)])[:count - 2]


class Suppression:
    """A case: one version and one number of operands."""

    def __init__(self, version, operands, constants=()):
        self.version, self.operands = version, operands
        self.made = Single("NonMaxSuppression", "opset%d" % version, NAMES[:operands], ATTRIBUTES, constants, OUTPUTS,
                           columns=["index_precision", "score_precision"])

    def columns(self, index, score, **attributes):
        return {"index_precision": ir.PRECISION[index], "score_precision": ir.PRECISION[score], **attributes}

    def add(self, name, boxes, scores, *, index=None, center=None, sort=None, thresholds_type="f32", known=True, extra=None,
            most_type="i64", listed=False, **numbers):
        more = extra or {}
        numbers = {"most": 9, "overlap": 0.25, "score": 0.5, "sigma": 0.0, **numbers}
        numbers["overlap"], numbers["score"] = (round_to(thresholds_type, numbers[k]) for k in ("overlap", "score"))
        rest = thresholds(thresholds_type, self.operands, most_type=most_type, listed=listed, **numbers)
        used = [0, 0.0, 0.0, 0.0]
        used[:len(rest)] = [tensor.values[0] for tensor in rest]
        score_type = thresholds_type if self.operands > 3 else "f32"
        result, literal = (suppressed(boxes, scores, *used, center == "center", sort != "false", index or "i64", score_type,
                                      self.version < 9, zeroes) for zeroes in (False, True))
        if [t.values for t in result] != [t.values for t in literal]:
            more = {**more, **SURVEY}  # by the page's loop, a box of score 0 may still be chosen
        self.made.run(name, [boxes, scores] + rest, result,
                      self.columns(index or "i64", score_type, output_type=index, box_encoding=center, sort_result_descending=sort),
                      known=known, **more)

    def reject(self, name, operands, rule, phase="load", more=None, **attributes):
        self.made.run(name, operands, rejected(phase, rule), self.columns("i64", "f32", **attributes), **(more or {}))


def add_common(case):
    """What every version and number of operands from five on has."""
    chain = rectangles("f32", *CHAIN)
    add = case.add
    add("neighbour_removed", chain, of_one_class("f32", 4, 3, 2, 1))
    add("from_the_middle", chain, of_one_class("f32", 2, 4, 1, 3))
    add("removed_box_removes_nothing", chain, of_one_class("f32", 5, 4, 3, 1))
    add("below_the_threshold", chain, of_one_class("f32", 2, 4, 1, 3), overlap=0.5)
    add("identical", rectangles("f32", CHAIN[0], CHAIN[0], CHAIN[0]), of_one_class("f32", 1, 3, 2))
    add("identical_kept_at_1", rectangles("f32", CHAIN[0], CHAIN[0]), of_one_class("f32", 1, 3), overlap=1.0)
    add("half_is_not_above_half", rectangles("f32", (0, 0, 2, 2), (0, 0, 2, 4)), of_one_class("f32", 2, 1), overlap=0.5)
    add("quarter_is_above_an_eighth", rectangles("f32", (0, 0, 2, 2), (0, 0, 4, 4)), of_one_class("f32", 2, 1), overlap=0.125)
    add("most_2", chain, of_one_class("f32", 2, 4, 1, 3), most=2, overlap=0.5)
    add("most_0", chain, of_one_class("f32", 2, 4, 1, 3), most=0)
    add("most_i32", chain, of_one_class("f32", 2, 4, 1, 3), most=3, most_type="i32", overlap=0.5)
    add("lists_of_one", chain, of_one_class("f32", 2, 4, 1, 3), listed=True)
    add("more_than_there_are", chain, of_one_class("f32", 2, 4, 1, 3), most=1000, overlap=0.5)
    add("least_score", chain, of_one_class("f32", 2, 4, 1, 3), score=1.5, overlap=0.5)
    add("no_score_reaches", chain, of_one_class("f32", 2, 4, 1, 3), score=4.5)
    add("other_diagonal", rectangles("f32", (1, 0, 0, 2), (0, 3, 1, 1), (1, 4, 0, 2)), of_one_class("f32", 3, 2, 1))
    add("center", rectangles("f32", (1, 1, 2, 2), (1, 2, 2, 4), (1, 5, 2, 2)), of_one_class("f32", 3, 2, 1), center="center")
    add("center_is_x_y", rectangles("f32", (2, 1, 4, 1), (2, 1.5, 1, 4)), of_one_class("f32", 2, 1), center="center", overlap=0.1)
    add("corner", chain, of_one_class("f32", 4, 3, 2, 1), center="corner")
    add("indices_i32", chain, of_one_class("f32", 2, 4, 1, 3), index="i32")
    boxes = Tensor("f32", [2, 2, 4], [0, 0, 1, 1, 5, 5, 6, 6, 0, 0, 2, 2, 0, 0, 2, 3])
    scores = Tensor("f32", [2, 3, 2], [1, 12, 6, 3, 7, 4, 2, 8, 10, 5, 9, 11])
    for sort in (None, "true", "false"):
        add("classes_and_images_sorted_%s" % (sort or "by_default"), boxes, scores, sort=sort)
    add("far_and_large", rectangles("f32", (-2.0**40, 0, 2.0**40, 1), (0, 0, 2.0**39, 1)), of_one_class("f32", 1, 2), overlap=0.125)
    add("one_box", rectangles("f32", CHAIN[1]), of_one_class("f32", 0.5), score=0.25)
    for name, shapes in (("no_boxes", ([1, 0, 4], [1, 2, 0])), ("no_images", ([0, 2, 4], [0, 3, 2])), ("no_classes", ([1, 2, 4], [1, 0, 2]))):
        values = [0.5] * math.prod(shapes[0])
        add(name, Tensor("f32", shapes[0], values), Tensor("f32", shapes[1], []))
    for type_ in REALS:
        if type_ != "f32":
            add("boxes_" + type_, rectangles(type_, *CHAIN), of_one_class(type_, 2, 4, 1, 3), extra=SURVEY if type_ == "f64" else None)
    # OP-36: what the pages leave open.
    survey = {"extra": {"rules": ["OP-36"], **SURVEY}}
    add("score_of_the_threshold", chain, of_one_class("f32", 2, 4, 1, 3), score=3.0, overlap=0.5)
    add("unknown_sizes", chain, of_one_class("f32", 2, 4, 1, 3), known=False, **survey)
    add("equal_scores", chain, of_one_class("f32", 2, 2, 2, 2), **survey)
    add("equal_scores_of_classes", boxes, Tensor("f32", [2, 3, 2], [5] * 12), **survey)
    add("zeros_are_equal", chain, of_one_class("f32", -0.0, 0.0, -0.0, 0.0), score=0.0, **survey)
    add("negative_scores", chain, of_one_class("f32", -2, -4, -1, -3), score=-5.0, overlap=0.5, **survey)
    add("nan_scores", chain, of_one_class("f32", NAN, 4, NAN, 3), score=-INF, **survey)
    add("infinite_scores", chain, of_one_class("f32", INF, 4, -INF, 3), score=-INF, **survey)
    add("nan_box", rectangles("f32", CHAIN[0], (NAN, 9, 10, 10), CHAIN[2]), of_one_class("f32", 3, 2, 1), **survey)
    add("points", rectangles("f32", (1, 1, 1, 1), (1, 1, 1, 1)), of_one_class("f32", 2, 1), overlap=0.0, **survey)
    add("negative_side", rectangles("f32", (2, 2, 2, 2), (2, 2, -2, -2)), of_one_class("f32", 2, 1), center="center", overlap=0.5, **survey)
    add("negative_threshold", chain, of_one_class("f32", 2, 4, 1, 3), overlap=-1.0, **survey)
    add("thresholds_f16", chain, of_one_class("f32", 2, 4, 1, 3), thresholds_type="f16", **survey)

    plain = [chain, of_one_class("f32", 2, 4, 1, 3)]
    rest = thresholds("f32", case.operands)
    case.reject("boxes_of_5_numbers", [Tensor("f32", [1, 1, 5], [0] * 5), of_one_class("f32", 1)] + rest, "OP-5")
    case.reject("boxes_of_rank_2", [Tensor("f32", [1, 4], [0] * 4), of_one_class("f32", 1)] + rest, "OP-5")
    case.reject("scores_of_rank_2", [rectangles("f32", CHAIN[0]), Tensor("f32", [1, 1], [1])] + rest, "OP-5")
    case.reject("other_number_of_boxes", [chain, of_one_class("f32", 1, 2)] + rest, "OP-5")
    case.reject("other_number_of_images", [chain, Tensor("f32", [2, 1, 4], [1] * 8)] + rest, "OP-5")
    case.reject("two_maxima", plain + [vector("i64", [1, 2])] + rest[1:], "OP-5")
    case.reject("integer_boxes", [Tensor("i32", chain.shape, [int(x) for x in chain.values]), plain[1]] + rest, "OP-4")
    case.reject("real_maximum", plain + [Tensor("f32", [], [1])] + rest[1:], "OP-4", more=SURVEY)
    case.reject("encoding", plain + rest, "OP-2", box_encoding="corners")
    case.reject("sorted_twice", plain + rest, "OP-2", sort_result_descending="2", more=SURVEY)
    case.reject("output_type", plain + rest, "OP-2", output_type="u32")


def add_sigma(case):
    """Soft suppression with factors that are exact: 1 for boxes apart, 0 for exp of a large negative number."""
    chain = rectangles("f32", *CHAIN)
    removes = case.version < 9
    apart = rectangles("f32", CHAIN[0], CHAIN[2], (5, 5, 6, 6))
    case.add("sigma_of_boxes_apart", apart, of_one_class("f32", 3, 1, 2), sigma=0.5)
    case.add("sigma_0", chain, of_one_class("f32", 4, 3, 2, 1), sigma=0.0)
    # exp(-0.5 / 0.001) is 0, but the score of a box that is not removed may still be chosen.
    twice = rectangles("f32", CHAIN[0], CHAIN[0], CHAIN[2])
    disputed = {"rules": ["OP-36"], **SURVEY}
    case.add("score_becomes_0", twice, of_one_class("f32", 3, 2, 1), sigma=2.0**-10, score=-1.0, extra=disputed)
    case.add("zero_is_below_the_threshold", twice, of_one_class("f32", 3, 2, 1), sigma=2.0**-10, score=0.5)
    case.add("threshold_of_overlap_with_sigma", twice, of_one_class("f32", 3, 2, 1), sigma=2.0**-10, overlap=1.0, score=0.5,
             extra=disputed if removes else None)


def add_cases(corpus):
    for version in (5, 9):
        for operands in (6, 5, 3, 2):
            case = Suppression(version, operands)
            chain = rectangles("f32", *CHAIN)
            if operands >= 5:
                add_common(case)
            if operands == 6:
                add_sigma(case)
            if operands == 3:
                case.add("thresholds_are_0", chain, of_one_class("f32", 2, 4, 1, 3))
                case.add("apart", rectangles("f32", CHAIN[0], CHAIN[2]), of_one_class("f32", 2, 4))
                case.add("f16", rectangles("f16", CHAIN[0], CHAIN[2]), of_one_class("f16", 2, 4), extra={"rules": ["OP-36"], **SURVEY})
            if operands == 2:
                case.add("chooses_nothing", chain, of_one_class("f32", 2, 4, 1, 3))
            case.made.add_to(corpus, "operations/non_max_suppression/version_%d_of_%d_operands" % (version, operands),
                             rules=["OP-36", "OP-2", "OP-4", "OP-5", "OP-6"], oracle=ORACLE,
                             title="NonMaxSuppression-%d chooses boxes from the highest score on." % version)
    add_combined(corpus)


def add_combined(corpus):
    graph = ir.Graph()
    boxes, scores, h0 = graph.parameter("BOXES", "f32", [-1, 3, 4]), graph.parameter("SCORES", "f32", [-1, 2, 3]), graph.parameter("H0", "i64", [1])
    body = graph.body()
    own, part, h = body.parameter("boxes", "f32", [1, 3, 4]), body.parameter("scores", "f32", [1, 2, 3]), body.parameter("h", "i64", [1])
    numbers = [body.const("i64", 3), body.const("f32", 0.25), body.const("f32", 1.5)]
    layer = body.layer("NonMaxSuppression", [own, part] + numbers, {"sort_result_descending": "false"}, "opset9")
    body.output(layer, "i64", [-1, 3])
    body.output(layer, "f32", [-1, 3])
    count = body.output(layer, "i64", [1])
    total = body.op("Add", h, count, shape=[1])
    loop = graph.tensor_iterator(body)
    loop.input(boxes, own, axis=0)
    loop.input(scores, part, axis=0)
    loop.input(h0, h)
    result = body.result(total, "total")
    loop.back_edge(result, h)
    graph.result(loop.output(result, shape=[-1], **slices()), "TOTAL")
    corpus.add("operations/non_max_suppression/counted_in_a_loop", rules=["OP-36"], kind="combined", oracle="by-hand", model=graph.text(),
               weights=graph.weights.data,
               title="A loop counts the boxes that are chosen in each iteration.",
               notes="The first image has boxes that neighbours remove: the classes choose 0 and 2, and 1. The second image has no box "
                     "that overlaps another one, and scores above 1.5 twice in class 0 and never in class 1.",
               runs=[{"name": "two_images",
                      "inputs": {"BOXES": Tensor("f32", [2, 3, 4], [0, 0, 1, 2, 0, 1, 1, 3, 0, 2, 1, 4, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5]),
                                 "SCORES": Tensor("f32", [2, 2, 3], [4, 3, 2, 2, 4, 3, 2, 1, 5, 1, 1, 0]), "H0": Tensor("i64", [1], [10])},
                      "outputs": [Tensor("i64", [2], [13, 15])]}])
