"""Tests ConvertedNetworks: the engine gets IR, and what is not converted says why."""

import json
import pathlib
import sys
import tempfile
import unittest

from answers import Failed, Skipped
from networks import ConvertedNetworks

BACKEDGE = sys.argv.pop(1)
CALLS = [
    {"as": "x", "call": "addInput", "type": "kFLOAT", "dimensions": [2]},
    {"as": "y", "call": "addUnary", "input": "x", "operation": "kNEG"},
    {"call": "markOutput", "tensor": "y"},
]


class Recorder:
    name = "recorder"

    def load(self, path, weights):
        return pathlib.Path(path).read_text(), pathlib.Path(weights).read_bytes()

    def run(self, loaded, inputs):
        return [loaded, inputs]


class ConvertedNetworksTest(unittest.TestCase):
    def load(self, calls, backedge=BACKEDGE):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "model.json")
            path.write_text(json.dumps({"format": "tensorrt-network", "calls": calls}))
            return ConvertedNetworks(Recorder(), backedge).load(str(path), None)

    def test_the_engine_gets_ir(self):
        text, weights = self.load(CALLS)
        self.assertIn('type="Negative"', text)
        self.assertEqual(weights, b"")

    def test_a_wrong_network_is_skipped(self):
        with self.assertRaisesRegex(Skipped, "rejects the network by TRT-22"):
            self.load(CALLS[:2] + [{"call": "markOutput", "tensor": "z"}])

    def test_a_program_that_breaks_is_a_failure(self):
        with tempfile.TemporaryDirectory() as folder:
            program = pathlib.Path(folder, "backedge")
            program.write_text("#!/bin/sh\necho broken >&2\nexit 2\n")
            program.chmod(0o755)
            with self.assertRaisesRegex(Failed, "broken"):
                self.load(CALLS, str(program))


if __name__ == "__main__":
    unittest.main()
