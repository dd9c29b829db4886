"""Which Python exceptions of onnx.reference are rejections, and which are crashes."""

import linecache
import pathlib
import traceback

import onnx
import onnx.checker
import onnx.shape_inference

# Operations with bodies: NumPy's errors in them are about lists that the operations made themselves.
CONTROL = {"op_if.py", "op_loop.py", "op_scan.py"}
REFERENCE = pathlib.Path(onnx.__file__).parent / "reference"


def is_refusal(error):
    """Whether the exception rejects the model or its inputs on purpose.

It does if it comes from the checker, from shape inference or from a `raise` in onnx.reference. It also does
if NumPy rejects the operands of an operation that passes them on unchecked: shapes that do not broadcast, or
an index outside of the axis. Any other exception is a crash of the evaluator. An exception that was raised
to explain another one counts as that one.
    """
    while error.__cause__ is not None:
        error = error.__cause__
    if isinstance(error, (onnx.checker.ValidationError, onnx.shape_inference.InferenceError)):
        return True
    frames = traceback.extract_tb(error.__traceback__)
    if not frames:
        return False
    if is_raised(frames[-1]):
        return True
    operations = [frame for frame in frames if pathlib.Path(frame.filename).parent == REFERENCE / "ops"]
    in_control = not operations or pathlib.Path(operations[-1].filename).name in CONTROL
    return isinstance(error, (ValueError, IndexError)) and not in_control


def is_raised(frame):
    return REFERENCE in pathlib.Path(frame.filename).parents and linecache.getline(frame.filename, frame.lineno).lstrip().startswith("raise")
