"""Convolutions in both directions: each output element is the sum of its products, one after the other."""

import math

import ir
from case import INTEGERS, Tensor, rejected, round_to
from frames import scan
from single import REALS, SURVEY, Single, element, filled, ints, places, vector, wrapped

ORACLE = "generator: gen/ops_convolution.py"
INF = math.inf
WINDOWS = ["strides", "dilations", "pads_begin", "pads_end", "auto_pad"]


def text(numbers):
    return ",".join(map(str, numbers))


def written(strides, dilations, begin, end, auto_pad=None, output_padding=None):
    found = {"strides": text(strides), "dilations": text(dilations), "pads_begin": begin if begin is None else text(begin),
             "pads_end": end if end is None else text(end), "auto_pad": auto_pad}
    return found if output_padding is None else {**found, "output_padding": text(output_padding)}


def pads_of(size, kernel, stride, dilation, begin, end, auto_pad):
    """The pads before and after an axis, and the number of windows."""
    extent = (kernel - 1) * dilation + 1
    if auto_pad in ("same_upper", "same_lower"):
        count = -(-size // stride)
        total = max((count - 1) * stride + extent - size, 0)
        small, large = total // 2, total - total // 2
        return (small, large, count) if auto_pad == "same_upper" else (large, small, count)
    if auto_pad == "valid":
        begin = end = 0
    return begin, end, (size + begin + end - extent) // stride + 1


def added(type_, terms):
    total = 0.0 if type_ in REALS else 0
    for a, b in terms:
        total += a * b
    return round_to(type_, total) if type_ in REALS else wrapped(type_, total)


def regrouped(kernel, grouped):
    """The kernel as one of several groups."""
    return kernel if grouped else Tensor(kernel.type, [1] + kernel.shape, kernel.values)


def convolution(x, kernel, strides, dilations, begin, end, auto_pad=None, grouped=False):
    kernel = regrouped(kernel, grouped)
    (batch, _, *sizes), (groups, out, into, *window) = x.shape, kernel.shape
    axes = [pads_of(*of_axis, auto_pad) for of_axis in zip(sizes, window, strides, dilations, begin or sizes, end or sizes)]

    def value(place):
        n, channel, *at = place
        group, o = divmod(channel, out)
        terms = []
        for c, *k in places([into] + window):
            p = [i * s + j * d - pads[0] for i, s, j, d, pads in zip(at, strides, k, dilations, axes)]
            if all(0 <= q < size for q, size in zip(p, sizes)):
                terms.append((element(x, [n, group * into + c] + p), element(kernel, [group, o, c] + list(k))))
        return added(x.type, terms)
    return filled([batch, groups * out] + [count for _, _, count in axes], value, x.type)


def backprop(x, kernel, strides, dilations, begin, end, auto_pad=None, output_padding=None, output_shape=None, grouped=False):
    kernel = regrouped(kernel, grouped)
    (batch, _, *sizes), (groups, into, out, *window) = x.shape, kernel.shape
    more = output_padding or [0] * len(sizes)
    full = [(size - 1) * s + (k - 1) * d + 1 + m for size, s, k, d, m in zip(sizes, strides, window, dilations, more)]
    if output_shape is not None:  # the page's formulas
        totals = [size - wanted for size, wanted in zip(full, output_shape)]
        begin = [total - total // 2 if auto_pad == "same_upper" else total // 2 for total in totals]
        shape = output_shape
    else:
        if auto_pad not in (None, "explicit"):
            begin = end = [0] * len(sizes)
        shape = [size - b - e for size, b, e in zip(full, begin, end)]
    terms = {place: [] for place in places([batch, groups * out] + list(shape))}
    for c, *k in places([into] + window):
        for n, group, *at in places([batch, groups] + sizes):
            p = [i * s + j * d - b for i, s, j, d, b in zip(at, strides, k, dilations, begin)]
            if not all(0 <= q < size for q, size in zip(p, shape)):
                continue
            for o in range(out):
                terms[(n, group * out + o, *p)].append(
                    (element(x, [n, group * into + c] + at), element(kernel, [group, c, o] + list(k))))
    return Tensor(x.type, [batch, groups * out] + list(shape), [added(x.type, of) for of in terms.values()])


def numbers(type_, shape, salt):
    """Small whole numbers that differ along every axis."""
    def value(place):
        at = salt + sum((2 * k + 3) * p for k, p in enumerate(place)) + math.prod(p + 1 for p in place)
        return at % 5 if type_[0] == "u" else at % 7 - 3
    return filled(shape, value, type_)


# name, data, kernel, strides, dilations, pads
SHAPES = (
    ("one_window", [1, 1, 3], [1, 1, 3], [1], [1], [0], [0]),
    ("kernel_of_one", [1, 2, 4], [3, 2, 1], [1], [1], [0], [0]),
    ("row", [2, 2, 7], [3, 2, 3], [1], [1], [0], [0]),
    ("row_stride", [1, 2, 8], [2, 2, 3], [3], [1], [0], [0]),
    ("row_dilation", [1, 2, 8], [2, 2, 3], [1], [3], [0], [0]),
    ("row_pads", [1, 2, 5], [2, 2, 3], [2], [2], [2], [1]),
    ("row_pads_as_wide_as_the_window", [1, 1, 3], [1, 1, 2], [1], [1], [3], [4]),
    ("row_even_kernel", [1, 1, 6], [2, 1, 4], [2], [1], [1], [2]),
    ("plane", [1, 2, 4, 5], [3, 2, 2, 3], [1, 1], [1, 1], [0, 0], [0, 0]),
    ("plane_strides", [1, 2, 5, 6], [2, 2, 2, 3], [2, 1], [1, 1], [0, 0], [0, 0]),
    ("plane_dilations", [1, 1, 5, 6], [2, 1, 2, 2], [1, 2], [3, 2], [0, 0], [0, 0]),
    ("plane_pads", [2, 1, 3, 4], [2, 1, 3, 2], [1, 2], [1, 1], [2, 0], [0, 1]),
    ("plane_3x3", [1, 3, 5, 5], [2, 3, 3, 3], [1, 1], [1, 1], [1, 1], [1, 1]),
    ("plane_row_of_windows", [1, 1, 1, 6], [1, 1, 1, 3], [1, 2], [1, 1], [0, 1], [0, 1]),
    ("solid", [1, 2, 3, 3, 4], [2, 2, 2, 1, 3], [1, 1, 1], [1, 1, 1], [0, 0, 0], [0, 0, 0]),
    ("solid_everything", [1, 1, 4, 3, 5], [2, 1, 2, 2, 2], [2, 1, 3], [1, 2, 1], [1, 0, 2], [0, 1, 1]),
    ("empty_batch", [0, 2, 5], [3, 2, 2], [1], [1], [0], [0]),
)


def in_groups(shape, count):
    return [shape[0], shape[1] * count] + shape[2:]


def reversed_channels(kernel):
    return [kernel[1], kernel[0]] + kernel[2:]


def add_rejected(made, type_of_kernel, backward, grouped):
    """Runs of a row of 5 elements that are rejected. `made` has two operands."""
    x, w = numbers("f32", [1, 1, 5], 1), numbers("f32", [1] * type_of_kernel + [1, 1, 2], 2)
    more = {"output_padding": "0"} if backward else {}
    plain = {**written([1], [1], [0], [0]), **more}

    def add(name, operands, rule, changes=None, phase="load", **options):
        made.run(name, operands, rejected(phase, rule), {**plain, **(changes or {})}, **options)
    for name in ("strides", "dilations", "pads_begin", "pads_end"):
        add("without_" + name, [x, w], "OP-2", {name: None}, **(SURVEY if name.startswith("pads") else {}))
        add("two_numbers_in_" + name, [x, w], "OP-2", {name: "1,1"})
        add("minus_1_in_" + name, [x, w], "OP-2", {name: "-1"})
    add("stride_0", [x, w], "OP-2", {"strides": "0"}, **SURVEY)
    add("dilation_0", [x, w], "OP-2", {"dilations": "0"}, **SURVEY)
    add("auto_pad_same", [x, w], "OP-2", {"auto_pad": "same"})
    four = {"strides": "1,1,1,1", "dilations": "1,1,1,1", "pads_begin": "0,0,0,0", "pads_end": "0,0,0,0"}
    add("four_spatial_axes", [numbers("f32", [1] * 6, 1), numbers("f32", [1] * (6 + grouped), 1)], "OP-2",
        {**four, **({"output_padding": "0,0,0,0"} if backward else {})})
    add("boolean", [vector("boolean", [1] * 5), w], "OP-4")
    add("kernel_of_another_type", [x, numbers("f16", w.shape, 2)], "OP-4")
    add("data_of_rank_4", [numbers("f32", [1, 1, 1, 5], 1), w], "OP-5")
    add("kernel_of_another_rank", [x, numbers("f32", w.shape + [1], 1)], "OP-5")
    channels = numbers("f32", [1] * grouped + [2, 2, 2], 1)
    add("channels_differ", [x, channels], "OP-5")
    add("channels_differ_in_the_run", [x, channels], "OP-5", phase="run", known=False)
    if not backward:
        add("no_room", [x, w], "OP-5", {"dilations": "5"})
        add("no_room_in_the_run", [x, w], "OP-5", {"dilations": "5"}, phase="run", known=False)
    else:
        add("pads_remove_more", [x, w], "OP-5", {"pads_begin": "4", "pads_end": "3"})
        add("pads_remove_more_in_the_run", [x, w], "OP-5", {"pads_begin": "4", "pads_end": "3"}, phase="run", known=False)
    add("kernel_without_elements", [x, Tensor("f32", [1] * grouped + [1, 1, 0], [])], "OP-5", **SURVEY)


def add_forward(corpus, grouped):
    kind = "GroupConvolution" if grouped else "Convolution"
    made = Single(kind, "opset1", ["x", "w"], WINDOWS, ["w"])

    def add(name, x, w, strides, dilations, begin, end, auto_pad=None, given=None, **more):
        result = convolution(x, w, strides, dilations, begin, end, auto_pad, grouped)
        made.run(name, [x, w], [result], given or written(strides, dilations, begin, end, auto_pad), **more)

    def operands(type_, data, kernel):
        groups = 2 if grouped else 1
        return numbers(type_, in_groups(data, groups), 1), numbers(type_, [groups] * grouped + kernel, 4)
    for name, data, kernel, *windows in SHAPES:
        add(name, *operands("f32", data, kernel), *windows, known=len(name) % 2 == 0)
    for type_ in INTEGERS + REALS:
        add(type_, *operands(type_, [1, 2, 5], [2, 2, 2]), [2], [1], [1], [0], known=type_ in REALS)
    for auto_pad in ("same_upper", "same_lower"):
        for size, window, stride, dilation in ((5, 2, 1, 1), (5, 3, 2, 1), (6, 3, 2, 1), (6, 2, 1, 3), (7, 4, 3, 1), (4, 1, 3, 1), (2, 5, 1, 1)):
            add("%s_%d_by_%d_stride_%d_dilation_%d" % (auto_pad, size, window, stride, dilation), *operands("i32", [1, 1, size], [1, 1, window]),
                [stride], [dilation], [9], [9], auto_pad, known=stride == 1)
        add(auto_pad + "_plane", *operands("f32", [1, 1, 4, 5], [2, 1, 2, 3]), [1, 2], [1, 1], [0, 0], [0, 0], auto_pad)
    add("valid", *operands("f32", [1, 2, 6], [1, 2, 3]), [2], [1], [5], [7], "valid")
    add("wide_row", *operands("f32", [1, 1, 150], [1, 1, 3]), [1], [1], [1], [1])
    add("explicit", *operands("f32", [1, 2, 6], [1, 2, 3]), [2], [1], [1], [2], "explicit", known=False)
    for auto_pad in ("valid", "same_upper"):
        add(auto_pad + "_without_pads", *operands("f32", [1, 2, 6], [1, 2, 3]), [2], [1], None, None, auto_pad, rules=["OP-20"], **SURVEY)
    add("wraps", *[Tensor("i8", shape, values) for shape, values in (([1, 2, 2], [100, 3, 7, -9]), ([2] * grouped + [1, 2 - grouped, 2], [2, -20, 31, 5]))],
        [1], [1], [0], [0], rules=["NUM-2"], **SURVEY)
    add("infinite_weight_in_the_padding", vector3("f32", [1, 2], grouped), vector3("f32", [INF, 1], grouped, True), [1], [1], [1], [0], rules=["OP-20"],
        **SURVEY)
    add("sum_in_order", vector3("f64", [2.0**53, 1, 1, 2.0**53], grouped), vector3("f64", [1, 1, 1], grouped, True), [1], [1], [0], [0],
        rules=["NUM-3"], **SURVEY)
    add("channels_of_no_elements", Tensor("f32", [1, 0, 4], []), Tensor("f32", [1] * grouped + [2, 0, 3], []), [1], [1], [0], [0], **SURVEY)
    add("data_of_pads_only", Tensor("f32", [1, 1, 0], []), numbers("f32", [1] * grouped + [1, 1, 2], 1), [1], [1], [2], [1], **SURVEY)
    add_rejected(made, grouped, False, grouped)
    made.add_to(corpus, "operations/group_convolution" if grouped else "operations/convolution", rules=["OP-20", "OP-5", "OP-2", "OP-4"],
                oracle=ORACLE, title="%s adds the products of a window %sin each place." % (
                    kind, "and the kernel of its group " if grouped else "and the kernel "))


def vector3(type_, values, grouped, kernel=False):
    """One channel of a row, as data or as a kernel."""
    return Tensor(type_, [1] * (2 + (grouped and kernel)) + [len(values)], list(values))


def add_backward(corpus, grouped):
    kind = ("Group" if grouped else "") + "ConvolutionBackpropData"
    folder = "operations/%sconvolution_backprop_data" % ("group_" if grouped else "")
    attributes = WINDOWS + ["output_padding"]
    made = Single(kind, "opset1", ["x", "w"], attributes, ["w"])
    groups = 2 if grouped else 1

    def operands(type_, data, kernel):
        return numbers(type_, in_groups(data, groups), 1), numbers(type_, [groups] * grouped + reversed_channels(kernel), 4)

    def add(name, x, w, strides, dilations, begin, end, auto_pad=None, output_padding=None, **more):
        result = backprop(x, w, strides, dilations, begin, end, auto_pad, output_padding, grouped=grouped)
        made.run(name, [x, w], [result], written(strides, dilations, begin, end, auto_pad, output_padding), **more)
    for name, data, kernel, strides, dilations, begin, end in SHAPES:
        if name == "row_pads_as_wide_as_the_window":
            continue
        add(name, *operands("f32", data, kernel), strides, dilations, begin, end, known=len(name) % 2 == 0)
        add(name + "_output_padding", *operands("i32", data, kernel), strides, dilations, [0] * len(begin), end, "explicit",
            [k % 2 + 1 for k in range(len(strides))], known=len(name) % 2 == 1)
    for type_ in INTEGERS + REALS:
        add(type_, *operands(type_, [1, 2, 3], [2, 2, 2]), [2], [1], [1], [0], known=type_ in REALS)
    for auto_pad in ("valid", "same_upper", "same_lower"):
        add(auto_pad, *operands("f32", [1, 2, 4], [1, 2, 3]), [2], [1], [1], [1], auto_pad, [0])
    add("stride_beyond_the_kernel", *operands("f32", [1, 1, 3], [1, 1, 2]), [4], [1], [0], [0], None, [3])
    add("pads_remove_all", *operands("f32", [1, 1, 3], [1, 1, 3]), [1], [1], [3], [2], **SURVEY)
    add("sum_in_order", vector3("f64", [1, 1, 2.0**53], grouped), vector3("f64", [1, 1, 1], grouped, True), [1], [1], [2], [2], rules=["NUM-3"],
        **SURVEY)
    add("infinite_weight", vector3("f32", [1, 2], grouped), vector3("f32", [INF, 1], grouped, True), [2], [1], [0], [0], rules=["OP-20"], **SURVEY)
    add_rejected(made, grouped, True, grouped)
    x, w = operands("f32", [1, 1, 3], [1, 1, 2])
    plain = written([1], [1], [0], [0])
    made.run("output_padding_minus_1", [x, w], rejected("load", "OP-2"), {**plain, "output_padding": "-1"})
    made.run("two_numbers_in_output_padding", [x, w], rejected("load", "OP-2"), {**plain, "output_padding": "0,1"})
    made.add_to(corpus, folder + "/pads", rules=["OP-5", "OP-2", "OP-4"], oracle=ORACLE,
                title="%s adds the kernel times each element at the place of its window." % kind)

    made = Single(kind, "opset1", ["x", "w", "sizes"], attributes, ["w", "sizes"])

    def add_shaped(name, x, w, sizes, strides, dilations, auto_pad, output_padding=None, type_="i64", **more):
        result = backprop(x, w, strides, dilations, [9] * len(sizes), [9] * len(sizes), auto_pad, output_padding, sizes, grouped)
        made.run(name, [x, w, vector(type_, sizes)], [result],
                 written(strides, dilations, [9] * len(sizes), [9] * len(sizes), auto_pad, output_padding), **more)
    for auto_pad in ("same_upper", "same_lower", "valid", "explicit", None):
        name = auto_pad or "default"
        own = {} if name.startswith("same") else {"rules": ["OP-21"], **SURVEY}  # the page contradicts itself
        x, w = operands("f32", [1, 2, 3], [2, 2, 3])  # 7 elements without pads
        for size in (0, 1, 4, 5, 6, 7):
            # without pads, all agree, unless pads_begin counts
            add_shaped("%s_%d_of_7" % (name, size), x, w, [size], [2], [1], auto_pad, known=size % 2 == 0, **({} if size == 7 and auto_pad == "valid" else own))
        for size in (8, 9, 12):
            add_shaped("%s_%d_of_7" % (name, size), x, w, [size], [2], [1], auto_pad, rules=["OP-21"], **SURVEY)
        add_shaped(name + "_output_padding", x, w, [6], [2], [1], auto_pad, [1], "i32", **own)
        add_shaped(name + "_plane", *operands("i32", [1, 1, 2, 3], [2, 1, 3, 2]), [3, 4], [1, 2], [2, 1], auto_pad, **own)
        add_shaped(name + "_solid", *operands("i32", [1, 1, 2, 2, 2], [1, 1, 2, 2, 2]), [2, 3, 1], [1, 2, 1], [1, 1, 2], auto_pad, [0, 1, 0], **own)
    for type_ in INTEGERS:
        add_shaped("sizes_" + type_, *operands("f32", [1, 1, 3], [1, 1, 3]), [4], [1], [1], "same_upper", type_=type_)
    x, w = operands("f32", [1, 1, 3], [1, 1, 3])
    for name, sizes, rule, more in (("minus_1", vector("i64", [-1]), "OP-6", SURVEY), ("two_sizes", vector("i64", [4, 4]), "OP-5", {}),
                                    ("sizes_of_rank_2", ints([1, 1], [4]), "OP-5", {}), ("sizes_f32", vector("f32", [4]), "OP-4", {})):
        made.run(name, [x, w, sizes], rejected("load", rule), plain, **more)
    made.add_to(corpus, folder + "/output_shape", rules=["OP-21", "OP-6", "OP-5", "OP-4"], oracle=ORACLE,
                title="%s with output_shape pads so that the output has that shape." % kind)


def add_combined(corpus):
    """A convolution of a state that has the size of the data in every iteration, and its transpose."""
    graph = ir.Graph()
    x, h0 = graph.parameter("X", "f32", [-1, 1, 4]), graph.parameter("H0", "f32", [1, 1, 4])
    body = graph.body()
    xi, h = body.parameter("x", "f32", [1, 1, 4]), body.parameter("h", "f32", [1, 1, 4])
    kernel = body.const("f32", [1.0, 2.0], [1, 1, 2])
    windows = {"strides": 1, "dilations": 1, "pads_begin": 0, "pads_end": 0}
    same = body.op("Convolution", h, kernel, shape=[1, 1, 4], **windows, auto_pad="same_lower")
    next_h = body.op("Add", same, xi, shape=[1, 1, 4])
    back = body.op("ConvolutionBackpropData", next_h, kernel, body.const("i64", [4]), shape=[1, 1, 4], **windows, auto_pad="same_upper")
    loop = graph.tensor_iterator(body)
    loop.input(x, xi, axis=0)
    loop.input(h0, h)
    rh, rb = body.result(next_h, "next_h"), body.result(back, "back")
    loop.back_edge(rh, h)
    graph.result(loop.output(rh, shape=[1, 1, 4]), "H")
    graph.result(loop.output(rb, shape=[-1, 1, 4], **scan()), "BACK")
    corpus.add("operations/convolved_in_one_body", rules=["OP-20", "OP-21"], kind="combined", oracle="by-hand",
               model=graph.text(), weights=graph.weights.data,
               title="A body convolves its state with pads before it, adds a part of the input, and spreads the sum with one element less at the begin.",
               notes="The kernel is 1, 2. [1, 0, 2, 3] becomes [0 + 2, 1 + 0, 0 + 4, 2 + 6] = [2, 1, 4, 8], plus [1, 1, 0, -1] is [3, 2, 4, 7]. Its "
                     "spread 3, 6 + 2, 4 + 4, 8 + 7, 14 loses its first element.",
               runs=[{"name": "two_parts", "inputs": {
                   "X": Tensor("f32", [2, 1, 4], [1, 1, 0, -1, 0, 0, 5, 1]), "H0": Tensor("f32", [1, 1, 4], [1, 0, 2, 3])},
                   "outputs": [Tensor("f32", [1, 1, 4], [6, 7, 15, 19]),
                               Tensor("f32", [2, 1, 4], [8, 8, 15, 14, 19, 29, 49, 38])]}])


def add_cases(corpus):
    add_combined(corpus)
    for grouped in (False, True):
        add_forward(corpus, grouped)
        add_backward(corpus, grouped)
