"""Tests the engine rten. Needs the Python that `setup --more` makes, and cargo when it makes it."""

import importlib.util
import unittest

import numpy as np

import rten_engine
from answers import Failed, Rejected
from onnx_engine_tests import HEAD, LOOP, NarrowEngineTests, SUB

# Reads x from two graphs outside, and the other operands are constants: RTEN-2.
PANIC = HEAD + """(float x) => (float y) {
  on = Constant <value = bool {1}> ()
  y = If (on) <then_branch = a () => (float p) {
    p = If (on) <then_branch = c () => (float r) { r = Neg (x) }, else_branch = d () => (float s) { s = Abs (x) }>
  }, else_branch = b () => (float q) { q = Abs (x) }>
}"""


@unittest.skipUnless(importlib.util.find_spec("rten_backend"), "rten is not installed: tools/backends/setup --more, with cargo")
class RtenEngine(NarrowEngineTests, unittest.TestCase):
    def setUp(self):
        self.engine = rten_engine.Rten()

    def test_element_types_and_scalars(self):
        for name, dtype in (("bool", np.bool_), ("uint8", np.uint8), ("int8", np.int8), ("int32", np.int32), ("int64", np.int64), ("float", np.float32)):
            for array in (np.array([[0, 1, 1], [1, 0, 1]], dtype), np.array(1, dtype), np.zeros((0, 2), dtype)):
                shape = str(list(array.shape)) if array.ndim else ""
                turned = str(list(array.T.shape)) if array.ndim else ""
                loaded = self.load(HEAD + f"({name}{shape} x) => ({name}{turned} y, {name}{shape} z) {{ y = Transpose (x) z = Identity (x) }}")
                for value, right in zip(self.engine.run(loaded, [("x", array)]), (array.T, array), strict=True):
                    self.assertEqual((value.dtype, value.shape, value.tolist()), (right.dtype, right.shape, right.tolist()))

    def test_bits_of_an_input_that_is_not_in_order(self):
        floats = np.array([[0x7fc01234, 0x80000000], [1, 0xff800000]], np.uint32).view(np.float32)
        y, = self.engine.run(self.load(HEAD + "(float[2,2] x) => (float[2,2] y) { y = Identity (x) }"), [("x", floats.T)])
        self.assertEqual(y.view(np.uint32).tolist(), [[0x7fc01234, 1], [0x80000000, 0xff800000]])

    def test_outputs_in_the_order_of_the_model_and_twice(self):
        text = HEAD + "(float x) => (float b, float a, float x) { a = Neg (x) b = Abs (a) }"
        self.assertEqual(self.run_(text, ("x", np.float32(-7))), [7, 7, -7])

    def test_the_least_and_the_greatest_int64_that_fit(self):
        text = HEAD + "(int64[2] x) => (int64[2] y) <int64[2] w = {-2147483648, 2147483647}> { y = Max (x, w) }"
        self.assertEqual(self.run_(text, ("x", np.int64([-2**31, 2**31 - 1]))), [[-2**31, 2**31 - 1]])

    def test_another_type_that_rten_stores_alike_is_rejected(self):
        self.assertIs(self.kind_of(SUB, ("a", np.int64([5, 7])), ("b", np.int64([1, 2]))), Rejected)
        self.assertIs(self.kind_of(LOOP, ("n", np.int64(3)), ("c", np.int32(1)), ("x", np.float32(7))), Rejected)

    def test_a_panic_is_a_failure_and_the_process_goes_on(self):
        self.assertIs(self.kind_of(PANIC, ("x", np.float32(7))), Failed)
        self.assertEqual(self.run_(SUB, ("a", np.int32([5, 7])), ("b", np.int32([1, 2]))), [[4, 5]])

    def test_without_optimizations(self):
        self.engine = rten_engine.Rten(optimized=False)
        self.assertEqual(self.run_(PANIC, ("x", np.float32(7))), [-7])


if __name__ == "__main__":
    unittest.main()
