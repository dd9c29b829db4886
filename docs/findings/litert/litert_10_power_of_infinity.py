"""LITERT-10: POW of infinity with a constant exponent is the largest number."""

import flatbuffers
import numpy as np
from ai_edge_litert import schema_py_generated as tfl
from ai_edge_litert.interpreter import Interpreter


def table(kind, **fields):
    made = kind()
    for name, value in fields.items():
        setattr(made, name, value)
    return made


exponent = table(tfl.BufferT, data=np.frombuffer(np.float32([2]).tobytes(), np.uint8))
tensors = [table(tfl.TensorT, type=tfl.TensorType.FLOAT32, shape=shape, hasRank=True, buffer=buffer)
           for shape, buffer in (([2], 0), ([], 1), ([2], 0))]
operator = table(tfl.OperatorT, opcodeIndex=0, inputs=[0, 1], outputs=[2])
code = tfl.BuiltinOperator.POW
model = table(tfl.ModelT, version=3, subgraphs=[table(tfl.SubGraphT, tensors=tensors, inputs=[0], outputs=[2], operators=[operator])],
              operatorCodes=[table(tfl.OperatorCodeT, builtinCode=code, deprecatedBuiltinCode=code, version=1)], buffers=[tfl.BufferT(), exponent])
builder = flatbuffers.Builder()
builder.Finish(model.Pack(builder), b"TFL3")
interpreter = Interpreter(model_content=bytes(builder.Output()))
interpreter.allocate_tensors()
interpreter.set_tensor(0, np.float32([3, np.inf]))
interpreter.invoke()

expected = [9.0, np.inf]
print("expected", expected, flush=True)
got = interpreter.get_tensor(2).tolist()
print("got     ", got)
raise SystemExit(got != expected)
