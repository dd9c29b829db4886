"""Tests the engine MNN. Needs the Python that `setup --more` makes."""

import importlib.util
import os
import unittest

import numpy as np

import mnn_engine
from answers import Rejected, Skipped
from onnx_engine_tests import FLOATS, HEAD, OnnxEngineTests, SUB

LOOP = HEAD + """(int64 n, bool c, float x) => (float y) {
  y = Loop <body = b (int64 i, bool g, float a) => (bool h, float d) { h = Identity (g) d = Add (a, a) }> (n, c, x)
}"""


@unittest.skipUnless(importlib.util.find_spec("MNN"), "MNN is not installed: tools/backends/setup --more")
class MnnEngine(OnnxEngineTests, unittest.TestCase):
    def setUp(self):
        self.engine = mnn_engine.Mnn()

    def test_element_types_and_scalars(self):
        for name, dtype in (("bool", np.bool_), ("uint8", np.uint8), ("int32", np.int32), ("int64", np.int64), ("float", np.float32)):
            for array in (np.array([[0, 1], [1, 0]], dtype), np.array(1, dtype), np.zeros((0, 2), dtype)):
                shape = str(list(array.shape)) if array.ndim else ""
                value, = self.engine.run(self.load(HEAD + f"({name}{shape} x) => ({name}{shape} y) {{ y = Identity (x) }}"), [("x", array)])
                self.assertEqual((value.dtype, value.shape, value.tolist()), (array.dtype, array.shape, array.tolist()))

    def test_numbers_that_are_not_equal_to_themselves(self):
        y, = self.run_(HEAD + "(float[2] x) => (float[2] y) { y = Neg (x) }", ("x", np.float32([np.nan, 1])))
        self.assertEqual(str(y), "[nan, -1.0]")

    def test_a_loop_and_an_if(self):
        self.assertEqual(self.run_(LOOP, ("n", np.int64(3)), ("c", np.bool_(True)), ("x", np.float32(7))), [56])
        text = HEAD + "(bool c, float x) => (float y) { y = If (c) <then_branch = t () => (float a) { a = Add (x, x) }, else_branch = e () => (float b) { b = Neg (x) }> }"
        for c, y in ((True, 14), (False, -7)):
            self.assertEqual(self.run_(text, ("c", np.bool_(c)), ("x", np.float32(7))), [y])

    def test_what_mnn_lacks_is_skipped(self):
        self.assertIs(self.kind_of(SUB.replace("int32", "double"), ("a", np.zeros(2)), ("b", np.zeros(2))), Skipped)
        self.assertIs(self.kind_of(HEAD + "(float[2] x) => (float[2] y) { d = Cast <to = 11> (x) y = Cast <to = 1> (d) }", ("x", FLOATS[:2])), Skipped)
        self.assertIs(self.kind_of(LOOP, ("n", np.int64(2**32 + 3)), ("c", np.bool_(False)), ("x", np.float32(7))), Skipped)
        self.assertIs(self.kind_of(HEAD + "(int64 x) => (int64 y) <int64 w = {4294967299}> { y = Add (x, w) }", ("x", np.int64(1))), Skipped)
        scan = "(float[n,2] x) => (float[n,2] y) { y = Scan <num_scan_inputs = 1, body = s (float[2] e) => (float[2] f) { f = Neg (e) }> (x) }"
        self.assertIs(self.kind_of(HEAD + scan, ("x", FLOATS[None, :2])), Skipped)

    def test_an_inference_that_fails_is_rejected(self):
        text = HEAD + "(float[n] x, float[k] y) => (float[r] z) { z = Add (x, y) }"
        self.assertIs(self.kind_of(text, ("x", FLOATS), ("y", FLOATS[:2])), Rejected)

    def test_messages_are_not_answers(self):
        read, write = os.pipe()
        kept = os.dup(1)
        os.dup2(write, 1)
        try:
            self.load(SUB)
        finally:
            os.dup2(kept, 1)
        os.close(write)
        self.assertEqual(os.read(read, 100), b"")


if __name__ == "__main__":
    unittest.main()
