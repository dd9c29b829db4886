"""Graphs and loops of the IR in ONNX.

A TensorIterator becomes a Scan. If a merged value may change its shape, or nothing is sliced, it becomes a
Loop whose condition is always true. A Loop becomes a Loop. ONNX's Loop cuts no parts, so a sliced input is a
Gather by iteration number. Parts keep the cut axis in the IR and lose it in ONNX. So [.., n * w, ..] is
reshaped to and from [.., n, w, ..] outside of the loop, and the body stays the same.

The translation inserts an Identity only if ONNX requires one: a body's outputs are values of the body, each
with its own name. With `Shared.identities` it also inserts one after the wires that ONNX Runtime breaks.
"""

import dataclasses
import re

import numpy as np
from onnx import helper

import ir
from answers import Skipped
from onnx_builder import Value, declare
from onnx_operands import cast
from onnx_ops import TABLE
from onnx_last_values import hold, plan, runs_once, runs_over
from onnx_parts import axis_of, last_part, merged_axes, split_parts, turned
from onnx_port_map import read_ports, shape_of_parameter
from protocol import DTYPES

VERSIONS = "opset([1-9]|1[0-6])"  # those of the corpus that are translated below


def translate_graph(b, graph, given):
    """The graph's Results by layer id; `given` has the values of its Parameters."""
    made = {(layer.number, next(iter(layer.outputs))): given[layer.number] for layer in graph.of_type("Parameter")}
    waiting = [layer for layer in graph.layers.values() if layer.type not in ("Parameter", "Result")]
    while waiting:
        ready = [layer for layer in waiting if all(graph.edges[layer.number, port] in made for port in layer.inputs)]
        if not ready:
            raise ValueError("a cycle, or an edge from nowhere")
        for layer in ready:
            outputs = translate_layer(b, layer, [made[graph.edges[layer.number, port]] for port in layer.inputs])
            made.update(((layer.number, port), value) for port, value in zip(layer.outputs, outputs, strict=True))
        waiting = [layer for layer in waiting if layer not in ready]
    return {layer.number: made[graph.edges[layer.number, layer.inputs[0]]] for layer in graph.of_type("Result")}


def translate_layer(b, layer, inputs):
    if layer.type == "Const":
        return [constant_of(b, layer.data)]
    if layer.type == "If":
        return branches(b, layer, inputs)
    if layer.type in ("Loop", "TensorIterator"):
        return loop(b, layer, inputs)
    if layer.type not in TABLE or not re.fullmatch(VERSIONS, layer.version or ""):
        raise Skipped(f"no translation of {layer.type} of {layer.version}")
    return TABLE[layer.type](b, layer, inputs)


def constant_of(b, data):
    begin, size = int(data["offset"]), int(data["size"])
    shape, dtype = ir.shape_of(data["shape"]), DTYPES[data["element_type"]]
    if 0 in shape and size in (0, 1):  # OpenVINO writes 1
        return b.constant(np.zeros(shape, dtype))
    array = np.frombuffer(b.weights[begin:begin + size], dtype).reshape(shape)
    if array.nbytes != size:
        raise ValueError(f"{array.nbytes} of {size} bytes")
    return b.constant(array)


def branches(b, layer, inputs):
    """If: its branches see outer values, as in ONNX."""
    graphs, outputs = [], None
    by_port = dict(zip(layer.inputs, inputs))
    for name in ("then", "else"):
        branch = b.inside()
        graph = ir.read_graph(layer.element.find(f"{name}_body"))
        entries = layer.element.find(f"{name}_port_map")
        given = {entry.get("internal_layer_id"): by_port[entry.get("external_port_id")] for entry in entries.findall("input")}
        if len(given) < len(entries.findall("input")) or len(entries.findall("output")) != len(layer.outputs):
            raise ValueError("a branch not bound once each")
        results = translate_graph(branch, graph, given)
        inner = {entry.get("external_port_id"): results[entry.get("internal_layer_id")] for entry in entries.findall("output")}
        outputs = exposed(branch, [inner[port] for port in layer.outputs])
        graphs.append(helper.make_graph(branch.nodes, branch.prefix, [], [declare(value) for value in outputs]))
    kinds = [(value.element_type, value.rank) for value in outputs]
    return b.add_all("If", inputs[:1], kinds, then_branch=graphs[0], else_branch=graphs[1])


def exposed(body, values, fragile=()):
    """The outputs of the body.

    Outer values, values that already are outputs, and `fragile` names get an Identity.
    """
    outputs, names = [], set(fragile)
    for value in values:
        if value.name in names or not value.name.startswith(body.prefix):
            value = body.add("Identity", [value], value.element_type, value.rank)
        names.add(value.name)
        outputs.append(value)
    return outputs


