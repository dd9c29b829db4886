"""LSTMSequence, GRUSequence and RNNSequence: the formulas of the cells, step by step (OP-9, OP-10)."""

import ir
from case import INTEGERS, Tensor, rejected, round_to
from frames import begin, slices
from ops_composite import ACTIVATIONS, added, times
from single import REALS, Single, element, filled

ORACLE = "generator: gen/ops_sequences.py"
GATES = {"LSTMSequence": 4, "GRUSequence": 3, "RNNSequence": 1}
DEFAULTS = {"LSTMSequence": "sigmoid,tanh,tanh", "GRUSequence": "sigmoid,tanh", "RNNSequence": "tanh"}
DIRECTIONS = ("forward", "reverse", "bidirectional")


class Cell:
    """The weights of one direction, and the formulas of the pages, rounded after each primitive."""

    def __init__(self, type_, units, w, r, b, activations, clip=None, linear=False):
        self.type, self.units, self.w, self.r, self.b, self.clip, self.linear = type_, units, w, r, b, clip, linear
        self.activations = [ACTIVATIONS[name] for name in activations.split(",")]

    def dot(self, values, weights):
        total = 0.0
        for value, weight in zip(values, weights):
            total += value * weight
        return round_to(self.type, total)

    def plus(self, *terms):
        total = terms[0]
        for term in terms[1:]:
            total = added(self.type, total, term)
        return total

    def activated(self, which, value):
        if self.clip:
            value = min(max(value, -self.clip), self.clip)
        return self.activations[which](self.type, value)

    def gate(self, which, place, x, h):
        """activation(X * W^T + H * R^T + B) of one row of the weights."""
        return self.activated(which, self.plus(self.dot(x, self.w[place]), self.dot(h, self.r[place]), self.b[place]))

    def lstm(self, x, h, c):
        n, new_h, new_c = self.units, [], []
        for j in range(n):
            f, i, o = [self.gate(0, k * n + j, x, h) for k in (0, 1, 3)]
            g = self.gate(1, 2 * n + j, x, h)
            new_c.append(added(self.type, times(self.type, f, c[j]), times(self.type, i, g)))
            new_h.append(times(self.type, o, self.activations[2](self.type, new_c[j])))
        return new_h, new_c

    def gru(self, x, h):
        n, new_h = self.units, []
        z, r = [[self.gate(0, k * n + j, x, h) for j in range(n)] for k in (0, 1)]
        reset = [times(self.type, r[j], h[j]) for j in range(n)]
        for j in range(n):
            row = 2 * n + j
            if self.linear:
                recurrent = times(self.type, r[j], self.plus(self.dot(h, self.r[row]), self.b[3 * n + j]))
            else:
                recurrent = self.dot(reset, self.r[row])
            new = self.activated(1, self.plus(self.dot(x, self.w[row]), recurrent, self.b[row]))
            new_h.append(added(self.type, times(self.type, added(self.type, 1.0, -z[j]), new), times(self.type, z[j], h[j])))
        return (new_h,)

    def rnn(self, x, h):
        return ([self.gate(0, j, x, h) for j in range(self.units)],)


def rows(tensor):
    """A tensor as lists in lists."""
    values = list(tensor.values)
    for size in reversed(tensor.shape[1:]):
        values = [values[k:k + size] for k in range(0, len(values), size)]
    return values


def sequence(kind, direction, operands, activations=None, clip=None, linear=False):
    """Y, Ho and, for an LSTM, Co: the operands are X, H, C of an LSTM, lengths, W, R, B."""
    x, *starts, lengths, w, r, b = operands
    (batch, steps, _), (_, directions, units) = x.shape, starts[0].shape
    step = {"LSTMSequence": Cell.lstm, "GRUSequence": Cell.gru, "RNNSequence": Cell.rnn}[kind]
    weights, biases = [rows(w), rows(r)], rows(b)
    y = [[[[0.0] * units for _ in range(steps)] for _ in range(directions)] for _ in range(batch)]
    states = [rows(start) for start in starts]
    for n in range(batch):
        for d in range(directions):
            cell = Cell(x.type, units, weights[0][d], weights[1][d], biases[d], activations or DEFAULTS[kind], clip, linear)
            order = list(range(lengths.values[n]))
            if direction == "reverse" or d == 1:
                order.reverse()
            for t in order:
                new = step(cell, rows(x)[n][t], *[state[n][d] for state in states])
                for state, value in zip(states, new):
                    state[n][d] = value
                y[n][d][t] = states[0][n][d]
    flat = [v for line in y for half in line for row in half for v in row]
    return [Tensor(x.type, [batch, directions, steps, units], flat)] + [
        Tensor(x.type, [batch, directions, units], [v for line in state for row in line for v in row]) for state in states]


