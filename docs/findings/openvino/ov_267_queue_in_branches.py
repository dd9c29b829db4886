"""OV-267: a Loop whose branches give a sequence with and without an element ends the process (ONNX reader)."""

import io

import numpy as np
import onnx.parser
import openvino as ov

MODEL = """<ir_version: 8, opset_import: ["" : 17]>
m (float[1] x, int64 trips, bool on) => (int64 y) {
  s = SplitToSequence (x)
  t = Loop <body = step (int64 i, bool going, seq(float[]) v) => (bool go, seq(float[]) w) {
    go = Identity (going)
    first = Constant <value = int64 {0}> ()
    element = SequenceAt (v, first)
    rest = SequenceErase (v, first)
    early = Less (i, trips)
    w = If (early) <then_branch = one () => (seq(float[]) p) { p = SequenceInsert (rest, element) },
                    else_branch = other () => (seq(float[]) q) { q = Identity (rest) }>
  }> (trips, on, s)
  y = SequenceLength (t)
}"""

inputs = {"x": np.float32([7]), "trips": np.int64(2), "on": np.array(True)}
expected = 1
print("expected", expected, flush=True)
model = ov.Core().read_model(io.BytesIO(onnx.parser.parse_model(MODEL).SerializeToString()))
got = ov.Core().compile_model(model, "CPU")(inputs)[0].tolist()
print("got     ", got)
raise SystemExit(got != expected)
