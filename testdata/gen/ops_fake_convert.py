"""FakeConvert: the page's formula, with the nearest element of the narrow type among all of them (OP-55)."""

import math

import ir
from case import Tensor, rejected
from frames import slices
from narrow_types import GREATEST, nearest
from rounded import Rounded
from single import SURVEY, Single, element, places, vector

ORACLE = "generator: gen/ops_fake_convert.py"
NARROW = ("f8e4m3", "f8e5m2")
DECIDED = {"rules": ["OP-55"], **SURVEY}


def repeated(tensor, shape, place):
    """The element of a parameter that belongs to an element of x."""
    own = place[len(shape) - len(tensor.shape):]
    return element(tensor, tuple(0 if size == 1 else p for size, p in zip(tensor.shape, own)))


def fake_convert(narrow, x, scale, shift=None):
    out = []
    for place in places(x.shape):
        factor = Rounded(x.type, repeated(scale, x.shape, place))
        value = Rounded(x.type, element(x, place)) * factor
        if shift:
            value = value - repeated(shift, x.shape, place)
        value = Rounded(x.type, nearest(narrow, value.value))
        if shift:
            value = value + repeated(shift, x.shape, place)
        out.append((value / factor).value)
    return Tensor(x.type, x.shape, out)


def numbers_between(narrow):
    """Numbers at, below and above the middles between neighbours, up to the largest one."""
    step = 2.0 ** -9 if narrow == "f8e4m3" else 2.0 ** -16
    found = [k * step / 2 for k in range(1, 20)] + [1 + k / 32 for k in range(1, 32, 3)]
    found += [GREATEST[narrow] - k for k in range(0, 60, 7)] + [0.0, 100.5, 27.0, 13.25]
    return [sign * value for value in found for sign in (1, -1)]


