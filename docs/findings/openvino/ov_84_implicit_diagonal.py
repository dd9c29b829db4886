"""OV-84: Einsum of a diagonal without an output in the equation is refused (CPU plugin)."""

import numpy as np
import openvino as ov
import openvino.opset7 as op


def run(equation):
    x = op.parameter([2, 2, 3], np.float32)
    model = ov.Model([op.einsum([x], equation)], [x])
    try:
        return ov.Core().compile_model(model, "CPU")([np.ones((2, 2, 3), np.float32)])[0].tolist()
    except RuntimeError:
        return "an error"


expected = [run("iij->j")] * 2  # j is the only label that occurs once
print("expected", expected)
got = [run("iij->j"), run("iij")]
print("got     ", got)
raise SystemExit(got != expected)