BATCH, STEPS, FEATURES, UNITS = 3, 4, 5, 2
LENGTHS = [4, 1, 3]


def shapes_of(kind, direction, linear=False):
    directions = 2 if direction == "bidirectional" else 1
    state, gates = [BATCH, directions, UNITS], GATES[kind]
    return [[BATCH, STEPS, FEATURES], *[state] * (2 if gates == 4 else 1), [BATCH], [directions, gates * UNITS, FEATURES],
            [directions, gates * UNITS, UNITS], [directions, (4 if linear else gates) * UNITS]]


def sixteenths(k, shape, type_):
    """Multiples of 1/16 from -1/2 to 1/2, others for each operand k."""
    return filled(shape, lambda p: ((sum((2 * j + 3) * q * q + (k + 5) * q for j, q in enumerate(p)) * (2 * k + 3) + 5 * k) % 17 - 8)
                  / 16, type_)


def zeros(type_, *shape):
    return filled(list(shape), lambda p: 0, type_)


def operands_of(kind, direction, type_, lengths=(), lengths_type="i32", linear=False):
    """Multiples of 1/16 from -1/2 to 1/2, and the lengths."""
    found = []
    for k, shape in enumerate(shapes_of(kind, direction, linear)):
        if len(shape) == 1:
            found.append(Tensor(lengths_type, shape, list(lengths or LENGTHS)))
        else:
            found.append(sixteenths(k, shape, type_))
    return found


def is_of_survey(lengths, steps):
    return {"tier": "survey"} if any(not 0 < length <= steps for length in lengths) else {}


# docs/bounds.md, for Y, Ho and Co
BOUND = {"f16": 1.3e-2, "bf16": 1.2e-1, "f32": 2e-6, "f64": 1e-14}


