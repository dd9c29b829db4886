"""LITERT-7: with the default delegate a BATCH_MATMUL of matrices without elements is refused."""

import flatbuffers
import numpy as np
from ai_edge_litert import schema_py_generated as tfl
from ai_edge_litert.interpreter import Interpreter, OpResolverType


def table(kind, **fields):
    made = kind()
    for name, value in fields.items():
        setattr(made, name, value)
    return made


def run(rows, inner, columns, resolver):
    """The product of two matrices of ones."""
    shapes = [rows, inner], [inner, columns], [rows, columns]
    tensors = [table(tfl.TensorT, type=tfl.TensorType.FLOAT32, shape=shape, hasRank=True, buffer=0) for shape in shapes]
    operator = table(tfl.OperatorT, opcodeIndex=0, inputs=[0, 1], outputs=[2], builtinOptions=tfl.BatchMatMulOptionsT(),
                     builtinOptionsType=tfl.BuiltinOptions.BatchMatMulOptions)
    code = tfl.BuiltinOperator.BATCH_MATMUL
    model = table(tfl.ModelT, version=3, subgraphs=[table(tfl.SubGraphT, tensors=tensors, inputs=[0, 1], outputs=[2], operators=[operator])],
                  operatorCodes=[table(tfl.OperatorCodeT, builtinCode=code, deprecatedBuiltinCode=code, version=1)], buffers=[tfl.BufferT()])
    builder = flatbuffers.Builder()
    builder.Finish(model.Pack(builder), b"TFL3")
    interpreter = Interpreter(model_content=bytes(builder.Output()), experimental_op_resolver_type=resolver)
    try:
        interpreter.allocate_tensors()
    except RuntimeError:
        return "an error"
    if inner:
        for index in (0, 1):
            interpreter.set_tensor(index, np.ones(shapes[index], np.float32))
    interpreter.invoke()
    return interpreter.get_tensor(2).tolist()


default, alone = OpResolverType.AUTO, OpResolverType.BUILTIN_WITHOUT_DEFAULT_DELEGATES
expected = [[[3.0, 3.0]], [[0.0, 0.0]], [[0.0, 0.0]]]
print("expected", expected, flush=True)
got = [run(1, 3, 2, default), run(1, 0, 2, alone), run(1, 0, 2, default)]
print("got     ", got)
raise SystemExit(got != expected)
