"""Port maps, slices and back edges that are rejected, each next to the correct model."""

import ir
from broken import add, changed, line_with
from case import Tensor
from frames import i32


def iterator():
    """X is cut by columns, H is merged, C is invariant: d = x + h + c, which feeds h."""
    graph = ir.Graph()
    x, h0 = graph.parameter("X", "i32", [2, 3]), graph.parameter("H0", "i32", [2, 1])
    c = graph.parameter("C", "i32", [1])
    body = graph.body()
    xi, h, ci = body.parameter("x", "i32", [2, 1]), body.parameter("h", "i32", [2, 1]), body.parameter("c", "i32", [1])
    sum_ = body.op("Add", body.op("Add", xi, h), ci, shape=[2, 1])
    result = body.result(sum_, "sum")
    spare = body.result(body.op("Convert", h, type="i64", destination_type="i64"), "spare")
    body.result(sum_, "twin")
    loop = graph.tensor_iterator(body)
    loop.input(x, xi, axis=1, start=0, end=-1, stride=1, part_size=1)
    loop.input(h0, h)
    loop.input(c, ci)
    loop.back_edge(result, h)
    graph.result(loop.output(result, shape=[2, 1]), "last")
    graph.result(loop.output(result, shape=[2, 3], axis=1, start=0, end=-1, stride=1, part_size=1), "all")
    return graph, spare


ITERATOR_INPUTS = {"X": Tensor("i32", [2, 3], [1, 2, 3, 4, 5, 6]), "H0": Tensor("i32", [2, 1], [10, 20]), "C": i32(100)}
# h: 10 + 1 + 100 = 111, 111 + 2 + 100 = 213, 316; 20 + 4 + 100 = 124, 229, 335
ITERATOR_OUTPUTS = [Tensor("i32", [2, 1], [316, 335]), Tensor("i32", [2, 3], [111, 213, 316, 124, 229, 335])]
ITERATOR_NOTES = ("h + x + 100: 10 -> 111 -> 213 -> 316 and 20 -> 124 -> 229 -> 335. Every row except `mended` differs from "
                  "it in one place.")


REQUIRED = {"stride_0": ["required"], "output_stride_0": ["required"]}  # nothing can be meant (SLICE-3)


