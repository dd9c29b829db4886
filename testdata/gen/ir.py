"""Writes plain IR the way OpenVINO does: layers, ports, edges, port maps, back edges.

A Graph collects layers; `text()` gives model.xml, `weights.data` model.bin. It infers only the types and shapes
of ports and checks nothing, because cases need wrong models too. Any value can be a `{{name}}` placeholder.
"""

import struct

PRECISION = {
    "boolean": "BOOL", "i8": "I8", "i16": "I16", "i32": "I32", "i64": "I64", "u8": "U8", "u16": "U16",
    "u32": "U32", "u64": "U64", "f16": "FP16", "bf16": "BF16", "f32": "FP32", "f64": "FP64",
    "u1": "BIN", **{t: t.upper() for t in ("u2", "u3", "u4", "u6", "i4", "nf4", "f4e2m1", "f8e4m3", "f8e5m2", "f8e8m0")},
    "{{type}}": "{{precision}}", "{{narrow}}": "{{narrow_precision}}",
}
PACK = {
    "boolean": "B", "i8": "b", "i16": "h", "i32": "i", "i64": "q", "u8": "B", "u16": "H", "u32": "I", "u64": "Q",
    "f16": "e", "f32": "f", "f64": "d",
}
COMPARISONS = {"Equal", "NotEqual", "Less", "LessEqual", "Greater", "GreaterEqual", "LogicalAnd", "LogicalOr",
               "LogicalXor", "LogicalNot"}
BROADCASTING = COMPARISONS | {"Add", "Subtract", "Multiply", "Divide", "Maximum", "Minimum", "Power", "FloorMod",
                              "Mod", "SquaredDifference"}
BROADCASTING.discard("LogicalNot")


def pack(type_, values):
    """The little-endian bytes of a constant; a bf16 value must fit into 8 bits of significand."""
    if type_ == "bf16":
        return b"".join(struct.pack("<f", v)[2:] for v in values)
    return struct.pack("<%d%s" % (len(values), PACK[type_]), *values)


class Weights:
    def __init__(self):
        self.data = b""

    def add(self, data):
        self.data += data
        return len(self.data) - len(data)


class Value:
    """The value of an output port."""

    def __init__(self, layer, index, type_, shape):
        self.layer, self.index, self.type, self.shape = layer, index, type_, shape

    @property
    def port(self):
        return len(self.layer.inputs) + self.index


class Layer:
    def __init__(self, id_, name, kind, version, data, inputs):
        self.id, self.name, self.kind, self.version = id_, name, kind, version
        self.data, self.inputs, self.outputs, self.sections = data, list(inputs), [], None


