"""ConvertPromoteTypes: two tensors of one type (OP-52)."""

from case import Tensor, rejected, round_to
from single import REALS, SURVEY, TYPES, Single, counting, vector

ORACLE = "generator: gen/ops_promote.py"
DECIDED = {"rules": ["OP-52"], **SURVEY}
ATTRIBUTES = ["promote_unsafe", "pytorch_scalar_promotion", "u64_integer_promotion_target"]
NARROW = {"u1": ("u", 1), "u4": ("u", 4), "i4": ("i", 4), "f8e4m3": ("f", 8), "f8e5m2": ("f", 8)}
# What the page's text and examples say, for pairs of real types; the others are the one with more bits.
REAL_PAIRS = {("f16", "bf16"): "f32", ("f8e4m3", "f8e5m2"): "f16"}


def family(type_):
    """b, u, i or f, and the number of bits."""
    if type_ == "boolean":
        return "b", 1
    return NARROW.get(type_) or ({"b": "f"}.get(type_[0], type_[0]), int(type_.lstrip("iubf")))


def promotion(a, b, target="f32"):
    """The common type, and whether it is safe."""
    (kind_a, bits_a), (kind_b, bits_b) = family(a), family(b)
    if a == b or "b" in (kind_a, kind_b):
        return b if kind_a == "b" else a, True
    if (kind_a == "f") != (kind_b == "f"):
        real, bits = (a, bits_b) if kind_a == "f" else (b, bits_a)
        return real, family(real)[1] >= 2 * bits
    if kind_a == "f":
        pair = REAL_PAIRS.get((a, b)) or REAL_PAIRS.get((b, a))
        return pair or (a if bits_a > bits_b else b), pair is None
    if kind_a == kind_b:
        return a if bits_a > bits_b else b, True
    needed = max(bits_a if kind_a == "i" else 2 * bits_a, bits_b if kind_b == "i" else 2 * bits_b)
    if needed > 64:
        return target, False
    common = "i%d" % next(bits for bits in (4, 8, 16, 32, 64) if bits >= needed)
    return common, common in (a, b)


def converted(x, type_):
    """Small whole numbers, which all types hold."""
    if type_ == "boolean":
        return Tensor(type_, x.shape, [value != 0 for value in x.values])
    return Tensor(type_, x.shape, [round_to(type_, int(v)) if type_ in REALS else int(v) for v in x.values])


def text(value):
    return None if value is None else str(value).lower()


class Promotion(Single):
    """ConvertPromoteTypes. With `narrow`, operand b is first converted to a narrow type."""

    def __init__(self, narrow=False, **more):
        self.narrow = narrow
        own = ["to_precision"] + ["narrow_type", "narrow_precision"] * narrow
        super().__init__("ConvertPromoteTypes", "opset14", ["a", "b"], ATTRIBUTES, outputs=["{{to_type}}"] * 2, columns=own, **more)

    def layer(self, graph, values, outputs):
        if self.narrow:
            made = graph.layer("Convert", [values[1]], {"destination_type": "{{narrow_type}}"}, "opset1")
            values = [values[0], graph.output(made, "{{narrow_type}}", "...")]
        return super().layer(graph, values, outputs)

    def promote(self, name, a, b, to, unsafe=None, scalars=None, target=None, narrow=None, result=None, **more):
        """Add a run that gives the type `to`, or `result`."""
        own = {"to_precision": precision(to), "narrow_type": narrow, "narrow_precision": narrow and precision(narrow)}
        written = dict(zip(ATTRIBUTES, (text(unsafe), text(scalars), target)))
        self.run(name, [a, b], result or [converted(a, to), converted(b, to)], {**written, **own}, **more)


def precision(type_):
    return {"boolean": "BOOL", "f16": "FP16", "f32": "FP32", "f64": "FP64"}.get(type_, type_.upper())


def operand(type_, shape):
    return counting(type_, shape)


def add_pairs(corpus):
    made = Promotion()
    for a in TYPES:
        for b in TYPES:
            to, safe = promotion(a, b)
            if to in REALS and "u64" in (a, b) and family(a)[0] != "f" and family(b)[0] != "f":
                to = "f32"
            x, y = operand(a, [2, 3]), operand(b, [4])
            made.promote("%s_%s" % (a, b), x, y, to, unsafe=True, known=a != b)
            if not safe:
                made.promote("%s_%s_safe" % (a, b), x, y, to, unsafe=[None, False][len(a) % 2], result=rejected("load", "OP-4"))
            elif a < b:
                made.promote("%s_%s_safe" % (a, b), x, y, to, unsafe=[None, False][len(a) % 2])
    made.add_to(corpus, "operations/convert_promote_types/pairs", rules=["OP-4"], oracle=ORACLE,
                title="ConvertPromoteTypes converts two tensors to their common type, or rejects a promotion that is not safe.")


