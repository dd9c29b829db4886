"""Tests the engine tract. Needs the Python that `setup --more` makes."""

import importlib.util
import unittest

import numpy as np

import tract_engine
from answers import Rejected, Skipped
from onnx_engine_tests import FLOATS, HEAD, OnnxEngineTests, SUB
from protocol import BFLOAT16


@unittest.skipUnless(importlib.util.find_spec("tract"), "tract is not installed: tools/backends/setup --more")
class TractEngine(OnnxEngineTests, unittest.TestCase):
    def setUp(self):
        self.engine = tract_engine.Tract()

    def test_element_types(self):
        for name, dtype in (("bool", np.bool_), ("uint8", np.uint8), ("int64", np.int64), ("float16", np.float16), ("double", np.float64)):
            array = np.array([[0, 1], [1, 0]], dtype)
            loaded = self.load(HEAD + f"({name}[2,2] x) => ({name}[2,2] y) {{ y = Transpose (x) }}")
            value, = self.engine.run(loaded, [("x", array)])
            self.assertEqual((value.dtype, value.tolist()), (array.dtype, array.T.tolist()))

    def test_int64_that_tract_keeps_as_sizes(self):
        value, = self.engine.run(self.load(HEAD + "(float[2] x) => (int64[2] y) { y = Cast <to = 7> (x) }"), [("x", np.float32([1.5, -2.5]))])
        self.assertEqual((value.dtype, value.tolist()), (np.int64, [1, -2]))

    def test_open_shapes_come_from_the_inputs(self):
        # The first output is an input.
        text = HEAD + "(float[n] x, float[k] y) => (float[n] x, float[r] z) { z = Add (x, y) }"
        self.assertEqual(self.run_(text, ("x", FLOATS), ("y", FLOATS)), [[5, 7, 9], [10, 14, 18]])
        text = HEAD + "(float[n,a] x) => (float[n,b] y) { y = Scan <num_scan_inputs = 1, body = s (float[c] e) => (float[c] f) { f = Neg (e) }> (x) }"
        self.assertEqual(self.run_(text, ("x", FLOATS[None])), [[[-5, -7, -9]]])

    def test_what_tract_lacks_is_skipped(self):
        loop = "(int64 n, bool c) => (int64[k] y) { y = Loop <body = b (int64 i, bool g) => (bool h, int64 j) { h = Identity (g) j = Neg (i) }> (n, c) }"
        self.assertIs(self.kind_of(HEAD + loop), Skipped)
        self.assertIs(self.kind_of(SUB.replace("int32", "bfloat16"), *((name, np.zeros(2, BFLOAT16)) for name in "ab")), Skipped)

    def test_a_wrong_model_is_rejected(self):
        self.assertIs(self.kind_of(HEAD + "(float[3] x) => (float[3] y) { y = Add (x) }"), Rejected)
        self.assertIs(self.kind_of(HEAD + "(float[3] x) => (float[3] y) { y = Add (x, nothing) }"), Rejected)


if __name__ == "__main__":
    unittest.main()
