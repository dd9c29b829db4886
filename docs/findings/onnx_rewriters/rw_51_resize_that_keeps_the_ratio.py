"""RW-51: onnxslim: a Resize that keeps the ratio is declared with the sizes."""

import onnx.parser
import onnxslim

MODEL = """<ir_version: 8, opset_import: ["" : 18]>
m (float[4,2] x) => (float[a,b] y) <int64[2] sizes = {6, 5}> {
  y = Resize <keep_aspect_ratio_policy = "not_smaller"> (x, "", "", sizes)
}"""

rewritten = onnxslim.slim(onnx.parser.parse_model(MODEL))
got = [dim.dim_value for dim in rewritten.graph.output[0].type.tensor_type.shape.dim]
expected = [10, 5]
print("expected", expected)
print("got     ", got)
raise SystemExit(got != expected)
