"""OV-77: a scan output of parts without elements ends the process (CPU plugin)."""

import numpy as np
import openvino as ov
import openvino.opset8 as op

part = op.parameter([-1, -1], np.float32)
turned = op.transpose(part, op.constant(np.int64([1, 0])))
body = ov.Model([op.result(turned)], [part])

x = op.parameter([-1, -1], np.float32)
loop = op.tensor_iterator()
loop.set_body(body)
loop.set_sliced_input(part, x.output(0), 0, 1, 1, -1, 0)
joined = loop.get_concatenated_slices(body.results[0].output(0), 0, 1, 1, -1, 1)
compiled = ov.Core().compile_model(ov.Model([joined], [x]), "CPU", {"INFERENCE_PRECISION_HINT": "f32"})

print("expected", [0, 2], flush=True)
got = compiled([np.zeros((2, 0), np.float32)])[0]
print("got     ", list(got.shape))
raise SystemExit(list(got.shape) != [0, 2])
