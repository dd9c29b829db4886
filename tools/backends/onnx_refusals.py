"""Which Python exceptions of onnx.reference are refusals, and which are breakdowns."""

import linecache
import pathlib
import traceback

import onnx
import onnx.checker
import onnx.shape_inference

# Operations with bodies: what NumPy complains of in them are lists that they made themselves.
CONTROL = {"op_if.py", "op_loop.py", "op_scan.py"}
REFERENCE = pathlib.Path(onnx.__file__).parent / "reference"


def is_refusal(error):
    """Whether the exception complains of the model or its inputs on purpose.

    It does if the checker or shape inference made it, if a `raise` in onnx.reference did, or if NumPy refused the operands of an operation that
    hands them on unchecked (shapes that do not broadcast, an index outside of the axis). Any other exception is a breakdown of the evaluator. An
    exception that was raised to explain another one counts as that one.
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
