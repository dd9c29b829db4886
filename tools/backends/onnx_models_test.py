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
# The checker's shape inference reads these in another way: docs/findings/onnx_reference.md#what-differs
OPEN = {"einsum__two_operands__repeated", "max_pool__version_14__ceil_torch_begins_in_the_pads", "max_pool__version_14__page_torch",
        "pad__version_12__modes__crop_all_constant", "pad__version_12__modes__crop_all_edge", "pad__version_12__modes__crop_all_reflect"}


class Models(unittest.TestCase):
    def test_required_runs(self):
        checked, refused = set(), set()
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
                    run = path.parent.name.removeprefix("test_operations__")
                    self.assertIn(run, OPEN, f"{path}: {error}")
                    refused.add(run)
        self.assertGreater(len(checked), 8000)
        self.assertEqual(refused, OPEN)


if __name__ == "__main__":
    PROGRAM = sys.argv.pop(1)
    unittest.main()
