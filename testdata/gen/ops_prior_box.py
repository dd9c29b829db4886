"""PriorBoxClustered and PriorBox: boxes around the places of a grid, in f32 (OP-60, OP-61)."""

import itertools

import numpy as np

import ir
from case import INTEGERS, Tensor, rejected
from frames import slices
from single import SURVEY, Single, ints, vector

F = np.float32
ORACLE = "generator: gen/ops_prior_box.py"
CLUSTERED = ["width", "height", "clip", "step", "step_w", "step_h", "offset", "variance"]
PLAIN = ["min_size", "max_size", "aspect_ratio", "flip", "clip", "step", "offset", "variance", "scale_all_sizes", "fixed_ratio", "fixed_size", "density"]
ORDERED = PLAIN + ["min_max_aspect_ratios_order"]
ROUNDED = {"rules": ["NUM-6"], **SURVEY}  # quotients that an implementation may round differently
CLUSTERED_DECIDED, PLAIN_DECIDED = ({"rules": [rule], **SURVEY} for rule in ("OP-60", "OP-61"))


def text(value):
    """A list as an attribute."""
    return None if value is None else ",".join("%g" % v for v in value) if isinstance(value, (list, tuple)) else value


def boxes_of(grid, image, sizes, steps, offset, clip, variance):
    """Row 0 and row 1. `steps`: along x and y."""
    rows, columns = grid
    corners, variances = [], []
    four = [F(v) for v in (variance or [0.1])]
    four = four * 4 if len(four) == 1 else four
    for i, j, (width, height) in itertools.product(range(rows), range(columns), sizes):
        x, y = (F(j) + F(offset)) * F(steps[0]), (F(i) + F(offset)) * F(steps[1])
        box = [(x - F(width) / F(2)) / F(image[1]), (y - F(height) / F(2)) / F(image[0]),
               (x + F(width) / F(2)) / F(image[1]), (y + F(height) / F(2)) / F(image[0])]
        corners += [min(max(c, F(0)), F(1)) for c in box] if clip else box
        variances += four
    return Tensor("f32", [2, len(corners)], [float(v) for v in corners + variances])


def step_along(image, grid):
    return [F(image[k]) / F(grid[k]) if grid[k] else F(0) for k in (1, 0)]


