"""LSTM, GRU and RNN by the equations of ONNX's text, step by step in double."""

import numpy as np

from case import Tensor
from onnx_layers import Layer, array, distinct, exp, log, of, sigmoid, tanh

ORACLE = "generator: gen/onnx_layers_recurrent.py"
ACTIVATIONS = {"Sigmoid": sigmoid, "Tanh": tanh, "Relu": lambda x: np.maximum(x, 0)}
# Those with alpha, and those with alpha and beta.
WITH_ALPHA = {"Elu": lambda x, a: np.where(x > 0, x, a * (exp(np.minimum(x, 0)) - 1)), "LeakyRelu": lambda x, a: np.where(x > 0, x, a * x),
              "ThresholdedRelu": lambda x, a: np.where(x >= a, x, 0)}
WITH_BETA = {"Affine": lambda x, a, b: a * x + b, "HardSigmoid": lambda x, a, b: np.clip(a * x + b, 0, 1),
             "ScaledTanh": lambda x, a, b: a * tanh(b * x)}
WITHOUT = ACTIVATIONS | {"Softplus": lambda x: log(1 + exp(x)), "Softsign": lambda x: x / (1 + np.abs(x))}


def function_of(activation):
    name, *parameters = (activation,) if isinstance(activation, str) else activation
    function = (WITHOUT | WITH_ALPHA | WITH_BETA)[name]
    return lambda x: function(x, *(parameter for parameter in parameters if parameter != ()))
GATES = {"LSTM": 4, "GRU": 3, "RNN": 1}
DEFAULTS = {"LSTM": ["Sigmoid", "Tanh", "Tanh"], "GRU": ["Sigmoid", "Tanh"], "RNN": ["Tanh"]}
UNITS, FEATURES = 2, 3
# How many half units of its largest element an output may be off, if it is not 150, or 80 of RNN. 0: none.
HALF_UNITS = {
    "GRU": {"affine": {"y": 25}, "elu": {"y": 27}, "hardsigmoid": {"y": 12, "h": 21}, "hardsigmoid_default": {"y": 32, "h": 32},
            "leakyrelu": {"y": 16, "h": 33}, "leakyrelu_default": {"y": 13}, "linear_before_reset_of_other_functions": {"y": 27},
            "mixed_batch_first": {"y": 27}, "mixed_reverse": {"y": 14, "h": 20}, "thresholdedrelu": {"y": 3, "h": 12}},
    "LSTM": {"elu": {"h": 863}, "hardsigmoid": {"y": 14, "c": 29}, "hardsigmoid_default": {"y": 26, "h": 21, "c": 33}, "leakyrelu": {"y": 8},
             "mixed_reverse": {"y": 32, "c": 25}},
    "RNN": {"hardsigmoid_default": {"y": 4, "h": 4}, "leakyrelu_default": {"y": 9, "h": 9}, "mixed_f16": {"y": 8, "h": 8},
            **dict.fromkeys(["affine", "hardsigmoid", "leakyrelu", "mixed_batch_first", "mixed_reverse"], {"y": 0, "h": 0})},
}


class Cell:
    """The weights of one direction. A gate is a row of W, R and both biases, in ONNX's order of the gates."""

    def __init__(self, operator, w, r, b, p, activations, clip, linear, coupled):
        self.operator, self.clip, self.linear, self.coupled = operator, clip, linear, coupled
        self.activations = [function_of(activation) for activation in activations]
        self.p = np.split(p, 3)  # of i, o and f
        count = GATES[operator]
        self.w, self.r = np.split(w, count), np.split(r, count)
        parts = np.split(b, 2 * count)
        self.wb, self.rb = parts[:count], parts[count:]

    def activated(self, which, x):
        return self.activations[which](np.clip(x, -self.clip, self.clip) if self.clip else x)

    def sum(self, gate, x, h):
        return self.w[gate] @ x + self.r[gate] @ h + self.wb[gate] + self.rb[gate]

    def step(self, x, h, c):
        if self.operator == "RNN":
            return self.activated(0, self.sum(0, x, h)), c
        if self.operator == "GRU":
            z, r = [self.activated(0, self.sum(gate, x, h)) for gate in (0, 1)]
            if self.linear:
                hidden = self.w[2] @ x + r * (self.r[2] @ h + self.rb[2]) + self.wb[2]
            else:
                hidden = self.sum(2, x, r * h)
            return (1 - z) * self.activated(1, hidden) + z * h, c
        i, f = [self.activated(0, self.sum(gate, x, h) + self.p[gate] * c) for gate in (0, 2)]
        c = (1 - i if self.coupled else f) * c + i * self.activated(1, self.sum(3, x, h))
        o = self.activated(0, self.sum(1, x, h) + self.p[1] * c)
        return o * self.activations[2](c), c


