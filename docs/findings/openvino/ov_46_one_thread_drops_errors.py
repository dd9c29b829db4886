"""OV-46: with one thread, infer() reports success although the inference failed (CPU plugin)."""

import numpy as np
import openvino as ov
import openvino.opset13 as op

# The operands of the first inference fit; those of the second, [2] and [3], do not.
X, Y = op.parameter([-1], np.int32), op.parameter([-1], np.int32)
model = ov.Model([op.add(X, Y)], [X, Y])


def infer(request, y):
    try:
        return request.infer([np.int32([1, 2]), np.int32(y)])[0].tolist()
    except RuntimeError:
        return "an error"


expected = [[11, 22], "an error"]
got = []
for threads in (2, 1):
    request = ov.Core().compile_model(model, "CPU", {"INFERENCE_NUM_THREADS": threads}).create_infer_request()
    got.append([infer(request, [10, 20]), infer(request, [1, 2, 3])])
    print(f"{threads} thread(s): expected {expected}")
    print(f"{threads} thread(s): got      {got[-1]}")
raise SystemExit(got != [expected, expected])
