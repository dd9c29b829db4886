"""OV-153: ROIPooling and PSROIPooling of one image read past its end for a region of image 1 (CPU)."""

import numpy as np
import openvino as ov
from openvino import opset2 as ops

images, regions = ops.parameter([1, 1, 2, 2], np.float32), ops.parameter([1, 5], np.float32)
core, accepted = ov.Core(), []
print("expected exceptions", flush=True)
for name, pooling in (("ROIPooling", ops.roi_pooling(images, regions, [1, 1], 1.0, "max")),
                      ("PSROIPooling", ops.psroi_pooling(images, regions, 1, 1, 1.0, 1, 1, "average"))):
    compiled = core.compile_model(ov.Model(pooling.outputs(), [images, regions], "m"), "CPU")
    try:
        compiled([np.ones([1, 1, 2, 2], np.float32), np.float32([[1, 0, 0, 1, 1]])])  # the only image is 0
        accepted.append(name)
    except RuntimeError:
        pass
print("got      values of", *accepted)
raise SystemExit(bool(accepted))
