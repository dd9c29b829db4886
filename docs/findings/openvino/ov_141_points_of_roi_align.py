"""OV-141: RoiAlign without sampling_ratio takes one point for each element (reader)."""

import numpy as np
import openvino as ov
from onnx import parser

model = parser.parse_model("""<ir_version: 8, opset_import: ["" : 17]>
graph (float[1,1,5,5] x) => (float[1,1,1,1] y, float[1,1,1,1] z) <float[1,4] region = {0, 0, 4, 4}, int64[1] image = {0}> {
  y = RoiAlign <coordinate_transformation_mode = "output_half_pixel"> (x, region, image)
  z = RoiAlign <coordinate_transformation_mode = "output_half_pixel", sampling_ratio = 0> (x, region, image)
}""")

expected = [183.0, 183.0]
print("expected", expected, flush=True)
compiled = ov.Core().compile_model(ov.Core().read_model(model.SerializeToString()), "CPU")
got = [value.item() for value in compiled([np.square(np.arange(25, dtype=np.float32)).reshape(1, 1, 5, 5)]).values()]
print("got     ", got)
raise SystemExit(got != expected)
