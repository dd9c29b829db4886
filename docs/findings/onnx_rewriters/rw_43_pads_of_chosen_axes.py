"""RW-43: onnxslim: the pads of axes in another order are declared for the axes in their own order."""

import onnx.parser
import onnxslim

MODEL = """<ir_version: 8, opset_import: ["" : 18]>
pad (float[2,3] x) => (float[n,m] y) {
  pads = Constant <value_ints = [0, 1, 0, 0]> ()
  axes = Constant <value_ints = [1, 0]> ()
  y = Pad (x, pads, "", axes)
}"""

slim = onnxslim.slim(onnx.parser.parse_model(MODEL))
got = [dim.dim_value for dim in slim.graph.output[0].type.tensor_type.shape.dim]
expected = [3, 3]
print("expected", expected)
print("got     ", got)
raise SystemExit(got != expected)
