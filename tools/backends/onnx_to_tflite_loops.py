"""Loop, Scan and If of ONNX with WHILE and IF of TFLite."""

import numpy as np

from answers import Skipped
from onnx_nodes import number_shape, scan_directions
from onnx_to_tflite_shapes import copy_of, normal, reshaped, scalar_of

INT64, BOOL = np.dtype(np.int64), np.dtype(bool)


def loop(translation, scope, node, operands, names):
    """Loop: WHILE carries the iteration, the condition, the carried values and the scan outputs so far."""
    limit, condition, *initial = operands
    body = node.attributes["body"]
    shapes = [tuple(number_shape(body.input[place])) for place in (0, 1)]
    if limit is None and condition is None:
        raise Skipped("a Loop without a count and without a condition never ends")
    limit = None if limit is None else scalar_of(scope, limit)
    going = scope.known(True) if condition is None else scalar_of(scope, condition)

    def step(inner, iteration, going, carried):
        given = [reshaped(inner, iteration, shapes[0]), reshaped(inner, going, shapes[1]), *carried]
        goes_on, *results = translation.run(body, inner, given, names)
        goes_on = going if condition is None else scalar_of(inner, goes_on)
        return goes_on, results[:len(carried)], results[len(carried):]

    def goes_on(inner, iteration, going):
        if limit is None:
            return going
        below = inner.result("LESS", [iteration, limit], BOOL, ())
        return below if condition is None else inner.result("LOGICAL_AND", [below, going], BOOL, ())

    return repeat(translation, scope, step, goes_on, going, initial, Growing)


def scan(translation, scope, node, operands, names):
    """Scan: WHILE carries the iteration, the states, and tensors whose parts the iterations replace."""
    body, count = node.attributes["body"], node.attributes["num_scan_inputs"]
    states, sequences = operands[:-count], operands[-count:]
    made = len(body.output) - len(states)
    axes = [normal(axis, value) for axis, value in zip(node.get("scan_input_axes") or [0] * count, sequences, strict=True)]
    backward = scan_directions(node, "scan_input_directions", count)
    stacks = list(zip(node.get("scan_output_axes") or [0] * made, scan_directions(node, "scan_output_directions", made), strict=True))
    lengths = {value.shape[axis] for axis, value in zip(axes, sequences)}
    if len(lengths) != 1 or None in lengths:
        raise Skipped("the translation needs to know the length of a Scan")
    (length,) = lengths

    def position(inner, iteration, backward):
        return inner.result("SUB", [inner.known(length - 1), iteration], INT64, ()) if backward else iteration

    def step(inner, iteration, going, carried):
        elements = [element(inner, value, axis, position(inner, iteration, back)) for value, axis, back in zip(sequences, axes, backward)]
        results = translation.run(body, inner, [*carried, *elements], names)
        return going, results[:len(states)], results[len(states):]

    def goes_on(inner, iteration, going):
        return inner.result("LESS", [iteration, inner.known(length)], BOOL, ())

    def stack(place, shape, dtype):
        axis, back = stacks[place]
        return Filled(length, axis, lambda inner, iteration: position(inner, iteration, back), shape, dtype)

    return repeat(translation, scope, step, goes_on, scope.known(True), states, stack)


def element(scope, value, axis, position):
    """The part of a Scan's input at a position."""
    shape = value.shape[:axis] + value.shape[axis + 1:]
    return scope.result("GATHER", [value, position], value.dtype, shape, axis=axis)


class Growing:
    """A scan output that grows by a part in each iteration. It begins with a part that the end drops.

    LiteRT takes a tensor that begins without parts for one of fixed size (LITERT-3).
    """

    def __init__(self, place, shape, dtype):
        self.part = shape
        self.begin = np.zeros((1, *shape), dtype)
        self.shape = (None, *shape)

    def append(self, inner, stack, part, iteration):
        part = reshaped(inner, part, (1, *self.part))
        return inner.result("CONCATENATION", [stack, part], part.dtype, self.shape, axis=0)

    def end(self, scope, stack):
        rank = len(self.shape)
        bounds = [scope.known(np.array(numbers, np.int32)) for numbers in ([1] + [0] * (rank - 1), [-1] * rank)]
        return scope.result("SLICE", [stack, *bounds], stack.dtype, self.shape)


class Filled:
    """A scan output of known length, in which each iteration replaces a part."""

    def __init__(self, length, axis, position, shape, dtype):
        self.length, self.position = length, position
        self.axis = axis + (len(shape) + 1 if axis < 0 else 0)
        # No iteration replaces a part of length 0, but the part must fit.
        self.shape = (*shape[:self.axis], max(length, 1), *shape[self.axis:])
        self.begin = np.zeros(self.shape, dtype)
        self.unit = (np.arange(len(self.shape)) == self.axis).astype(np.int64)

    def append(self, inner, stack, part, iteration):
        place = inner.result("MUL", [self.position(inner, iteration), inner.known(self.unit)], INT64, self.unit.shape)
        part = reshaped(inner, part, tuple(1 if axis == self.axis else size for axis, size in enumerate(self.shape)))
        return inner.result("DYNAMIC_UPDATE_SLICE", [stack, part, place], stack.dtype, self.shape)

    def end(self, scope, stack):
        return stack if self.length else scope.known(np.delete(self.begin, 0, self.axis))


