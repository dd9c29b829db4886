"""RTEN-36: Where takes a size that was cast to BOOL for false."""

import json
import pathlib
import subprocess
import sys
import tempfile

import numpy as np
import onnx
from onnx import checker, parser

MODEL = """<ir_version: 8, opset_import: ["" : 17]>
m (float[5] x) => (float[1] y) {
  sizes = Shape (x)
  two = Constant <value_ints = [2]> ()
  difference = Sub (sizes, two)
  any = Cast <to = 9> (difference)
  yes = Constant <value_floats = [3.0]> ()
  no = Constant <value_floats = [4.0]> ()
  y = Where (any, yes, no)
}"""
FEEDS = [[np.float32([1, 2, 3, 4, 5])]]
RTEN_RUN = pathlib.Path(sys.executable).with_name("rten_run")  # built from the folder "run"
model = parser.parse_model(MODEL)
checker.check_model(model, full_check=True)


def run(feeds):
    given = [f"{value.name}:{feed.dtype.kind}{8 * feed.itemsize}:{','.join(map(str, feed.shape))}:{','.join(map(str, feed.flat))}"
             for value, feed in zip(model.graph.input, map(np.array, feeds))]
    lines = subprocess.run([RTEN_RUN, path, *given], check=True, stdout=subprocess.PIPE, text=True).stdout.splitlines()
    return [np.reshape(values, shape).tolist() for shape, values in map(json.loads, lines)]


expected = [[[3.0]]]
print("expected", expected, flush=True)
with tempfile.TemporaryDirectory() as folder:
    path = folder + "/model.onnx"
    onnx.save(model, path)
    got = [run(feeds) for feeds in FEEDS]
print("got     ", got)
raise SystemExit(got != expected)
