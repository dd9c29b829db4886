"""Describes a model: its loops as tables, as a picture for Graphviz, and the sources of its scan outputs.

It reads only the XML and checks nothing, so it can also show models that must be rejected.
"""

import dataclasses
import re
import xml.etree.ElementTree as ElementTree

MOST_LAYERS = 150  # in a picture
SLICING = ("axis", "start", "end", "stride", "part_size")
LOOPS = ("TensorIterator", "Loop")


def expand(model, columns, values):
    """The model of a run of a case with columns."""
    for name, value in zip(columns, values):
        if value is None:
            model = re.sub(rf'\s[\w-]+="\{{\{{{name}\}}\}}"', "", model)
        model = model.replace("{{%s}}" % name, str(value))
    return model


def run_name(columns, values):
    """The name that backedge gives to such a run."""
    words = ("none" if value is None else str(value).lower().replace("-", "m") for value in values)
    return "__".join(f"{name}_{re.sub('[^a-z0-9]+', '_', word).strip('_')}" for name, word in zip(columns, words))


def slicing_text(entry):
    return ", ".join(f"{name} {entry.get(name)}" for name in SLICING if entry.get(name) is not None)


def layers_of(parent):
    return list(parent.iterfind("layers/layer"))


def title_of(layer):
    return layer.get("name") or " ".join(filter(None, (layer.get("type"), layer.get("id"))))


def type_of(layer):
    """"f32[2,3]" of a Parameter or Const, as far as it is written."""
    data = layer.find("data")
    if data is None or data.get("shape") is None:
        port = layer.find("output/port")
        if port is None:
            return ""
        return f"{port.get('precision', '').lower()}[{','.join(dim.text or '' for dim in port.iterfind('dim'))}]"
    return f"{data.get('element_type', '')}[{data.get('shape')}]"


def edges_of(parent):
    """{(to-layer, to-port): (from-layer, from-port)}"""
    ends = [(f"{end}-layer", f"{end}-port") for end in ("to", "from")]
    return {tuple(map(edge.get, ends[0])): tuple(map(edge.get, ends[1])) for edge in parent.iterfind("edges/edge")}


@dataclasses.dataclass
class Entry:
    """A line of a loop's port map."""
    xml: ElementTree.Element
    role: str  # "sliced input"
    port: str  # outside
    layer: str  # inside: its id
    slicing: str


@dataclasses.dataclass
class Loop:
    xml: ElementTree.Element
    inputs: list
    outputs: list
    back_edges: list  # (from id, to id)
    controls: list  # (port, what it is)
    titles: dict  # of the layers of its body, by id

    @property
    def title(self):
        return title_of(self.xml) + (f" ({self.xml.get('type')})" if self.xml.get("name") else "")


def read_entry(entry, merged):
    layer = entry.get("internal_layer_id", "")
    slicing = slicing_text(entry)
    if entry.tag == "output":
        role = "scan output" if slicing else "last value"
        role = "condition" if entry.get("purpose") == "execution_condition" else role
    elif entry.get("purpose") == "current_iteration":
        role = "current iteration"
    else:
        role = "merged input" if layer in merged else "sliced input" if slicing else "invariant input"
        role += " (condition)" if entry.get("condition", "").lower() in ("true", "1") else ""
    return Entry(entry, role, entry.get("external_port_id", ""), layer, slicing)


def read_loop(layer):
    body = layer.find("body")
    titles = {inner.get("id"): title_of(inner) for inner in (layers_of(body) if body is not None else ())}
    back = [(edge.get("from-layer"), edge.get("to-layer")) for edge in layer.iterfind("back_edges/edge")]
    merged = {target for _, target in back}
    entries = [read_entry(entry, merged) for entry in layer.iterfind("port_map/*")]
    inputs = [entry for entry in entries if entry.xml.tag == "input"]
    used = {entry.port for entry in inputs}
    free = [port.get("id") for port in layer.iterfind("input/port") if port.get("id") not in used]
    controls = list(zip(free, ("trip count", "initial condition"))) if layer.get("type") == "Loop" else []
    return Loop(layer, inputs, [entry for entry in entries if entry.xml.tag == "output"], back, controls, titles)


