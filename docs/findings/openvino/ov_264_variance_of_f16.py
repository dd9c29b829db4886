"""OV-264: BatchNormalization of a FLOAT16 constant overflows (CPU plugin)."""

import io

import onnx.parser
import openvino as ov

MODEL = """<ir_version: 8, opset_import: ["" : 15]>
m () => (float16[2,1,1] y) <float16[2,1,1] x = {56496, 23728}, float16[1] scale = {16384}, float16[1] bias = {15360},
                            float[1] mean = {4.0}, float[1] variance = {4.0}> {
  y, new_mean, new_variance = BatchNormalization <epsilon = 0.25, training_mode = 1> (x, scale, bias, mean, variance)
}"""

inputs = {}
# x is [-300, 300], scale 2 and bias 1
expected = [[[-1.0]], [[3.0]]]
print("expected", expected, flush=True)
model = ov.Core().read_model(io.BytesIO(onnx.parser.parse_model(MODEL).SerializeToString()))
got = ov.Core().compile_model(model, "CPU", {"INFERENCE_PRECISION_HINT": "f32"})(inputs)[0].tolist()
print("got     ", got)
raise SystemExit(got != expected)