def add_sequence(corpus, kind, path):
    names = ["x", "h", "c", "lengths", "w", "r", "b"]
    if kind != "LSTMSequence":
        names.remove("c")
    attributes = ["direction", "hidden_size", "activations", "activations_alpha", "activations_beta", "clip"]
    attributes += ["linear_before_reset"] if kind == "GRUSequence" else []
    made = Single(kind, "opset5", names, attributes, names[-3:], ["{{x_type}}"] * (2 if kind != "LSTMSequence" else 3))

    def add(name, direction, type_, known=True, lengths=(), activations=None, clip=None, linear=False, tier=None, **given):
        tensors = operands_of(kind, direction, type_, lengths, given.pop("lengths_type", "i32"), linear)
        result = sequence(kind, direction, tensors, activations, clip, linear)
        for tensor in result:
            tensor.compare = {"bound": BOUND[type_]} if any(lengths or LENGTHS) else None
        names_written = None if name == "defaults" else activations or DEFAULTS[kind]
        written = {"direction": direction, "hidden_size": UNITS, "activations": names_written, "clip": clip, **given}
        if linear:
            written["linear_before_reset"] = "true"
        made.run(name, tensors, result, written, known, **({"tier": tier} if tier else is_of_survey(lengths or LENGTHS, STEPS)))
    for direction in DIRECTIONS:
        for k, type_ in enumerate(REALS):
            add("%s_%s" % (direction, type_), direction, type_, known=k != 1)
        add(direction + "_full", direction, "f32", lengths=[STEPS] * BATCH, lengths_type="i64")
        add(direction + "_all_shorter", direction, "f32", lengths=[2, 1, 3], known=False)
        add(direction + "_some_empty", direction, "f32", lengths=[3, 0, 4])
        add(direction + "_all_empty", direction, "f32", lengths=[0, 0, 0], known=False)
        if kind == "GRUSequence":
            add(direction + "_linear_before_reset", direction, "f32", linear=True)
            add(direction + "_linear_before_reset_f16", direction, "f16", linear=True)
    for type_ in INTEGERS:
        add("lengths_" + type_, "reverse", "f32", lengths_type=type_)
    tensors = operands_of(kind, "forward", "f32")
    for k in range(len(tensors) - 3):  # not the weights
        tensors[k] = Tensor(tensors[k].type, [0] + tensors[k].shape[1:], [])
    for known in (True, False):
        made.run("no_sequences" + "_in_the_run" * (not known), tensors, sequence(kind, "forward", tensors),
                 {"direction": "forward", "hidden_size": UNITS, "activations": DEFAULTS[kind]}, known)
    defaults = {"activations": DEFAULTS[kind], "activations_alpha": "", "activations_beta": "", "clip": 0.0}
    if kind == "GRUSequence":
        defaults["linear_before_reset"] = "false"
    add("defaults", "bidirectional", "f32")
    add("defaults_written", "bidirectional", "f32", **defaults)
    add("clip", "bidirectional", "f32", clip=0.5)
    if kind == "LSTMSequence":
        add("clip_25_hundredths", "bidirectional", "f32", clip=0.25, tier="survey")
    others = {"LSTMSequence": "tanh,sigmoid,relu", "GRUSequence": "tanh,relu", "RNNSequence": "sigmoid"}
    add("other_activations", "bidirectional", "f32", activations=others[kind])
    add_rejected(made, kind, names)
    made.add_to(corpus, path, rules=["OP-9", "OP-10", "NUM-6", "OP-2", "OP-4", "OP-5", "OP-6"], oracle=ORACLE,
                title="%s in every direction, with the lengths 4, 1 and 3 and others, activations and clipping." % kind,
                notes="There are 3 sequences of up to 4 steps, 5 features and 2 units. Each direction has weights of its own." +
                " No cell state exceeds the clip of 0.5; some exceed 0.25." * (kind == "LSTMSequence"))


def add_rejected(made, kind, names):
    def wrong(name, rule, change=None, phase="load", known=True, direction="bidirectional", **given):
        tensors = dict(zip(names, operands_of(kind, "bidirectional", "f32")))
        tensors.update(change or {})
        written = {"direction": direction, "hidden_size": UNITS, **given}
        survey = {"tier": "survey"} if rule == "OP-6" else {}
        made.run(name, list(tensors.values()), rejected(phase, rule), written, known, **survey)

    gates = GATES[kind]
    wrong("without_direction", "OP-2", direction=None)
    wrong("unknown_direction", "OP-2", direction="backward")
    wrong("without_hidden_size", "OP-2", hidden_size=None)
    wrong("hidden_size_0", "OP-2", hidden_size=0)
    wrong("four_activations", "OP-2", activations="tanh,tanh,tanh,tanh")
    wrong("clip_below_0", "OP-2", clip="-1")
    wrong("one_direction", "OP-5", direction="reverse")
    wrong("another_hidden_size", "OP-5", hidden_size=1)
    wrong("x_of_rank_2", "OP-5", {"x": zeros("f32", BATCH, FEATURES)})
    wrong("states_of_another_batch", "OP-5", {"h": zeros("f32", 2, 2, UNITS)})
    wrong("states_of_one_direction", "OP-5", {"h": zeros("f32", BATCH, 1, UNITS)})
    wrong("states_of_rank_2", "OP-5", {"h": zeros("f32", BATCH, UNITS)})
    wrong("lengths_of_another_batch", "OP-5", {"lengths": zeros("i32", 4)})
    wrong("one_length", "OP-5", {"lengths": zeros("i32")})
    wrong("weights_of_another_input", "OP-5", {"w": zeros("f32", 2, gates * UNITS, 4)})
    wrong("weights_of_one_direction", "OP-5", {"r": zeros("f32", 1, gates * UNITS, UNITS)})
    wrong("biases_of_five_gates", "OP-5", {"b": zeros("f32", 2, 5 * UNITS)})
    wrong("states_of_another_batch_in_a_run", "OP-5", {"h": zeros("f32", 2, 2, UNITS)}, phase="run", known=False)
    wrong("states_f64", "OP-4", {"h": zeros("f64", BATCH, 2, UNITS)})
    wrong("lengths_f32", "OP-4", {"lengths": zeros("f32", BATCH)})
    wrong("lengths_boolean", "OP-4", {"lengths": zeros("boolean", BATCH)})
    if kind == "LSTMSequence":
        wrong("cells_of_another_size", "OP-5", {"c": zeros("f32", BATCH, 2, 3)})
    if kind == "GRUSequence":
        wrong("three_biases_before_reset", "OP-5", linear_before_reset="true")
    wrong("length_above_steps", "OP-6", {"lengths": Tensor("i64", [3], [4, 5, 1])}, phase="run")
    wrong("negative_length", "OP-6", {"lengths": Tensor("i64", [3], [1, 2, -1])}, phase="run", known=False)
    wrong("greatest_length", "OP-6", {"lengths": Tensor("u64", [3], [2**64 - 1, 1, 1])}, phase="run")