class Graph:
    """The layers and edges of a model or of a body. Bodies share the weights of their model."""

    def __init__(self, weights=None):
        self.layers = []
        self.weights = weights or Weights()

    def body(self):
        return Graph(self.weights)

    def layer(self, kind, inputs=(), data=None, version="opset1", name=None):
        id_ = len(self.layers)
        made = Layer(id_, name or "%s_%d" % (kind, id_), kind, version, data or {}, inputs)
        self.layers.append(made)
        return made

    def output(self, layer, type_, shape):
        layer.outputs.append(Value(layer, len(layer.outputs), type_, shape))
        return layer.outputs[-1]

    def parameter(self, name, type_, shape):
        made = self.layer("Parameter", data={"shape": shape_text(shape), "element_type": type_}, name=name)
        return self.output(made, type_, shape)

    def const(self, type_, values, shape=None, name=None):
        """A Const of a list of values, or of one value (a scalar unless a shape is given)."""
        if not isinstance(values, (list, tuple)):
            values, shape = [values], [] if shape is None else shape
        shape = [len(values)] if shape is None else shape
        data = pack(type_, values)
        made = self.layer("Const", name=name, data={
            "element_type": type_, "shape": shape_text(shape),
            "offset": self.weights.add(data), "size": len(data)})
        return self.output(made, type_, shape)

    def op(self, kind, *inputs, version="opset1", type=None, shape=None, outputs=None, name=None, **data):
        """An operation; by default with the type and shape of its first input. `outputs`: (type, shape)."""
        if kind in BROADCASTING:
            data.setdefault("auto_broadcast", "numpy")
        made = self.layer(kind, inputs, data, version, name)
        if outputs is None:
            type = type or ("boolean" if kind in COMPARISONS else inputs[0].type)
            if shape is None and kind in BROADCASTING and len({str(i.shape) for i in inputs}) > 1:
                shape = broadcast([i.shape for i in inputs])
            outputs = [(type, inputs[0].shape if shape is None else shape)]
        values = [self.output(made, t, s) for t, s in outputs]
        return values[0] if len(values) == 1 else values

    def result(self, value, name=None):
        return self.layer("Result", [value], name=name)

    def tensor_iterator(self, body, name=None):
        return Loop(self, "TensorIterator", "opset1", body, name)

    def loop(self, body, trip, condition, name=None):
        """Loop-5 as OpenVINO writes it: trip count on port 0, initial condition on port 1."""
        made = Loop(self, "Loop", "opset5", body, name)
        made.wire(trip)
        made.wire(condition)
        return made

    def draft_loop(self, body, name=None):
        """The form of the first Loop-5 page: the caller wires control inputs, or not."""
        return Loop(self, "Loop", "opset5", body, name, draft=True)

    def text(self, name="model"):
        return '<?xml version="1.0"?>\n<net name="%s" version="11">\n%s</net>\n' % (name, self.sections("\t"))

    def sections(self, indent, draft=False):
        word = "operation" if draft else "layer"
        out = ["%s<%ss>" % (indent, word)]
        for made in self.layers:
            out += layer_lines(made, indent + "\t", word)
        out += ["%s</%ss>" % (indent, word), "%s<edges>" % indent]
        for made in self.layers:
            for port, value in enumerate(made.inputs):
                if value is not None:
                    out.append('%s\t<edge from-layer="%s" from-port="%s" to-layer="%s" to-port="%s" />' % (
                        indent, value.layer.id, value.port, made.id, port))
        out.append("%s</edges>" % indent)
        return "\n".join(out) + "\n"


class Loop:
    """A TensorIterator or Loop layer. `order` permutes the port map's entries; `back_order` the back edges."""

    def __init__(self, graph, kind, version, body, name, draft=False):
        self.graph, self.body, self.draft = graph, body, draft
        self.layer = graph.layer(kind, version=version, name=name)
        self.layer.sections = self
        self.entries, self.back_edges = [], []
        self.order = self.back_order = None

    def wire(self, value):
        """A new input port fed by a value (None: an unwired port)."""
        self.layer.inputs.append(value)
        return len(self.layer.inputs) - 1

    def input(self, value, parameter, **attributes):
        return self.bind(self.wire(value), parameter, **attributes)

    def bind(self, port, parameter, **attributes):
        """An input entry for an existing port (one port can feed several Parameters)."""
        self.entries.append(("input", port, parameter, attributes))
        return port

    def output(self, result, type_=None, shape=None, **attributes):
        """An output entry and its external port."""
        value = self.graph.output(self.layer, type_ or result.inputs[0].type, shape)
        self.entries.append(("output", value, result, attributes))
        return value

    def back_edge(self, result, parameter):
        self.back_edges.append((result, parameter))

    def current_iteration(self, parameter):
        self.entries.append(("input", -1, parameter, {"purpose": "current_iteration"}))

    def execution_condition(self, result):
        self.entries.append(("output", -1, result, {"purpose": "execution_condition"}))

    def lines(self, indent):
        internal = "internal_operation_id" if self.draft else "internal_layer_id"
        side = "operation" if self.draft else "layer"
        out = [indent + "<port_map>"]
        for at in self.order or range(len(self.entries)):
            out.append(indent + "\t" + self.entry_text(self.entries[at], internal))
        out.append(indent + "</port_map>")
        if self.back_edges:
            out.append(indent + "<back_edges>")
            for at in self.back_order or range(len(self.back_edges)):
                result, parameter = self.back_edges[at]
                out.append('%s\t<edge from-%s="%s" to-%s="%s" />' % (
                    indent, side, layer_id(result), side, layer_id(parameter)))
            out.append(indent + "</back_edges>")
        return out

    @staticmethod
    def entry_text(entry, internal):
        direction, port, inner, attributes = entry
        port = port.port if isinstance(port, Value) else port
        words = []
        if "axis" in attributes:
            words.append(("axis", attributes["axis"]))
        words += [("external_port_id", port), (internal, layer_id(inner))]
        words += [(k, attributes[k]) for k in ("start", "end", "stride", "part_size", "condition", "purpose")
                  if k in attributes]
        return "<%s %s />" % (direction, " ".join('%s="%s"' % word for word in words))

    def body_lines(self, indent):
        return [indent + "<body>"] + self.body.sections(indent + "\t", self.draft).splitlines() + [indent + "</body>"]


