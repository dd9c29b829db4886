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
LOOP = HEAD + """(int64 n, bool c, float x) => (float y) {
  y = Loop <body = b (int64 i, bool g, float a) => (bool h, float d) { h = Identity (g) d = Add (a, a) }> (n, c, x)
}"""


class OnnxEngineTests:
    """Tests of `engine`, which a test gives."""

    def load(self, text, change=lambda model: None):
        model = onnx.parser.parse_model(text)
        change(model)
        with tempfile.TemporaryDirectory() as folder:  # a converted model does not stay
            path = pathlib.Path(folder, "model.onnx")
            onnx.save(model, path)
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

    def test_an_inference_that_fails_is_rejected(self):
        text = HEAD + "(float[n] x, float[k] y) => (float[r] z) { z = Add (x, y) }"
        self.assertIs(self.kind_of(text, ("x", FLOATS), ("y", FLOATS[:2])), Rejected)


class IfEngineTests(OnnxEngineTests):
    """Tests of an engine that has If, with a condition from an input."""

    def test_an_if(self):
        text = HEAD + "(bool c, float x) => (float y) { y = If (c) <then_branch = t () => (float a) { a = Add (x, x) }, else_branch = e () => (float b) { b = Neg (x) }> }"
        for c, y in ((True, 14), (False, -7)):
            self.assertEqual(self.run_(text, ("c", np.bool_(c)), ("x", np.float32(7))), [y])


class NarrowEngineTests(IfEngineTests):
    """Tests of an engine that has If and Loop, no Scan and no DOUBLE, and keeps INT64 as 32 bits."""

    def test_a_loop(self):
        self.assertEqual(self.run_(LOOP, ("n", np.int64(3)), ("c", np.bool_(True)), ("x", np.float32(7))), [56])

    def test_what_it_lacks_is_skipped(self):
        self.assertIs(self.kind_of(SUB.replace("int32", "double"), ("a", np.zeros(2)), ("b", np.zeros(2))), Skipped)
        self.assertIs(self.kind_of(HEAD + "(float[2] x) => (float[2] y) { d = Cast <to = 11> (x) y = Cast <to = 1> (d) }", ("x", FLOATS[:2])), Skipped)
        self.assertIs(self.kind_of(LOOP, ("n", np.int64(2**32 + 3)), ("c", np.bool_(False)), ("x", np.float32(7))), Skipped)
        self.assertIs(self.kind_of(HEAD + "(int64 x) => (int64 y) <int64 w = {4294967299}> { y = Add (x, w) }", ("x", np.int64(1))), Skipped)
        scan = "(float[n,2] x) => (float[n,2] y) { y = Scan <num_scan_inputs = 1, body = s (float[2] e) => (float[2] f) { f = Neg (e) }> (x) }"
        self.assertIs(self.kind_of(HEAD + scan, ("x", FLOATS[None, :2])), Skipped)
