"""LSTM, GRU and RNN whose weights, biases and initial states are constants, as in models of trained networks.

Oracle: the equations of gen/onnx_layers_recurrent.py.
"""

import itertools

from onnx_layers_recurrent import DEFAULTS, GATES, ORACLE, computed, operands_of
from onnx_nodes import DERIVED, Nodes, of, reals

STEPS, BATCH, UNITS, FEATURES = 3, 2, 4, 4
GIVEN = {"weights": "", "biases": "b", "states": "h", "biases_and_states": "bh"}


def add_run(made, operator, direction, kind, linear=False):
    directions = 2 if direction == "bidirectional" else 1
    given = GIVEN[kind].replace("h", "hc") if operator == "LSTM" else GIVEN[kind]
    operands = operands_of(operator, directions, STEPS, BATCH, given, units=UNITS, features=FEATURES)
    y, last, _ = computed(operator, operands, [STEPS] * BATCH, direction, DEFAULTS[operator] * directions, linear=linear)
    constants = [reals(letter, tensor.values, tensor.shape) for letter, tensor in operands.items() if tensor and letter != "x"]
    order = ", ".join(["x, w, r", "b" if "b" in given else "", "", *given.replace("b", "")]).rstrip(", ")
    node = 'y, last = %s <hidden_size = %d, direction = "%s"%s> (%s)' % (operator, UNITS, direction, ", linear_before_reset = 1" * linear, order)
    name = "__".join([operator.lower(), direction, kind] + ["linear_before_reset"] * linear)
    made.run(name, " ".join(constants + [node]), {"x": operands["x"]}, {"y": of("f32", y, DERIVED), "last": of("f32", last, DERIVED)}, 14)


def add_cases(corpus):
    made = Nodes()
    for operator, direction, kind in itertools.product(GATES, ["forward", "reverse", "bidirectional"], GIVEN):
        for linear in (False, True) if operator == "GRU" else (False,):
            add_run(made, operator, direction, kind, linear)
    made.add_to(corpus, "networks_with_constant_weights", oracle=ORACLE, kind="combined",
                title="LSTM, GRU and RNN with weights, biases and states that are constants.", rules=["OP-9", "OP-10", "ONNX-GRAPH-5", "ONNX-GRAPH-6"])
