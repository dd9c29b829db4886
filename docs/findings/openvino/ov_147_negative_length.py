"""OV-147: a negative length of CTCGreedyDecoderSeqLen ends the process (CPU)."""

import numpy as np
import openvino as ov
from openvino import opset6 as ops

data, lengths = ops.parameter([1, 4, 3], np.float32), ops.parameter([1], np.int32)
decoder = ops.ctc_greedy_decoder_seq_len(data, lengths, ops.constant(2, np.int32))
compiled = ov.Core().compile_model(ov.Model(decoder.outputs(), [data, lengths], "m"), "CPU")
print("expected an exception", flush=True)
compiled([np.zeros((1, 4, 3), np.float32), np.array([-1], np.int32)])
