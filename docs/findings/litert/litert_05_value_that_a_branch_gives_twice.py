"""LITERT-5: an IF whose branch gives one value as two results writes only the second one."""

import flatbuffers
import numpy as np
from ai_edge_litert import schema_py_generated as tfl
from ai_edge_litert.interpreter import Interpreter


def table(kind, **fields):
    made = kind()
    for name, value in fields.items():
        setattr(made, name, value)
    return made


def graph(types, inputs, outputs, *operators):
    tensors = [table(tfl.TensorT, type=type_, shape=[], hasRank=True, buffer=0) for type_ in types]
    return table(tfl.SubGraphT, tensors=tensors, inputs=inputs, outputs=outputs, operators=operators)


def operator(code, operands, results, name, options):
    return table(tfl.OperatorT, opcodeIndex=code, inputs=operands, outputs=results, builtinOptions=options,
                 builtinOptionsType=getattr(tfl.BuiltinOptions, name))


TRUTH, REAL = tfl.TensorType.BOOL, tfl.TensorType.FLOAT32
choice = table(tfl.IfOptionsT, thenSubgraphIndex=1, elseSubgraphIndex=2)
subgraphs = [
    graph([TRUTH, REAL, REAL, REAL], [0, 1], [2, 3], operator(0, [0, 1], [2, 3], "IfOptions", choice)),
    # x + x, and the same again
    graph([REAL, REAL], [0], [1, 1], operator(1, [0, 0], [1], "AddOptions", tfl.AddOptionsT())),
    # -x, x * x
    graph([REAL, REAL, REAL], [0], [1, 2], operator(2, [0], [1], "NegOptions", tfl.NegOptionsT()),
          operator(3, [0, 0], [2], "MulOptions", tfl.MulOptionsT())),
]
names = tfl.BuiltinOperator
codes = [table(tfl.OperatorCodeT, builtinCode=code, deprecatedBuiltinCode=code, version=1) for code in (names.IF, names.ADD, names.NEG, names.MUL)]
model = table(tfl.ModelT, version=3, subgraphs=subgraphs, operatorCodes=codes, buffers=[tfl.BufferT()])
builder = flatbuffers.Builder()
builder.Finish(model.Pack(builder), b"TFL3")
interpreter = Interpreter(model_content=bytes(builder.Output()))
interpreter.allocate_tensors()


def run(condition, x):
    interpreter.set_tensor(0, np.bool_(condition))
    interpreter.set_tensor(1, np.float32(x))
    interpreter.invoke()
    return [interpreter.get_tensor(index).tolist() for index in (2, 3)]


expected = [[-3.0, 9.0], [10.0, 10.0]]
print("expected", expected, flush=True)
# The other branch runs first, so a result that is not written is not right by chance.
got = [run(False, 3), run(True, 5)]
print("got     ", got)
raise SystemExit(got != expected)
