"""Recurrent networks of ONNX that read one input, beside each other and beside a Transpose.

Oracle: the cell of gen/models_recurrent.py. ONNX has a bias for each of W and R, which are left out here.
"""

import numpy as np

from exact import F32, noise
from models_recurrent import rnn_cell
from onnx_nodes import Nodes, of, reals

ORACLE = "generator: gen/onnx_one_input.py"
STEPS, BATCH, FEATURES, UNITS = 3, 2, 3, 2
BOUND = {"bound": 2.5e-6}  # docs/bounds.md
FORWARD = "y, last = RNN <hidden_size = 2> (x, w, r)"
BACKWARD = 'z, end = RNN <hidden_size = 2, direction = "reverse"> (x, v, q)'
SECOND = "z, end = RNN <hidden_size = 2> (x, v, q)"
TURNED = "t = Transpose <perm = [1, 0, 2]> (x)"


def network(x, w, r, backward=False):
    """All states [steps, 1, batch, units], and the last one."""
    state, seen = np.zeros((BATCH, UNITS), F32), []
    for part in x[::-1] if backward else x:
        state = rnn_cell(part, state, w, r, np.zeros(UNITS, F32))
        seen.append(state)
    return np.stack(seen[::-1] if backward else seen)[:, None], state[None]


def add_cases(corpus):
    made = Nodes()
    x = noise(97, (STEPS, BATCH, FEATURES))
    w, v = noise(98, (UNITS, FEATURES)), noise(99, (UNITS, FEATURES))
    r, q = noise(100, (UNITS, UNITS)), noise(101, (UNITS, UNITS))
    inputs = {"x": of("f32", x), "w": of("f32", w[None]), "r": of("f32", r[None])}
    both = {**inputs, "v": of("f32", v[None]), "q": of("f32", q[None])}
    y, last = network(x, w, r)
    z, _ = network(x, v, q, backward=True)
    turned = of("f32", x.transpose(1, 0, 2))

    def run(name, nodes, given, **outputs):
        outputs = {key: value if key in "tu" else of("f32", value, BOUND) for key, value in outputs.items()}
        made.run(name, " ".join(nodes), given, outputs, 14)
        weights = [reals(key, weight.values, weight.shape) for key, weight in given.items() if key != "x"]
        made.run(name + "__constant_weights", " ".join(weights + nodes), {"x": given["x"]}, outputs, 14)
    run("both_directions", [FORWARD, BACKWARD], both, y=y, z=z)
    run("both_directions_and_the_last_state", [FORWARD, BACKWARD], both, last=last, z=z)
    run("joined", [FORWARD, BACKWARD, "a = Concat <axis = 3> (y, z)"], both, a=np.concatenate([y, z], axis=3))
    run("twice_forward", [FORWARD, SECOND], both, y=y, z=network(x, v, q)[0])
    run("beside_a_transpose", [FORWARD, TURNED], inputs, y=y, t=turned)
    run("beside_a_turned_negative", [FORWARD, TURNED, "u = Neg (t)"], inputs, y=y, u=of("f32", -x.transpose(1, 0, 2)))
    made.add_to(corpus, "networks_on_one_input", oracle=ORACLE, kind="combined", title="Two recurrent networks, or one and a Transpose, read one input.",
                rules=["ONNX-GRAPH-2", "NUM-6"], notes="h' = Tanh(W x + R h). Runtimes turn the input for each network, and join equal Transposes.")
