"""Tests `backedge export --format onnx`: which runs it writes where, and that they pass."""

import json
import os
import unittest

from backedge_test import Program

MODEL = """<ir_version: 8, opset_import: ["" : 17]>
minus (float[n] b, float[n] a) => (float[n] y, float[m] z) {
  y = Sub (a, b)
  z = Concat <axis = {{axis}}> (a, a)
}
"""


def tensor(*values, **members):
    return {"type": "f32", "shape": [len(values)], "values": list(values), **members}


RIGHT = [tensor(2), tensor(5, 5)]
RIGHT_INFERENCE = {"inputs": {"a": tensor(5), "b": tensor(3)}, "outputs": RIGHT}
CLOSE = [tensor(2, compare={"ulp": 4}), tensor(5, 5, compare={"bound": 0.25})]
REJECTED = {"rejected": {"phase": "run", "rule": "INPUT-3"}}


def run(name, **members):
    return {"name": name, **RIGHT_INFERENCE, **members}


def run_without_outputs(name, **members):
    return {"name": name, "inputs": RIGHT_INFERENCE["inputs"], **members}


class OnnxExportTest(Program):
    def setUp(self):
        super().setUp()
        os.mkdir(self.path("testdata"))
        self.manifest = []

    def write_case(self, path, runs, model, **members):
        os.makedirs(self.path("testdata/" + path))
        self.write("testdata/%s/model.onnxtxt" % path, model)
        self.write("testdata/%s/case.json" % path, json.dumps(
            {"format": "onnx", "title": "T.", "dialect": "onnx", "kind": "plain", "rules": ["OUT-1"], "features": [], "oracle": "by-hand",
             "notes": "n", **members, "runs": runs}))
        self.manifest.append("%s %d %s\n" % (path, len(runs), "0" * 64))
        self.write("testdata/MANIFEST", "".join(sorted(self.manifest)))

    def export(self, *words):
        return self.backedge("export", "--format", "onnx", "--out", "out", *words).stdout.splitlines()

    def index(self):
        return {entry["run"]: entry for entry in json.loads(self.read("out/index.json"))["runs"]}

    def test_runs_of_a_model_are_its_data_sets(self):
        other = {"inputs": {"a": tensor(7, 8), "b": tensor(1, 1)}, "outputs": [tensor(6, 7), tensor(7, 8, 7, 8)]}
        listed = {"name": "listed", "inputs": [tensor(3), tensor(5)], "outputs": RIGHT}
        self.write_case("a/case-of", [run("one"), {"name": "two", "sequence": [RIGHT_INFERENCE, other]}, listed],
                        MODEL.replace("{{axis}}", "0"))
        self.assertEqual(self.export(), ["3 runs in 1 tests below out"])
        self.assertEqual(sorted(os.listdir(self.path("out"))), ["index.json", "test_a__case_of"])
        files = sorted(os.path.relpath(os.path.join(folder, file), self.path("out/test_a__case_of"))
                       for folder, _, files in os.walk(self.path("out/test_a__case_of")) for file in files)
        sets = ["test_data_set_%d/%s_%d.pb" % (number, kind, k) for number in range(4) for kind in ("input", "output") for k in range(2)]
        self.assertEqual(files, ["data.json", "model.onnx", *sets])
        self.assertEqual(json.loads(self.read("out/test_a__case_of/data.json")), {"rtol": 0, "atol": 0})
        index = self.index()
        self.assertEqual(index["a/case-of/two"]["data_sets"], ["test_data_set_1", "test_data_set_2"])
        self.assertEqual(index["a/case-of/listed"], {
            "run": "a/case-of/listed", "test": "test_a__case_of", "data_sets": ["test_data_set_3"], "tier": "required", "rules": ["OUT-1"],
            "compare": ["bits", "bits"]})
        self.assertIn("\n1 tests: 1 ok, 0 failed", self.backedge("check", "out", "--rtol", "0", "--atol", "0").stdout)
        self.backedge("export", "--format", "onnx", "--out", "out", code=1)  # it overwrites nothing

    def test_each_model_of_a_table_is_a_test(self):
        rows = [{"at": [axis], "inputs": {"a": tensor(5), "b": tensor(3)}, "outputs": CLOSE} for axis in (0, -1)]
        self.write_case("a/t", rows, MODEL, columns=["axis"])
        self.assertEqual(self.export(), ["2 runs in 2 tests below out"])
        self.assertEqual({entry["run"]: entry["test"] for entry in self.index().values()},
                         {"a/t/axis_0": "test_a__t__axis_0", "a/t/axis_m1": "test_a__t__axis_m1"})
        self.assertEqual(json.loads(self.read("out/test_a__t__axis_0/data.json")), {"rtol": 4 * 2**-23, "atol": 0.25})
        self.assertIn("2 ok", self.backedge("check", "out").stdout)

    def test_tests_with_equal_names_get_numbers(self):
        for path in ("a/b-c", "a/b_c", "a/B_c"):
            self.write_case(path, [run("one")], MODEL.replace("{{axis}}", "0"))
        self.export()
        self.assertEqual({name: entry["test"] for name, entry in self.index().items()}, {
            "a/B_c/one": "test_a__B_c", "a/b-c/one": "test_a__b_c_2", "a/b_c/one": "test_a__b_c_3"})

    def test_counts_what_it_leaves_out(self):
        runs = [run("survey", tier="survey"), run("unspecified", outputs=[tensor(None), RIGHT[1]]),
                run_without_outputs("either", any_of=[{"outputs": RIGHT}, REJECTED]), run_without_outputs("refused", **REJECTED), run("right")]
        self.write_case("a/b", runs, MODEL.replace("{{axis}}", "0"))
        left_out = ["left out: 1 runs that allow more than one answer", "left out: 1 runs that are in the tier survey",
                    "left out: 1 runs that expect a rejection", "left out: 1 runs that leave elements of an output unspecified"]
        self.assertEqual(self.export("a"), ["1 runs in 1 tests below out", *left_out])
        self.assertEqual(list(self.index()), ["a/b/right"])
        other = self.backedge("export", "--format", "onnx", "--out", "other", "--survey").stdout.splitlines()
        self.assertEqual(other, ["2 runs in 1 tests below other", *left_out[:1], *left_out[2:]])

    def test_format_selects(self):
        self.write_case("a/b", [run("right")], MODEL.replace("{{axis}}", "0"))
        self.assertEqual(self.backedge("export", "--format", "openvino-ir", "--out", "ir").stdout, "0 runs below ir\n")
        self.assertEqual(self.backedge("export", "--out", "all").stdout, "1 runs below all\n")
        self.assertEqual(self.read("all/a/b/right/model.onnxtxt").decode(), MODEL.replace("{{axis}}", "0"))
        self.backedge("export", "--survey", "--out", "all", code=2)
        self.backedge("export", "--format", "other", "--out", "all", code=2)


if __name__ == "__main__":
    unittest.main()
