"""Recurrent cells in loops: bodies that compilers turn into one sequence operation, and their near relatives.

Oracle: the cells of gen/models_recurrent.py, step by step in the order that the port map asks for.
"""

import numpy as np

import ir
from cell_models import BATCH, BOUND, BOUND_OF_ONE_STEP, CELLS, FEATURES, ORACLE, STEPS, UNITS, Cell, Model, bounded, follow, outputs
from exact import F32, noise
from frames import f32, flag, slices, trip

X = noise(51, (BATCH, STEPS, FEATURES))
# start, end and stride of the input -> the parts
CUTS = {(0, -1, 1): [0, 1, 2, 3, 4], (-1, 0, -1): [4, 3, 2, 1, 0], (1, -1, 1): [1, 2, 3, 4], (0, -2, 1): [0, 1, 2, 3],
        (1, -2, 1): [1, 2, 3], (-2, 0, -1): [3, 2, 1, 0], (-1, 1, -1): [4, 3, 2, 1], (0, -1, 2): [0, 2, 4], (-1, 0, -2): [4, 2, 0]}


def add_borders(corpus, form, name):
    model = Model(form, Cell(name))
    after = model.cell.layer(model.body, model.flat(), model.states)
    y = model.shown(after[0])
    model.connect(after, axis=1, start="{{start}}", end="{{end}}", stride="{{stride}}", part_size=1)
    model.joined(y, [BATCH, "{{steps}}", UNITS], axis=1, start="{{y_start}}", end="{{y_end}}", stride="{{y_stride}}", part_size=1)
    model.last()
    start, runs = model.cell.start(), []
    for cut, order in CUTS.items():
        seen = follow(model.cell, [X[:, k] for k in order], start)
        for way in ((0, -1, 1), (-1, 0, -1)):
            gaps = {"tier": "survey"} if abs(cut[2]) > 1 else {}  # that gaps are allowed is decided (SLICE-6)
            runs.append({"at": [*cut, len(order), *way], **gaps, "inputs": model.inputs(X, start, len(order)),
                         "outputs": outputs(seen, backward=way[2] < 0)})
    model.add_to(corpus, "%s/cells/%s_borders" % (form, name), runs, columns=["start", "end", "stride", "steps", "y_start", "y_end", "y_stride"],
                 rules=["SLICE-1", "SLICE-2", "SLICE-3", "SLICE-6", "BACK-2", "OUT-1", "OUT-2", "OUT-3", "NUM-6"],
                 title="%s in a loop over a part of X, forward or backward, whose states are joined forward or backward." % model.cell.kind)


def add_wires(corpus, form):
    """The back edges of an LSTM lead to its own state, or to the other one."""
    model = Model(form, Cell("lstm"))
    after = model.cell.layer(model.body, model.flat(), model.states)
    y = model.shown(after[0])
    model.connect(after, carried=[])
    model.loop.back_edges = [("{{h_from}}", model.states[0]), ("{{c_from}}", model.states[1])]
    model.joined(y, [BATCH, STEPS, UNITS])
    model.last()
    start, runs = model.cell.start(), []
    for sources in ((0, 1), (1, 0), (0, 0), (1, 1)):
        seen = follow(model.cell, [X[:, k] for k in range(STEPS)], start, sources)
        runs.append({"name": "h_from_%s__c_from_%s" % tuple("hc"[s] for s in sources), "at": [model.results[s].id for s in sources],
                     "inputs": model.inputs(X, start, STEPS), "outputs": outputs(seen)})
    model.add_to(corpus, "%s/cells/lstm_wires" % form, runs, columns=["h_from", "c_from"],
                 title="LSTMCell in a loop: each state takes the new hidden or the new cell state.")


