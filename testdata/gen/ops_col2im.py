"""Col2Im: each element of a block is added to the pixel that it came from (OP-38)."""

import itertools
import math

import ir
from case import INTEGERS, Tensor, rejected, round_to
from frames import slices
from single import REALS, SURVEY, Single, counting, element, vector, wrapped

ORACLE = "generator: gen/ops_col2im.py"
ATTRIBUTES = ["strides", "dilations", "pads_begin", "pads_end"]
PLAIN = {"strides": "1,1", "dilations": "1,1", "pads_begin": "0,0", "pads_end": "0,0"}


def windows(size, kernel, stride, dilation, before, after):
    """The positions of the elements of each window along one axis, counted from the first pixel."""
    found, begin = [], -before
    while begin + dilation * (kernel - 1) < size + after:
        found.append([begin + dilation * k for k in range(kernel)])
        begin += stride
    return found


def col2im(x, output, kernel, strides=(1, 1), dilations=(1, 1), before=(0, 0), after=(0, 0)):
    axes = [windows(*numbers) for numbers in zip(output, kernel, strides, dilations, before, after)]
    batched, own = len(x.shape) == 3, math.prod(kernel)
    images, channels = x.shape[0] if batched else 1, x.shape[-2] // own
    assert x.shape[-1] == len(axes[0]) * len(axes[1]) and x.shape[-2] % own == 0, (x.shape, axes)
    sums = {place: 0 for place in itertools.product(range(images), range(channels), range(output[0]), range(output[1]))}
    for n, c, i, j in itertools.product(range(images), range(channels), range(kernel[0]), range(kernel[1])):
        for block, (rows, columns) in enumerate(itertools.product(*axes)):
            place = (n, c, rows[i], columns[j])
            if place in sums:
                sums[place] += element(x, ((n,) if batched else ()) + (c * own + i * kernel[1] + j, block))
    final = (lambda v: round_to(x.type, v)) if x.type in REALS else (lambda v: wrapped(x.type, v))
    return Tensor(x.type, ([images] if batched else []) + [channels, *output], [final(v) for v in sums.values()])


def add_cases(corpus):
    for constant in (True, False):
        sizes = ["output_size", "kernel_size"]
        made = Single("Col2Im", "opset15", ["x"] + sizes, ATTRIBUTES, sizes if constant else [], outputs=["{{x_type}}"])
        add_runs(made)
        made.add_to(corpus, "operations/col2im/" + ("constant_sizes" if constant else "computed_sizes"), rules=["OP-38", "OP-2", "OP-4", "OP-5", "OP-6"],
                    oracle=ORACLE, title="Col2Im adds blocks of an image where they overlap, with sizes that are %s." % ("constants" if constant else "inputs"))
    add_combined(corpus)