def loop(b, layer, inputs):
    ports = read_ports(layer, inputs)
    for entry in ports.inputs:
        if entry.axis is not None and entry.layer in ports.back:
            raise Skipped("ONNX has no merged value that is also sliced")
    merged = [shape_of_parameter(ports, number) for number in ports.back]
    sliced = any(entry.axis is not None for entry in ports.inputs)
    static = all(shape is not None and None not in shape for shape in merged)
    if layer.type == "TensorIterator" and sliced and static:
        return scan_node(b, ports)
    return loop_node(b, ports)


def parameter_of(body, ports, number):
    """A Parameter as an input of the body, with its shape."""
    shape = shape_of_parameter(ports, number)
    return Value(body.name("p"), ports.graph.layers[number].data["element_type"], None if shape is None else len(shape), shape=shape), shape


def invariant(ports, entry, outer):
    """An outer value, which is visible in ONNX bodies. ONNX would not check a declared shape."""
    declared = shape_of_parameter(ports, entry.layer)
    if declared is None or outer.shape is None:
        return outer
    if len(declared) != len(outer.shape) or any(dim not in (None, size) for dim, size in zip(declared, outer.shape)):
        raise Skipped("ONNX cannot declare shapes of outer values")
    return outer


def scan_node(b, ports):
    body = b.inside()
    given, initial, scanned, inner = {}, [], [], {}
    for entry in ports.inputs:
        outer = ports.values[entry.port]
        if entry.layer in ports.back or entry.axis is not None:
            inner[entry.layer] = parameter_of(body, ports, entry.layer)
            given[entry.layer] = inner[entry.layer][0]
            (scanned if entry.axis is not None else initial).append((entry, outer))
        else:
            given[entry.layer] = invariant(ports, entry, outer)
    results = translate_graph(body, ports.graph, given)
    held, stacks = plan(ports, ports.outputs, results, any(runs_over(outer, axis_of(entry.axis, outer)) for entry, outer in scanned), False)
    states = [hold(b, body, ports, entry, results[entry.layer], False) for entry in held]
    whole = [entry if entry.axis is not None else dataclasses.replace(entry, axis=0) for entry in stacks]
    axes = [place_of_axis(entry, results[entry.layer]) for entry in whole]
    begins = [*[inner[entry.layer] for entry, _ in initial], *[(state.inside, state.inside.shape) for state in states],
              *[inner[entry.layer] for entry, _ in scanned]]
    ends = exposed(body, [results[ports.back[entry.layer]] for entry, _ in initial] + [results[entry.layer] for entry in [*held, *whole]],
                   [value.name for value, _ in begins] if b.shared.identities else [])
    parts = [(split_parts(b, outer, axis_of(entry.axis, outer), entry.width), axis_of(entry.axis, outer)) for entry, outer in scanned]
    graph = helper.make_graph(body.nodes, body.prefix, [declare(*pair) for pair in begins], [declare(value) for value in ends])
    made = b.add_all("Scan", [outer for _, outer in initial] + [state.start for state in states] + [part for part, _ in parts],
                     [(value.element_type, None) for value in ends], body=graph,
                     num_scan_inputs=len(scanned), scan_input_axes=[axis for _, axis in parts],
                     scan_input_directions=[int(entry.backward) for entry, _ in scanned],
                     **({"scan_output_axes": axes, "scan_output_directions": [int(entry.backward) for entry in whole]} if whole else {}))
    outputs = last_values(ports, initial, held, made, results)
    for entry, axis, value in zip(stacks, axes, made[len(initial) + len(held):], strict=True):
        rank = results[entry.layer].rank
        outputs[entry.port] = last_part(b, value, rank) if entry.axis is None else merged_axes(b, value, axis, rank)
    return [outputs[port] for port in ports.layer.outputs]


