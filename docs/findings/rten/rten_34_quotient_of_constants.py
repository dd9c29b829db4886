"""RTEN-34: a quotient of whole constants is rounded."""

import json
import pathlib
import subprocess
import sys
import tempfile

import numpy as np
import onnx
from onnx import checker, parser

MODEL = """<ir_version: 8, opset_import: ["" : 17]>
m (float x) => (float y) {
  seven = Constant <value = float {7.0}> ()
  two = Constant <value = float {2.0}> ()
  quotient = Div (seven, two)
  y = Mul (quotient, x)
}"""
FEEDS = [[np.float32(4)]]
RTEN_RUN = pathlib.Path(sys.executable).with_name("rten_run")  # built from the folder "run"
model = parser.parse_model(MODEL)
checker.check_model(model, full_check=True)


def run(feeds):
    given = [f"{value.name}:{feed.dtype.kind}{8 * feed.itemsize}:{','.join(map(str, feed.shape))}:{','.join(map(str, feed.flat))}"
             for value, feed in zip(model.graph.input, map(np.array, feeds))]
    lines = subprocess.run([RTEN_RUN, path, *given], check=True, stdout=subprocess.PIPE, text=True).stdout.splitlines()
    return [np.reshape(values, shape).tolist() for shape, values in map(json.loads, lines)]


expected = [[14.0]]
print("expected", expected, flush=True)
with tempfile.TemporaryDirectory() as folder:
    path = folder + "/model.onnx"
    onnx.save(model, path)
    got = [run(feeds) for feeds in FEEDS]
print("got     ", got)
raise SystemExit(got != expected)
