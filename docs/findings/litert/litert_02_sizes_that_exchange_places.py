"""LITERT-2: a WHILE whose body exchanges two tensors of other sizes reads memory that it has freed."""

import flatbuffers
import numpy as np
from ai_edge_litert import schema_py_generated as tfl
from ai_edge_litert.interpreter import Interpreter

NUMBER, REAL, TRUTH = tfl.TensorType.INT32, tfl.TensorType.FLOAT32, tfl.TensorType.BOOL
A, B = 10_000_000, 20_000_000  # so large that the process has no freed memory to read


def table(kind, **fields):
    made = kind()
    for name, value in fields.items():
        setattr(made, name, value)
    return made


def tensor(type_, shape, buffer=0):
    """A tensor; the size -1 changes while the model runs."""
    sizes = [abs(size) for size in shape]
    return table(tfl.TensorT, type=type_, shape=sizes, shapeSignature=shape if -1 in shape else None, hasRank=True, buffer=buffer)


def graph(tensors, inputs, outputs, code, operands, results, name, options):
    operator = table(tfl.OperatorT, opcodeIndex=code, inputs=operands, outputs=results, builtinOptions=options,
                     builtinOptionsType=getattr(tfl.BuiltinOptions, name))
    return table(tfl.SubGraphT, tensors=tensors, inputs=inputs, outputs=outputs, operators=[operator])


def carried():
    return [tensor(NUMBER, []), tensor(REAL, [-1]), tensor(REAL, [-1])]


given = [tensor(NUMBER, []), tensor(REAL, [A]), tensor(REAL, [B])]
loop = table(tfl.WhileOptionsT, condSubgraphIndex=1, bodySubgraphIndex=2)
subgraphs = [
    graph([*given, *carried()], [0, 1, 2], [4, 5], 0, [0, 1, 2], [3, 4, 5], "WhileOptions", loop),
    # n > 0
    graph([*carried(), tensor(NUMBER, [], 1), tensor(TRUTH, [])], [0, 1, 2], [4], 1, [0, 3], [4], "GreaterOptions", tfl.GreaterOptionsT()),
    # n - 1, b, a
    graph([*carried(), tensor(NUMBER, [], 2), tensor(NUMBER, [])], [0, 1, 2], [4, 2, 1], 2, [0, 3], [4], "SubOptions", tfl.SubOptionsT()),
]
codes = [table(tfl.OperatorCodeT, builtinCode=code, deprecatedBuiltinCode=code, version=1)
         for code in (tfl.BuiltinOperator.WHILE, tfl.BuiltinOperator.GREATER, tfl.BuiltinOperator.SUB)]
buffers = [tfl.BufferT(), *(table(tfl.BufferT, data=np.frombuffer(np.int32(number).tobytes(), np.uint8)) for number in (0, 1))]
model = table(tfl.ModelT, version=3, subgraphs=subgraphs, operatorCodes=codes, buffers=buffers)
builder = flatbuffers.Builder()
builder.Finish(model.Pack(builder), b"TFL3")
interpreter = Interpreter(model_content=bytes(builder.Output()))
interpreter.allocate_tensors()

expected = [[B, A], [2.0, 1.0]]
print("expected", expected, flush=True)
for index, value in enumerate((np.int32(1), np.full(A, 1, np.float32), np.full(B, 2, np.float32))):
    interpreter.set_tensor(index, value)
interpreter.invoke()
results = [interpreter.get_tensor(index) for index in (4, 5)]
got = [[len(result) for result in results], [float(result.mean()) for result in results]]
print("got     ", got)
raise SystemExit(got != expected)