def loop_node(b, ports):
    body = b.inside()
    number, go_on = Value(body.name("k"), "i64", 0), Value(body.name("go"), "boolean", 0)
    given, initial, inner, count, runs = {}, [], [], None, False
    for entry in ports.inputs:
        if entry.purpose == "current_iteration":
            given[entry.layer] = current_iteration(body, ports, entry.layer, number)
            continue
        outer = ports.values[entry.port]
        if entry.layer in ports.back:
            inner.append(parameter_of(body, ports, entry.layer))
            given[entry.layer] = inner[-1][0]
            initial.append((entry, outer))
        elif entry.axis is not None:
            given[entry.layer], count = part_by_number(b, body, entry, outer, number)
            runs = runs or runs_over(outer, axis_of(entry.axis, outer))
        else:
            given[entry.layer] = invariant(ports, entry, outer)
    results = translate_graph(body, ports.graph, given)
    entries = [entry for entry in ports.outputs if entry.purpose is None]
    if ports.layer.type == "Loop":
        condition = next(results[entry.layer] for entry in ports.outputs if entry.purpose == "execution_condition")
        gates = ports.values["0"], ports.values["1"]
        trip, first = trip_count(b, gates[0]), gates[1]
        check_initial_values(b, entries, initial, ports, gates)
        held, stacks = plan(ports, entries, results, lambda: runs_once(b, gates), True)
    else:
        condition, trip, first = go_on, count or b.scalar(1), b.true()
        held, stacks = plan(ports, entries, results, runs or count is None, True)
    states = [hold(b, body, ports, entry, results[entry.layer], True) for entry in held]
    carried = [results[ports.back[entry.layer]] for entry, _ in initial]
    ends = exposed(body, [condition, *carried, *[results[entry.layer] for entry in [*held, *stacks]]], [number.name] if b.shared.identities else [])
    begins = [declare(number, []), declare(go_on, [1] if first.rank == 1 else []), *[declare(*pair) for pair in inner],
              *[declare(state.inside) for state in states]]
    graph = helper.make_graph(body.nodes, body.prefix, begins, [declare(value) for value in ends])
    made = b.add_all("Loop", [trip, first, *[outer for _, outer in initial], *[state.start for state in states]],
                     [(value.element_type, None) for value in ends[1:]], body=graph)
    for value, (_, shape) in zip(made, inner):
        value.rank = None if shape is None else len(shape)
    outputs = last_values(ports, initial, held, made, results)
    for entry, value in zip(stacks, made[len(initial) + len(held):], strict=True):
        outputs[entry.port] = last_part(b, value, results[entry.layer].rank) if entry.axis is None else joined(b, value, entry, results[entry.layer])
    return [outputs[port] for port in ports.layer.outputs]


def last_values(ports, initial, held, made, results):
    """The last values on the loop's ports.

    The first outputs of the node are those of merged inputs and held states.
    """
    carried = dict(zip([ports.back[entry.layer] for entry, _ in initial], made))
    outputs = {entry.port: carried[entry.layer] for entry in ports.outputs if entry.axis is None and entry.layer in carried}
    for entry, value in zip(held, made[len(initial):]):
        value.rank = results[entry.layer].rank
        outputs[entry.port] = value
    return outputs


def check_initial_values(b, entries, initial, ports, gates):
    """Without an iteration ZERO-1 requires an error, but ONNX gives the first of several initial values."""
    for entry in entries:
        starts = {outer.name for fed, outer in initial if ports.back[fed.layer] == entry.layer}
        if entry.axis is None and len(starts) > 1:
            b.shared.must_run.update(gate.name for gate in gates if gate and gate.constant is None)


def current_iteration(body, ports, number, counter):
    """The counter, an i64 scalar in ONNX, in the Parameter's type and shape."""
    shape, element_type = shape_of_parameter(ports, number), ports.graph.layers[number].data["element_type"]
    if shape == [] and element_type == "i64":
        return counter
    if shape not in ([], [1]) or element_type not in ("i32", "i64"):
        raise Skipped("the current iteration of ONNX is a scalar of i64")
    value = cast(body, counter, element_type)
    return body.add("Reshape", [value, body.integers(1)], element_type, 1) if shape else value


def trip_count(b, value):
    """None if there is no bound: ONNX has no -1."""
    if value.constant is not None and int(value.constant.reshape(-1)[0]) == -1:
        return None
    if value.element_type not in ("i64", "i32"):
        raise Skipped(f"ONNX has no trip count of {value.element_type}, so the translation would convert it")
    if value.rank is not None and value.rank > 1:
        raise Skipped("ONNX does not say whether a trip count may have more than one dimension")
    b.shared.trip_counts.add(value.name)
    return cast(b, value, "i64")


def part_by_number(b, body, entry, outer, number):
    """A part in the body, and the number of parts."""
    axis = axis_of(entry.axis, outer)
    parts = split_parts(b, outer, axis, entry.width)
    if entry.backward:
        parts = turned(b, parts, axis)
    count = b.add("Squeeze", [b.add("Shape", [parts], "i64", 1, start=axis, end=axis + 1), b.integers(0)], "i64", 0)
    return body.add("Gather", [parts, number], outer.element_type, outer.rank, axis=axis), count


def place_of_axis(entry, value):
    return 0 if entry.axis in (0, -1) and value.rank == 0 else axis_of(entry.axis, value)


def joined(b, stack, entry, part):
    """[n, ..] of a Loop as the scan output of the IR."""
    if entry.backward:
        stack = turned(b, stack, 0)
    axis = place_of_axis(entry, part)
    if axis > 0:
        if part.rank is None:
            raise Skipped("parts of unknown rank joined along an axis other than 0")
        order = [*range(1, axis + 1), 0, *range(axis + 1, part.rank + 1)]
        stack = b.add("Transpose", [stack], stack.element_type, part.rank + 1, perm=order)
    return merged_axes(b, stack, axis, part.rank)
