"""RW-34: onnxoptimizer: Shape that begins after the last axis ends the process."""

import onnx.parser
import onnxoptimizer

MODEL = """<ir_version: 8, opset_import: ["" : 15]>
sizes (float[2,3,4] x) => (int64[n] y) { y = Shape <start = 4, end = -1> (x) }"""

expected = "0 sizes"
print("expected", expected, flush=True)
graph = onnxoptimizer.optimize(onnx.parser.parse_model(MODEL)).graph
got = f"{graph.initializer[0].dims[0]} sizes"
print("got     ", got)
raise SystemExit(got != expected)
