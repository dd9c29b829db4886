"""OV-130: the lengths of sequences without steps are never written by CTCGreedyDecoderSeqLen (CPU)."""

import numpy as np
import openvino as ov
from openvino import opset6 as ops

data = ops.parameter([-1, -1, 3], np.float32)
lengths = ops.parameter([-1], np.int32)
decoder = ops.ctc_greedy_decoder_seq_len(data, lengths, ops.constant(2, np.int32))
request = ov.Core().compile_model(ov.Model(decoder.outputs(), [data, lengths], "m"), "CPU").create_infer_request()


def decoded_lengths(steps, of_sequences):
    request.infer([steps, np.array(of_sequences, np.int32)])
    return request.get_output_tensor(1).data.tolist()


three_steps = np.array([[[9, 1, 0], [0, 9, 1], [9, 0, 1]]] * 2, np.float32)
expected = [[3, 2], [0, 0]]
print("expected", expected, flush=True)
got = [decoded_lengths(three_steps, [3, 2]), decoded_lengths(np.zeros((2, 0, 3), np.float32), [0, 0])]
print("got     ", got)
raise SystemExit(got != expected)
