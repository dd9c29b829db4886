"""Every axis and direction of a scan input and output, for ranks 1 to 3 and lengths 0 to 4 (ONNX-SCAN-2).

The oracle takes and puts single elements by their coordinates, in plain Python.
"""

import itertools

from onnx_case import add_onnx, tensor

LENGTHS = range(5)
OTHERS = (2, 3)  # the sizes of the other axes


def places(shape):
    return itertools.product(*[range(size) for size in shape])


def without(place, axis):
    return place[:axis] + place[axis + 1:]


def with_(place, axis, position):
    return place[:axis] + (position,) + place[axis:]


def flat(values, shape):
    return [values[place] for place in places(shape)]


def model(type_, rank):
    """The state is the sum of the elements, and the scan output is state + 100 element."""
    names = ["d%d" % k for k in range(rank - 1)]
    x = ",".join("e%d" % k for k in range(rank))
    state = "%s[%s]" % (type_, ",".join(names)) if names else type_
    return """scan (%s start, %s[%s] x) => (%s sum, %s[%s] y) {
  hundred = Constant <value = %s {100}> ()
  sum, y = Scan <num_scan_inputs = 1, scan_input_axes = [{{axis}}], scan_input_directions = [{{direction}}],
                 scan_output_axes = [{{out_axis}}], scan_output_directions = [{{out_direction}}],
                 body = step (%s before, %s element) => (%s after, %s part) {
    after = Add (before, element)
    more = Mul (element, hundred)
    part = Add (after, more)
  }> (start, x)
}
""" % (state, type_, x, state, type_, ",".join("f%d" % k for k in range(rank)), type_, state, state, state, state)


def run(type_, rank, length, axis, direction, out_axis, out_direction):
    at, out_at = axis % rank, out_axis % rank
    rest = OTHERS[:rank - 1]
    shape = with_(tuple(rest), at, length)
    x = {place: 1 + k for k, place in enumerate(places(shape))}
    state = {place: 1000 * (k + 1) for k, place in enumerate(places(rest))}
    start, y = flat(state, rest), {}
    for i in range(length):
        taken = length - 1 - i if direction else i
        put = length - 1 - i if out_direction else i
        for place in places(rest):
            element = x[with_(place, at, taken)]
            state[place] += element
            y[with_(place, out_at, put)] = state[place] + 100 * element
    out_shape = with_(tuple(rest), out_at, length)
    survey = {} if length else {"tier": "survey"}  # the text does not mention axes without elements
    return {"at": [axis, direction, out_axis, out_direction], **survey, "name": "length_%d__in_%s_%d__out_%s_%d" % (
                length, str(axis).replace("-", "m"), direction, str(out_axis).replace("-", "m"), out_direction),
            "inputs": {"start": tensor(type_, rest, start), "x": tensor(type_, shape, flat(x, shape))},
            "outputs": [tensor(type_, rest, flat(state, rest)), tensor(type_, out_shape, flat(y, out_shape))]}


def add_cases(corpus):
    for type_ in ("float", "int64", "double"):
        for rank in (1, 2, 3):
            axes = range(-rank, rank)
            add_onnx(corpus, "scan/rank_%d_%s" % (rank, type_), model(type_, rank), kind="combined", oracle="generator: gen/onnx_scan_grid.py",
                     title="A Scan over any axis of rank %d in both directions, stacked on any axis in both directions, of %s." % (rank, type_),
                     rules=["ONNX-SCAN-1", "ONNX-SCAN-2"], columns=["axis", "direction", "out_axis", "out_direction"],
                     notes="The state starts at 1000, 2000, ... and adds the elements 1, 2, ... An element of y is the state plus 100 elements.",
                     runs=[run(type_, rank, length, *at) for at in itertools.product(axes, (0, 1), axes, (0, 1)) for length in LENGTHS])
