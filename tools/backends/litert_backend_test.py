"""Tests the adapter of LiteRT with models made by hand. Needs the Python of `setup --more`."""

import importlib.util
import unittest

import numpy as np
import onnx

from answers import Failed, Rejected, Skipped
from onnx_known import fold
from onnx_nodes import Node
from onnx_translation_tests import Translated

IS_INSTALLED = importlib.util.find_spec("ai_edge_litert")
if IS_INSTALLED:
    from litert_backend import LiteRt


@unittest.skipUnless(IS_INSTALLED, "LiteRT is not installed: tools/backends/setup --more")
class LiteRtBackend(Translated, unittest.TestCase):
    engine = IS_INSTALLED and LiteRt()

    def complaint(self, text, *inputs):
        loaded = self.load(text)
        with self.assertRaises(Exception) as raised:
            self.engine.run(loaded, [("", value) for value in inputs])
        return self.engine.complaint(raised.exception)

    def test_results_without_elements_keep_shape_and_type(self):
        loaded = self.load("m (int64[n] x, float[a,b] y) => (int64[n] u, float[b,a] v) { u = Add (x, x) v = Transpose (y) }")
        u, v = self.engine.run(loaded, [("x", np.zeros(0, np.int64)), ("y", np.zeros((0, 3), np.float32))])
        self.assertEqual([(u.dtype, u.shape), (v.dtype, v.shape)], [(np.dtype(np.int64), (0,)), (np.dtype(np.float32), (3, 0))])

    def test_each_shape_has_its_own_program(self):
        loaded = self.load("m (float[n] x) => (float[n] y) { y = Add (x, x) }")
        results = [self.engine.run(loaded, [("x", np.float32(x))])[0].tolist() for x in ([1, 2], [3], [4, 5])]
        self.assertEqual((results, len(loaded.programs)), ([[2, 4], [6], [8, 10]], 2))

    def test_results_are_kept_when_the_model_runs_again(self):
        loaded = self.load("m (float[1] x) => (float[1] y, float[1] z) { y = Add (x, x) z = Identity (x) }")
        first = self.engine.run(loaded, [("x", np.float32([1]))])
        self.engine.run(loaded, [("x", np.float32([5]))])
        self.assertEqual([value.tolist() for value in first], [[2], [1]])

    def test_what_the_engine_lacks_is_no_refusal(self):
        self.assertIs(self.complaint("m (int64[2] x) => (int64[2] y) { y = Div (x, x) }", np.array([1, 2])), Skipped)

    def test_an_error_of_a_run_is_a_refusal(self):
        index = "m (float[3] x, int64 i) => (float y) { y = Gather (x, i) }"
        self.assertIs(self.complaint(index, np.float32([1, 2, 3]), np.array(7)), Rejected)

    def test_an_error_of_the_adapter_is_no_refusal(self):
        self.assertIs(self.engine.complaint(AssertionError("m")), Failed)
        self.assertIs(self.engine.complaint(KeyError("m")), Failed)

    def test_an_input_of_another_type_is_not_converted(self):
        loaded = self.load("m (float[1] x) => (float[1] y) { y = Add (x, x) }")
        with self.assertRaises(Skipped):
            self.engine.run(loaded, [("x", np.array([1.0]))])


@unittest.skipUnless(IS_INSTALLED, "LiteRT is not installed: tools/backends/setup --more")
class KnownIntegers(unittest.TestCase):
    def fold(self, op, *arrays, **attributes):
        result = fold(Node(op, 21, attributes, ["y"], None), [np.array(array) for array in arrays])
        return None if result is None else result.tolist()

    def test_values(self):
        self.assertEqual(self.fold("Sub", [5, 3], 4), [1, -1])
        self.assertEqual(self.fold("Add", 2**63 - 1, 1), -(2**63))
        self.assertEqual(self.fold("Gather", [[1, 2], [3, 4]], [-1], axis=1), [[2], [4]])
        self.assertEqual(self.fold("Range", 1, 8, 3), [1, 4, 7])
        self.assertEqual(self.fold("Concat", [1], [2, 3], axis=0), [1, 2, 3])
        self.assertEqual(self.fold("Unsqueeze", [1, 2], [1]), [[1], [2]])
        self.assertEqual(self.fold("Squeeze", [[1, 2]], [0]), [1, 2])
        self.assertEqual(self.fold("Reshape", [1, 2], [-1, 1]), [[1], [2]])
        self.assertEqual(self.fold("Cast", 300, to=onnx.TensorProto.UINT8), 44)

    def test_what_the_engine_computes(self):
        self.assertIsNone(self.fold("Add", 1.5, 2.5))
        self.assertIsNone(self.fold("Cast", 3, to=onnx.TensorProto.FLOAT))
        self.assertIsNone(self.fold("Abs", -3))
        self.assertIsNone(self.fold("Add", np.zeros(2000, np.int64), 1))

    def test_errors_wait_for_the_run(self):
        self.assertIsNone(self.fold("Gather", [1, 2], 2))
        self.assertIsNone(self.fold("Range", 1, 5, 0))
        self.assertIsNone(self.fold("Reshape", [1, 2], [3]))


if __name__ == "__main__":
    unittest.main()
