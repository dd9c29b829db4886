"""Sequences of ONNX as lists of TorchScript. No operator changes a list: each one makes another."""

import numpy as np

from onnx_nodes import dtype_named
from onnx_to_torch_loops import lists, of_one_kind


def empty(out, node):
    dtype = dtype_named(node.get("dtype", 1))
    return out.sequence(out.list_of([]), dtype)


def construct(out, node, *items):
    return out.sequence(out.list_of(items), items[0].dtype)


def insert(out, node, items, item, place=None):
    place = f"len({items.code})" if place is None else f"int({place.code})"
    return out.sequence(f"inserted({items.code}, {item.code}, {place})", items.dtype)


def erase(out, node, items, place=None):
    number = "-1" if place is None else f"int({place.code})"
    return out.sequence(f"erased({items.code}, {number})", items.dtype)


def at(out, node, items, place):
    return out.value(f"{items.code}[int({place.code})]", items.dtype)


def length(out, node, items):
    return out.value(f"torch.tensor(len({items.code}))", np.dtype(np.int64))


def split(out, node, x, sizes=None):
    axis = node.get("axis", 0)
    if sizes is not None:
        return out.sequence(f"split_by({x.code}, {sizes.code}, {axis})", x.dtype)
    return out.sequence(f"split_into({x.code}, 1, {axis})" if node.get("keepdims", 1) else f"torch.unbind({x.code}, {axis})", x.dtype)


def concat(out, node, items):
    return out.value(f"torch.{'stack' if node.get('new_axis', 0) else 'cat'}({items.code}, {node.attributes['axis']})", items.dtype)


def map_(out, node, operands, values):
    """SequenceMap: a `for` over the items of the first sequence."""
    body = node.attributes["body"]
    found = lists(out, len(body.output))
    place = out.name("k")
    count = out.let(f"same_length([{', '.join(f'len({value.code})' for value in operands if value.is_list)}])", "n")
    out.write(f"for {place} in range({count}):")
    out.depth += 1
    items = [out.value(f"{value.code}[{place}]", value.dtype) if value.is_list else value for value in operands]
    results = out.run(body, items, values)
    for name, result in zip(found, results, strict=True):
        of_one_kind([result], [False])
        out.write(f"{name}.append({result.code})")
    out.depth -= 1
    return [out.sequence(name, result.dtype) for name, result in zip(found, results)]


# name: (translation, first version of the schema that has this meaning)
SEQUENCES = {
    "SequenceEmpty": (empty, 11), "SequenceConstruct": (construct, 11), "SequenceInsert": (insert, 11), "SequenceErase": (erase, 11),
    "SequenceAt": (at, 11), "SequenceLength": (length, 11), "SplitToSequence": (split, 11), "ConcatFromSequence": (concat, 11),
}
MAPS = {"SequenceMap": (map_, 17)}
