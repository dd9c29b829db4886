"""Reference pairs: two models with different bodies and equal results."""

import re

import ir
from case import Tensor
from frames import i64, scan, slices
from relations import pair, part_values, recurrence, step


def add_flattened(corpus):
    """A TensorIterator over columns inside one over rows, and one over all elements."""
    def build(nested):
        graph = ir.Graph()
        x, h0 = graph.parameter("X", "i64", [-1, 3]), graph.parameter("H0", "i64", [1])
        if nested:
            outer_body = graph.body()
            row, h = outer_body.parameter("row", "i64", [1, 3]), outer_body.parameter("h", "i64", [1])
            flat = outer_body.op("Squeeze", row, outer_body.const("i64", [0]), shape=[3])
        else:
            outer_body, h = graph, h0
            flat = graph.op("Reshape", x, graph.const("i64", [-1]), shape=[-1], special_zero="false")
        body = outer_body.body()
        xi, g = body.parameter("x", "i64", [1]), body.parameter("g", "i64", [1])
        next_ = body.result(step(body, g, xi), "next")
        inner = outer_body.tensor_iterator(body)
        inner.input(flat, xi, **slices())
        inner.input(h, g)
        inner.back_edge(next_, g)
        last, seen = inner.output(next_, shape=[1]), inner.output(next_, shape=[-1], **scan())
        if nested:
            rl, rs = outer_body.result(last, "last"), outer_body.result(seen, "seen")
            outer = graph.tensor_iterator(outer_body)
            outer.input(x, row, **slices())
            outer.input(h0, h)
            outer.back_edge(rl, h)
            last, seen = outer.output(rl, shape=[1]), outer.output(rs, shape=[-1], **scan(3))
        graph.result(last, "last")
        graph.result(seen, "all")
        return graph
    runs = []
    for rows in (1, 2, 3, 4, 5, 6):
        values = part_values(rows, 3 * rows)
        seen = recurrence(rows, values)
        runs.append(("rows_%d" % rows, {"X": Tensor("i64", [rows, 3], values), "H0": i64(rows)}, [i64(seen[-1]), i64(*seen)]))
    pair(corpus, "flattened", "Two nested TensorIterators are equal to one over the flattened input", ["BODY-2", "BACK-3", "OUT-2"],
         [("nested", "nested TensorIterators", build(True)), ("flat", "single TensorIterator", build(False))], runs, "h' = 3 h - x, line by line.", "relations_bodies")


class Renumbered:
    """A graph with other ids of layers and ports: functions of their positions."""

    def __init__(self, graph, layer, port):
        self.graph, self.weights, self.layer, self.port = graph, graph.weights, layer, port

    def text(self):
        def renumber(text, places, new_id):
            return re.sub(r'((?:%s)=")(\d+)"' % places, lambda found: '%s%d"' % (found[1], new_id(int(found[2]))), text)
        text = renumber(self.graph.text(), "<port id|from-port|to-port|external_port_id", self.port)
        return renumber(text, "<layer id|from-layer|to-layer|internal_layer_id", self.layer)


def add_port_ids(corpus):
    def build():
        graph = ir.Graph()
        x, y = graph.parameter("X", "i64", [-1]), graph.parameter("Y", "i64", [-1])
        body = graph.body()
        xi, yi = body.parameter("x", "i64", [1]), body.parameter("y", "i64", [1])
        difference = body.result(body.op("Subtract", xi, yi), "difference")
        loop = graph.tensor_iterator(body)
        loop.input(x, xi, **slices())
        loop.input(y, yi, **slices())
        graph.result(loop.output(difference, shape=[-1], **scan()), "all")
        return graph
    runs = [("parts_%d" % n, {"X": i64(*range(1, n + 1)), "Y": i64(*(10 * k for k in range(1, n + 1)))}, [i64(*(-9 * k for k in range(1, n + 1)))])
            for n in (1, 2, 3, 5)]
    swapped = Renumbered(build(), layer=lambda id_: id_, port=lambda id_: 1 - id_ if id_ < 2 else id_)
    pair(corpus, "port_ids", "The ids of two ports can be exchanged in all places", ["PORT-1", "GRAPH-1"],
         [("in_order", "ports in the order of their ids", build()), ("swapped", "ports in another order", swapped)], runs, "x - y.", "relations_bodies")


