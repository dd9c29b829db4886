"""LITERT-1: a WHILE whose body exchanges two values gives one of them twice."""

import flatbuffers
import numpy as np
from ai_edge_litert import schema_py_generated as tfl
from ai_edge_litert.interpreter import Interpreter

NUMBER, REAL, TRUTH = tfl.TensorType.INT32, tfl.TensorType.FLOAT32, tfl.TensorType.BOOL


def table(kind, **fields):
    made = kind()
    for name, value in fields.items():
        setattr(made, name, value)
    return made


def graph(types, inputs, outputs, code, operands, results, constant=None, **options):
    """A subgraph of scalars with one operator. The constant is the last tensor but one."""
    tensors = [table(tfl.TensorT, type=type_, shape=[], hasRank=True, buffer=0) for type_ in types]
    if constant is not None:
        tensors[-2].buffer = constant
    operator = table(tfl.OperatorT, opcodeIndex=code, inputs=operands, outputs=results)
    for name, value in options.items():
        operator.builtinOptionsType, operator.builtinOptions = getattr(tfl.BuiltinOptions, name), value
    return table(tfl.SubGraphT, tensors=tensors, inputs=inputs, outputs=outputs, operators=[operator])


carried = [NUMBER, REAL, REAL]
loop = table(tfl.WhileOptionsT, condSubgraphIndex=1, bodySubgraphIndex=2)
subgraphs = [
    graph(carried * 2, [0, 1, 2], [4, 5], 0, [0, 1, 2], [3, 4, 5], WhileOptions=loop),
    # n > 0
    graph([*carried, NUMBER, TRUTH], [0, 1, 2], [4], 1, [0, 3], [4], constant=1, GreaterOptions=tfl.GreaterOptionsT()),
    # n - 1, b, a
    graph([*carried, NUMBER, NUMBER], [0, 1, 2], [4, 2, 1], 2, [0, 3], [4], constant=2, SubOptions=tfl.SubOptionsT()),
]
codes = [table(tfl.OperatorCodeT, builtinCode=code, deprecatedBuiltinCode=code, version=1)
         for code in (tfl.BuiltinOperator.WHILE, tfl.BuiltinOperator.GREATER, tfl.BuiltinOperator.SUB)]
buffers = [tfl.BufferT(), *(table(tfl.BufferT, data=np.frombuffer(np.int32(number).tobytes(), np.uint8)) for number in (0, 1))]
model = table(tfl.ModelT, version=3, subgraphs=subgraphs, operatorCodes=codes, buffers=buffers)
builder = flatbuffers.Builder()
builder.Finish(model.Pack(builder), b"TFL3")
interpreter = Interpreter(model_content=bytes(builder.Output()))
interpreter.allocate_tensors()


def run(count, a, b):
    for index, value in enumerate((np.int32(count), np.float32(a), np.float32(b))):
        interpreter.set_tensor(index, value)
    interpreter.invoke()
    return [interpreter.get_tensor(index).tolist() for index in (4, 5)]


expected = [[10.0, 20.0], [20.0, 10.0], [10.0, 20.0]]
print("expected", expected, flush=True)
got = [run(count, 10, 20) for count in range(3)]
print("got     ", got)
raise SystemExit(got != expected)