def add_digits(corpus):
    """h' = relu(10 h + x): the digits of h are the values of x in the order of the steps."""
    made = Single("RNNSequence", "opset5", ["x", "h", "lengths", "w", "r", "b"], ["direction"], ["w", "r", "b"], ["{{x_type}}"] * 2)
    next(layer for layer in made.graph.layers if layer.kind == "RNNSequence").data.update({"hidden_size": "1", "activations": "relu"})
    x = [1, 2, 3, 4, 5, 6, 7, 8, 1, 3, 5, 7]

    def add(name, type_, direction, lengths, y, last, start=(9, 8, 6), known=True, values=None):
        one = 2 if direction == "bidirectional" else 1
        tensors = [Tensor(type_, [3, 4, 1], values or x), Tensor(type_, [3, one, 1], list(start)), Tensor("i64", [3], lengths),
                   Tensor(type_, [one, 1, 1], [1, 1][:one]), Tensor(type_, [one, 1, 1], [10, 100][:one]), Tensor(type_, [one, 1], [0, 0][:one])]
        made.run(name, tensors, [Tensor(type_, [3, one, 4, 1], y), Tensor(type_, [3, one, 1], last)], {"direction": direction}, known,
                 **is_of_survey(lengths, 4))
    for type_ in ("f32", "f64"):
        add("forward_" + type_, type_, "forward", [4, 1, 2], [91, 912, 9123, 91234, 85, 0, 0, 0, 61, 613, 0, 0], [91234, 85, 613])
        add("reverse_" + type_, type_, "reverse", [4, 1, 2], [94321, 9432, 943, 94, 85, 0, 0, 0, 631, 63, 0, 0], [94321, 85, 631],
            known=False)
    add("none_is_full", "f32", "reverse", [2, 3, 1], [921, 92, 0, 0, 8765, 876, 87, 0, 61, 0, 0, 0], [921, 8765, 61])
    add("forward_empty", "f32", "forward", [2, 0, 0], [91, 912, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0], [912, 8, 6])
    add("reverse_empty", "f32", "reverse", [0, 4, 0], [0, 0, 0, 0, 88765, 8876, 887, 88, 0, 0, 0, 0], [9, 88765, 6], known=False)
    # index 0 is forward with 10 h + x, index 1 reverse with 100 h + x
    add("bidirectional", "f32", "bidirectional", [2, 1, 3],
        [91, 912, 0, 0, 30201, 302, 0, 0, 85, 0, 0, 0, 405, 0, 0, 0, 61, 613, 6135, 0, 7050301, 70503, 705, 0],
        [912, 30201, 85, 405, 6135, 7050301], start=(9, 3, 8, 4, 6, 7))
    infinite = [1, 2, "0x7fc00000", "0x7f800000", 5, "0x7fc00000", "0xff800000", 8, 1, 3, 5, "0x7fc00000"]
    add("padding_is_not_read", "f32", "reverse", [2, 1, 3], [921, 92, 0, 0, 85, 0, 0, 0, 6531, 653, 65, 0], [921, 85, 6531], values=infinite)
    made.add_to(corpus, "operations/rnn_sequence/digits", rules=["OP-9", "OP-10"], oracle="by-hand",
                title="A recurrent network that appends a digit in each step shows which steps are taken, and in which order.",
                notes="h' = 10 h + x in forward and reverse, and 100 h + x in the second half of bidirectional. From h = 9, the steps 1, 2, 3, 4 "
                      "give 91, 912, 9123, 91234, and in reverse 94, 943, 9432, 94321.")


