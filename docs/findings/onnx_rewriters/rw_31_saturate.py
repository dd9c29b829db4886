"""RW-31: onnxscript.optimizer: CastLike with saturate = 0 becomes a Cast that saturates."""

import onnx.parser
from onnxscript import optimizer

MODEL = """<ir_version: 9, opset_import: ["" : 19]>
narrow (float[1] x, float8e4m3fn[1] like) => (float8e4m3fn[1] y) { y = CastLike <saturate = 0> (x, like) }"""

model = onnx.parser.parse_model(MODEL)
onnx.checker.check_model(model, full_check=True)
expected = 0
print("expected saturate =", expected)
node = optimizer.optimize(model).graph.node[0]
got = next((attribute.i for attribute in node.attribute if attribute.name == "saturate"), 1)  # 1 by default
print("got      saturate =", got)
raise SystemExit(got != expected)
