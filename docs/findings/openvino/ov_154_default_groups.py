"""OV-154: DeformableConvolution without group and deformable_group is refused, although both default to 1."""

import re
import tempfile

import numpy as np
import openvino as ov
from openvino import opset8 as ops

data, offsets = ops.parameter([1, 1, 1, 2], np.float32), ops.parameter([1, 2, 1, 2], np.float32)
kernel = ops.constant(np.float32([[[[2]]]]))
convolution = ops.deformable_convolution(data, offsets, kernel, [1, 1], [0, 0], [0, 0], [1, 1])
with tempfile.TemporaryDirectory() as folder:
    ov.save_model(ov.Model(convolution.outputs(), [data, offsets], "m"), folder + "/net.xml", compress_to_fp16=False)
    text, constants = open(folder + "/net.xml").read(), open(folder + "/net.bin", "rb").read()
text, removed = re.subn(r' (deformable_)?group="1"', "", text)
assert removed == 2

core = ov.Core()
try:
    compiled = core.compile_model(core.read_model(text.encode(), constants), "CPU")
    got = compiled([np.float32([[[[1, 3]]]]), np.zeros([1, 2, 1, 2], np.float32)])[0].ravel().tolist()
except RuntimeError as error:
    got = "error: " + next(line for line in str(error).splitlines() if "Check 'group" in line)[:24]
print("expected [2.0, 6.0]")
print("got     ", got)
raise SystemExit(got != [2.0, 6.0])
