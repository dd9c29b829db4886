"""What each layer of a TensorRT network computes, by hand (TRT-24)."""

import case
from case import Tensor
from trt_hand import add, real
from trt_network import Calls, Raw

A, B = [[1, -2, 3], [-4, 5, -6]], [[2, 2, -2], [3, -3, 4]]
FLAT_A, FLAT_B = [v for row in A for v in row], [v for row in B for v in row]


def layer(method, **arguments):
    calls = Calls()
    calls.call(method, "y", **arguments)
    return calls.lines[0]


def setter(method, **arguments):
    calls = Calls()
    calls.call(method, on="y", **arguments)
    return calls.lines[0]


def integers(shape, *values):
    return Tensor("i32", shape, list(values))


def booleans(shape, *values):
    return Tensor("boolean", shape, list(values))


def rows():
    a, b = "A", "B"
    for op, f in (("kSUM", lambda p, q: p + q), ("kSUB", lambda p, q: p - q), ("kPROD", lambda p, q: p * q), ("kMAX", max), ("kMIN", min)):
        yield op, [layer("addElementWise", input1=a, input2=b, op=op)], real([2, 3], *map(f, FLAT_A, FLAT_B))
    yield "kdiv_real", [layer("addElementWise", input1=a, input2="halves", op="kDIV")], real([2, 3], 2, -4, 6, -8, 10, -12)
    yield "kdiv_integer", [layer("addElementWise", input1="whole", input2="two", op="kDIV")], integers([4], -3, -1, 0, 3)
    yield "kfloor_div_integer", [layer("addElementWise", input1="whole", input2="two", op="kFLOOR_DIV")], integers([4], -4, -1, 0, 3)
    yield "kfloor_div_real", [layer("addElementWise", input1=a, input2=b, op="kFLOOR_DIV")], real([2, 3], 0, -1, -2, -2, -2, -2)
    yield "kpow", [layer("addElementWise", input1=b, input2="twos", op="kPOW")], real([2, 3], 4, 4, 4, 9, 9, 16)
    for op, f in (("kEQUAL", lambda p, q: p == q), ("kGREATER", lambda p, q: p > q), ("kLESS", lambda p, q: p < q)):
        yield op, [layer("addElementWise", input1=a, input2="twos", op=op)], booleans([2, 3], *(f(v, 2) for v in FLAT_A))
    for op, values in (("kAND", (True, False, False, False)), ("kOR", (True, True, True, False)), ("kXOR", (False, True, True, False))):
        yield op, [layer("addElementWise", input1="p", input2="q", op=op)], booleans([4], *values)
    for op, values in (("kABS", [abs(v) for v in FLAT_A]), ("kNEG", [-v for v in FLAT_A]), ("kSIGN", [1, -1, 1, -1, 1, -1])):
        yield op, [layer("addUnary", input=a, operation=op)], real([2, 3], *values)
    for op, x, y in (("kEXP", "zeros", [1, 1]), ("kLOG", "ones", [0, 0]), ("kSQRT", "squares", [3, 1.5]), ("kRECIP", "squares4", [0.25, 2]),
                     ("kSIN", "zeros", [0, 0]), ("kCOS", "zeros", [1, 1]), ("kCEIL", "parts", [2, -1]), ("kFLOOR", "parts", [1, -2])):
        yield op, [layer("addUnary", input=x, operation=op)], real([2], *y)
    for op, x, y in (("kTAN", "zeros", [0, 0]), ("kSINH", "zeros", [0, 0]), ("kCOSH", "zeros", [1, 1]), ("kASIN", "zeros", [0, 0]),
                     ("kACOS", "ones", [0, 0]), ("kATAN", "zeros", [0, 0]), ("kASINH", "zeros", [0, 0]), ("kACOSH", "ones", [0, 0]),
                     ("kATANH", "zeros", [0, 0]), ("kERF", "zeros", [0, 0])):
        yield op, [layer("addUnary", input=x, operation=op)], real([2], *y)
    yield "kROUND", [layer("addUnary", input="halfway", operation="kROUND")], real([4], 0, 2, 2, -2)
    yield "kISINF", [layer("addUnary", input="special", operation="kISINF")], booleans([4], True, False, True, False)
    yield "kISNAN", [layer("addUnary", input="special", operation="kISNAN")], booleans([4], False, True, False, False)
    yield "kNOT", [layer("addUnary", input="p", operation="kNOT")], booleans([4], False, False, True, True)
    yield "kRELU", [layer("addActivation", input=a, type="kRELU")], real([2, 3], 1, 0, 3, 0, 5, 0)
    yield "kSIGMOID", [layer("addActivation", input="zeros", type="kSIGMOID")], real([2], 0.5, 0.5)
    yield "kTANH", [layer("addActivation", input="zeros", type="kTANH")], real([2], 0, 0)
    yield "kCLIP", [layer("addActivation", input=a, type="kCLIP"), setter("setAlpha", alpha=-2.5), setter("setBeta", beta=2)], real(
        [2, 3], 1, -2, 2, -2.5, 2, -2.5)
    yield "kCLIP_alpha_above_beta", [layer("addActivation", input=a, type="kCLIP"), setter("setAlpha", alpha=2), setter("setBeta", beta=1)], real(
        [2, 3], 2, 2, 2, 2, 2, 2)
    yield "kSOFTSIGN", [layer("addActivation", input="signs", type="kSOFTSIGN")], real([3], 0.5, -0.75, 0)
    yield "kELU", [layer("addActivation", input="far", type="kELU"), setter("setAlpha", alpha=2)], real([3], 200, -2, 0)
    yield "kSELU", [layer("addActivation", input="far", type="kSELU"), setter("setAlpha", alpha=2), setter("setBeta", beta=3)], real(
        [3], 600, -6, 0)
    yield "kSOFTPLUS", [layer("addActivation", input="farther", type="kSOFTPLUS"), setter("setAlpha", alpha=3), setter("setBeta", beta=0.5)], real(
        [2], 300, 0)
    yield "kGELU_ERF", [layer("addActivation", input="large", type="kGELU_ERF")], real([2], 200, 0)
    yield "kGELU_TANH", [layer("addActivation", input="large", type="kGELU_TANH")], real([2], 200, 0)
    yield "kHARD_SIGMOID", [layer("addActivation", input="parts", type="kHARD_SIGMOID"), setter("setAlpha", alpha=0.5),
                            setter("setBeta", beta=0.25)], real([2], 1, 0)
    none, turned, vector = "kNONE", "kTRANSPOSE", "kVECTOR"
    yield "product", [layer("addMatrixMultiply", input0=a, op0=none, input1=b, op1=turned)], real([2, 2], -8, 21, 14, -51)
    yield "product_turned", [layer("addMatrixMultiply", input0=a, op0=turned, input1=b, op1=none)], real(
        [3, 3], -10, 14, -18, 11, -19, 24, -12, 24, -30)
    yield "product_vector", [layer("addMatrixMultiply", input0=a, op0=none, input1="v", op1=vector)], real([2], 6, -12)
    yield "vector_product", [layer("addMatrixMultiply", input0="w", op0=vector, input1=a, op1=none)], real([3], -2, 1, 0)
    yield "product_vectors", [layer("addMatrixMultiply", input0="v", op0=vector, input1="v", op1=vector)], real([], 14)
    shuffle = layer("addShuffle", input=a)
    yield "reshape", [shuffle, setter("setReshapeDimensions", dimensions=[3, -1])], real([3, 2], *FLAT_A)
    yield "reshape_copy", [shuffle, setter("setReshapeDimensions", dimensions=[0, 1, -1])], real([2, 1, 3], *FLAT_A)
    yield "transpose", [shuffle, setter("setFirstTranspose", permutation=[1, 0])], real([3, 2], 1, -4, -2, 5, 3, -6)
    yield "transpose_reshape_transpose", [shuffle, setter("setFirstTranspose", permutation=[1, 0]), setter("setReshapeDimensions", dimensions=[2, 3]),
                                          setter("setSecondTranspose", permutation=[1, 0])], real([3, 2], 1, 5, -4, 3, -2, -6)
    yield "reshape_by_tensor", [shuffle, setter("setInput", index=1, tensor="shape32")], real([3, 2], *FLAT_A)
    yield "slice", [layer("addSlice", input=a, start=[0, 2], size=[2, 2], stride=[1, -2])], real([2, 2], 3, 1, -6, -4)
    yield "slice_by_tensor", [layer("addSlice", input=a, start=[0, 0], size=[1, 2], stride=[1, 2]), setter("setInput", index=1, tensor="from10")], real(
        [1, 2], -4, -6)
    yield "slice_by_strides", [layer("addSlice", input=a, start=[0, 0], size=[1, 2], stride=[1, 1]), setter("setInput", index=3, tensor="shape32")], real(
        [1, 2], 1, 3)
    for op, values in (("kSUM", (2, -5)), ("kPROD", (-6, 120)), ("kMAX", (3, 5)), ("kMIN", (-2, -6))):
        yield "reduce_" + op, [layer("addReduce", input=a, operation=op, reduceAxes=2, keepDimensions=False)], real([2], *values)
    yield "reduce_kavg_kept", [layer("addReduce", input=a, operation="kAVG", reduceAxes=1, keepDimensions=True)], real([1, 3], -1.5, 1.5, -1.5)
    yield "reduce_all", [layer("addReduce", input=a, operation="kSUM", reduceAxes=3, keepDimensions=False)], real([], -3)
    yield "concatenation", [layer("addConcatenation", inputs=[a, b]), setter("setAxis", axis=1)], real([2, 6], *A[0], *B[0], *A[1], *B[1])
    yield "concatenation_default", [layer("addConcatenation", inputs=["v", "v"])], real([6], 1, 2, 3, 1, 2, 3)
    yield "select", [layer("addSelect", condition="flag", thenInput=a, elseInput=b)], real([2, 3], *A[0], *B[1])
    yield "gather", [layer("addGather", data=a, indices="picks", axis=1)], real([2, 2], 3, 1, -6, -4)
    yield "soft_max", [layer("addSoftMax", input="zeros"), setter("setAxes", axes=1)], real([2], 0.5, 0.5)
    yield "identity", [layer("addIdentity", input=a)], real([2, 3], *FLAT_A)
    yield "cast", [layer("addCast", input="parts", toType="kINT32")], integers([2], 1, -1)
    yield "shape", [layer("addShape", input=a)], Tensor("i64", [2], [2, 3])
    yield "fill", [layer("addFill", dimensions=[4], op="kLINSPACE", outputType="kFLOAT"), setter("setAlpha", alpha=1.5), setter("setBeta", beta=-0.5)], real(
        [4], 1.5, 1, 0.5, 0)
    yield "fill_default", [layer("addFill", dimensions=[3], op="kLINSPACE", outputType="kFLOAT")], real([3], 0, 1, 2)
    yield "fill_default_beta", [layer("addFill", dimensions=[3], op="kLINSPACE", outputType="kINT32"), setter("setAlpha", alpha=5)], integers([3], 5, 6, 7)
    yield "top_k", [layer("addTopK", input=a, op="kMAX", k=2, reduceAxes=2)], real([2, 2], 3, 1, 5, -4)


