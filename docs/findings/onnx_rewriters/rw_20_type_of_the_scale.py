"""RW-20: onnx.shape_inference: the output of RMSNormalization gets the type of X, not of the scale."""

import onnx
import onnx.parser
import onnx.shape_inference

MODEL = """<ir_version: 10, opset_import: ["" : 23]>
g (float16[2,4] x, float[4] scale) => (float[2,4] z) {
  y = RMSNormalization (x, scale)
  z = Identity (y)
}"""

expected = "FLOAT"
print("expected", expected)
model = onnx.shape_inference.infer_shapes(onnx.parser.parse_model(MODEL))
got = onnx.TensorProto.DataType.Name(model.graph.value_info[0].type.tensor_type.elem_type)
print("got     ", got)
raise SystemExit(got != expected)
