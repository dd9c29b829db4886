"""Tests how real models are compared, and how models are cut. Needs the Python that `setup` makes."""

import pathlib
import sys
import tempfile
import unittest

import numpy as np
import onnx
import onnx.parser

import model_bounds
import model_pieces
from model_engines import LOOPS, NotConverted, OnnxRuntime, OpenVino

BACKEDGE = sys.argv.pop(1)
HEAD = '<ir_version: 8, opset_import: ["" : 17]> m '
# sqrt(((x + 1) - 1) - x) + x, or -x. For x = 0.1 the root is that of a rounding error, which may be negative.
ROOT = HEAD + """(float[1] x, bool c) => (float[1] y) <float one = {1}> {
  [if] u = If (c) <then_branch = a () => (float[1] t) {
    p = Add (x, one) q = Sub (p, one) d = Sub (q, x) [root] r = Sqrt (d) t = Add (r, x)
  }, else_branch = b () => (float[1] t) { [negative] t = Neg (x) }>
  y = Identity (u)
}"""
X = np.float32([0.1])
# The condition of an If reads a value before the cut, and its branch one after it.
INNER = HEAD + """(float[2] x, bool c) => (float[2] y, float[2] z) {
  n = Not (c) k = Constant <value = float[2] {3, 5}> () a = Add (x, k)
  [cut] b = Mul (a, k)
  y = If (n) <then_branch = g () => (float[2] t) { t = Sub (b, k) }, else_branch = h () => (float[2] t) { t = Add (a, b) }>
  z = Neg (x)
}"""
LSTM = HEAD + """(float[4,1,2] x, float[1,12,2] w, float[1,12,3] r) => (float[4,1,1,3] y) { y = LSTM <hidden_size = 3> (x, w, r) }"""
DET = HEAD + "(float[2,2] x) => (float y) { y = Det (x) }"


class RealModels(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.path = self.folder / "model.onnx"

    def save(self, text):
        onnx.save(onnx.parser.parse_model(text), self.path)
        return self.path

    def run_(self, model, inputs):
        onnx.save(model, self.folder / "run.onnx")
        engine = OnnxRuntime()
        return engine.run(engine.load(self.folder / "run.onnx"), inputs)

    def test_pieces_compute_what_the_whole_computes(self):
        model = onnx.parser.parse_model(INNER)
        first, rest, names = model_pieces.split(model, ["cut"])
        self.assertEqual(names, ["a"])
        self.assertEqual([node.op_type for node in first.graph.node], ["Constant", "Add"])
        self.assertEqual([node.op_type for node in rest.graph.node], ["Not", "Constant", "Mul", "If", "Neg"])
        for c in (False, True):
            inputs = {"x": np.float32([1, 20]), "c": np.array(c)}
            between = dict(zip(names, self.run_(first, inputs)))
            self.assertEqual(between["a"].tolist(), [4, 25])
            expected = [[16, 150], [-1, -20]] if c else [[9, 120], [-1, -20]]
            self.assertEqual([array.tolist() for array in self.run_(model, inputs)], expected)
            self.assertEqual([array.tolist() for array in self.run_(rest, inputs | between)], expected)
            others = [[0, 0] if c else [-3, -5], [-1, -20]]
            self.assertEqual([array.tolist() for array in self.run_(rest, inputs | {"a": np.float32([0, 0])})], others)

    def test_the_branch_with_the_node_takes_the_place_of_its_if(self):
        first, rest, names = model_pieces.split(onnx.parser.parse_model(ROOT), ["if", "root"])
        self.assertEqual(names, ["d"])
        self.assertEqual([node.op_type for node in first.graph.node], ["Add", "Sub", "Sub"])
        self.assertEqual([node.op_type for node in rest.graph.node], ["Sqrt", "Add", "Identity", "Identity"])

    def test_a_model_without_a_bound_has_bounds_in_pieces(self):
        path, inputs = self.save(ROOT), {"x": X, "c": np.array(True)}
        with self.assertRaises(model_bounds.NoBound) as raised:
            model_bounds.bounds_of(BACKEDGE, path, inputs, self.folder)
        self.assertEqual(raised.exception.nodes, ["if", "root"])
        for engine in OnnxRuntime(), OpenVino():
            used = model_bounds.used_in_pieces(BACKEDGE, engine, path, inputs, [], self.folder)
            self.assertGreater(1, used)
        self.assertEqual(len(model_bounds.bounds_of(BACKEDGE, path, inputs | {"c": np.array(False)}, self.folder)), 1)

    def test_an_engine_that_differs_leaves_the_bound_of_a_piece(self):
        class Wrong(OnnxRuntime):
            def run(self, session, inputs):
                return [array * np.float32(1.001) for array in super().run(session, inputs)]

        path, inputs = self.save(ROOT), {"x": X, "c": np.array(True)}
        self.assertLess(1, model_bounds.used_in_pieces(BACKEDGE, Wrong(), path, inputs, [["if", "root"]], self.folder))

    def test_the_part_of_a_bound(self):
        value = np.float32([1, 2, 3])
        self.assertEqual(model_bounds.used_part([np.float32([1, 2.5, 3])], [(value, np.array([0, 2.0, 0]))]), 0.25)
        self.assertEqual(model_bounds.used_part([np.float32([1, 2, 3.5])], [(value, np.array([0, 2.0, 0]))]), np.inf)

    def test_openvino_writes_ir_with_its_loops(self):
        engine = OpenVino()
        inputs = {"x": np.zeros((4, 1, 2), np.float32), "w": np.zeros((1, 12, 2), np.float32), "r": np.zeros((1, 12, 3), np.float32)}
        file, has_fixed_shapes = engine.file_for(self.save(LSTM), inputs, self.folder)
        self.assertFalse(has_fixed_shapes)
        for counts in engine.operators(file), OnnxRuntime().operators(self.path):
            self.assertEqual(sum(counts[name] for name in LOOPS), 1)

    def test_what_openvino_does_not_read_has_a_reason(self):
        with self.assertRaises(NotConverted) as raised:
            OpenVino().file_for(self.save(DET), {"x": np.eye(2, dtype=np.float32)}, self.folder)
        self.assertIn("Det", str(raised.exception))


if __name__ == "__main__":
    unittest.main()
