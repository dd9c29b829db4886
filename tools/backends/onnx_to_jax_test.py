"""Tests the translation of ONNX to JAX with models made by hand. Needs the Python of `setup --more`."""

import importlib.util
import unittest

import numpy as np
import onnx.parser

from answers import Skipped
from onnx_translation_tests import HEAD, LoopTests, OperatorTests

IS_INSTALLED = importlib.util.find_spec("jax")
if IS_INSTALLED:
    from jax_backend import Jax
    from onnx_to_jax import Translation
    from onnx_to_jax_operators import positions


@unittest.skipUnless(IS_INSTALLED, "JAX is not installed: tools/backends/setup --more")
class Loops(LoopTests, unittest.TestCase):
    engine = IS_INSTALLED and Jax()

    def test_a_carried_value_keeps_its_shape(self):
        text = """m (int64 M, float[k] x) => (float[n] last) {
          last = Loop <body = b (int64 i, bool g, float[k] a) => (bool g2, float[n] next) { g2 = Identity (g) next = Concat <axis = 0> (a, x) }>
            (M, "", x)
        }"""
        with self.assertRaises(Skipped):
            self.run_(text, np.array(2), np.float32([1]))


@unittest.skipUnless(IS_INSTALLED, "JAX is not installed: tools/backends/setup --more")
class Operators(OperatorTests, unittest.TestCase):
    engine = IS_INSTALLED and Jax()

    def test_slices(self):
        """Every slice of three elements, against the text of Slice: clamp, then step from start to end."""
        for step in (-2, -1, 1, 2):
            for start in range(-5, 6):
                for end in range(-5, 6):
                    first, last = (k + 3 if k < 0 else k for k in (start, end))
                    first, last = (min(max(first, 0), 3 if step > 0 else 2), min(max(last, 0 if step > 0 else -1), 3 if step > 0 else 2))
                    expected = list(range(first, last, step))
                    self.assertEqual(list(range(3))[positions(start, end, step, 3)], expected, (start, end, step))

    def test_conversions_to_four_bits_round(self):
        self.assertEqual(self.operator("Cast <to = 22> (a)", "float[4] a", "int4[4]", np.float32([0.75, 2.5, -1.5, -2.25])), [1, 2, -2, -2])

    def test_extremes_of_nothing(self):
        for type_, dtype, ends in (("float", np.float32, [-np.inf, np.inf]), ("int32", np.int32, [-(2**31), 2**31 - 1]), ("bool", np.bool_, [False, True])):
            found = [self.operator("Reduce%s <keepdims = 0> (x)" % name, type_ + "[0] x", type_, np.zeros([0], dtype)) for name in ("Max", "Min")]
            self.assertEqual(found, ends, type_)

    def test_what_jax_lacks_is_skipped(self):
        for text in ("m (string[1] x) => (string[1] y) { y = Identity (x) }",
                     "m (float[2] x) => (float[a,b] y) { shape = Constant <value_strings = [\"\"]> () y = Reshape (x, shape) }",
                     "m (float[2] x) => (int64[1,n] y) { y = NonZero (x) }"):
            with self.assertRaises(Exception) as raised:
                self.run_(text, np.float32([1, 2]))
            self.assertIsInstance(raised.exception, Skipped)

    def test_what_onnx_forbids_is_skipped(self):
        x = np.float32([[1, 2]])
        with self.assertRaises(Skipped):
            self.operator("Clip (x, low)", "float[1,2] x, float[k] low", "float[1,2]", x, np.float32([0]))
        with self.assertRaises(Skipped):
            self.operator("Gemm <transB = 1> (x, x, c)", "float[1,2] x, float[k,h] c", "float[n,m]", x, np.float32([[1], [2]]))
        self.assertEqual(self.operator("Gemm <transB = 1> (x, x, c)", "float[1,2] x, float[k,h] c", "float[n,m]", x, np.float32([[1]])), [[6]])

    def test_a_type_that_is_not_the_declared_one_is_an_error_of_the_translation(self):
        model = onnx.parser.parse_model(HEAD + "m (float[1] x) => (double[1] y) { y = Identity (x) }")
        with self.assertRaises(AssertionError):
            Translation(model)(np.float32([1]))


if __name__ == "__main__":
    unittest.main()