def recurrent(operator, x, w, r, b, lengths, h, c, direction, activations, clip, linear, p=None, coupled=False):
    """Y [steps, directions, batch, units], Y_h and Y_c [directions, batch, units]."""
    (steps, batch, _), units = x.shape, r.shape[2]
    y = np.zeros((steps, w.shape[0], batch, units))
    last_h, last_c = h.copy(), c.copy()
    for d, n in np.ndindex(w.shape[0], batch):
        names = activations[len(DEFAULTS[operator]) * d:][:len(DEFAULTS[operator])]
        cell = Cell(operator, w[d], r[d], b[d], np.zeros(3 * units) if p is None else p[d], names, clip, linear, coupled)
        order = range(lengths[n])
        for t in reversed(order) if direction == "reverse" or d == 1 else order:
            last_h[d, n], last_c[d, n] = cell.step(x[t, n], last_h[d, n], last_c[d, n])
            y[t, d, n] = last_h[d, n]
    return y, last_h, last_c


def operands_of(operator, directions, steps, batch, given, type_="f32", units=UNITS, features=FEATURES):
    """The operands by their letters: None for each optional one whose letter is not in `given`."""
    gates, states = GATES[operator], [directions, batch, units]
    shapes = {"x": ([steps, batch, features], 1 / 16), "w": ([directions, gates * units, features], 1 / 32), "r": ([directions, gates * units, units], 1 / 32),
              "b": ([directions, 2 * gates * units], 1 / 16), "h": (states, 1 / 4), "c": (states, 3 / 8), "p": ([directions, 3 * units], 1 / 8)}
    return {letter: distinct(seed, shape, unit, type_) if letter in "xwr" + given else None for seed, (letter, (shape, unit)) in enumerate(shapes.items(), 1)}


def computed(operator, operands, lengths, direction, names, clip=0.0, linear=False, coupled=False):
    """What `recurrent` gives. Zeros take the place of the operands without a value."""
    x, w, r, b, h, c, p = [array(tensor) if tensor else None for tensor in operands.values()]
    (directions, rows, units), batch = r.shape, x.shape[1]
    b, h, c = [np.zeros(shape) if value is None else value for value, shape in ((b, [directions, 2 * rows]), (h, [directions, batch, units]), (c, [directions, batch, units]))]
    return recurrent(operator, x, w, r, b, lengths, h, c, direction, names, clip, linear, p, coupled)


class Runs:
    def __init__(self, operator):
        self.operator, self.made = operator, Layer(operator)

    def add(self, name, opset, direction="forward", lengths=None, given="", left_out="", activations=None, clip=0.0, linear=False, layout=0,
            steps=3, batch=2, type_="f32", half_units=None, hidden_size=True, coupled=False, **more):
        """Add a run.

        `given`: letters of the optional operands b, h, c and p; `left_out`: those of the outputs y, h, c.
        `activations`: names, or names with alpha and beta; with () behind, these are defaults and not written.
        """
        directions = 2 if direction == "bidirectional" else 1
        half_units = half_units or (80 if self.operator == "RNN" else 150)
        operands = operands_of(self.operator, directions, steps, batch, given, type_)
        names = activations or DEFAULTS[self.operator] * directions
        found = computed(self.operator, operands, lengths or [steps] * batch, direction, names, clip, linear, coupled)
        x, w, r, b, h, c, p = operands.values()
        if layout:  # the batch comes first
            x, h, c = [tensor and of(type_, np.swapaxes(array(tensor), 0, 1)) for tensor in (x, h, c)]
            found = [found[0].transpose(2, 0, 1, 3)] + [np.swapaxes(state, 0, 1) for state in found[1:]]
        units = HALF_UNITS[self.operator].get(name, {})
        outputs = [None if letter in left_out else of(type_, value, units.get(letter, half_units)) for letter, value in zip("yhc", found)]
        inputs = {"x": x, "w": w, "r": r, "b": b, "lengths": Tensor("i32", [batch], lengths) if lengths else None, "h0": h}
        if self.operator == "LSTM":
            inputs |= {"c0": c, "p": p}
        self.made.run(name, opset, self.text(direction, activations, clip, linear, layout, hidden_size, coupled), inputs, outputs[:3 if self.operator == "LSTM" else 2], **more)

    def text(self, direction, activations, clip, linear, layout, hidden_size, coupled):
        activations = [(activation,) if isinstance(activation, str) else activation for activation in activations or []]
        quoted = ", ".join('"%s"' % name for name, *_ in activations)
        alphas, betas = (["%s" % activation[k] for activation in activations if len(activation) > k and () not in activation] for k in (1, 2))
        return ", ".join(["hidden_size = %d" % UNITS] * hidden_size + ['direction = "%s"' % direction] * (direction != "forward") +
                         ["activations = [%s]" % quoted] * bool(activations) + ["clip = %s" % clip] * bool(clip) +
                         ["linear_before_reset = 1"] * linear + ["layout = 1"] * layout + ["input_forget = 1"] * coupled +
                         ["activation_alpha = [%s]" % ", ".join(alphas)] * bool(alphas) + ["activation_beta = [%s]" % ", ".join(betas)] * bool(betas))


