"""OV-47: after a refused inference, a TensorIterator reads uninitialised memory (CPU plugin)."""

import numpy as np
import openvino as ov
import openvino.opset13 as op

# Each iteration adds its part to the part before. The second inference has no part and is refused.
X, A = op.parameter([-1], np.int32), op.parameter([1], np.int32)
x, b = op.parameter([1], np.int32), op.parameter([1], np.int32)
kept, total = op.result(op.add(x, op.constant(np.int32([0])))), op.result(op.add(b, x))
iterator = op.tensor_iterator()
iterator.set_body(ov.Model([kept, total], [x, b], "body"))
iterator.set_sliced_input(x, X.output(0), 0, 1, 1, -1, 0)  # start, stride, part_size, end, axis
iterator.set_merged_input(b, A.output(0), kept.output(0))
model = ov.Model([iterator.get_concatenated_slices(total.output(0), 0, 1, 1, -1, 0)], [X, A])

request = ov.Core().compile_model(model, "CPU", {"INFERENCE_NUM_THREADS": 2}).create_infer_request()
wrong = False
for parts, expected in (([1, 2, 3], [101, 3, 5]), ([], "an error"), ([1, 2, 3], [101, 3, 5])):
    print("expected", expected)
    try:
        request.infer([ov.Tensor(np.int32(parts)), ov.Tensor(np.int32([100]))])
        got = request.get_output_tensor(0).data.tolist()
    except RuntimeError:
        got = "an error"
    print("got     ", got)
    wrong |= got != expected
raise SystemExit(wrong)
