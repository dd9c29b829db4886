"""Tests the engine tract. Needs the Python that `setup --more` makes."""

import importlib.util
import pathlib
import tempfile
import unittest

import numpy as np
import onnx
import onnx.parser

import tract_engine
from answers import Failed, Rejected, Skipped
from protocol import BFLOAT16

HEAD = '<ir_version: 8, opset_import: ["" : 17]> m '
SUB = HEAD + "(int32[2] a, int32[2] b) => (int32[2] y) { y = Sub (a, b) }"
FLOATS = np.float32([5, 7, 9])


@unittest.skipUnless(importlib.util.find_spec("tract"), "tract is not installed: tools/backends/setup --more")
class TractEngine(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = pathlib.Path(folder.name, "model.onnx")
        self.engine = tract_engine.Tract()

    def load(self, text):
        self.path.write_bytes(onnx.parser.parse_model(text).SerializeToString())
        loaded = self.engine.load(str(self.path), None)
        self.path.unlink()  # a converted model does not stay
        return loaded

    def run_(self, text, *inputs):
        return [value.tolist() for value in self.engine.run(self.load(text), inputs)]

    def kind_of(self, text, *inputs):
        with self.assertRaises(Exception) as raised:
            self.run_(text, *inputs)
        error = raised.exception
        return type(error) if isinstance(error, (Failed, Rejected, Skipped)) else self.engine.complaint(error)

    def test_inputs_by_name_and_equal_names_by_position(self):
        a, b = np.int32([5, 7]), np.int32([1, 2])
        self.assertEqual(self.run_(SUB, ("b", b), ("a", a)), [[4, 5]])
        self.assertEqual(self.run_(SUB, ("", a), ("", b)), [[4, 5]])

    def test_an_input_with_an_initializer_is_not_asked_for(self):
        text = HEAD + "(float[3] x, float[3] y) => (float[3] z) <float[3] y = {1, 2, 3}> { z = Sub (x, y) }"
        self.assertEqual(self.run_(text, ("x", FLOATS)), [[4, 5, 6]])

    def test_element_types(self):
        for name, dtype in (("bool", np.bool_), ("uint8", np.uint8), ("int64", np.int64), ("float16", np.float16), ("double", np.float64)):
            array = np.array([[0, 1], [1, 0]], dtype)
            loaded = self.load(HEAD + f"({name}[2,2] x) => ({name}[2,2] y) {{ y = Transpose (x) }}")
            value, = self.engine.run(loaded, [("x", array)])
            self.assertEqual((value.dtype, value.tolist()), (array.dtype, array.T.tolist()))

    def test_int64_that_tract_keeps_as_sizes(self):
        value, = self.engine.run(self.load(HEAD + "(float[2] x) => (int64[2] y) { y = Cast <to = 7> (x) }"), [("x", np.float32([1.5, -2.5]))])
        self.assertEqual((value.dtype, value.tolist()), (np.int64, [1, -2]))

    def test_a_loaded_model_runs_again(self):
        loaded = self.load(HEAD + "(float[n] x) => (float[m] y) { y = Concat <axis = 0> (x, x) }")
        for array in (FLOATS, FLOATS[:2], FLOATS[:0]):
            self.assertEqual(self.engine.run(loaded, [("x", array)])[0].tolist(), [*array, *array])

    def test_open_shapes_come_from_the_inputs(self):
        # The first output is an input.
        text = HEAD + "(float[n] x, float[k] y) => (float[n] x, float[r] z) { z = Add (x, y) }"
        self.assertEqual(self.run_(text, ("x", FLOATS), ("y", FLOATS)), [[5, 7, 9], [10, 14, 18]])
        text = HEAD + "(float[n,a] x) => (float[n,b] y) { y = Scan <num_scan_inputs = 1, body = s (float[c] e) => (float[c] f) { f = Neg (e) }> (x) }"
        self.assertEqual(self.run_(text, ("x", FLOATS[None])), [[[-5, -7, -9]]])

    def test_missing_and_wrong_inputs_are_rejected(self):
        self.assertIs(self.kind_of(SUB, ("a", np.int32([5, 7]))), Rejected)
        self.assertIs(self.kind_of(SUB, ("", np.int32([5, 7]))), Rejected)
        self.assertIs(self.kind_of(SUB, ("a", np.int32([5, 7])), ("b", np.int32([5, 7, 9]))), Rejected)
        self.assertIs(self.kind_of(SUB, ("a", np.int32([5, 7])), ("b", np.float32([5, 7]))), Rejected)

    def test_what_tract_lacks_is_skipped(self):
        loop = "(int64 n, bool c) => (int64[k] y) { y = Loop <body = b (int64 i, bool g) => (bool h, int64 j) { h = Identity (g) j = Neg (i) }> (n, c) }"
        self.assertIs(self.kind_of(HEAD + loop), Skipped)
        self.assertIs(self.kind_of(SUB.replace("int32", "bfloat16"), *((name, np.zeros(2, BFLOAT16)) for name in "ab")), Skipped)

    def test_a_wrong_model_is_rejected(self):
        self.assertIs(self.kind_of(HEAD + "(float[3] x) => (float[3] y) { y = Add (x) }"), Rejected)
        self.assertIs(self.kind_of(HEAD + "(float[3] x) => (float[3] y) { y = Add (x, nothing) }"), Rejected)


if __name__ == "__main__":
    unittest.main()
