"""Pooling: the elements of each window of data, and the greatest one or the mean of them."""

import math

import ir
from case import INTEGERS, Tensor, rejected
from frames import scan
from ops_convolution import numbers, text
from pooling import Axis, Part, greatest, means, with_bound
from single import REALS, SURVEY, Single, element, filled, vector

ORACLE = "generator: gen/ops_pooling.py"
INF, NAN = math.inf, math.nan
WINDOWS = ["strides", "pads_begin", "pads_end", "kernel", "rounding_type", "auto_pad"]

# name, data, kernel, strides, dilations, pads
SHAPES = (
    ("row", [1, 2, 7], [3], [1], [1], [0], [0]),
    ("row_stride", [2, 1, 8], [3], [2], [1], [0], [0]),
    ("row_dilation", [1, 1, 8], [2], [1], [3], [0], [0]),
    ("row_pads", [1, 2, 5], [3], [2], [1], [2], [1]),
    ("row_of_one", [1, 1, 1], [1], [1], [1], [0], [0]),
    ("plane", [1, 2, 4, 5], [2, 3], [1, 1], [1, 1], [0, 0], [0, 0]),
    ("plane_strides", [1, 2, 5, 6], [2, 2], [2, 3], [1, 1], [0, 0], [0, 0]),
    ("plane_pads", [2, 1, 3, 4], [2, 3], [1, 2], [1, 1], [1, 0], [0, 2]),
    ("plane_dilations", [1, 1, 4, 5], [2, 2], [1, 1], [2, 3], [0, 0], [0, 0]),
    ("solid", [1, 2, 3, 3, 4], [2, 1, 3], [1, 1, 1], [1, 1, 1], [0, 0, 0], [0, 0, 0]),
    ("solid_everything", [1, 1, 4, 3, 5], [2, 2, 3], [2, 1, 2], [1, 1, 1], [1, 0, 1], [0, 1, 1]),
    ("empty_batch", [0, 2, 5], [2], [1], [1], [0], [0]),
)
ROUNDED = (("windows_that_fit", 6, 2, 2, 0, 0), ("one_element_over", 5, 2, 2, 0, 0), ("two_elements_over", 6, 2, 4, 0, 0),
           ("over_with_pads", 4, 3, 2, 1, 1), ("begins_in_the_pads", 3, 2, 2, 1, 1), ("begins_behind_the_pads", 6, 2, 3, 0, 0))


def distinct(type_, shape, salt):
    """Whole numbers without ties inside a window."""
    def value(place):
        at = salt
        for position, size in zip(place, shape):
            at = at * size + position
        return at * 37 % 101 - (0 if type_[0] == "u" else 50)
    return filled(shape, value, type_)


def written(kernel, strides, begin, end, rounding=None, auto_pad=None, **more):
    return {"strides": text(strides), "pads_begin": None if begin is None else text(begin), "pads_end": None if end is None else text(end),
            "kernel": text(kernel), "rounding_type": rounding, "auto_pad": auto_pad, **more}


def axes_of(x, kernel, strides, dilations, begin, end, rounding=None, auto_pad=None):
    none = [0] * len(kernel)
    return [Axis(*numbers_of_axis, rounding, auto_pad)
            for numbers_of_axis in zip(x.shape[2:], kernel, strides, dilations, begin or none, end or none)]


def index_column(type_=None):
    """The element type of the positions, as ports write it."""
    return {"index_precision": (type_ or "i64").upper()}


