"""RW-11: onnx.shape_inference: ConvTranspose with SAME_UPPER and a short kernel has another size."""

import onnx.parser
import onnx.shape_inference

MODEL = """<ir_version: 8, opset_import: ["" : 17]>
spread (float[1,1,2] x, float[1,1,1] w) => (float[1,1,n] y) {
  y = ConvTranspose <strides = [3], auto_pad = "SAME_UPPER"> (x, w)
}"""

model = onnx.shape_inference.infer_shapes(onnx.parser.parse_model(MODEL), strict_mode=True)
expected, got = [1, 1, 2 * 3], [dim.dim_value for dim in model.graph.output[0].type.tensor_type.shape.dim]
print("expected", expected)
print("got     ", got)
raise SystemExit(got != expected)
