"""RTEN-33: a variance that has lost its axis is taken for that of a LayerNormalization."""

import json
import pathlib
import subprocess
import sys
import tempfile

import numpy as np
import onnx
from onnx import checker, parser

MODEL = """<ir_version: 8, opset_import: ["" : 17]>
m (float[2,2] x) => (float[2,2] y) {
  two = Constant <value = float {2.0}> ()
  e = Constant <value = float {15.0}> ()
  scale = Constant <value = float[2] {1.0, 1.0}> ()
  bias = Constant <value = float[2] {0.0, 0.0}> ()
  m = ReduceMean <axes = [-1], keepdims = 1> (x)
  c = Sub (x, m)
  q = Pow (c, two)
  v = ReduceMean <axes = [-1], keepdims = 0> (q)
  w = Add (v, e)
  s = Sqrt (w)
  d = Div (c, s)
  f = Mul (d, scale)
  y = Add (f, bias)
}"""
FEEDS = [[np.float32([[3, 1], [17, 3]])]]
RTEN_RUN = pathlib.Path(sys.executable).with_name("rten_run")  # built from the folder "run"
model = parser.parse_model(MODEL)
checker.check_model(model, full_check=True)


def run(feeds):
    given = [f"{value.name}:{feed.dtype.kind}{8 * feed.itemsize}:{','.join(map(str, feed.shape))}:{','.join(map(str, feed.flat))}"
             for value, feed in zip(model.graph.input, map(np.array, feeds))]
    lines = subprocess.run([RTEN_RUN, path, *given], check=True, stdout=subprocess.PIPE, text=True).stdout.splitlines()
    return [np.reshape(values, shape).tolist() for shape, values in map(json.loads, lines)]


# The rows minus their means are [1, -1] and [7, -7]. s is [4, 8], one for each column.
expected = [[[[0.25, -0.125], [1.75, -0.875]]]]
print("expected", expected, flush=True)
with tempfile.TemporaryDirectory() as folder:
    path = folder + "/model.onnx"
    onnx.save(model, path)
    got = [run(feeds) for feeds in FEEDS]
print("got     ", got)
raise SystemExit(got != expected)
