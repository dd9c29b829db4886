"""OV-88: NonMaxSuppression takes a number that equals a threshold to be on its other side (CPU plugin)."""

import numpy as np
import openvino as ov
import openvino.opset9 as op


def chosen(overlap, score):
    boxes, scores = op.parameter([1, 2, 4], np.float32), op.parameter([1, 1, 2], np.float32)
    layer = op.non_max_suppression(boxes, scores, np.int64(2), np.float32(overlap), np.float32(score))
    model = ov.Model([layer.output(0)], [boxes, scores])
    request = ov.Core().compile_model(model, "CPU")
    # The boxes share 4 of 8.
    return request([np.array([[[0, 0, 2, 2], [0, 0, 2, 4]]], np.float32), np.array([[[2, 1]]], np.float32)])[0][:, 2].tolist()


expected = [[0, 1], [0, 1]]
print("expected", expected)  # 0.5 <= 0.5 keeps box 1, and its score 1 >= 1 is high enough
got = [chosen(0.5, 0), chosen(0.625, 1)]
print("got     ", got)
raise SystemExit(got != expected)