def add_port_maps(corpus):
    graph, _ = iterator()
    text = graph.text()
    ins = [line_with(text, "<input ", 'external_port_id="%d"' % p) for p in range(3)]
    outs = [line_with(text, "<output ", 'external_port_id="%d"' % p) for p in (3, 4)]
    places = {"sliced": ins[0], "merged": ins[1], "invariant": ins[2], "last": outs[0], "scan": outs[1]}
    c, s, l, j = ins[2], ins[0], outs[0], outs[1]
    rows = [
        ("parameter_unbound", "invariant", "", "load", "PORT-1", "required"),
        ("parameter_bound_twice", "invariant", c + c, "load", "PORT-1"),
        ("parameter_bound_by_two_ports", "invariant", c + changed(c, external_port_id=1), "load", "PORT-1"),
        ("merged_parameter_unbound", "merged", "", "load", "PORT-1", "required"),
        ("unwired_external_port", "invariant", changed(c, external_port_id=-1), "load", "PORT-3"),
        ("output_port_unbound", "last", "", "load", "PORT-2", "required"),
        ("output_port_bound_twice", "last", l + l, "load", "PORT-2"),
        ("output_port_bound_by_two_results", "last", l + changed(l, internal_layer_id=7), "load", "PORT-2"),
        ("unknown_internal_layer", "invariant", c + changed(c, internal_layer_id=99), "load", "PORT-3"),
        ("internal_layer_is_an_operation", "invariant", c + changed(c, internal_layer_id=3), "load", "PORT-3"),
        ("input_names_a_result", "invariant", c + changed(c, internal_layer_id=5), "load", "PORT-3"),
        ("output_names_a_parameter", "last", changed(l, internal_layer_id=0), "load", "PORT-3"),
        ("output_names_an_operation", "last", changed(l, internal_layer_id=4), "load", "PORT-3"),
        ("output_names_no_layer", "last", changed(l, internal_layer_id=-7), "load", "PORT-3"),
        ("unknown_external_port", "invariant", changed(c, external_port_id=9), "load", "PORT-3"),
        ("input_entry_for_an_output_port", "invariant", changed(c, external_port_id=3), "load", "PORT-3"),
        ("output_entry_for_an_input_port", "last", l + changed(l, external_port_id=0), "load", "PORT-3"),
        ("unknown_output_port", "last", l + changed(l, external_port_id=5), "load", "PORT-3"),
    ]
    for key, value in (("start", 0), ("end", -1), ("stride", 1), ("part_size", 1)):
        rows.append(("%s_without_axis" % key, "invariant", changed(c, **{key: value}), "load", "PORT-4"))
        rows.append(("%s_without_axis_on_an_output" % key, "last", changed(l, **{key: value}), "load", "PORT-4"))
    rows += [("all_but_axis", "sliced", changed(s, axis=None), "load", "PORT-4"),
             ("all_but_axis_on_an_output", "scan", changed(j, axis=None), "load", "PORT-4")]
    rows += [("condition_in_an_iterator", "invariant", changed(c, condition="True"), "load", "PORT-6"),
             ("purpose_in_an_iterator", "invariant", changed(c, purpose="current_iteration"), "load", "PORT-6"),
             ("purpose_on_an_output_of_an_iterator", "last", changed(l, purpose="execution_condition"), "load", "PORT-6")]
    add(corpus, "invalid/port_map", "Port maps with wrong entries are rejected at load.", text, places, rows,
        rules=["PORT-1", "PORT-2", "PORT-3", "PORT-4", "PORT-6"], inputs=ITERATOR_INPUTS, outputs=ITERATOR_OUTPUTS, notes=ITERATOR_NOTES)


