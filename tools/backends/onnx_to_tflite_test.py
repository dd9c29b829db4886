"""Tests the translation of ONNX to TFLite with models made by hand. Needs the Python of `setup --more`."""

import importlib.util
import unittest

import ml_dtypes
import numpy as np
import onnx
import onnx.parser

from answers import Rejected, Skipped
from onnx_translation_tests import COUNT, HEAD, SCAN, LoopTests, Translated

IS_INSTALLED = importlib.util.find_spec("ai_edge_litert")
if IS_INSTALLED:
    from ai_edge_litert import schema_py_generated as schema
    from litert_backend import LiteRt
    from onnx_to_tflite import Translation
    from onnx_to_tflite_shapes import positions

SWAP = """m (int64 M, float x, float y) => (float a, float b, float c) {
  three = Constant <value = float {3}> ()
  a, b, c = Loop <body = l (int64 i, bool g, float p, float q, float r) => (bool h, float s, float t, float u) {
    h = Identity (g) s = Identity (q) t = Identity (p) u = Identity (s)
  }> (M, "", x, y, three)
}"""


@unittest.skipUnless(IS_INSTALLED, "LiteRT is not installed: tools/backends/setup --more")
class Loops(LoopTests, unittest.TestCase):
    engine = IS_INSTALLED and LiteRt(copies=True)  # LITERT-1

    def test_without_an_end(self):
        with self.assertRaises(Skipped):
            self.run_(COUNT.replace("(M, go, x)", '("", "", x)'), np.array(0), np.array(True), np.float32(1))

    def test_one_interpreter_runs_again(self):
        loaded = self.load(COUNT)
        results = [self.engine.run(loaded, [("", np.array(limit)), ("", np.array(True)), ("", np.float32(x))])[1].tolist()
                   for limit, x in ((5, 1), (0, 2), (1, 3))]
        self.assertEqual(results, [[1, 2, 4], [], [3]])
        self.assertEqual(len(loaded.programs), 1)

    def test_a_body_captures_values_and_constants_of_two_graphs(self):
        text = """m (int64 M, float x) => (float last) {
          two = Constant <value = float {2}> ()
          double = Mul (x, two)
          last = Loop <body = outer (int64 i, bool g, float a) => (bool h, float next) {
            h = Identity (g)
            three = Constant <value = float {3}> ()
            ten = Mul (three, double)
            next = Loop <body = inner (int64 j, bool k, float b) => (bool l, float c) {
              l = Identity (k) sum = Add (b, ten) less = Sub (sum, two) c = Add (less, a)
            }> (M, "", a)
          }> (M, "", x)
        }"""
        last = 1.0
        for _ in range(3):
            carried = last
            for _ in range(3):
                carried = carried + 3 * 2 - 2 + last
            last = carried
        self.assertEqual(self.run_(text, np.array(3), np.float32(1)), [last])

    def test_a_carried_value_may_grow(self):
        text = """m (int64 M, float[k] x) => (float[n] last) {
          last = Loop <body = b (int64 i, bool g, float[k] a) => (bool g2, float[n] next) { g2 = Identity (g) next = Concat <axis = 0> (a, x) }>
            (M, "", x)
        }"""
        self.assertEqual(self.run_(text, np.array(2), np.float32([1, 2])), [[1, 2] * 3])

    def test_copies_of_values_that_a_body_passes_on(self):
        self.assertEqual(self.run_(SWAP, np.array(0), np.float32(1), np.float32(2)), [1, 2, 3])
        self.assertEqual(self.run_(SWAP, np.array(1), np.float32(1), np.float32(2)), [2, 1, 2])
        self.assertEqual(self.run_(SWAP, np.array(2), np.float32(1), np.float32(2)), [1, 2, 1])

    def test_without_copies_outputs_of_a_body_are_its_inputs(self):
        loaded = self.load(SWAP)
        arrays = np.array(1), np.float32(1), np.float32(2)
        bodies = [schema.ModelT.InitFromPackedBuf(Translation(loaded.model, arrays, copies).content).subgraphs[1] for copies in (False, True)]
        passed_on = [[list(body.inputs).index(output) if output in body.inputs else None for output in body.outputs] for body in bodies]
        # The first is the iteration, and the last is the count.
        self.assertEqual(passed_on, [[None, 1, 3, 2, 3, 5], [None, 1, None, None, None, 5]])
        self.assertEqual(len(set(bodies[1].outputs)), 6)

    def test_scan_over_nothing(self):
        text = SCAN.replace("AXIS", "1").replace("[IN]", "[0]").replace("[OUT]", "[0]").replace("[2,3]", "[2,n]")
        self.assertEqual(self.run_(text, np.float32(4), np.zeros((2, 0), np.float32)), [[4, 4], [[], []]])

    def test_a_branch_passes_values_on(self):
        text = """m (bool c, float x, float y) => (float z, float w) {
          z, w = If (c) <then_branch = t () => (float a, float p) { a = Add (x, x) p = Identity (y) },
                         else_branch = e () => (float b, float q) { b = Neg (y) q = Identity (x) }>
        }"""
        self.assertEqual(self.run_(text, np.array(True), np.float32(2), np.float32(5)), [4, 5])
        self.assertEqual(self.run_(text, np.array(False), np.float32(2), np.float32(5)), [-5, 2])

    def test_branches_of_two_shapes(self):
        text = """m (bool[1] c, float[2] x) => (float[n] z) {
          z = If (c) <then_branch = t () => (float[4] a) { a = Concat <axis = 0> (x, x) }, else_branch = e () => (float[2] b) { b = Neg (x) }>
        }"""
        self.assertEqual(self.run_(text, np.array([True]), np.float32([1, 2])), [[1, 2, 1, 2]])
        self.assertEqual(self.run_(text, np.array([False]), np.float32([1, 2])), [[-1, -2]])


