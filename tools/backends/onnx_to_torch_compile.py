"""Translates a model of ONNX for torch.compile: loops become torch.while_loop, and an If becomes torch.cond.

A carried value keeps its shape there. So a scan output is a tensor that each iteration copies with one part
more, and the number of iterations must be known before.
"""

import numpy as np

from answers import Skipped
from onnx_nodes import number_shape, scan_directions
from onnx_to_torch import Translation
from onnx_to_torch_loops import of_one_kind
from onnx_to_torch_operators import OPERATORS

# What a function returns is not its input, and lies in memory in the order of its axes.
COPY = ".clone(memory_format=torch.contiguous_format)"

class Unfinished(Exception):
    """The Loop at `place` runs first for its number of iterations alone."""

    def __init__(self, place):
        super().__init__(place)
        self.place = place


class ForCompiler(Translation):
    """`lengths` are the numbers of iterations of loops by place. If one is missing, `unfinished` is its place.

    Then the program returns only this number.
    """

    def __init__(self, model, lengths=()):
        self.lengths, self.unfinished = dict(lengths), None
        try:
            super().__init__(model)
        except Unfinished as stopped:
            self.unfinished = stopped.place
            self.text = self.text_of(model.graph)

    def function(self, letter, parameters, write):
        """Write a function; `write()` writes its body and returns its results. Returns its name."""
        name = self.name(letter)
        self.write(f"def {name}({', '.join(parameters)}):")
        self.depth += 1
        self.write(f"return {write()}")
        self.depth -= 1
        return name


def loop(out, node, operands, values):
    limit, condition, *initial = operands
    if limit is None and condition is None:
        raise Skipped("a loop without a limit and a condition does not end")
    body = node.attributes["body"]
    going = "torch.tensor(True)" if condition is None else f"{condition.code}.reshape([])"
    count = None if limit is None else out.let(f"{limit.code}.reshape([])", "n")
    kinds = []

    def step(k, go, *carried):
        """The body: its condition, carried values and parts."""
        numbers = [out.value(f"{code}.reshape({number_shape(declared)})", np.dtype(dtype))
                   for code, declared, dtype in ((k, body.input[0], np.int64), (go, body.input[1], bool))]
        given = [value._replace(code=code, known=None) for value, code in zip(initial, carried)]
        goes_on, *results = out.run(body, [*numbers, *given], values)
        of_one_kind(results, [False] * len(results))
        kinds[:] = results
        return [go if condition is None else f"{goes_on.code}.reshape([])", *(result.code for result in results)]

    parts = len(body.output) - 1 - len(initial)
    length = known_length(out, node, limit, condition) if parts else None
    more = "go.clone()" if count is None else f"torch.logical_and(k < {count}, go)"
    results = repeat(out, step, initial, parts, length, more, going)
    if parts and length is None:
        out.write(f"return [{results[0]}]")
        raise Unfinished(node.place)
    return named(kinds, results[1:])


def known_length(out, node, limit, condition):
    """The number of iterations, or None if the program must tell it."""
    if condition is None and limit is not None and limit.known is not None:
        return max(int(limit.known.reshape(())), 0)
    if node.place is None:
        raise Skipped("torch.while_loop cannot stack parts if only a loop inside of a loop tells their number")
    return out.lengths.get(node.place)


