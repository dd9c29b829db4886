"""Tests the translation of ONNX for torch.compile with models made by hand.

Needs the Python of `setup --torch`.
"""

import importlib.util
import unittest

import numpy as np
import onnx.parser

from answers import Failed, Rejected, Skipped
from onnx_translation_tests import COUNT, HEAD, LoopTests, OperatorTests, SCAN

IS_INSTALLED = importlib.util.find_spec("torch")
if IS_INSTALLED:
    from inductor_backend import Inductor
    from onnx_to_torch_compile import ForCompiler
    from torch._dynamo import exc

NEEDS = "PyTorch is not installed: tools/backends/setup --torch"


@unittest.skipUnless(IS_INSTALLED, NEEDS)
class Loops(LoopTests, unittest.TestCase):
    engine = IS_INSTALLED and Inductor()

    def skips(self, text, *inputs):
        with self.assertRaises(Exception) as raised:
            self.run_(text, *inputs)
        kind = raised.exception
        self.assertIs(type(kind) if isinstance(kind, Skipped) else self.engine.complaint(kind), Skipped, kind)

    def test_a_loop_inside_of_a_loop_begins_again(self):
        text = """m (int64 M, int64 x) => (int64 last) {
          last = Loop <body = o (int64 i, bool g, int64 a) => (bool h, int64 next) {
            h = Identity (g) two = Constant <value_int = 2> ()
            part = Loop <body = p (int64 j, bool s, int64 c) => (bool t, int64 d) { t = Identity (s) e = Add (c, a) d = Add (e, j) }> (two, "", i)
            next = Add (a, part)
          }> (M, "", x)
        }"""
        a = 10
        for i in range(3):
            a += i + (a + 0) + (a + 1)
        self.assertEqual(self.run_(text, np.array(3), np.array(10)), [a])

    def test_what_the_loop_lacks_is_skipped(self):
        self.skips("""m (int64 M, float[k] x) => (float[n] last) {
          last = Loop <body = b (int64 i, bool g, float[h] a) => (bool g2, float[m] next) { g2 = Identity (g) next = Concat <axis = 0> (a, a) }>
            (M, "", x)
        }""", np.array(1), np.float32([1]))
        self.skips(SCAN.replace("2,3", "2,k").replace("AXIS", "1").replace("[IN]", "[0]").replace("[OUT]", "[0]"), np.float32(0), np.zeros((2, 0), np.float32))

    def test_the_program_of_a_loop_first_tells_its_number_of_iterations(self):
        model = onnx.parser.parse_model(HEAD + COUNT)
        first, second = ForCompiler(model), ForCompiler(model, ((0, 3),))
        self.assertEqual((first.unfinished, second.unfinished), (0, None))
        self.assertIn("torch.while_loop(", second.text)


@unittest.skipUnless(IS_INSTALLED, NEEDS)
class Operators(OperatorTests, unittest.TestCase):
    engine = IS_INSTALLED and Inductor()

    def test_errors(self):
        self.assertIs(self.engine.complaint(exc.Unsupported("no")), Skipped)
        self.assertIs(self.engine.complaint(exc.InternalTorchDynamoError("no")), Failed)
        self.assertIs(self.engine.complaint(exc.BackendCompilerFailed(len, RuntimeError("no"), None)), Rejected)
        self.assertIs(self.engine.complaint(RuntimeError("INTERNAL ASSERT FAILED")), Failed)


if __name__ == "__main__":
    unittest.main()
