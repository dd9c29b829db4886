"""OV-46: with one thread, the model compiled after a failed inference ends the process (CPU plugin)."""

import numpy as np
import openvino as ov
import openvino.opset13 as op

# Six elements cannot have the shape [4, 2]. They can have the shape [3, 2].
core = ov.Core()
wrong = False
for shape, expected in (([4, 2], "an error"), ([3, 2], [[1, 2], [3, 4], [5, 6]])):
    X, S = op.parameter([2, 3], np.int32), op.parameter([2], np.int64)
    print("expected", expected, flush=True)
    model = ov.Model([op.reshape(X, S, False)], [X, S])
    compiled = core.compile_model(model, "CPU", {"INFERENCE_NUM_THREADS": 1})
    request = compiled.create_infer_request()
    try:
        got = request.infer([np.int32([[1, 2, 3], [4, 5, 6]]), np.int64(shape)])[0].tolist()
    except RuntimeError:
        got = "an error"
    print("got     ", got, flush=True)
    wrong |= got != expected
    del request, compiled
raise SystemExit(wrong)
