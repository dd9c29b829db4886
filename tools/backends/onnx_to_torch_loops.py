"""Loop, Scan and If of ONNX with the loops and branches of TorchScript."""

import numpy as np

from answers import Skipped
from onnx_nodes import number_shape, scan_directions
from torch_types import torch_name


def loop(translation, node, operands, values):
    """Loop: `for` if it only counts, else `while`. A part of each iteration is appended to a list."""
    limit, condition, *initial = operands
    body = node.attributes["body"]
    carried = copies(translation, initial)
    parts = lists(translation, len(body.output) - 1 - len(initial))
    count = None if limit is None else translation.let(f"int({limit.code})", "n")
    going = translation.let("True" if condition is None else f"bool({condition.code})", "go")
    iteration = translation.name("k")
    if condition is None:
        if limit is None:
            raise Skipped("a loop without a limit and a condition does not end")
        translation.write(f"for {iteration} in range({count}):")
    else:
        translation.write(f"{iteration} = 0")
        translation.write(f"while {going}:" if limit is None else f"while {iteration} < {count} and {going}:")
    translation.depth += 1
    numbers = [number(translation, iteration, np.int64, body.input[0]), number(translation, going, bool, body.input[1])]
    goes_on, *results = translation.run(body, [*numbers, *carried], values)
    if {goes_on.dtype, *([] if condition is None else [condition.dtype])} != {np.dtype(bool)}:
        raise Skipped("PyTorch takes any number for a condition")
    if condition is not None:
        translation.write(f"{going} = bool({goes_on.code})")
        translation.write(f"{iteration} += 1")
    keep(translation, carried, results, parts)
    translation.depth -= 1
    made = zip(parts, results[len(carried):], body.output[1 + len(carried):], node.outputs[len(carried):])
    return [*carried, *(stacked(translation, *each, 0) for each in made)]


def scan(translation, node, operands, values):
    """Scan: a `for` over the parts of its inputs."""
    body = node.attributes["body"]
    count = node.attributes["num_scan_inputs"]
    carried, inputs = copies(translation, operands[:-count]), operands[-count:]
    axes = node.get("scan_input_axes") or [0] * count
    backward = scan_directions(node, "scan_input_directions", count)
    parts = lists(translation, len(body.output) - len(carried))
    length = translation.let(f"same_size({translation.list_of(inputs)}, {axes})", "n")
    iteration = translation.name("k")
    translation.write(f"for {iteration} in range({length}):")
    translation.depth += 1
    elements = [translation.value(f"{array.code}.select({axis}, {f'{length} - 1 - {iteration}' if back else iteration})", array.dtype)
                for array, axis, back in zip(inputs, axes, backward)]
    results = translation.run(body, [*carried, *elements], values)
    keep(translation, carried, results, parts)
    translation.depth -= 1
    axes = node.get("scan_output_axes") or [0] * len(parts)
    backward = scan_directions(node, "scan_output_directions", len(parts))
    made = zip(parts, results[len(carried):], body.output[len(carried):], node.outputs[len(carried):], axes)
    outputs = [stacked(translation, *each) for each in made]
    return [*carried, *(translation.value(f"torch.flip({output.code}, [{axis}])", output.dtype) if back else output
                        for output, axis, back in zip(outputs, axes, backward))]


def branch(translation, node, operands, values):
    """If: the branches assign the same variables."""
    names = [translation.name("v") for _ in node.outputs]
    kinds = []
    for line, graph in ((f"if bool({operands[0].code}):", node.attributes["then_branch"]), ("else:", node.attributes["else_branch"])):
        translation.write(line)
        translation.depth += 1
        results = translation.run(graph, [], values)
        for name, result in zip(names, results, strict=True):
            translation.write(f"{name} = {result.code}")
        translation.depth -= 1
        kinds.append([result._replace(code=name, known=None) for name, result in zip(names, results)])
    if kinds[0] != kinds[1]:
        raise AssertionError(f"branches of types {kinds}")
    return kinds[0]


def copies(translation, values):
    """A variable of its own for each value: iterations assign it."""
    return [value._replace(code=translation.let(value.code), known=None) for value in values]


def lists(translation, count):
    """The lists for the parts of scan outputs."""
    return [translation.let("torch.jit.annotate(List[Tensor], [])", "parts") for _ in range(count)]


def keep(translation, carried, results, parts):
    """Write the end of an iteration. A part may be what a carried value was, so parts come first."""
    for name, result in zip(parts, results[len(carried):], strict=True):
        translation.write(f"{name}.append({result.code})")
    of_one_kind(results, [value.is_list for value in carried] + [False] * len(parts))
    if [value.dtype for value in carried] != [value.dtype for value in results[:len(carried)]]:
        raise AssertionError("a carried value changes its type")
    if carried:
        translation.write(f"{targets(carried)} = {targets(results[:len(carried)])}")


def of_one_kind(values, are_lists):
    if [value.is_list for value in values] != are_lists:
        raise Skipped("the translation has no optionals, so a value stays a tensor or a sequence")


def targets(values):
    return ", ".join(value.code for value in values)


def number(translation, code, dtype, declared):
    """The iteration or the condition as a tensor of the declared shape."""
    return translation.value(f"torch.tensor({code}).reshape({number_list(number_shape(declared))})", np.dtype(dtype))


def number_list(numbers):
    return str(list(numbers)) if numbers else "torch.jit.annotate(List[int], [])"


def stacked(translation, parts, result, declared, name, axis):
    """The scan output of a list. Without a part, its shape must be declared."""
    shape = translation.part_shape(declared, name, axis)
    decided = shape is not None and None not in shape
    sizes = number_list(shape if decided else [])
    return translation.value(f"stacked({parts}, {axis}, {sizes}, {decided}, {torch_name(result.dtype)})", result.dtype)


LOOPS = {"Loop": (loop, 1), "Scan": (scan, 9), "If": (branch, 1)}