def add_renumbered(corpus):
    """The same body with its layers in another order under other ids, and ports wired in another order."""
    def build(turned):
        graph = ir.Graph()
        x, h0, c = graph.parameter("X", "i64", [-1]), graph.parameter("H0", "i64", [1]), graph.parameter("C", "i64", [1])
        body = graph.body()
        if turned:
            ci, h, xi = [body.parameter(n, "i64", [1]) for n in ("c", "h", "x")]
        else:
            xi, h, ci = [body.parameter(n, "i64", [1]) for n in ("x", "h", "c")]
        sum_ = body.op("Add", body.op("Multiply", h, ci), xi)
        if turned:
            before, next_ = body.result(h, "before"), body.result(sum_, "next")
        else:
            next_, before = body.result(sum_, "next"), body.result(h, "before")
        loop = graph.tensor_iterator(body)
        wires = [(x, xi, slices()), (h0, h, {}), (c, ci, {})]
        for outer, inner, attributes in wires[::-1] if turned else wires:
            loop.input(outer, inner, **attributes)
        loop.back_edge(next_, h)
        outs = [(next_, [1], {}), (before, [-1], scan(1, False)), (next_, [-1], scan())]
        made = {}
        for at in (2, 0, 1) if turned else (0, 1, 2):
            result, shape, attributes = outs[at]
            made[at] = loop.output(result, shape=shape, **attributes)
        for at, name in enumerate(("last", "before", "all")):
            graph.result(made[at], name)
        if turned:
            loop.order = [5, 2, 0, 4, 1, 3]
        return graph
    runs = []
    for seed, n in enumerate((1, 2, 3, 4, 5, 9)):
        values, h, seen, before = part_values(seed + 7, n), 5 + seed, [], []
        inputs = {"X": i64(*values), "H0": i64(h), "C": i64(seed + 2)}
        for value in values:
            before.append(h)
            h = h * (seed + 2) + value
            seen.append(h)
        runs.append(("parts_%d" % n, inputs, [i64(h), i64(*before[::-1]), i64(*seen)]))
    pair(corpus, "renumbered", "Other ids, ports and orders of writing do not change a loop", ["PORT-1", "PORT-2", "PORT-3", "GRAPH-1"],
         [("plain", "original loop", build(False)), ("turned", "changed loop", Renumbered(build(True), lambda id_: 611 - 13 * id_, lambda id_: 97 - 7 * id_))], runs, "h' = c h + x.", "relations_bodies")


def add_widths(corpus):
    """Parts of 2 along one axis, and parts of 1 along a separate axis."""
    def build(wide):
        graph = ir.Graph()
        x = graph.parameter("X", "i32", [3, -1])
        if not wide:
            split = graph.op("Reshape", x, graph.const("i64", [3, -1, 2]), shape=[3, -1, 2], special_zero="false")
        body = graph.body()
        xi = body.parameter("x", "i32", [3, 2] if wide else [3, 1, 2])
        flat = xi if wide else body.op("Squeeze", xi, body.const("i64", [1]), shape=[3, 2])
        turned = body.result(body.op("Transpose", flat, body.const("i64", [1, 0]), shape=[2, 3]), "turned")
        loop = graph.tensor_iterator(body)
        loop.input(x if wide else split, xi, **slices(2 if wide else 1, True, 1))
        graph.result(loop.output(turned, shape=[-1, 3], **scan(2)), "turned")
        return graph
    runs = []
    for parts in (1, 2, 3, 4, 5, 7):
        n = 2 * parts
        runs.append(("parts_%d" % parts, {"X": Tensor("i32", [3, n], [100 * r + c for r in range(3) for c in range(n)])},
                     [Tensor("i32", [n, 3], [100 * r + c for c in range(n) for r in range(3)])]))
    pair(corpus, "widths", "Parts of two positions are equal to parts of one along a split axis", ["SLICE-4", "SLICE-5"],
         [("wide", "parts of two positions", build(True)), ("split", "split axis", build(False))], runs, "Each part is transposed, so the joined parts are X transposed.",
         "relations_bodies")


def add_branches(corpus):
    """An If, and a Select over both of its branches."""
    def build(branch):
        graph = ir.Graph()
        x, h0 = graph.parameter("X", "i64", [-1]), graph.parameter("H0", "i64", [1])
        body = graph.body()
        xi, h = body.parameter("x", "i64", [1]), body.parameter("h", "i64", [1])
        go = body.op("Less", h, xi)
        if branch:
            then_body, else_body = body.body(), body.body()
            a, b = [then_body.parameter(n, "i64", [1]) for n in "ab"]
            c = else_body.parameter("c", "i64", [1])
            if_ = ir.If(body, go, then_body, else_body)
            yes = then_body.result(then_body.op("Add", then_body.op("Add", a, a), b), "yes")
            no = else_body.result(else_body.op("Negative", c), "no")
            if_.input(h, a, c)
            if_.input(xi, b, None)
            value = if_.output(yes, no, shape=[1])
        else:
            value = body.op("Select", go, body.op("Add", body.op("Add", h, h), xi), body.op("Negative", h), type="i64", shape=[1],
                            auto_broadcast="numpy")
        next_ = body.result(value, "next")
        loop = graph.tensor_iterator(body)
        loop.input(x, xi, **slices())
        loop.input(h0, h)
        loop.back_edge(next_, h)
        graph.result(loop.output(next_, shape=[-1], **scan()), "all")
        return graph
    runs = []
    for seed, n in enumerate((1, 2, 4, 5, 7, 12)):
        values, h, seen = part_values(seed + 3, n), seed - 3, []
        inputs = {"X": i64(*values), "H0": i64(h)}
        for value in values:
            h = 2 * h + value if h < value else -h
            seen.append(h)
        runs.append(("parts_%d" % n, inputs, [i64(*seen)]))
    pair(corpus, "branches", "An If in a body is equal to a Select over both branches", ["IF-2", "BODY-2", "BACK-2"],
         [("if", "If", build(True)), ("select", "Select", build(False))], runs, "h' = 2 h + x where h < x, else -h.", "relations_bodies")


def add_cases(corpus):
    for add in (add_flattened, add_port_ids, add_renumbered, add_widths, add_branches):
        add(corpus)
