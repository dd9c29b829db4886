"""Loop, Scan and If of ONNX with JAX's lax.scan, lax.while_loop and lax.cond."""

import numpy as np

import jax
import jax.numpy as jnp
from answers import Skipped
from jax import lax
from onnx_nodes import number_shape, scan_directions

MOST_BYTES = 1 << 28  # of a scan output
SHAPE_CHANGES = "XLA cannot change the shape of a carried value"


class Unfinished(Exception):
    """The number of iterations of the Loop at `place` must be known before its scan outputs have a shape."""

    def __init__(self, place, count):
        super().__init__(place)
        self.place, self.count = place, count


def loop(translation, node, operands, values):
    """Loop: lax.scan if the number of iterations is known, else lax.while_loop."""
    limit, condition, *carried = operands
    body = node.attributes["body"]
    carried = arrays(carried)
    counts_only = condition is None or always_goes_on(body, condition)
    iteration_shape = number_shape(body.input[0])

    def step(iteration, going, state):
        given = [jnp.reshape(iteration, iteration_shape), jnp.reshape(going, number_shape(body.input[1])), *state]
        goes_on, *results = arrays(translation.run(body, given, values))
        if goes_on.size != 1:
            raise Skipped("the condition of a body has another number of elements than one")
        check_carried(state, results[:len(state)])
        return going if condition is None else jnp.reshape(goes_on, ()), results[:len(state)], results[len(state):]

    if counts_only and isinstance(limit, np.ndarray):
        return counted(step, int(scalar(limit)), carried)
    first = jnp.bool_(True) if condition is None else jnp.reshape(scalar(condition), ())
    limit = None if limit is None else jnp.reshape(scalar(limit), ())
    parts = shapes_of(step, carried)
    if not parts:
        return conditional(step, limit, first, carried, [])[1]
    if node.place is None:
        raise Skipped("XLA cannot make a tensor of parts if only a loop inside of a loop tells their number")
    if node.place not in translation.lengths:
        count, _ = conditional(step, limit, first, carried, None)
        raise Unfinished(node.place, count)
    length = translation.lengths[node.place]
    buffers = stacks(parts, max(length, 1))  # no iteration updates a buffer, but its shape must fit
    results = conditional(step, limit, first, carried, buffers)[1]
    return [*results[:len(carried)], *(buffer[:length] for buffer in results[len(carried):])]


def counted(step, count, carried):
    """`count` iterations; the scan outputs are those of lax.scan."""
    def body(state, iteration):
        _, state, parts = step(iteration, jnp.bool_(True), state)
        return state, parts

    parts = shapes_of(step, carried)
    stacks(parts, max(count, 0))
    state, stacked = lax.scan(body, carried, jnp.arange(max(count, 0), dtype=jnp.int64))
    return [*state, *stacked]


def conditional(step, limit, first, carried, buffers):
    """(number of iterations, [carried values, scan outputs]). Without `buffers`, parts are not kept."""
    def goes_on(state):
        iteration, going, _, _ = state
        return going if limit is None else going & (iteration < limit)

    def body(state):
        iteration, going, values, kept = state
        going, values, parts = step(iteration, going, values)
        return iteration + 1, going, values, [lax.dynamic_update_index_in_dim(buffer, part, iteration, 0)
                                              for buffer, part in zip(kept, parts)]

    count, _, values, kept = lax.while_loop(goes_on, body, (jnp.int64(0), first, carried, buffers or []))
    return count, [*values, *kept]


def scan(translation, node, operands, values):
    """Scan: lax.scan, whose parts lie along axis 0."""
    body = node.attributes["body"]
    count = node.attributes["num_scan_inputs"]
    states, inputs = arrays(operands[:-count]), arrays(operands[-count:])
    axes = node.get("scan_input_axes") or [0] * count
    backward = scan_directions(node, "scan_input_directions", count)
    elements = [turned(jnp.moveaxis(array, axis, 0), back) for array, axis, back in zip(inputs, axes, backward)]

    def step(state, parts):
        results = arrays(translation.run(body, [*state, *parts], values))
        check_carried(state, results[:len(states)])
        return results[:len(states)], results[len(states):]

    states, stacked = lax.scan(step, states, elements)
    axes = node.get("scan_output_axes") or [0] * len(stacked)
    backward = scan_directions(node, "scan_output_directions", len(stacked))
    return [*states, *(jnp.moveaxis(turned(array, back), 0, axis) for array, axis, back in zip(stacked, axes, backward))]


def branch(translation, node, operands, values):
    """If: lax.cond, or one branch if the condition is known and the branches have other shapes."""
    graphs = [node.attributes["then_branch"], node.attributes["else_branch"]]
    runs = [lambda graph=graph: arrays(translation.run(graph, [], values)) for graph in graphs]
    shapes = [[(result.shape, result.dtype) for result in jax.eval_shape(run)] for run in runs]
    if shapes[0] == shapes[1]:
        return lax.cond(jnp.reshape(scalar(operands[0]), ()), *runs)
    if isinstance(operands[0], np.ndarray):
        return runs[0 if scalar(operands[0]) else 1]()
    raise Skipped("XLA cannot choose between branches whose results have other shapes")


def turned(array, backward):
    return lax.rev(array, (0,)) if backward else array


def arrays(values):
    """The values for lax, which takes no NumPy arrays of ml_dtypes as operands of loops."""
    return [jnp.asarray(value) for value in values]


def scalar(value):
    """The only element of a number that ONNX allows to have the shape [] or [1]."""
    if value.size != 1:
        raise Skipped(f"a number has {value.size} elements")
    return value.reshape(())


def shapes_of(step, carried):
    return jax.eval_shape(lambda state: step(jnp.int64(0), jnp.bool_(True), state)[2], carried)


def stacks(parts, count):
    """A tensor for `count` parts each."""
    for part in parts:
        if count * max(part.size, 1) * part.dtype.itemsize > MOST_BYTES:
            raise Skipped(f"{count} parts of {part.shape} need too much memory")
    return [jnp.zeros((count, *part.shape), part.dtype) for part in parts]


def check_carried(before, after):
    if [value.shape for value in before] != [value.shape for value in after]:
        raise Skipped(SHAPE_CHANGES)


def always_goes_on(body, condition):
    """Whether the condition is true at first, and the body returns it as it is."""
    if not (isinstance(condition, np.ndarray) and condition.size == 1 and condition.all()):
        return False
    made = {name: node for node in body.node for name in node.output}
    name = body.output[0].name
    while name in made and made[name].op_type == "Identity":
        name = made[name].input[0]
    return name == body.input[1].name


LOOPS = {"Loop": (loop, 1), "Scan": (scan, 9), "If": (branch, 1)}
