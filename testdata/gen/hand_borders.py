"""Edge cases that a wrong implementation passes if values are small, whole or well known, by hand."""

import ir
from case import Tensor
from frames import counted, i32, scan, trip


def add_one_then_many(corpus):
    graph = ir.Graph()
    count = graph.parameter("trip", "i64", [])
    h0 = graph.parameter("H0", "i32", [-1])
    loop, body = counted(graph, count)
    h = body.parameter("h", "i32", [-1])
    tail = list(range(100, 117))
    grown = body.result(body.op("Concat", h, body.const("i32", tail), axis=0, shape=[-1]), "grown")
    same = body.result(h, "same")
    loop.input(h0, h)
    loop.back_edge(grown, h)
    graph.result(loop.output(same, shape=[-1], axis=0, start="{{start}}", end="{{end}}", stride="{{stride}}"), "joined")
    parts = [[7], [7] + tail, [7] + tail + tail]
    runs = []
    for name, direction, order in (("forward", [0, -1, 1], 1), ("backward", [-1, 0, -1], -1)):
        for n in (1, 2, 3):
            values = [value for part in parts[:n][::order] for value in part]
            runs.append({"name": "%s_%d" % (name, n), "at": direction, **({"tier": "survey"} if n > 1 else {}),
                         "inputs": {"trip": trip(n)}, "outputs": [i32(*values)]})
    corpus.add("loop/outputs/one_element_then_many", rules=["OUT-2", "OUT-4", "BACK-4"], oracle="by-hand", kind="combined",
               model=graph.text(), weights=graph.weights.data, columns=["start", "end", "stride"], runs=runs,
               inputs={"H0": i32(7)},
               title="A first part of one element keeps its value when later parts are much larger.",
               notes="h is (7), then (7, 100 .. 116), then (7, 100 .. 116, 100 .. 116): 1, 18 and 35 elements.")


def add_boolean_bytes(corpus):
    graph = ir.Graph()
    numbers = graph.parameter("N", "i32", [6])
    bytes_ = graph.const("boolean", [0, 1, 2, 127, 128, 255])
    yes = graph.const("boolean", True)
    graph.result(graph.op("Convert", bytes_, type="i32", destination_type="i32"), "numbers")
    graph.result(graph.op("LogicalNot", bytes_), "not")
    graph.result(graph.op("Equal", bytes_, yes), "is_true")
    graph.result(graph.op("Select", bytes_, numbers, graph.op("Negative", numbers), type="i32", shape=[6]), "chosen")
    truth = [False] + [True] * 5
    corpus.add("plumbing/constants/boolean_bytes", rules=["WEIGHTS-5"], oracle="by-hand", kind="boundary", model=graph.text(),
               weights=graph.weights.data, title="Every byte of a boolean Const except 0 is true, and all true elements are equal.",
               notes="The bytes 0, 1, 2, 127, 128, 255 are one false and five true elements.",
               runs=[{"name": "six_bytes", "tier": "survey", "inputs": {"N": i32(3, 4, 5, 6, 7, 8)},
                      "outputs": [i32(0, 1, 1, 1, 1, 1), Tensor("boolean", [6], [not t for t in truth]), Tensor("boolean", [6], truth),
                                  i32(-3, 4, 5, 6, 7, 8)]}])


def add_condition_bytes(corpus):
    for name, begins, more, count, title in (
           ("initial", 2, True, 3, "An initial condition that is a Const of byte 2 is true."),
           ("body", True, 128, 3, "A body condition that is a Const of byte 128 is true."),
           ("body_false", 2, 0, 1, "A body condition that is a Const of byte 0 is false and ends the loop after one iteration.")):
        graph = ir.Graph()
        h0 = graph.parameter("H0", "i32", [1])
        body = graph.body()
        h = body.parameter("h", "i32", [1])
        goes_on = body.result(body.const("boolean", more), "more")
        doubled = body.result(body.op("Add", h, h), "doubled")
        loop = graph.loop(body, graph.const("i64", 3), graph.const("boolean", begins))
        loop.execution_condition(goes_on)
        loop.input(h0, h)
        loop.back_edge(doubled, h)
        graph.result(loop.output(doubled, shape=[1]), "last")
        graph.result(loop.output(doubled, shape=[-1], **scan()), "all")
        doubles = [10, 20, 40][:count]
        corpus.add("loop/control/condition_byte_%s" % name, rules=["WEIGHTS-5", "COND-1", "COND-2"], oracle="by-hand", kind="combined",
                   model=graph.text(), weights=graph.weights.data, inputs={"H0": i32(5)},
                   title=title, notes="The initial condition's byte is %d, the body's %d. %s." % (
                      begins, more, " -> ".join(str(d) for d in [5, *doubles])),
                   runs=[{"name": "doubled", "tier": "survey", "outputs": [i32(doubles[-1]), i32(*doubles)]}])


def add_no_iteration_of_unknown_shape(corpus):
    graph = ir.Graph()
    count = graph.parameter("trip", "i64", [])
    a0, b0 = graph.parameter("A", "i32", [-1, -1]), graph.parameter("B", "i32", [-1, -1])
    loop, body = counted(graph, count)
    a, b = body.parameter("a", "i32", [-1, -1]), body.parameter("b", "i32", [-1, -1])
    sum_ = body.result(body.op("Add", a, b, shape=[-1, -1]), "sum")
    handed = body.result(a, "handed")
    loop.input(a0, a)
    loop.input(b0, b)
    loop.back_edge(sum_, a)
    graph.result(loop.output(sum_, shape=[-1, -1]), "last")
    graph.result(loop.output(sum_, shape=[-1, -1], axis=0), "sums")
    graph.result(loop.output(handed, shape=[-1, -1], axis=1), "befores")
    two, three = Tensor("i32", [1, 2], [1, 2]), Tensor("i32", [1, 3], [10, 20, 30])

    def empty(shape):
        return Tensor("i32", shape, [])

    runs = [{"name": "one", "inputs": {"trip": trip(1), "A": two, "B": Tensor("i32", [1, 2], [10, 20])},
             "outputs": [Tensor("i32", [1, 2], [11, 22]), Tensor("i32", [1, 2], [11, 22]), two]},
            {"name": "none", "tier": "survey", "inputs": {"trip": trip(0), "A": two, "B": Tensor("i32", [1, 2], [10, 20])},
             "any_of": [{"outputs": [two, empty(sums), empty(befores)]} for sums in ([0, 0], [0, 2]) for befores in ([0, 0], [1, 0])]},
            {"name": "none_of_shapes_that_do_not_fit", "tier": "survey", "inputs": {"trip": trip(0), "A": two, "B": three},
             "any_of": [{"outputs": [two, empty(sums), empty(befores)]} for sums in ([0, 0], [0, 2], [0, 3]) for befores in ([0, 0], [1, 0])]}]
    corpus.add("loop/zero_iterations/no_dimension_known", rules=["ZERO-1", "ZERO-2", "TRIP-3"], oracle="by-hand", kind="combined",
               model=graph.text(), weights=graph.weights.data, runs=runs,
               title="Without an iteration, outputs whose dimensions are all unknown are empty, even if the body would fail.",
               notes="Nothing declares a size. The body never runs, so A of [1, 2] and B of [1, 3] cause no error: "
                     "the last value is A, and the scans have no elements.")


def add_cases(corpus):
    for add in (add_one_then_many, add_boolean_bytes, add_condition_bytes, add_no_iteration_of_unknown_shape):
        add(corpus)