def add_cases(corpus):
    calls = Calls()
    calls.input("A", dimensions=[2, 3])
    calls.input("B", dimensions=[2, 3])
    for name, values, type_ in (
            ("whole", [-7, -2, 1, 7], "kINT32"), ("two", [2, 2, 2, 2], "kINT32"), ("p", [True, True, False, False], "kBOOL"),
            ("q", [True, False, True, False], "kBOOL"), ("zeros", [0, 0], "kFLOAT"), ("ones", [1, 1], "kFLOAT"), ("squares", [9, 2.25], "kFLOAT"),
            ("squares4", [4, 0.5], "kFLOAT"), ("parts", [1.5, -1.25], "kFLOAT"), ("v", [1, 2, 3], "kFLOAT"), ("w", [2, 1], "kFLOAT"),
            ("signs", [1, -3, 0], "kFLOAT"), ("far", [200, -200, 0], "kFLOAT"),
            ("farther", [200, -400], "kFLOAT"), ("large", [200, 0], "kFLOAT"), ("halfway", [0.5, 1.5, 2.5, -2.5], "kFLOAT"),
            ("special", ["0x7f800000", "0x7fc00000", "0xff800000", 1], "kFLOAT"), ("shape32", [3, 2], "kINT32"), ("from10", [1, 0], "kINT32"), ("picks", [2, 0], "kINT32")):
        calls.constant(values, type_, [len(values)], as_=name)
    calls.constant([0.5] * 6, dimensions=[2, 3], as_="halves")
    calls.constant([2], dimensions=[1, 1], as_="twos")
    calls.constant([True, False], "kBOOL", [2, 1], as_="flag")
    calls.lines.append(Raw("{{layer}}"))
    calls.output("y")
    inputs = {"A": real([2, 3], *FLAT_A), "B": real([2, 3], *FLAT_B)}
    table = [(name.lower(), ", ".join(lines), output) for name, lines, output in rows()]
    table.append(("top_k_indices", layer("addTopK", input="A", op="kMIN", k=1, reduceAxes=1) + ", " +
                  layer("addIdentity", input="y:1").replace('"y"', '"z"') + ', {"call": "markOutput", "tensor": "z"}', None))
    runs = [{"name": name, "at": [lines], "inputs": inputs, "outputs": [output]} for name, lines, output in table if output]
    runs.append({"name": "top_k_indices", "at": [table[-1][1]], "inputs": inputs, "outputs": [integers([1, 3], 1, 0, 1), real([1, 3], -4, -2, -6)]})
    bad = {"unary_of_boolean": (layer("addUnary", input="p", operation="kABS"), "OP-4"),
           "tangent_of_boolean": (layer("addUnary", input="p", operation="kTAN"), "OP-4"),
           "is_nan_of_integers": (layer("addUnary", input="picks", operation="kISNAN"), "OP-4"),
           "softplus_of_integers": (layer("addActivation", input="picks", type="kSOFTPLUS"), "OP-4"),
           "reciprocal_of_integers": (layer("addUnary", input="picks", operation="kRECIP"), "OP-4"),
           "not_of_real": (layer("addUnary", input="A", operation="kNOT"), "OP-4"),
           "axis_2": (layer("addGather", data="A", indices="picks", axis=2), "OP-6"),
           "product_of_3_and_2": (layer("addMatrixMultiply", input0="A", op0="kNONE", input1="B", op1="kNONE"), "OP-5")}
    runs += [{"name": "bad_" + name, "at": [lines], "rules": [rule], "inputs": inputs, **case.rejected("load", rule)} for name, (lines, rule) in bad.items()]
    add(corpus, "layers", calls, "A = [[1, -2, 3], [-4, 5, -6]], B = [[2, 2, -2], [3, -3, 4]].", title="Each layer computes what its row of the table says.",
        rules=["TRT-24"], columns=["layer"], runs=runs)
