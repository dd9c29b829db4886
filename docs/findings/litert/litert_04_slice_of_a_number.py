"""LITERT-4: with the default delegate a SLICE of a scalar is refused."""

import flatbuffers
import numpy as np
from ai_edge_litert import schema_py_generated as tfl
from ai_edge_litert.interpreter import Interpreter, OpResolverType


def table(kind, **fields):
    made = kind()
    for name, value in fields.items():
        setattr(made, name, value)
    return made


def tensor(type_, shape, buffer=0):
    return table(tfl.TensorT, type=type_, shape=shape, hasRank=True, buffer=buffer)


def run(shape, resolver):
    """A SLICE that takes all elements. Its begin and its size have one number for each axis."""
    number, real = tfl.TensorType.INT32, tfl.TensorType.FLOAT32
    bounds = [np.full(len(shape), bound, np.int32) for bound in (0, -1)]
    operator = table(tfl.OperatorT, opcodeIndex=0, inputs=[0, 1, 2], outputs=[3], builtinOptions=tfl.SliceOptionsT(),
                     builtinOptionsType=tfl.BuiltinOptions.SliceOptions)
    tensors = [tensor(real, shape), tensor(number, [len(shape)], 1), tensor(number, [len(shape)], 2), tensor(real, shape)]
    code = tfl.BuiltinOperator.SLICE
    model = table(tfl.ModelT, version=3, subgraphs=[table(tfl.SubGraphT, tensors=tensors, inputs=[0], outputs=[3], operators=[operator])],
                  operatorCodes=[table(tfl.OperatorCodeT, builtinCode=code, deprecatedBuiltinCode=code, version=1)],
                  buffers=[tfl.BufferT(), *(table(tfl.BufferT, data=np.frombuffer(bound.tobytes(), np.uint8)) for bound in bounds)])
    builder = flatbuffers.Builder()
    builder.Finish(model.Pack(builder), b"TFL3")
    interpreter = Interpreter(model_content=bytes(builder.Output()), experimental_op_resolver_type=resolver)
    try:
        interpreter.allocate_tensors()
    except RuntimeError:
        return "an error"
    interpreter.set_tensor(0, np.full(shape, 5, np.float32))
    interpreter.invoke()
    return interpreter.get_tensor(3).tolist()


expected = [[5.0], 5.0, 5.0]
print("expected", expected, flush=True)
default, alone = OpResolverType.AUTO, OpResolverType.BUILTIN_WITHOUT_DEFAULT_DELEGATES
got = [run([1], default), run([], alone), run([], default)]
print("got     ", got)
raise SystemExit(got != expected)
