"""Functions and activations of one number, PRelu and LogSoftmax (NUM-4, NUM-6, NUM-10, OP-8)."""

import math

import ir
from case import Tensor, rejected, round_to
from elementwise_bounds import BOUNDS
from frames import begin, scan, slices, typed
from rounded import Rounded, correctly_rounded

INF, NAN = math.inf, math.nan
REALS = ("f16", "bf16", "f32", "f64")
TINY = {"f16": 2.0**-24, "bf16": 2.0**-133, "f32": 2.0**-149, "f64": 2.0**-1074}
EPSILON = {"f16": 2.0**-10, "bf16": 2.0**-7, "f32": 2.0**-23, "f64": 2.0**-52}


def looped(operation, *parameters, version="{{version}}", output="{{type}}", **attributes):
    """A TensorIterator that applies an operation to each element of X.

    parameters  (name, shape), the same in each iteration
    """
    graph = ir.Graph()
    x = graph.parameter("X", "{{type}}", [-1])
    given = [graph.parameter(name, "{{type}}", shape) for name, shape in parameters]
    loop, body = begin("tensor_iterator", graph, None)
    xi = body.parameter("x", "{{type}}", [1])
    inside = [body.parameter(name.lower(), "{{type}}", shape) for name, shape in parameters]
    y = body.result(body.op(operation, xi, *inside, version=version, type=output, **attributes), "y")
    loop.input(x, xi, **slices())
    for outer, inner in zip(given, inside):
        loop.input(outer, inner)
    graph.result(loop.output(y, shape=[-1], **scan()), "Y")
    return graph.text()


def vector(type_, values, compare=None):
    return Tensor(type_, [len(values)], values, compare)


def specials(type_):
    return [0.0, -0.0, INF, -INF, NAN, TINY[type_], -TINY[type_]]


# name: (version, ulps that an implementation may be off, ordinary values, values whose treatment differs)
FUNCTIONS = {
    "Tan": ("opset1", 5, [0.25, -0.5, 1.0, 1.5, -2.0, 3.0, 0.01, 1.5707], [22.0, 1000.0, 65000.0]),
    "Asin": ("opset1", 4, [0.25, -0.5, 0.75, 1.0, -1.0, 0.999, 0.01], [1.5, -2.0]),
    "Acos": ("opset1", 4, [0.25, -0.5, 0.75, 1.0, -1.0, 0.99, 0.01], [1.5, -2.0]),
    "Atan": ("opset1", 5, [0.25, -0.5, 1.0, -2.0, 10.0, 0.01, 1000.0], [65000.0]),
    "Sinh": ("opset1", 4, [0.25, -0.5, 1.0, -2.0, 5.0, 0.01, 10.0], [11.5, -90.0, 100.0, 1000.0]),
    "Cosh": ("opset1", 4, [0.25, -0.5, 1.0, -2.0, 5.0, 0.01, 10.0], [11.5, -90.0, 100.0, 1000.0]),
    "Asinh": ("opset4", 4, [0.25, -0.5, 1.0, -2.0, 10.0, 0.01, 1000.0], [65000.0, -65000.0]),
    "Acosh": ("opset4", 4, [1.0, 1.01, 1.5, 2.0, 10.0, 1000.0], [65000.0, 0.5, -1.0]),
    "Atanh": ("opset4", 5, [0.25, -0.5, 0.75, 0.01, 0.99, -0.9], [1.0, -1.0, 1.5, -2.0]),
    "Erf": ("opset1", 16, [0.25, -0.5, 1.0, -2.0, 0.01, 3.0, -0.75], [4.5, -10.0, 100.0]),
}


