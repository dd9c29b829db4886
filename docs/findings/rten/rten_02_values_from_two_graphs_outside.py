"""RTEN-2: a Loop with constant inputs in a branch panics if it reads an input of the model."""

import json
import pathlib
import subprocess
import sys
import tempfile

import numpy as np
import onnx
from onnx import checker, parser

MODEL = """<ir_version: 8, opset_import: ["" : 17]>
m (bool chosen, float x) => (float[k] y) {
  y = If (chosen) <then_branch = yes () => (float[p] all) {
    n = Constant <value = int64 {2}> ()
    on = Constant <value = bool {1}> ()
    all = Loop <body = step (int64 i, bool c1) => (bool c2, float e) { c2 = Identity (c1) e = Neg (x) }> (n, on)
  }, else_branch = no () => (float[q] one) { shape = Constant <value_ints = [1]> () one = Reshape (x, shape) }>
}"""
FEEDS = [[np.int32(1), np.float32(3)]]
RTEN_RUN = pathlib.Path(sys.executable).with_name("rten_run")  # built from the folder "run"
model = parser.parse_model(MODEL)
checker.check_model(model, full_check=True)


def run(feeds):
    given = [f"{value.name}:{feed.dtype.kind}{8 * feed.itemsize}:{','.join(map(str, feed.shape))}:{','.join(map(str, feed.flat))}"
             for value, feed in zip(model.graph.input, map(np.array, feeds))]
    lines = subprocess.run([RTEN_RUN, path, *given], check=True, stdout=subprocess.PIPE, text=True).stdout.splitlines()
    return [np.reshape(values, shape).tolist() for shape, values in map(json.loads, lines)]


expected = [[[-3.0, -3.0]]]
print("expected", expected, flush=True)
with tempfile.TemporaryDirectory() as folder:
    path = folder + "/model.onnx"
    onnx.save(model, path)
    got = [run(feeds) for feeds in FEEDS]
print("got     ", got)
raise SystemExit(got != expected)