def add_slices(corpus):
    graph, _ = iterator()
    text = graph.text()
    s = line_with(text, "<input ", 'external_port_id="0"')
    j = line_with(text, "<output ", 'external_port_id="4"')
    c = line_with(text, "<input ", 'external_port_id="2"')
    rows = []
    for name, rule, change in (
            ("axis_2", "SLICE-1", {"axis": 2}), ("axis_m3", "SLICE-1", {"axis": -3}),
            ("axis_huge", "SLICE-1", {"axis": 2**40}), ("start_3", "SLICE-2", {"start": 3}),
            ("start_m4", "SLICE-2", {"start": -4}), ("end_3", "SLICE-2", {"end": 3}), ("end_m4", "SLICE-2", {"end": -4}),
            ("start_smallest", "SLICE-2", {"start": -2**63}), ("end_largest", "SLICE-2", {"end": 2**63 - 1}),
            ("stride_0", "SLICE-3", {"stride": 0}), ("start_past_end", "SLICE-3", {"start": 2, "end": 1}),
            ("backward_with_forward_borders", "SLICE-3", {"stride": -1}),
            ("backward_with_default_borders", "SLICE-3", {"stride": -1, "start": None, "end": None}),
            ("forward_with_backward_borders", "SLICE-3", {"start": -1, "end": 0}),
            ("part_size_0", "SLICE-4", {"part_size": 0}), ("part_size_m1", "SLICE-4", {"part_size": -1})):
        rows.append((name, "sliced", changed(s, **change), "load", rule, *REQUIRED.get(name, ())))
    for name, change in (("stride_2", {"stride": 2, "part_size": 2}), ("stride_4", {"stride": 4, "part_size": None}),
                         ("backward_by_2", {"stride": -2, "start": -1, "end": 0, "part_size": None}),
                         ("stride_smallest", {"stride": -2**63, "start": -1, "end": 0, "part_size": None}),
                         ("stride_largest", {"stride": 2**63 - 1, "part_size": None})):
        rows.append((name, "sliced", changed(s, **change), "load", "SLICE-6"))
    rows += [("parts_wider_than_declared", "sliced", changed(s, stride=3, part_size=3), "load", "BODY-4"),
             ("counts_differ", "invariant", changed(c, axis=0), "load", "SLICE-7", "survey")]
    for name, rule, change in (("output_axis_2", "SLICE-1", {"axis": 2}),
                               ("output_axis_m3", "SLICE-1", {"axis": -3}),
                               ("output_stride_0", ["SLICE-3", "OUT-3"], {"stride": 0}),
                               ("output_part_size_0", ["SLICE-4", "OUT-4"], {"part_size": 0})):
        rows.append((name, "scan", changed(j, **change), "load", rule, *REQUIRED.get(name, ())))
    add(corpus, "invalid/slices", "Slices that exceed the axis, run against their stride or have a remainder are rejected.", text,
        {"sliced": s, "invariant": c, "scan": j}, rows, rules=["SLICE-1", "SLICE-2", "SLICE-3", "SLICE-4", "SLICE-6", "SLICE-7"],
        inputs=ITERATOR_INPUTS, outputs=ITERATOR_OUTPUTS, notes=ITERATOR_NOTES)

    graph = ir.Graph()
    x = graph.parameter("X", "f32", [])
    body = graph.body()
    xi = body.parameter("x", "f32", [])
    loop = graph.tensor_iterator(body)
    loop.input(x, xi)
    result = body.result(xi, "same")
    graph.result(loop.output(result, shape=[]), "last")
    text = graph.text()
    entry = line_with(text, "<input ", 'external_port_id="0"')
    rows = [("axis_%s" % str(a).replace("-", "m"), "entry", changed(entry, axis=a), "load", "SLICE-1") for a in (0, -1)]
    add(corpus, "invalid/sliced_scalar", "Cutting a scalar is rejected, because it has no axis.", text, {"entry": entry}, rows,
        rules=["SLICE-1"],
        inputs={"X": Tensor("f32", [], [1.5])}, outputs=[Tensor("f32", [], [1.5])])


def add_back_edges(corpus):
    graph, spare = iterator()
    text = graph.text()
    edge = line_with(text, "<edge from-layer", 'to-layer="1" />')
    spare_edge = '<edge from-layer="%d" to-layer="1" />' % spare.id
    rows = [
        ("from_unknown_layer", "edge", changed(edge, from__layer=99, to__layer=1), "load", "BACK-1"),
        ("to_unknown_layer", "edge", changed(edge, to__layer=99), "load", "BACK-1"),
        ("from_a_parameter", "edge", '<edge from-layer="0" to-layer="1" />', "load", "BACK-1"),
        ("from_an_operation", "edge", '<edge from-layer="3" to-layer="1" />', "load", "BACK-1"),
        ("to_a_result", "edge", changed(edge, to__layer=spare.id), "load", "BACK-1"),
        ("to_an_operation", "edge", changed(edge, to__layer=4), "load", "BACK-1"),
        ("reversed", "edge", '<edge from-layer="1" to-layer="%s" />' % 5, "load", "BACK-1"),
        ("written_twice", "edge", edge + edge, "load", "BACK-1"),
        ("two_into_one_parameter", "edge", edge + changed(edge, from__layer=8), "load", "BACK-1"),
        ("types_differ", "edge", spare_edge, "load", "BACK-5"),
        ("shapes_differ", "edge", changed(edge, to__layer=2), "load", "BODY-4"),
    ]
    add(corpus, "invalid/back_edges", "A back edge must lead from a Result to a Parameter of the same type and shape, one into each.", text,
        {"edge": edge}, rows, rules=["BACK-1", "BACK-5", "BODY-4"], inputs=ITERATOR_INPUTS,
        outputs=ITERATOR_OUTPUTS, notes=ITERATOR_NOTES)


def add_cases(corpus):
    for add_some in (add_port_maps, add_slices, add_back_edges):
        add_some(corpus)
