"""RTEN-16: GRU and LSTM ignore the lengths of the sequences."""

import json
import pathlib
import subprocess
import sys
import tempfile

import numpy as np
import onnx
from onnx import checker, parser

MODEL = """<ir_version: 8, opset_import: ["" : 17]>
m (float[2,1,1] x, int32[1] lengths) => (float[1,1,1] last) {
  w = Constant <value = float[1,3,1] {0, 0, 1}> ()
  r = Constant <value = float[1,3,1] {0, 0, 0}> ()
  "", last = GRU <hidden_size = 1, linear_before_reset = 1> (x, w, r, "", lengths)
}"""
FEEDS = [[np.float32([[[100]], [[100]]]), np.int32([1])]]
RTEN_RUN = pathlib.Path(sys.executable).with_name("rten_run")  # built from the folder "run"
model = parser.parse_model(MODEL)
checker.check_model(model, full_check=True)


def run(feeds):
    given = [f"{value.name}:{feed.dtype.kind}{8 * feed.itemsize}:{','.join(map(str, feed.shape))}:{','.join(map(str, feed.flat))}"
             for value, feed in zip(model.graph.input, map(np.array, feeds))]
    lines = subprocess.run([RTEN_RUN, path, *given], check=True, stdout=subprocess.PIPE, text=True).stdout.splitlines()
    return [np.reshape(values, shape).tolist() for shape, values in map(json.loads, lines)]


expected = [[[[[0.5]]]]]  # of the first step: the update gate is 1 / 2, and the hidden gate is 1
print("expected", expected, flush=True)
with tempfile.TemporaryDirectory() as folder:
    path = folder + "/model.onnx"
    onnx.save(model, path)
    got = [run(feeds) for feeds in FEEDS]
print("got     ", got)
raise SystemExit(got != expected)
