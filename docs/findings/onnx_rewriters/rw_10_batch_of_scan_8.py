"""RW-10: onnx.version_converter: Scan of version 8 loses its batch."""

import numpy as np
import onnx.parser
import onnx.version_converter
import onnxruntime

MODEL = """<ir_version: 3, opset_import: ["" : 8]>
sums (float[2,1] s, float[2,3,1] x) => (float[2,1] z) {
  z = Scan <num_scan_inputs = 1, body = step (float[1] a, float[1] e) => (float[1] b) { b = Add (a, e) }> ("", s, x)
}"""
INPUTS = {"s": np.float32([[0], [100]]), "x": np.float32([[[1], [2], [3]], [[4], [5], [6]]])}


def run(model):
    try:
        session = onnxruntime.InferenceSession(model.SerializeToString(), providers=["CPUExecutionProvider"])
        return session.run(None, INPUTS)[0].tolist()
    except Exception:
        return "an error"


model = onnx.parser.parse_model(MODEL)
expected, got = run(model), run(onnx.version_converter.convert_version(model, 11))
print("expected", expected)
print("got     ", got)
raise SystemExit(got != expected)
