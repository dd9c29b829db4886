"""OV-31: each If inside an If doubles the time to compile (CPU plugin)."""

import time

import numpy as np
import openvino as ov
import openvino.opset13 as op

def nest(depth):
    """The Parameters x and c and the Result of If inside If, `depth` of them. Every branch doubles x."""
    x, c = op.parameter([1], np.int32), op.parameter([], np.bool_)
    if depth == 0:
        return [x, c, op.result(op.add(x, x))]
    (inner_x, inner_c, inner), y = nest(depth - 1), op.parameter([1], np.int32)
    otherwise, node = op.result(op.add(y, y)), op.if_op(c)
    node.set_then_body(ov.Model([inner], [inner_x, inner_c], "then"))
    node.set_else_body(ov.Model([otherwise], [y], "else"))
    node.set_input(x.output(0), inner_x, y)
    node.set_input(c.output(0), inner_c, None)
    return [x, c, op.result(node.set_output(inner, otherwise))]


def seconds(depth):
    x, c, result = nest(depth)
    begin = time.process_time()
    ov.Core().compile_model(ov.Model([result], [x, c]), "CPU")
    return time.process_time() - begin


factor = seconds(18) / seconds(13)
print("18 Ifs take", factor, "times as long as 13")
print("expected more than 6 times as long: False")
print("got      more than 6 times as long:", factor > 6)
raise SystemExit(factor > 6)