def add_runs(corpus, shifts):
    operands = ["x", "scale"] + ["shift"] * shifts
    made = Single("FakeConvert", "opset13", operands, ("destination_type",), operands[1:])

    def add(name, x, scale, shift=None, kinds=NARROW, known=True, **more):
        for narrow in kinds:
            given = [x, scale] + ([shift] if shifts else [])
            made.run("%s_%s" % (name, narrow), given, [fake_convert(narrow, *given)], {"destination_type": narrow}, known=known, **more)

    def reject(name, given, rule, narrow="f8e4m3", phase="load", **more):
        made.run(name, given, rejected(phase, rule), {"destination_type": narrow}, **more)

    def scalar(value, type_="f32"):
        return Tensor(type_, [], [value])
    half = scalar(0.5) if shifts else None
    for type_ in ("f32", "f16", "bf16"):
        zero = scalar(0.0, type_) if shifts else None
        for narrow in NARROW:
            values = [v for v in numbers_between(narrow) if Rounded(type_, v).value == v and (type_ != "f16" or abs(v) >= 2.0**-14 or v == 0)]
            to_0 = [v for v in values if nearest(narrow, v) == 0]
            name = narrow[2:] + "_%s_" + type_
            add(name % "numbers", vector(type_, [v for v in values if v not in to_0]), scalar(1.0, type_), zero, [narrow])
            add(name % "to_0", vector(type_, to_0), scalar(1.0, type_), zero, [narrow], **{**DECIDED, "rules": ["NUM-1"]})
        x = vector(type_, [k - 5.5 if type_ == "bf16" else k * k / 8 - 9 * k for k in range(12)])
        add("scale_4_" + type_, x, scalar(4.0, type_), scalar(0.25, type_) if shifts else None)
        add("scale_0_5_" + type_, x, vector(type_, [0.5]), vector(type_, [-3.0]) if shifts else None, known=False)
    x = Tensor("f32", [2, 3, 2], [1.0625, -2.3125, 3.40625, 5.75, -7.1875, 9.5, 11.25, -13.75, 17.5, 19.0, -21.5, 27.0])
    add("by_channel", x, Tensor("f32", [1, 3, 1], [1.0, 2.0, 0.5]), Tensor("f32", [1, 3, 1], [0.25, -1.0, 2.0]) if shifts else None)
    add("last_axis", x, vector("f32", [2.0, -1.0]), vector("f32", [1.5, 0.0]) if shifts else None)
    add("of_every_element", x, Tensor("f32", x.shape, [2.0 ** (k % 4 - 1) for k in range(12)]),
        Tensor("f32", x.shape, [k / 4 for k in range(12)]) if shifts else None, known=False)
    add("no_elements", Tensor("f32", [0, 3], []), scalar(2.0), half)
    add("scalar", scalar(2.3125), scalar(2.0), half)
    large = vector("f32", [464.0, 465.0, 480.0, -1000.0, 57344.0, 61439.0, 61440.0, -65536.0, math.inf, -math.inf, math.nan])
    add("beyond_the_largest", large, scalar(1.0), scalar(0.0) if shifts else None, **DECIDED)
    add("scale_0", vector("f32", [1.0, -2.0]), scalar(0.0), scalar(1.0) if shifts else None, **DECIDED)
    right = [vector("f32", [1.0, 2.0]), scalar(2.0)] + ([scalar(1.0)] if shifts else [])
    for name, k, tensor, rule in (
            ("x_of_f64", 0, vector("f64", [1.0, 2.0]), "OP-4"), ("x_of_i32", 0, vector("i32", [1, 2]), "OP-4"),
            ("scale_of_another_type", 1, scalar(2.0, "f16"), "OP-4"), ("scale_does_not_fit", 1, vector("f32", [1.0, 2.0, 3.0]), "OP-5"),
            ("scale_of_rank_2", 1, Tensor("f32", [1, 1], [2.0]), "OP-5"), ("shift_of_another_shape", 2, vector("f32", [1.0]), "OP-5"),
            ("shift_of_another_type", 2, scalar(1.0, "bf16"), "OP-4")):
        if k < len(right):
            reject(name, right[:k] + [tensor] + right[k + 1:], rule)
    if shifts:
        reject("f64", [vector("f64", [1.0]), scalar(1.0, "f64"), scalar(1.0, "f64")], "OP-4")
    for name, narrow in (("no_type", None), ("type_f16", "f16"), ("type_f8e8m0", "f8e8m0")):
        reject(name, right, "OP-2", narrow)
    made.add_to(corpus, "operations/fake_convert/" + ("with_a_shift" if shifts else "without_a_shift"), rules=["OP-55", "NUM-13", "OP-2", "OP-4", "OP-5"],
                oracle=ORACLE, title="FakeConvert gives the nearest number of a type with 8 bits" + (", around a shift." if shifts else "."),
                notes="Except where elements are beyond the largest one, scales and shifts are such that only the conversion rounds.")


def add_combined(corpus):
    graph = ir.Graph()
    x, h0 = graph.parameter("X", "f32", [-1]), graph.parameter("H0", "f32", [1])
    body = graph.body()
    own, h = body.parameter("x", "f32", [1]), body.parameter("h", "f32", [1])
    total = body.op("Add", h, own)
    near = body.op("FakeConvert", total, body.const("f32", [1], shape=[]), version="opset13", destination_type="{{destination_type}}")
    result = body.result(near, "near")
    loop = graph.tensor_iterator(body)
    loop.input(x, own, axis=0)
    loop.input(h0, h)
    loop.back_edge(result, h)
    graph.result(loop.output(result, shape=[-1], **slices()), "Y")
    corpus.add("operations/fake_convert/sums_of_a_loop", rules=["OP-55", "BACK-3"], kind="combined", oracle="by-hand", model=graph.text(),
               weights=graph.weights.data, columns=["destination_type"], title="A state is rounded to f8e5m2 in each iteration.",
               notes="7 + 1 = 8. 8 + 1 = 9 is halfway between 8 and 10, and 8 is even. 8 + 3 = 11 is halfway between 10 and 12, and 12 is even. "
                     "12 + 4.5 = 16.5 is near 16.",
               runs=[{"name": "four_parts", "at": ["f8e5m2"], "inputs": {"X": vector("f32", [1, 1, 3, 4.5]), "H0": vector("f32", [7])},
                      "outputs": [vector("f32", [8, 8, 12, 16])]}])


def add_cases(corpus):
    for shifts in (False, True):
        add_runs(corpus, shifts)
    add_combined(corpus)
