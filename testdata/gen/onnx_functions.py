"""ONNX's functions of one real number, and its activations with their attributes."""

import math

from case import Tensor, round_to
from elementwise import elu, gelu, softplus, swish
from onnx_nodes import DERIVED, Nodes, array, of
from rounded import INF, NAN, Rounded, correctly_rounded

ORACLE = "generator: gen/onnx_functions.py"
# operator: (version, ulps that bounds.md allows, ordinary arguments)
FUNCTIONS = {
    "Acos": (22, 4, [-1, -0.75, -0.125, 0.25, 0.5, 0.875]), "Acosh": (22, 4, [1, 1.25, 2, 3.5, 10, 100]),
    "Asin": (22, 4, [-1, -0.75, -0.125, 0.25, 0.5, 0.875]), "Asinh": (22, 4, [-10, -1.5, -0.25, 0.5, 2, 30]),
    "Atan": (22, 5, [-10, -1.5, -0.25, 0.5, 2, 30]), "Atanh": (22, 5, [-0.875, -0.5, -0.125, 0.25, 0.75, 0.9375]),
    "Cos": (22, 4, [-7, -2, -0.5, 0.25, 1, 4]), "Cosh": (22, 4, [-3, -1, -0.25, 0.5, 2, 5]),
    "Sin": (22, 4, [-7, -2, -0.5, 0.25, 1, 4]), "Sinh": (22, 4, [-3, -1, -0.25, 0.5, 2, 5]),
    "Tan": (22, 5, [-4, -1, -0.25, 0.5, 1.25, 2]), "Tanh": (13, 5, [-3, -1, -0.25, 0.5, 1.5, 2.5]),
    "Exp": (13, 3, [-4, -1, -0.25, 0.5, 2, 5]), "Log": (13, 3, [0.125, 0.5, 0.75, 1, 3, 20]),
    "Sqrt": (13, 3, [0.25, 2, 3, 5, 9, 10]), "Erf": (13, 16, [-2, -0.75, -0.125, 0.25, 0.5, 1.5]),
    "Sigmoid": (13, 5, [-4, -1, -0.25, 0.5, 2, 5]),
}
SPECIAL = [0.0, -0.0, INF, -INF, NAN, -2.0, 2.0]


def special(name, x, type_):
    if name == "sqrt":
        return NAN if x < 0 or math.isnan(x) else x if x in (0, INF) else correctly_rounded("sqrt", x, type_)
    return correctly_rounded(name, x, type_)


def add_functions(corpus):
    made = Nodes()
    for name, (opset, ulps, values) in FUNCTIONS.items():
        for type_ in ("f32", "f64", "f16"):
            x = [round_to(type_, v) for v in values]
            out = [correctly_rounded(name.lower(), v, type_) for v in x]
            made.run("%s_%s" % (name.lower(), type_), "y = %s (x)" % name, {"x": Tensor(type_, [2, 3], x)},
                     {"y": Tensor(type_, [2, 3], out, {"ulp": 2 * ulps + 2})}, opset)
        made.run(name.lower() + "_special", "y = %s (x)" % name, {"x": of("f32", SPECIAL)},
                 {"y": Tensor("f32", [7], [special(name.lower(), v, "f32") for v in SPECIAL], {"ulp": 2 * ulps + 2})}, opset, tier="survey")
    for type_ in ("f32", "f64", "f16"):
        x = [-4.0, -3.0, 0.125, 5.0, 0.75, 6.0]
        made.run("reciprocal_" + type_, "y = Reciprocal (x)", {"x": Tensor(type_, [3, 2], x)},
                 {"y": Tensor(type_, [3, 2], [(Rounded(type_, 1.0) / v).value for v in x], {"ulp": 8})}, 13)
        made.run("softsign_" + type_, "y = Softsign (x)", {"x": Tensor(type_, [3, 2], x)},
                 {"y": Tensor(type_, [3, 2], [(Rounded(type_, v) / (Rounded(type_, abs(v)) + 1)).value for v in x], {"ulp": 12})})
    made.run("sqrt_below_0", "y = Sqrt (x)", {"x": of("f32", [4, -1, 16])}, {"y": Tensor("f32", [3], [2, NAN, 4], {"ulp": 8})}, 13)
    made.add_to(corpus, "functions", rules=["ONNX-GRAPH-2", "NUM-4"], oracle=ORACLE, kind="boundary",
                title="Trigonometric, hyperbolic and exponential functions, their inverses, roots and reciprocals.",
                notes="The expected values come from mpmath with 200 bits, rounded once to the type. Sqrt of a number below 0 is NaN by its text.")