def repeat(translation, scope, step, goes_on, going, initial, stack):
    """WHILE; returns the carried values and the scan outputs."""
    shapes, parts = settle(scope, step, going, initial)
    stacks = [stack(place, part.shape, part.dtype) for place, part in enumerate(parts)]
    state = [scope.known(0), going, *initial, *(scope.known(stack.begin) for stack in stacks)]
    types = [(value.dtype, shape) for value, shape in zip(state, [(), (), *shapes, *(stack.shape for stack in stacks)])]

    body = scope.child()
    iteration, goes, *carried = [body.input(*type_) for type_ in types]
    goes, results, parts = step(body, iteration, goes, carried[:len(initial)])
    kept = [stack.append(body, before, part, iteration) for stack, before, part in zip(stacks, carried[len(initial):], parts, strict=True)]
    after = body.result("ADD", [iteration, body.known(1)], INT64, ())
    outputs = [after, goes, *results, *kept]
    if [value.dtype for value in outputs] != [dtype for dtype, _ in types]:
        raise AssertionError("a carried value changes its type")

    condition = scope.child()
    iteration, goes, *_ = [condition.input(*type_) for type_ in types]
    close(condition, [goes_on(condition, iteration, goes)], translation.copies)
    close(body, outputs, translation.copies)
    captured = share_captures(body, condition)
    body.subgraph.graph.outputs += [body.captured[value] for value in captured]

    ends = scope.results("WHILE", [*state, *captured], [*types, *((value.dtype, value.shape) for value in captured)],
                         condSubgraphIndex=condition.subgraph.position, bodySubgraphIndex=body.subgraph.position)
    carried, grown = ends[2:2 + len(initial)], ends[2 + len(initial):len(state)]
    return [*carried, *(stack.end(scope, end) for stack, end in zip(stacks, grown, strict=True))]


def settle(scope, step, going, initial):
    """The shapes that carried values have in all iterations, and the parts of the scan outputs.

    Bodies are written until their shapes are those of their results, and removed.
    """
    model, shapes = scope.subgraph.model, [value.shape for value in initial]
    while True:
        mark = len(model.subgraphs), len(model.buffers)
        trial = scope.child()
        carried = [trial.input(value.dtype, shape) for value, shape in zip(initial, shapes)]
        _, results, parts = step(trial, trial.input(INT64, ()), trial.input(BOOL, ()), carried)
        model.undo(*mark)
        wider = [joined(shape, result.shape) for shape, result in zip(shapes, results, strict=True)]
        if wider == shapes:
            break
        shapes = wider
    if any(part.shape is None or None in part.shape for part in parts):
        raise Skipped("the translation needs to know the shapes of the parts of a scan output")
    return shapes, parts


def branch(translation, scope, node, operands, names):
    """If: IF, whose branches have the values that either of them captures as inputs."""
    scopes, outputs = [], []
    for name in ("then_branch", "else_branch"):
        scopes.append(scope.child())
        outputs.append(translation.run(node.attributes[name], scopes[-1], [], names))
        close(scopes[-1], outputs[-1], translation.copies)
    if [value.dtype for value in outputs[0]] != [value.dtype for value in outputs[1]]:
        raise AssertionError("the branches have results of other types")
    captured = share_captures(*scopes)
    types = [(a.dtype, joined(a.shape, b.shape)) for a, b in zip(*outputs)]
    return scope.results("IF", [scalar_of(scope, operands[0]), *captured], types,
                         thenSubgraphIndex=scopes[0].subgraph.position, elseSubgraphIndex=scopes[1].subgraph.position)


def close(scope, values, copies):
    """Make values the outputs of a subgraph."""
    graph, outputs = scope.subgraph.graph, []
    for place, value in enumerate(values):
        index = scope.use(value)
        is_own = graph.tensors[index].buffer == 0 and index not in graph.inputs and index not in outputs
        is_in_place = place < len(graph.inputs) and graph.inputs[place] == index
        outputs.append(index if is_own or is_in_place or not copies else scope.use(copy_of(scope, value)))
    graph.outputs = outputs


def share_captures(one, other):
    """Give two scopes the same captured values in the same order at the end of their inputs."""
    captured = list({**one.captured, **other.captured})
    for scope in (one, other):
        graph = scope.subgraph.graph
        own = graph.inputs[:len(graph.inputs) - len(scope.captured)]
        graph.inputs = [*own, *(scope.use(value) for value in captured)]
    return captured


def joined(one, other):
    """The shape that both shapes are instances of."""
    if one is None or other is None or len(one) != len(other):
        return None
    return tuple(a if a == b else None for a, b in zip(one, other))


LOOPS = {"Loop": (loop, 1), "Scan": (scan, 9), "If": (branch, 1)}
