"""OV-149: A sequence without `activations` cannot be compiled (CPU plugin)."""

import re
import tempfile

import numpy as np
import openvino as ov
import openvino.opset13 as op

x, state, cell = (op.parameter([1, 1, 1], np.float32) for _ in range(3))
weights = np.ones((1, 4, 1), np.float32)
lstm = op.lstm_sequence(x, state, cell, np.array([1]), weights, weights, np.zeros((1, 4), np.float32), 1, "forward")
with tempfile.TemporaryDirectory() as folder:
    ov.save_model(ov.Model([op.result(lstm.output(0))], [x, state, cell]), folder + "/net.xml")
    text, constants = open(folder + "/net.xml").read(), open(folder + "/net.bin", "rb").read()
text, removed = re.subn(r' activations="[a-z, ]*"', "", text)  # the page's default: sigmoid,tanh,tanh
assert removed == 1

gate, new = 1 / (1 + np.exp(-3.0)), np.tanh(3.0)  # of x = 2 and a hidden state of 1
expected = round(float(gate * np.tanh(gate * 1 + gate * new)), 4)
print("expected", expected, flush=True)
core = ov.Core()
compiled = core.compile_model(core.read_model(text.encode(), constants), "CPU", {"INFERENCE_PRECISION_HINT": "f32"})
inputs = [np.full((1, 1, 1), value, np.float32) for value in (2, 1, 1)]
got = round(float(compiled(inputs)[0].item()), 4)
print("got     ", got)
raise SystemExit(got != expected)