def add_details(corpus):
    made = Promotion()
    for target in TYPES:
        for k, (a, b) in enumerate((("u64", "i8"), ("i64", "u64"))):
            made.promote("target_%s_%s_%s" % (target, a, b), operand(a, [2]), operand(b, [3]), target, unsafe=True, target=target, known=k == 1)
    made.promote("target_is_not_used", operand("u64", [2]), operand("u8", [3]), "u64", target="f64")
    made.promote("target_of_i32_and_u32", operand("i32", [2]), operand("u32", [3]), "i64", unsafe=True, target="f64")
    for a, b in (("i64", "u8"), ("u8", "i64"), ("f32", "f16"), ("f16", "f32"), ("bf16", "f16"), ("f64", "bf16"), ("u64", "i8"), ("i8", "u64"), ("u8", "i8")):
        common, _ = promotion(a, b)
        scalar, tensor = operand(a, []), operand(b, [3])
        made.promote("scalar_%s_tensor_%s" % (a, b), scalar, tensor, b, unsafe=True, scalars=True)
        made.promote("tensor_%s_scalar_%s" % (b, a), tensor, scalar, b, unsafe=True, scalars=True, known=False if a == b else True)
        made.promote("two_scalars_%s_%s" % (a, b), scalar, operand(b, []), common, unsafe=True, scalars=True)
        made.promote("two_tensors_%s_%s" % (a, b), operand(a, [1]), tensor, common, unsafe=True, scalars=True)
        made.promote("scalar_%s_tensor_%s_off" % (a, b), scalar, tensor, common, unsafe=True, scalars=False)
        holds = common == b
        made.promote("scalar_%s_tensor_%s_safe" % (a, b), scalar, tensor, b, scalars=True, result=None if holds else rejected("load", "OP-4"),
                     **({} if holds or (a, b) in (("i64", "u8"), ("f32", "f16")) else DECIDED))
    for a, b in (("f16", "i8"), ("i8", "f16"), ("boolean", "u8"), ("u8", "boolean"), ("f32", "boolean"), ("i16", "f32")):
        made.promote("scalar_%s_tensor_%s" % (a, b), operand(a, []), operand(b, [3]), promotion(a, b)[0], scalars=True)
    made.promote("one_type", operand("i8", []), operand("i8", [3]), "i8", scalars=True)
    made.promote("no_elements", operand("u8", [0, 2]), operand("f16", [0]), "f16")
    large = Tensor("i32", [3], [2**24 + 1, -(2**31), 2**31 - 1])
    made.promote("a_real_type_rounds", large, vector("f32", [0.5]), "f32", unsafe=True,
                 result=[vector("f32", [round_to("f32", v) for v in large.values]), vector("f32", [0.5])], rules=["NUM-1"], **SURVEY)
    made.promote("special_numbers_stay", vector("f16", [float("inf"), float("nan"), -0.0, 2.0**-24]), vector("f32", [1.5]), "f32",
                 result=[vector("f32", [float("inf"), float("nan"), -0.0, 2.0**-24]), vector("f32", [1.5])])
    made.promote("sign_wraps", vector("u8", [200, 127, 128]), Tensor("i8", [], [-1]), "u8", unsafe=True, scalars=True,
                 result=[vector("u8", [200, 127, 128]), Tensor("u8", [], [255])], rules=["NUM-7"], **SURVEY)
    one, two = operand("i8", [2]), operand("u8", [3])
    for name, value in (("promote_unsafe", "maybe"), ("pytorch_scalar_promotion", "2"), ("u64_integer_promotion_target", "f128")):
        written = {"promote_unsafe": "true", name: value, "to_precision": "I16"}
        made.run(name + "_" + value, [one, two], rejected("load", "OP-2"), written)
    made.add_to(corpus, "operations/convert_promote_types/details", rules=["OP-52", "OP-2", "OP-4"], oracle=ORACLE,
                title="The common type of a scalar and a tensor, of u64 and a signed type, and numbers that do not fit.")


def add_narrow(corpus):
    made = Promotion(narrow=True)
    for narrow in NARROW:
        for a in TYPES + ("i8", "f16"):
            to, safe = promotion(a, narrow)
            if to in NARROW or any(run["name"] == "%s_%s" % (a, narrow) for run in made.runs):
                continue
            x, y = operand(a, [2]), Tensor("i32", [2], [1, 0])
            made.promote("%s_%s" % (a, narrow), x, y, to, unsafe=True, narrow=narrow)
            if not safe:
                made.promote("%s_%s_safe" % (a, narrow), x, y, to, narrow=narrow, result=rejected("load", "OP-4"))
    for narrow in ("u2", "u3", "u6", "nf4", "f4e2m1", "f8e8m0"):
        made.promote("f32_" + narrow, operand("f32", [2]), Tensor("i32", [2], [1, 0]), "f32", unsafe=True, narrow=narrow, result=rejected("load", "OP-4"), **DECIDED)
    made.add_to(corpus, "operations/convert_promote_types/narrow_types", rules=["OP-52", "OP-4"], oracle=ORACLE,
                title="The common type of a narrow type and another one.")


def add_combined(corpus):
    made = Promotion(body=True)
    made.run("two_parts", [Tensor("i8", [2, 1], [-1, 2]), Tensor("u8", [2, 2], [255, 1, 2, 3])],
             [Tensor("i16", [2, 1], [-1, 2]), Tensor("i16", [2, 2], [255, 1, 2, 3])], {"promote_unsafe": "true", "to_precision": "I16"})
    made.add_to(corpus, "operations/convert_promote_types/parts_of_a_loop", rules=["OP-52"], oracle="by-hand", kind="combined",
                title="Each iteration promotes a part of each input.", notes="i16 is the smallest type that holds -128 and 255.")


def add_cases(corpus):
    for add in (add_pairs, add_details, add_narrow, add_combined):
        add(corpus)
