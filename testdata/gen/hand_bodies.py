"""Bodies, nesting, If and declared shapes, by hand."""

import case
import ir
from case import Tensor
from frames import counted, flag, i32, scan, trip


def add_same_names(corpus):
    graph = ir.Graph()
    x, y = graph.parameter("x", "i32", [2]), graph.parameter("y", "i32", [2])
    body = graph.body()
    yi, xi = body.parameter("x", "i32", [1]), body.parameter("y", "i32", [2])
    difference = body.result(body.op("Subtract", yi, xi, name="difference"), "x")
    loop = graph.tensor_iterator(body, "x")
    loop.input(y, yi, axis=0)
    loop.input(x, xi)
    graph.result(loop.output(difference, shape=[4], **scan(2)), "x")
    graph.result(x, "y")
    corpus.add("tensor_iterator/bodies/same_names_and_ids", rules=["BODY-1", "GRAPH-1"], oracle="by-hand", kind="boundary",
               model=graph.text(), title="Layers of the body have the same names and ids as layers outside, and nothing mixes them up.",
               notes="y = (10, 20) in parts minus x = (1, 2): (9, 8), (19, 18). The second Result is the outer x.",
               inputs={"x": i32(1, 2), "y": i32(10, 20)},
               runs=[{"name": "both", "outputs": [i32(9, 8, 19, 18), i32(1, 2)]}])


def add_declared_shapes(corpus):
    graph = ir.Graph()
    x = graph.parameter("X", "i32", "{{outer}}")
    body = graph.body()
    xi = body.parameter("xi", "i32", "{{inner}}")
    same = body.result(xi, "same")
    loop = graph.tensor_iterator(body)
    loop.input(x, xi)
    graph.result(loop.output(same, shape="{{inner}}"), "same")
    value = Tensor("i32", [2, 3], [1, 2, 3, 4, 5, 6])
    runs = []
    for name, outer, inner, verdict in (
            ("static", "2,3", "2,3", None), ("question_marks", "?,?", "?,?", None), ("minus_one", "-1,3", "2,-1", None),
            ("ranges", "1..2,3..4", "2..5,3..3", None), ("open_ranges", "..2,3..", "2..,..3", None),
            ("static_inside", "?,?", "2,3", None), ("first_differs", "?,3", "4,3", "run"),
            ("rank_differs", "?,?", "2,3,1", "load"), ("static_differs", "2,3", "2,4", "load"),
            ("range_too_small", "?,?", "..1,3", "run"), ("range_too_large", "?,?", "2,4..9", "run"),
            ("static_against_range", "2,3", "3..4,3", "load"), ("static_rank_differs", "2,3", "6", "load")):
        result = {"outputs": [value]} if verdict is None else case.rejected(verdict, "BODY-4")
        if name == "rank_differs":
            result = {"tier": "survey", "any_of": [case.rejected("load", "BODY-4"), case.rejected("run", "BODY-4")]}
        runs.append({"name": name, "at": [outer, inner], **result})
    corpus.add("tensor_iterator/bodies/declared_shapes", rules=["BODY-4", "READ-9"], oracle="by-hand", kind="boundary",
               model=graph.text(), columns=["outer", "inner"], inputs={"X": value}, runs=runs,
               title="A value must match its Parameter's declared shape: -1 and ? match any size, a..b a range.",
               notes="X is [2, 3]. A mismatch of two static shapes is found at load, any other when the value arrives.")


def add_last_value_of_first_part(corpus):
    graph = ir.Graph()
    count, x = graph.parameter("trip", "i64", []), graph.parameter("X", "i32", [3])
    loop, body = counted(graph, count)
    xi = body.parameter("xi", "i32", [1])
    doubled = body.result(body.op("Add", xi, xi), "doubled")
    loop.input(x, xi, axis=0)
    loop.back_edge(doubled, xi)
    last = loop.output(doubled, shape="{{inner}}")
    inside = graph.body()
    vi = inside.parameter("vi", "i32", "{{inner}}")
    same = inside.result(inside.op("Add", vi, vi, shape="{{inner}}"), "fourfold")
    outer = graph.tensor_iterator(inside)
    outer.input(last, vi)
    graph.result(outer.output(same, shape="{{inner}}"), "made")
    # Without an iteration the pages do not say whether part 0 or the whole input is the last value.
    runs = [{"name": "%s__iterations_%d" % (name, n), "at": [inner], **({} if n else {"tier": "survey"}),
             "inputs": {"trip": trip(n), "X": i32(3, 50, 70)},
             **({"outputs": [i32(6 * 2**n)]} if fits else case.rejected("load", "BODY-4"))}
            for name, inner, fits in (("one", "1", True), ("any", "?", True), ("two", "2", False), ("rank_2", "1,1", False))
            for n in ((0, 1, 2) if fits else (1,))]
    corpus.add("loop/bodies/last_value_of_a_first_part", rules=["BODY-4", "BACK-3", "ZERO-1"], oracle="by-hand", kind="boundary",
               model=graph.text(), weights=graph.weights.data, columns=["inner"], runs=runs,
               title="The last value of a merged, sliced input has the shape of a part, known at load, after any number of iterations.",
               notes="x = 3, the first part of (3, 50, 70), doubles. Another body doubles the result; its Parameter declares the shape "
                     "of a part, or none.")


