"""Tests the commands on a corpus: their exit codes, output and files."""

import json
import os
import struct
import subprocess
import sys
import tempfile
import unittest

BACKEDGE = os.path.abspath(sys.argv.pop(1))

MODEL = """<net><layers>
<layer id="0" name="x" type="Parameter"><data shape="2" element_type="%s"/><output><port id="0"/></output></layer>
<layer id="1" name="y" type="Result"><input><port id="0"/></input></layer>
</layers><edges><edge from-layer="0" from-port="0" to-layer="1" to-port="0"/></edges></net>
"""


def tensor(*values, of="i32"):
    return {"type": of, "shape": [len(values)], "values": list(values)}


def npy(*values):
    header = "{'descr': '<i8', 'fortran_order': False, 'shape': (%d,), }" % len(values)
    header += " " * (-(len(header) + 11) % 64) + "\n"
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode() + struct.pack("<%dq" % len(values), *values)


def case(*runs, **members):
    return {"format": "openvino-ir", "title": "T.", "dialect": "loop-5", "kind": "boundary", "rules": ["OUT-1"], "features": [],
            "oracle": "by-hand", "notes": "n", "runs": list(runs), **members}


RIGHT = {"name": "right", "inputs": {"x": tensor(1, 2)}, "outputs": [tensor(1, 2)]}
WRONG = {"name": "wrong", "inputs": {"x": tensor(1, 2)}, "outputs": [tensor(1, 3)]}
OF_TYPES = case({"at": ["f32"], "inputs": {"x": "t"}, "outputs": [tensor(0.1, "0x7fc00001", of="f32")]},
                {"at": ["i32"], "rejected": {"phase": "run", "rule": "INPUT-3"}},
                columns=["type"], tensors={"t": tensor(0.1, "0x7fc00001", of="f32")}, inputs={"x": "t"})


# y = step(e^x)
FUNCTIONS = """<net><layers>
<layer id="0" name="x" type="Parameter"><data shape="1" element_type="f32"/><output><port id="0"/></output></layer>
<layer id="1" name="exp" type="Exp"><input><port id="0"/></input><output><port id="1"/></output></layer>
<layer id="2" name="step" type="%s"><input><port id="0"/></input><output><port id="1"/></output></layer>
<layer id="3" name="y" type="Result"><input><port id="0"/></input></layer>
</layers><edges><edge from-layer="0" from-port="0" to-layer="1" to-port="0"/>
<edge from-layer="1" from-port="1" to-layer="2" to-port="0"/><edge from-layer="2" from-port="1" to-layer="3" to-port="0"/></edges></net>
"""


class CorpusCommandsTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = folder.name
        cases = {"a/right": case(RIGHT), "a/wrong": case(WRONG, RIGHT), "b/types": OF_TYPES}
        for path, content in cases.items():
            self.write("testdata/%s/case.json" % path, json.dumps(content))
            self.write("testdata/%s/model.xml" % path, MODEL % ("{{type}}" if "columns" in content else "i32"))
        self.write("testdata/MANIFEST", "".join(
            "%s %d %s\n" % (path, len(content["runs"]), "0" * 64) for path, content in sorted(cases.items())))

    def write(self, file, text):
        file = os.path.join(self.root, file)
        os.makedirs(os.path.dirname(file), exist_ok=True)
        with open(file, "wb") as stream:
            stream.write(text if isinstance(text, bytes) else text.encode())

    def backedge(self, *words):
        environment = {k: v for k, v in os.environ.items() if k != "BUILD_WORKING_DIRECTORY"}
        done = subprocess.run([BACKEDGE, *words], cwd=self.root, env=environment, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, text=True, timeout=60)
        return done.returncode, done.stdout

    def test_check_reports_what_fails_and_how_to_repeat_it(self):
        code, output = self.backedge("check", "a", "b/types")
        self.assertEqual(code, 1)
        self.assertIn("again: backedge check a/wrong/wrong\n", output)
        self.assertIn("5 runs, 1 failed", output)
        self.assertEqual(self.backedge("check", "a/wrong/wrong")[0], 1)
        self.assertEqual(self.backedge("check", "a/wrong/right"), (0, "1 run, 0 failed\n"))

    def test_check_takes_folders(self):
        self.assertEqual(self.backedge("check", "testdata/a/right/"), (0, "1 run, 0 failed\n"))
        self.assertEqual(self.backedge("check", "testdata/a/wrong/right"), (0, "1 run, 0 failed\n"))
        self.assertEqual(self.backedge("check", "testdata/a/wrong/other")[0], 1)

    def test_a_run_has_a_name_that_can_be_a_folder(self):
        for name in ("../../elsewhere", "a/b", "a\0b", "a\nb", "a.b", "\u00e9", "-", "A"):
            self.write("testdata/a/right/case.json", json.dumps(case({**RIGHT, "name": name})))
            for words in (["check", "testdata/a/right"], ["export", "testdata/a/right", "--out", "out"]):
                code, output = self.backedge(*words)
                self.assertEqual(code, 1, output)
                self.assertIn("expected small letters, digits and _", output)
        self.assertEqual(sorted(os.listdir(self.root)), ["testdata"])

    def test_a_name_that_matches_nothing_is_an_error(self):
        for command in ("check", "golden", "list"):
            code, output = self.backedge(command, "a/right", "c")
            self.assertEqual(code, 1)
            self.assertIn('no run is called "c"', output)
            output = self.backedge(command, "a/right", "--corpus", "elsewhere")[1]
            self.assertIn("no cases below elsewhere; --corpus names another folder", output)

    def test_a_corpus_that_differs_from_its_manifest_is_an_error(self):
        self.write("testdata/a/new/case.json", json.dumps(case(RIGHT)))
        self.write("testdata/a/new/model.xml", MODEL % "i32")
        for command in (["check", "a/right"], ["golden", "a/right"], ["list"], ["export", "--out", "out"]):
            code, output = self.backedge(*command)
            self.assertEqual(code, 1, command)
            self.assertIn("not in MANIFEST: a/new", output)

    def test_list_counts(self):
        self.assertIn("a/wrong  2  T.\n", self.backedge("list")[1])
        code, output = self.backedge("list", "--summary")
        self.assertEqual(code, 0, output)
        rows = [line.split() for line in output.splitlines()]
        self.assertIn(["a", "2", "3", "3", "-", "-"], rows)
        self.assertIn(["OUT-1", "5", "5", "5", "-", "-"], rows)
        self.assertIn(["INPUT-3", "-", "-", "-", "1", "-"], rows)

    def test_list_of_nothing_is_an_error_alone(self):
        code, output = self.backedge("list", "--summary", "--corpus", "none")
        self.assertEqual(code, 1)
        self.assertNotIn("dialect", output)

    def test_golden_shows_both_and_changes_nothing(self):
        code, output = self.backedge("golden", "a")
        self.assertEqual(code, 1)
        self.assertIn("  oracle  |  interpreter\n  [1 3]   |  [1 2]\n", output)
        self.assertEqual(self.backedge("golden", "a")[1], output)
        self.assertEqual(self.backedge("golden", "a/right"),
                         (0, "1 run; oracle and interpreter differ in 0; 0 have a tolerance other than the derived one\n"))

    def test_golden_shows_both_if_a_default_is_replaced(self):
        run = {"name": "replaced", "inputs": {"x": tensor(1, 2), "d": tensor(3, 4)}, "outputs": [tensor(5, 5)]}
        self.write("testdata/a/right/case.json", json.dumps(case(run, format="onnx", dialect="onnx")))
        self.write("testdata/a/right/model.onnxtxt", """<ir_version: 8, opset_import: ["" : 17]>
graph (int32[2] x, int32[2] d) => (int32[2] y) <int32[2] d = {10, 20}> { y = Add (x, d) }""")
        code, output = self.backedge("golden", "a/right")
        self.assertEqual(code, 1)
        self.assertIn("  oracle  |  interpreter\n  [5 5]   |  [4 6]\n", output)

    def golden_of(self, step, compare):
        """The exit code and the output for e^0 = 1, where 3 ulp are 3.58e-07."""
        run = {"name": "one", "inputs": {"x": tensor(0, of="f32")}, "outputs": [{**tensor(1, of="f32"), "compare": compare}]}
        self.write("testdata/a/right/case.json", json.dumps(case(run)))
        self.write("testdata/a/right/model.xml", FUNCTIONS % step)
        return self.backedge("golden", "a/right")

    def test_golden_derives_tolerances(self):
        code, output = self.golden_of("Identity", {"bound": 4e-7})
        self.assertEqual(code, 0, output)
        self.assertIn("a/right/one output 0: bound 4e-07, derived at most 3.59e-07\n", output)
        for bound in (3.5e-7, 1e-5):  # too small; guessed
            code, output = self.golden_of("Identity", {"bound": bound})
            self.assertEqual(code, 1)
            self.assertIn("derived at most 3.59e-07: CASE-4\n", output)
        self.assertEqual(self.golden_of("Identity", {"ulp": 6})[0], 0)  # below 1 an ulp is half as large
        self.assertEqual(self.golden_of("Identity", {"ulp": 5})[0], 1)

    def test_golden_rejects_values_that_depend_on_rounding(self):
        code, output = self.golden_of("Floor", {"bound": 4e-7})
        self.assertEqual(code, 1)
        self.assertIn('layer 2 "step" (Floor): CASE-3', output)
        self.assertIn("depends on roundings", output)

    def test_export_fills_in_parameters(self):
        code, output = self.backedge("export", "--out", "out")
        self.assertEqual(code, 0, output)
        plain = os.path.join(self.root, "out/b/types/type_f32")
        with open(plain + "/model.xml") as file:
            self.assertEqual(file.read(), MODEL % "f32")
        with open(plain + "/case.json") as file:
            content = json.load(file)
        self.assertNotIn("columns", content)
        self.assertEqual(content["runs"], [{"name": "type_f32", "inputs": {"x": tensor(0.1, "0x7fc00001", of="f32")},
                                            "outputs": [tensor(0.1, "0x7fc00001", of="f32")]}])
        self.assertEqual(self.backedge("check", plain, "out/b/types/type_i32")[0], 0)
        self.assertEqual(self.backedge("export", "--out", "out")[0], 1)  # existing files are not overwritten

    def test_golden_makes_a_case_of_a_model(self):
        self.write("mine.xml", MODEL % "i64")
        self.write("inputs/x.npy", npy(2**60, -7))
        command = ["golden", "mine.xml", "--inputs", "inputs", "--case-dir", "made"]
        self.assertEqual(self.backedge(*command)[0], 0)
        with open(os.path.join(self.root, "made/case.json")) as file:
            content = json.load(file)
        self.assertEqual(content["oracle"], "reference-only")
        self.assertEqual(content["runs"][0]["outputs"], [tensor(str(2**60), -7, of="i64")])
        self.assertEqual(self.backedge("check", "made"), (0, "1 run, 0 failed\n"))
        self.assertEqual(self.backedge(*command)[0], 1)  # existing files are not overwritten
        self.write("inputs/z.npy", npy(1, 2))
        output = self.backedge(*command[:-1], "other")[1]
        for words in ("mine.xml: INPUT-2", 'no Parameter "z"', "it is given inputs/z.npy"):
            self.assertIn(words, output)
        os.rename(os.path.join(self.root, "inputs/z.npy"), os.path.join(self.root, "inputs/a.npz"))
        self.assertIn("inputs/a.npz", self.backedge(*command[:-1], "other")[1])
        os.remove(os.path.join(self.root, "inputs/x.npy"))
        os.rename(os.path.join(self.root, "inputs/a.npz"), os.path.join(self.root, "inputs/x.npz"))
        self.assertIn("inputs/x.npz: INPUT-5\n  a .npz is an archive", self.backedge(*command[:-1], "other")[1])
        self.assertFalse(os.path.exists(os.path.join(self.root, "other")))

    def test_golden_makes_a_case_of_a_network(self):
        calls = [{"as": "x", "call": "addInput", "type": "kINT64", "dimensions": [2]},
                 {"as": "y", "call": "addUnary", "input": "x", "operation": "kNEG"}, {"call": "markOutput", "tensor": "y"}]
        self.write("mine.json", json.dumps({"format": "tensorrt-network", "calls": calls}))
        self.write("inputs/x.npy", npy(2**60, -7))
        self.assertEqual(self.backedge("golden", "mine.json", "--inputs", "inputs", "--case-dir", "made")[0], 0)
        with open(os.path.join(self.root, "made/case.json")) as file:
            content = json.load(file)
        self.assertEqual((content["format"], content["dialect"]), ("tensorrt-network", "tensorrt-network"))
        self.assertEqual(content["runs"][0]["outputs"], [tensor(str(-(2**60)), 7, of="i64")])
        self.assertEqual(self.backedge("check", "made"), (0, "1 run, 0 failed\n"))

    def test_wrong_usage(self):
        for words in (["check"], ["golden"], ["export"], ["golden", "m.xml", "--inputs", "d"],
                      ["golden", "m.xml", "n.xml", "--inputs", "d", "--case-dir", "c"]):
            self.assertEqual(self.backedge(*words)[0], 2, words)


if __name__ == "__main__":
    unittest.main()
