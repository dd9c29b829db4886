"""Identities after the wires of a loop that ONNX Runtime breaks (docs/findings/onnxruntime.md)."""

import onnx
from onnx import helper


def insert_identities(graph):
    """Insert them in all bodies.

    A Scan never writes an output that is an input (ORT-1), and a Loop changes its iteration number (ORT-2).
    """
    for node in graph.node:
        for attribute in node.attribute:
            if attribute.type == onnx.AttributeProto.GRAPH:
                insert_identities(attribute.g)
                if node.op_type in ("Loop", "Scan"):
                    fragile = attribute.g.input if node.op_type == "Scan" else attribute.g.input[:1]
                    separate_outputs(attribute.g, {value.name for value in fragile})


def separate_outputs(body, fragile):
    for k, output in enumerate(body.output):
        if output.name in fragile:
            name = f"{output.name}__identity_{k}"
            body.node.append(helper.make_node("Identity", [output.name], [name]))
            output.name = name
