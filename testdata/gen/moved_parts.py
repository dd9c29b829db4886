"""Parts of every type, along every axis: they are only cut and joined."""

import ir
from case import Tensor
from frames import counted, trip, typed

ORACLE = "generator: gen/moved_parts.py"
TYPES_HERE = ("boolean", "i8", "u8", "i16", "u16", "i32", "u32", "i64", "u64", "f16", "bf16", "f32", "f64")


def pattern(type_, size):
    if type_ == "boolean":
        return [k * k % 7 in (1, 2) or k % 11 == 0 for k in range(size)]
    return [(37 * k + 5) % 127 for k in range(size)]


def positions(shape):
    """All positions of a shape in row-major order."""
    out = [()]
    for d in shape:
        out = [place + (k,) for place in out for k in range(d)]
    return out


def moved(values, shape, axis, width, source_of, count):
    """Part i of the result is part source_of(i) of the values; the elements of a part keep their order."""
    new_shape = shape[:axis] + [count * width] + shape[axis + 1:]
    at = dict(zip(positions(shape), values))
    out = []
    for place in positions(new_shape):
        i, inside = divmod(place[axis], width)
        out.append(at[place[:axis] + (source_of(i) * width + inside,) + place[axis + 1:]])
    return new_shape, out


def add_iterators(corpus):
    shape = [4, 10, 6]
    graph = ir.Graph()
    x = graph.parameter("X", "{{type}}", shape)
    body = graph.body()
    part = body.parameter("part", "{{type}}", [-1, -1, -1])
    same = body.result(part, "same")
    loop = graph.tensor_iterator(body)
    loop.input(x, part, axis="{{axis}}", start="{{start}}", end="{{end}}", stride="{{stride}}", part_size="{{width}}")
    graph.result(loop.output(same, shape=[-1] * 3, axis="{{axis}}", start=0, end=-1, stride="{{width}}", part_size="{{width}}"), "forward")
    graph.result(loop.output(same, shape=[-1] * 3, axis="{{axis}}", start=-1, end=0, stride="-{{width}}", part_size="{{width}}"), "backward")
    graph.result(loop.output(same, shape=[-1] * 3), "last")
    runs = []
    for type_ in TYPES_HERE:
        values = pattern(type_, 240)
        for axis in range(3):
            for width in (1, 2) if type_ in ("boolean", "i8", "u16", "i32", "f64", "bf16") else (1,):
                for step in (1, -1):
                    n = shape[axis] // width
                    taken = (lambda i: i) if step > 0 else (lambda i: n - 1 - i)
                    turned = (lambda i: n - 1 - i) if step > 0 else (lambda i: i)
                    outs = [Tensor(type_, *moved(values, shape, axis, width, source, n)) for source in (taken, turned)]
                    outs.append(Tensor(type_, *moved(values, shape, axis, width, lambda i: taken(n - 1), 1)))
                    runs.append({"name": "%s_axis_%d_by_%d_%s" % (type_, axis, width, "forward" if step > 0 else "backward"),
                                 "at": typed(type_) + [axis] + ([0, -1] if step > 0 else [-1, 0]) + [step * width, width],
                                 "inputs": {"X": Tensor(type_, shape, values)}, "outputs": outs})
    corpus.add("tensor_iterator/slices/every_type_and_axis", rules=["SLICE-1", "SLICE-5", "OUT-1", "OUT-2"], kind="combined", oracle=ORACLE, model=graph.text(),
               columns=["type", "precision", "axis", "start", "end", "stride", "width"], runs=runs,
               title="Parts of every type are cut along each axis of rank 3, in both directions, and joined in both directions.",
               notes="Element k is (37 k + 5) mod 127; a boolean is true if k k mod 7 is 1 or 2, or if 11 divides k.")


def add_loops(corpus):
    for shape in ([3, 5, 2, 4], [2, 3, 5, 2, 3]):
        rank = len(shape)
        graph = ir.Graph()
        count, x = graph.parameter("trip", "i64", []), graph.parameter("X", "{{type}}", shape)
        loop, body = counted(graph, count)
        part = body.parameter("part", "{{type}}", [-1] * rank)
        same = body.result(part, "same")
        loop.input(x, part, axis="{{axis}}")
        graph.result(loop.output(same, shape=[-1] * rank, axis="{{axis}}"), "joined")
        graph.result(loop.output(same, shape=[-1] * rank), "last")
        size = 1
        for d in shape:
            size *= d
        runs = []
        for type_ in ("boolean", "u8", "f16", "i32", "i64"):
            values = pattern(type_, size)
            for axis in range(-rank, rank) if type_ == "i32" else range(rank):
                at, n = axis % rank, shape[axis]
                for trips in (n, n - 1) if type_ == "i32" else (n,):
                    outs = [Tensor(type_, *moved(values, shape, at, 1, lambda i: i, trips)), Tensor(type_, *moved(values, shape, at, 1, lambda i: trips - 1, 1))]
                    runs.append({"name": "%s_axis_%s_trip_%d" % (type_, str(axis).replace("-", "m"), trips), "at": typed(type_) + [axis],
                                 "inputs": {"trip": trip(trips), "X": Tensor(type_, shape, values)}, "outputs": outs})
        corpus.add("loop/slices/every_axis/rank_%d" % rank, rules=["SLICE-1", "SLICE-5", "SLICE-9", "OUT-1", "OUT-2"], kind="combined", oracle=ORACLE,
                   model=graph.text(), weights=graph.weights.data, columns=["type", "precision", "axis"], runs=runs,
                   title="A Loop cuts and joins all or all but one of the parts along each axis of rank %d, counted from either end." % rank,
                   notes="Element k is (37 k + 5) mod 127; a boolean is true if k k mod 7 is 1 or 2, or if 11 divides k.")


def add_cases(corpus):
    add_iterators(corpus)
    add_loops(corpus)
