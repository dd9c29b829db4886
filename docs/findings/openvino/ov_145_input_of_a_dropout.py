"""OV-145: Dropout-7 gives the name of its output to the input of the model (reader)."""

import pathlib
import tempfile

import openvino as ov
from onnx import parser

model = parser.parse_model("""<ir_version: 8, opset_import: ["" : 7]>
graph (float[2] x) => (float[2] y) {
  z = Dropout (x)
  y = Neg (z)
}""")
file = pathlib.Path(tempfile.mkdtemp(), "model.onnx")
file.write_bytes(model.SerializeToString())
expected = ["x"]
print("expected", expected, flush=True)
got = [name for port in ov.Core().read_model(file).inputs for name in sorted(port.names)]
print("got     ", got)
raise SystemExit(got != expected)
