"""ONNX models with two nodes that differ in one thing, so that only one of them must not be computed."""

from case import Tensor
from onnx_case import add_onnx
from onnx_nodes import of

ORACLE = "by-hand"
X = [[1, -2], [-3, 4]]
# name: (nodes that make p and q of x, p, q, what differs)
PAIRS = {
    "a_real": ("p = LeakyRelu <alpha = 0.5> (x) q = LeakyRelu <alpha = 0.25> (x)", [[1, -1], [-1.5, 4]], [[1, -0.5], [-0.75, 4]], "a slope"),
    "an_integer": ("p = CumSum <exclusive = 1> (x, one) q = CumSum (x, one)", [[0, 1], [0, -3]], [[1, -1], [-3, 1]], "whether a sum is exclusive"),
    "a_flag_of_two": ("p = CumSum <exclusive = 1, reverse = 1> (x, one) q = CumSum <exclusive = 1> (x, one)", [[-2, 0], [4, 0]], [[0, 1], [0, -3]], "the direction of a sum"),
    "a_word": ('p = ScatterND <reduction = "add"> (x, row, u) q = ScatterND <reduction = "mul"> (x, row, u)', [[6, 5], [-3, 4]], [[5, -14], [-3, 4]], "a reduction"),
    "a_list": ("p = Transpose <perm = [1, 0]> (x) q = Transpose <perm = [0, 1]> (x)", [[1, -3], [-2, 4]], X, "an order of axes"),
    "a_tensor": ("s = Shape (x) p = ConstantOfShape <value = float[1] {5}> (s) q = ConstantOfShape <value = float[1] {7}> (s)", [[5, 5], [5, 5]], [[7, 7], [7, 7]], "a value"),
    "a_constant": ("five = Constant <value_float = 5.0> () six = Constant <value_float = 6.0> () p = Add (x, five) q = Add (x, six)", [[6, 3], [2, 9]], [[7, 4], [3, 10]], "a constant"),
    "an_omitted_operand": ('low = Constant <value_float = 2.0> () p = Clip (x, low) q = Clip (x, "", low)', [[2, 2], [2, 4]], [[1, -2], [-3, 2]], "the place of an operand"),
    "the_third_operand": ("low = Constant <value_float = -2.5> () two = Constant <value_float = 2.0> () three = Constant <value_float = 3.0> () p = Clip (x, low, two) q = Clip (x, low, three)",
                          [[1, -2], [-2.5, 2]], [[1, -2], [-2.5, 3]], "the greatest value"),
    "the_order_of_operands": ("p = Sub (x, y) q = Sub (y, x)", [[-9, -22], [-33, -36]], [[9, 22], [33, 36]], "the order of operands"),
    "the_number_of_operands": ("p = Sum (x, y) q = Sum (x, y, y)", [[11, 18], [27, 44]], [[21, 38], [57, 84]], "the number of operands"),
    "an_axis": ("p = ReduceSum (x, zero) q = ReduceSum (x, first)", [[-2, 2]], [[-1], [1]], "an axis"),
    "an_outer_value": ("p = Mul (x, x) q = Mul (x, y)", [[1, 4], [9, 16]], [[10, -40], [-90, 160]], "an operand"),
}
CONSTANTS = "yes = Constant <value = bool {1}> () one = Constant <value_int = 1> () zero = Constant <value_ints = [0]> () first = Constant <value_ints = [1]> () row = Constant <value = int64[1,1] {0}> () u = Constant <value = float[1,2] {5, 7}> ()"


def add_cases(corpus):
    x, y = of("f32", X), of("f32", [[10, 20], [30, 40]])
    for name, (nodes, p, q, words) in PAIRS.items():
        shapes = [",".join(map(str, of("f32", v).shape)) for v in (p, q)]
        text = "pairs (float[2,2] x, float[2,2] y) => (float[%s] p, float[%s] q) {\n  %s\n  %s\n}\n" % (*shapes, CONSTANTS, nodes)
        add_onnx(corpus, "shared/nodes_alike/%s" % name, text, title="Two nodes differ in %s alone." % words, rules=["ONNX-GRAPH-4"], oracle=ORACLE, kind="combined",
                 notes="x = [[1, -2], [-3, 4]], y = [[10, 20], [30, 40]].", runs=[{"name": "alone", "inputs": {"x": x, "y": y}, "outputs": [of("f32", p), of("f32", q)]}])
        text = ("pairs (int64 M, float[2,2] x, float[2,2] y) => (float[2,2] last, float[n,%s] ps, float[n,%s] qs) {\n  %s\n  last, ps, qs = Loop <body = step (int64 i, bool going, float[2,2] z) => "
                "(bool going, float[2,2] next, float[%s] p, float[%s] q) {\n    next = Neg (z)\n    %s\n  }> (M, yes, x)\n}\n") % (*shapes, CONSTANTS, *shapes, nodes)
        add_onnx(corpus, "shared/nodes_alike/%s_in_a_body" % name, text, title="Two nodes of a body differ in %s alone, and read values from outside." % words, rules=["ONNX-GRAPH-4", "ONNX-LOOP-3"], oracle=ORACLE, kind="combined",
                 notes="x = [[1, -2], [-3, 4]], y = [[10, 20], [30, 40]]. Each iteration computes the same.",
                 runs=[{"name": "twice", "inputs": {"M": Tensor("i64", [], [2]), "x": x, "y": y}, "outputs": [x, of("f32", [p, p]), of("f32", [q, q])]}])
