"""Reads the IR into layers and edges. It rejects what it does not know, so nothing is lost silently.

The adapter has a reader of its own on purpose. If it used the interpreter's reader, a defect in that reader
would change both sides of every comparison and stay unnoticed. It also runs where the backedge program is not
built.
"""

import dataclasses
import pathlib
import re
import xml.etree.ElementTree as ElementTree

from answers import Skipped


@dataclasses.dataclass
class Layer:
    number: str
    name: str
    type: str
    version: str
    data: dict      # attributes
    inputs: list    # port ids, in order
    outputs: dict   # port id -> dimensions written on it
    input_dims: dict
    element: object


@dataclasses.dataclass
class Graph:
    layers: dict    # id -> Layer, in the order of the file
    edges: dict     # (layer, input port) -> (layer, output port)

    def of_type(self, name):
        return [layer for layer in self.layers.values() if layer.type == name]


def read_model(path, weights):
    """The model's graph and its weights' bytes."""
    root = ElementTree.parse(path).getroot()
    if root.tag != "net":
        raise Skipped("the translation reads only complete networks")
    return read_graph(root), pathlib.Path(weights).read_bytes() if weights else b""


def read_graph(element):
    layers = {}
    for child in element.find("layers"):
        layer = read_layer(child)
        if layer.number in layers:
            raise ValueError(f"two layers {layer.number}")
        layers[layer.number] = layer
    edges = {}
    for edge in element.find("edges"):
        target = edge.get("to-layer"), edge.get("to-port")
        if target in edges:
            raise ValueError(f"two edges into port {target}")
        edges[target] = edge.get("from-layer"), edge.get("from-port")
    for target, source in edges.items():
        check_end(layers, target, "inputs")
        check_end(layers, source, "outputs")
    return Graph(layers, edges)


def check_end(layers, end, side):
    number, port = end
    if number not in layers or port not in getattr(layers[number], side):
        raise ValueError(f"no port {port} among the {side} of a layer {number}")


def read_layer(element):
    data = element.find("data")
    inputs, outputs = element.find("input"), element.find("output")
    return Layer(
        number=element.get("id"), name=element.get("name") or f"Parameter_{element.get('id')}", type=element.get("type"),
        version=element.get("version"), data={} if data is None else dict(data.attrib),
        inputs=[] if inputs is None else [port.get("id") for port in inputs],
        outputs={} if outputs is None else {port.get("id"): dims_of(port) for port in outputs},
        input_dims={} if inputs is None else {port.get("id"): dims_of(port) for port in inputs}, element=element)


def dims_of(port):
    """The dimensions written on a port, -1 for any; used only if nothing better is known (BODY-5)."""
    return [int(dim.text) for dim in port.findall("dim")]


def shape_of(text):
    """`2,?,-1` as [2, None, None]; None for any rank. OpenVINO writes `2, 3` for a Const."""
    if text == "...":
        return None
    return [dimension_of(dim.strip(" ")) for dim in text.split(",")] if text else []


def dimension_of(text):
    if re.fullmatch("[0-9]+", text):
        return int(text)
    if text in ("?", "-1"):
        return None
    if re.fullmatch(r"[0-9]*\.\.[0-9]*", text):
        raise Skipped("ONNX has no range of dimensions")
    raise ValueError(f"{text!r} is not a dimension")


def integer(text):
    """A number of the port map, or None if it is not written."""
    if text is not None and not re.fullmatch("-?[0-9]+", text):
        raise ValueError(f"{text!r} is not an integer")
    return None if text is None else int(text)
