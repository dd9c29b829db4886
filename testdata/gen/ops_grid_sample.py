"""GridSample: data that continues in every direction, at positions of a grid."""

import itertools
import math

import ir
from case import INTEGERS, Tensor, rejected, round_to
from frames import slices
from interpolating import as_element, cubic
from ops_interpolate import numbers
from single import REALS, SURVEY, Single, element, filled

ORACLE = "generator: gen/ops_grid_sample.py"
INF, NAN = math.inf, math.nan
ATTRIBUTES = ["mode", "padding_mode", "align_corners"]
DECIDED = {"rules": ["OP-42"], **SURVEY}
OUTSIDE = ("zeros", "border", "reflection")


def position(g, size, align):
    return (g + 1.0) / 2.0 * (size - 1.0) if align else ((g + 1.0) * size - 1.0) / 2.0


def continued(k, size, outside, align):
    """The element at k; None is a zero. Reflections are taken one after the other."""
    if outside == "border":
        return max(0, min(k, size - 1))
    while outside == "reflection" and not 0 <= k < size:
        if size == 1:
            return 0
        k = (-k if align else -1 - k) if k < 0 else (2 * size - 2 - k if align else 2 * size - 1 - k)
    return k if 0 <= k < size else None


def weights(at, mode):
    if mode == "nearest":
        return [(round(at), 1.0)]
    first = math.floor(at)
    t = at - first
    if mode == "bilinear":
        return [(first, 1.0 - t), (first + 1, t)]
    return [(first + k - 1, w) for k, w in enumerate(cubic(t, -0.75))]


def grid_sample(x, grid, mode="bilinear", outside="zeros", align=False):
    def value(place):
        n, c, row, column = place
        ends = [element(grid, (n, row, column, 1)), element(grid, (n, row, column, 0))]
        at = [position(g, size, align) for g, size in zip(ends, x.shape[2:])]
        if any(map(math.isnan, at)):
            return NAN if x.type in REALS else 0
        at = [max(-1e300, min(1e300, p)) if outside != "reflection" else p for p in at]
        total = 0.0
        for (i, wi), (j, wj) in itertools.product(weights(at[0], mode), weights(at[1], mode)):
            i, j = continued(i, x.shape[2], outside, align), continued(j, x.shape[3], outside, align)
            term = None if None in (i, j) else element(x, (n, c, i, j))
            if mode == "nearest":
                return 0 if term is None else term
            if term is not None and wi * wj != 0:
                total += wi * wj * term
        return as_element(x.type, total)
    return filled(x.shape[:2] + grid.shape[1:3], value, x.type)


