"""OV-79: EmbeddingBagOffsets reads an old default_index (CPU plugin)."""

import numpy as np
import openvino as ov
import openvino.opset15 as op

table = op.parameter([-1, -1], np.float32)
indices, offsets, default = (op.parameter(shape, np.int32) for shape in ([-1], [-1], []))
bags = op.embedding_bag_offsets(table, indices, offsets, default, reduction="sum")
compiled = ov.Core().compile_model(ov.Model([bags.output(0)], [table, indices, offsets, default]), "CPU")

print("expected", [[[1], [5], [2]], [[1], [0], [2]]], flush=True)
got = []
for index in (2, -1):
    inputs = [np.float32([[1], [2], [5]]), np.int32([0, 1]), np.int32([0, 1, 1]), np.array(index, np.int32)]
    got.append(compiled(inputs)[0].astype(int).tolist())
print("got     ", got)
raise SystemExit(got != [[[1], [5], [2]], [[1], [0], [2]]])