def add_port_dims(corpus):
    graph = ir.Graph()
    x = graph.parameter("X", "f32", [3, 2])
    body = graph.body()
    xi = body.parameter("xi", "f32", [1, 2])
    sum_ = body.result(body.op("Add", xi, xi, name="sum"), "sum")
    loop = graph.tensor_iterator(body)
    loop.input(x, xi, axis=0)
    graph.result(loop.output(sum_, shape=[3, 2], **scan()), "joined")
    text = graph.text()
    at = text.index('name="sum" type="Add"')
    port = text[text.index("<output>", at):text.index("</output>", at)]
    text = text.replace(port, "<output>\n\t\t\t\t\t\t\t{{port}}\n\t\t\t\t\t\t")
    runs = []
    for name, port in (("right", '<port id="2" precision="FP32"><dim>1</dim><dim>2</dim></port>'),
                       ("bare", '<port id="2" />'), ("no_dims", '<port id="2" precision="FP32" />'),
                       ("stale_dims", '<port id="2" precision="FP32"><dim>7</dim><dim>2</dim></port>'),
                       ("stale_rank", '<port id="2" precision="FP32"><dim>2</dim></port>'),
                       ("unknown_dims", '<port id="2" precision="FP32"><dim>-1</dim><dim>-1</dim></port>'),
                       ("stale_precision", '<port id="2" precision="I64"><dim>1</dim><dim>2</dim></port>')):
        runs.append({"name": name, "at": [port], **({} if "precision" in port else {"tier": "survey"}),
                     "outputs": [Tensor("f32", [3, 2], [2, 4, 6, 8, 10, 12])]})
    corpus.add("tensor_iterator/bodies/stale_ports", rules=["BODY-5"], oracle="by-hand", kind="boundary", model=text,
               columns=["port"], title="The dimensions and the precision on an operation's output port are ignored.",
               notes="Each part is doubled, whatever is on the Add's output port.",
               inputs={"X": Tensor("f32", [3, 2], [1, 2, 3, 4, 5, 6])}, runs=runs)

    graph = ir.Graph()
    x = graph.parameter("X", "i16", [2, 3])
    body = graph.body()
    xi = body.parameter("xi", "i16", [2, 1])
    ten = body.const("i16", [10, 20], [2, 1])
    sum_ = body.result(body.op("Multiply", xi, ten), "product")
    loop = graph.tensor_iterator(body)
    loop.input(x, xi, axis=1)
    graph.result(loop.output(sum_, shape=[2, 3], axis=1), "joined")
    text = graph.text()
    parameter = '<data shape="2,1" element_type="i16" />'
    constant = '<data element_type="i16" shape="2,1" offset="0" size="4" />'
    assert text.count(parameter) == text.count(constant) == 1
    text = text.replace(parameter, "{{parameter}}").replace(constant, "{{const}}")
    bare = '<data offset="0" size="4" />'
    corpus.add("tensor_iterator/bodies/shape_from_port", rules=["BODY-5", "WEIGHTS-3"], oracle="by-hand", kind="combined",
               model=text, weights=graph.weights.data, columns=["parameter", "const"],
               title="A Parameter or Const without element type and shape takes those of its output port.",
               notes="((1, 2, 3), (4, 5, 6)) times (10; 20).", inputs={"X": Tensor("i16", [2, 3], [1, 2, 3, 4, 5, 6])},
               runs=[{"name": name, "at": at, **({} if at == [parameter, constant] else {"tier": "survey"}),
                      "outputs": [Tensor("i16", [2, 3], [10, 20, 30, 80, 100, 120])]}
                     for name, at in (("data_on_both", [parameter, constant]), ("parameter_from_port", ["", constant]),
                                      ("const_from_port", [parameter, bare]), ("both_from_port", ["", bare]))])


def add_dead_ends(corpus):
    graph = ir.Graph()
    x, unused = graph.parameter("X", "i32", [2]), graph.parameter("unused", "f64", [0, 3])
    body = graph.body()
    xi, dead = body.parameter("xi", "i32", [1]), body.parameter("dead", "f64", [0, 3])
    body.op("Add", dead, dead, name="goes_nowhere")
    constant = body.result(body.const("i32", [42]), "constant")
    unbound = body.result(xi, "unbound")
    loop = graph.tensor_iterator(body)
    loop.input(x, xi, axis=0)
    loop.input(unused, dead)
    graph.result(loop.output(constant, shape=[2], **scan()), "constants")
    assert unbound.id
    corpus.add("tensor_iterator/bodies/dead_ends", rules=["PORT-1", "PORT-2"], oracle="by-hand", kind="boundary",
               model=graph.text(), weights=graph.weights.data,
               title="Unused layers, a Result without a port and a constant Result cause no error.",
               notes="42, once for each part.", inputs={"X": i32(1, 2), "unused": Tensor("f64", [0, 3], [])},
               runs=[{"name": "two_parts", "outputs": [i32(42, 42)]}])