class If:
    """An If layer: a condition and two bodies, each with its own port map."""

    def __init__(self, graph, condition, then_body, else_body, name=None):
        self.graph, self.bodies = graph, (then_body, else_body)
        self.layer = graph.layer("If", [condition], version="opset8", name=name)
        self.layer.sections = self
        self.maps = ([], [])

    def input(self, value, then_parameter, else_parameter):
        port = len(self.layer.inputs)
        self.layer.inputs.append(value)
        for side, parameter in zip(self.maps, (then_parameter, else_parameter)):
            if parameter is not None:
                side.append(("input", port, parameter, {}))

    def output(self, then_result, else_result, type_=None, shape=None):
        value = self.graph.output(self.layer, type_ or then_result.inputs[0].type, shape)
        self.maps[0].append(("output", value, then_result, {}))
        self.maps[1].append(("output", value, else_result, {}))
        return value

    def lines(self, indent):
        out = []
        for word, entries in zip(("then", "else"), self.maps):
            out.append("%s<%s_port_map>" % (indent, word))
            out += [indent + "\t" + Loop.entry_text(entry, "internal_layer_id") for entry in entries]
            out.append("%s</%s_port_map>" % (indent, word))
        return out

    def body_lines(self, indent):
        out = []
        for word, body in zip(("then", "else"), self.bodies):
            out.append("%s<%s_body>" % (indent, word))
            out += body.sections(indent + "\t").splitlines()
            out.append("%s</%s_body>" % (indent, word))
        return out


def layer_id(thing):
    """The id of a Parameter's Value or of a Result's Layer; a number stays as it is."""
    if isinstance(thing, Value):
        return thing.layer.id
    return thing.id if isinstance(thing, Layer) else thing


def shape_text(shape):
    """The text of a `shape` attribute; a shape that is one placeholder stays as it is."""
    return shape if isinstance(shape, str) else ",".join("?" if d == -1 else str(d) for d in shape)


def broadcast(shapes):
    """The numpy broadcast of shapes written as lists; None if a dimension is not a plain number."""
    if any(not isinstance(s, list) or not all(isinstance(d, int) for d in s) for s in shapes):
        return None
    out = []
    for at in range(max(len(s) for s in shapes)):
        dims = {s[-1 - at] for s in shapes if at < len(s)} - {1}
        out.insert(0, dims.pop() if len(dims) == 1 else (1 if not dims else -1))
    return out


def port_lines(port, value, indent, precision=True):
    head = '%s<port id="%s"%s' % (indent, port, ' precision="%s"' % PRECISION.get(value.type, value.type)
                                  if precision and value is not None else "")
    if value is None or not value.shape or isinstance(value.shape, str):
        return [head + " />"]
    dims = ["%s\t<dim>%s</dim>" % (indent, -1 if ".." in str(d) or d == "?" else d) for d in value.shape]
    return [head + ">"] + dims + [indent + "</port>"]


def layer_lines(made, indent, word="layer"):
    out = ['%s<%s id="%s" name="%s" type="%s" version="%s">' % (
        indent, word, made.id, made.name, made.kind, made.version)]
    inner = indent + "\t"
    if made.data:
        out.append("%s<data %s />" % (inner, " ".join('%s="%s"' % item for item in made.data.items())))
    if made.sections:
        out += made.sections.lines(inner)
    if made.inputs:
        out.append(inner + "<input>")
        for port, value in enumerate(made.inputs):
            out += port_lines(port, value, inner + "\t")
        out.append(inner + "</input>")
    if made.outputs:
        out.append(inner + "<output>")
        for value in made.outputs:
            out += port_lines(value.port, value, inner + "\t")
        out.append(inner + "</output>")
    if made.sections:
        out += made.sections.body_lines(inner)
    return out + ["%s</%s>" % (indent, word)]
