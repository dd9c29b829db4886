"""RW-42: onnxslim: a ReduceSum with an empty list of axes is declared with the shape of its input."""

import onnx.parser
import onnxslim

MODEL = """<ir_version: 8, opset_import: ["" : 13]>
sum (float[3] x) => (float[n] y) {
  axes = Constant <value = int64[0] {}> ()
  y = ReduceSum (x, axes)
}"""

slim = onnxslim.slim(onnx.parser.parse_model(MODEL))
got = [dim.dim_value for dim in slim.graph.output[0].type.tensor_type.shape.dim]
expected = [1]
print("expected", expected)
print("got     ", got)
raise SystemExit(got != expected)
