"""Models made by hand with the outputs that each translation of ONNX must give, for the tests of adapters."""

import pathlib
import tempfile

import ml_dtypes
import numpy as np
import onnx
import onnx.parser

HEAD = '<ir_version: 10, opset_import: ["" : 21]> '
COUNT = """m (int64 M, bool go, float x) => (float last, float[n] each) {
  last, each = Loop <body = b (int64 i, bool going, float a) => (bool go_on, float next, float part) {
    six = Constant <value = float {6}> ()
    next = Add (a, a)
    go_on = Less (next, six)
    part = Identity (a)
  }> (M, go, x)
}"""
SCAN = """m (float s, float[2,3] x) => (float[2] total, float[2,3] y) {
  zeros = Constant <value = float[2] {0, 0}> ()
  start = Add (zeros, s)
  total, y = Scan <num_scan_inputs = 1, scan_input_axes = [AXIS], scan_input_directions = [IN], scan_output_axes = [AXIS],
                   scan_output_directions = [OUT],
                   body = b (float[2] a, float[2] e) => (float[2] c, float[2] d) { c = Add (a, e) d = Identity (c) }> (start, x)
}"""


class Translated:
    """Runs models with `engine`, which a test gives."""

    def load(self, text):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "model.onnx")
            onnx.save(onnx.parser.parse_model(HEAD + text), path)
            return self.engine.load(str(path), None)

    def run_(self, text, *inputs):
        return [result.tolist() for result in self.engine.run(self.load(text), [("", value) for value in inputs])]

    def operator(self, call, declared, result, *inputs):
        """The output of a model of one node. `declared` are its inputs, and `result` is its type."""
        return self.run_(f"m ({declared}) => ({result} y) {{ y = {call} }}", *inputs)[0]


class LoopTests(Translated):
    def count(self, limit, first, x):
        return self.run_(COUNT, np.array(limit), np.array(first), np.float32(x))

    def test_count_and_condition_whichever_ends_first(self):
        self.assertEqual(self.count(5, True, 1), [8, [1, 2, 4]])
        self.assertEqual(self.count(2, True, 1), [4, [1, 2]])

    def test_no_iteration(self):
        self.assertEqual(self.count(0, True, 1), [1, []])
        self.assertEqual(self.count(5, False, 1), [1, []])
        self.assertEqual(self.count(-1, True, 1), [1, []])

    def test_without_a_condition_the_body_is_not_asked(self):
        text = COUNT.replace("(M, go, x)", '(M, "", x)')
        self.assertEqual(self.run_(text, np.array(4), np.array(False), np.float32(1)), [16, [1, 2, 4, 8]])

    def test_without_a_count(self):
        text = COUNT.replace("(M, go, x)", '("", go, x)')
        self.assertEqual(self.run_(text, np.array(0), np.array(True), np.float32(1)), [8, [1, 2, 4]])

    def test_a_known_count_makes_a_stack_of_parts(self):
        text = """m (float x) => (float last, int64[3] each) {
          three = Constant <value = int64 {3}> ()
          last, each = Loop <body = b (int64 i, bool g, float a) => (bool h, float next, int64 i2) {
            h = Identity (g) next = Add (a, a) i2 = Mul (i, i)
          }> (three, "", x)
        }"""
        self.assertEqual(self.run_(text, np.float32(1)), [8, [0, 1, 4]])

    def test_scan_axes_and_directions(self):
        x = np.float32([[1, 2, 3], [10, 20, 30]])

        def scan(backward_in, backward_out):
            text = SCAN.replace("AXIS", "-1").replace("[IN]", f"[{backward_in}]").replace("[OUT]", f"[{backward_out}]")
            return self.run_(text, np.float32(0), x)

        self.assertEqual(scan(0, 0), [[6, 60], [[1, 3, 6], [10, 30, 60]]])
        self.assertEqual(scan(1, 0), [[6, 60], [[3, 5, 6], [30, 50, 60]]])
        self.assertEqual(scan(0, 1), [[6, 60], [[6, 3, 1], [60, 30, 10]]])
        self.assertEqual(scan(1, 1), [[6, 60], [[6, 5, 3], [60, 50, 30]]])

    def test_carried_values_change_places_at_once(self):
        text = """m (int64 M, float x, float y) => (float a, float b, float[n] each) {
          a, b, each = Loop <body = c (int64 i, bool g, float p, float q) => (bool h, float p2, float q2, float part) {
            h = Identity (g) p2 = Identity (q) q2 = Identity (p) part = Identity (p)
          }> (M, "", x, y)
        }"""
        self.assertEqual(self.run_(text, np.array(3), np.float32(1), np.float32(2)), [2, 1, [1, 2, 1]])

    def test_one_branch_runs(self):
        text = """m (bool c, float x) => (float y) {
          y = If (c) <then_branch = t () => (float a) { a = Add (x, x) }, else_branch = e () => (float b) { b = Neg (x) }>
        }"""
        self.assertEqual(self.run_(text, np.array(True), np.float32(2)), [4])
        self.assertEqual(self.run_(text, np.array(False), np.float32(2)), [-2])


