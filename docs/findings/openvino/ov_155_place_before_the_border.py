"""OV-155: DeformableConvolution gives 0 for a place less than one element before the first one (CPU)."""

import numpy as np
import openvino as ov
from openvino import opset8 as ops

data, offsets = ops.parameter([1, 1, 2, 2], np.float32), ops.parameter([1, 2, 2, 2], np.float32)
convolution = ops.deformable_convolution(data, offsets, ops.constant(np.float32([[[[1]]]])), [1, 1], [0, 0], [0, 0], [1, 1],
                                         bilinear_interpolation_pad=False)
compiled = ov.Core().compile_model(ov.Model(convolution.outputs(), [data, offsets], "m"), "CPU", {"INFERENCE_PRECISION_HINT": "f32"})
along_x = [-0.5, 0.5, 0, 0]  # the first row: half an element outside, at either end
got = compiled([np.float32([[[[1, 2], [3, 4]]]]), np.float32([0, 0, 0, 0] + along_x).reshape(1, 2, 2, 2)])[0].ravel().tolist()
expected = [1.0, 2.0, 3.0, 4.0]
print("expected", expected)
print("got     ", got)
raise SystemExit(got != expected)
