"""Tests the adapter of the ONNX engines. Needs the Python that `setup` makes."""

import pathlib
import tempfile
import unittest

import numpy as np
import onnx
import onnx.parser

import onnx_backend
from answers import Failed, Rejected, Skipped

SUM = """<ir_version: 10, opset_import: ["" : 21]>
m (int32[2] a, int32[2] b) => (int32[2] y) { y = Sub (a, b) }"""
# The first Scan gives each element, and the Loop counts: both outputs are inputs of their bodies.
WIRES = """<ir_version: 10, opset_import: ["" : 21]>
m (int32[3] x, int64 n, bool go) => (int32[3] elements, int64[k] numbers)
{
  elements = Scan <num_scan_inputs = 1, body = b (int32 e) => (int32 e) {}> (x)
  numbers = Loop <body = c (int64 k, bool g) => (bool g_, int64 k) { g_ = Identity (g) }> (n, go)
}"""
BF16 = SUM.replace("int32", "bfloat16").replace("Sub (a, b)", "Identity (a)")


class OnnxBackend(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = str(pathlib.Path(folder.name, "model.onnx"))

    def run_(self, engine, text, *inputs):
        onnx.save(onnx.parser.parse_model(text), self.path)
        loaded = engine.load(self.path, None)
        return [value.tolist() for value in engine.run(loaded, inputs)]

    def test_inputs_by_name_and_equal_names_by_position(self):
        a, b = np.array([5, 7], np.int32), np.array([1, 2], np.int32)
        for engine in (onnx_backend.Runtime(True, False), onnx_backend.Evaluator(), onnx_backend.Importer()):
            self.assertEqual(self.run_(engine, SUM, ("b", b), ("a", a)), [[4, 5]])
        for engine in (onnx_backend.Runtime(True, False), onnx_backend.Evaluator()):
            self.assertEqual(self.run_(engine, SUM, ("", a), ("", b)), [[4, 5]])

    def test_a_missing_input_is_rejected(self):
        for engine in (onnx_backend.Runtime(True, False), onnx_backend.Evaluator()):
            for name in ("a", ""):
                with self.assertRaises(Exception) as raised:
                    self.run_(engine, SUM, (name, np.array([5, 7], np.int32)))
                error = raised.exception
                self.assertIs(Rejected if isinstance(error, Rejected) else engine.complaint(error), Rejected)

    def test_refusals_of_the_importer_of_openvino(self):
        engine, a = onnx_backend.Importer(), np.array([5, 7], np.int32)
        unknown = SUM.replace('"" : 21', '"" : 21, "mine" : 1').replace("Sub (a, b)", "mine.Odd (a, b)")
        wrong, right = SUM.replace("int32[2] b", "int32[3] b"), [("a", a), ("b", a)]
        for text, inputs, kind in ((unknown, right, Skipped), (wrong, right, Rejected), (SUM, [("a", a), ("c", a)], Rejected),
                                   (SUM, [("a", a), ("b", a.astype(np.int64))], Rejected)):
            with self.subTest(text=text, inputs=inputs), self.assertRaises(Exception) as raised:
                self.run_(engine, text, *inputs)
            self.assertIs(engine.complaint(raised.exception), kind, raised.exception)
        self.assertIs(engine.complaint(KeyError("odd")), Failed)

    def test_identities_behind_wires(self):
        inputs = ("x", np.array([7, 8, 9], np.int32)), ("n", np.array(3)), ("go", np.array(True))
        self.assertEqual(self.run_(onnx_backend.Runtime(True, True), WIRES, *inputs), [[7, 8, 9], [0, 1, 2]])
        onnx.checker.check_model(onnx_backend.Runtime.with_identities(self.path), full_check=True)

    def test_bf16_is_skipped_where_the_binding_lacks_it(self):
        with self.assertRaises(Skipped):
            self.run_(onnx_backend.Runtime(True, False), BF16)


if __name__ == "__main__":
    unittest.main()