class OperatorTests(Translated):
    def test_division_of_integers_drops_the_fraction(self):
        a, b = np.int32([7, -7, 7]), np.int32([2, 2, -2])
        self.assertEqual(self.operator("Div (a, b)", "int32[3] a, int32[3] b", "int32[3]", a, b), [3, -3, -3])
        self.assertEqual(self.operator("Mod (a, b)", "int32[3] a, int32[3] b", "int32[3]", a, b), [1, 1, -1])
        self.assertEqual(self.operator("Mod <fmod = 1> (a, b)", "int32[3] a, int32[3] b", "int32[3]", a, b), [1, -1, 1])

    def test_operands_broadcast_and_keep_their_type(self):
        a, b = np.float16([[1], [2]]), np.float16([10, 20])
        self.assertEqual(self.operator("Add (a, b)", "float16[2,1] a, float16[2] b", "float16[2,2]", a, b), [[11, 21], [12, 22]])
        self.assertEqual(self.operator("Mul (a, a)", "uint8[1] a", "uint8[1]", np.uint8([17])), [33])
        x = np.array([1.5], ml_dtypes.bfloat16)
        self.assertEqual(self.operator("Add (a, a)", "bfloat16[1] a", "bfloat16[1]", x), [3])

    def test_conversions(self):
        self.assertEqual(self.operator("Cast <to = 7> (a)", "double[2] a", "int64[2]", np.array([2.9, -2.9])), [2, -2])
        self.assertEqual(self.operator("Cast <to = 9> (a)", "float[3] a", "bool[3]", np.float32([0, -0.0, np.nan])), [False, False, True])
        self.assertEqual(self.operator("Cast <to = 17> (a)", "float[3] a", "float8e4m3fn[3]", np.float32([1e6, -np.inf, 1.125])), [448, -448, 1.125])

    def test_sums(self):
        x = np.int32([[1, 2], [3, 4]])
        text = "m (int32[2,2] x) => (int32[k] y) { axes = Constant <value_ints = [1]> () y = ReduceSum <keepdims = 0> (x, axes) }"
        self.assertEqual(self.run_(text, x)[0], [3, 7])
        self.assertEqual(self.operator("ReduceSum <keepdims = 0> (x)", "int32[2,2] x", "int32", x), 10)
        text = "m (int32[3] x) => (int32[3] y) { zero = Constant <value_int = 0> () y = CumSum <exclusive = 1, reverse = 1> (x, zero) }"
        self.assertEqual(self.run_(text, np.int32([1, 2, 3]))[0], [5, 3, 0])

    def test_shapes(self):
        x = np.float32([[1, 2, 3], [4, 5, 6]])
        text = """m (float[2,3] x) => (float[a,b] y, float[c,d] z) {
          sizes = Constant <value_ints = [0, -1]> ()
          y = Reshape (x, sizes)
          parts = Constant <value_ints = [1, 2]> ()
          z, unused = Split <axis = 1> (x, parts)
        }"""
        self.assertEqual(self.run_(text, x), [x.tolist(), [[1], [4]]])
        text = """m (float[2,3] x) => (float[a] y) { size = Size (x) list = Constant <value_ints = [-1]> () shape = Reshape (size, list)
          y = Reshape (x, shape) }"""
        self.assertEqual(self.run_(text, x), [[1, 2, 3, 4, 5, 6]])

    def test_indices_count_from_the_end(self):
        x, indices = np.float32([[1, 2, 3]]), np.array([-1, 0])
        self.assertEqual(self.operator("Gather <axis = 1> (x, i)", "float[1,3] x, int64[2] i", "float[1,2]", x, indices), [[3, 1]])
