"""Tests the classes for backends: the lines of the protocol, and what they do with exceptions."""

import inspect
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

import numpy as np

from backedge import backend, converted, element_types, model, program

CLASSES = '''
import numpy as np
from backedge import backend

class Doubles(backend.Backend):
    name, version, formats = "doubles", "3", ["onnx"]

    def load(self, path, weights):
        print("a library writes to standard output")
        text = open(path).read()
        if text == "skip":
            raise backend.Skipped("not this one")
        if text == "bad":
            raise ValueError("bad model")
        return text

    def run(self, model, inputs):
        if len(inputs) != 1:
            raise backend.Rejected("one input, please")
        return [2 * array for _, array in inputs]

    def complaint(self, error):
        return backend.Rejected if isinstance(error, ValueError) else backend.Failed
'''


class HintsTest(unittest.TestCase):
    def test_all_that_is_public_has_hints_and_a_docstring(self):
        seen = 0
        for module in (backend, converted, program, model, element_types):
            for name, found in vars(module).items():
                if name.startswith("_") or getattr(found, "__module__", "") != module.__name__:
                    continue
                functions = [found] if inspect.isfunction(found) else [each for each in vars(found).values() if inspect.isfunction(each)]
                for function in functions:
                    if function.__name__.startswith("_") or function.__qualname__.startswith("_"):
                        continue
                    with self.subTest(module=module.__name__, function=function.__qualname__):
                        signature = inspect.signature(function)
                        hints = [each.annotation for key, each in signature.parameters.items() if key != "self"]
                        self.assertNotIn(inspect.Parameter.empty, [*hints, signature.return_annotation])
                        self.assertTrue(function.__doc__)
                        seen += 1
        self.assertGreater(seen, 20)


IDENTITY = b'<ir_version: 8, opset_import: ["" : 17]> g (float[2] x) => (float[2] y) { y = Identity (x) }'


class Reads:
    name, version, features = "reads", "7", ["Loop"]

    def load(self, path, weights):
        return path, pathlib.Path(path).read_text()

    def run(self, model, inputs):
        return [array for _, array in inputs]

    def complaint(self, error):
        return backend.Rejected


class ConvertedTest(unittest.TestCase):
    def test_the_engine_gets_its_format(self):
        engine = backend.Converted(Reads(), ["onnx"], ".xml")
        with tempfile.TemporaryDirectory() as folder:
            model = pathlib.Path(folder, "model.onnxtxt")
            model.write_bytes(IDENTITY)
            path, text = engine.load(str(model), None)
        self.assertTrue(path.endswith(".xml") and text.lstrip().startswith("<"))
        self.assertEqual(engine.run(None, [("x", 3)]), [3])
        self.assertFalse(hasattr(engine, "script"))

    def test_it_says_what_the_engine_says(self):
        engine = backend.Converted(Reads(), ["onnx"], ".xml")
        said = backend.hello(engine, {"protocols": [1, 2]})["hello"]
        self.assertEqual((said["name"], said["version"], said["features"], said["formats"], said["scripts"]),
                         ("reads with converted models", "7", ["Loop"], ["onnx"], False))
        self.assertIn("rejected", backend.refusal(ValueError("why"), "load", engine))


class ServeTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        (self.root / "doubles.py").write_text(CLASSES)

    def ask(self, *requests):
        lines = "".join(json.dumps({"id": k, **request}) + "\n" for k, request in enumerate([*requests, {"do": "bye"}]))
        path = os.pathsep.join([str(self.root), *sys.path])
        done = subprocess.run([sys.executable, "-m", "backedge.backend", "doubles:Doubles"], input=lines, capture_output=True, text=True,
                              check=True, env={**os.environ, "PYTHONPATH": path})
        answers = [json.loads(line) for line in done.stdout.splitlines()]
        self.assertEqual([answer.pop("id") for answer in answers], list(range(len(requests) + 1)))
        self.assertEqual(answers.pop(), {"bye": True})
        return answers

    def load(self, text):
        path = self.root / f"{text}.onnx"
        path.write_text(text)
        return {"do": "load", "model": str(path), "weights": None, "format": "onnx"}

    def test_a_session(self):
        x = {"name": "x", "element_type": "f32", "shape": [2], "values": ["0x3f800000", "0xbf000000"]}
        answers = self.ask({"do": "hello", "protocol": 1, "protocols": [1, 2], "scratch": str(self.root)}, self.load("fine"),
                           {"do": "run", "inputs": [x]}, {"do": "run", "inputs": []}, {"do": "unload"}, {"do": "run", "inputs": [x]})
        self.assertEqual(answers, [
            {"hello": {"protocol": 2, "name": "doubles", "version": "3", "features": [], "formats": ["onnx"], "scripts": False}},
            {"loaded": True},
            {"outputs": [{"element_type": "f32", "shape": [2], "values": ["0x40000000", "0xbf800000"]}]},
            {"rejected": {"phase": "run", "message": "one input, please"}},
            {"unloaded": True},
            {"failed": {"message": "no model is loaded"}}])

    def test_a_runner_of_version_1(self):
        hello = self.ask({"do": "hello", "protocol": 1, "scratch": str(self.root)})[0]["hello"]
        self.assertEqual(hello["protocol"], 1)

    def test_exceptions(self):
        self.assertEqual(self.ask(self.load("skip"), self.load("bad")), [
            {"skipped": {"reason": "not this one"}}, {"rejected": {"phase": "load", "message": "bad model"}}])

    def test_a_large_output_goes_through_a_file(self):
        np.save(self.root / "x.npy", np.arange(2000, dtype=np.int64))
        x = {"name": "x", "element_type": "i64", "shape": [2000], "file": str(self.root / "x.npy")}
        answers = self.ask({"do": "hello", "protocol": 2, "scratch": str(self.root)}, self.load("fine"), {"do": "run", "inputs": [x]})
        output = answers[2]["outputs"][0]
        self.assertEqual((output["element_type"], output["shape"]), ("i64", [2000]))
        self.assertEqual(np.load(output["file"]).tolist(), list(range(0, 4000, 2)))


class TensorTest(unittest.TestCase):
    def test_values(self):
        for element_type, values, array in (("boolean", [True, False], [True, False]), ("i8", [-128, 127], [-128, 127]),
                                            ("u64", ["18446744073709551615"], [2**64 - 1]), ("f16", ["0x3c00", 2], [1, 2]),
                                            ("f64", ["0x7ff0000000000000"], [np.inf])):
            decoded = backend.decode({"element_type": element_type, "shape": [len(values)], "values": values})
            self.assertEqual(decoded.tolist(), array)
            encoded = backend.encode(decoded, None)
            self.assertTrue(np.array_equal(backend.decode(encoded), decoded))

    def test_arrays_are_written_in_the_protocol_order(self):
        for array in (np.asfortranarray(np.arange(2000.0).reshape(40, 50)), np.arange(2000, dtype=">i8").reshape(40, 50)):
            with tempfile.TemporaryDirectory() as folder:
                encoded = backend.encode(array, pathlib.Path(folder, "x.npy"))
                header = pathlib.Path(encoded["file"]).read_bytes()[:128]
                self.assertIn(b"'fortran_order': False", header)
                self.assertNotIn(b">", header)
                self.assertEqual(backend.decode(encoded).tolist(), array.tolist())
            small = array[:2, :2]
            self.assertEqual(backend.decode(backend.encode(small, None)).tolist(), small.tolist())

    def test_nan_keeps_its_bits(self):
        tensor = {"element_type": "f32", "shape": [], "values": ["0xffc12345"]}
        self.assertEqual(backend.encode(backend.decode(tensor), None), tensor)

    def test_inputs_in_order(self):
        self.assertEqual(backend.in_order([("b", 2), ("a", 1)], ["a", "b"]), [1, 2])
        self.assertEqual(backend.in_order([("a", 1), ("a", 2)], ["a", "a"]), [1, 2])
        for given in ([("a", 1)], [("a", 1), ("b", 2), ("c", 3)]):
            with self.assertRaises(backend.Rejected):
                backend.in_order(given, ["a", "b"])


if __name__ == "__main__":
    unittest.main()
