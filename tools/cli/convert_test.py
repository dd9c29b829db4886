"""Tests `backedge convert`: the converted networks of the corpus give what the corpus expects of the networks.

What a converted network gives is computed by the interpreter from the OpenVINO IR, by its own reader of IR.
"""

import collections
import json
import os
import pathlib
import resource
import struct
import subprocess
import sys
import tempfile
import unittest

from expand import expand

BACKEDGE = os.path.abspath(sys.argv.pop(1))
CASES = pathlib.Path("testdata/tensorrt").absolute()
# If the length is less than the number of iterations, IR asks for an axis of zeros with a negative length.
RULES_OF_IR = {"OUT-9": "OP-6"}

# Y has the steps of a loop over X. Nothing reads the parts of 1 position.
UNREAD_PARTS = """<net><layers>
<layer id="0" name="X" type="Parameter"><data element_type="i32" shape="4,%s"/><output><port id="0"/></output></layer>
<layer id="1" name="loop" type="TensorIterator">
 <port_map><input axis="0" start="%d" external_port_id="0" internal_layer_id="0"/><output axis="0" external_port_id="1" internal_layer_id="2"/></port_map>
 <input><port id="0"/></input><output><port id="1"/></output>
 <body><layers>
  <layer id="0" name="part" type="Parameter"><data element_type="i32" shape="1,3"/><output><port id="0"/></output></layer>
  <layer id="1" name="one" type="Const"><data element_type="u8" shape="1" offset="0" size="1"/><output><port id="0"/></output></layer>
  <layer id="2" name="step" type="Result"><input><port id="0"/></input></layer>
 </layers><edges><edge from-layer="1" from-port="0" to-layer="2" to-port="0"/></edges></body></layer>
<layer id="2" name="Y" type="Result"><input><port id="0"/></input></layer>
</layers><edges><edge from-layer="0" from-port="0" to-layer="1" to-port="0"/><edge from-layer="1" from-port="1" to-layer="2" to-port="0"/></edges></net>"""


