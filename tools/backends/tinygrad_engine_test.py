"""Tests the engine tinygrad. Needs the Python that `setup --more` makes, and Clang."""

import importlib.util
import os
import shutil
import unittest

import numpy as np
import onnx

import tinygrad_engine
from answers import Failed, Skipped
from onnx_engine_tests import FLOATS, HEAD, IfEngineTests


@unittest.skipUnless(importlib.util.find_spec("tinygrad") and shutil.which("clang"), "tinygrad or Clang is not installed: tools/backends/setup --more")
class TinygradEngine(IfEngineTests, unittest.TestCase):
    def setUp(self):
        self.engine = tinygrad_engine.Tinygrad()

    def test_element_types_and_scalars(self):
        for number in (*range(1, 8), *range(9, 14)):
            if number == onnx.TensorProto.STRING:
                continue
            name, dtype = onnx.TensorProto.DataType.Name(number).lower(), onnx.helper.tensor_dtype_to_np_dtype(number)
            for array in (np.array([[0, 1], [1, 0]], dtype), np.array(1, dtype), np.zeros((0, 2), dtype)):
                shape = str(list(array.shape)) if array.ndim else ""
                value, = self.engine.run(self.load(HEAD + f"({name}{shape} x) => ({name}{shape} y) {{ y = Identity (x) }}"), [("x", array)])
                self.assertEqual((value.dtype, value.shape, value.tolist()), (array.dtype, array.shape, array.tolist()))

    def test_bits_of_numbers(self):
        for bits in (np.uint32([0x80000000, 0x00000001, 0x7F800000]), np.uint64([1 << 63, 1, 0x7FF << 52])):
            array = bits.view(f"f{bits.itemsize}")
            name = "float" if bits.itemsize == 4 else "double"
            value, = self.engine.run(self.load(HEAD + f"({name}[3] x) => ({name}[3] y) {{ y = Identity (x) }}"), [("x", array)])
            self.assertEqual(value.view(bits.dtype).tolist(), bits.tolist())

    def test_no_call_depends_on_the_ones_before_it(self):
        loaded = self.load(HEAD + "(float[n] x, int64[1] s) => (float[m] y) { y = Tile (x, s) }")
        for array, times in ((FLOATS, 1), (FLOATS[:2], 2), (FLOATS[:2], 1)):
            self.assertEqual(self.engine.run(loaded, [("x", array), ("s", np.int64([times]))])[0].tolist(), [*array] * times)

    def test_open_shapes_without_names(self):
        def forget(model):
            model.graph.input[0].type.tensor_type.shape.dim[0].ClearField("dim_param")
            model.graph.input[1].type.tensor_type.ClearField("shape")
        loaded = self.load(HEAD + "(float[n] x, float[n] z) => (float[n] y) { y = Sub (x, z) }", forget)
        for array in (FLOATS, FLOATS[:2]):
            self.assertEqual(self.engine.run(loaded, [("x", array), ("z", array)])[0].tolist(), [0] * len(array))

    def test_outputs_in_the_order_of_the_model(self):
        text = HEAD + "(float x) => (float z, float y) { y = Neg (x) z = Add (x, x) }"
        self.assertEqual(self.run_(text, ("x", np.float32(7))), [14, -7])

    def test_a_model_is_read_when_it_is_loaded(self):
        with self.assertRaisesRegex(ValueError, "is not a valid Domain"):
            self.load('<ir_version: 8, opset_import: ["" : 17, "local" : 1]> m (float x) => (float y) { y = local.f (x) }')

    def test_the_number_of_size(self):
        value, = self.engine.run(self.load(HEAD + "(float[3] x) => (int64 y) { y = Size (x) }"), [("x", FLOATS)])
        self.assertEqual((value.dtype, value.tolist()), (np.int64, 3))

    def test_what_tinygrad_lacks_is_skipped(self):
        self.assertIs(self.kind_of(HEAD + "(float[3] x) => (float[3] y) { y = Shrinks (x) }", ("x", FLOATS)), Skipped)
        self.assertIs(self.kind_of('<ir_version: 8, opset_import: ["" : 17, "local" : 1]> m (float[3] x) => (float[3] y) { y = local.f (x) }', ("x", FLOATS)), Skipped)
        self.assertIs(self.kind_of(HEAD + "(float[3] x) => (string[3] y) { y = Cast <to = 8> (x) }", ("x", FLOATS)), Skipped)
        self.assertIs(self.kind_of(HEAD + "(float[3] x) => (float[3] y) { b = Cast <to = 16> (x) y = Cast <to = 1> (b) }", ("x", FLOATS)), Skipped)
        self.assertIs(self.kind_of(HEAD + "(float[3] x) => (float[3] y) { y = Neg <more = 1> (x) }", ("x", FLOATS)), Skipped)

    def test_an_inference_that_fails(self):
        text = HEAD + "(float[3] x) => (float[1,2] y) <int64[1,2] i = {0, 1}> { y = Gather (x, i) }"
        self.assertIs(self.kind_of(text, ("x", FLOATS)), Failed)  # TINY-34
        self.assertIs(self.engine.complaint(AttributeError("'int' object has no attribute 'cast'")), Failed)

    def test_nothing_is_kept_on_the_disk(self):
        from tinygrad.helpers import BEAM, CACHELEVEL, DEV
        self.assertEqual((CACHELEVEL.value, BEAM.value, os.environ["DEV"], str(DEV.value)), (0, 0, "CPU", "[CPU]"))


if __name__ == "__main__":
    unittest.main()
