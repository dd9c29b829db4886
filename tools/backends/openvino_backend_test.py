"""Tests the OpenVINO adapter. Needs the Python that `setup` makes."""

import pathlib
import tempfile
import unittest

import numpy as np
import openvino as ov
import openvino.opset13 as op

import openvino_backend


def model_of_a_sum():
    """A model that adds two vectors of any length, which can differ."""
    a, b = op.parameter([-1], np.int32), op.parameter([-1], np.int32)
    a.friendly_name, b.friendly_name = "a", "b"
    return ov.Model([op.result(op.add(a, b))], [a, b])


class Threads(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = pathlib.Path(folder.name, "model.xml")
        ov.serialize(model_of_a_sum(), self.path)

    def run_(self, threads, a, b):
        engine = openvino_backend.Plugin(ov.Core(), "CPU", threads, {}, False)
        return engine.run(engine.load(self.path, None), [("a", np.array(a, np.int32)), ("b", np.array(b, np.int32))])

    def test_any_number_of_threads_adds(self):
        for threads in (1, 2):
            self.assertEqual(self.run_(threads, [1, 2], [10, 20])[0].tolist(), [11, 22])

    def test_errors_of_an_inference_are_reported_with_two_threads(self):
        with self.assertRaises(RuntimeError) as raised:
            self.run_(openvino_backend.THREADS, [1, 2], [1, 2, 3])
        self.assertIs(openvino_backend.complaint(raised.exception), openvino_backend.Rejected)

    def test_the_number_of_threads_is_in_the_name_and_can_be_set(self):
        for threads, name in ((1, "openvino CPU with 1 thread"), (2, "openvino CPU"), (4, "openvino CPU with 4 threads")):
            self.assertEqual(openvino_backend.Plugin(None, "CPU", threads, {}, False).name, name)
        engine = openvino_backend.Plugin(None, "CPU", 1, {"INFERENCE_NUM_THREADS": "3"}, False)
        self.assertEqual(engine.properties["INFERENCE_NUM_THREADS"], "3")


class ReferenceTest(unittest.TestCase):
    def run_(self, model, *inputs):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "model.xml")
            ov.serialize(model, path)
            engine = openvino_backend.Reference(ov.Core())
            return engine.run(engine.load(path, None), inputs)

    def test_values_by_name(self):
        a, b = op.parameter([2, 2], np.int32), op.parameter([2, 2], np.int32)
        a.friendly_name, b.friendly_name = "a", "b"
        model = ov.Model([op.result(op.subtract(a, b)), op.result(a)], [a, b])
        outputs = self.run_(model, ("b", np.array([[1, 2], [3, 4]], np.int32)), ("a", np.array([[10, 20], [30, 50]], np.int32)))
        self.assertEqual([output.tolist() for output in outputs], [[[9, 18], [27, 46]], [[10, 20], [30, 50]]])
        self.assertEqual(outputs[0].dtype, np.int32)

    def test_shapes_that_only_the_run_knows(self):
        a, b = np.array([1, 2, 4], np.int32), np.array([10, 20, 30], np.int32)
        self.assertEqual(self.run_(model_of_a_sum(), ("a", a), ("b", b))[0].tolist(), [11, 22, 34])

    def test_bf16_and_transposed_arrays(self):
        x = op.parameter([2, 3], ov.Type.bf16)
        x.friendly_name = "x"
        array = np.array([[1, 2], [3, 4], [5, 6]], np.float32).astype(openvino_backend.protocol.BFLOAT16).T
        output = self.run_(ov.Model([op.result(x)], [x]), ("x", array))[0]
        self.assertEqual((output.dtype, output.astype(np.float32).tolist()), (array.dtype, [[1, 3, 5], [2, 4, 6]]))

    def test_inputs_that_do_not_fit_are_rejected(self):
        a = np.array([1, 2], np.int32)
        for inputs in ((("a", a),), (("a", a), ("c", a)), (("a", a), ("b", a.astype(np.int64))), (("a", a), ("b", a.reshape(1, 2)))):
            with self.assertRaises(openvino_backend.Rejected):
                self.run_(model_of_a_sum(), *inputs)

    def test_errors(self):
        for error, kind in ((RuntimeError("Evaluation failed on op::Foo"), openvino_backend.Skipped),
                            (RuntimeError("no such shape"), openvino_backend.Rejected), (ValueError("odd"), openvino_backend.Failed)):
            self.assertIs(openvino_backend.complaint(error), kind)


if __name__ == "__main__":
    unittest.main()
