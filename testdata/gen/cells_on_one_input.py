"""Recurrent networks that read one input: in both directions, or beside another reader of the turned input.

Oracle: the cells of gen/models_recurrent.py.
"""

import numpy as np

import ir
from cell_models import BATCH, CELLS, FEATURES, STEPS, UNITS, Cell, bounded, follow
from exact import noise
from frames import begin, f32, floats, slices

ORACLE = "generator: gen/cells_on_one_input.py"
X = noise(95, (STEPS, BATCH, FEATURES))


def cells_of(name):
    """Two cells with different weights."""
    first, second = Cell(name), Cell(name)
    second.w = noise(96, second.w.shape)
    return first, second


def states_of(graph, cell, batch_axis=False):
    """Initial states as constants, as numbers."""
    return [floats(graph, v[:, None] if batch_axis else v) for v in cell.start()]


def walk(cell, backward):
    """The hidden states in the order of X, and the last states."""
    order = range(STEPS - 1, -1, -1) if backward else range(STEPS)
    seen = follow(cell, [X[k] for k in order], cell.start())
    hidden = [states[0] for states in seen]
    return hidden[::-1] if backward else hidden, seen[-1]


def add_loops(corpus, form, name, axis):
    graph, outputs = ir.Graph(), []
    moved = np.ascontiguousarray(np.moveaxis(X, 0, axis))
    x = graph.parameter("X", "f32", list(moved.shape))
    part_shape = [d if k != axis else 1 for k, d in enumerate(moved.shape)]
    for backward, cell in enumerate(cells_of(name)):
        loop, body = begin(form, graph, STEPS)
        part = body.parameter("xi", "f32", part_shape)
        states = [body.parameter(n, "f32", [BATCH, UNITS]) for n in cell.states]
        after = cell.layer(body, body.op("Squeeze", part, body.const("i64", [axis]), shape=[BATCH, FEATURES]), states)
        shape = [BATCH, UNITS]
        shape.insert(axis, 1)
        y = body.result(body.op("Unsqueeze", after[0], body.const("i64", [axis]), shape=shape), "y")
        loop.input(x, part, **slices(1, not backward, axis))
        for value, parameter, new in zip(states_of(graph, cell), states, after):
            loop.input(value, parameter)
            loop.back_edge(body.result(new, "new"), parameter)
        shape[axis] = STEPS
        graph.result(loop.output(y, shape=shape, **slices(1, not backward, axis)), "y_%d" % backward)
        outputs.append(bounded(np.stack(walk(cell, backward)[0], axis)))
    corpus.add("%s/cells/%s_both_ways_axis_%d" % (form, name, axis), rules=["SLICE-3", "BACK-2", "OUT-2", "OUT-3", "NUM-6"], kind="combined",
               oracle=ORACLE, model=graph.text(), weights=graph.weights.data, runs=[{"name": "whole", "inputs": {"X": f32(moved)}, "outputs": outputs}],
               title="Two loops with %s read X along axis %d, one forward and one backward." % (cell.kind, axis))


def sequence(graph, x, cell, backward):
    """A sequence operation; the first output has the shape [batch, 1, steps, units]."""
    kind = cell.kind.replace("Cell", "Sequence")
    weights = [floats(graph, v[None]) for v in (cell.w, cell.r, cell.b)]
    lengths = graph.const("i64", [STEPS] * BATCH)
    shapes = [[BATCH, 1, STEPS, UNITS]] + [[BATCH, 1, UNITS]] * len(cell.states)
    return graph.op(kind, x, *states_of(graph, cell, True), lengths, *weights, version="opset5", outputs=[("f32", s) for s in shapes],
                    hidden_size=UNITS, direction="reverse" if backward else "forward", activations_alpha="", activations_beta="", clip=0.0,
                    **cell.attributes)


def add_sequences(corpus, name, readers):
    """X is turned once. Two networks read it, or a network and a sum."""
    graph, outputs = ir.Graph(), []
    turned = graph.op("Transpose", graph.parameter("X", "f32", list(X.shape)), graph.const("i64", [1, 0, 2]), shape=[BATCH, STEPS, FEATURES])
    for backward, cell in list(enumerate(cells_of(name)))[:2 if readers == "two_networks" else 1]:
        y = sequence(graph, turned, cell, backward)[0]
        shape = [STEPS, 1, BATCH, UNITS]
        graph.result(graph.op("Transpose", y, graph.const("i64", [2, 1, 0, 3]), shape=shape), "y_%d" % backward)
        outputs.append(bounded(np.stack(walk(cell, backward)[0])[:, None]))
    if readers == "network_and_output":
        graph.result(turned, "turned")
        outputs.append(f32(X.transpose(1, 0, 2).copy()))
    if readers == "network_and_negative":
        graph.result(graph.op("Negative", turned), "negative")
        outputs.append(f32(-X.transpose(1, 0, 2)))
    corpus.add("models/turned_sequences/%s_%s" % (name, readers), rules=["NUM-6"], kind="combined", oracle=ORACLE, model=graph.text(),
               weights=graph.weights.data, runs=[{"name": "whole", "inputs": {"X": f32(X)}, "outputs": outputs}],
               title="%s of a turned X, which something else reads too: %s." % (cell.kind.replace("Cell", "Sequence"), readers.replace("_", " ")))


def add_cases(corpus):
    for name in CELLS:
        for form in ("tensor_iterator", "loop"):
            for axis in (0, 1):
                add_loops(corpus, form, name, axis)
        for readers in ("two_networks", "network_and_output", "network_and_negative"):
            add_sequences(corpus, name, readers)
