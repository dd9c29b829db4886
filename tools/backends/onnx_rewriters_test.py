"""Tests the engines that rewrite models, with a program of this project that runs what they write."""

import importlib.util
import pathlib
import sys
import tempfile
import unittest

import numpy as np
import onnx
import onnx.parser

import onnx_rewriters
from answers import Failed, Rejected, Skipped

BACKEDGE = sys.argv.pop(1)
HEAD = '<ir_version: 8, opset_import: ["" : 17]> m '
SUM = HEAD + "(float[2] a, int64[2] b) => (float[2] y, int64[2] z) { y = Add (a, a) z = Add (b, b) }"
INPUTS = [("a", np.float32([1, 2])), ("b", np.int64([3, 4]))]


def other_operator(model):
    model.graph.node[0].op_type = "Mul"
    return model


def unknown_value(model):
    model.graph.node[0].input[0] = "nowhere"
    return model


class Rewriters(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = pathlib.Path(folder.name, "model.onnx")
        self.engine = onnx_rewriters.Rewriter("onnx.inliner", BACKEDGE)

    def run_(self, text, inputs, rewrite=None):
        if rewrite:
            self.engine.rewrite = rewrite
        onnx.save(onnx.parser.parse_model(text), self.path)
        return [value.tolist() for value in self.engine.run(self.engine.load(str(self.path), None), inputs)]

    def test_the_other_model_is_run(self):
        self.assertEqual(self.run_(SUM, INPUTS), [[2, 4], [6, 8]])
        self.assertEqual(self.run_(SUM, INPUTS[::-1]), [[2, 4], [6, 8]])
        self.assertEqual(self.run_(SUM, INPUTS, other_operator), [[1, 4], [6, 8]])

    def test_another_model_that_is_wrong_is_rejected(self):
        with self.assertRaisesRegex(Rejected, "ONNX-GRAPH-3: .*gives the value .*nowhere"):
            self.run_(SUM, INPUTS, unknown_value)

    def test_a_model_that_fails_itself_says_nothing_of_another_one(self):
        with self.assertRaisesRegex(Skipped, "the model is wrong"):
            self.run_(SUM.replace("Add (a, a)", "Add (a, c)"), INPUTS)
        with self.assertRaisesRegex(Skipped, "the model itself fails"):
            self.run_(HEAD + "(int32 a) => (int32 y) { y = Div (a, a) }", [("a", np.array(0, np.int32))])

    def test_what_a_program_does_not_do_is_skipped(self):
        self.assertIs(self.engine.complaint(RuntimeError("Assertion failed: Unsupported conversion to opset 9")), Skipped)
        self.assertIs(self.engine.complaint(IndexError("list index out of range")), Failed)

    def test_every_program_keeps_the_meaning_of_a_loop(self):
        text = HEAD + """(int64 n, bool c, float x) => (float y, float[k] all) {
  y, all = Loop (n, c, x) <body = b (int64 i, bool d, float s) => (bool e, float t, float u) { e = Identity (d) t = Add (s, x) u = Neg (s) }>
}"""
        inputs = [("n", np.array(3)), ("c", np.array(True)), ("x", np.array(2, np.float32))]
        installed = [name for name in onnx_rewriters.REWRITERS if importlib.util.find_spec(name.split(".")[0])]
        for name in installed:
            with self.subTest(name):
                self.engine = onnx_rewriters.Rewriter(name, BACKEDGE)
                self.assertEqual(self.run_(text, inputs), [8, [-2, -4, -6]])
        if len(installed) < len(onnx_rewriters.REWRITERS):
            self.skipTest("the other programs are not installed: tools/backends/setup --more")


if __name__ == "__main__":
    unittest.main()