def add_cases(corpus):
    for operator in GATES:
        runs = Runs(operator)
        add, states = runs.add, "hc" if operator == "LSTM" else "h"
        add("forward", 7)
        add("reverse_with_biases", 14, "reverse", given="b")
        add("bidirectional", 22, "bidirectional", given="b" + states)
        add("without_hidden_size", 14, given="b", hidden_size=False, tier="survey")
        add("states_of_a_batch_like_the_steps", 14, given=states, batch=3)
        add("lengths", 14, lengths=[3, 1, 2], given="b" + states, batch=3)
        add("lengths_reverse", 14, "reverse", lengths=[2, 4], given=states, steps=4)
        add("lengths_bidirectional", 22, "bidirectional", lengths=[2, 3], given="b" + states)
        add("last_state_alone", 14, given="b", left_out="y" + "c")
        add("all_values_alone", 14, "bidirectional", left_out="hc")
        # Sums exceed the limit, and no cell state of LSTM does.
        add("clip", 14, given="b" + states, clip=0.0625 if operator == "RNN" else 0.5)
        if operator == "LSTM":
            add("clip_25_hundredths", 14, given="b" + states, clip=0.25, tier="survey")
        add("batch_first", 14, given="b" + states, layout=1, batch=1)
        add("batch_first_bidirectional", 22, "bidirectional", lengths=[3, 2], given="b" + states, layout=1)
        add("batch_first_alone", 14, layout=1)
        add("batch_first_square", 14, "reverse", lengths=[2, 3, 1], left_out="hc", layout=1, batch=3)
        add("f16", 14, given="b", type_="f16", half_units=60)
        others = {"LSTM": ["Tanh", "Sigmoid", "Relu"], "GRU": ["Tanh", "Relu"], "RNN": ["Sigmoid"]}[operator]
        add("other_activations", 14, given="b" + states, activations=others)
        add("other_activations_bidirectional", 14, "bidirectional", given="b", activations=others * 2)
        # ONNX calls all but Relu, Sigmoid and Tanh optional.
        optional = {"given": "b" + states, "tier": "survey"}
        for name in ("Softplus", "Softsign"):
            add(name.lower(), 14, activations=[name] * len(others), **optional)
        for name, alpha in (("Elu", 1), ("LeakyRelu", 0.01), ("ThresholdedRelu", 1)):
            add(name.lower(), 14, activations=[(name, 0.25)] * len(others), **optional)
            add(name.lower() + "_default", 14, activations=[(name, alpha, ())] * len(others), **optional)
        for name in ("Affine", "HardSigmoid", "ScaledTanh"):
            add(name.lower(), 14, activations=[(name, 0.75, 0.125)] * len(others), **optional)
        add("hardsigmoid_default", 14, activations=[("HardSigmoid", 0.2, 0.5, ())] * len(others), **optional)
        mixed = {"LSTM": [("HardSigmoid", 0.25, 0.5), "Softsign", ("Elu", 0.5)], "GRU": [("HardSigmoid", 0.25, 0.5), ("LeakyRelu", 0.125)],
                 "RNN": [("LeakyRelu", 0.125)]}[operator]
        add("other_functions_in_the_second_direction", 22, "bidirectional", lengths=[3, 2], activations=others + mixed, **optional)
        add("other_activations_in_the_second_direction", 22, "bidirectional", lengths=[3, 2], given="b" + states,
            activations=DEFAULTS[operator] + others)
        add("mixed_reverse", 14, "reverse", lengths=[2, 3, 1], activations=mixed, clip=0.75, batch=3, **optional)
        add("mixed_batch_first", 14, "bidirectional", activations=mixed * 2, layout=1, **optional)
        add("mixed_f16", 14, activations=mixed, type_="f16", half_units=60, **optional)
        if operator == "LSTM":
            add("peepholes", 7, given="bhcp")
            add("peepholes_bidirectional", 14, "bidirectional", lengths=[1, 3], given="bp", left_out="c")
            add("peepholes_batch_first", 14, "reverse", given="hp", layout=1, clip=0.5, tier="survey")
            add("input_forget", 14, given="bhc", coupled=True)
            add("input_forget_with_peepholes", 14, "bidirectional", given="bhcp", coupled=True)
        if operator == "GRU":
            add("linear_before_reset_of_other_functions", 14, "bidirectional", given="bh", activations=mixed * 2, linear=True, tier="survey")
            add("linear_before_reset", 14, given="bh", linear=True)
            add("linear_before_reset_without_biases", 22, "reverse", given="h", linear=True)
            add("linear_before_reset_bidirectional", 7, "bidirectional", lengths=[1, 3], given="bh", linear=True)
        runs.made.add_to(corpus, operator.lower(), oracle=ORACLE, rules=["OP-9", "OP-10", "ONNX-GRAPH-5", "ONNX-GRAPH-6"],
                         title="%s in every direction and layout, with lengths, initial states, biases, activations and clipping." % operator)