def parse(text):
    """The network of a model, in the form that OpenVINO writes. A single layer gets a network around it."""
    root = ElementTree.fromstring(text)
    for element in root.iter():
        element.tag = element.tag.replace("operation", "layer")
        for name in [name for name in element.attrib if "operation" in name]:
            element.set(name.replace("operation", "layer"), element.attrib.pop(name))
    return network_of(root) if root.tag == "layer" else root


def network_of(layer):
    """A network of one layer, with a Parameter or Result at each of its ports."""
    net = ElementTree.Element("net")
    layers, edges = (ElementTree.SubElement(net, tag) for tag in ("layers", "edges"))
    layer.set("id", "")
    layers.append(layer)
    for port in layer.iterfind("input/port"):
        end = ElementTree.SubElement(layers, "layer", id=f"to {port.get('id')}", name=f"port {port.get('id')}", type="Parameter")
        ElementTree.SubElement(end, "output").append(port)
        ElementTree.SubElement(edges, "edge", {"from-layer": end.get("id"), "to-layer": "", "to-port": port.get("id", "")})
    for port in layer.iterfind("output/port"):
        end = ElementTree.SubElement(layers, "layer", id=f"from {port.get('id')}", name=f"port {port.get('id')}", type="Result")
        ElementTree.SubElement(edges, "edge", {"from-layer": "", "from-port": port.get("id", ""), "to-layer": end.get("id")})
    return net


def all_loops(net):
    return [read_loop(layer) for layer in net.iter("layer") if layer.get("type") in LOOPS]


def loop_tables(net):
    """[{"title", "rows": [[role, from, to, slicing]]}] for each loop, including nested ones."""
    tables = []
    for loop in all_loops(net):
        name = lambda layer: loop.titles.get(layer, f"layer {layer}")
        rows = [[role, f"port {port}", "", ""] for port, role in loop.controls]
        for entry in loop.inputs:
            port = "0, 1, 2, ..." if entry.role == "current iteration" else f"port {entry.port}"
            rows.append([entry.role, port, name(entry.layer), entry.slicing])
        for entry in loop.outputs:
            port = "" if entry.port == "-1" else f"port {entry.port}"
            rows.append([entry.role, name(entry.layer), port, entry.slicing])
        rows += [["back edge", name(source), name(target), ""] for source, target in loop.back_edges]
        tables.append({"title": loop.title, "rows": rows})
    return tables


def whole(text):
    return int(text) if re.fullmatch(r"-?[0-9]+", text or "") else None


def declared_width(loop, entry, axis):
    """The width of a Result along an axis, according to the dimensions on its port."""
    for layer in layers_of(loop.xml.find("body") or ElementTree.Element("body")):
        if layer.get("id") == entry.layer:
            dims = [whole(dim.text) for dim in layer.iterfind("input/port/dim")]
            return 1 if not dims else dims[axis] if -len(dims) <= axis < len(dims) else None
    return None


def scan_outputs(net):
    """{position: (axis, width of a part, joined backward?)} of the outputs that come directly from a loop."""
    scans = {}
    layers = {layer.get("id"): layer for layer in layers_of(net)}
    edges = edges_of(net)
    for k, result in enumerate(layer for layer in layers.values() if layer.get("type") == "Result"):
        source, port = next((source for target, source in edges.items() if target[0] == result.get("id")), ("", ""))
        if source not in layers or layers[source].get("type") not in LOOPS:
            continue
        loop = read_loop(layers[source])
        for entry in loop.outputs:
            axis = whole(entry.xml.get("axis"))
            if entry.port == port and axis is not None:
                width = whole(entry.xml.get("part_size")) or declared_width(loop, entry, axis)
                scans[k] = (axis, width, (entry.xml.get("stride") or "").startswith("-"))
    return scans


def first_iteration(scan, shape, positions):
    """The first iteration that writes one of the positions of a scan output of this shape; None if unknown."""
    axis, width, backward = scan
    if not width or width < 0 or not -len(shape) <= axis < len(shape):
        return None
    axis %= len(shape)
    below = 1
    for dim in shape[axis + 1:]:
        below *= dim
    if not below or not shape[axis] or shape[axis] % width:
        return None
    parts = [position // below % shape[axis] // width for position in positions]
    return shape[axis] // width - 1 - max(parts) if backward else min(parts)
