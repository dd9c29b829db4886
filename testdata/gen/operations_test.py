"""Tests that every row of a front end's table of operations has a run with outputs of an oracle of its own."""

import json
import pathlib
import re
import tempfile
import unittest

from expand import expand
from operation_table import rows_of

TABLE = pathlib.Path("interpreter/openvino/op_table.cc")


def layers_of(model):
    """(type, operation set) of each layer; without a version it is the newest one."""
    for layer in re.findall(r"<layer\b[^>]*>", model):
        type_, version = re.search(r'\btype="([^"]*)"', layer), re.search(r'\bversion="opset(\d+)"', layer)
        if type_:
            yield type_[1], int(version[1]) if version else 99


def gives_outputs(run):
    return "outputs" in run or any(gives_outputs(one) for one in run.get("sequence", []) + run.get("any_of", []))


def checked_layers(case_folder):
    """The layers of each run that has outputs, unless the interpreter itself is the only source of them."""
    case = json.loads((case_folder / "case.json").read_text())
    if case["format"] != "openvino-ir" or case["oracle"] == "reference-only":
        return
    template = (case_folder / "model.xml").read_text()
    runs = [run for run in case["runs"] if gives_outputs(run)]
    columns = case.get("columns") if re.search(r'(type|version)="\{\{', template) else None
    for at in {tuple(map(str, run.get("at", []))) if columns else () for run in runs}:
        yield from layers_of(expand(template, columns, at))


def missing_rows(rows, corpus):
    """The rows without such a run: "Add-1"."""
    covered = set()
    for path in corpus.glob("**/case.json"):
        for type_, version in checked_layers(path.parent):
            newest = max((first for first, _ in rows.get(type_, []) if first <= version), default=None)
            covered.add(f"{type_}-{newest}")
    return sorted({f"{name}-{first}" for name, spans in rows.items() for first, _ in spans} - covered)


class OperationsTest(unittest.TestCase):
    def test_every_row_has_a_run(self):
        rows = rows_of(TABLE.read_text())
        self.assertGreater(len(rows), 60)
        self.assertEqual(missing_rows(rows, pathlib.Path("testdata")), [])

    def test_a_row_without_a_run_is_found(self):
        table = '{.name = "Add", .read = a},\n{.name = "Made", .last = 4, .read = b},\n{.name = "Made", .first = 5, .read = c},'
        outputs = {"outputs": [{"type": "f32", "shape": [1], "values": [3]}]}
        rejected = {"rejected": {"phase": "load", "rule": "OP-2"}}

        def missing(oracle, *runs, version='version="{{version}}"'):
            with tempfile.TemporaryDirectory() as folder:
                case = {"format": "openvino-ir", "oracle": oracle, "columns": ["version"], "runs": [{"at": ["opset" + opset], **run} for opset, run in runs]}
                pathlib.Path(folder, "case.json").write_text(json.dumps(case))
                pathlib.Path(folder, "model.xml").write_text(f'<layer id="0" type="Add" version="opset1"><layer id="1" type="Made" {version}>')
                return missing_rows(rows_of(table), pathlib.Path(folder))

        self.assertEqual(missing("by-hand", ("3", outputs), ("7", outputs)), [])
        self.assertEqual(missing("by-hand", ("3", outputs), ("7", rejected)), ["Made-5"])
        self.assertEqual(missing("by-hand", ("3", {"any_of": [outputs, rejected]})), ["Made-5"])
        self.assertEqual(missing("by-hand", ("3", rejected)), ["Add-1", "Made-1", "Made-5"])
        self.assertEqual(missing("generator: gen/made.py", ("4", outputs), ("5", outputs)), [])
        self.assertEqual(missing("reference-only", ("4", outputs), ("5", outputs)), ["Add-1", "Made-1", "Made-5"])
        self.assertEqual(missing("by-hand", ("4", outputs), version=""), ["Made-1"])


if __name__ == "__main__":
    unittest.main()
