"""RW-50: onnxslim: a Reshape with allowzero to a constant shape is declared with copied sizes."""

import onnx.parser
import onnxslim

MODEL = """<ir_version: 8, opset_import: ["" : 17]>
m (float[0,3] x) => (float[a,b] y) <int64[2] shape = {2, 0}> { y = Reshape <allowzero = 1> (x, shape) }"""

rewritten = onnxslim.slim(onnx.parser.parse_model(MODEL))
got = [dim.dim_value for dim in rewritten.graph.output[0].type.tensor_type.shape.dim]
expected = [2, 0]
print("expected", expected)
print("got     ", got)
raise SystemExit(got != expected)