def rounded(x):
    """To the nearest whole number; of two, the even one; the sign stays."""
    return math.copysign(round(x), x) if math.isfinite(x) else x


def to_whole(function):
    return lambda x: math.copysign(function(x), x) if math.isfinite(x) else x


def add_rounding(corpus):
    made = Nodes()
    values = [-2.5, -1.5, -0.75, -0.5, 0.25, 0.5, 1.5, 2.5, 3.75, 1000.0]
    for name, opset, function in (("Ceil", 13, to_whole(math.ceil)), ("Floor", 13, to_whole(math.floor)), ("Round", 22, rounded)):
        for type_ in ("f32", "f64", "f16"):
            # The sign of a zero that was not 0 is left out: the text does not name it.
            out = [v if v != 0 else 0.0 for v in map(function, values)]
            inputs = [v for v, y in zip(values, out) if y != 0 or v > 0]
            out = [y for v, y in zip(values, out) if y != 0 or v > 0]
            made.run("%s_%s" % (name.lower(), type_), "y = %s (x)" % name, {"x": of(type_, inputs)}, {"y": of(type_, out)}, opset)
        made.run(name.lower() + "_special", "y = %s (x)" % name, {"x": of("f32", [-0.25, -0.0, INF, -INF, NAN])},
                 {"y": of("f32", [function(v) for v in (-0.25, -0.0, INF, -INF, NAN)])}, opset, tier="survey")
    for type_, values in (("f32", [-7.5, -1e-30, 0, 1e-30, 3]), ("f16", [-7.5, 0, 0.125]), ("f64", [1e-300, -2, 0]), ("i32", [-2**31, -5, 0, 2**31 - 1]),
                          ("i64", [2**40, 0, -2**40]), ("i8", [-128, 0, 127]), ("u8", [0, 1, 255])):
        made.run("sign_" + type_, "y = Sign (x)", {"x": of(type_, values)}, {"y": of(type_, [(v > 0) - (v < 0) for v in values])}, 13)
    made.run("sign_of_subnormals", "y = Sign (x)", {"x": of("f32", [-1e-40, 1e-40])}, {"y": of("f32", [-1, 1])}, 13, tier="survey")
    made.run("sign_of_nan", "y = Sign (x)", {"x": of("f32", [NAN, INF, -INF])}, {"y": of("f32", [NAN, 1, -1])}, 13, tier="survey")
    x = [1, INF, NAN, -INF, 0, 3e38]
    for attributes, found in (("", (INF, -INF)), ("detect_negative = 0", (INF,)), ("detect_positive = 0", (-INF,)),
                              ("detect_negative = 0, detect_positive = 0", ())):
        name = "is_inf" + "".join("_no_" + word for word in ("negative", "positive") if word in attributes)
        for type_, opset in (("f32", 10), ("f64", 20)):
            made.run("%s_%s" % (name, type_), "y = IsInf <%s> (x)" % attributes, {"x": of(type_, x)}, {"y": of("boolean", [v in found for v in x])}, opset)
    for type_, opset in (("f32", 9), ("f16", 13), ("f64", 20)):
        values = [1, INF, NAN, -INF, 0, NAN]
        made.run("is_nan_" + type_, "y = IsNaN (x)", {"x": of(type_, values)}, {"y": of("boolean", [math.isnan(v) for v in values])}, opset)
    made.add_to(corpus, "rounding_and_classes", rules=["ONNX-GRAPH-2", "NUM-12"], oracle=ORACLE, kind="boundary",
                title="Ceil, Floor, Round to the even neighbour, Sign, IsInf with its attributes, and IsNaN.")


