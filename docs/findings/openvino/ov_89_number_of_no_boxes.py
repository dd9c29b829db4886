"""OV-89: without boxes, NonMaxSuppression does not write the number of chosen boxes (CPU plugin)."""

import os
import sys

import numpy as np
import openvino as ov
import openvino.opset9 as op

if "GLIBC_TUNABLES" not in os.environ:  # new memory is often 0, which hides the defect
    os.execve(sys.executable, [sys.executable, __file__], {**os.environ, "GLIBC_TUNABLES": "glibc.malloc.perturb=165"})

boxes, scores = op.parameter([0, 2, 4], np.float32), op.parameter([0, 3, 2], np.float32)
layer = op.non_max_suppression(boxes, scores, np.int64(2), np.float32(0.5), np.float32(0))
request = ov.Core().compile_model(ov.Model([layer.output(2)], [boxes, scores]), "CPU")
print("expected [0]")
got = request([np.zeros((0, 2, 4), np.float32), np.zeros((0, 3, 2), np.float32)])[0].tolist()
print("got     ", got)
raise SystemExit(got != [0])