def backedge(*words):
    return subprocess.run([BACKEDGE, *map(str, words)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, timeout=500)


def models_of(folder):
    """(text of the network, its runs) of each model of a case."""
    case = json.loads((folder / "case.json").read_text())
    by_values = collections.defaultdict(list)
    for run in case["runs"]:
        by_values[tuple(run.get("at", []))].append({key: value for key, value in run.items() if key != "at"})
    for values, runs in by_values.items():
        yield case, expand((folder / "model.json").read_text(), case.get("columns"), values), runs


# Outputs of no iteration whose dimensions follow from initial values (TRT-17). In IR they are 0 (ZERO-2).
OTHER_SHAPES = {"recurrences/dynamic": "count_0", "nested/dynamic_two_deep": "outer_", "nested/dynamic_three_deep": "outer_"}


def converted_run(run, case):
    """The run as the model in IR is expected to do it; None for a count of -1, which means no bound there."""
    if case in OTHER_SHAPES and OTHER_SHAPES[case] in run["name"]:
        return None
    rules = run.get("rejected", {}).get("rule", [])
    rules = [rules] if isinstance(rules, str) else rules
    if "TRT-6" in rules:
        return None
    added = [RULES_OF_IR[rule] for rule in rules if rule in RULES_OF_IR]
    return {**run, "rejected": {**run["rejected"], "rule": rules + added}} if added else run


class ConvertTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)

    def convert(self, text, folder):
        folder.mkdir(parents=True)
        (folder / "model.json").write_text(text)
        done = backedge("convert", folder / "model.json", folder / "model.xml", "--error-format", "json")
        (folder / "model.json").unlink()
        return json.loads(done.stderr)["rule"] if done.returncode else ""

    def test_converted_networks_of_the_corpus_give_the_same(self):
        manifest, rejected, wrong = [], collections.Counter(), []
        for file in sorted(CASES.glob("**/case.json")):
            for number, (case, text, runs) in enumerate(models_of(file.parent)):
                path = "%s/model_%d" % (file.parent.relative_to(CASES), number)
                fault = self.convert(text, self.root / path)
                expected = {json.dumps(run["rejected"]["rule"]) for run in runs if run.get("rejected", {}).get("phase") == "load"}
                if fault and json.dumps(fault) not in expected:
                    rejected[fault] += len(runs)
                elif bool(fault) != bool(expected):
                    wrong.append(path)
                if fault:
                    continue
                kept = [kept for kept in (converted_run(run, str(file.parent.relative_to(CASES))) for run in runs) if kept is not None]
                if not kept:
                    continue
                front = {**case, "format": "openvino-ir", "dialect": "loop-5", "features": [], "runs": kept}
                front.pop("columns", None)
                (self.root / path / "case.json").write_text(json.dumps(front))
                manifest.append("%s %d %s\n" % (path, len(kept), "0" * 64))
        self.assertEqual(wrong, [])
        # A condition that an iterator reads from a table.
        self.assertEqual(set(rejected), {"IR-WRITE-1"}, rejected)
        (self.root / "MANIFEST").write_text("".join(sorted(manifest)))
        done = backedge("check", "--corpus", self.root, "all")
        self.assertEqual(done.returncode, 0, done.stdout[-3000:] + done.stderr)
        self.assertGreater(sum(int(line.split()[1]) for line in manifest), 1500)

    def test_errors_name_what_cannot_be_expressed(self):
        calls = [{"as": "go", "call": "addInput", "type": "kBOOL", "dimensions": [-1]}, {"as": "loop", "call": "addLoop"},
                 {"as": "each", "call": "addIterator", "on": "loop", "tensor": "go"},
                 {"call": "addTripLimit", "on": "loop", "tensor": "each", "limit": "kWHILE"},
                 {"as": "r", "call": "addRecurrence", "on": "loop", "initialValue": "go"},
                 {"call": "setInput", "on": "r", "index": 1, "tensor": "r"},
                 {"as": "last", "call": "addLoopOutput", "on": "loop", "tensor": "r", "outputKind": "kLAST_VALUE"},
                 {"call": "markOutput", "tensor": "last"}]
        (self.root / "n.json").write_text(json.dumps({"format": "tensorrt-network", "calls": calls}))
        done = backedge("convert", self.root / "n.json", self.root / "n.xml")
        self.assertEqual(done.returncode, 1)
        for part in ("n.json: loop \"loop\"", "IR-WRITE-1", "depends on an iterator", "each"):
            self.assertIn(part, done.stderr)
        self.assertEqual(sorted(os.listdir(self.root)), ["n.json"])

    def test_replaces_no_external_data(self):
        def field(number, value):
            return bytes([number << 3, value]) if isinstance(value, int) else bytes([number << 3 | 2, len(value)]) + value

        # y = -w, where w = [1, 2] is in the second half of model.bin
        place = b"".join(field(13, field(1, key) + field(2, value)) for key, value in ((b"location", b"model.bin"), (b"offset", b"8")))
        tensor = field(1, 2) + field(2, 1) + field(8, b"w") + field(14, 1) + place
        value = field(1, b"y") + field(2, field(1, field(1, 1)))
        graph = field(1, field(1, b"w") + field(2, b"y") + field(4, b"Neg")) + field(5, tensor) + field(12, value)
        (self.root / "model.onnx").write_bytes(field(1, 8) + field(7, graph) + field(8, field(2, 17)))
        data = struct.pack("<4f", 3, 4, 1, 2)
        (self.root / "model.bin").write_bytes(data)
        done = backedge("convert", self.root / "model.onnx", self.root / "model.xml")
        self.assertEqual((done.returncode, "model.bin: FILE-1" in done.stderr), (1, True), done.stderr)
        self.assertEqual(((self.root / "model.bin").read_bytes(), sorted(os.listdir(self.root))), (data, ["model.bin", "model.onnx"]))
        self.assertEqual(backedge("convert", self.root / "model.onnx", self.root / "other.xml").returncode, 0)
        (self.root / "same.xml").write_text("")
        (self.root / "same.bin").symlink_to("same.xml")
        done = backedge("convert", self.root / "model.onnx", self.root / "same.xml")
        self.assertEqual((done.returncode, "are the same file" in done.stderr), (2, True), done.stderr)

    def test_writes_onnx(self):
        [(_, text, _), *_] = list(models_of(CASES / "hand/nested_sum"))
        (self.root / "n.json").write_text(text)
        done = backedge("convert", self.root / "n.json", self.root / "n.onnx")
        self.assertEqual((done.returncode, done.stdout), (0, f"{self.root}/n.onnx\n"), done.stderr)
        given, read = (backedge("run", self.root / name, "--fill", "random:1") for name in ("n.json", "n.onnx"))
        self.assertEqual(given.returncode, 0, given.stderr)
        self.assertEqual(read.stdout, given.stdout)

    def test_keeps_the_check_of_a_part_that_nothing_reads(self):
        (self.root / "model.bin").write_bytes(b"\1")
        # A Scan declares the shape of a part. With borders it is a Loop, which has no place for a declaration.
        for width, start, code in (("3", 0, 0), ("3", 1, 0), ("?", 0, 0), ("?", 1, 1)):
            (self.root / "model.xml").write_text(UNREAD_PARTS % (width, start))
            done = backedge("convert", self.root / "model.xml", self.root / "model.onnx")
            self.assertEqual((done.returncode, "must fit the shape of Parameter 0 \"part\"" in done.stderr), (code, code == 1), done.stderr)

    def test_does_not_overwrite_the_network(self):
        (self.root / "n.json").write_text("{}")
        done = backedge("convert", self.root / "n.json", self.root / "n.json")
        self.assertEqual(done.returncode, 2)
        self.assertIn("must end in .xml", done.stderr)
        self.assertEqual((self.root / "n.json").read_text(), "{}")

    def test_replaces_both_files_or_none(self):
        [(_, text, _)] = list(models_of(CASES / "nested/three_deep"))
        (self.root / "n.json").write_text(text)
        old = {"m.xml": b"old model", "m.bin": b"old weights"}
        for name, content in old.items():
            (self.root / name).write_bytes(content)
        read = lambda: {name: (self.root / name).read_bytes() for name in old}
        words = [BACKEDGE, "convert", str(self.root / "n.json"), str(self.root / "m.xml")]

        def with_small_files():  # the weights can be written, and the model cannot
            resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))

        done = subprocess.run(words, preexec_fn=with_small_files, restore_signals=False, capture_output=True, text=True, timeout=100)
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertIn("m.xml: FILE-1", done.stderr)
        self.assertEqual(read(), old)
        self.assertEqual(sorted(os.listdir(self.root)), ["m.bin", "m.xml", "n.json"])
        self.assertEqual(subprocess.run(words, capture_output=True, timeout=100).returncode, 0)
        self.assertNotEqual(read()["m.xml"], old["m.xml"])

    def test_does_not_replace_a_file_that_it_reads(self):
        [(_, text, _)] = list(models_of(CASES / "nested/three_deep"))
        (self.root / "n.json").write_text(text)
        self.assertEqual(backedge("convert", self.root / "n.json", self.root / "m.xml").returncode, 0)
        for name in ("m.xml", "m.bin"):
            os.link(self.root / name, self.root / ("also" + name[1:]))
        (self.root / "other.bin").write_bytes((self.root / "m.bin").read_bytes())
        before = {name: (self.root / name).read_bytes() for name in os.listdir(self.root)}
        for words in ((self.root / "m.xml", self.root / "m.xml"), (self.root / "m.xml", self.root / "also.xml"),
                      (self.root / "m.xml", f"{self.root}/../{self.root.name}/m.xml"),
                      (self.root / "m.xml", self.root / "other.xml", "--weights", self.root / "other.bin")):
            done = backedge("convert", *words)
            self.assertEqual(done.returncode, 2, words)
            self.assertIn("OUT would replace", done.stderr)
            self.assertEqual({name: (self.root / name).read_bytes() for name in os.listdir(self.root)}, before)

    def test_explain_describes_a_network(self):
        [(_, text, _)] = list(models_of(CASES / "nested/three_deep"))
        (self.root / "n.json").write_text(text)
        done = backedge("explain", self.root / "n.json")
        self.assertEqual(done.returncode, 0, done.stderr)
        for part in ("loop \"loop0\"", "loop \"loop2\"", "dialect      tensorrt-network", "\"X\" axis 0", "r2"):
            self.assertIn(part, done.stdout)


if __name__ == "__main__":
    unittest.main()
