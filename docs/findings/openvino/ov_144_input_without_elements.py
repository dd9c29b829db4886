"""OV-144: an input without elements is removed from a model in a file (reader)."""

import pathlib
import tempfile

import openvino as ov
from onnx import parser

model = parser.parse_model("""<ir_version: 8, opset_import: ["" : 17]>
graph (float[0] x) => (float[0] y) { y = Neg (x) }""")
file = pathlib.Path(tempfile.mkdtemp(), "model.onnx")
file.write_bytes(model.SerializeToString())
expected = ["x"]
print("expected", expected, flush=True)
got = [name for port in ov.Core().read_model(file).inputs for name in port.names]
print("got     ", got)
raise SystemExit(got != expected)
