"""RW-15: onnxslim: the running mean of a BatchNormalization is declared with the type of x."""

import onnx.parser
import onnx.shape_inference
import onnxslim

MODEL = """<ir_version: 8, opset_import: ["" : 15]>
train (float16[2,1,1] x, float16[1] s, float16[1] b, float[1] m, float[1] v) => (float16[2,1,1] y, float[1] mean, float[1] var) {
  y, mean, var = BatchNormalization <training_mode = 1> (x, s, b, m, v)
}"""


def declared(model):
    return [onnx.TensorProto.DataType.Name(output.type.tensor_type.elem_type) for output in model.graph.output]


model = onnx.shape_inference.infer_shapes(onnx.parser.parse_model(MODEL), check_type=True, strict_mode=True)
expected, got = declared(model), declared(onnxslim.slim(onnx.parser.parse_model(MODEL)))
print("expected", expected)
print("got     ", got)
raise SystemExit(got != expected)
