"""RW-30: onnxscript.optimizer: the later of two imports of an operator set is left, not the higher one."""

import onnx.parser
from onnxscript import optimizer

MODEL = """<ir_version: 8, opset_import: ["" : 13, "" : 11]>
largest (float[1,2,2] x) => (float[1,2,2] y) { y = Hardmax (x) }"""

model = onnx.parser.parse_model(MODEL)
onnx.checker.check_model(model, full_check=True)
expected = 13
print("expected", expected)
got = max(imported.version for imported in optimizer.optimize(model).opset_import)
print("got     ", got)
raise SystemExit(got != expected)
