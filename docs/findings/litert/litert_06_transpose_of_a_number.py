"""LITERT-6: a TRANSPOSE of a scalar gives memory that was never written, or does not end."""

import flatbuffers
import numpy as np
from ai_edge_litert import schema_py_generated as tfl
from ai_edge_litert.interpreter import Interpreter


def table(kind, **fields):
    made = kind()
    for name, value in fields.items():
        setattr(made, name, value)
    return made


def run(array):
    """The transposed array. The order of the axes is a list of one number for each axis."""
    number, rank = tfl.TensorType.INT32, array.ndim
    order = np.arange(rank, dtype=np.int32)[::-1]
    tensors = [table(tfl.TensorT, type=number, shape=list(shape), hasRank=True, buffer=buffer)
               for shape, buffer in ((array.shape, 0), ((rank,), 1), (array.shape[::-1], 0))]
    operator = table(tfl.OperatorT, opcodeIndex=0, inputs=[0, 1], outputs=[2])
    code = tfl.BuiltinOperator.TRANSPOSE
    model = table(tfl.ModelT, version=3, subgraphs=[table(tfl.SubGraphT, tensors=tensors, inputs=[0], outputs=[2], operators=[operator])],
                  operatorCodes=[table(tfl.OperatorCodeT, builtinCode=code, deprecatedBuiltinCode=code, version=1)],
                  buffers=[tfl.BufferT(), table(tfl.BufferT, data=np.frombuffer(order.tobytes(), np.uint8))])
    builder = flatbuffers.Builder()
    builder.Finish(model.Pack(builder), b"TFL3")
    interpreter = Interpreter(model_content=bytes(builder.Output()))
    interpreter.allocate_tensors()
    interpreter.set_tensor(0, array)
    interpreter.invoke()
    return interpreter.get_tensor(2).tolist()


expected = [[[1, 3], [2, 4]], [1234567]]
print("expected", expected, flush=True)
got = [run(np.int32([[1, 2], [3, 4]])), [run(np.int32(1234567))]]
print("got     ", got)
raise SystemExit(got != expected)