def add_functions(corpus):
    runs = []
    for name, (version, ulps, ordinary, extreme) in FUNCTIONS.items():
        for type_ in REALS:
            for kind, values in (("ordinary", ordinary), ("special", extreme + specials(type_))):
                values = [round_to(type_, v) for v in values]
                out = [correctly_rounded(name.lower(), v, type_) for v in values]
                runs.append({"name": "%s_%s_%s" % (name.lower(), type_, kind), "at": typed(type_) + [name, version],
                             **({} if kind == "ordinary" else {"tier": "survey"}), "inputs": {"X": vector(type_, values)},
                             "outputs": [vector(type_, out, {"ulp": 2 * ulps + 2})]})
    corpus.add("numeric/more_functions", rules=["NUM-4"], kind="boundary", oracle="generator: gen/elementwise.py",
               model=looped("{{op}}"), columns=["type", "precision", "op", "version"], runs=runs,
               title="Trigonometric and hyperbolic functions, their inverses and Erf are correctly rounded.",
               notes="The expected values come from mpmath with 200 bits, rounded once to the type. Outside its domain a function is NaN.")

    runs = []
    for name, (version, _, _, _) in FUNCTIONS.items():
        for type_, low, high in (("i8", -128, 127), ("u8", 0, 255), ("i32", -2**31, 2**31 - 1), ("i64", -2**63, 2**63 - 1),
                                 ("u64", 0, 2**64 - 1)):
            values = [v for v in (0, 1, -1, 2, -2, 3, -5, 11, 43, -44, low, high) if low <= v <= high]
            out = [nearest_integer(name.lower(), v, low, high) for v in values]
            runs.append({"name": "%s_%s" % (name.lower(), type_), "at": typed(type_) + [name, version], "tier": "survey",
                         "inputs": {"X": vector(type_, values)}, "outputs": [vector(type_, out)]})
    corpus.add("numeric/functions_of_integers", rules=["NUM-4"], kind="boundary", oracle="generator: gen/elementwise.py",
               model=looped("{{op}}"), columns=["type", "precision", "op", "version"], runs=runs,
               title="A function of an integer is rounded to the nearest integer, and to the nearest value of the type.",
               notes="Tan(1) = 1.56 gives 2, as on the page of Tan. Acos(2) is not a number and gives 0. Atanh(-1) and everything below "
                     "gives the lowest value, as on the page of Atanh.")


def nearest_integer(name, x, low, high):
    import mpmath
    if name == "atanh" and x != 0:
        return high if x > 0 else low
    if name in ("asin", "acos") and abs(x) > 1 or name == "acosh" and x < 1:
        return 0
    if name in ("sinh", "cosh") and abs(x) > 1000:
        return high if x > 0 or name == "cosh" else low
    with mpmath.workprec(400):
        return max(low, min(high, int(mpmath.nint(getattr(mpmath, name)(mpmath.mpf(x))))))


# Formulas, as on the pages.

def hsigmoid(x):
    return (x + 3).at_least(0).at_most(6) / 6


def softplus(x):
    power = x.apply("exp")
    return x if power.value == INF else (power + 1).apply("log")


def elu(x, alpha):
    return x if x.value > 0 else alpha * (x.apply("exp") - 1)


def gelu(x, tanh=False):
    if tanh:
        inner = math.sqrt(2 / math.pi) * (x + 0.044715 * x.cubed())
        return x * 0.5 * (1 + inner.apply("tanh"))
    return x * 0.5 * (1 + (x / math.sqrt(2)).apply("erf"))


def swish(x, beta):
    return x * (beta * x).apply("sigmoid")


# Ranges of x: the error of a result near 0 is not hidden by that of a large one.
RANGES = {
    "small": [0.1, -0.3, 0.5, 1.0, -1.0, 1.5, -1.75, 2.0, -2.0, 0.01, -0.001],
    "negative": [-2.5, -3.0, -3.5, -4.0, -6.0, -8.0, -10.5],
    "positive": [2.5, 3.0, 3.5, 4.0, 6.0, 8.0, 10.5],
    "far": [-12.0, -20.0, -90.0, 12.0, 20.0, 90.0],
}

def tolerance(key, type_, at):
    """How the golden of a range is compared; None: by bits."""
    units = BOUNDS[key][type_][at]
    return {"bound": float("%.3g" % (units * EPSILON[type_]))} if units else None


def runs_of(formula, key, words, parameters=(), inputs=None):
    """Runs of every real type and range.

    parameters  those of the formula
    inputs      the inputs of the model beside X, by type
    """
    runs = []
    for type_ in REALS:
        for kind, values in {**RANGES, "special": specials(type_)}.items():
            values = [round_to(type_, v) for v in values]
            out = [formula(Rounded(type_, v), *[Rounded(type_, p) for p in parameters]).value for v in values]
            special = kind == "special"
            compare = None if special else tolerance(key, type_, list(RANGES).index(kind))
            runs.append({"name": "%s_%s_%s" % (key, type_, kind), "at": typed(type_) + words, **({"tier": "survey"} if special else {}),
                         "inputs": {"X": vector(type_, values), **(inputs(type_) if inputs else {})},
                         "outputs": [vector(type_, out, compare)]})
    return runs


