"""OV-152: RegionYolo reads past the end of data with fewer channels than its regions have (CPU)."""

import numpy as np
import openvino as ov
from openvino import opset1 as ops

data = ops.parameter([1, 7, 64, 64], np.float32)
regions = ops.region_yolo(data, 4, 2, 4096, True, [], 1, 3)  # 4096 regions of 7 numbers
print("expected an exception", flush=True)
try:
    compiled = ov.Core().compile_model(ov.Model(regions.outputs(), [data], "m"), "CPU")
    compiled([np.zeros([1, 7, 64, 64], np.float32)])
    print("got      values")
except RuntimeError as error:
    print("got      an exception")
    raise SystemExit(0)
raise SystemExit(1)
