"""OV-245: a Loop of i8 that reads constants alone and has a scan output is refused (CPU plugin)."""

import numpy as np
import openvino as ov
import openvino.opset13 as op

h = op.parameter([1], np.int8)
after = op.add(h, op.constant(np.int8([1])))
more = op.less(after, op.constant(np.int8([4])))

loop = op.loop(op.constant(np.int64(-1)), op.constant(True))
loop.set_function(ov.Model([op.result(after), op.result(op.squeeze(more, np.int64([0])))], [h]))
loop.set_merged_input(h, op.constant(np.int8([1])).output(0), after.output(0))
loop.set_special_body_ports([-1, 1])
steps = loop.get_concatenated_slices(after.output(0), 0, 1, 1, -1, 0)

expected = [2, 3, 4]
print("expected", expected, flush=True)
try:
    got = ov.Core().compile_model(ov.Model([steps], []), "CPU")({})[0].tolist()
except RuntimeError as error:
    got = str(error).strip().splitlines()[-1]
print("got     ", got)
raise SystemExit(got != expected)
