"""OV-71: GatherTree with a length below 1 does not write its output (CPU plugin)."""

import numpy as np
import openvino as ov
import openvino.opset13 as op

ids, parents = op.parameter([3, 1, 2], np.int32), op.parameter([3, 1, 2], np.int32)
length = op.parameter([1], np.int32)
tree = op.gather_tree(ids, parents, length, op.constant(np.int32(9)))
compiled = ov.Core().compile_model(ov.Model([tree.output(0)], [ids, parents, length]), "CPU")

expected = [9, 9, 9, 9, 9, 9]
got = compiled([np.int32([1, 2, 3, 4, 5, 6]).reshape(3, 1, 2), np.zeros((3, 1, 2), np.int32), np.int32([0])])[0]
print("expected", expected)
print("got     ", got.flatten().tolist())
raise SystemExit(got.flatten().tolist() != expected)
