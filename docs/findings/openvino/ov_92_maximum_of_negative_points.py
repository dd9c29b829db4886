"""OV-92: the maximum of negative points in ROIAlign is 0 (CPU plugin)."""

import numpy as np
import openvino as ov
import openvino.opset9 as op

x = op.parameter([1, 1, 4, 4], np.float32)
region, image = np.array([[0, 0, 2, 2]], np.float32), np.array([0], np.int32)
pooled = op.roi_align(x, region, image, 1, 1, 1, 1.0, "max", "asymmetric")
print("expected -1.0")
got = ov.Core().compile_model(ov.Model([pooled], [x]), "CPU")([np.full((1, 1, 4, 4), -1, np.float32)])[0].item()
print("got     ", got)
raise SystemExit(got != -1)
