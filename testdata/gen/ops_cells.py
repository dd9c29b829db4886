"""LSTMCell, GRUCell and RNNCell: one step of the sequences, with and without biases (NUM-6)."""

from case import Tensor, rejected
from ops_sequences import DEFAULTS, GATES, Cell, rows, sixteenths, zeros
from single import REALS, Single

ORACLE = "generator: gen/ops_cells.py"
BATCH, FEATURES, UNITS = 3, 5, 2
STEPS = {"LSTMCell": Cell.lstm, "GRUCell": Cell.gru, "RNNCell": Cell.rnn}
OTHERS = {"LSTMCell": "tanh,sigmoid,sigmoid", "GRUCell": "tanh,relu", "RNNCell": "sigmoid"}
VERSIONS = {"LSTMCell": "opset4", "GRUCell": "opset3", "RNNCell": "opset1"}
BOUND = {"f16": 8e-3, "bf16": 6e-2, "f32": 1e-6, "f64": 4.8e-15}  # docs/bounds.md


def sequence_of(kind):
    return kind.replace("Cell", "Sequence")


def operands_of(kind, type_, linear=False):
    """X, H, C of an LSTM, W, R and B: multiples of 1/16 from -1/2 to 1/2."""
    gates = GATES[sequence_of(kind)]
    shapes = [[BATCH, FEATURES], [BATCH, UNITS], [BATCH, UNITS], [gates * UNITS, FEATURES], [gates * UNITS, UNITS],
              [(gates + linear) * UNITS]]
    if kind != "LSTMCell":
        del shapes[2]
    return [sixteenths(k, shape, type_) for k, shape in enumerate(shapes)]


def step(kind, operands, activations, clip, linear):
    """The new H, and C of an LSTM."""
    x, *states, w, r, b = operands
    cell = Cell(x.type, UNITS, rows(w), rows(r), b.values, activations, clip, linear)
    lines = [STEPS[kind](cell, rows(x)[n], *[rows(state)[n] for state in states]) for n in range(BATCH)]
    if kind == "LSTMCell" and clip:  # no page says whether a clip would be of the cell state too
        assert all(abs(v) <= clip for _, c in lines for v in c)
    return [Tensor(x.type, [BATCH, UNITS], [v for line in lines for v in line[k]]) for k in range(len(states))]


def add_cell(corpus, kind, path, biased):
    names = ["x", "h", "c", "w", "r", "b"]
    if kind != "LSTMCell":
        names.remove("c")
    attributes = ["hidden_size", "activations", "activations_alpha", "activations_beta", "clip"]
    attributes += ["linear_before_reset"] if kind == "GRUCell" else []
    given = names if biased else names[:-1]
    made = Single(kind, VERSIONS[kind], given, attributes, [name for name in ("w", "r", "b") if name in given],
                  ["{{x_type}}"] * (2 if kind == "LSTMCell" else 1))

    def add(name, type_, known=True, activations=None, clip=None, linear=False, **written):
        operands = operands_of(kind, type_, linear)
        if not biased:
            operands[-1] = Tensor(type_, operands[-1].shape, [0.0] * operands[-1].shape[0])
        result = step(kind, operands, activations or DEFAULTS[sequence_of(kind)], clip, linear)
        for tensor in result:
            tensor.compare = {"bound": BOUND[type_]}
        if linear:
            written["linear_before_reset"] = "true"
        written.update(hidden_size=UNITS, activations=activations, clip=clip)
        # LSTMCell-4 has no page of its own.
        survey = {"tier": "survey"} if kind == "LSTMCell" and not biased else {}
        made.run(name, operands[:len(given)], result, written, known, **survey)
    for k, type_ in enumerate(REALS):
        add(type_, type_, known=k % 2 == 0)
    add("defaults_written", "f32", activations=DEFAULTS[sequence_of(kind)], clip=0.0, activations_alpha="", activations_beta="",
        **({"linear_before_reset": "false"} if kind == "GRUCell" else {}))
    add("clip", "f32", clip=0.5)
    add("other_activations", "f32", activations=OTHERS[kind], known=False)
    if kind == "GRUCell":
        for type_ in REALS:
            add("linear_before_reset_" + type_, type_, linear=True, known=type_ != "f16")
        add("linear_before_reset_and_clip", "f32", linear=True, clip=0.5)
        add("linear_before_reset_other_activations", "f32", linear=True, activations=OTHERS[kind])
    if biased:
        add_rejected(made, kind, names)
    made.add_to(corpus, path, rules=["NUM-6"] + ["OP-2", "OP-4", "OP-5"] * biased, oracle=ORACLE,
                title="%s %s biases: one step of 3 elements, with every activation and with clipping." % (kind, "with" if biased else "without"),
                notes="There are 5 features and 2 units. The formulas are those of the sequences." +
                " The page of version 1 says that the biases are optional; version 4 has none." * (kind == "LSTMCell" and not biased))


def add_rejected(made, kind, names):
    def wrong(name, rule, change=None, **given):
        tensors = dict(zip(names, operands_of(kind, "f32")))
        tensors.update(change or {})
        made.run(name, list(tensors.values()), rejected("load", rule), {"hidden_size": UNITS, **given})

    gates = GATES[sequence_of(kind)]
    wrong("without_hidden_size", "OP-2", hidden_size=None)
    wrong("hidden_size_0", "OP-2", hidden_size=0)
    wrong("four_activations", "OP-2", activations="tanh,tanh,tanh,tanh")
    wrong("clip_below_0", "OP-2", clip="-1")
    wrong("another_hidden_size", "OP-5", hidden_size=1)
    wrong("x_of_rank_3", "OP-5", {"x": zeros("f32", 1, BATCH, FEATURES)})
    wrong("states_of_another_batch", "OP-5", {"h": zeros("f32", 2, UNITS)})
    wrong("weights_of_another_input", "OP-5", {"w": zeros("f32", gates * UNITS, 4)})
    wrong("recurrence_of_another_size", "OP-5", {"r": zeros("f32", gates * UNITS, 3)})
    wrong("recurrence_of_another_gate", "OP-5", {"r": zeros("f32", (gates + 1) * UNITS, UNITS)})
    wrong("biases_of_five_gates", "OP-5", {"b": zeros("f32", 5 * UNITS)})
    wrong("states_f64", "OP-4", {"h": zeros("f64", BATCH, UNITS)})
    if kind == "LSTMCell":
        wrong("cells_of_another_size", "OP-5", {"c": zeros("f32", BATCH, 3)})
    if kind == "GRUCell":
        wrong("three_biases_before_reset", "OP-5", linear_before_reset="true")


def add_cases(corpus):
    for kind, name in (("LSTMCell", "lstm_cell_4"), ("GRUCell", "gru_cell"), ("RNNCell", "rnn_cell")):
        add_cell(corpus, kind, "operations/%s/biased" % name, True)
        if kind != "RNNCell":  # whose page requires the biases
            add_cell(corpus, kind, "operations/%s/without_biases" % name, False)