def add_activations(corpus):
    plain = {"HSigmoid": ("opset5", hsigmoid), "HSwish": ("opset4", lambda x: x * hsigmoid(x)), "SoftPlus": ("opset4", softplus),
             "Mish": ("opset4", lambda x: x * softplus(x).apply("tanh")), "Swish": ("opset4", lambda x: x * x.apply("sigmoid"))}
    corpus.add("numeric/activations", rules=["NUM-6", "NUM-10"], kind="boundary", oracle="generator: gen/elementwise.py",
               model=looped("{{op}}"), columns=["type", "precision", "op", "version"],
               runs=sum((runs_of(formula, op.lower(), [op, version]) for op, (version, formula) in plain.items()), []),
               title="Activations are their pages' formulas, rounded at each step.",
               notes="SoftPlus of a number whose power of e is infinite is the number itself. The others are NaN at -infinity, where "
                     "their formulas have infinity times 0, but HSigmoid and SoftPlus are 0.")
    corpus.add("numeric/gelu", rules=["NUM-6"], kind="boundary", oracle="generator: gen/elementwise.py",
               model=looped("Gelu", approximation_mode="{{approximation_mode}}"), columns=["type", "precision", "version", "approximation_mode"],
               runs=runs_of(gelu, "opset2", ["opset2", None]) + runs_of(gelu, "erf", ["opset7", "erf"])
               + runs_of(lambda x: gelu(x, True), "tanh", ["opset7", "tanh"])
               + [{**run, "name": "capital_" + run["name"], "tier": "survey"}
                  for run in runs_of(lambda x: gelu(x, True), "tanh", ["opset7", "TANH"])],
               title="Gelu is x / 2 (1 + erf(x / sqrt(2))), or its approximation by tanh, rounded at each step.",
               notes="The square root of 2, that of 2 / pi and 0.044715 are rounded to the type first, and x^3 is rounded once.")
    corpus.add("numeric/elu", rules=["NUM-6"], kind="boundary", oracle="generator: gen/elementwise.py",
               model=looped("Elu", version="opset1", alpha="{{alpha}}"), columns=["type", "precision", "alpha"],
               runs=runs_of(elu, "elu_1", ["1.0"], [1.0]) + runs_of(elu, "elu_5_4", ["1.25"], [1.25])
               + [{**run, "tier": "survey"} for run in runs_of(elu, "elu_0", ["0.0"], [0.0])],
               title="Elu is x above 0 and alpha (e^x - 1) elsewhere, rounded at each step.",
               notes="With alpha 0 it is Relu by the page, except that the formula makes -0 of most negative numbers.")

    def selu_inputs(type_):
        return {"ALPHA": vector(type_, [1.5]), "LAMBDA": vector(type_, [1.125])}

    def scalar_selu_inputs(type_):
        return {"ALPHA": Tensor(type_, [], [1.5]), "LAMBDA": Tensor(type_, [], [1.125])}

    for name, shape, inputs, more in (("selu", [1], selu_inputs, {}), ("selu_of_scalars", [], scalar_selu_inputs, {"tier": "survey"})):
        corpus.add("numeric/" + name, rules=["NUM-6", "OP-5"], kind="boundary", oracle="generator: gen/elementwise.py",
                   model=looped("Selu", ("ALPHA", shape), ("LAMBDA", shape), version="opset1"), columns=["type", "precision"],
                   runs=[{**run, **more} for run in runs_of(lambda x, alpha, by: by * elu(x, alpha), "selu", [], [1.5, 1.125], inputs)],
                   title="Selu is lambda times Elu, with alpha and lambda as %s." % ("scalars" if more else "inputs"))

    def beta_of(value):
        return lambda type_: {"BETA": Tensor(type_, [], [value])}

    runs = sum((runs_of(swish, name, [], [beta], beta_of(beta)) for name, beta in (("half", 0.5), ("two", 2.0), ("zero", 0.0))), [])
    runs.append({"name": "negative", "at": typed("f32"), "tier": "survey", "rules": ["OP-6"],
                 "inputs": {"X": vector("f32", [1.0]), **beta_of(-1.0)("f32")}, **rejected("run", "OP-6")})
    corpus.add("numeric/swish_beta", rules=["NUM-6", "OP-6"], kind="boundary", oracle="generator: gen/elementwise.py",
               model=looped("Swish", ("BETA", []), version="opset4"), columns=["type", "precision"], runs=runs,
               title="Swish is x sigmoid(beta x), rounded at each step; a negative beta is an error.",
               notes="The page of Swish says that beta is not negative.")


