"""OV-70: the output of Roll along no axis is not written (CPU plugin)."""

import numpy as np
import openvino as ov
import openvino.opset13 as op

data = op.parameter([4], np.int32)
none = op.constant(np.zeros(0, np.int64))
compiled = ov.Core().compile_model(ov.Model([op.roll(data, none, none).output(0)], [data]), "CPU")

expected = [1, 2, 3, 4]
got = compiled([np.int32(expected)])[0].tolist()
print("expected", expected)
print("got     ", got)
raise SystemExit(got != expected)
