"""OV-48: Broadcast to the shape of a scalar ends the process (CPU plugin)."""

import numpy as np
import openvino as ov
import openvino.opset13 as op

X = op.parameter([], np.int32)
no_dimensions = ov.op.Constant(ov.Type.i64, ov.Shape([0]), [])
model = ov.Model([op.broadcast(X, no_dimensions)], [X])

expected = 7
print("expected", expected, flush=True)
got = ov.Core().compile_model(model, "CPU")([np.int32(7)])[0].tolist()
print("got     ", got)
raise SystemExit(got != expected)
