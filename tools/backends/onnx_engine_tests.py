"""What the tests of engines share that read ONNX models as they are."""

import pathlib
import tempfile

import numpy as np
import onnx
import onnx.parser

from answers import Failed, Rejected, Skipped

HEAD = '<ir_version: 8, opset_import: ["" : 17]> m '
SUB = HEAD + "(int32[2] a, int32[2] b) => (int32[2] y) { y = Sub (a, b) }"
FLOATS = np.float32([5, 7, 9])


class OnnxEngineTests:
    """Tests of `engine`, which a test gives."""

    def load(self, text):
        with tempfile.TemporaryDirectory() as folder:  # a converted model does not stay
            path = pathlib.Path(folder, "model.onnx")
            onnx.save(onnx.parser.parse_model(text), path)
            return self.engine.load(str(path), None)

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

    def test_a_loaded_model_runs_again(self):
        loaded = self.load(HEAD + "(float[n] x) => (float[m] y) { y = Concat <axis = 0> (x, x) }")
        for array in (FLOATS, FLOATS[:2], FLOATS[:0]):
            self.assertEqual(self.engine.run(loaded, [("x", array)])[0].tolist(), [*array, *array])

    def test_missing_and_wrong_inputs_are_rejected(self):
        self.assertIs(self.kind_of(SUB, ("a", np.int32([5, 7]))), Rejected)
        self.assertIs(self.kind_of(SUB, ("", np.int32([5, 7]))), Rejected)
        self.assertIs(self.kind_of(SUB, ("a", np.int32([5, 7])), ("b", np.int32([5, 7, 9]))), Rejected)
        self.assertIs(self.kind_of(SUB, ("a", np.int32([5, 7])), ("b", np.float32([5, 7]))), Rejected)
