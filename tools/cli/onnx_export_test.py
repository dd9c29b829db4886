"""Tests `backedge export --format onnx`: which runs it writes where, and that they pass."""

import hashlib
import json
import os
import struct
import unittest

import jsonschema

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
# out = a OP b
LAYER = """<net><layers>
<layer id="0" name="b" type="Parameter"><data shape="{{shape}}" element_type="f32"/><output><port id="0"/></output></layer>
<layer id="1" name="a" type="Parameter"><data shape="?" element_type="f32"/><output><port id="0"/></output></layer>
<layer id="2" name="op" type="{{type}}" version="opset1"><input><port id="0"/><port id="1"/></input><output><port id="2"/></output></layer>
<layer id="3" name="out" type="Result"><input><port id="0"/></input></layer>
</layers><edges>
<edge from-layer="1" from-port="0" to-layer="2" to-port="0"/><edge from-layer="0" from-port="0" to-layer="2" to-port="1"/>
<edge from-layer="2" from-port="2" to-layer="3" to-port="0"/></edges></net>
"""
WITH_DEFAULT = """<ir_version: 8, opset_import: ["" : 17]>
minus (float[1] b, float[1] a) => (float[1] y) <float[1] b = {2}> { y = Sub (a, b) }
"""
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

    def write_case(self, path, runs, model, file="model.onnxtxt", **members):
        os.makedirs(self.path("testdata/" + path))
        self.write("testdata/%s/%s" % (path, file), model)
        self.write("testdata/%s/case.json" % path, json.dumps(
            {"format": "onnx", "title": "T.", "dialect": "onnx", "kind": "plain", "rules": ["OUT-1"], "features": [], "oracle": "by-hand",
             "notes": "n", **members, "runs": runs}))
        self.manifest.append("%s %d %s\n" % (path, len(runs), "0" * 64))
        self.write("testdata/MANIFEST", "".join(sorted(self.manifest)))

    def write_layers(self, path, rows):
        """A case of OpenVINO IR: a run for each row of a type, a shape of b, and members."""
        runs = [{"at": [op, shape], **members} for op, shape, members in rows]
        self.write_case(path, runs, LAYER, file="model.xml", format="openvino-ir", dialect="tensor-iterator-1", columns=["type", "shape"])

    def read_tensor(self, path):
        """Name and elements of a .pb file with a vector of f32, without a library for protobuf."""
        content = self.read(path)
        length = content[content.index(b"J") + 1]
        name = content[content.index(b"B") + 2:content.index(b"B") + 2 + content[content.index(b"B") + 1]]
        return name.decode(), list(struct.unpack("<%df" % (length // 4), content[content.index(b"J") + 2:][:length]))

    def export(self, *words):
        return self.backedge("export", "--format", "onnx", "--out", "out", *words).stdout.splitlines()

    def index(self):
        return {entry["run"]: entry for entry in json.loads(self.read("out/index.json"))["runs"]}

    def test_runs_of_a_model_are_its_data_sets(self):
        other = {"inputs": {"a": tensor(7, 8), "b": tensor(1, 1)}, "outputs": [tensor(6, 7), tensor(7, 8, 7, 8)]}
        listed = {"name": "listed", "inputs": [tensor(3), tensor(5)], "outputs": RIGHT}
        self.write_case("a/case-of", [run("one"), {"name": "two", "sequence": [RIGHT_INFERENCE, other]}, listed],
                        MODEL.replace("{{axis}}", "0"))
        self.assertEqual(self.export(), ["3 runs in 1 test below out"])
        self.assertEqual(sorted(os.listdir(self.path("out"))), ["index.json", "index.jsonl", "test_a__case_of"])
        files = sorted(os.path.relpath(os.path.join(folder, file), self.path("out/test_a__case_of"))
                       for folder, _, files in os.walk(self.path("out/test_a__case_of")) for file in files)
        sets = ["test_data_set_%d/%s_%d.pb" % (number, kind, k) for number in range(4) for kind in ("input", "output") for k in range(2)]
        self.assertEqual(files, ["data.json", "model.onnx", *sets])
        self.assertEqual(json.loads(self.read("out/test_a__case_of/data.json")), {"rtol": 0, "atol": 0})
        index = self.index()
        self.assertEqual(index["a/case-of/two"]["data_sets"], ["test_data_set_1", "test_data_set_2"])
        self.assertEqual(index["a/case-of/listed"], {
            "run": "a/case-of/listed", "test": "test_a__case_of", "data_sets": ["test_data_set_3"], "tier": "required", "rules": ["OUT-1"],
            "format": "onnx", "compare": ["bits", "bits"]})
        self.assertIn("\n1 test: 1 ok, 0 failed", self.backedge("check", "out", "--rtol", "0", "--atol", "0").stdout)
        self.backedge("export", "--format", "onnx", "--out", "out", code=1)  # it overwrites nothing

    def test_the_index_as_lines(self):
        with open("docs/export_index.schema.json", encoding="utf-8") as file:
            schema = jsonschema.Draft7Validator(json.load(file))
        self.write_case("a/one", [run("first"), {"name": "twice", "sequence": [RIGHT_INFERENCE] * 2}, run("survey", tier="survey")],
                        MODEL.replace("{{axis}}", "0"), features=["type:f32"])
        self.write_case("a/refused", [run_without_outputs("one", **REJECTED)], MODEL.replace("{{axis}}", "0"))
        self.export("--survey")
        header, *entries = map(json.loads, self.read("out/index.jsonl").decode().splitlines())
        self.assertEqual([error.message[:300] for line in (header, *entries) for error in schema.iter_errors(line)], [])
        self.assertEqual((header["runs"], header["corpus"][:8]), (3, "fnv1a64:"))
        self.assertEqual([(entry["run"], entry["case"], entry["folder"], entry["features"], entry["tier"], entry["data_sets"]) for entry in entries], [
            (name, "a/one", "test_a__one", ["type:f32"], tier, ["test_data_set_%d" % k for k in sets])
            for name, tier, sets in (("a/one/first", "required", [0]), ("a/one/twice", "required", [1, 2]), ("a/one/survey", "survey", [3]))])
        listed = {entry["folder"] + "/" + name: digest for entry in entries for name, digest in entry["files"].items()}
        found = {os.path.relpath(os.path.join(folder, name), self.path("out")) for folder, _, names in os.walk(self.path("out")) for name in names}
        self.assertEqual(set(listed), found - {"index.json", "index.jsonl"})
        for name, digest in listed.items():
            self.assertEqual(digest, hashlib.sha256(self.read("out/" + name)).hexdigest(), name)
        self.assertEqual([sorted(name for name in entry["files"] if "/" in name)[0] for entry in entries],
                         [entry["data_sets"][0] + "/input_0.pb" for entry in entries])

    def test_inputs_that_the_model_lacks_are_an_error(self):
        surplus = {**RIGHT_INFERENCE["inputs"], "c": tensor(1)}
        self.write_case("a/surplus", [run("one", inputs=surplus)], MODEL.replace("{{axis}}", "0"))
        done = self.backedge("export", "--format", "onnx", "--out", "out", code=1)
        self.assertIn("gives 3 inputs to a model with 2", done.stderr)

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
        self.assertEqual(self.export("a"), ["1 run in 1 test below out", *left_out])
        self.assertEqual(list(self.index()), ["a/b/right"])
        other = self.backedge("export", "--format", "onnx", "--out", "other", "--survey").stdout.splitlines()
        self.assertEqual(other, ["2 runs in 1 test below other", *left_out[:1], *left_out[2:]])

    def test_converts_models_of_other_formats(self):
        minus = {"inputs": {"b": tensor(3), "a": tensor(5)}, "outputs": [tensor(2, compare={"bound": 0.25})]}
        self.write_layers("a/layers", [("Subtract", "1", minus), ("SquaredDifference", "?", {**minus, "outputs": [tensor(4)]})])
        self.assertEqual(self.export(), ["2 runs in 2 tests below out"])
        self.assertEqual(self.index()["a/layers/type_subtract__shape_1"], {
            "run": "a/layers/type_subtract__shape_1", "test": "test_a__layers__type_subtract__shape_1", "data_sets": ["test_data_set_0"], "tier": "required",
            "rules": ["OUT-1"], "format": "openvino-ir", "compare": ["bound 2.5e-01"]})
        folder = "out/test_a__layers__type_subtract__shape_1/"
        self.assertEqual(json.loads(self.read(folder + "data.json")), {"rtol": 0, "atol": 0.25})
        self.assertEqual([self.read_tensor(folder + "test_data_set_0/%s.pb" % name) for name in ("input_0", "input_1", "output_0")],
                         [("b", [3]), ("a", [5]), ("out", [2])])
        self.assertIn("2 ok, 0 failed", self.backedge("check", "out", "--rtol", "0").stdout)

    def test_lists_what_onnx_cannot_express(self):
        value = {"inputs": {"b": tensor(3), "a": tensor(5)}, "outputs": [tensor(2)]}
        refused = {"inputs": value["inputs"], **REJECTED}
        self.write_layers("a/layers", [("FloorMod", "1", value), ("Mod", "1", value), ("FloorMod", "?", value), ("Add", "1..3", {**value, "outputs": [tensor(8)]}),
                                       ("Subtract", "2", refused)])
        self.write_case("a/refused", [run_without_outputs("one", **REJECTED)], MODEL.replace("{{axis}}", "0"))
        self.assertEqual(self.export(), [
            "1 run in 1 test below out", "left out: 2 runs that expect a rejection", "left out: 3 runs that have a model that ONNX cannot express",
            "  2: FloorMod of reals", '  1: the input "b"'])
        self.assertEqual(json.loads(self.read("out/index.json"))["left_out"], [
            {"reason": "expect a rejection", "runs": ["a/layers/type_subtract__shape_2", "a/refused/one"]},
            {"reason": "have a model that ONNX cannot express", "lacks": "FloorMod of reals", "runs": ["a/layers/type_floormod__shape_1", "a/layers/type_floormod__shape_"]},
            {"reason": "have a model that ONNX cannot express", "lacks": 'the input "b"', "runs": ["a/layers/type_add__shape_1_3"]}])

    # A runner gives inputs by position: those with a default are last, and those that are given have none.
    def test_inputs_with_a_default(self):
        given = {"inputs": {"a": tensor(5), "b": tensor(3)}, "outputs": [tensor(2)]}
        default = {"inputs": {"a": tensor(5)}, "outputs": [tensor(3)]}
        self.write_case("a/d", [{"name": "default", **default}, {"name": "given", **given}, {"name": "again", **given},
                                {"name": "in_turn", "sequence": [given, default]}], WITH_DEFAULT)
        self.assertEqual(self.export(), ["3 runs in 2 tests below out", "left out: 1 runs that replace a default in some inferences only"])
        self.assertEqual([(entry["test"], entry["data_sets"]) for entry in self.index().values()],
                         [("test_a__d", ["test_data_set_0"]), ("test_a__d_2", ["test_data_set_0"]), ("test_a__d_2", ["test_data_set_1"])])
        self.assertEqual([self.read_tensor("out/test_a__d_2/test_data_set_1/input_%d.pb" % k) for k in (0, 1)], [("a", [5]), ("b", [3])])
        self.assertEqual(sorted(os.listdir(self.path("out/test_a__d/test_data_set_0"))), ["input_0.pb", "output_0.pb"])
        inputs = {name: self.backedge("explain", "out/%s/model.onnx" % name).stdout for name in ("test_a__d", "test_a__d_2")}
        self.assertLess(inputs["test_a__d_2"].index('"a"'), inputs["test_a__d_2"].index('"b"'))
        self.assertIn("2 ok, 0 failed", self.backedge("check", "out", "--rtol", "0").stdout)

    def test_format_selects(self):
        self.write_case("a/b", [run("right")], MODEL.replace("{{axis}}", "0"))
        self.assertEqual(self.backedge("export", "--format", "openvino-ir", "--out", "ir").stdout, "0 runs below ir\n")
        self.assertEqual(self.backedge("export", "--out", "all").stdout, "1 run below all\n")
        self.assertEqual(self.read("all/a/b/right/model.onnxtxt").decode(), MODEL.replace("{{axis}}", "0"))
        self.backedge("export", "--survey", "--out", "all", code=2)
        self.backedge("export", "--format", "other", "--out", "all", code=2)


if __name__ == "__main__":
    unittest.main()