def add_rejected(made, plain, outputs):
    x = distinct("f32", [1, 1, 5], 1)

    def add(name, operand, rule, changes=None, phase="load", **options):
        made.run(name, [operand], rejected(phase, rule), {**plain, **(changes or {})}, **options)
    for name in ("strides", "kernel", "pads_begin", "pads_end"):
        add("without_" + name, x, "OP-2", {name: None}, **(SURVEY if name.startswith("pads") else {}))
        add("two_numbers_in_" + name, x, "OP-2", {name: "1,1"})
        add("minus_1_in_" + name, x, "OP-2", {name: "-1"})
    add("kernel_0", x, "OP-2", {"kernel": "0"})
    add("stride_0", x, "OP-2", {"strides": "0"}, **SURVEY)
    add("auto_pad_same", x, "OP-2", {"auto_pad": "same"})
    add("rounding_type_round", x, "OP-2", {"rounding_type": "round"})
    add("boolean", Tensor("boolean", [1, 1, 5], [1] * 5), "OP-4")
    add("rank_2", vector("f32", [1, 2, 3]), "OP-5")
    add("rank_4", distinct("f32", [1, 1, 1, 5], 1), "OP-5")
    add("no_room", x, "OP-5", {"kernel": "6"})
    add("no_room_in_the_run", x, "OP-5", {"kernel": "6"}, phase="run", known=False)


