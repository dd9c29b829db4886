"""Tests the translation of ONNX to TorchScript with models made by hand.

Needs the Python of `setup --torch`.
"""

import importlib.util
import unittest

import ml_dtypes
import numpy as np
import onnx.parser

from answers import Failed, Rejected, Skipped
from onnx_translation_tests import HEAD, LoopTests, OperatorTests, SCAN, Translated

IS_INSTALLED = importlib.util.find_spec("torch")
if IS_INSTALLED:
    import torch

    import torch_helpers
    from onnx_to_torch import Translation
    from torch_backend import TorchScript, compiled
    from torch_types import BITS, NAMES, array_of, tensor_of

NEEDS = "PyTorch is not installed: tools/backends/setup --torch"
GROWING = """m (int64 M, float[k] x) => (float[n] last) {
  last = Loop <body = b (int64 i, bool g, float[h] a) => (bool g2, float[m] next) { g2 = Identity (g) next = Concat <axis = 0> (a, x) }>
    (M, "", x)
}"""


@unittest.skipUnless(IS_INSTALLED, NEEDS)
class Loops(LoopTests, unittest.TestCase):
    engine = IS_INSTALLED and TorchScript()

    def test_a_carried_value_may_grow(self):
        self.assertEqual(self.run_(GROWING, np.array(2), np.float32([1, 2])), [[1, 2, 1, 2, 1, 2]])
        self.assertEqual(self.run_(GROWING, np.array(0), np.float32([1, 2])), [[1, 2]])

    def test_a_loop_inside_of_a_loop_begins_again(self):
        text = """m (int64 M, int64 x) => (int64 last, int64[n] each) {
          last, each = Loop <body = o (int64 i, bool g, int64 a) => (bool h, int64 next, int64 part) {
            h = Identity (g)
            part = Loop <body = p (int64 j, bool s, int64 c) => (bool t, int64 d) { t = Identity (s) e = Add (c, a) d = Add (e, j) }> (i, "", i)
            next = Add (a, part)
          }> (M, "", x)
        }"""
        a, each = 10, []
        for i in range(4):
            c = i
            for j in range(i):
                c += a + j
            each.append(c)
            a += c
        self.assertEqual(self.run_(text, np.array(4), np.array(10)), [a, each])

    def test_numbers_with_an_axis(self):
        text = """m (int64[1] M, bool[1] go, int64[1] x) => (int64[1] last) {
          last = Loop <body = b (int64[1] i, bool[1] g, int64[1] a) => (bool[1] h, int64[1] next) {
            next = Add (a, i) h = Less (next, M)
          }> (M, go, x)
        }"""
        # 0, 1, 3, 6, 10
        self.assertEqual(self.run_(text, np.array([9]), np.array([True]), np.array([0])), [[10]])

    def test_no_parts_without_a_declared_shape(self):
        text = """m (int64 M, float[k] x) => (float[n,h] each) {
          each = Loop <body = b (int64 i, bool g) => (bool g2, float[m] part) { g2 = Identity (g) part = Add (x, x) }> (M, "")
        }"""
        self.assertEqual(self.run_(text, np.array(1), np.float32([3])), [[[6]]])
        with self.assertRaises(torch.jit.Error) as raised:
            self.run_(text, np.array(0), np.float32([3]))
        self.assertIs(self.engine.complaint(raised.exception), Skipped)

    def test_no_parts_of_a_declared_shape(self):
        self.assertEqual(torch_helpers.stacked([], 0, [2, 3], True, torch.float16).shape, (0, 2, 3))
        self.assertEqual(torch_helpers.stacked([], -1, [2, 3], True, torch.float16).shape, (2, 3, 0))
        self.assertEqual(torch_helpers.stacked([], -3, [2, 3], True, torch.float16).shape, (0, 2, 3))

    def test_a_branch_may_have_another_shape(self):
        text = """m (bool c, float[2] x) => (float[n] y) {
          y = If (c) <then_branch = t () => (float[2] a) { a = Neg (x) }, else_branch = e () => (float[4] b) { b = Concat <axis = 0> (x, x) }>
        }"""
        self.assertEqual(self.run_(text, np.array(True), np.float32([1, 2])), [[-1, -2]])
        self.assertEqual(self.run_(text, np.array(False), np.float32([1, 2])), [[1, 2, 1, 2]])

    def test_parts_of_unequal_lengths_are_no_error_of_pytorch(self):
        text = SCAN.replace("(float s, float[2,3] x)", "(float s, float[2,3] x, float[2,k] z)").replace("num_scan_inputs = 1", "num_scan_inputs = 2")
        text = text.replace("[AXIS]", "[1, 1]", 1).replace("[IN]", "[0, 0]").replace("[AXIS]", "[1]").replace("[OUT]", "[0]")
        text = text.replace("float[2] e)", "float[2] e, float[2] f)").replace("(start, x)", "(start, x, z)")
        x = np.float32([[1, 2, 3], [10, 20, 30]])
        self.assertEqual(self.run_(text, np.float32(0), x, x), [[6, 60], [[1, 3, 6], [10, 30, 60]]])
        with self.assertRaises(torch.jit.Error) as raised:
            self.run_(text, np.float32(0), x, x[:, :2])
        self.assertIs(self.engine.complaint(raised.exception), Skipped)


