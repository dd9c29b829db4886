"""LSTM, GRU and RNN whose weights, biases and initial states are constants, as in models of trained networks.

Oracle: the equations of gen/onnx_layers_recurrent.py.
"""

import itertools

import numpy as np

from onnx_layers import distinct
from onnx_layers_recurrent import DEFAULTS, GATES, ORACLE, array, recurrent
from onnx_nodes import DERIVED, Nodes, of, reals

STEPS, BATCH, FEATURES, UNITS = 3, 2, 4, 4
GIVEN = {"weights": "", "biases": "b", "states": "hc", "biases_and_states": "bhc"}


def add_run(made, operator, direction, given, linear=False):
    directions, rows = 2 if direction == "bidirectional" else 1, GATES[operator] * UNITS
    x = distinct(1, [STEPS, BATCH, FEATURES], 1 / 16, "f32")
    states = [directions, BATCH, UNITS]
    shapes = {"w": [directions, rows, FEATURES], "r": [directions, rows, UNITS], "b": [directions, 2 * rows], "h": states, "c": states}
    operands = {letter: distinct(2 + k, shape, 1 / 16, "f32") for k, (letter, shape) in enumerate(shapes.items())
                if letter in "wr" + GIVEN[given] and (letter != "c" or operator == "LSTM")}
    w, r, b, h, c = [array(operands[letter]) if letter in operands else np.zeros(shape) for letter, shape in shapes.items()]
    y, last, _ = recurrent(operator, array(x), w, r, b, [STEPS] * BATCH, h, c, direction, DEFAULTS[operator] * directions, 0.0, linear)
    order = ["x", "w", "r", "b" if "b" in operands else "", ""] + [letter for letter in "hc" if letter in operands]
    node = '%s <hidden_size = %d, direction = "%s"%s> (%s)' % (operator, UNITS, direction, ", linear_before_reset = 1" * linear,
                                                               ", ".join(letter or '""' for letter in order))
    nodes = [reals(letter, tensor.values, tensor.shape) for letter, tensor in operands.items()] + ["y, last = " + node]
    name = "__".join([operator.lower(), direction, given] + ["linear_before_reset"] * linear)
    made.run(name, " ".join(nodes), {"x": x}, {"y": of("f32", y, DERIVED), "last": of("f32", last, DERIVED)}, 14)


def add_cases(corpus):
    made = Nodes()
    for operator, direction, given in itertools.product(GATES, ["forward", "reverse", "bidirectional"], GIVEN):
        add_run(made, operator, direction, given)
        if operator == "GRU":
            add_run(made, operator, direction, given, linear=True)
    made.add_to(corpus, "networks_with_constant_weights", oracle=ORACLE, kind="combined",
                title="LSTM, GRU and RNN with weights, biases and states that are constants.", rules=["OP-9", "OP-10", "ONNX-GRAPH-5", "ONNX-GRAPH-6"])
