"""Compare tables.json with real PyTorch and NumPy.

Run it with the interpreter that tools/backends/setup --torch prints. It asks both about every row of
questions.py, and exits 1 if tables.json differs. With --update it writes tables.json.
"""

import argparse
import json
import pathlib
import struct
import sys

import numpy as np
import questions
import torch

TABLES = pathlib.Path(__file__).resolve().parent / "tables.json"
TORCH = {"boolean": torch.bool, "i8": torch.int8, "i16": torch.int16, "i32": torch.int32, "i64": torch.int64,
         "u8": torch.uint8, "u16": torch.uint16, "u32": torch.uint32, "u64": torch.uint64, "f16": torch.float16,
         "bf16": torch.bfloat16, "f32": torch.float32, "f64": torch.float64}
NUMPY = {"boolean": np.bool_, "i8": np.int8, "i16": np.int16, "i32": np.int32, "i64": np.int64, "u8": np.uint8,
         "u16": np.uint16, "u32": np.uint32, "u64": np.uint64, "f16": np.float16, "f32": np.float32, "f64": np.float64}
NUMBERS = {"boolean": True, "i64": 1, "f64": 1.5}
ERROR = "error"


def name_in(table, found):
    return next(name for name, kind in table.items() if kind == found)


def promotion(a, a_category, b, b_category):
    def of_torch(name, category):
        return NUMBERS[name] if category == "number" else torch.zeros([1] if category == "dimensioned" else [], dtype=TORCH[name])

    def of_numpy(name, category):
        return NUMBERS[name] if category == "number" else np.zeros([1] if category == "dimensioned" else [], NUMPY[name])

    try:
        of_both = name_in(TORCH, torch.result_type(of_torch(a, a_category), of_torch(b, b_category)))
    except RuntimeError:
        of_both = ERROR
    if "bf16" in (a, b):
        return of_both, None  # NumPy has no bf16
    return of_both, name_in(NUMPY, np.result_type(of_numpy(a, a_category), of_numpy(b, b_category)).type)


def casts(source, target):
    numpy = None if "bf16" in (source, target) else bool(np.can_cast(NUMPY[source], NUMPY[target], "same_kind"))
    return torch.can_cast(TORCH[source], TORCH[target]), numpy


def broadcast(a, b):
    def attempt(function):
        try:
            return list(function())
        except (RuntimeError, ValueError):
            return ERROR

    # torch.broadcast_shapes is another implementation: an operation asks the iterator.
    return attempt(lambda: torch.add(torch.zeros(a), torch.zeros(b)).shape), attempt(lambda: np.broadcast_shapes(tuple(a), tuple(b)))


def in_torch(shape, strides, offset=0, memory=None):
    return torch.as_strided(torch.zeros(512) if memory is None else memory, shape, strides, offset)


def in_numpy(shape, strides, memory=None):
    memory = np.zeros(512, np.float32) if memory is None else memory
    return np.lib.stride_tricks.as_strided(memory, shape, [stride * memory.itemsize for stride in strides])


def strides(shape_a, strides_a, shape_b, strides_b):
    added = torch.add(in_torch(shape_a, strides_a), in_torch(shape_b, strides_b))
    sums = np.add(in_numpy(shape_a, strides_a), in_numpy(shape_b, strides_b))
    return list(added.stride()), [stride // 4 for stride in sums.strides]


def order_in_torch(allocated):
    """The axes of size 2 or more, from the innermost to the outermost, as the strides of a result show them."""
    axes = [axis for axis in range(allocated.dim()) if allocated.shape[axis] > 1]
    return sorted(axes, key=lambda axis: allocated.stride()[axis])


def order_in_numpy(walk):
    axes = [axis for axis in range(len(walk.shape)) if walk.shape[axis] > 1]
    first = {}
    for step, _ in enumerate(walk):
        for axis in axes:
            if walk.multi_index[axis] == 1:
                first.setdefault(axis, step)
    return sorted(axes, key=first.get)


def order(shape_a, strides_a, shape_b, strides_b):
    added = torch.add(in_torch(shape_a, strides_a), in_torch(shape_b, strides_b))
    walk = np.nditer([in_numpy(shape_a, strides_a), in_numpy(shape_b, strides_b)], flags=["multi_index"], order="K")
    return order_in_torch(added), order_in_numpy(walk)


def given(shape, strides_out, _, strides_in):
    """frexp has two outputs: the first one is given, and PyTorch gives the second one the order of the walk."""
    second = torch.empty(0, dtype=torch.int32)
    torch.frexp(in_torch(shape, strides_in), out=(in_torch(shape, strides_out), second))
    views = [in_numpy(shape, strides_out), in_numpy(shape, strides_in)]
    walk = np.nditer(views, flags=["multi_index"], op_flags=[["writeonly"], ["readonly"]], order="K")
    return order_in_torch(second), order_in_numpy(walk)


def overlap(shape, out_offset, out_strides, in_offset, in_strides):
    memory = torch.zeros(64)
    try:
        torch.neg(in_torch(shape, in_strides, in_offset, memory), out=in_torch(shape, out_strides, out_offset, memory))
    except RuntimeError as error:
        if "more than one element of the written-to tensor" in str(error):
            return "inside", None
        assert "some elements of the input tensor and the written-to tensor" in str(error), error
        return "partial", None
    return "allowed", None


def bits(values):
    return [struct.pack(">d", number).hex() for number in values]


def sums(shape, strides, axis):
    """The bits of the cumulative sums in row-major order."""
    memory = [questions.value(place) for place in range(512)]
    of_torch = torch.cumsum(in_torch(shape, strides, 0, torch.tensor(memory, dtype=torch.float64)), axis)
    of_numpy = np.cumsum(in_numpy(shape, strides, np.array(memory)), axis)
    return bits(of_torch.contiguous().flatten().tolist()), bits(of_numpy.flatten().tolist())


ANSWERS = {"promotion": promotion, "casts": casts, "broadcast": broadcast, "strides": strides, "order": order, "given": given, "overlap": overlap, "sums": sums}


def text_of(tables):
    """One row to a line."""
    parts = [f'"versions": {json.dumps(tables["versions"])}']
    for name in questions.TABLES:
        rows = ",\n".join(json.dumps(row, separators=(",", ":")) for row in tables[name])
        parts.append(f'"{name}": [\n{rows}\n]')
    return "{\n" + ",\n".join(parts) + "\n}\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--update", action="store_true", help="write tables.json")
    update = parser.parse_args().update
    tables = {"versions": {"torch": torch.__version__.split("+")[0], "numpy": np.__version__}}
    for name, ask in questions.TABLES.items():
        tables[name] = [[*row, *ANSWERS[name](*row)] for row in map(list, ask())]
    text = text_of(tables)
    if update:
        TABLES.write_text(text, encoding="utf-8")
        return 0
    there = TABLES.read_text(encoding="utf-8").split("\n")
    wrong = [(old, new) for old, new in zip(there, text.split("\n")) if old != new]
    for old, new in wrong[:20]:
        print(f"tables.json has {old}\n  now it is   {new}")
    print(f"{sum(len(tables[name]) for name in questions.TABLES)} rows, {len(wrong)} differ")
    return 1 if wrong or len(there) != text.count("\n") + 1 else 0


if __name__ == "__main__":
    sys.exit(main())
