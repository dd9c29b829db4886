#!/usr/bin/env python3
"""A tiny engine as a backend of the suite: TensorIterators whose bodies are wires, in plain Python."""
import json
import math
import sys
import xml.etree.ElementTree as xml

FEATURES = ["TensorIterator", "back_edges", "dynamic_shape", "part_size", "scan_output", "sliced_input", "type:i16", "type:i32", "type:i64"]


class Skipped(Exception):
    """The model may be right, but this engine does not support it."""


def slices(tensor, rule):
    """The parts of a sliced input. A tensor is as in the protocol: element_type, shape, flat list of values."""
    shape = tensor["shape"]
    axis = int(rule.get("axis")) % len(shape)
    start, end, stride = (int(rule.get(name, default)) for name, default in (("start", 0), ("end", -1), ("stride", 1)))
    dim, width, step = shape[axis], int(rule.get("part_size", abs(stride))), 1 if stride > 0 else -1
    if width != abs(stride):
        raise Skipped("parts that overlap or leave gaps")
    first, last = start % dim, end % dim
    inner = math.prod(shape[axis + 1 :])
    for begin in range(first, last + step, stride):
        low = begin if step > 0 else begin - width + 1
        rows = range(0, len(tensor["values"]), dim * inner)
        values = [v for row in rows for v in tensor["values"][row + low * inner : row + (low + width) * inner]]
        yield {**tensor, "shape": shape[:axis] + [width] + shape[axis + 1 :], "values": values}


def joined(parts, rule):
    """A scan output."""
    axis = int(rule.get("axis")) % len(parts[0]["shape"])
    rows = [math.prod(part["shape"][axis:]) for part in parts]
    outer = math.prod(parts[0]["shape"][:axis])
    values = [v for k in range(outer) for part, row in zip(parts, rows) for v in part["values"][k * row : (k + 1) * row]]
    dim = sum(part["shape"][axis] for part in parts)
    return {**parts[0], "shape": parts[0]["shape"][:axis] + [dim] + parts[0]["shape"][axis + 1 :], "values": values}


def run_iterator(layer, operands):
    """The outputs by port id."""
    inputs, outputs = layer.findall("port_map/input"), layer.findall("port_map/output")
    values = {rule.get("internal_layer_id"): operands[rule.get("external_port_id")] for rule in inputs}
    sliced = {rule.get("internal_layer_id"): list(slices(operands[rule.get("external_port_id")], rule))
              for rule in inputs if rule.get("axis")}
    history = []
    for k in range(max(map(len, sliced.values()), default=1)):
        values.update({target: parts[k] for target, parts in sliced.items()})
        history.append(run_graph(layer.find("body"), values))
        for edge in layer.findall("back_edges/edge"):
            values[edge.get("to-layer")] = history[-1][edge.get("from-layer")]
    results = {rule: [results[rule.get("internal_layer_id")] for results in history] for rule in outputs}
    return {rule.get("external_port_id"): joined(results[rule], rule) if rule.get("axis") else results[rule][-1] for rule in outputs}


def run_graph(graph, parameters):
    """The Results by layer id."""
    layers = {layer.get("id"): layer for layer in graph.findall("layers/layer")}
    sources = {(edge.get("to-layer"), edge.get("to-port")): (edge.get("from-layer"), edge.get("from-port")) for edge in graph.findall("edges/edge")}

    def value(name, port):
        layer = layers[name]
        if layer.get("type") == "Parameter":
            return parameters[name]
        if layer.get("type") != "TensorIterator":
            raise Skipped("no operation " + layer.get("type"))
        ports = [port.get("id") for port in layer.findall("input/port")]
        return run_iterator(layer, {port: value(*sources[name, port]) for port in ports})[port]

    return {name: value(*sources[name, layer.find("input/port").get("id")])
            for name, layer in layers.items() if layer.get("type") == "Result"}


def run(model, tensors):
    if any("file" in tensor for tensor in tensors):
        raise Skipped("no tensors in files")
    parameters = [layer.get("id") for layer in model.findall("layers/layer") if layer.get("type") == "Parameter"]
    return list(run_graph(model, dict(zip(parameters, tensors))).values())


for line in sys.stdin:
    request = json.loads(line)
    try:
        if request["do"] == "hello":
            answer = {"hello": {"protocol": 2, "name": "my_backend", "version": "1", "features": FEATURES, "formats": ["openvino-ir"]}}
        elif request["do"] == "load":
            model = xml.parse(request["model"]).getroot()
            if model.tag != "net":
                raise Skipped("no layers outside a net")
            answer = {"loaded": True}
        elif request["do"] == "run":
            answer = {"outputs": run(model, request["inputs"])}
        else:
            answer = {"unloaded": True} if request["do"] == "unload" else {"bye": True}
    except Skipped as why:
        answer = {"skipped": {"reason": str(why)}}
    except xml.ParseError as why:
        answer = {"rejected": {"phase": "load", "message": str(why)}}
    except Exception as why:  # the suite reports `failed` and continues
        answer = {"failed": {"message": repr(why)}}
    print(json.dumps({"id": request["id"], **answer}), flush=True)