def add_clustered(corpus):
    made = Single("PriorBoxClustered", "opset1", ["grid", "image"], CLUSTERED, ["grid"], outputs=["f32"])

    def add(name, grid, image, width=None, height=None, clip=False, step=None, step_w=None, step_h=None, offset=0.5, variance=None, type_="i64", **more):
        steps = (step_w or 0, step_h or 0)
        steps = steps if any(steps) else (step, step) if step else step_along(image, grid)
        result = boxes_of(grid, image, list(zip(width or [1], height or [1])), steps, offset, clip is not False, variance)
        said = {True: "true", False: "false", None: None}[clip]
        given = dict(zip(CLUSTERED, [text(width), text(height), said, step, step_w, step_h, offset, text(variance)]))
        made.run(name, [vector(type_, grid), vector(type_, image)], [result], given, **more)
    three = {"width": [8, 4, 2], "height": [2, 16, 6]}
    add("two_by_three", (2, 3), (16, 64), **three, step=8, variance=[0.1, 0.1, 0.2, 0.2])
    add("as_on_the_page", (3, 2), (180, 320), [86, 13], [44, 10], step=16, variance=[0.1, 0.1, 0.2, 0.2], **ROUNDED)
    add("default_clip", (2, 2), (16, 16), **three, clip=None, step=8)
    add("clipped", (2, 2), (16, 16), **three, clip=True, step=8, offset=0.25)
    add("two_steps", (2, 3), (32, 64), **three, step_w=16, step_h=8)
    add("two_steps_and_step", (2, 3), (32, 64), **three, step=4, step_w=16, step_h=8)
    add("no_step", (2, 4), (32, 16), **three)
    add("steps_are_0", (2, 4), (32, 16), **three, step=0, step_w=0, step_h=0)
    add("step_that_is_rounded", (3, 7), (100, 10), [3], [7], **ROUNDED)
    add("one_variance", (1, 2), (8, 8), **three, step=4, variance=[0.3])
    add("offset_0", (2, 2), (16, 16), **three, step=8, offset=0)
    add("offset_2", (2, 2), (16, 16), **three, step=8, offset=2)
    add("no_rows", (0, 2), (16, 16), **three, step=8)
    for type_ in INTEGERS:
        add(type_, (1, 2), (16, 32), [4], [8], step=8, type_=type_)
    add("one_step_of_two", (2, 2), (16, 16), **three, step=4, step_w=8, **CLUSTERED_DECIDED)
    add("other_step_of_two", (2, 2), (16, 16), **three, step=4, step_h=8, **CLUSTERED_DECIDED)
    add("default_sizes", (1, 2), (16, 16), step=8, **CLUSTERED_DECIDED)
    made.run("no_boxes", [ints([2], [2, 2]), ints([2], [16, 16])], [Tensor("f32", [2, 0], [])],
             dict(zip(CLUSTERED, ["", "", "false", 8, None, None, 0.5, None])), **CLUSTERED_DECIDED)

    def reject(name, rule, changes=None, grid=ints([2], [2, 2]), image=ints([2], [16, 16]), phase="load", **more):
        plain = dict(zip(CLUSTERED, ["4,8", "2,6", "false", 8, None, None, 0.5, None]))
        made.run(name, [grid, image], rejected(phase, rule), {**plain, **(changes or {})}, **more)
    reject("no_offset", "OP-2", {"offset": None})
    for name, change in (("one_height", {"height": "2"}), ("width_0", {"width": "4,0"}), ("negative_height", {"height": "2,-6"}),
                         ("two_variances", {"variance": "0.1,0.2"}), ("negative_variance", {"variance": "-0.1"}), ("negative_step", {"step": -8})):
        reject(name, "OP-2", change, **SURVEY)
    reject("real_grid", "OP-4", grid=vector("f32", [2, 2]), image=vector("f32", [16, 16]))
    reject("two_types", "OP-4", image=vector("i32", [16, 16]), **SURVEY)
    reject("three_sizes", "OP-5", grid=ints([3], [2, 2, 2]))
    reject("matrix", "OP-5", grid=ints([1, 2], [2, 2]))
    reject("image_of_one_size", "OP-5", image=ints([1], [16]))
    reject("negative_rows", "OP-6", grid=ints([2], [-1, 2]), **SURVEY)
    reject("image_without_columns", "OP-6", image=ints([2], [16, 0]), phase="run", **SURVEY)
    made.add_to(corpus, "operations/prior_box_clustered/grids", rules=["OP-60", "OP-2", "OP-4", "OP-5", "OP-6"], oracle=ORACLE,
                title="PriorBoxClustered puts boxes of given sizes around the places of a grid.")
    one = Single("PriorBoxClustered", "opset1", ["grid"], CLUSTERED, ["grid"], outputs=["f32"])
    one.run("no_image", [ints([2], [2, 2])], rejected("load", "OP-3"), dict(zip(CLUSTERED, ["4,8", "2,6", "false", 8, None, None, 0.5, None])), **CLUSTERED_DECIDED)
    one.add_to(corpus, "operations/prior_box_clustered/without_image", rules=["OP-60", "OP-3"], oracle=ORACLE,
               title="PriorBoxClustered needs the size of the image.")
    add_loop(corpus, "PriorBoxClustered", "opset1", "OP-60", {"width": "8", "height": "4", "clip": "false", "step": "8", "offset": "0.5"}, 2)


