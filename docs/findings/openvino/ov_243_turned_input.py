"""OV-243: an input that is turned for a sequence network and for something else is reshaped (CPU plugin)."""

import numpy as np
import openvino as ov
import openvino.opset13 as op

# Two sequences of three steps, of which each step adds: h' = relu(x + h). The steps are the first axis of X.
X = op.parameter([3, 2, 1], np.float32)
turned = op.transpose(X, np.int64([1, 0, 2]))
one, nothing, start = np.float32([[[1]]]), np.float32([[0]]), np.zeros((2, 1, 1), np.float32)
network = op.rnn_sequence(turned, start, np.int64([3, 3]), one, one, nothing, 1, "forward", ["relu"], [], [])
states = op.transpose(network.output(0), np.int64([2, 1, 0, 3]))

expected = [[1.0, 10.0, 100.0, 2.0, 20.0, 200.0], [1.0, 2.0, 11.0, 22.0, 111.0, 222.0]]
print("expected", expected, flush=True)
compiled = ov.Core().compile_model(ov.Model([turned, states], [X]), "CPU")
got = [value.ravel().tolist() for value in compiled([np.float32([[[1], [2]], [[10], [20]], [[100], [200]]])]).values()]
print("got     ", got)
raise SystemExit(got != expected)
