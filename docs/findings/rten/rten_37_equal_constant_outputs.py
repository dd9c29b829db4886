"""RTEN-37: two outputs that are equal constants are refused."""

import json
import pathlib
import subprocess
import sys
import tempfile

import numpy as np
import onnx
from onnx import checker, parser

MODEL = """<ir_version: 8, opset_import: ["" : 17]>
m (float x) => (float[2] y, float[2] z, float w) {
  a = Constant <value_floats = [1.0, 2.0]> ()
  b = Constant <value_floats = [1.0, 2.0]> ()
  y = Neg (a)
  z = Neg (b)
  w = Neg (x)
}"""
FEEDS = [[np.float32(1)]]
RTEN_RUN = pathlib.Path(sys.executable).with_name("rten_run")  # built from the folder "run"
model = parser.parse_model(MODEL)
checker.check_model(model, full_check=True)


def run(feeds):
    given = [f"{value.name}:{feed.dtype.kind}{8 * feed.itemsize}:{','.join(map(str, feed.shape))}:{','.join(map(str, feed.flat))}"
             for value, feed in zip(model.graph.input, map(np.array, feeds))]
    lines = subprocess.run([RTEN_RUN, path, *given], check=True, stdout=subprocess.PIPE, text=True).stdout.splitlines()
    return [np.reshape(values, shape).tolist() for shape, values in map(json.loads, lines)]


expected = [[[-1.0, -2.0], [-1.0, -2.0], -1.0]]
print("expected", expected, flush=True)
with tempfile.TemporaryDirectory() as folder:
    path = folder + "/model.onnx"
    onnx.save(model, path)
    got = [run(feeds) for feeds in FEEDS]
print("got     ", got)
raise SystemExit(got != expected)
