"""The port map of a loop, as far as ONNX can express it."""

import dataclasses

import ir
from answers import Skipped

PURPOSES = {"current_iteration", "execution_condition"}
ATTRIBUTES = {"external_port_id", "internal_layer_id", "axis", "start", "end", "stride", "part_size", "purpose"}


@dataclasses.dataclass
class Entry:
    """An entry of the port map that slices the whole axis."""
    port: str
    layer: str
    axis: int
    width: int
    backward: bool
    purpose: str


@dataclasses.dataclass
class Ports:
    """The pieces of a loop layer."""
    layer: ir.Layer
    graph: ir.Graph
    inputs: list
    outputs: list
    back: dict      # Parameter -> Result
    values: dict    # external port -> Value


def read_ports(layer, inputs):
    """The pieces of the loop; `inputs` are the values on its ports."""
    port_map, back_edges = layer.element.find("port_map"), layer.element.find("back_edges")
    back = {} if back_edges is None else {edge.get("to-layer"): edge.get("from-layer") for edge in back_edges}
    if back_edges is not None and len(back) < len(back_edges):
        raise ValueError("two back edges into one Parameter")
    entries = [[read_entry(entry) for entry in port_map.findall(name)] for name in ("input", "output")]
    return checked(Ports(layer, ir.read_graph(layer.element.find("body")), *entries, back, dict(zip(layer.inputs, inputs, strict=True))))


def read_entry(element):
    if not set(element.keys()) <= ATTRIBUTES:
        raise Skipped(f"the translation reads Loop-5 as OpenVINO writes it, not {sorted(set(element.keys()) - ATTRIBUTES)}")
    axis, start, end, stride, width = (ir.integer(element.get(name)) for name in ("axis", "start", "end", "stride", "part_size"))
    if axis is None and (start, end, stride, width) != (None,) * 4:
        raise Skipped("slicing without an axis: only readers of the IR can judge it")
    stride = 1 if stride is None else stride
    borders = (0 if start is None else start, -1 if end is None else end)
    if axis is not None and borders != ((-1, 0) if stride < 0 else (0, -1)):
        raise Skipped("ONNX slices have no borders")
    if axis is not None and (stride == 0 or width not in (None, abs(stride))):
        raise Skipped("ONNX slices neither overlap nor leave gaps")
    return Entry(element.get("external_port_id"), element.get("internal_layer_id"), axis, abs(stride), stride < 0, element.get("purpose"))


def checked(ports):
    """Reject a port map that does not bind everything once: the translation would lose this error."""
    bound = sorted(entry.layer for entry in ports.inputs)
    if bound != sorted(layer.number for layer in ports.graph.of_type("Parameter")):
        raise ValueError("Parameters not bound once each")
    purposes = [entry.purpose for entry in ports.inputs + ports.outputs if entry.purpose]
    if len(set(purposes)) < len(purposes) or purposes and ports.layer.type != "Loop" or not set(purposes) <= PURPOSES:
        raise ValueError(f"purposes {purposes}")
    if any(entry.purpose == "current_iteration" and (entry.port != "-1" or entry.layer in ports.back) for entry in ports.inputs):
        raise ValueError("a current iteration that takes a value")
    if sorted(entry.port for entry in ports.outputs if entry.purpose is None) != sorted(ports.layer.outputs):
        raise ValueError("outputs not bound once each")
    return ports


def shape_of_parameter(ports, number):
    parameter = ports.graph.layers[number]
    if "shape" in parameter.data:
        return ir.shape_of(parameter.data["shape"])
    raise Skipped("a Parameter declared only by its port")
