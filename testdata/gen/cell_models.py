"""A recurrent cell in a loop: the model, and what it computes step by step in the order of the port map."""

import numpy as np

import ir
from exact import noise
from frames import counted, f32, floats, slices, trip
from models_recurrent import gru_cell, lstm_cell, rnn_cell

ORACLE = "generator: gen/cells_in_loops.py"
BATCH, STEPS, FEATURES, UNITS = 2, 5, 3, 4
BOUND, BOUND_OF_ONE_STEP = 2e-5, 4e-6  # docs/bounds.md
# name -> operation, version, gates, function, and attributes
CELLS = {
    "lstm": ("LSTMCell", "opset4", 4, lstm_cell, {"activations": "sigmoid,tanh,tanh"}),
    "gru": ("GRUCell", "opset3", 3, gru_cell, {"activations": "sigmoid,tanh", "linear_before_reset": "false"}),
    "rnn": ("RNNCell", "opset1", 1, rnn_cell, {"activations": "tanh"}),
}


class Cell:
    """A cell with its weights: a layer, and what it computes."""

    def __init__(self, name, features=FEATURES):
        self.kind, self.version, gates, self.function, self.attributes = CELLS[name]
        self.states = ["h", "c"] if name == "lstm" else ["h"]
        self.w, self.r = noise(31, (gates * UNITS, features)), noise(32, (gates * UNITS, UNITS))
        self.b = noise(33, (gates * UNITS,))

    def layer(self, body, x, states):
        weights = [floats(body, self.w), floats(body, self.r), floats(body, self.b)]
        made = body.op(self.kind, x, *states, *weights, version=self.version, outputs=[("f32", states[0].shape)] * len(states),
                       hidden_size=UNITS, activations_alpha="", activations_beta="", clip=0.0, **self.attributes)
        return made if len(states) == 2 else [made]

    def step(self, x, states):
        after = self.function(x, *states, self.w, self.r, self.b)
        return list(after) if len(states) == 2 else [after]

    def start(self):
        return [noise(41 + k, (BATCH, UNITS)) for k in range(len(self.states))]


class Model:
    """X is cut, a cell runs on each part, and what it computes is carried, joined and returned.

    A case says what is special: the shape of X and of a part, the axes, the back edges, the outputs.
    """

    def __init__(self, form, cell, shape=(BATCH, STEPS, FEATURES), part=(BATCH, 1, FEATURES), batch=BATCH):
        self.form, self.cell, self.graph = form, cell, ir.Graph()
        if form == "loop":
            count = self.graph.parameter("trip", "i64", [])
            self.loop, self.body = counted(self.graph, count)
        else:
            self.body = self.graph.body()
            self.loop = self.graph.tensor_iterator(self.body)
        self.x = self.graph.parameter("X", "f32", list(shape))
        names = [n.upper() + "0" for n in cell.states]
        self.outer = [self.graph.parameter(n, "f32", [batch, UNITS]) for n in names]
        self.part = self.body.parameter("xi", "f32", list(part))
        self.states = [self.body.parameter(n, "f32", [batch, UNITS]) for n in cell.states]
        self.batch = batch

    def flat(self, axis=1, to=None):
        """The part without its axis of length 1, or reshaped."""
        if to:
            return self.body.op("Reshape", self.part, self.body.const("i64", list(to)), shape=list(to), special_zero="false")
        shape = [d for k, d in enumerate(self.part.shape) if k != axis]
        return self.body.op("Squeeze", self.part, self.body.const("i64", [axis]), shape=shape)

    def shown(self, value, axis=1):
        """The state with an axis of length 1, as a Result."""
        shape = list(value.shape[:axis]) + [1] + list(value.shape[axis:])
        return self.body.result(self.body.op("Unsqueeze", value, self.body.const("i64", [axis]), shape=shape), "y")

    def connect(self, after, carried=None, **cut):
        """Results of the states, and the port map's inputs. `carried` names the states with a back edge."""
        self.results = [self.body.result(value, name + "1") for value, name in zip(after, self.cell.states)]
        self.loop.input(self.x, self.part, **(cut or slices(1, True, 1)))
        for value, parameter in zip(self.outer, self.states):
            self.loop.input(value, parameter)
        for name, result, parameter in zip(self.cell.states, self.results, self.states):
            if name in (self.cell.states if carried is None else carried):
                self.loop.back_edge(result, parameter)

    def joined(self, result, shape, name="y_out", **cut):
        self.graph.result(self.loop.output(result, shape=list(shape), **(cut or slices(1, True, 1))), name)

    def last(self):
        for result in self.results:
            self.graph.result(self.loop.output(result, shape=[self.batch, UNITS]), result.name + "_out")

    def inputs(self, x, start, steps):
        named = {"X": f32(x), **{n.upper() + "0": f32(v) for n, v in zip(self.cell.states, start)}}
        return {"trip": trip(steps), **named} if self.form == "loop" else named

    def add_to(self, corpus, path, runs, title, rules=("BACK-2", "OUT-1", "OUT-2", "NUM-6"), **more):
        corpus.add(path, rules=list(rules), kind="combined", oracle=ORACLE, model=self.graph.text(),
                   weights=self.graph.weights.data, runs=runs, title=title, **more)


def follow(cell, parts, start, sources=None, carried=None):
    """The states after each part. `sources` says which new state each state takes.

    States that are not carried begin with the same values again.
    """
    states, seen = start, []
    for part in parts:
        after = cell.step(part, states)
        seen.append(after)
        states = [after[(sources or range(9))[k]] if carried is None or name in carried else start[k]
                  for k, name in enumerate(cell.states)]
    return seen


def bounded(array, bound=BOUND):
    return f32(np.ascontiguousarray(array), bound=bound)


def outputs(seen, axis=1, backward=False, bound=BOUND):
    """y joined along the axis, and the last states."""
    hidden = [states[0] for states in seen]
    return [bounded(v, bound) for v in (np.stack(hidden[::-1] if backward else hidden, axis=axis), *seen[-1])]
