"""Draws models by Graphviz: a box for each operation, a frame for each body, back edges dashed.

The page sets colours and fonts: elements of the pictures have classes.
"""

import dataclasses
import re
import shutil
import subprocess
import textwrap

import model

LIMIT = 60  # seconds for all pictures
HEAD = ('bgcolor=transparent; pad=0.1; nodesep=0.3; ranksep=0.4; node [fontname="DejaVu Sans", fontsize=11, height=0.3];'
        ' edge [fontname="DejaVu Sans", fontsize=10, arrowsize=0.7]; graph [fontname="DejaVu Sans", fontsize=11, labeljust=l];')
BODIES = {"TensorIterator": ("body",), "Loop": ("body",), "If": ("then_body", "else_body")}


@dataclasses.dataclass
class Ends:
    """Where edges to and from a layer end and begin, by port: [(box, label)]. A plain layer is one box."""
    box: str = ""
    inputs: dict = dataclasses.field(default_factory=dict)
    outputs: dict = dataclasses.field(default_factory=dict)

    def into(self, port):
        return [(self.box, "")] if self.box else self.inputs.get(port, [])

    def out_of(self, port):
        return [(self.box, "")] if self.box else self.outputs.get(port, [])


class Drawing:
    def __init__(self):
        self.lines, self.boxes = [], 0

    def box(self, shape, kind, *words):
        self.boxes += 1
        label = "\\n".join(quoted(word) for word in words if word)
        self.lines.append(f'n{self.boxes} [shape={shape}, class="{kind}", label="{label}"];')
        return f"n{self.boxes}"

    def arrow(self, source, target, label="", kind="", options=""):
        kept = re.sub(r" (-?\d)", "\u00a0\\1", label)  # keeps a number on the line of its word
        words = "\\n".join(f"\u00a0{quoted(line)}\u00a0" for line in textwrap.wrap(kept, 26))
        self.lines.append(f'{source} -> {target} [class="{kind}", label="{words}"{options}];')

    def begin_frame(self, label):
        self.boxes += 1
        self.lines.append(f'subgraph cluster{self.boxes} {{ label="{quoted(label)}"; margin=10;')

    def end_frame(self):
        self.lines.append("}")


def quoted(text):
    text = text if len(text) <= 40 else text[:37] + "..."
    return re.sub(r'([\\"])', r"\\\1", text).replace("\n", " ")


def draw_entry(drawing, entry, ends, inner):
    """Draw one entry of a port map: from outside to a Parameter, or from a Result to outside."""
    for box, _ in inner[entry.layer].out_of("") if entry.layer in inner else ():
        if entry.role == "current iteration":
            drawing.arrow(drawing.box("plaintext", "control", "0, 1, 2, ..."), box)
        elif entry.role == "condition":
            drawing.arrow(box, drawing.box("plaintext", "control", "condition of the next"))
        elif entry.xml.tag == "input":
            first = "iteration 0" if entry.role.startswith("merged") else ""
            ends.inputs.setdefault(entry.port, []).append((box, ": ".join(filter(None, (first, entry.slicing)))))
        else:
            ends.outputs.setdefault(entry.port, []).append((box, entry.slicing or entry.role))


def draw_inner(drawing, layer):
    """Draw the bodies of a layer, in frames."""
    loop, ends = model.read_loop(layer), Ends()
    if layer.get("type") == "If":
        condition = drawing.box("diamond", "operation", loop.title)
        ends.inputs["0"] = [(condition, "")]
    for name in BODIES[layer.get("type")]:
        body = layer.find(name)
        if body is None:
            continue
        drawing.begin_frame(loop.title + ("" if name == "body" else ": " + name.split("_")[0]))
        inner = draw_layers(drawing, body)
        for role_port, role in loop.controls if name == "body" else ():
            ends.inputs[role_port] = [(drawing.box("diamond", "control", role), "")]
        entries = loop.inputs + loop.outputs if name == "body" else branch_entries(layer, name)
        for entry in entries:
            draw_entry(drawing, entry, ends, inner)
        for source, target in loop.back_edges if name == "body" else ():
            for (start, _), (end, _) in zip(inner.get(source, Ends()).out_of(""), inner.get(target, Ends()).into("")):
                drawing.arrow(start, end, "back edge", "back", ", style=dashed, constraint=false")
        drawing.end_frame()
    return ends


def branch_entries(layer, name):
    which = name.replace("_body", "_port_map")
    entries = [model.read_entry(entry, ()) for entry in layer.iterfind(f"{which}/*")]
    return [dataclasses.replace(entry, role="", slicing="") for entry in entries]


def draw_layer(drawing, layer):
    kind, name = layer.get("type", ""), model.title_of(layer)
    if kind in BODIES:
        return draw_inner(drawing, layer)
    if kind == "Parameter":
        return Ends(drawing.box("ellipse", "end", name, model.type_of(layer)))
    if kind == "Result":
        return Ends(drawing.box("ellipse", "end", name))
    if kind in ("Const", "Constant"):
        return Ends(drawing.box("note", "constant", model.type_of(layer) or name))
    return Ends(drawing.box("box", "operation", kind, name if layer.get("name") else ""))


def draw_layers(drawing, parent):
    """Draw layers and the edges between them; return {id: Ends}."""
    ends = {layer.get("id"): draw_layer(drawing, layer) for layer in model.layers_of(parent)}
    for (target, target_port), (source, source_port) in model.edges_of(parent).items():
        for start, out_label in ends.get(source, Ends()).out_of(source_port):
            for end, in_label in ends.get(target, Ends()).into(target_port):
                drawing.arrow(start, end, "; ".join(filter(None, (out_label, in_label))))
    return ends


def draw(net):
    """A model in Graphviz' language, or None if it is too large to draw."""
    if sum(1 for _ in net.iter("layer")) > model.MOST_LAYERS:
        return None
    drawing = Drawing()
    draw_layers(drawing, net)
    return "digraph {" + HEAD + "\n" + "\n".join(drawing.lines) + "\n}\n"


def cleaned(svg):
    """An SVG of Graphviz without the styles that the page sets."""
    svg = re.sub(r"<!--.*?-->|<title>.*?</title>|<\?xml.*?\?>|<!DOCTYPE.*?>", "", svg, flags=re.S)
    svg = re.sub(r' (id|fill|stroke|stroke-dasharray|font-family|font-size|text-anchor|xmlns:xlink|xml:space)="[^"]*"', "", svg)
    svg = re.sub(r"(\d+\.\d)\d+", r"\1", svg)
    svg = re.sub(r'(width|height)="(\d+)pt"', r'\1="\2"', svg)
    return re.sub(r">\s+<", "><", svg).strip()


def render(graphs):
    """The pictures of graphs, or none if Graphviz is missing or fails."""
    if not graphs or not shutil.which("dot"):
        return []
    try:
        done = subprocess.run(["dot", "-Tsvg"], input="".join(graphs), capture_output=True, text=True, timeout=LIMIT)
    except subprocess.TimeoutExpired:
        return []
    pictures = [cleaned(svg + "</svg>") for svg in done.stdout.split("</svg>")[:-1]]
    return pictures if len(pictures) == len(graphs) else []