def add_max(corpus, version):
    dilates = version > 1
    attributes = WINDOWS + (["dilations", "index_element_type", "axis"] if dilates else [])
    outputs = ("{{x_type}}", "{{index_type}}") if dilates else ("{{x_type}}",)
    made = Single("MaxPool", "opset%d" % version, ["x"], attributes, outputs=outputs, columns=["index_precision"] if dilates else [])

    def add(name, x, kernel, strides, dilations, begin, end, rounding=None, auto_pad=None, axis=None, index_type=None, **more):
        if not dilates and set(dilations) != {1}:
            return
        values, positions = greatest(x, axes_of(x, kernel, strides, dilations, begin, end, rounding, auto_pad), axis or 0)
        given = written(kernel, strides, begin, end, rounding, auto_pad)
        results = [values]
        if dilates:
            results.append(Tensor(index_type or "i64", values.shape, positions))
            given = {**given, "dilations": text(dilations), "index_element_type": index_type, "axis": axis, **index_column(index_type)}
        made.run(name, [x], results, given, **more)
    for name, data, *windows in SHAPES:
        add(name, distinct("f32", data, 1), *windows, known=len(name) % 2 == 0)
    for type_ in INTEGERS + REALS:
        add(type_, distinct(type_, [1, 2, 5], 3), [2], [2], [1], [1], [0], known=type_ in REALS)
    for rounding in ("floor", "ceil") + (("ceil_torch",) if version == 14 else ()):
        for name, size, kernel, stride, begin, end in ROUNDED:
            empty = rounding == "ceil" and name.startswith("begins")
            add("%s_%s" % (rounding, name), distinct("f32", [1, 1, size], 2), [kernel], [stride], [1], [begin], [end], rounding,
                known=stride == 2, **({"rules": ["OP-22"], **SURVEY} if empty else {}))
        add(rounding + "_valid", distinct("i32", [1, 1, 3, 3], 1), [2, 2], [2, 2], [1, 1], [0, 0], [0, 0], rounding, "valid")
    for auto_pad in ("same_upper", "same_lower"):
        for size, kernel, stride in ((5, 2, 1), (5, 3, 2), (6, 3, 2), (7, 4, 3), (4, 1, 3)):
            add("%s_%d_by_%d_stride_%d" % (auto_pad, size, kernel, stride), distinct("f32", [1, 1, size], 1), [kernel], [stride], [1], [9], [9], None,
                auto_pad, known=stride == 1, **({"rules": ["OP-20"], **SURVEY} if stride > 1 else {}))
        add(auto_pad + "_plane", distinct("i32", [1, 2, 3, 4], 1), [2, 3], [1, 1], [1, 1], [0, 0], [0, 0], None, auto_pad)
    add("valid_without_pads", distinct("f32", [1, 1, 5], 1), [2], [2], [1], None, None, None, "valid", rules=["OP-20"], **SURVEY)
    page = Tensor("f32", [1, 1, 3, 3], [-1, 2, 3, 4, 5, -6, -7, 8, 9])
    add("page_1", page, [2, 2], [1, 1], [1, 1], [1, 1], [1, 1], "floor", "explicit")
    add("page_2", Tensor("f32", [1, 1, 7], [-1, 2, 3, 5, -7, 9, 1]), [3], [1], [1], [0], [0], "floor", "valid")
    add("page_3", page, [2, 2], [1, 1], [1, 1], [0, 0], [0, 0], "floor", "same_lower")
    add("page_5", page, [2, 2], [2, 2], [1, 1], [0, 0], [0, 0], "ceil", "valid")
    if dilates:
        add("page_6", Tensor("f32", [1, 1, 3, 3], list(range(1, 10))), [2, 2], [1, 1], [2, 2], [1, 1], [1, 1], "floor", "explicit")
        for axis in (0, 1, 2, 3, -1, -3):
            x = distinct("f32", [2, 2, 2, 3], 1)
            add("axis_%s" % str(axis).replace("-", "m"), x, [2, 2], [1, 1], [1, 1], [0, 0], [0, 0], axis=axis, index_type="i32" if axis > 1 else None)
        add("same_upper_dilation", distinct("f32", [1, 1, 6], 1), [2], [1], [3], [0], [0], None, "same_upper")
    if version == 14:
        add("page_torch", Tensor("f32", [1, 1, 3, 3], list(range(1, 10))), [2, 2], [2, 2], [1, 1], [1, 1], [1, 1], "ceil_torch")
        add("torch_two_windows_behind_data", distinct("f32", [1, 1, 3], 1), [2], [2], [1], [1], [3], "ceil_torch", rules=["OP-22"], **SURVEY)
    decided = {"rules": ["OP-22"], **SURVEY}
    for type_ in ("f32", "i8", "u16", "f16"):
        add("padding_only_" + type_, Tensor(type_, [1, 1, 2], [5, 3]), [1], [1], [1], [2], [1], **decided)
    add("ties", Tensor("f32", [1, 1, 6], [2, 2, 1, 3, 3, 3]), [3], [1], [1], [0], [0], **(decided if dilates else {}))
    add("zeros", Tensor("f32", [1, 1, 4], [0.0, -0.0, -0.0, 0.0]), [2], [1], [1], [0], [0], rules=["NUM-9"], **SURVEY)
    add("nan", Tensor("f32", [1, 1, 5], [1, NAN, 2, 3, NAN]), [2], [1], [1], [0], [0], rules=["NUM-9"], **SURVEY)
    add("infinities", Tensor("f32", [1, 1, 4], [-INF, -INF, 1, INF]), [2], [1], [1], [1], [0], **decided)
    add("negative_infinity", Tensor("f32", [1, 1, 3], [-INF, 1, -INF]), [1], [1], [1], [0], [0])
    if not dilates:  # equal elements have no order without positions
        add("windows_of_infinities", Tensor("f32", [1, 1, 5], [-INF, -INF, 1, -INF, -INF]), [2], [1], [1], [0], [0])
    plain = written([2], [1], [0], [0])
    add_rejected(made, {**plain, **(index_column() if dilates else {})}, outputs)
    x = distinct("f32", [1, 1, 5], 1)
    if dilates:
        plain = {**plain, **index_column()}
        made.run("axis_3_of_rank_3", [x], rejected("load", "OP-5"), {**plain, "axis": 3})
        made.run("axis_m4_of_rank_3", [x], rejected("load", "OP-5"), {**plain, "axis": -4})
        made.run("dilation_0", [x], rejected("load", "OP-2"), {**plain, "dilations": "0"}, **SURVEY)
        made.run("index_element_type_u8", [x], rejected("load", "OP-2"), {**plain, "index_element_type": "u8"})
    if version < 14:
        made.run("ceil_torch", [x], rejected("load", "OP-2"), {**plain, "rounding_type": "ceil_torch"})
    made.add_to(corpus, "operations/max_pool/version_%d" % version, rules=["OP-5", "OP-2", "OP-4"], oracle=ORACLE,
                title="MaxPool-%d gives the greatest element of each window%s." % (version, " and its position" if dilates else ""))


