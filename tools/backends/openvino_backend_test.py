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


if __name__ == "__main__":
    unittest.main()
