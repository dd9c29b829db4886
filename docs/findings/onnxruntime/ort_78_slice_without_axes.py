"""ORT-78: A Slice with steps, but without axes, is removed (ONNX Runtime)."""

import numpy as np
import onnx.parser
import onnxruntime

MODEL = """<ir_version: 8, opset_import: ["" : 13]>
every_second (float[4] x) => (float[2] y) {
  begin = Constant <value_ints = [0]> ()
  end = Constant <value_ints = [9223372036854775807]> ()
  step = Constant <value_ints = [2]> ()
  p = Neg (x)
  q = Slice (p, begin, end, "", step)
  y = Neg (q)
}"""

expected = [1.0, 3.0]
print("expected", expected)
model = onnx.parser.parse_model(MODEL).SerializeToString()
session = onnxruntime.InferenceSession(model, providers=["CPUExecutionProvider"])
got = session.run(None, {"x": np.array([1, 2, 3, 4], np.float32)})[0].tolist()
print("got     ", got)
raise SystemExit(got != expected)
