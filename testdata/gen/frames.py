"""Pieces of models that many cases share. They write IR and know nothing about its meaning."""

import re

import case
import ir

TYPES = {"loop": "Loop", "tensor_iterator": "TensorIterator"}  # form -> type of its layer


def counted(graph, trip, name=None):
    """A Loop whose condition is always true, and its body: it runs `trip` times."""
    condition = graph.const("boolean", True)
    body = graph.body()
    more = body.result(body.const("boolean", True), "more")
    loop = graph.loop(body, trip, condition, name)
    loop.execution_condition(more)
    return loop, body


def scan(width=1, forward=True):
    """The attributes that OpenVINO writes on a scan output along axis 0."""
    return {"axis": 0, "start": 0 if forward else -1, "end": -1 if forward else 0,
            "stride": width if forward else -width, "part_size": width}


def typed(type_):
    """The values of the columns `type` and `precision`."""
    return [type_, ir.PRECISION[type_]]


def i64(*values):
    return case.Tensor("i64", [len(values)], list(values))


def i32(*values):
    return case.Tensor("i32", [len(values)], list(values))


def flag(value):
    return case.scalar("boolean", value)


def trip(value, type_="i64"):
    return case.scalar(type_, value)


def begin(form, graph, trips):
    """A loop of either form and its body; the Loop runs a constant number of times."""
    if form == "loop":
        return counted(graph, graph.const("i64", trips))
    body = graph.body()
    return graph.tensor_iterator(body), body


def count_of(form, graph):
    """The input that says how often `repeated` runs: a trip count, or as many parts."""
    return graph.parameter("trip", "i64", [] if form == "loop" else [-1])


def repeated(form, graph, count):
    """A loop of either form that runs as `count` says, its body, and the part of a TensorIterator.

    A Result reads the part: an implementation may lose an input that nothing reads, and with it the iterations.
    """
    if form == "loop":
        return *counted(graph, count), None
    body = graph.body()
    loop = graph.tensor_iterator(body)
    part = body.parameter("step", "i64", [1])
    loop.input(count, part, **scan())
    body.result(part, "unused")
    return loop, body, part


def trips(form, n):
    """The value of `count_of` for n iterations."""
    return trip(n) if form == "loop" else i64(*range(1, n + 1))


def joined(form, width=1):
    """The attributes of a scan output along axis 0, or of a sliced input, of either form."""
    return {"axis": 0} if form == "loop" else scan(width)


def f32(array, **compare):
    """An f32 tensor, compared with ulp=N or bound=B, or by bits if there is none."""
    return case.Tensor("f32", array.shape, array, {k: v for k, v in compare.items() if v is not None} or None)


def floats(graph, array):
    """An f32 Const."""
    return graph.const("f32", [float(v) for v in array.reshape(-1)], list(array.shape))


def slices(width=1, forward=True, axis=0):
    """The attributes that OpenVINO writes on a sliced input or a scan output of the whole axis."""
    return {**scan(width, forward), "axis": axis}


def product(body, a, b, shape, transpose_b="false"):
    """MatMul of two matrices."""
    return body.op("MatMul", a, b, shape=shape, transpose_a="false", transpose_b=transpose_b)


def cut(body, value, start, stop, axis, shape):
    """Slice-8 of one axis."""
    return body.op("Slice", value, *[body.const("i64", [v]) for v in (start, stop, 1, axis)], version="opset8", shape=shape)


def as_written(width):
    """The attributes that OpenVINO writes on a scan output whose parts have this width."""
    return {"start": 0, "end": -1, "stride": width, "part_size": width}


def rewired(text, layer, port, placeholder, tabs):
    """The text in which the edge into an input port begins at {{placeholder}} and {{placeholder_port}}.

    `tabs` is the indent of the edge.
    """
    edge = re.compile(r'(\n\t{%d}<edge )from-layer="\d+" from-port="\d+"( to-layer="%d" to-port="%d" />)' % (tabs, layer.id, port))
    assert len(edge.findall(text)) == 1, (layer.id, port)
    return edge.sub(r'\g<1>from-layer="{{%s}}" from-port="{{%s_port}}"\2' % (placeholder, placeholder), text)


OUTSIDE, INSIDE = 2, 5  # the tabs before edges of a model, and of the body of one of its loops


def wire(value):
    """The values of {{placeholder}} and {{placeholder_port}}."""
    return [value.layer.id, value.port]
