"""RW-9: onnx.version_converter: Resize keeps a mode that version 13 does not have."""

import onnx.parser
import onnx.version_converter

MODEL = """<ir_version: 7, opset_import: ["" : 11]>
larger (float[1,1,2,2] x) => (float[1,1,4,4] y) {
  roi = Constant <value = float[0] {}> ()
  s = Constant <value = float[4] {1, 1, 2, 2}> ()
  y = Resize <mode = "nearest", coordinate_transformation_mode = "tf_half_pixel_for_nn"> (x, roi, s)
}"""

modes = onnx.defs.get_schema("Resize", 13).attributes["coordinate_transformation_mode"].description
print("expected a mode of version 13, or an error")
try:
    graph = onnx.version_converter.convert_version(onnx.parser.parse_model(MODEL), 13).graph
    got = next(attribute.s.decode() for attribute in graph.node[-1].attribute if attribute.name == "coordinate_transformation_mode")
except RuntimeError:
    got = "an error"
print("got     ", got)
raise SystemExit(got != "an error" and got not in modes)
