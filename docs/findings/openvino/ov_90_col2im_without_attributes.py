"""OV-90: Col2Im without its optional attributes ends the process (CPU plugin)."""

import os
import pathlib
import tempfile

import numpy as np
import openvino as ov
import openvino.opset15 as op


def status(attributes):
    """How a process ends that infers the model with these attributes."""
    x, size, kernel = op.parameter([1, 4, 6], np.float32), op.parameter([2], np.int64), op.parameter([2], np.int64)
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder, "model.xml")
        ov.save_model(ov.Model([op.col2im(x, size, kernel)], [x, size, kernel]), file, compress_to_fp16=False)
        written = '<data strides="1, 1" dilations="1, 1" pads_begin="0, 0" pads_end="0, 0" />'
        assert written in file.read_text()
        file.write_text(file.read_text().replace(written, attributes))
        child = os.fork()
        if child == 0:
            ov.Core().compile_model(file, "CPU")([np.zeros((1, 4, 6), np.float32), np.array([3, 4]), np.array([2, 2])])
            os._exit(0)
        return os.waitpid(child, 0)[1]


expected = [0, 0]
print("expected", expected)
got = [status('<data strides="1,1" dilations="1,1" pads_begin="0,0" pads_end="0,0" />'), status("")]
print("got     ", got)
raise SystemExit(got != expected)
