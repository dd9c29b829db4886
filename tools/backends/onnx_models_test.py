"""Tests that ONNX's checker takes every valid model of the corpus, native or converted.

A program may refuse what the checker refuses.

  tools/backends/run.sh onnx_models_test.py PROGRAM
"""

import pathlib
import subprocess
import sys
import tempfile
import unittest

import onnx
from onnx import checker

from onnx_scripts import parts_of

PROGRAM = None


class Models(unittest.TestCase):
    def test_required_runs(self):
        checked = set()
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run([PROGRAM, "export", "--format", "onnx", "--out", folder], check=True, capture_output=True)
            for path in sorted(pathlib.Path(folder).glob("*/model.onnx")):
                content = path.read_bytes()
                if content in checked:
                    continue
                checked.add(content)
                model = onnx.load_from_string(content)
                names = [part.name for part in parts_of(model) if isinstance(part, onnx.GraphProto)]
                self.assertEqual(len(set(names)), len(names), path)
                try:
                    checker.check_model(model, full_check=True)
                except (checker.ValidationError, onnx.shape_inference.InferenceError) as error:
                    self.fail(f"{path}: {error}")
        self.assertGreater(len(checked), 8000)


if __name__ == "__main__":
    PROGRAM = sys.argv.pop(1)
    unittest.main()
