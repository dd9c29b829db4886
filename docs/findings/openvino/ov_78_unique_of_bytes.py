"""OV-78: Unique of slices of 1-byte elements writes only 1 byte of each index and number (CPU plugin)."""

import os
import sys

import numpy as np
import openvino as ov
import openvino.opset10 as op

if "GLIBC_TUNABLES" not in os.environ:  # new memory is often 0, which hides the defect
    os.execve(sys.executable, [sys.executable, __file__], {**os.environ, "GLIBC_TUNABLES": "glibc.malloc.perturb=165"})

data = op.parameter([3, 2], np.int8)
unique = op.unique(data, op.constant(np.int64(0)), sorted=False, index_element_type="i64", count_element_type="i32")
compiled = ov.Core().compile_model(ov.Model(unique.outputs(), [data]), "CPU")

expected = [[0, 1], [0, 1, 0], [2, 1]]
got = [output.tolist() for output in compiled([np.int8([[1, 0], [1, 1], [1, 0]])]).values()][1:]
print("expected", expected)
print("got     ", got)
raise SystemExit(got != expected)