def add_loop(corpus, kind, version, rule, attributes, top):
    """The image becomes larger in each iteration. The box is 8 wide, and reaches from `top` to 8 - `top`."""
    graph = ir.Graph()
    images = graph.parameter("IMAGES", "i64", [-1, 2])
    body = graph.body()
    part = body.parameter("image", "i64", [1, 2])
    image = body.op("Reshape", part, body.const("i64", [2]), shape=[2], special_zero="false")
    boxes = body.op(kind, body.const("i64", [1, 1]), image, version=version, type="f32", shape=[2, 4], **attributes)
    loop = graph.tensor_iterator(body)
    loop.input(images, part, axis=0)
    graph.result(loop.output(body.result(boxes, "boxes"), shape=[-1, 4], **slices(2)), "BOXES")
    folder = {"PriorBoxClustered": "prior_box_clustered", "PriorBox": "prior_box"}[kind]
    of_variance = [float(F(0.1))] * 4
    corpus.add("operations/%s/images_of_a_loop" % folder, rules=[rule], kind="combined", oracle="by-hand", model=graph.text(), weights=graph.weights.data,
               title="Each iteration has the boxes of one image size.",
               notes="The center is (4, 4), and the box reaches from 0 to 8 and from %d to %d of 16 by 16 and then 32 by 64." % (top, 8 - top),
               runs=[{"name": "two_images", "inputs": {"IMAGES": ints([2, 2], [16, 16, 32, 64])},
                      "outputs": [Tensor("f32", [4, 4], [0, top / 16, 0.5, (8 - top) / 16] + of_variance + [0, top / 32, 0.125, (8 - top) / 32] + of_variance)]}])


def sizes_of(least, greatest, ratios, flip, greatest_first):
    """Widths and heights at a place, in the order of the output."""
    listed = list(ratios) + ([F(1) / F(r) for r in ratios] if flip else [])
    different = [r for k, r in enumerate(listed) if F(r) != 1 and F(r) not in [F(s) for s in listed[:k]]]
    sizes = []
    for k, s in enumerate(least):
        of_ratios = [(F(s) * np.sqrt(F(r)), F(s) / np.sqrt(F(r))) for r in different]
        large = [(np.sqrt(F(s) * F(greatest[k])),) * 2] if k < len(greatest) else []
        sizes += [(s, s)] + (large + of_ratios if greatest_first else of_ratios + large)
    return sizes