def add_pieces(corpus):
    """Long sequences in pieces of two steps: the states go from piece to piece, each with its own lengths."""
    units, features, piece, batch = 1, 1, 2, 3
    for direction in ("forward", "reverse"):
        graph = ir.Graph()
        x, h0 = graph.parameter("X", "f32", [batch, -1, features]), graph.parameter("H0", "f32", [batch, 1, units])
        lengths = graph.parameter("lengths", "i32", [batch, -1])
        loop, body = begin("tensor_iterator", graph, None)
        xi, h = body.parameter("xi", "f32", [batch, piece, features]), body.parameter("h", "f32", [batch, 1, units])
        li = body.parameter("li", "i32", [batch, 1])
        flat = body.op("Squeeze", li, body.const("i64", [1]), type="i32", shape=[batch])
        weights = [body.const("f32", [value], shape) for value, shape in ((1.0, [1, 1, 1]), (10.0, [1, 1, 1]), (0.0, [1, 1]))]
        y, last = body.op("RNNSequence", xi, h, flat, *weights, version="opset5",
                          outputs=[("f32", [batch, 1, piece, units]), ("f32", [batch, 1, units])],
                          hidden_size=units, direction=direction, activations="relu")
        ry, rh = body.result(y, "y"), body.result(last, "last")
        forward = direction == "forward"
        loop.input(x, xi, **slices(piece, forward, 1))
        loop.input(lengths, li, **slices(1, forward, 1))
        loop.input(h0, h)
        loop.back_edge(rh, h)
        graph.result(loop.output(ry, shape=[batch, 1, -1, units], **slices(piece, forward, 2)), "Y")
        graph.result(loop.output(rh, shape=[batch, 1, units]), "Ho")
        runs = []
        for name, steps, many in (("full_pieces", 4, [4, 4, 4]), ("partial_pieces", 4, [4, 3, 3]), ("one_piece", 2, [1, 2, 1]),
                                  ("empty_pieces", 6, [5, 2, 3]), ("an_empty_sequence", 4, [0, 4, 1])):
            values = [[(3 * n + 2 * t) % 7 + 1 for t in range(steps)] for n in range(batch)]
            left = [[max(0, min(piece, many[n] - k)) for k in range(0, steps, piece)] for n in range(batch)]
            start, seen, ends = [4, 5, 6], [], []
            for n in range(batch):  # the whole sequence at once
                value, line = start[n], [0] * steps
                for t in range(many[n]) if forward else range(many[n] - 1, -1, -1):
                    value = 10 * value + values[n][t]
                    line[t] = value
                seen += line
                ends.append(value)
            runs.append({"name": name, **({"tier": "survey"} if any(0 in line for line in left) else {}),
                         "inputs": {"X": Tensor("f32", [batch, steps, 1], sum(values, [])), "H0": Tensor("f32", [batch, 1, 1], start),
                                    "lengths": Tensor("i32", [batch, steps // piece], sum(left, []))},
                         "outputs": [Tensor("f32", [batch, 1, steps, 1], seen), Tensor("f32", [batch, 1, 1], ends)]})
        corpus.add("models/sequence_in_pieces/" + direction, rules=["OP-9", "OP-10", "BACK-2", "SLICE-3"], kind="combined", oracle=ORACLE,
                   model=graph.text(), weights=graph.weights.data, runs=runs,
                   title="A sequence in pieces of two steps inside a loop, %s, gives what the whole sequence gives." % direction,
                   notes="h' = 10 h + x. A piece that is beyond the length of an element has length 0 for it and keeps its state.")


def add_cases(corpus):
    add_sequence(corpus, "LSTMSequence", "operations/lstm_sequence")
    add_sequence(corpus, "GRUSequence", "operations/gru_sequence")
    add_sequence(corpus, "RNNSequence", "operations/rnn_sequence/every_direction")
    add_digits(corpus)
    add_pieces(corpus)
