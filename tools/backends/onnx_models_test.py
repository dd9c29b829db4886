"""Tests that ONNX's checker takes every valid ONNX model of the corpus: a program may refuse what it refuses.

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
# ONNX's shape inference asks for ellipses of one rank. The text lets their axes stretch.
REFUSED = {"sums_of_products__einsum_ellipsis", "sums_of_products__einsum_ellipsis_of_ones"}


class Models(unittest.TestCase):
    def test_required_runs(self):
        refused, checked = set(), set()
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run([PROGRAM, "export", "--format", "onnx", "--out", folder, "onnx"], check=True, capture_output=True)
            for path in sorted(pathlib.Path(folder).glob("*/model.onnx")):
                content, run = path.read_bytes(), path.parent.name.removeprefix("test_onnx__operators__")
                if content in checked:
                    continue
                checked.add(content)
                model = onnx.load_from_string(content)
                names = [part.name for part in parts_of(model) if isinstance(part, onnx.GraphProto)]
                self.assertEqual(len(set(names)), len(names), path)
                try:
                    checker.check_model(model, full_check=True)
                except (checker.ValidationError, onnx.shape_inference.InferenceError) as error:
                    self.assertIn(run, REFUSED, f"{path}: {error}")
                    refused.add(run)
        self.assertGreater(len(checked), 3000)
        self.assertEqual(refused, REFUSED)


if __name__ == "__main__":
    PROGRAM = sys.argv.pop(1)
    unittest.main()