def add_still(corpus, form, name, carried):
    """States without a back edge begin with the same values in every iteration."""
    model = Model(form, Cell(name))
    after = model.cell.layer(model.body, model.flat(), model.states)
    y = model.shown(after[0])
    model.connect(after, carried=carried)
    model.joined(y, [BATCH, STEPS, UNITS])
    model.last()
    start = model.cell.start()
    seen = follow(model.cell, [X[:, k] for k in range(STEPS)], start, carried=carried)
    model.add_to(corpus, "%s/cells/%s_%s" % (form, name, "carries_" + carried[0] if carried else "carries_nothing"),
                 [{"name": "whole", "inputs": model.inputs(X, start, STEPS), "outputs": outputs(seen, bound=BOUND if "h" in carried else BOUND_OF_ONE_STEP)}],
                 rules=["SLICE-1", "BACK-1", "OUT-1", "OUT-2", "NUM-6"] if not carried else ["BACK-1", "BACK-2", "OUT-1", "OUT-2", "NUM-6"],
                 title="%s in a loop: %s." % (model.cell.kind, "only %s is carried" % carried[0] if carried else "no state is carried"))


def add_axes(corpus, form, name):
    """X is cut along axis 0 or 1, and y is joined along axis 0, 1 or 2."""
    for x_axis in (0, 1):
        for y_axis in (0, 1, 2):
            shape = (STEPS, BATCH, FEATURES) if x_axis == 0 else (BATCH, STEPS, FEATURES)
            part = (1, BATCH, FEATURES) if x_axis == 0 else (BATCH, 1, FEATURES)
            model = Model(form, Cell(name), shape, part)
            after = model.cell.layer(model.body, model.flat(x_axis), model.states)
            y = model.shown(after[0], y_axis)
            model.connect(after, **slices(1, True, x_axis))
            shape = [BATCH, UNITS]
            shape.insert(y_axis, STEPS)
            model.joined(y, shape, **slices(1, True, y_axis))
            model.last()
            start = model.cell.start()
            seen = follow(model.cell, [X[:, k] for k in range(STEPS)], start)
            x = np.ascontiguousarray(np.moveaxis(X, 1, x_axis))
            model.add_to(corpus, "%s/cells/%s_axis_%d_to_%d" % (form, name, x_axis, y_axis),
                         [{"name": "whole", "inputs": model.inputs(x, start, STEPS), "outputs": outputs(seen, y_axis)}],
                         rules=["SLICE-1", "BACK-2", "OUT-1", "OUT-2", "NUM-6"],
                         title="%s in a loop: X is cut along axis %d, and the states are joined along axis %d." % (
                             model.cell.kind, x_axis, y_axis))


def add_reshaped(corpus, form, name):
    """A Reshape does more than to remove an axis, or to add one."""
    start = Cell(name).start()
    # Two time steps are one part of 6 features.
    x = noise(52, (BATCH, 6, FEATURES))
    model = Model(form, Cell(name, 2 * FEATURES), (BATCH, 6, FEATURES), (BATCH, 2, FEATURES))
    after = model.cell.layer(model.body, model.flat(to=(BATCH, 2 * FEATURES)), model.states)
    y = model.shown(after[0])
    model.connect(after, **slices(2, True, 1))
    model.joined(y, [BATCH, 3, UNITS])
    model.last()
    seen = follow(model.cell, [x[:, k:k + 2].reshape(BATCH, -1) for k in (0, 2, 4)], start)
    model.add_to(corpus, "%s/cells/%s_of_two_steps" % (form, name),
                 [{"name": "whole", "inputs": model.inputs(x, start, 3), "outputs": outputs(seen)}],
                 rules=["SLICE-5", "BACK-2", "OUT-1", "OUT-2", "NUM-6"],
                 title="%s in a loop: each part has two time steps, which the body puts side by side." % model.cell.kind)
    # A part of 3 rows of 2 becomes 2 rows of 3; a state of 2 rows of 4 becomes 4 rows of 2.
    x = noise(53, (FEATURES, STEPS, BATCH))
    model = Model(form, Cell(name), (FEATURES, STEPS, BATCH), (FEATURES, 1, BATCH))
    after = model.cell.layer(model.body, model.flat(to=(BATCH, FEATURES)), model.states)
    y = model.body.result(model.body.op("Reshape", after[0], model.body.const("i64", [UNITS, 1, BATCH]), shape=[UNITS, 1, BATCH],
                                        special_zero="false"), "y")
    model.connect(after)
    model.joined(y, [UNITS, STEPS, BATCH])
    model.last()
    seen = follow(model.cell, [x[:, k].reshape(BATCH, FEATURES) for k in range(STEPS)], start)
    rows = np.stack([states[0].reshape(UNITS, BATCH) for states in seen], axis=1)
    model.add_to(corpus, "%s/cells/%s_of_other_rows" % (form, name),
                 [{"name": "whole", "inputs": model.inputs(x, start, STEPS), "outputs": [bounded(rows), *outputs(seen)[1:]]}],
                 title="%s in a loop: the body gives the parts and the states other rows." % model.cell.kind)


