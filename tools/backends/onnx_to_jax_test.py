"""Tests the translation of ONNX to JAX with models made by hand. Needs the Python of `setup --more`."""

import importlib.util
import pathlib
import tempfile
import unittest

import ml_dtypes
import numpy as np
import onnx
import onnx.parser

from answers import Skipped

IS_INSTALLED = importlib.util.find_spec("jax")
if IS_INSTALLED:
    from jax_backend import Jax
    from onnx_to_jax import Translation
    from onnx_to_jax_operators import positions

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


def run(text, *inputs):
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder, "model.onnx")
        onnx.save(onnx.parser.parse_model(HEAD + text), path)
        engine = Jax()
        loaded = engine.load(str(path), None)
        return [result.tolist() for result in engine.run(loaded, [("", value) for value in inputs])]


def operator(call, declared, result, *inputs):
    """The output of a model of one node. `declared` are its inputs, and `result` is its type."""
    return run(f"m ({declared}) => ({result} y) {{ y = {call} }}", *inputs)[0]


@unittest.skipUnless(IS_INSTALLED, "JAX is not installed: tools/backends/setup --more")
class Loops(unittest.TestCase):
    def count(self, limit, first, x):
        return run(COUNT, np.array(limit), np.array(first), np.float32(x))

    def test_count_and_condition_whichever_ends_first(self):
        self.assertEqual(self.count(5, True, 1), [8, [1, 2, 4]])
        self.assertEqual(self.count(2, True, 1), [4, [1, 2]])

    def test_no_iteration(self):
        self.assertEqual(self.count(0, True, 1), [1, []])
        self.assertEqual(self.count(5, False, 1), [1, []])
        self.assertEqual(self.count(-1, True, 1), [1, []])

    def test_without_a_condition_the_body_is_not_asked(self):
        text = COUNT.replace("(M, go, x)", '(M, "", x)')
        self.assertEqual(run(text, np.array(4), np.array(False), np.float32(1)), [16, [1, 2, 4, 8]])

    def test_without_a_count(self):
        text = COUNT.replace("(M, go, x)", '("", go, x)')
        self.assertEqual(run(text, np.array(0), np.array(True), np.float32(1)), [8, [1, 2, 4]])

    def test_a_known_count_is_a_scan_of_jax(self):
        text = """m (float x) => (float last, int64[3] each) {
          three = Constant <value = int64 {3}> ()
          last, each = Loop <body = b (int64 i, bool g, float a) => (bool h, float next, int64 i2) {
            h = Identity (g) next = Add (a, a) i2 = Mul (i, i)
          }> (three, "", x)
        }"""
        self.assertEqual(run(text, np.float32(1)), [8, [0, 1, 4]])

    def test_a_carried_value_keeps_its_shape(self):
        text = """m (int64 M, float[k] x) => (float[n] last) {
          last = Loop <body = b (int64 i, bool g, float[k] a) => (bool g2, float[n] next) { g2 = Identity (g) next = Concat <axis = 0> (a, x) }>
            (M, "", x)
        }"""
        with self.assertRaises(Skipped):
            run(text, np.array(2), np.float32([1]))

    def test_scan_axes_and_directions(self):
        x = np.float32([[1, 2, 3], [10, 20, 30]])

        def scan(backward_in, backward_out):
            text = SCAN.replace("AXIS", "-1").replace("[IN]", f"[{backward_in}]").replace("[OUT]", f"[{backward_out}]")
            return run(text, np.float32(0), x)

        self.assertEqual(scan(0, 0), [[6, 60], [[1, 3, 6], [10, 30, 60]]])
        self.assertEqual(scan(1, 0), [[6, 60], [[3, 5, 6], [30, 50, 60]]])
        self.assertEqual(scan(0, 1), [[6, 60], [[6, 3, 1], [60, 30, 10]]])
        self.assertEqual(scan(1, 1), [[6, 60], [[6, 5, 3], [60, 50, 30]]])

    def test_one_branch_runs(self):
        text = """m (bool c, float x) => (float y) {
          y = If (c) <then_branch = t () => (float a) { a = Add (x, x) }, else_branch = e () => (float b) { b = Neg (x) }>
        }"""
        self.assertEqual(run(text, np.array(True), np.float32(2)), [4])
        self.assertEqual(run(text, np.array(False), np.float32(2)), [-2])