def add_runs(made):
    phase = "load" if made.constants else "run"

    def text(numbers):
        return None if numbers is None else ",".join(map(str, numbers))

    def add(name, shape, output, kernel, strides=None, dilations=None, before=None, after=None, type_="f32", sizes="i64", known=True, x=None, **more):
        x = x or counting(type_, shape)
        result = col2im(x, output, kernel, strides or (1, 1), dilations or (1, 1), before or (0, 0), after or (0, 0))
        if name != "without_attributes":
            strides, dilations, before, after = strides or [1, 1], dilations or [1, 1], before or [0, 0], after or [0, 0]
        made.run(name, [x, vector(sizes, output), vector(sizes, kernel)], [result], dict(zip(ATTRIBUTES, map(text, (strides, dilations, before, after)))),
                 known=known, **more)
    add("without_attributes", [1, 4, 6], [3, 4], [2, 2])
    add("overlapping", [1, 4, 6], [3, 4], [2, 2])
    add("apart", [1, 6, 4], [4, 6], [2, 3], [2, 3])
    add("unknown_sizes", [1, 6, 4], [4, 6], [2, 3], [2, 3], known=False, **SURVEY)
    add("gaps", [1, 2, 4], [3, 5], [1, 2], [2, 3])
    add("dilated", [2, 4, 4], [4, 5], [2, 2], None, [2, 3])
    add("pads", [1, 4, 12], [3, 4], [2, 2], None, None, [1, 0], [0, 1])
    add("pads_begin", [1, 2, 8], [3, 3], [1, 2], None, None, [1, 0])
    add("pads_end", [1, 2, 9], [3, 3], [1, 2], None, None, None, [0, 1])
    add("everything", [2, 12, 12], [5, 7], [2, 3], [2, 2], [2, 1], [1, 0], [2, 2])
    add("channels", [2, 12, 6], [3, 4], [2, 2], sizes="i32")
    add("without_a_batch", [8, 6], [3, 4], [2, 2])
    add("whole_image", [1, 12, 1], [3, 4], [3, 4])
    add("single_pixels", [1, 2, 12], [3, 4], [1, 1])
    add("the_rest_of_the_image_is_0", [1, 4, 1], [3, 3], [2, 2], [2, 2])
    add("no_images", [0, 4, 6], [3, 4], [2, 2])
    add("no_channels", [1, 0, 6], [3, 4], [2, 2], **SURVEY)
    for type_ in INTEGERS + REALS:
        if type_ != "f32":
            add(type_, [1, 4, 4], [3, 3], [2, 2], type_=type_)
    add("i8_wraps", [1, 2, 2], [1, 3], [1, 2], x=Tensor("i8", [1, 2, 2], [1, 100, 100, 1]), rules=["NUM-2"], tier="survey")
    add("sum_in_double", [1, 3, 3], [1, 3], [1, 3], None, None, [0, 1], [0, 1], x=Tensor("f32", [1, 3, 3], [9, 1, 2.0**60, 1, 1, 1, -2.0**60, 1, 9]),
        rules=["NUM-3"], tier="survey")
    x, output, kernel = counting("f32", [1, 4, 6]), vector("i64", [3, 4]), vector("i64", [2, 2])
    for name, operands, rule, when in (
            ("five_blocks", [counting("f32", [1, 4, 5]), output, kernel], "OP-5", phase),
            ("rows_of_no_channel", [counting("f32", [1, 6, 6]), output, kernel], "OP-5", phase),
            ("rank_4", [counting("f32", [1, 1, 4, 6]), output, kernel], "OP-5", "load"),
            ("rank_1", [counting("f32", [4]), output, kernel], "OP-5", "load"),
            ("three_sizes", [x, vector("i64", [3, 4, 1]), kernel], "OP-5", "load"),
            ("real_sizes", [x, vector("f32", [3, 4]), kernel], "OP-4", "load"),
            ("two_types", [x, vector("i32", [3, 4]), kernel], "OP-4", "load"),
            ("boolean", [Tensor("boolean", [1, 4, 6], [1] * 24), output, kernel], "OP-4", "load"),
            ("kernel_is_larger", [x, output, vector("i64", [4, 1])], "OP-5", phase),
            ("kernel_0", [x, output, vector("i64", [0, 2])], "OP-6", phase),
            ("negative_size", [x, vector("i64", [-3, 4]), kernel], "OP-6", phase)):
        made.run(name, operands, rejected(when, rule), PLAIN, **({} if name.startswith(("rank", "three", "real")) else SURVEY))
    for name, value in (("strides", "0,1"), ("strides", "1"), ("pads_begin", "-1,0"), ("pads_end", "0,0,0")):
        made.run("%s_%s" % (name, value.replace(",", "_").replace("-", "m")), [x, output, kernel], rejected("load", "OP-2"), {**PLAIN, name: value}, **SURVEY)


def add_combined(corpus):
    graph = ir.Graph()
    x, h0 = graph.parameter("X", "i32", [-1, 2, 2]), graph.parameter("H0", "i32", [1, 1, 1, 3])
    body = graph.body()
    own, h = body.parameter("x", "i32", [1, 2, 2]), body.parameter("h", "i32", [1, 1, 1, 3])
    image = body.op("Col2Im", own, body.const("i64", [1, 3]), body.const("i64", [1, 2]), version="opset15", shape=[1, 1, 1, 3],
                    **PLAIN)
    total = body.op("Add", h, image, shape=[1, 1, 1, 3])
    loop = graph.tensor_iterator(body)
    loop.input(x, own, axis=0)
    loop.input(h0, h)
    result = body.result(total, "total")
    loop.back_edge(result, h)
    graph.result(loop.output(result, shape=[-1, 1, 1, 3], **slices()), "TOTAL")
    corpus.add("operations/col2im/images_of_a_loop", rules=["OP-38"], kind="combined", oracle="by-hand", model=graph.text(),
               weights=graph.weights.data,
               title="Each iteration adds one image to a state.",
               notes="The blocks of [[1, 2], [3, 4]] are [1, 3] and [2, 4], which give [1, 5, 4]; those of [[5, 6], [7, 8]] give [5, 13, 8].",
               runs=[{"name": "two_images", "inputs": {"X": Tensor("i32", [2, 2, 2], [1, 2, 3, 4, 5, 6, 7, 8]), "H0": Tensor("i32", [1, 1, 1, 3], [10, 20, 30])},
                      "outputs": [Tensor("i32", [2, 1, 1, 3], [11, 25, 34, 16, 38, 42])]}])