@unittest.skipUnless(IS_INSTALLED, "LiteRT is not installed: tools/backends/setup --more")
class Operators(Translated, unittest.TestCase):
    engine = IS_INSTALLED and LiteRt()

    def test_division_of_integers_drops_the_fraction(self):
        a, b = np.int32([7, -7, 7]), np.int32([2, 2, -2])
        self.assertEqual(self.operator("Div (a, b)", "int32[3] a, int32[3] b", "int32[3]", a, b), [3, -3, -3])
        self.assertEqual(self.operator("Mod (a, b)", "int32[3] a, int32[3] b", "int32[3]", a, b), [1, 1, -1])

    def test_operands_broadcast_and_keep_their_type(self):
        a, b = np.float32([[1], [2]]), np.float32([10, 20])
        self.assertEqual(self.operator("Add (a, b)", "float[2,1] a, float[2] b", "float[2,2]", a, b), [[11, 21], [12, 22]])
        self.assertEqual(self.operator("Sub (b, a)", "float[2,1] a, float[2] b", "float[2,2]", a, b), [[9, 19], [8, 18]])
        wide = np.array([2**40, -(2**62)])
        self.assertEqual(self.operator("Mul (a, a)", "int64[1] a", "int64[1]", wide[:1] >> 15), [2**50])
        self.assertEqual(self.operator("Add (a, a)", "int64[2] a", "int64[2]", wide), [2**41, -(2**63)])

    def test_comparisons_and_choices(self):
        a, b = np.float32([1, 2, np.nan]), np.float32([2, 2, 2])
        declared = "float[3] a, float[3] b"
        self.assertEqual(self.operator("Less (a, b)", declared, "bool[3]", a, b), [True, False, False])
        self.assertEqual(self.operator("GreaterOrEqual (a, b)", declared, "bool[3]", a, b), [False, True, False])
        self.assertEqual(self.operator("Where (c, a, b)", "bool[2,1] c, int64[3] a, int64 b", "int64[2,3]", np.array([[True], [False]]),
                                  np.array([1, 2, 3]), np.array(9)), [[1, 2, 3], [9, 9, 9]])
        self.assertEqual(self.operator("Xor (a, b)", "bool[2] a, bool[2] b", "bool[2]", np.array([True, True]), np.array([True, False])), [False, True])

    def test_conversions(self):
        self.assertEqual(self.operator("Cast <to = 7> (a)", "float[2] a", "int64[2]", np.float32([2.9, -2.9])), [2, -2])
        self.assertEqual(self.operator("Cast <to = 9> (a)", "float[3] a", "bool[3]", np.float32([0, -0.0, 0.5])), [False, False, True])

    def test_sums(self):
        x = np.int32([[1, 2], [3, 4]])
        text = "m (int32[2,2] x) => (int32[k] y) { axes = Constant <value_ints = [1]> () y = ReduceSum <keepdims = 0> (x, axes) }"
        self.assertEqual(self.run_(text, x)[0], [3, 7])
        self.assertEqual(self.operator("ReduceSum <keepdims = 0> (x)", "int32[2,2] x", "int32", x), 10)
        self.assertEqual(self.operator("ReduceSum (x)", "int32[2,2] x", "int32[1,1]", x), [[10]])
        text = "m (int32[3] x) => (int32[3] y) { zero = Constant <value_int = 0> () y = CumSum <exclusive = 1, reverse = 1> (x, zero) }"
        self.assertEqual(self.run_(text, np.int32([1, 2, 3]))[0], [5, 3, 0])

    def test_ranges(self):
        for step, start, limit, expected in ((2, 1, 6, [1, 3, 5]), (2, 6, 1, []), (-2, 6, 1, [6, 4, 2]), (-2, 1, 6, []), (1, 3, 3, [])):
            text = f"m (int64 s, int64 l) => (int64[n] y) {{ d = Constant <value_int = {step}> () y = Range (s, l, d) }}"
            self.assertEqual(self.run_(text, np.array(start), np.array(limit)), [expected])

    def test_products(self):
        a, b = np.float32([[1, 2, 3], [4, 5, 6]]), np.float32([[1], [10], [100]])
        self.assertEqual(self.operator("MatMul (a, b)", "float[2,3] a, float[3,1] b", "float[2,1]", a, b), [[321], [654]])

    def test_shapes(self):
        x = np.float32([[1, 2, 3], [4, 5, 6]])
        text = """m (float[2,3] x) => (float[a,b] y, float[c,d] z, float[e,f] t) {
          sizes = Constant <value_ints = [0, -1]> ()
          y = Reshape (x, sizes)
          parts = Constant <value_ints = [1, 2]> ()
          z, unused = Split <axis = 1> (x, parts)
          t = Transpose (x)
        }"""
        self.assertEqual(self.run_(text, x), [x.tolist(), [[1], [4]], [[1, 4], [2, 5], [3, 6]]])
        text = """m (float[2] x) => (float[a,b] y) {
          axes = Constant <value_ints = [-1]> () column = Unsqueeze (x, axes) sizes = Constant <value_ints = [2, 3]> () y = Expand (column, sizes)
        }"""
        self.assertEqual(self.run_(text, np.float32([1, 2])), [[[1, 1, 1], [2, 2, 2]]])

    def test_indices_count_from_the_end(self):
        x = np.float32([[1, 2, 3]])
        self.assertEqual(self.operator("Gather <axis = 1> (x, i)", "float[1,3] x, int64[2] i", "float[1,2]", x, np.array([-1, 0])), [[3, 1]])
        text = "m (float[3] x) => (float y) { last = Constant <value_int = -1> () y = Gather (x, last) }"
        self.assertEqual(self.run_(text, np.float32([1, 2, 3])), [3])

    def test_an_index_past_the_end_is_an_error(self):
        for index in (3, -4):
            with self.assertRaises(Exception) as raised:
                self.operator("Gather (x, i)", "float[3] x, int64 i", "float", np.float32([1, 2, 3]), np.array(index))
            self.assertIs(self.engine.complaint(raised.exception), Rejected)

    def test_positions_of_slices(self):
        """Every slice of three elements, against the text of Slice: clamp, then step from start to end."""
        for step in (-2, -1, 1, 2):
            for start in range(-5, 6):
                for end in range(-5, 6):
                    first, last = (k + 3 if k < 0 else k for k in (start, end))
                    first, last = (min(max(first, 0), 3 if step > 0 else 2), min(max(last, 0 if step > 0 else -1), 3 if step > 0 else 2))
                    self.assertEqual(list(positions(start, end, step, 3)), list(range(first, last, step)), (start, end, step))

    def test_slices(self):
        x = np.int32([10, 20, 30])
        for bounds, expected in (([0, 2, 1], [10, 20]), ([2, -9, -1], [30, 20, 10]), ([-1, 0, -2], [30]), ([-2, 9, 1], [20, 30])):
            start, end, step = bounds
            text = f"""m (int32[3] x) => (int32[n] y) {{ zero = Constant <value_ints = [0]> () s = Constant <value_ints = [{start}]> ()
              e = Constant <value_ints = [{end}]> () t = Constant <value_ints = [{step}]> () y = Slice (x, s, e, zero, t) }}"""
            self.assertEqual(self.run_(text, x), [expected], bounds)

    def test_what_tflite_lacks_is_skipped(self):
        for text, x in (("m (string[1] x) => (string[1] y) { y = Identity (x) }", np.array(["a"])),
                        ("m (int8[2] x) => (int8[2] y) { y = Add (x, x) }", np.int8([1, 2])),
                        ("m (double[2] x) => (double[2] y) { y = Add (x, x) }", np.array([1.0, 2])),
                        ("m (float8e5m2[1] x) => (float8e5m2[1] y) { y = Identity (x) }", np.array([1], ml_dtypes.float8_e5m2)),
                        ("m (float[2] x) => (int64[1,n] y) { y = NonZero (x) }", np.float32([1, 2])),
                        ("m (float[1,0] x) => (float[n,0] y) { s = Constant <value_ints = [4294967296, 0]> () y = Expand (x, s) }",
                         np.zeros((1, 0), np.float32))):
            with self.assertRaises(Exception) as raised:
                self.run_(text, x)
            self.assertIn(Skipped, (type(raised.exception), self.engine.complaint(raised.exception)), text)

    def test_a_type_that_is_not_the_declared_one_is_an_error_of_the_translation(self):
        model = onnx.parser.parse_model(HEAD + "m (float[1] x) => (double[1] y) { y = Identity (x) }")
        with self.assertRaises(AssertionError):
            Translation(model, [np.float32([1])])


if __name__ == "__main__":
    unittest.main()