def add_chain(corpus):
    graph = ir.Graph()
    x, count = graph.parameter("X", "i32", [4]), graph.parameter("trip", "i32", [])
    body = graph.body()
    part = body.parameter("part", "i32", [1])
    doubled = body.result(body.op("Add", part, part), "doubled")
    first = graph.tensor_iterator(body, "first")
    first.input(x, part, axis=0, start=-1, end=0, stride=-1)
    joined = first.output(doubled, shape=[4], **scan())
    second, body = counted(graph, count, "second")
    part, h = body.parameter("part", "i32", [1]), body.parameter("h", "i32", [4])
    sum_ = body.result(body.op("Add", h, part), "sum")
    second.input(joined, part, axis=0)
    second.input(x, h)
    second.back_edge(sum_, h)
    graph.result(second.output(sum_, shape=[4]), "sum")
    graph.result(joined, "joined")
    corpus.add("loop/bodies/loop_after_iterator", rules=["BODY-1", "SLICE-9", "BACK-3"], oracle="by-hand", kind="combined",
               model=graph.text(), weights=graph.weights.data, inputs={"X": i32(1, 2, 3, 4)},
               title="A Loop cuts the scan output of a TensorIterator, which is also an output of the model.",
               notes="Doubled and backward: 8, 6, 4, 2. X plus the first two: + 14.",
               runs=[{"name": "trip_%d" % n, "inputs": {"trip": trip(n, "i32")}, "outputs": [i32(*sums), i32(8, 6, 4, 2)]}
                     for n, sums in ((0, [1, 2, 3, 4]), (1, [9, 10, 11, 12]), (2, [15, 16, 17, 18]), (4, [21, 22, 23, 24]))])


def add_single_layers(corpus):
    """A document whose root is the loop itself: its ports are the ports of the model."""
    graph = ir.Graph()
    outer = [graph.parameter(n, t, s) for n, t, s in (("X", "i32", [2, 3]), ("H0", "i32", [2, 1]))]
    body = graph.body()
    part, h = body.parameter("part", "i32", [2, 1]), body.parameter("h", "i32", [2, 1])
    difference = body.result(body.op("Subtract", part, h), "difference")
    loop = graph.tensor_iterator(body)
    loop.input(outer[0], part, axis=1)
    loop.input(outer[1], h)
    loop.back_edge(difference, h)
    loop.output(difference, shape=[2, 1])
    loop.output(difference, shape=[2, 3], axis=1)
    lines = [line[2:] for line in ir.layer_lines(loop.layer, "\t\t")]
    corpus.add("tensor_iterator/forms/single_layer", rules=["READ-5", "BACK-3"], oracle="by-hand", kind="boundary",
               model="\n".join(lines) + "\n",
               title="A document can be a single TensorIterator layer; its ports are the model's inputs and outputs.",
               notes="d = x - d: (1; 4) - (10; 20) = (-9; -16); (2; 5) - that = (11; 21); (3; 6) - that = (-8; -15).",
               runs=[{"name": "three_parts", "tier": "survey",
                      "inputs": [Tensor("i32", [2, 3], [1, 2, 3, 4, 5, 6]), Tensor("i32", [2, 1], [10, 20])],
                      "outputs": [Tensor("i32", [2, 1], [-8, -15]), Tensor("i32", [2, 3], [-9, 11, -8, -16, 21, -15])]}])

    graph = ir.Graph()
    condition, x = graph.parameter("condition", "boolean", []), graph.parameter("X", "i32", [2])
    body = graph.body()
    gate, h = body.parameter("gate", "boolean", []), body.parameter("h", "i32", [2])
    kept = body.result(h, "kept")
    more = body.result(body.op("LogicalNot", gate), "more")
    loop = graph.draft_loop(body)
    loop.input(condition, gate, condition="True")
    loop.input(x, h)
    loop.output(kept, shape=[2])
    loop.back_edge(more, gate)
    loop.back_edge(kept, h)
    lines = [line[2:] for line in ir.layer_lines(loop.layer, "\t\t", "operation")]
    corpus.add("loop/draft/single_operation", rules=["READ-5", "COND-3", "COND-4", "PORT-5"], oracle="by-hand", kind="boundary",
               model="\n".join(lines) + "\n",
               title="The form of the example on the draft page: a single operation, the condition on port 0.",
               notes="The initial condition is true, that of iteration 0 is not True: one iteration. X comes out in either case.",
               runs=[{"name": str(c).lower(), "tier": "survey", "inputs": [flag(c), i32(4, 5)], "outputs": [i32(4, 5)]}
                     for c in (True, False)])


def add_cases(corpus):
    for add in (add_same_names, add_declared_shapes, add_last_value_of_first_part, add_port_dims, add_dead_ends, add_chain, add_single_layers):
        add(corpus)