def add_outputs(corpus, form, name):
    """Other outputs: the states joined as they are, y twice, the last y, the last states alone, c joined."""
    start, steps = Cell(name).start(), [X[:, k] for k in range(STEPS)]
    seen = follow(Cell(name), steps, start)
    whole = outputs(seen)

    def add(suffix, title, build, expected):
        model = Model(form, Cell(name))
        after = model.cell.layer(model.body, model.flat(), model.states)
        build(model, after)
        model.add_to(corpus, "%s/cells/%s_%s" % (form, name, suffix),
                     [{"name": "whole", "inputs": model.inputs(X, start, STEPS), "outputs": expected}],
                     title="%s in a loop: %s." % (model.cell.kind, title))

    def joined_states(model, after):
        y = model.shown(after[0])
        model.connect(after)
        model.joined(y, [BATCH, STEPS, UNITS])
        for k, result in enumerate(model.results):
            model.joined(result, [BATCH, STEPS * UNITS], name="all_%d" % k, **slices(UNITS, True, 1))
    add("states_joined", "the states are joined along the units", joined_states,
        [whole[0], *[bounded(np.concatenate([s[k] for s in seen], axis=1)) for k in range(len(start))]])

    def twice(model, after):
        y = model.shown(after[0])
        model.connect(after)
        model.joined(y, [BATCH, STEPS, UNITS])
        model.joined(y, [BATCH, STEPS, UNITS], name="y_backward", **slices(1, False, 1))
        model.last()
    add("joined_twice", "its states are joined forward and backward", twice, [whole[0], outputs(seen, backward=True)[0], *whole[1:]])

    def last_of_y(model, after):
        y = model.shown(after[0])
        model.connect(after)
        model.joined(y, [BATCH, STEPS, UNITS])
        model.graph.result(model.loop.output(y, shape=[BATCH, 1, UNITS]), "last")
    add("last_of_y", "the state with a new axis is joined, and its last value is an output too", last_of_y,
        [whole[0], bounded(seen[-1][0][:, None])])

    def alone(model, after):
        model.shown(after[0])
        model.connect(after)
        model.last()
    add("last_alone", "only the last states are outputs", alone, whole[1:])

    if name == "lstm":
        def cells(model, after):
            y = model.shown(after[1])
            model.connect(after)
            model.joined(y, [BATCH, STEPS, UNITS])
            model.last()
        add("cells_joined", "the cell states are joined", cells, [bounded(np.stack([s[1] for s in seen], axis=1)), *whole[1:]])


def add_lengths(corpus, form, name):
    """Nothing is known of the batch and the number of steps before the run."""
    model = Model(form, Cell(name), (-1, -1, FEATURES), (-1, 1, FEATURES), -1)
    after = model.cell.layer(model.body, model.flat(), model.states)
    y = model.shown(after[0])
    model.connect(after, **slices(1, False, 1))
    model.joined(y, [-1, -1, UNITS], **slices(1, False, 1))
    model.last()
    runs = []
    for batch, steps in ((2, 5), (1, 1), (3, 2)):
        x = noise(60 + batch, (batch, steps, FEATURES))
        start = [noise(70 + batch + k, (batch, UNITS)) for k in range(len(model.states))]
        seen = follow(model.cell, [x[:, k] for k in range(steps - 1, -1, -1)], start)
        runs.append({"name": "batch_%d__steps_%d" % (batch, steps), "inputs": model.inputs(x, start, steps),
                     "outputs": outputs(seen, backward=True, bound=BOUND if steps > 1 else BOUND_OF_ONE_STEP)})
    model.add_to(corpus, "%s/cells/%s_open" % (form, name), runs, rules=["SLICE-3", "SLICE-7", "BACK-2", "OUT-1", "OUT-2", "NUM-6"],
                 title="%s in a loop from the last time step to the first, with any batch and any number of steps." % model.cell.kind)