def add_plain(corpus, version):
    made = Single("PriorBox", "opset%d" % version, ["grid", "image"], PLAIN if version == 1 else ORDERED, ["grid"], outputs=["f32"])

    def add(name, grid, image, least=(4,), greatest=(), ratios=(), flip=None, clip=None, step=None, offset=0.5, variance=None, first=None, all_sizes=None,
            type_="i64", **more):
        sizes = sizes_of(least, greatest if all_sizes != "false" else (), ratios, flip == "true", first != "false")
        steps = (step, step) if step else step_along(image, grid)
        result = boxes_of(grid, image, sizes, steps, offset if step else 0.5, clip == "true", variance)
        given = dict(zip(ORDERED, [text(list(least)), text(list(greatest)) or None, text(list(ratios)) or None, flip, clip, step, offset, text(variance),
                                   all_sizes, None, None, None, first]))
        made.run(name, [vector(type_, grid), vector(type_, image)], [result], given, **more)
    add("one_size", (2, 3), (16, 64), step=8)
    add("two_sizes", (2, 2), (32, 16), (4, 8), step=8, variance=[0.1, 0.1, 0.2, 0.2])
    add("greatest", (2, 2), (32, 16), (4,), (16,), step=8)
    add("ratios", (1, 2), (32, 16), (4,), (), (4, 0.25), step=8)
    add("flipped_ratio", (1, 2), (32, 16), (4,), (16,), (4,), flip="true", step=8)
    add("two_sizes_with_all", (1, 2), (32, 64), (4, 16), (16, 64), (4,), flip="true", step=8)
    add("ratio_1_is_not_new", (1, 2), (32, 16), (4,), (), (1, 4, 4), step=8)
    add("not_flipped", (1, 2), (32, 16), (4,), (), (4,), flip="false", step=8)
    add("clipped", (2, 2), (16, 16), (16,), (), (4,), clip="true", step=8)
    add("not_clipped", (2, 2), (16, 16), (16,), (), (4,), clip="false", step=8)
    add("all_sizes", (1, 2), (32, 16), (4,), (16,), step=8, all_sizes="true")
    add("one_variance", (1, 2), (8, 8), step=4, variance=[0.3])
    add("offset_0", (2, 2), (16, 16), step=8, offset=0)
    add("no_rows", (0, 2), (16, 16), step=8)
    for type_ in INTEGERS:
        add(type_, (1, 2), (16, 32), step=8, type_=type_)
    if version == 8:
        add("greatest_first", (1, 2), (32, 16), (4,), (16,), (4,), flip="true", step=8, first="true")
        add("greatest_last", (1, 2), (32, 16), (4, 16), (16, 64), (4,), flip="true", step=8, first="false")
    add("no_step", (2, 4), (32, 16), **PLAIN_DECIDED)
    add("step_0", (2, 4), (32, 16), step=0, **PLAIN_DECIDED)
    add("offset_without_step", (2, 4), (32, 16), offset=0.25, **PLAIN_DECIDED)
    add("two_flipped_ratios", (1, 1), (32, 16), (4,), (), (4, 16), flip="true", step=8, **PLAIN_DECIDED)
    add("flipped_ratios_that_are_equal", (1, 1), (32, 16), (4,), (), (4, 0.25), flip="true", step=8, **PLAIN_DECIDED)
    add("fewer_of_the_greatest", (1, 1), (32, 16), (4, 16), (16,), step=8, **PLAIN_DECIDED)
    add("not_all_sizes", (2, 2), (16, 16), step=8, all_sizes="false", **PLAIN_DECIDED)
    add("not_all_sizes_but_greatest", (1, 1), (16, 16), (4,), (16,), step=8, all_sizes="false", **PLAIN_DECIDED)
    add("not_all_sizes_but_ratios", (1, 1), (64, 32), (4, 16), (16, 64), (4,), flip="true", step=8, all_sizes="false", **PLAIN_DECIDED)
    add("not_all_sizes_but_more_of_the_greatest", (1, 1), (16, 16), (4,), (8, 16), step=8, all_sizes="false", **PLAIN_DECIDED)
    add("sizes_that_are_rounded", (2, 1), (300, 300), (30,), (60,), (2, 3), step=8, **PLAIN_DECIDED)
    made.run("no_sizes", [ints([2], [2, 2]), ints([2], [16, 16])], [Tensor("f32", [2, 0], [])], {"step": 8, "offset": 0.5}, **PLAIN_DECIDED)

    def reject(name, rule, changes=None, grid=ints([2], [2, 2]), image=ints([2], [16, 16]), phase="load", **more):
        made.run(name, [grid, image], rejected(phase, rule), {"min_size": "4", "step": 8, "offset": 0.5, **(changes or {})}, **more)
    reject("no_offset", "OP-2", {"offset": None})
    reject("flip_2", "OP-2", {"flip": "2"})
    for name, change in (("size_0", {"min_size": "0"}), ("more_of_the_greatest", {"max_size": "8,16"}), ("ratio_0", {"aspect_ratio": "0"}),
                         ("two_variances", {"variance": "0.1,0.2"}), ("negative_step", {"step": -1}), ("negative_offset", {"offset": -1}),
                         ("fixed_size", {"fixed_size": "8", "density": "2"}), ("fixed_ratio", {"fixed_ratio": "2"}),
                         ("density", {"density": "2"})):
        reject(name, "OP-2", change, **SURVEY)
    reject("real_grid", "OP-4", grid=vector("f32", [2, 2]), image=vector("f32", [16, 16]))
    reject("two_types", "OP-4", image=vector("i32", [16, 16]), **SURVEY)
    reject("three_sizes", "OP-5", grid=ints([3], [2, 2, 2]))
    reject("image_of_one_size", "OP-5", image=ints([1], [16]))
    reject("negative_rows", "OP-6", grid=ints([2], [-1, 2]), **SURVEY)
    reject("image_without_columns", "OP-6", image=ints([2], [16, 0]), phase="run", **SURVEY)
    made.add_to(corpus, "operations/prior_box/version_%d" % version, rules=["OP-61", "OP-2", "OP-4", "OP-5", "OP-6"], oracle=ORACLE,
                title="PriorBox-%d puts boxes of given sizes and ratios around the places of a grid." % version)


def add_cases(corpus):
    add_clustered(corpus)
    add_plain(corpus, 1)
    add_plain(corpus, 8)
    add_loop(corpus, "PriorBox", "opset8", "OP-61", {"min_size": "8", "step": "8", "offset": "0.5"}, 0)
