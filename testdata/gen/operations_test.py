"""Tests that every row of a front end's table of operations has a case."""

import json
import pathlib
import re
import unittest

from expand import expand
from operation_table import rows_of

TABLE = pathlib.Path("interpreter/openvino/op_table.cc")


def layers_of(case_folder):
    """(type, operation set) of each layer in any run of a case; without a version it is the newest one."""
    case = json.loads((case_folder / "case.json").read_text())
    if case["format"] != "openvino-ir":
        return
    template = (case_folder / "model.xml").read_text()
    places = {tuple(map(str, run.get("at", []))) for run in case["runs"]} if re.search(r'(type|version)="\{\{', template) else {()}
    for at in places:
        for layer in re.findall(r"<layer\b[^>]*>", expand(template, case.get("columns"), at)):
            type_, version = re.search(r'\btype="([^"]*)"', layer), re.search(r'\bversion="opset(\d+)"', layer)
            if type_:
                yield type_[1], int(version[1]) if version else 99


class OperationsTest(unittest.TestCase):
    def test_every_row_has_a_case(self):
        rows = rows_of(TABLE.read_text())
        self.assertGreater(len(rows), 60)
        covered = set()
        for path in pathlib.Path("testdata").glob("**/case.json"):
            for type_, version in layers_of(path.parent):
                newest = max((first for first, _ in rows.get(type_, []) if first <= version), default=None)
                covered.add(f"{type_}-{newest}")
        missing = {f"{name}-{first}" for name, spans in rows.items() for first, _ in spans} - covered
        self.assertEqual(sorted(missing), [])


if __name__ == "__main__":
    unittest.main()
