"""Recurrent cells one after the other, without a loop: what compilers join to one sequence operation.

Oracle: the cells of gen/models_recurrent.py.
"""

import ir
from cell_models import BATCH, BOUND, BOUND_OF_ONE_STEP, CELLS, FEATURES, UNITS, Cell, bounded
from exact import noise
from frames import f32

ORACLE = "generator: gen/cells_in_a_row.py"
STEPS = 3


class Row:
    """A model of cells, and its values with one input."""

    def __init__(self, name, features=FEATURES, batch=BATCH):
        self.cell, self.graph = Cell(name, features), ir.Graph()
        self.values, self.outputs = {}, []
        self.xs = [self.given("X%d" % k, noise(81 + k, (BATCH, features)), batch) for k in range(STEPS)]
        self.start = [self.given(n.upper() + "0", v, batch) for n, v in zip(self.cell.states, self.cell.start())]

    def given(self, name, value, batch):
        self.values[name] = f32(value)
        return self.graph.parameter(name, "f32", [batch, value.shape[1]]), value

    def step(self, x, states, cell=None):
        """The new states; a value is a pair of a port and an array."""
        cell = cell or self.cell
        ports = cell.layer(self.graph, x[0], [port for port, _ in states])
        return list(zip(ports, cell.step(x[1], [value for _, value in states])))

    def give(self, *values, bound=BOUND):
        for port, value in values:
            self.graph.result(port, "out_%d" % len(self.outputs))
            self.outputs.append(bounded(value, bound))

    def add_to(self, corpus, path, title):
        corpus.add("models/cells_in_a_row/" + path, rules=["NUM-6"], kind="combined", oracle=ORACLE, model=self.graph.text(),
                   weights=self.graph.weights.data, runs=[{"name": "all", "inputs": self.values, "outputs": self.outputs}],
                   title="%s three times in a row: %s." % (self.cell.kind, title))


def add_rows(corpus, name):
    def alike(row):
        states = row.start
        for x in row.xs:
            states = row.step(x, states)
        row.give(*states)

    def every_state(row):
        states = row.start
        for k, x in enumerate(row.xs):
            states = row.step(x, states)
            row.give(states[0], bound=BOUND if k else BOUND_OF_ONE_STEP)

    def same_input(row):
        states = row.start
        for _ in row.xs:
            states = row.step(row.xs[1], states)
        row.give(*states)

    def state_as_input(row):
        states = row.step(row.xs[0], row.start)
        for _ in row.xs[1:]:
            states = row.step(states[0], states)
        row.give(*states)

    def computed_input(row):
        """The next input is x + h, as in a decoder."""
        states = row.step(row.xs[0], row.start)
        for port, value in row.xs[1:]:
            states = row.step((row.graph.op("Add", port, states[0][0]), value + states[0][1]), states)
        row.give(*states)

    def other_weights(row):
        other = Cell(name)
        other.r = noise(91, other.r.shape)
        states = row.step(row.xs[0], row.start)
        states = row.step(row.xs[1], states, other)
        row.give(*row.step(row.xs[2], states))

    def two_successors(row):
        first = row.step(row.xs[0], row.start)
        row.give(*row.step(row.xs[1], first), *row.step(row.xs[2], first))

    def turned_state(row):
        """The middle state is negated on its way."""
        states = row.step(row.xs[0], row.start)
        states = row.step(row.xs[1], states)
        port, value = states[0]
        row.give(*row.step(row.xs[2], [(row.graph.op("Negative", port), -value), *states[1:]]))

    def add(build, title, **options):
        row = Row(name, **options)
        build(row)
        row.add_to(corpus, "%s_%s" % (name, build.__name__), title)

    add(alike, "each takes the states of the one before")
    add(every_state, "every hidden state is an output")
    add(same_input, "all have the same input")
    add(state_as_input, "the hidden state is the next input", features=UNITS)
    add(computed_input, "the next input is computed from the hidden state", features=UNITS)
    add(other_weights, "the second one has other weights")
    add(two_successors, "two of them take the states of the first")
    add(turned_state, "a hidden state is negated on its way")


def add_lstm_rows(corpus):
    """The hidden states are carried from cell to cell, and what becomes of the cell states differs."""
    def add(path, title, pick):
        row = Row("lstm")
        states, first = row.start, row.start
        for k, x in enumerate(row.xs):
            states = row.step(x, pick(k, states, first))
        row.give(states[0], bound=BOUND_OF_ONE_STEP if path == "same_hidden_state" else BOUND)
        row.give(states[1])
        row.add_to(corpus, "lstm_" + path, title)

    add("same_cell_state", "each begins with the same cell state", lambda k, states, first: [states[0], first[1]])
    add("cell_state_left_out_once", "the second one begins with the first cell state again",
        lambda k, states, first: [states[0], first[1] if k == 1 else states[1]])
    add("same_hidden_state", "each begins with the same hidden state", lambda k, states, first: [first[0], states[1]])
    add("exchanged_states", "hidden and cell states change places", lambda k, states, first: states[::-1] if k else states)
    add("hidden_state_twice", "the hidden state is the next cell state too", lambda k, states, first: [states[0], states[0]] if k else states)


def add_cases(corpus):
    for name in CELLS:
        add_rows(corpus, name)
    add_lstm_rows(corpus)
