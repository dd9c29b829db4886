"""OV-257: a variance that has lost its axis is taken for that of an MVN (CPU plugin)."""

import numpy as np
import openvino as ov
import openvino.opset13 as op

# The rows minus their means are [1, -1] and [7, -7]. Their roots are [4, 8], one for each column.
x = op.parameter([2, 2], np.float32)
c = op.subtract(x, op.reduce_mean(x, np.int64([1]), True))
v = op.reduce_mean(op.power(c, np.float32(2)), np.int64([1]), False)
y = op.divide(c, op.sqrt(op.add(v, np.float32(15))))

expected = [[0.25, -0.125], [1.75, -0.875]]
print("expected", expected, flush=True)
compiled = ov.Core().compile_model(ov.Model([y], [x]), "CPU")
got = compiled([np.float32([[3, 1], [17, 3]])])[0].round(3).tolist()
print("got     ", got)
raise SystemExit(got != expected)
