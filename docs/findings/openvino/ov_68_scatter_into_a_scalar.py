"""OV-68: ScatterElementsUpdate of a scalar ends the process (Model.evaluate)."""

import numpy as np
import openvino as ov
import openvino.opset13 as op

data = op.parameter([], np.float32)
scatter = op.scatter_elements_update(data, op.constant(np.int64(0)), op.constant(np.float32(9)), op.constant(np.int64(0)))
model = ov.Model([scatter.output(0)], [data])

print("expected an error", flush=True)
output = ov.Tensor(ov.Type.f32, ov.Shape([0]))
model.evaluate([output], [ov.Tensor(np.array(1, np.float32))])
print("got     ", output.data.tolist())
raise SystemExit(1)