def add_avg(corpus, version):
    dilates = version > 14
    made = Single("AvgPool", "opset%d" % version, ["x"], WINDOWS + ["exclude-pad"] + ["dilations"] * dilates)

    def add(name, x, kernel, strides, dilations, begin, end, exclude, rounding=None, auto_pad=None, **more):
        if not dilates and set(dilations) != {1}:
            return
        axes = axes_of(x, kernel, strides, dilations, begin, end, rounding, auto_pad)
        result = with_bound(means(x, axes, exclude), x, axes, exclude, math.prod(kernel))
        made.run("%s_%s" % (name, "without_pads" if exclude else "with_pads"), [x], [result],
                 written(kernel, strides, begin, end, rounding, auto_pad, **{"exclude-pad": "true" if exclude else "false"},
                         **({"dilations": text(dilations) if set(dilations) != {1} else None} if dilates else {})), **more)

    def data(type_, shape):
        """Multiples of 5040, whose means are whole numbers; for narrow types of 12 and of 60."""
        by = {"i8": 12, "u8": 12, "f16": 60, "bf16": 12}.get(type_, 5040)
        return filled(shape, lambda p: by * element(numbers(type_, shape, 1), p), type_)
    for exclude in (True, False):
        for name, shape, *windows in SHAPES:
            add(name, data("f32", shape), *windows, exclude, known=len(name) % 2 == 0)
        for type_ in INTEGERS + REALS:
            add(type_, data(type_, [1, 2, 5]), [2], [2], [1], [1], [0], exclude, known=type_ in REALS)
        for rounding in ("floor", "ceil") + (("ceil_torch",) if version > 1 else ()):
            for name, size, kernel, stride, begin, end in ROUNDED:
                over = rounding != "floor" and not name.startswith("windows")
                add("%s_%s" % (rounding, name), data("f32", [1, 1, size]), [kernel], [stride], [1], [begin], [end], exclude, rounding,
                    known=stride == 2, **({"rules": ["OP-23"], **SURVEY} if over else {}))
        for auto_pad in ("same_upper", "same_lower", "valid"):
            for size, kernel, stride in ((5, 2, 1), (5, 3, 2), (6, 3, 2)):
                survey = {"rules": ["OP-20"], **SURVEY} if stride > 1 and auto_pad != "valid" else {}
                add("%s_%d_by_%d_stride_%d" % (auto_pad, size, kernel, stride), data("f32", [1, 1, size]), [kernel], [stride], [1], [9], [9], exclude,
                    None, auto_pad, **survey)
        add("sum_in_double", Tensor("f16", [1, 1, 4], [2048, 1, 1, 2]), [4], [1], [1], [0], [0], exclude, rules=["NUM-3"], **SURVEY)
        add("truncated", Tensor("i32", [1, 1, 5], [1, 2, -3, -4, -4]), [2], [1], [1], [0], [0], exclude, rules=["OP-33"], **SURVEY)
        add("beyond_the_type", Tensor("i8", [1, 1, 3], [100, 101, 126]), [2], [1], [1], [0], [0], exclude, rules=["OP-33"], **SURVEY)
        add("infinities", Tensor("f32", [1, 1, 4], [INF, 1, -INF, INF]), [2], [1], [1], [0], [0], exclude)
    add("padding_only", Tensor("f32", [1, 1, 2], [5, 3]), [1], [1], [1], [2], [1], True, rules=["OP-23"], **SURVEY)
    add("padding_only", Tensor("f32", [1, 1, 2], [5, 3]), [1], [1], [1], [2], [1], False)
    plain = written([2], [1], [0], [0], **{"exclude-pad": "true"})
    made.run("padding_only_i32", [Tensor("i32", [1, 1, 2], [5, 3])], rejected("run", "OP-6"), {**plain, "kernel": "1", "pads_begin": "1"}, **SURVEY)
    add_rejected(made, plain, None)
    x = distinct("f32", [1, 1, 5], 1)
    if version < 14:
        made.run("ceil_torch", [x], rejected("load", "OP-2"), {**plain, "rounding_type": "ceil_torch"})
    if dilates:
        made.run("dilation_0", [x], rejected("load", "OP-2"), {**plain, "dilations": "0"}, **SURVEY)
        made.run("two_dilations", [x], rejected("load", "OP-2"), {**plain, "dilations": "1,1"})
        made.run("capital_letters", [x], [means(x, axes_of(x, [2], [1], [1], [0], [0]), True)],
                 {**plain, "rounding_type": "FLOOR", "auto_pad": "VALID"}, rules=["OP-2"], **SURVEY)
    made.add_to(corpus, "operations/avg_pool/version_%d" % version, rules=["OP-23", "OP-5", "OP-2", "OP-4"], oracle=ORACLE,
                title="AvgPool-%d gives the mean of each window, with or without its pads." % version)


