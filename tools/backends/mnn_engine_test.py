"""Tests the engine MNN. Needs the Python that `setup --more` makes."""

import importlib.util
import os
import unittest

import numpy as np

import mnn_engine
from onnx_engine_tests import HEAD, NarrowEngineTests, SUB


@unittest.skipUnless(importlib.util.find_spec("MNN"), "MNN is not installed: tools/backends/setup --more")
class MnnEngine(NarrowEngineTests, unittest.TestCase):
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
