"""LITERT-9: SQRT of 49 is not 7."""

import flatbuffers
import numpy as np
from ai_edge_litert import schema_py_generated as tfl
from ai_edge_litert.interpreter import Interpreter


def table(kind, **fields):
    made = kind()
    for name, value in fields.items():
        setattr(made, name, value)
    return made


tensors = [table(tfl.TensorT, type=tfl.TensorType.FLOAT32, shape=[4], hasRank=True, buffer=0) for _ in range(2)]
operator = table(tfl.OperatorT, opcodeIndex=0, inputs=[0], outputs=[1])
code = tfl.BuiltinOperator.SQRT
model = table(tfl.ModelT, version=3, subgraphs=[table(tfl.SubGraphT, tensors=tensors, inputs=[0], outputs=[1], operators=[operator])],
              operatorCodes=[table(tfl.OperatorCodeT, builtinCode=code, deprecatedBuiltinCode=code, version=1)], buffers=[tfl.BufferT()])
builder = flatbuffers.Builder()
builder.Finish(model.Pack(builder), b"TFL3")
interpreter = Interpreter(model_content=bytes(builder.Output()))
interpreter.allocate_tensors()
interpreter.set_tensor(0, np.float32([49, 4, 1, 0.25]))
interpreter.invoke()

expected = [7.0, 2.0, 1.0, 0.5]
print("expected", expected, flush=True)
got = interpreter.get_tensor(1).tolist()
print("got     ", got)
raise SystemExit(got != expected)