def add_adaptive(corpus):
    shapes = (("row", [1, 2, 7]), ("plane", [2, 1, 4, 5]), ("solid", [1, 2, 3, 2, 4]))
    for kind in ("AdaptiveAvgPool", "AdaptiveMaxPool"):
        positions = kind == "AdaptiveMaxPool"
        made = Single(kind, "opset8", ["x", "sizes"], ["index_element_type"] * positions, ["sizes"],
                      outputs=("{{x_type}}", "{{index_type}}") if positions else ("{{x_type}}",), columns=["index_precision"] if positions else ())

        def add(name, x, sizes, sizes_type="i64", index_type=None, **more):
            axes = [Part(size, count) for size, count in zip(x.shape[2:], sizes)]
            if positions:
                values, found = greatest(x, axes, 2)
                results = [values, Tensor(index_type or "i64", values.shape, found)]
            else:
                most = math.prod(min(size, (size - 1) // max(count, 1) + 2) for size, count in zip(x.shape[2:], sizes))
                results = [with_bound(means(x, axes, True), x, axes, True, most)]
            made.run(name, [x, vector(sizes_type, sizes)], results,
                     {"index_element_type": index_type, **index_column(index_type)} if positions else None, **more)

        def data(type_, shape):
            if positions:
                return distinct(type_, shape, 1)
            by = {"f16": 60, "bf16": 12}.get(type_, 5040)
            return filled(shape, lambda p: by * element(numbers(type_, shape, 1), p), type_)
        for name, shape in shapes:
            spatial = shape[2:]
            for case, sizes in (("one", [1] * len(spatial)), ("halves", [2] * len(spatial)), ("same", spatial),
                                ("more", [size + 2 for size in spatial]), ("mixed", [size - 1 for size in spatial])):
                add("%s_%s" % (name, case), data("f32", shape), sizes, "i32" if case == "halves" else "i64", None if case == "one" else "i32",
                    known=case in ("one", "more"))
        for type_ in REALS:
            add(type_, data(type_, [1, 1, 6]), [4], index_type="i32")
        add("size_0", data("f32", [1, 1, 6]), [0], **SURVEY)
        add("empty_batch", Tensor("f32", [0, 1, 6], []), [2])
        if positions:
            add("ties", Tensor("f32", [1, 1, 4], [2, 2, 1, 1]), [2], index_type="i32", rules=["OP-22"], **SURVEY)
            add("nan", Tensor("f32", [1, 1, 4], [1, NAN, 3, 4]), [2], index_type="i32", rules=["NUM-9"], **SURVEY)
        x = data("f32", [1, 1, 6])
        plain = index_column() if positions else None
        for name, operand, sizes, rule, more in (
                ("minus_1", x, vector("i64", [-1]), "OP-6", SURVEY), ("two_sizes", x, vector("i64", [1, 1]), "OP-5", {}),
                ("sizes_of_rank_2", x, Tensor("i64", [1, 1], [1]), "OP-5", {}), ("sizes_u8", x, vector("u8", [1]), "OP-4", {}),
                ("i32", Tensor("i32", [1, 1, 2], [1, 2]), vector("i64", [1]), "OP-4", {}), ("rank_2", vector("f32", [1, 2]), vector("i64", [1]), "OP-5", {}),
                ("nothing", Tensor("f32", [1, 1, 0], []), vector("i64", [1]), "OP-5", SURVEY)):
            made.run(name, [operand, sizes], rejected("load", rule), plain, **more)
        if positions:
            made.run("index_element_type_u8", [x, vector("i64", [1])], rejected("load", "OP-2"), {**plain, "index_element_type": "u8"})
        made.add_to(corpus, "operations/adaptive_%s_pool" % ("max" if positions else "avg"), rules=["OP-6", "OP-5", "OP-4"] + ["OP-2"] * positions,
                    oracle=ORACLE, title="%s divides each spatial axis into parts and gives %s of each." % (
                        kind, "the greatest element and its position" if positions else "the mean"))


def add_combined(corpus):
    """Windows in the padding and after it, in one body."""
    graph = ir.Graph()
    x, h0 = graph.parameter("X", "i32", [-1, 1, 3]), graph.parameter("H0", "i32", [1, 1, 3])
    body = graph.body()
    xi, h = body.parameter("x", "i32", [1, 1, 3]), body.parameter("h", "i32", [1, 1, 3])
    best, at = body.op("MaxPool", xi, version="opset8", outputs=[("i32", [1, 1, 3]), ("i64", [1, 1, 3])], kernel=2, strides=2, pads_begin=1,
                       pads_end=1, rounding_type="ceil")
    mean = body.op("AvgPool", h, shape=[1, 1, 3], **{"kernel": 2, "strides": 1, "pads_begin": 0, "pads_end": 1, "exclude-pad": "false"})
    next_h = body.op("Add", mean, body.op("Maximum", best, body.const("i32", 0), shape=[1, 1, 3]), shape=[1, 1, 3])
    loop = graph.tensor_iterator(body)
    loop.input(x, xi, axis=0)
    loop.input(h0, h)
    rh, ra = body.result(next_h, "next_h"), body.result(at, "at")
    loop.back_edge(rh, h)
    graph.result(loop.output(rh, shape=[1, 1, 3]), "H")
    graph.result(loop.output(ra, shape=[-1, 1, 3], **scan()), "AT")
    corpus.add("operations/pooled_in_one_body", rules=["OP-22", "OP-23", "OP-33"], kind="combined", oracle="by-hand",
               model=graph.text(), weights=graph.weights.data,
               title="A body pools a row with a window after it, and takes truncated means of its state with a pad.",
               notes="The windows of [4, 7, 7] are [4], [7, 7] and none: 4, 7 and the smallest integer, at 0, 1 and 0. The means of [5, 2, -3] and a "
                     "pad are 7 / 2 = 3, -1 / 2 = 0 and -3 / 2 = -1.",
               runs=[{"name": "one_part", "tier": "survey", "inputs": {
                   "X": Tensor("i32", [1, 1, 3], [4, 7, 7]), "H0": Tensor("i32", [1, 1, 3], [5, 2, -3])},
                   "outputs": [Tensor("i32", [1, 1, 3], [7, 7, -1]), Tensor("i64", [1, 1, 3], [0, 1, 0])]}])


def add_cases(corpus):
    add_combined(corpus)
    for version in (1, 8, 14):
        add_max(corpus, version)
    for version in (1, 14, 16):
        add_avg(corpus, version)
    add_adaptive(corpus)
