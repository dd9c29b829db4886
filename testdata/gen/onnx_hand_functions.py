"""ONNX models with functions or with several imports, worked out by hand."""

from onnx_case import HEAD_OF_FUNCTIONS
from onnx_hand import add, real, run


def add_functions(corpus):
    add(corpus, "function_with_an_attribute", """calls (float x) => (float y, float z) {
  y = local.scaled <factor = 2.0> (x)
  z = local.scaled <factor = {{factor}}> (y)
}
<domain: "local", opset_import: ["" : 17]>
scaled <factor> (v) => (w) {
  c = Constant <value_float: float = @factor> ()
  w = Mul (v, c)
}
""", "3 * 2 = 6, and 6 * 5 = 30.", kind="combined", title="Two calls of a function have their own attributes and names.",
        head=HEAD_OF_FUNCTIONS, rules=["ONNX-GRAPH-11", "ONNX-GRAPH-5", "ONNX-GRAPH-6"], columns=["factor"],
        runs=[run("five", {"x": real([], 3)}, real([], 6), real([], 30), at=["5.0"]), run("minus_half", {"x": real([], 3)}, real([], 6), real([], -3), at=["-0.5"])])
    add(corpus, "function_with_a_default", """defaults (float x) => (float y, float z, float both) {
  y = local.scaled (x)
  z = local.scaled <factor = {{factor}}> (x)
  both = local.twice (x)
}
<domain: "local", opset_import: ["" : 17]>
scaled <factor: float = 5.0> (v) => (w) {
  c = Constant <value_float: float = @factor> ()
  w = Mul (v, c)
}
<domain: "local", opset_import: ["" : 17, "local" : 1]>
twice <outer: float = 7.0> (v) => (w) {
  a = local.scaled <factor: float = @outer> (v)
  b = local.scaled (v)
  w = Sub (a, b)
}
""", "x = 3: 3 * 5 = 15, 3 * factor, and 3 * 7 - 3 * 5 = 6.", kind="boundary", title="An attribute of a function has a default.",
        head=HEAD_OF_FUNCTIONS.replace("ir_version: 8", "ir_version: 9"), rules=["ONNX-GRAPH-11"], columns=["factor"],
        runs=[run("two", {"x": real([], 3)}, real([], 15), real([], 6), real([], 6), at=["2.0"]),
              run("zero", {"x": real([], 3)}, real([], 15), real([], 0), real([], 6), at=["0.0"])])
    add(corpus, "function_without_an_attribute", """sums (float[3] x) => (float[3] y, float[3] z) {
  y = local.sums (x)
  z = local.sums <backward = 1> (x)
}
<domain: "local", opset_import: ["" : 17]>
sums <backward> (v) => (w) {
  first = Constant <value = int64 {0}> ()
  w = CumSum <reverse: int = @backward> (v, first)
}
""", "x = [1, 3, 7]: the sums are [1, 4, 11] from the beginning and [11, 10, 7] from the end.", kind="boundary",
        title="A call leaves out an attribute without a default, so the operator has its own default.",
        head=HEAD_OF_FUNCTIONS, rules=["ONNX-GRAPH-11", "ONNX-GRAPH-6"], runs=[run("three", {"x": real([3], 1, 3, 7)}, real([3], 1, 4, 11), real([3], 11, 10, 7))])
    add(corpus, "function_with_overloads", """overloads (float x) => (float y, float z) {
  y = local.f:negative (x)
  z = local.f:double (x)
}
<domain: "local", overload: "negative", opset_import: ["" : 17]>
f (v) => (w) { w = Neg (v) }
<domain: "local", overload: "double", opset_import: ["" : 17]>
f (v) => (w) { w = Add (v, v) }
""", "-3, and 3 + 3.", title="Functions of one name have different overloads.", kind="boundary",
        head=HEAD_OF_FUNCTIONS.replace("ir_version: 8", "ir_version: 10"), rules=["ONNX-GRAPH-11"],
        runs=[run("three", {"x": real([], 3)}, real([], -3), real([], 6))])


def add_imports(corpus):
    add(corpus, "several_imports", """largest (float[1,2,2] x) => (float[1,2,2] y) { y = Hardmax (x) }
""", "Version 13 of Hardmax marks the largest of [1, 2] and of [4, 3]. Version 11 would only mark the 4.", kind="boundary",
        title="A model that imports two versions of a domain means the highest.", rules=["ONNX-GRAPH-2"], columns=["imports"],
        head="<ir_version: 8, opset_import: [{{imports}}]>\n",
        runs=[run(name, {"x": real([1, 2, 2], 1, 2, 4, 3)}, real([1, 2, 2], *values), at=[imports], **rest) for name, imports, values, rest in (
            ("only_13", '"" : 13', (0, 1, 1, 0), {}), ("higher_first", '"" : 13, "" : 11', (0, 1, 1, 0), {}),
            ("higher_last", '"" : 11, "" : 13', (0, 1, 1, 0), {}), ("other_name_first", '"ai.onnx" : 13, "" : 11', (0, 1, 1, 0), {"tier": "survey"}),
            ("other_name_last", '"" : 11, "ai.onnx" : 13', (0, 1, 1, 0), {"tier": "survey"}))])


def add_cases(corpus):
    add_functions(corpus)
    add_imports(corpus)
