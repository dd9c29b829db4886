"""LITERT-8: FLOOR_MOD of the smallest integer and -1 ends the process."""

import flatbuffers
import numpy as np
from ai_edge_litert import schema_py_generated as tfl
from ai_edge_litert.interpreter import Interpreter


def table(kind, **fields):
    made = kind()
    for name, value in fields.items():
        setattr(made, name, value)
    return made


tensors = [table(tfl.TensorT, type=tfl.TensorType.INT32, shape=[], hasRank=True, buffer=0) for _ in range(3)]
operator = table(tfl.OperatorT, opcodeIndex=0, inputs=[0, 1], outputs=[2], builtinOptions=tfl.FloorModOptionsT(),
                 builtinOptionsType=tfl.BuiltinOptions.FloorModOptions)
code = tfl.BuiltinOperator.FLOOR_MOD
model = table(tfl.ModelT, version=3, subgraphs=[table(tfl.SubGraphT, tensors=tensors, inputs=[0, 1], outputs=[2], operators=[operator])],
              operatorCodes=[table(tfl.OperatorCodeT, builtinCode=code, deprecatedBuiltinCode=code, version=1)], buffers=[tfl.BufferT()])
builder = flatbuffers.Builder()
builder.Finish(model.Pack(builder), b"TFL3")
interpreter = Interpreter(model_content=bytes(builder.Output()))
interpreter.allocate_tensors()


def run(a, b):
    interpreter.set_tensor(0, np.int32(a))
    interpreter.set_tensor(1, np.int32(b))
    interpreter.invoke()
    return interpreter.get_tensor(2).tolist()


expected = [-1, 0]
print("expected", expected, flush=True)
got = [run(7, -2), run(-(2**31), -1)]
print("got     ", got)
raise SystemExit(got != expected)