def add_prelu(corpus):
    """Parts of [2, 3, 3] with a slope for each channel, for each column, or for all."""
    for path, shape, at, notes in (
            ("numeric/prelu_of_channels", [3], lambda i: i // 3 % 3, "A slope of [3] belongs to the second dimension, though the last one is 3 too."),
            ("numeric/prelu_of_columns", [1, 3], lambda i: i % 3, "A slope of [1, 3] is aligned with the last dimension."),
            ("numeric/prelu_of_all", [1], lambda i: 0, "A slope of [1] belongs to every element.")):
        graph = ir.Graph()
        x, slope = graph.parameter("X", "{{type}}", [-1, 3, 3]), graph.parameter("SLOPE", "{{type}}", shape)
        loop, body = begin("tensor_iterator", graph, None)
        xi, si = body.parameter("x", "{{type}}", [2, 3, 3]), body.parameter("slope", "{{type}}", shape)
        y = body.result(body.op("{{op}}", xi, si), "y")
        loop.input(x, xi, **slices(2))
        loop.input(slope, si)
        graph.result(loop.output(y, shape=[-1, 3, 3], **scan(2)), "Y")
        slopes = [0.5, -3.0, 0.0625][:shape[-1]]
        runs = []
        for op in ("PRelu", "PReLU"):
            for type_ in REALS:
                for kind, values in (("ordinary", [(i - 20) * 0.5 for i in range(36)]),
                                     ("special", [-INF, -0.0, NAN, -1.0, 0.0, INF, -TINY[type_], TINY[type_], -3.0] * 4)):
                    out = [v if not v < 0 else (Rounded(type_, slopes[at(i % 18)]) * v).value for i, v in enumerate(values)]
                    tier = {"tier": "survey"} if kind == "special" or op == "PReLU" else {}
                    runs.append({"name": "%s_%s_%s" % ({"PRelu": "serialized", "PReLU": "on_the_page"}[op], type_, kind), "at": typed(type_) + [op], **tier,
                                 "inputs": {"X": Tensor(type_, [4, 3, 3], values), "SLOPE": Tensor(type_, shape, slopes)},
                                 "outputs": [Tensor(type_, [4, 3, 3], out)]})
        corpus.add(path, rules=["OP-8", "NUM-6"], kind="boundary", oracle="generator: gen/elementwise.py", model=graph.text(),
                   columns=["type", "precision", "op"], runs=runs,
                   title="PRelu multiplies negative elements by a slope: " + notes[0].lower() + notes[1:], notes=notes)


def add_log_softmax(corpus):
    graph = ir.Graph()
    x = graph.parameter("X", "{{type}}", [-1, 2, 3])
    loop, body = begin("tensor_iterator", graph, None)
    xi = body.parameter("x", "{{type}}", [1, 2, 3])
    y = body.result(body.op("LogSoftmax", xi, version="opset5", axis="{{axis}}"), "y")
    loop.input(x, xi, **slices())
    graph.result(loop.output(y, shape=[-1, 2, 3], **scan()), "Y")
    runs = []
    for axis, step, count in ((None, 3, 2), (1, 3, 2), (-2, 3, 2), (2, 1, 3), (-1, 1, 3)):
        for type_ in REALS:
            for kind, values in (("ordinary", [0.5, -1.0, 2.0, 0.25, 3.0, -0.75, 1.0, 1.0, -2.0, 4.0, 0.0, 2.5]),
                                 ("special", [INF, 1.0, NAN, 0.0, -INF, 2.0, -INF, -INF, 100.0, -INF, -100.0, -100.0])):
                out = [None] * 12
                for first in (i for i in range(12) if i // step % count == 0):
                    line = [first + j * step for j in range(count)]
                    for i, v in zip(line, log_softmax([Rounded(type_, values[i]) for i in line])):
                        out[i] = v.value
                name = "axis_%s_%s_%s" % ("none" if axis is None else str(axis).replace("-", "m"), type_, kind)
                runs.append({"name": name, "at": typed(type_) + [axis], **({"tier": "survey"} if kind == "special" else {}),
                             "inputs": {"X": Tensor(type_, [2, 2, 3], values)}, "outputs": [
                                 Tensor(type_, [2, 2, 3], out, tolerance("log_softmax", type_, 0) if kind == "ordinary" else None)]})
    corpus.add("numeric/log_softmax", rules=["NUM-6", "NUM-3"], kind="boundary", oracle="generator: gen/elementwise.py", model=graph.text(),
               columns=["type", "precision", "axis"], runs=runs,
               title="LogSoftmax is t - log(sum of e^t) with t = x - max x along an axis, which is 1 if the attribute is missing.",
               notes="A line with +infinity or NaN, or only -infinity, is NaN. Elsewhere -infinity stays.")


def log_softmax(line):
    """One line; the sum is rounded once."""
    greatest = line[0]
    for x in line:
        greatest = greatest.at_least(x)
    t = [x - greatest for x in line]
    total = Rounded("f64", 0.0)
    for power in (x.apply("exp") for x in t):
        total = total + power.value
    last = Rounded(line[0].type, total.value).apply("log")
    return [x - last for x in t]


def add_cases(corpus):
    for add in (add_functions, add_activations, add_prelu, add_log_softmax):
        add(corpus)
