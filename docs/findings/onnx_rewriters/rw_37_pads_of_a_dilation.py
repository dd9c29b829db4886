"""RW-37: onnxscript.optimizer: the pads of SAME_UPPER are computed without the dilation."""

import numpy as np
import onnx.parser
import onnxruntime
from onnxscript import optimizer

MODEL = """<ir_version: 8, opset_import: ["" : 11]>
sums (float[1,1,6] x, float[1,1,2] w) => (float[a,b,c] y) {
  y = Conv <auto_pad = "SAME_UPPER", strides = [2], dilations = [3]> (x, w)
}"""


def sums(model):
    session = onnxruntime.InferenceSession(model.SerializeToString(), providers=["CPUExecutionProvider"])
    inputs = {"x": np.arange(6, dtype=np.float32).reshape(1, 1, 6), "w": np.ones([1, 1, 2], np.float32)}
    return session.run(None, inputs)[0].ravel().tolist()


expected = [2, 5, 3]  # the pads are 1 and 1: [0, 0, 1, 2, 3, 4, 5, 0]
print("expected", expected)
got = [int(value) for value in sums(optimizer.optimize(onnx.parser.parse_model(MODEL)))]
print("got     ", got)
raise SystemExit(got != expected)
