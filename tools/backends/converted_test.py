"""Tests Converted: the engine gets another format, and what is not converted says why."""

import json
import pathlib
import sys
import tempfile
import unittest

from answers import Failed, Skipped
from converted import Converted

BACKEDGE = sys.argv.pop(1)
CALLS = [
    {"as": "x", "call": "addInput", "type": "kFLOAT", "dimensions": [2]},
    {"as": "y", "call": "addUnary", "input": "x", "operation": "kNEG"},
    {"call": "markOutput", "tensor": "y"},
]
CONSTANT = """<net name="m" version="11"><layers>
<layer id="0" name="c" type="Const" version="opset1"><data shape="3" element_type="u8" offset="0" size="3"/>
    <output><port id="0" precision="U8"><dim>3</dim></port></output></layer>
<layer id="1" name="y" type="Result" version="opset1"><input><port id="0" precision="U8"><dim>3</dim></port></input></layer>
</layers><edges><edge from-layer="0" from-port="0" to-layer="1" to-port="0"/></edges></net>
"""


class Recorder:
    name = "recorder"

    def load(self, path, weights):
        return pathlib.Path(path).read_bytes(), weights and pathlib.Path(weights).read_bytes()

    def script(self, path, weights, inputs, expected):
        return path, weights, inputs, expected


class ConvertedTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def engine(self, suffix=".xml", backedge=BACKEDGE):
        return Converted(Recorder(), ["tensorrt-network"], suffix, backedge)

    def network(self, calls):
        path = self.folder / "model.json"
        path.write_text(json.dumps({"format": "tensorrt-network", "calls": calls}))
        return str(path)

    def test_the_engine_gets_ir(self):
        text, weights = self.engine().load(self.network(CALLS), None)
        self.assertIn(b'type="Negative"', text)
        self.assertEqual(weights, b"")

    def test_the_engine_gets_onnx(self):
        model, weights = self.engine(".onnx").load(self.network(CALLS), None)
        self.assertIn(b"Neg", model)
        self.assertIsNone(weights)

    def test_weights_in_another_folder(self):
        model = self.folder / "model.xml"
        model.write_text(CONSTANT)
        (self.folder / "other").mkdir()
        weights = self.folder / "other" / "weights"
        weights.write_bytes(b"two")
        model, _ = self.engine(".onnx").load(str(model), str(weights))
        self.assertIn(b"two", model)

    def test_scripts_are_those_of_the_engine(self):
        path, weights, *rest = self.engine(".onnx").script(self.network(CALLS), None, ["x"], None)
        self.assertEqual((pathlib.Path(path).suffix, weights, rest), (".onnx", None, [["x"], None]))

    def test_a_wrong_network_is_skipped(self):
        with self.assertRaisesRegex(Skipped, "rejects the model by TRT-22"):
            self.engine().load(self.network(CALLS[:2] + [{"call": "markOutput", "tensor": "z"}]), None)

    def test_a_program_that_breaks_is_a_failure(self):
        program = self.folder / "backedge"
        program.write_text("#!/bin/sh\necho broken >&2\nexit 2\n")
        program.chmod(0o755)
        with self.assertRaisesRegex(Failed, "broken"):
            self.engine(backedge=str(program)).load(self.network(CALLS), None)


if __name__ == "__main__":
    unittest.main()
