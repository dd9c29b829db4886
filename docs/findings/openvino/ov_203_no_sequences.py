"""OV-203: a recurrent network without sequences ends the process (CPU plugin)."""

import numpy as np
import openvino as ov
import openvino.opset13 as op

X, H, lengths = op.parameter([0, 2, 1], np.float32), op.parameter([0, 1, 1], np.float32), op.parameter([0], np.int64)
one, zero = op.constant(np.ones((1, 1, 1), np.float32)), op.constant(np.zeros((1, 1), np.float32))
sequence = op.rnn_sequence(X, H, lengths, one, one, zero, 1, "forward")
model = ov.Model([sequence.output(0)], [X, H, lengths])

expected = [0, 1, 2, 1]  # the shape of Y
print("expected", expected, flush=True)
inputs = [np.zeros((0, 2, 1), np.float32), np.zeros((0, 1, 1), np.float32), np.zeros(0, np.int64)]
got = list(ov.Core().compile_model(model, "CPU")(inputs)[0].shape)
print("got     ", got)
raise SystemExit(got != expected)