def repeat(out, step, initial, parts, length, more, going):
    """Write a torch.while_loop of `step`, which goes on while `more`.

    Returns the number of iterations, the last values, and the parts if `length` tells how many there are.
    """
    first = ["torch.tensor(0)", going, *(f"{value.code}.contiguous()" for value in initial)]
    carried = [out.name("a") for _ in initial]
    buffers = [out.name("p") for _ in range(0 if length is None else parts)]
    run = out.function("step", ["k", "go", *carried], lambda: listed(step("k", "go", *carried)))
    places = [1 + len(initial) + place for place in range(len(buffers))]
    if buffers:  # nothing but the shapes of the first parts is used
        shapes = out.let(f"{run}({', '.join(first)})", "s")
        first += [f"torch.zeros([max({length}, 1), *{shapes}[{place}].size()], dtype={shapes}[{place}].dtype)" for place in places]

    def following():
        results = out.let(f"{run}({', '.join(['k', 'go', *carried])})", "r")
        last = [f"{results}[{place}]{COPY}" for place in range(1 + len(initial))]
        kept = [f"torch.index_copy({buffer}, 0, k.reshape([1]), {results}[{place}].unsqueeze(0))" for buffer, place in zip(buffers, places)]
        return listed(["k + 1", *last, *kept])

    parameters = ["k", "go", *carried, *buffers]
    goes_on = out.function("goes_on", parameters, lambda: more)
    body = out.function("body", parameters, following)
    last = out.let(f"torch.while_loop({goes_on}, {body}, {listed(first)})", "w")
    kept = [f"[:{length}]" if place > len(initial) else "" for place in range(1, len(first) - 1)]
    return [out.let(f"{last}[{place}]{cut}") for place, cut in zip([0, *range(2, len(first))], ["", *kept])]


def listed(codes):
    return f"[{', '.join(codes)}]"


def named(kinds, codes):
    return [kind._replace(code=code, known=None) for kind, code in zip(kinds, codes, strict=True)]


def scan(out, node, operands, values):
    """Scan: the number of parts is a size, and so it is known while the function is compiled."""
    body = node.attributes["body"]
    inputs = node.attributes["num_scan_inputs"]
    states, arrays = operands[:-inputs], operands[-inputs:]
    axes = node.get("scan_input_axes") or [0] * inputs
    backward = scan_directions(node, "scan_input_directions", inputs)
    length = out.let(f"at_least_one(same_size({out.list_of(arrays)}, {list(axes)}))", "n")
    kinds = []

    def step(k, go, *carried):
        elements = []
        for array, axis, back in zip(arrays, axes, backward):
            place = f"{length} - 1 - {k}" if back else k
            elements.append(out.value(f"torch.index_select({array.code}, {axis}, ({place}).reshape([1])).squeeze({axis})", array.dtype))
        given = [value._replace(code=code, known=None) for value, code in zip(states, carried)]
        results = out.run(body, [*given, *elements], values)
        of_one_kind(results, [False] * len(results))
        kinds[:] = results
        return [go, *(result.code for result in results)]

    results = repeat(out, step, states, len(body.output) - len(states), length, f"k < {length}", "torch.tensor(True)")
    last = named(kinds, results[1:])
    axes = node.get("scan_output_axes") or [0] * (len(last) - len(states))
    backward = scan_directions(node, "scan_output_directions", len(axes))
    stacked = []
    for value, axis, back in zip(last[len(states):], axes, backward):
        value = out.value(f"torch.flip({value.code}, [0])", value.dtype) if back else value
        stacked.append(out.value(f"torch.movedim({value.code}, 0, {axis})", value.dtype))
    return [*last[:len(states)], *stacked]


def branch(out, node, operands, values):
    """If: torch.cond of two functions without operands."""
    graphs = [node.attributes[name] for name in ("then_branch", "else_branch")]
    kinds = []

    def results(graph):
        made = out.run(graph, [], values)
        of_one_kind(made, [False] * len(made))
        kinds.append(made)
        return listed(f"{value.code}{COPY}" for value in made)

    functions = [out.function("branch", [], lambda graph=graph: results(graph)) for graph in graphs]
    both = out.let(f"torch.cond({operands[0].code}.reshape([]), {', '.join(functions)}, [])", "w")
    if [value.dtype for value in kinds[0]] != [value.dtype for value in kinds[1]]:
        raise AssertionError(f"branches of types {kinds}")
    return named(kinds[0], [out.let(f"{both}[{place}]") for place in range(len(kinds[0]))])


ForCompiler.loops = {"Loop": (loop, 1), "Scan": (scan, 9), "If": (branch, 1)}
ForCompiler.operators = OPERATORS
