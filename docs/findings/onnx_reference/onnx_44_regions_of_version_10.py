"""ONNX-44: RoiAlign-10 moves regions by half an element (onnx.reference)."""

import numpy as np
from onnx import TensorProto, checker, helper
from onnx.reference import ReferenceEvaluator

feeds = {"x": np.float32([[[[0, 10, 20, 30]]]]), "rois": np.float32([[0, 0, 2, 1]]), "which": np.int64([0])}
inputs = [helper.make_tensor_value_info(name, helper.np_dtype_to_tensor_dtype(value.dtype), value.shape) for name, value in feeds.items()]
output = helper.make_tensor_value_info("out", TensorProto.FLOAT, [None] * 4)
node = helper.make_node("RoiAlign", ["x", "rois", "which"], ["out"], sampling_ratio=1)
model = helper.make_model(helper.make_graph([node], "graph", inputs, [output]), opset_imports=[helper.make_opsetid("", 10)], ir_version=8)
checker.check_model(model)

expected = [10.0]
print("expected", expected, flush=True)
result = ReferenceEvaluator(model).run(None, feeds)[0]
got = result.reshape(-1).tolist()
print("got     ", got)
raise SystemExit(got != expected)
