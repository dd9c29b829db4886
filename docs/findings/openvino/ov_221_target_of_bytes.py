"""OV-221: Broadcast to a shape of 8-bit integers is refused (CPU)."""

import numpy as np
import openvino as ov
from openvino import opset3

x = opset3.parameter([2, 1], np.int32)
model = ov.Model([opset3.broadcast(x, opset3.constant(np.uint8([2, 3])))], [x])

expected = [[1, 1, 1], [2, 2, 2]]
print("expected", expected, flush=True)
try:
    compiled = ov.Core().compile_model(model, "CPU")
except RuntimeError as error:
    print("got      an error:", " ".join(str(error).split()[-2:]))
    raise SystemExit(1)
got = compiled([np.int32([[1], [2]])])[0].tolist()
print("got     ", got)
raise SystemExit(got != expected)
