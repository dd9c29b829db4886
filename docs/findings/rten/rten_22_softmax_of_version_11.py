"""RTEN-22: Softmax before version 13 is computed as that of version 13."""

import json
import pathlib
import subprocess
import sys
import tempfile

import numpy as np
import onnx
from onnx import checker, parser

MODEL = """<ir_version: 8, opset_import: ["" : 11]>
m (float[1,2,2] x) => (float[1,2,2] y) { y = Softmax (x) }"""
FEEDS = [[np.float32(np.zeros((1, 2, 2)))]]
RTEN_RUN = pathlib.Path(sys.executable).with_name("rten_run")  # built from the folder "run"
model = parser.parse_model(MODEL)
checker.check_model(model, full_check=True)


def run(feeds):
    given = [f"{value.name}:{feed.dtype.kind}{8 * feed.itemsize}:{','.join(map(str, feed.shape))}:{','.join(map(str, feed.flat))}"
             for value, feed in zip(model.graph.input, map(np.array, feeds))]
    lines = subprocess.run([RTEN_RUN, path, *given], check=True, stdout=subprocess.PIPE, text=True).stdout.splitlines()
    return [np.reshape(values, shape).tolist() for shape, values in map(json.loads, lines)]


expected = [[[[[0.25, 0.25], [0.25, 0.25]]]]]  # all four elements of the batch add up to 1
print("expected", expected, flush=True)
with tempfile.TemporaryDirectory() as folder:
    path = folder + "/model.onnx"
    onnx.save(model, path)
    got = [run(feeds) for feeds in FEEDS]
print("got     ", got)
raise SystemExit(got != expected)