@unittest.skipUnless(IS_INSTALLED, NEEDS)
class Operators(OperatorTests, unittest.TestCase):
    engine = IS_INSTALLED and TorchScript()

    def test_slices(self):
        """Every slice of three elements, against the text of Slice: clamp, then step from start to end."""
        script, x = torch.jit.script(torch_helpers.sliced), torch.arange(3)
        for step in (-2, -1, 1, 2):
            for start in range(-5, 6):
                for end in range(-5, 6):
                    first, last = (k + 3 if k < 0 else k for k in (start, end))
                    first, last = (min(max(first, 0), 3 if step > 0 else 2), min(max(last, 0 if step > 0 else -1), 3 if step > 0 else 2))
                    expected = list(range(first, last, step))
                    self.assertEqual(script(x, [start], [end], [0], [step]).tolist(), expected, (start, end, step))

    def test_a_slice_of_nothing(self):
        self.assertEqual(torch_helpers.sliced(torch.zeros(0), [0], [5], [0], [-1]).tolist(), [])
        self.assertEqual(torch_helpers.sliced(torch.zeros(0), [0], [5], [0], [1]).tolist(), [])

    def test_expand_takes_sizes_from_both(self):
        x = torch.tensor([[1], [2]])
        self.assertEqual(torch_helpers.expand(x, [3]).tolist(), [[1, 1, 1], [2, 2, 2]])
        self.assertEqual(torch_helpers.expand(x, [2, 1, 2]).tolist(), [[[1, 1], [2, 2]], [[1, 1], [2, 2]]])

    def test_ranges(self):
        for start, limit, delta, expected in ((0, 5, 2, [0, 2, 4]), (5, 0, -2, [5, 3, 1]), (0, 5, -1, []), (5, 0, 1, []), (3, 3, 1, [])):
            self.assertEqual(torch_helpers.counted(start, limit, delta, torch.int64).tolist(), expected)

    def test_axes_count_from_the_end_of_the_result(self):
        self.assertEqual(torch_helpers.unsqueeze(torch.zeros(2, 3), [-1, 0]).shape, (1, 2, 3, 1))
        self.assertEqual(torch_helpers.squeeze(torch.zeros(1, 3, 1), [-1]).shape, (1, 3))

    def test_what_onnx_forbids_is_skipped(self):
        for text, inputs in (
            ("m (float[2] x, float[k] low) => (float[2] y) { y = Clip (x, low) }", [np.float32([1, 2]), np.float32([0, 3])]),
            ("m (float[k,h] x) => (float[n] y) { axes = Constant <value_ints = [0]> () y = Squeeze (x, axes) }", [np.float32([[1, 2], [3, 4]])]),
            ("m (float[1,2] x, float[k,h] c) => (float[n,m] y) { y = Gemm <transB = 1> (x, x, c) }", [np.float32([[1, 2]]), np.float32([[1], [2]])]),
        ):
            with self.assertRaises(torch.jit.Error) as raised:
                self.run_(text, *inputs)
            self.assertIs(self.engine.complaint(raised.exception), Skipped, text)

    def test_what_pytorch_refuses(self):
        with self.assertRaises(RuntimeError) as raised:
            self.operator("Concat <axis = 0> (a, b)", "float[n,k] a, float[m,h] b", "float[p,q]", np.ones((1, 2), np.float32), np.ones((1, 3), np.float32))
        self.assertIs(self.engine.complaint(raised.exception), Rejected)
        self.assertIs(self.engine.complaint(RuntimeError('"add_stub" not implemented for \'UInt64\'')), Skipped)
        self.assertIs(self.engine.complaint(RuntimeError("INTERNAL ASSERT FAILED")), Failed)
        # The lines of the program that the message shows do not count.
        self.assertIs(self.engine.complaint(RuntimeError('raise Exception("PyTorch lacks")\nRuntimeError: no')), Rejected)

    def test_what_torchscript_lacks_is_skipped(self):
        for text in ("m (string[1] x) => (string[1] y) { y = Identity (x) }",
                     "m (int4[2] x) => (int4[2] y) { y = Identity (x) }",
                     "m (float[2] x) => (int32[2] y) { y = BitCast <to = 6> (x) }",
                     "m (float[2] x) => (float[1,n] y) { y = LpNormalization (x) }"):
            with self.assertRaises(Exception) as raised:
                self.run_(text, np.float32([1, 2]))
            self.assertIsInstance(raised.exception, Skipped, text)

    def test_a_type_that_is_not_the_declared_one_is_an_error_of_the_translation(self):
        model = onnx.parser.parse_model(HEAD + "m (float[1] x) => (double[1] y) { y = Identity (x) }")
        with self.assertRaises(AssertionError):
            Translation(model)

    def test_arrays_keep_their_bits(self):
        for dtype in (*NAMES, *BITS):
            array = np.array([0, 1, 1], np.int8).astype(dtype) if dtype.itemsize == 1 else np.array([0, 1.5, 60000]).astype(dtype)
            again = array_of(tensor_of(array))
            self.assertEqual((again.dtype, again.tobytes()), (dtype, array.tobytes()))
        self.assertEqual(array_of(tensor_of(np.array(2.5, ml_dtypes.bfloat16))).shape, ())