def grid_of(points, type_="f32", rows=1, batch=1):
    """Pairs of positions along W and H."""
    flat = [round_to(type_, v) for point in points for v in point]
    return Tensor(type_, [batch, rows, len(points) // rows // batch, 2], flat)


# Positions that are whole numbers or halves of an element for sizes 4 (W) and 2 (H), inside and outside.
PLAIN = [(-1, -1), (-0.75, -0.5), (-0.5, 0.5), (-0.25, 0), (0.125, 0.25), (0.25, 1), (0.625, 0.5), (1, 1)]
FAR = [(-1.25, 0), (-2, 0.5), (1.5, -1.5), (2.75, 0.25), (-3.25, 3), (0.5, -4), (7.25, 0.75), (-1.125, 1.25)]
CORNERS = [(g * 2 / 4 - 1, h) for g, h in ((0, -1), (1, 0), (2, 1), (3, 0.5), (4, -0.5), (-1, 1.5), (6, -2.5), (-7, 3))]


def written(mode, outside, align):
    return {"mode": mode, "padding_mode": outside, "align_corners": None if align is None else str(align).lower()}


def add_cases(corpus):
    made = Single("GridSample", "opset9", ["x", "grid"], ATTRIBUTES)

    def add(name, x, grid, mode="bilinear", outside="zeros", align=False, known=True, defaults=False, **more):
        result = grid_sample(x, grid, mode, outside, align)
        given = {} if defaults else written(mode, outside, align)
        made.run(name, [x, grid], [result], given, known, **{**DECIDED, **more})
    image = numbers("f32", [1, 2, 2, 4], 8)
    wide = numbers("f32", [1, 1, 3, 5], 8)  # 5 and 3: with align_corners, quarters are whole positions
    for mode in ("nearest", "bilinear", "bicubic"):
        for outside in OUTSIDE:
            add("%s_%s" % (mode, outside), image, grid_of(PLAIN), mode, outside, known=outside == "zeros")
            add("%s_%s_outside" % (mode, outside), image, grid_of(FAR, rows=2), mode, outside)
            add("%s_%s_align" % (mode, outside), wide, grid_of(CORNERS, rows=4), mode, outside, True)
            add("%s_%s_one_element" % (mode, outside), numbers("f32", [1, 2, 1, 1]), grid_of([(0, 0), (-3, 0.5), (2, 9)]), mode, outside)
            add("%s_%s_one_element_align" % (mode, outside), numbers("f32", [1, 2, 1, 1]), grid_of([(0, 0), (-3, 0.5), (2, 9)]), mode, outside, True)
        add(mode + "_batches", numbers("f32", [2, 1, 2, 4], 8), grid_of(PLAIN + FAR, rows=2, batch=2), mode, "border", known=False)
        add(mode + "_no_channels", numbers("f32", [1, 0, 2, 4]), grid_of(PLAIN), mode)
        add(mode + "_no_places", image, Tensor("f32", [1, 0, 3, 2], []), mode)
        add(mode + "_nan", image, grid_of([(NAN, 0), (0, NAN), (0.25, 0.5)]), mode)
        add(mode + "_nan_of_u8", numbers("u8", [1, 1, 2, 4]), grid_of([(NAN, 0), (0.25, 0.5)]), mode)
        for outside in ("zeros", "border"):
            add("%s_%s_infinite" % (mode, outside), image, grid_of([(INF, 0), (0, -INF), (-INF, INF), (2.0**100, 0.5)]), mode, outside)
        add(mode + "_infinite_elements", Tensor("f32", [1, 1, 1, 4], [1, INF, 2, NAN]), grid_of([(-0.75, 0), (-0.25, 0), (0.25, 0), (0.75, 0)]), mode)
        add(mode + "_zeros_of_nothing", numbers("f32", [1, 1, 0, 4]), grid_of(PLAIN), mode)
        made.run(mode + "_border_of_nothing", [numbers("f32", [1, 1, 0, 4]), grid_of(PLAIN)], rejected("run", "OP-6"),
                 written(mode, "border", False), **SURVEY)
        for type_ in INTEGERS + REALS:
            if type_ != "f32":
                by = 8 if type_ in REALS else 1
                grid = grid_of(PLAIN, type_ if type_ in REALS else "f32")
                if mode != "bicubic" or type_ not in ("f16", "bf16"):
                    add("%s_%s" % (mode, type_), numbers(type_, [1, 1, 2, 4], by), grid, mode)
    add("defaults", image, grid_of(PLAIN), defaults=True)
    add("ties", image, grid_of([(-0.5, 0), (0, 0), (0.5, 0), (-1, -1), (1, 1)]), "nearest")
    add("boolean", Tensor("boolean", [1, 1, 2, 4], [1, 0, 0, 1, 0, 1, 1, 0]), grid_of(PLAIN), "nearest")
    add("every_bit", Tensor("f32", [1, 1, 1, 4], ["0xffc00123", -0.0, "0x7f800001", -INF]),
        grid_of([(0.75, 0), (0.25, 0), (-0.25, 0), (-0.75, 0)]), "nearest", rules=["NUM-5"])

    def reject(name, x, grid, rule, changes=None, **more):
        made.run(name, [x, grid], rejected("load", rule), {**written("bilinear", "zeros", False), **(changes or {})}, **more)
    grid = grid_of(PLAIN)
    reject("grid_of_i32", image, numbers("i32", [1, 2, 2, 2]), "OP-4")
    reject("bilinear_boolean", Tensor("boolean", [1, 1, 1, 2], [1, 0]), grid, "OP-4", **SURVEY)
    reject("data_of_rank_3", numbers("f32", [1, 2, 4]), grid, "OP-5")
    reject("data_of_rank_5", numbers("f32", [1, 1, 1, 2, 4]), grid, "OP-5")
    reject("grid_of_rank_3", image, numbers("f32", [1, 2, 2]), "OP-5")
    reject("triples", image, numbers("f32", [1, 2, 2, 3]), "OP-5")
    reject("two_batches_and_one", numbers("f32", [2, 1, 2, 4]), grid, "OP-5")
    reject("mode_linear", image, grid, "OP-2", {"mode": "linear"})
    reject("padding_edge", image, grid, "OP-2", {"padding_mode": "edge"})
    reject("align_corners_2", image, grid, "OP-2", {"align_corners": "2"})
    made.add_to(corpus, "operations/grid_sample/modes", rules=["OP-42", "OP-2", "OP-4", "OP-5", "OP-6"], oracle=ORACLE,
                title="GridSample takes elements at positions of a grid, inside of data and outside.")
    add_combined(corpus)


def add_combined(corpus):
    graph = ir.Graph()
    x, g = graph.parameter("X", "f32", [1, 1, 1, 3]), graph.parameter("G", "f32", [-1, 1, 3, 2])
    body = graph.body()
    xi, gi = body.parameter("x", "f32", [1, 1, 1, 3]), body.parameter("g", "f32", [1, 1, 3, 2])
    moved = body.op("GridSample", xi, gi, version="opset9", shape=[1, 1, 1, 3], mode="nearest", padding_mode="border")
    loop = graph.tensor_iterator(body)
    loop.input(g, gi, axis=0)
    loop.input(x, xi)
    result = body.result(moved, "moved")
    loop.back_edge(result, xi)
    graph.result(loop.output(result, shape=[-1, 1, 1, 3], **slices()), "MOVED")
    points = [-0.625, 0, 0.625, 0, 0.625, 0, 0, 0, -0.625, 0, -0.625, 0]
    corpus.add("operations/grid_sample/row_of_a_loop", rules=["OP-42"], kind="combined", oracle="by-hand", model=graph.text(),
               title="A loop moves the elements of its state to where one grid says in each iteration.",
               notes="-5/8, 0 and 5/8 are positions 1/16, 1 and 31/16. [1, 2, 3] becomes [1, 3, 3], and then [3, 1, 1].",
               runs=[{"name": "two_grids", "tier": "survey", "inputs": {"X": Tensor("f32", [1, 1, 1, 3], [1, 2, 3]), "G": Tensor("f32", [2, 1, 3, 2], points)},
                      "outputs": [Tensor("f32", [2, 1, 1, 3], [1, 3, 3, 3, 1, 1])]}])
