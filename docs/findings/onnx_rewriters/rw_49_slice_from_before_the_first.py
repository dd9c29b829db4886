"""RW-49: onnxslim: a Slice backward from before the first element is declared empty."""

import onnx.parser
import onnxslim

MODEL = """<ir_version: 8, opset_import: ["" : 17]>
m () => (float[n] y) <float[4] x = {1, 2, 3, 4}, int64[1] s = {-6}, int64[1] e = {-9}, int64[1] axis = {0}, int64[1] t = {-1}> {
  y = Slice (x, s, e, axis, t)
}"""

rewritten = onnxslim.slim(onnx.parser.parse_model(MODEL))
got = [dim.dim_value for dim in rewritten.graph.output[0].type.tensor_type.shape.dim]
expected = [1]
print("expected", expected)
print("got     ", got)
raise SystemExit(got != expected)
