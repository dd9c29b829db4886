"""OV-64: a sequence whose batch is not known at load ignores the lengths (CPU plugin)."""

import numpy as np
import openvino as ov
import openvino.opset13 as op

one, zero = op.constant(np.ones((1, 1, 1), np.float32)), op.constant(np.zeros((1, 1), np.float32))
X, H, lengths = op.parameter([-1, 3, 1], np.float32), op.parameter([1, 1, 1], np.float32), op.parameter([1], np.int64)
sequence = op.rnn_sequence(X, H, lengths, one, one, zero, 1, "forward", ["relu"])
model = ov.Model([sequence.output(0)], [X, H, lengths])

expected = [[[[1], [11], [0]]]]
print("expected", expected)
inputs = [np.float32([[[1], [10], [100]]]), np.float32([[[0]]]), np.int64([2])]  # two of the three steps
got = ov.Core().compile_model(model, "CPU")(inputs)[0].tolist()
print("got     ", got)
raise SystemExit(got != expected)