def add_trips(corpus):
    """A Loop over all parts or fewer of them, whose conditions end it too."""
    cell, start = Cell("lstm"), Cell("lstm").start()
    x = np.ascontiguousarray(np.moveaxis(X, 1, 0))
    for counts in (False, True):
        graph = ir.Graph()
        count, condition = graph.parameter("trip", "i64", []), graph.parameter("condition", "boolean", [])
        limit = graph.parameter("limit", "i64", []) if counts else None
        shapes = {"X": [STEPS, BATCH, FEATURES], "H0": [BATCH, UNITS], "C0": [BATCH, UNITS]}
        outer = [graph.parameter(n, "f32", shape) for n, shape in shapes.items()]
        body = graph.body()
        part = body.parameter("xi", "f32", [1, BATCH, FEATURES])
        states = [body.parameter(n, "f32", [BATCH, UNITS]) for n in "hc"]
        after = cell.layer(body, body.op("Squeeze", part, body.const("i64", [0]), shape=[BATCH, FEATURES]), states)
        y = body.result(body.op("Unsqueeze", after[0], body.const("i64", [0]), shape=[1, BATCH, UNITS]), "y")
        results = [body.result(v, n) for v, n in zip(after, ("h1", "c1"))]
        if counts:
            counter, most = body.parameter("counter", "i64", []), body.parameter("limit", "i64", [])
            next_ = body.op("Add", counter, body.const("i64", 1))
            more, counted_ = body.result(body.op("Less", next_, most), "more"), body.result(next_, "next")
        else:
            more = body.result(body.const("boolean", True), "more")
        loop = graph.loop(body, count, condition)
        loop.execution_condition(more)
        loop.input(outer[0], part, **slices())
        for value, parameter in zip(outer[1:], states):
            loop.input(value, parameter)
        for result, parameter in zip(results, states):
            loop.back_edge(result, parameter)
        if counts:
            loop.input(graph.const("i64", 0), counter)
            loop.input(limit, most)
            loop.back_edge(counted_, counter)
        graph.result(loop.output(y, shape=[-1, BATCH, UNITS], **slices()), "y_out")
        runs = []
        for trips, true, most_ in ((5, True, 5), (5, True, 2), (5, True, 0), (2, True, 5), (1, True, 1), (0, True, 5), (5, False, 5), (3, True, 9)):
            times = min(trips, max(most_, 1)) if counts else trips
            times = times if true else 0
            name = "trip_%d%s%s" % (trips, "__limit_%d" % most_ if counts else "", "" if true else "__condition_false")
            seen = follow(cell, [x[k] for k in range(times)], start)
            joined = np.stack([s[0] for s in seen]) if seen else np.zeros((0, BATCH, UNITS), F32)
            given = {"limit": trip(most_)} if counts else {}
            if name not in [run["name"] for run in runs]:
                runs.append({"name": name, "inputs": {"trip": trip(trips), "condition": flag(true), **given, "X": f32(x),
                                                      **{n: f32(v) for n, v in zip(("H0", "C0"), start)}},
                             "outputs": [bounded(joined, (None, BOUND_OF_ONE_STEP, BOUND)[min(times, 2)])]})
        corpus.add("loop/cells/lstm_" + ("until_a_limit" if counts else "trips"), oracle=ORACLE, kind="combined", model=graph.text(),
                   weights=graph.weights.data, runs=runs, rules=["TRIP-1", "COND-1", "COND-3", "ZERO-2", "OUT-2", "NUM-6"],
                   title="LSTMCell in a Loop that ends before its last part: by %s." % (
                       "its trip count or its condition, which counts" if counts else "its trip count or its first condition"))


def add_cases(corpus):
    for form in ("tensor_iterator", "loop"):
        for name in CELLS:
            add_borders(corpus, form, name)
            add_axes(corpus, form, name)
            add_reshaped(corpus, form, name)
            add_outputs(corpus, form, name)
            add_lengths(corpus, form, name)
            for carried in ([["h"], ["c"], []] if name == "lstm" else [[]]):
                add_still(corpus, form, name, carried)
        add_wires(corpus, form)
    add_trips(corpus)