@unittest.skipUnless(IS_INSTALLED, NEEDS)
class Sequences(Translated, unittest.TestCase):
    engine = IS_INSTALLED and TorchScript()

    def test_insert_and_erase_make_another_sequence(self):
        text = """m (float[1] x, float[1] y, int64 p) => (float[n] before, float[m] after, float[k] less, int64 count) {
          s = SequenceConstruct (x, y)
          t = SequenceInsert (s, x, p)
          u = SequenceErase (t, p)
          w = SequenceErase (t)
          before = ConcatFromSequence <axis = 0> (s) after = ConcatFromSequence <axis = 0> (t) less = ConcatFromSequence <axis = 0> (w)
          count = SequenceLength (u)
        }"""
        x, y = np.float32([1]), np.float32([2])
        self.assertEqual(self.run_(text, x, y, np.array(1)), [[1, 2], [1, 1, 2], [1, 1], 2])
        self.assertEqual(self.run_(text, x, y, np.array(0)), [[1, 2], [1, 1, 2], [1, 1], 2])
        self.assertEqual(self.run_(text, y, x, np.array(-1)), [[2, 1], [2, 2, 1], [2, 2], 2])
        with self.assertRaises(torch.jit.Error) as raised:
            self.run_(text, x, y, np.array(3))
        self.assertIs(self.engine.complaint(raised.exception), Skipped)

    def test_a_loop_carries_a_sequence(self):
        text = """m (int64 M, float[1] x) => (float[n] all, float[1] first) {
          none = SequenceEmpty ()
          got = Loop <body = b (int64 i, bool g, seq(float) s) => (bool h, seq(float) t) {
            h = Identity (g) k = Cast <to = 1> (i) y = Add (x, k) t = SequenceInsert (s, y)
          }> (M, "", none)
          all = ConcatFromSequence <axis = 0> (got) zero = Constant <value_int = 0> () first = SequenceAt (got, zero)
        }"""
        self.assertEqual(self.run_(text, np.array(3), np.float32([5])), [[5, 6, 7], [5]])

    def test_parts(self):
        text = "m (int64[k] x) => (int64 count) { s = SplitToSequence (x) count = SequenceLength (s) }"
        self.assertEqual(self.run_(text, np.array([4, 5, 6])), [3])
        self.assertEqual(self.run_(text, np.array([], np.int64)), [0])
        text = "m (int64[k] x, int64 n) => (int64[m] last) { s = SplitToSequence (x, n) p = Constant <value_int = -1> () last = SequenceAt (s, p) }"
        self.assertEqual(self.run_(text, np.array([4, 5, 6]), np.array(2)), [[6]])
        self.assertEqual(self.run_(text, np.array([4, 5, 6]), np.array(3)), [[4, 5, 6]])

    def test_map(self):
        text = """m (int64[k] x, int64 y) => (int64[n,m] all) {
          s = SplitToSequence (x)
          t = SequenceMap <body = b (int64[h] a, int64 c) => (int64[j] d) { d = Mul (a, c) }> (s, y)
          all = ConcatFromSequence <axis = 0, new_axis = 1> (t)
        }"""
        self.assertEqual(self.run_(text, np.array([4, 5]), np.array(10)), [[[40], [50]]])


@unittest.skipUnless(IS_INSTALLED, NEEDS)
class Program(Translated, unittest.TestCase):
    engine = IS_INSTALLED and TorchScript()

    def test_loops_are_those_of_torchscript(self):
        model = onnx.parser.parse_model(HEAD + GROWING)
        text = Translation(model).text
        self.assertIn("for k", text)
        self.assertIn("prim::Loop", str(compiled(Translation(model)).graph))

    def test_a_program_is_called_twice(self):
        class Changing:
            calls = 0

            def __call__(self, x):
                self.calls += 1
                return [x + self.calls]

        loaded, _ = self.engine.read(onnx.parser.parse_model(HEAD + "m (float[1] x) => (float[1] y) { y = Identity (x) }").SerializeToString())
        with self.assertRaises(Failed):
            self.engine.run((loaded, Changing()), [("x", np.float32([1]))])


if __name__ == "__main__":
    unittest.main()