@unittest.skipUnless(IS_INSTALLED, "JAX is not installed: tools/backends/setup --more")
class Operators(unittest.TestCase):
    def test_division_of_integers_drops_the_fraction(self):
        a, b = np.int32([7, -7, 7]), np.int32([2, 2, -2])
        self.assertEqual(operator("Div (a, b)", "int32[3] a, int32[3] b", "int32[3]", a, b), [3, -3, -3])
        self.assertEqual(operator("Mod (a, b)", "int32[3] a, int32[3] b", "int32[3]", a, b), [1, 1, -1])
        self.assertEqual(operator("Mod <fmod = 1> (a, b)", "int32[3] a, int32[3] b", "int32[3]", a, b), [1, -1, 1])

    def test_operands_broadcast_and_keep_their_type(self):
        a, b = np.float16([[1], [2]]), np.float16([10, 20])
        self.assertEqual(operator("Add (a, b)", "float16[2,1] a, float16[2] b", "float16[2,2]", a, b), [[11, 21], [12, 22]])
        self.assertEqual(operator("Mul (a, a)", "uint8[1] a", "uint8[1]", np.uint8([17])), [33])
        x = np.array([1.5], ml_dtypes.bfloat16)
        self.assertEqual(operator("Add (a, a)", "bfloat16[1] a", "bfloat16[1]", x), [3])

    def test_conversions(self):
        self.assertEqual(operator("Cast <to = 7> (a)", "double[2] a", "int64[2]", np.array([2.9, -2.9])), [2, -2])
        self.assertEqual(operator("Cast <to = 9> (a)", "float[3] a", "bool[3]", np.float32([0, -0.0, np.nan])), [False, False, True])
        self.assertEqual(operator("Cast <to = 17> (a)", "float[3] a", "float8e4m3fn[3]", np.float32([1e6, -np.inf, 1.125])), [448, -448, 1.125])
        self.assertEqual(operator("Cast <to = 22> (a)", "float[4] a", "int4[4]", np.float32([0.75, 2.5, -1.5, -2.25])), [1, 2, -2, -2])

    def test_sums(self):
        x = np.int32([[1, 2], [3, 4]])
        text = "m (int32[2,2] x) => (int32[k] y) { axes = Constant <value_ints = [1]> () y = ReduceSum <keepdims = 0> (x, axes) }"
        self.assertEqual(run(text, x)[0], [3, 7])
        self.assertEqual(operator("ReduceSum <keepdims = 0> (x)", "int32[2,2] x", "int32", x), 10)
        text = "m (int32[3] x) => (int32[3] y) { zero = Constant <value_int = 0> () y = CumSum <exclusive = 1, reverse = 1> (x, zero) }"
        self.assertEqual(run(text, np.int32([1, 2, 3]))[0], [5, 3, 0])

    def test_shapes(self):
        x = np.float32([[1, 2, 3], [4, 5, 6]])
        text = """m (float[2,3] x) => (float[a,b] y, float[c,d] z) {
          sizes = Constant <value_ints = [0, -1]> ()
          y = Reshape (x, sizes)
          parts = Constant <value_ints = [1, 2]> ()
          z, unused = Split <axis = 1> (x, parts)
        }"""
        self.assertEqual(run(text, x), [x.tolist(), [[1], [4]]])
        text = """m (float[2,3] x) => (float[a] y) { size = Size (x) list = Constant <value_ints = [-1]> () shape = Reshape (size, list)
          y = Reshape (x, shape) }"""
        self.assertEqual(run(text, x), [[1, 2, 3, 4, 5, 6]])

    def test_indices_count_from_the_end(self):
        x, indices = np.float32([[1, 2, 3]]), np.array([-1, 0])
        self.assertEqual(operator("Gather <axis = 1> (x, i)", "float[1,3] x, int64[2] i", "float[1,2]", x, indices), [[3, 1]])

    def test_slices(self):
        """Every slice of three elements, against the text of Slice: clamp, then step from start to end."""
        for step in (-2, -1, 1, 2):
            for start in range(-5, 6):
                for end in range(-5, 6):
                    first, last = (k + 3 if k < 0 else k for k in (start, end))
                    first, last = (min(max(first, 0), 3 if step > 0 else 2), min(max(last, 0 if step > 0 else -1), 3 if step > 0 else 2))
                    expected = list(range(first, last, step))
                    self.assertEqual(list(range(3))[positions(start, end, step, 3)], expected, (start, end, step))

    def test_what_jax_lacks_is_skipped(self):
        for text in ("m (string[1] x) => (string[1] y) { y = Identity (x) }",
                     "m (float[2] x) => (float[a,b] y) { shape = Constant <value_strings = [\"\"]> () y = Reshape (x, shape) }",
                     "m (float[2] x) => (int64[1,n] y) { y = NonZero (x) }"):
            with self.assertRaises(Exception) as raised:
                run(text, np.float32([1, 2]))
            self.assertIsInstance(raised.exception, Skipped)

    def test_a_type_that_is_not_the_declared_one_is_an_error_of_the_translation(self):
        model = onnx.parser.parse_model(HEAD + "m (float[1] x) => (double[1] y) { y = Identity (x) }")
        with self.assertRaises(AssertionError):
            Translation(model)(np.float32([1]))


if __name__ == "__main__":
    unittest.main()
