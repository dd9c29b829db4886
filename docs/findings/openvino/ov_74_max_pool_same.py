"""OV-74: MaxPool-8 and 14 with same_upper take other windows if sizes are not known at load (CPU plugin)."""

import numpy as np
import openvino as ov
import openvino.opset8 as op

data = op.parameter([-1, -1, -1], np.float32)
pool = op.max_pool(data, [2], [1], [0], [0], [3], "floor", "same_upper")
compiled = ov.Core().compile_model(ov.Model(list(pool.outputs()), [data]), "CPU", {"INFERENCE_PRECISION_HINT": "f32"})

got = compiled([np.float32([5, 4, 3, 2, 1]).reshape(1, 1, 5)])[0].flatten().tolist()
expected = [5.0, 4.0, 2.0]
print("expected", expected)
print("got     ", got)
raise SystemExit(got != expected)
