"""OV-201: the maximum of elements that are all -infinity is the lowest finite number (CPU plugin)."""

import numpy as np
import openvino as ov
import openvino.opset13 as op

X = op.parameter([1, 1, 4], np.float32)
largest = op.reduce_max(X, op.constant(np.int64([2])), False)
smallest = op.reduce_min(op.negative(X), op.constant(np.int64([2])), False)
pool = op.max_pool(X, [1], [1], [0], [0], [2], "floor", "explicit")
model = ov.Model([largest.output(0), smallest.output(0), pool.output(0)], [X])

infinity = float("inf")
expected = [[-infinity], [infinity], [-infinity] * 3]
print("expected", expected, flush=True)
outputs = ov.Core().compile_model(model, "CPU", {"INFERENCE_PRECISION_HINT": "f32"})([np.full((1, 1, 4), -infinity, np.float32)])
got = [outputs[k].flatten().tolist() for k in range(3)]
print("got     ", got)
raise SystemExit(got != expected)
