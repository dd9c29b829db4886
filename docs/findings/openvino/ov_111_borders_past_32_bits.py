"""OV-111: Slice and StridedSlice lose the upper 32 bits of borders that are inputs (CPU)."""

import numpy as np
import openvino as ov
from openvino import opset1, opset8

data = np.float32([10, 20, 30])
BORDERS = [(0, 2**63 - 1, 1), (0, 2**32, 1), (2**32, 3, 1), (1, -(2**63), -1), (0, 3, 2**32 + 1)]


def slice_8(x, start, stop, step):
    return opset8.slice(x, start, stop, step, opset8.constant(np.int64([0])))


def strided_slice(x, start, stop, step):
    return opset1.strided_slice(x, start, stop, step, [0], [0])


def run(operation, borders):
    inputs = [opset8.parameter([3], np.float32), *(opset8.parameter([1], np.int64) for _ in borders)]
    model = ov.Model([operation(*inputs)], inputs)
    return ov.compile_model(model, "CPU")([data, *(np.int64([border]) for border in borders)])[0].tolist()


expected = [data[slice(*borders)].tolist() for borders in BORDERS]
failed = False
for operation in slice_8, strided_slice:
    got = [run(operation, borders) for borders in BORDERS]
    print("expected", expected)
    print("got     ", got, flush=True)
    failed |= got != expected
raise SystemExit(failed)