def celu(x, alpha):
    below = x.of(alpha) * ((x / alpha).apply("exp") - 1)
    return x.at_least(0) + below.at_most(0)


def shrink(x, lambd, bias):
    return x + bias if x.value < -lambd else x - bias if x.value > lambd else x.of(0)


def hard_sigmoid(x, alpha, beta):
    return (x.of(alpha) * x + beta).at_most(1).at_least(0)


def selu(x, alpha, gamma):
    """The order of ONNX's text, which is not that of OpenVINO's."""
    alpha, gamma = x.of(alpha), x.of(gamma)
    return gamma * x if x.value > 0 else gamma * (alpha * x.apply("exp") - alpha)


def exactly(type_, value):
    return round_to(type_, round_to("f32", value))


# name: (node, version, formula of a Rounded, arguments, whether it is exact)
RANGE = [-4.5, -3, -1.5, -0.5, -0.25, 0.375, 0.75, 1.5, 3, 6]
ACTIVATIONS = {
    "celu": ("Celu (x)", 12, lambda x: celu(x, 1), RANGE, False), "celu_alpha": ("Celu <alpha = 0.5> (x)", 12, lambda x: celu(x, 0.5), RANGE, False),
    "elu": ("Elu (x)", 22, lambda x: elu(x, x.of(1)), RANGE, False), "elu_alpha": ("Elu <alpha = 2.5> (x)", 6, lambda x: elu(x, x.of(2.5)), RANGE, False),
    "selu": ("Selu (x)", 22, lambda x: selu(x, exactly(x.type, 1.67326319217681884765625), exactly(x.type, 1.05070102214813232421875)), RANGE, False),
    "selu_alpha_gamma": ("Selu <alpha = 2.5, gamma = 0.75> (x)", 6, lambda x: selu(x, 2.5, 0.75), RANGE, False),
    "hard_sigmoid": ("HardSigmoid (x)", 22, lambda x: hard_sigmoid(x, exactly(x.type, 0.2), 0.5), RANGE, False),
    "hard_sigmoid_alpha_beta": ("HardSigmoid <alpha = 0.25, beta = 0.625> (x)", 6, lambda x: hard_sigmoid(x, 0.25, 0.625), RANGE, True),
    "hard_swish": ("HardSwish (x)", 22, lambda x: x * hard_sigmoid(x, round_to(x.type, 1 / 6), 0.5), RANGE, False),
    "leaky_relu": ("LeakyRelu (x)", 16, lambda x: x if x.value >= 0 else x.of(exactly(x.type, 0.01)) * x, RANGE, False),
    "leaky_relu_alpha": ("LeakyRelu <alpha = 0.375> (x)", 6, lambda x: x if x.value >= 0 else x * 0.375, RANGE, True),
    "thresholded_relu": ("ThresholdedRelu (x)", 22, lambda x: x if x.value > 1 else x.of(0), RANGE + [1], True),
    "thresholded_relu_alpha": ("ThresholdedRelu <alpha = -1.5> (x)", 10, lambda x: x if x.value > -1.5 else x.of(0), RANGE, True),
    "shrink": ("Shrink (x)", 9, lambda x: shrink(x, 0.5, 0), RANGE + [0.5], True),
    "shrink_bias_lambd": ("Shrink <bias = 0.75, lambd = 1.5> (x)", 9, lambda x: shrink(x, 1.5, 0.75), RANGE + [2], True),
    "softplus": ("Softplus (x)", 22, softplus, RANGE, False),
    "swish": ("Swish (x)", 24, lambda x: swish(x, x.of(1)), RANGE, False), "swish_alpha": ("Swish <alpha = 1.5> (x)", 24, lambda x: swish(x, x.of(1.5)), RANGE, False),
    "gelu": ("Gelu (x)", 20, gelu, RANGE, False), "gelu_tanh": ("Gelu <approximate = \"tanh\"> (x)", 20, lambda x: gelu(x, True), RANGE, False),
    "mish": ("Mish (x)", 18, lambda x: x * softplus(x).apply("tanh"), RANGE, False),
    "relu": ("Relu (x)", 14, lambda x: x.at_least(0), RANGE, True),
}

