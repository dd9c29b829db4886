"""RW-33: onnxoptimizer: Shape that begins before the first axis becomes a longer list."""

import onnx.parser
import onnxoptimizer

MODEL = """<ir_version: 8, opset_import: ["" : 15]>
sizes (float[%s] x) => (int64[n] y) { y = Shape <start = %d> (x) }"""


def is_longer(rank, start):
    """Whether the Shape becomes a list of more than `rank` sizes. What is in the memory before it decides."""
    model = onnx.parser.parse_model(MODEL % (", ".join(["2"] * rank), start))
    constants = onnxoptimizer.optimize(model).graph.initializer
    return bool(constants) and constants[0].dims[0] > rank


expected = "a size for each axis"
print("expected", expected)
tried = [is_longer(rank, -rank - before) for rank in range(1, 40) for before in (1, 2, 4, 8)]
got = "more sizes than axes" if any(tried) else expected
print("got     ", got)
raise SystemExit(got != expected)
