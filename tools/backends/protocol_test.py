"""Tests the protocol for engines in Python.

Needs ml_dtypes: run it under the Python that tools/backends/setup makes.
"""

import ctypes
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

import numpy as np

import protocol
from answers import Failed, Rejected, Skipped

ENGINE = """
import os, protocol
from answers import Rejected, Skipped
class Engine:
    name = "noisy"
    def load(self, model, weights):
        if model == "wrong": raise Rejected("no layers")
        print("chatter"); os.system("echo more chatter")
        return model
    def run(self, loaded, inputs):
        if not inputs: raise ZeroDivisionError()
        return [array + array for name, array in inputs]
protocol.serve(Engine(), "1.0", lambda error: Skipped)
"""


def refusal(error, phase, kind):
    """The answer for an exception, if the engine takes all others to be of a kind."""
    engine = protocol.backend.Backend()
    engine.complaint = lambda _: kind
    return protocol.backend.refusal(error, phase, engine)


def request(number, do, **more):
    return json.dumps({"id": number, "do": do, **more}) + "\n"


class Tensors(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.file = pathlib.Path(folder.name, "out.npy")

    def back(self, array):
        return protocol.decode(json.loads(json.dumps(protocol.encode(array, self.file))))

    def test_a_large_array_of_ctypes(self):
        array = np.ctypeslib.as_array((ctypes.c_float * 2000)(*range(2000)))
        self.assertEqual(array.dtype.isbuiltin, 0)
        self.assertEqual(self.back(array).tolist(), list(range(2000)))
        self.assertEqual(np.load(self.file).dtype, np.float32)

    def test_every_type_comes_back_bit_for_bit(self):
        for name, dtype in protocol.DTYPES.items():
            for count in (6, 6000):
                bits = np.random.default_rng(7).integers(0, 256, count * dtype.itemsize, np.uint8)
                array = (bits % 2).view(np.bool_) if name == "boolean" else bits.view(dtype)
                array = array.reshape(3, count // 3)
                back = self.back(array)
                self.assertEqual((back.dtype, back.shape, back.tobytes()), (dtype, array.shape, array.tobytes()), name)

    def test_large_arrays_go_through_a_file(self):
        self.assertNotIn("file", protocol.encode(np.zeros(1024, np.float32), self.file))
        self.assertEqual(protocol.encode(np.zeros(1025, np.float32), self.file)["file"], str(self.file))

    def test_scalars_and_empty_arrays(self):
        for array in (np.array(5, np.int16), np.zeros((0, 3), np.float64)):
            self.assertEqual(self.back(array).shape, array.shape)

    def test_decimals_bits_and_long_integers(self):
        def decode(element_type, *values):
            return protocol.decode({"element_type": element_type, "shape": [len(values)], "values": list(values)})
        self.assertEqual(decode("f32", 0.1, "0x7fc00000").view(np.uint32).tolist(), [0x3dcccccd, 0x7fc00000])
        self.assertEqual(decode("bf16", 257, "0xff80").view(np.uint16).tolist(), [0x4380, 0xff80])
        self.assertEqual(decode("u64", "18446744073709551615", 3).tolist(), [2**64 - 1, 3])
        self.assertEqual(decode("boolean", True, False).tolist(), [True, False])


class InOrder(unittest.TestCase):
    def test_by_name(self):
        self.assertEqual(protocol.in_order([("a", 1), ("b", 2)], ["b", "a"]), [2, 1])

    def test_equal_names(self):
        self.assertEqual(protocol.in_order([("a", 1), ("a", 2)], ["a", "a"]), [1, 2])

    def test_missing_extra_and_unknown_inputs(self):
        for inputs in ([], [("a", 1)], [("a", 1), ("b", 2), ("", 3)], [("a", 1), ("c", 2)]):
            with self.assertRaises(Rejected, msg=inputs):
                protocol.in_order(inputs, ["a", "b"])


class Refusal(unittest.TestCase):
    def test_kinds(self):
        for error, key in ((Rejected("x"), "rejected"), (Skipped("x"), "skipped"), (Failed("x"), "failed"), (KeyError("x"), "failed")):
            self.assertEqual(list(refusal(error, "run", Failed)), [key])

    def test_no_message(self):
        self.assertEqual(refusal(KeyError(), "load", Rejected), {"rejected": {"phase": "load", "message": "KeyError"}})


class Serve(unittest.TestCase):
    def test_a_conversation(self):
        tensor = {"element_type": "i32", "shape": [2], "values": [1, 2], "name": "x"}
        lines = [request(1, "hello", protocol=1, scratch="/nowhere"), request(2, "load", model="wrong", weights=None), request(3, "run", inputs=[]),
                 request(4, "load", model="right", weights=None), request(5, "run", inputs=[tensor]), request(6, "run", inputs=[]),
                 request(7, "unload"), request(8, "bye")]
        done = subprocess.run([sys.executable, "-c", ENGINE], input="".join(lines), capture_output=True, text=True, check=True,
                              cwd=pathlib.Path(protocol.__file__).parent)
        self.assertEqual([json.loads(line) for line in done.stdout.splitlines()], [
            {"id": 1, "hello": {"protocol": 1, "name": "noisy", "version": "1.0", "features": [], "formats": ["openvino-ir"], "scripts": False}},
            {"id": 2, "rejected": {"phase": "load", "message": "no layers"}}, {"id": 3, "failed": {"message": "no model is loaded"}},
            {"id": 4, "loaded": True}, {"id": 5, "outputs": [{"element_type": "i32", "shape": [2], "values": [2, 4]}]},
            {"id": 6, "skipped": {"reason": "ZeroDivisionError"}}, {"id": 7, "unloaded": True}, {"id": 8, "bye": True}])
        self.assertEqual(sorted(done.stderr.split()), ["chatter", "chatter", "more"])

    def test_chooses_a_version_that_the_runner_speaks(self):
        for offer, version in (({}, 1), ({"protocols": [1]}, 1), ({"protocols": [1, 2]}, 2), ({"protocols": [1, 2, 3]}, 2)):
            line = request(1, "hello", protocol=1, scratch="/nowhere", **offer)
            done = subprocess.run([sys.executable, "-c", ENGINE], input=line, capture_output=True, text=True, check=True,
                                  cwd=pathlib.Path(protocol.__file__).parent)
            self.assertEqual(json.loads(done.stdout)["hello"]["protocol"], version, offer)


if __name__ == "__main__":
    unittest.main()
