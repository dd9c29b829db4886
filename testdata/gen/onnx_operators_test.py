"""Tests that every operator of the table of ONNX operators has a case in the format onnx."""

import json
import pathlib
import re
import unittest

from expand import expand

TABLE = pathlib.Path("interpreter/onnx/op_table.cc")


def models_of(case_folder):
    """The text of each model of a case."""
    case = json.loads((case_folder / "case.json").read_text())
    if case["format"] == "onnx" and case["oracle"] != "reference-only":
        template = (case_folder / "model.onnxtxt").read_text()
        for at in {tuple(map(str, run.get("at", []))) for run in case["runs"] if "outputs" in run}:
            yield expand(template, case.get("columns"), at)


class OnnxOperatorsTest(unittest.TestCase):
    def test_every_operator_has_a_case(self):
        operators = set(re.findall(r'\.name = "(\w+)"', TABLE.read_text()))
        self.assertGreater(len(operators), 180)
        covered = set()
        for path in pathlib.Path("testdata/onnx").glob("**/case.json"):
            for model in models_of(path.parent):
                covered |= set(re.findall(r"= (?:[\w.]+\.)?(\w+) [<(]", model))
        self.assertEqual(sorted(operators - covered), [])


if __name__ == "__main__":
    unittest.main()