# Here ONNX's function has constants of f32, and the text has numbers.
CONSTANTS_OF_F32 = {("hard_swish", "f64"), ("gelu_tanh", "f64")}


def add_activations(corpus):
    made = Nodes()
    for name, (node, opset, formula, values, is_exact) in ACTIVATIONS.items():
        for type_ in ("f32", "f64", "f16"):
            if name.startswith("celu") and type_ != "f32":
                continue  # version 12 is of f32 alone
            out = [formula(Rounded(type_, v)).value for v in values]
            made.run("%s_%s" % (name, type_), "y = " + node, {"x": of(type_, values)},
                     {"y": of(type_, out, None if is_exact else DERIVED)}, opset, **({"tier": "survey"} if (name, type_) in CONSTANTS_OF_F32 else {}))
    made.run("celu_alpha_of_version_28_f64", "y = Celu <alpha = 0.5> (x)", {"x": of("f64", RANGE)},
             {"y": of("f64", [celu(Rounded("f64", v), 0.5).value for v in RANGE], DERIVED)}, 28)
    gate, value = [-1.5, -0.25, 0.5, 3], [2, -4, 8, 0.5]
    for name, attributes, alpha in (("swiglu", "", 1), ("swiglu_alpha", "<alpha = 1.5> ", 1.5)):
        out = [(swish(Rounded("f32", a), Rounded("f32", alpha)) * b).value for a, b in zip(gate, value)]
        made.run(name, "y = SwiGLU %s(a, b)" % attributes, {"a": of("f32", gate), "b": of("f32", value)}, {"y": of("f32", out, DERIVED)}, 28)
    for type_ in ("f32", "f64", "f16"):  # -0 is not below 0
        made.run("elu_of_zeros_" + type_, "y = Elu <alpha = -2.0> (x)", {"x": of(type_, [0.0, -0.0])}, {"y": of(type_, [0.0, -0.0])}, 22, tier="survey")
    for type_ in ("i32", "i64", "u8"):
        values = [0, 1, 3, 4, 5, 100] + ([-1, -3, -4, -100] if type_ != "u8" else [])
        made.run("shrink_" + type_, "y = Shrink <bias = 2.0, lambd = 3.0> (x)", {"x": of(type_, values)},
                 {"y": of(type_, [v + 2 if v < -3 else v - 2 if v > 3 else 0 for v in values])}, 9)
    made.run("relu_i32", "y = Relu (x)", {"x": of("i32", [-7, 0, 5])}, {"y": of("i32", [0, 0, 5])}, 14)
    x = [[[-1, 2, -3], [4, -5, -6]], [[-7, -8, 9], [-10, 11, -12]]]
    for name, type_, slope in (("row", "f32", [0.5, 0.25, 2]), ("column", "f32", [[0.5], [-2]]), ("scalar", "f64", 0.25), ("one", "f16", [0.125]),
                               ("matrix", "f32", [[0.5, 2, 3], [4, 0.25, 5]]), ("batch", "f32", [[[0.5]], [[4]]]), ("row", "i32", [2, -3, 4]), ("row", "i64", [5, 6, 7])):
        data, factor = of(type_, x), of(type_, slope)
        a, b = array(data), array(factor)
        made.run("prelu_%s_%s" % (name, type_), "y = PRelu (x, slope)", {"x": data, "slope": factor}, {"y": of(type_, (a >= 0) * a + (a < 0) * (a * b))}, 16)
    made.add_to(corpus, "activations", rules=["ONNX-GRAPH-2", "NUM-6"], oracle=ORACLE, kind="boundary",
                title="Activations, with and without their attributes: each is its formula, rounded at each step.",
                notes="The arguments are on both sides of every border of a formula, and at each threshold.")


def add_cases(corpus):
    for add in (add_functions, add_rounding, add_activations):
        add(corpus)
