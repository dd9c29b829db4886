"""OV-85: without an iteration, a last value may not have another shape than the Result (CPU plugin)."""

import numpy as np
import openvino as ov
import openvino.opset13 as op


def run(initial):
    trip, a0, w0 = op.parameter([], np.int64), op.parameter([len(initial)], np.int32), op.parameter([2], np.int32)
    a, w = op.parameter([-1], np.int32), op.parameter([2], np.int32)
    total = op.reduce_sum(a, op.constant([0]), True)
    more, next_a = op.result(op.constant(True)), op.result(op.add(w, total))
    loop = op.loop(trip, op.constant(True))
    loop.set_function(ov.Model([more, next_a], [a, w], "body"))
    loop.set_special_body_ports([-1, 0])  # no current iteration; Result 0 is the condition
    loop.set_merged_input(a, a0.output(0), next_a.output(0))
    loop.set_invariant_input(w, w0.output(0))
    model = ov.Model([op.result(loop.get_iter_value(next_a.output(0), -1))], [trip, a0, w0])
    try:
        return ov.Core().compile_model(model, "CPU")([np.int64(0), np.int32(initial), np.int32([1, 2])])[0].tolist()
    except RuntimeError:
        return "an error"


expected = [[10, 11], [10, 11, 12, 13, 14]]  # the initial values
print("expected", expected)
got = [run(initial) for initial in expected]
print("got     ", got)
raise SystemExit(got != expected)
