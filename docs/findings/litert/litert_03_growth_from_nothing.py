"""LITERT-3: a WHILE whose body appends to a list fails if the list begins without elements."""

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


def tensor(type_, shape, buffer=0):
    """A tensor; the size -1 changes while the model runs."""
    sizes = [abs(size) for size in shape]
    return table(tfl.TensorT, type=type_, shape=sizes, shapeSignature=shape if -1 in shape else None, hasRank=True, buffer=buffer)


def operator(code, operands, results, name, options):
    return table(tfl.OperatorT, opcodeIndex=code, inputs=operands, outputs=results, builtinOptions=options,
                 builtinOptionsType=getattr(tfl.BuiltinOptions, name))


def graph(tensors, inputs, outputs, *operators):
    return table(tfl.SubGraphT, tensors=tensors, inputs=inputs, outputs=outputs, operators=operators)


def carried():
    return [tensor(NUMBER, []), tensor(REAL, [-1])]


loop = table(tfl.WhileOptionsT, condSubgraphIndex=1, bodySubgraphIndex=2)
subgraphs = [
    graph([tensor(NUMBER, []), tensor(REAL, [-1]), *carried()], [0, 1], [3], operator(0, [0, 1], [2, 3], "WhileOptions", loop)),
    graph([*carried(), tensor(NUMBER, [], 1), tensor(TRUTH, [])], [0, 1], [3], operator(1, [0, 2], [3], "GreaterOptions", tfl.GreaterOptionsT())),
    graph([*carried(), tensor(NUMBER, [], 2), tensor(NUMBER, []), tensor(REAL, [1], 3), tensor(REAL, [-1])], [0, 1], [3, 5],
          operator(2, [0, 2], [3], "SubOptions", tfl.SubOptionsT()),
          operator(3, [1, 4], [5], "ConcatenationOptions", tfl.ConcatenationOptionsT())),
]
names = tfl.BuiltinOperator
codes = [table(tfl.OperatorCodeT, builtinCode=code, deprecatedBuiltinCode=code, version=1)
         for code in (names.WHILE, names.GREATER, names.SUB, names.CONCATENATION)]
constants = np.int32(0), np.int32(1), np.float32(7)
buffers = [tfl.BufferT(), *(table(tfl.BufferT, data=np.frombuffer(constant.tobytes(), np.uint8)) for constant in constants)]
model = table(tfl.ModelT, version=3, subgraphs=subgraphs, operatorCodes=codes, buffers=buffers)
builder = flatbuffers.Builder()
builder.Finish(model.Pack(builder), b"TFL3")


def run(count, start):
    interpreter = Interpreter(model_content=bytes(builder.Output()))
    interpreter.resize_tensor_input(1, [len(start)])
    interpreter.allocate_tensors()
    interpreter.set_tensor(0, np.int32(count))
    if start:
        interpreter.set_tensor(1, np.float32(start))
    try:
        interpreter.invoke()
    except RuntimeError:
        return "an error"
    return interpreter.get_tensor(3).tolist()


expected = [[1.0, 2.0, 7.0, 7.0], [1.0, 7.0, 7.0], [7.0, 7.0]]
print("expected", expected, flush=True)
got = [run(2, start) for start in ([1, 2], [1], [])]
print("got     ", got)
raise SystemExit(got != expected)
