"""Functions of one number in TensorRT networks, each told apart from the others (TRT-24)."""

from elementwise import FUNCTIONS, gelu, tolerance, vector
from rounded import Rounded, correctly_rounded
from trt_layers import layer
from trt_network import Calls, Raw, add_network

ORDINARY = [1.25, 0.25, -0.5, 2.0, 0.75, -1.0]
DOMAINS = {"Asin": [0.25, -0.5, 0.75], "Acos": [0.25, -0.5, 0.75], "Acosh": [1.25, 2.0, 1.0], "Atanh": [0.25, -0.5, 0.75]}


def runs_of_functions():
    for name, (_, ulps, _, _) in FUNCTIONS.items():
        x = DOMAINS.get(name, ORDINARY)
        out = [correctly_rounded(name.lower(), v, "f32") for v in x]
        yield name.lower(), layer("addUnary", input="X", operation="k" + name.upper()), x, vector("f32", out, {"ulp": 2 * ulps + 2})


def runs_of_gelu():
    for kind in ("erf", "tanh"):
        out = [gelu(Rounded("f32", v), kind == "tanh").value for v in ORDINARY]
        line = layer("addActivation", input="X", type="kGELU_" + kind.upper())
        yield "gelu_" + kind, line, ORDINARY, vector("f32", out, tolerance(kind, "f32", 0))


def add_cases(corpus):
    calls = Calls()
    calls.input("X", dimensions=[-1])
    calls.lines.append(Raw("{{layer}}"))
    calls.output("y")
    runs = [{"name": name, "at": [line], "inputs": {"X": vector("f32", x)}, "outputs": [y]}
            for rows in (runs_of_functions(), runs_of_gelu()) for name, line, x, y in rows]
    add_network(corpus, "hand/functions", calls, title="Each function of one number computes what its row of the table says.",
                rules=["TRT-24", "NUM-4", "NUM-6"], kind="boundary", oracle="generator: gen/trt_functions.py", columns=["layer"], runs=runs)
