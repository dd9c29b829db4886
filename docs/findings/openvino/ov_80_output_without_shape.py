"""OV-80: MVN-6 writes past the end of an output whose shape it does not set (Model.evaluate)."""

import numpy as np
import openvino as ov
import openvino.opset6 as op

data = op.parameter([-1, -1], np.float32)
mvn = op.mvn(data, op.constant(np.int64([1])), False, 1.0, "INSIDE_SQRT")
model = ov.Model([mvn.output(0)], [data])

print("expected", [2, 3], flush=True)
output = ov.Tensor(ov.Type.f32, ov.Shape([0]))
model.evaluate([output], [ov.Tensor(np.float32([[1, 2, 3], [4, 5, 6]]))])
print("got     ", list(output.shape))
raise SystemExit(list(output.shape) != [2, 3])
