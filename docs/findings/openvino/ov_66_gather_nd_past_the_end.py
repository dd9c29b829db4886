"""OV-66: GatherND with an index past the end reads other memory (CPU plugin)."""

import numpy as np
import openvino as ov
import openvino.opset13 as op

data, indices = op.parameter([-1], np.float32), op.parameter([-1, 1], np.int64)
model = ov.Model([op.gather_nd(data, indices).output(0)], [data, indices])
compiled = ov.Core().compile_model(model, "CPU")

print("expected an error", flush=True)
for index in (2, 1000000000):
    print("got     ", compiled([np.float32([1, 2]), np.int64([[index]])])[0].tolist(), flush=True)
raise SystemExit(1)
