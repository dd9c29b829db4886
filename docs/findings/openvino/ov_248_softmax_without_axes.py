"""OV-248: exp (x) over sums that remove their axis is taken for a Softmax (CPU plugin)."""

import numpy as np
import openvino as ov
import openvino.opset13 as op

# exp (x) is [[1, 3], [1, 1]]. The sums of its rows are [4, 2], one for each column of the quotient.
x = op.parameter([2, 2], np.float32)
e = op.exp(x)
y = op.divide(e, op.reduce_sum(e, np.int64([1]), False))

expected = [[0.25, 1.5], [0.25, 0.5]]
print("expected", expected, flush=True)
compiled = ov.Core().compile_model(ov.Model([y], [x]), "CPU")
got = compiled([np.float32([[0, np.log(3)], [0, 0]])])[0].round(3).tolist()
print("got     ", got)
raise SystemExit(got != expected)
