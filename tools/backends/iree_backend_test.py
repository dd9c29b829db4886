"""Tests the adapter of IREE with models made by hand. Needs the Python of `setup --more`."""

import importlib.util
import pathlib
import tempfile
import unittest

import ml_dtypes
import numpy as np
import onnx
import onnx.parser

IS_INSTALLED = importlib.util.find_spec("iree") and importlib.util.find_spec("jax")
if IS_INSTALLED:
    import iree.compiler.tools

    import iree_backend

HEAD = '<ir_version: 10, opset_import: ["" : 21]> '


@unittest.skipUnless(IS_INSTALLED, "IREE or JAX is not installed: tools/backends/setup --more")
class IreeBackend(unittest.TestCase):
    def run_(self, text, *inputs):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "model.onnx")
            onnx.save(onnx.parser.parse_model(HEAD + text), path)
            engine = iree_backend.Iree()
            return engine.run(engine.load(str(path), None), [("", value) for value in inputs])

    def test_a_loop_of_the_length_that_its_input_tells(self):
        last, each = self.run_("""m (int64 M, double x) => (double last, double[n] each) {
          last, each = Loop <body = b (int64 i, bool g, double a) => (bool h, double next, double part) {
            h = Identity (g) next = Add (a, x) part = Mul (next, a)
          }> (M, "", x)
        }""", np.array(3), np.array(0.1))
        self.assertEqual(last.tolist(), 0.1 + 0.1 + 0.1 + 0.1)  # of f64
        self.assertEqual(each.shape, (3,))

    def test_types_of_results(self):
        x = np.array([2, 1], ml_dtypes.bfloat16)
        less, same = self.run_("m (bfloat16[2] x, bfloat16[2] y) => (bool[2] a, bfloat16[2] b) { a = Less (x, y) b = Add (x, y) }",
                               x, np.array([1.5, 3], ml_dtypes.bfloat16))
        self.assertEqual((less.dtype, less.tolist()), (np.dtype(bool), [False, True]))
        self.assertEqual((same.dtype, same.tolist()), (np.dtype(ml_dtypes.bfloat16), [3.5, 4]))

    def test_what_the_compiler_refuses_is_no_crash(self):
        with self.assertRaises(iree.compiler.tools.CompilerToolError) as raised:
            iree_backend.compile_stablehlo("func.func @main() { unknown.operation }")
        self.assertIs(iree_backend.Iree().complaint(raised.exception), iree_backend.Rejected)


if __name__ == "__main__":
    unittest.main()
