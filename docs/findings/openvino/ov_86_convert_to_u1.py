"""OV-86: Convert to u1 writes past the end of its memory (CPU plugin)."""

import multiprocessing

import numpy as np
import openvino as ov
import openvino.opset13 as op


def run():
    X = op.parameter([4096], np.int32)
    model = ov.Model([op.convert(op.convert(X, "u1"), "f32")], [X])
    x = np.arange(4096, dtype=np.int32) % 3 % 2  # 0, 1, 0, 0, 1, 0, ...
    got = ov.Core().compile_model(model, "CPU")([x])[0]
    raise SystemExit(0 if (got == x).all() else "other numbers")


print("expected the process ends well")
child = multiprocessing.Process(target=run)
child.start()
child.join()
print("got      the process ends", "well" if child.exitcode == 0 else "with a signal" if child.exitcode < 0 else "after wrong values")
raise SystemExit(child.exitcode != 0)
