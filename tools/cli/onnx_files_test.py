"""Tests how the program reads and writes the .pb files of ONNX, and runs the folders of its tests."""

import json
import os
import shlex
import struct
import unittest

from backedge_test import BACKEDGE, Program


def varint(number):
    return bytes([number]) if number < 128 else bytes([number & 127 | 128]) + varint(number >> 7)


def field(number, value):
    """A field of a message: an integer, or bytes."""
    if isinstance(value, int):
        return varint(number << 3) + varint(value)
    return varint(number << 3 | 2) + varint(len(value)) + value


def tensor(values, form="f", data_type=1):
    return field(1, len(values)) + field(2, data_type) + field(9, struct.pack("<%d%s" % (len(values), form), *values))


def value_info(name):
    shape = field(1, field(2, b"n"))  # one dimension of any size
    return field(1, name) + field(2, field(1, field(1, 1) + field(2, shape)))


def model(operator, inputs, outputs=(b"y",)):
    """A model of one node, of FLOAT tensors."""
    node = b"".join([field(1, name) for name in inputs] + [field(2, name) for name in outputs]) + field(4, operator)
    graph = field(1, node) + b"".join([field(11, value_info(name)) for name in inputs] + [field(12, value_info(name)) for name in outputs])
    return field(1, 8) + field(7, graph) + field(8, field(2, 17))


class OnnxFilesTest(Program):
    def setUp(self):
        super().setUp()
        self.write("sub.onnx", model(b"Sub", [b"a", b"b"]))
        self.write("a.pb", tensor([5, 7]))
        self.write("b.pb", tensor([1, 2]))

    def write_test(self, folder, expected, operator=b"Sub"):
        os.makedirs(self.path(folder + "/test_data_set_0"), exist_ok=True)
        self.write(folder + "/model.onnx", model(operator, [b"a", b"b"]))
        for name, values in (("input_0", [5, 7]), ("input_1", [1, 2]), ("output_0", expected)):
            self.write("%s/test_data_set_0/%s.pb" % (folder, name), tensor(values))

    def check(self, code, *words):
        return self.backedge("check", *words, code=code).stdout.splitlines()

    def test_runs_with_pb_files(self):
        run = ["run", "sub.onnx", "--input", "a=a.pb", "--input", "1=b.pb"]
        self.assertEqual(self.backedge(*run).stdout, "y f32[2]\n[4. 5.]\n")
        self.backedge(*run, "--output-dir", "out", "--output-format", "pb")
        self.assertEqual(sorted(os.listdir(self.path("out"))), ["output_0.pb", "outputs.json"])
        written = field(1, 2) + field(2, 1) + field(8, b"y") + field(9, struct.pack("<2f", 4, 5))
        self.assertEqual(self.read("out/output_0.pb"), written)
        self.backedge(*run, "--output-format", "pb", code=2)  # without a folder
        self.backedge(*run, "--output-dir", "out", "--output-format", "txt", code=2)

    def test_gives_a_default_another_value(self):
        self.write("sub.onnxtxt", '<ir_version: 8, opset_import: ["" : 17]>\n'
                   "g (float[2] b, float[2] a) => (float[2] y) <float[2] b = {1, 4}> { y = Sub (a, b) }\n")
        run = ["run", "sub.onnxtxt", "--input", "0=a.pb"]
        self.assertEqual(self.backedge(*run).stdout, "y f32[2]\n[4. 3.]\n")
        self.assertEqual(self.backedge(*run, "--input", "b=b.pb").stdout, "y f32[2]\n[4. 5.]\n")
        self.assertIn('Parameter 0 "a" f32[2]\nDefault "b" f32[2]\n', self.backedge("explain", "sub.onnxtxt").stdout)
        error = self.error(*run, "--input", "1=b.pb")
        self.assertEqual(error["rule"], "INPUT-2")
        self.assertIn('inputs with a default:\n  "b" f32[2]', error["message"])

    def golden(self, model, inputs):
        """The members of the case, which passes in the interpreter, in `serve` and as a test of ONNX."""
        self.backedge("golden", model, "--inputs", inputs, "--case-dir", "case")
        self.assertEqual(self.backedge("check", "case").stdout, "1 run, 0 failed\n")
        backend = ["--backend", shlex.quote(BACKEDGE) + " serve", "--max-memory", "0"]
        self.assertIn("1 passed\n", self.backedge("verify", "--filter", "case", *backend).stdout)
        self.backedge("export", "case", "--out", "plain")
        self.assertEqual(self.read("plain/case/recorded/model.onnx"), self.read("case/model.onnx"))
        self.backedge("export", "case", "--format", "onnx", "--out", "tests")
        self.assertIn("1 test: 1 ok", self.backedge("check", "tests").stdout)
        return json.loads(self.read("case/case.json"))

    def test_makes_a_case_of_a_binary_model(self):
        os.mkdir(self.path("inputs"))
        self.write("inputs/b.pb", tensor([1, 2]))
        self.write("inputs/0.pb", tensor([5, 7]))
        made = self.golden("sub.onnx", "inputs")
        self.assertEqual(self.read("case/model.onnx"), self.read("sub.onnx"))
        self.assertEqual((made["format"], made["runs"][0]["outputs"][0]["values"]), ("onnx", [4, 5]))
        self.assertEqual(made["runs"][0]["inputs"]["a"]["values"], [5, 7])
        self.write("inputs/c.pb", tensor([1, 2]))
        golden = ["golden", "sub.onnx", "--inputs", "inputs", "--case-dir", "other"]
        self.assertIn('the model has no Parameter "c"', self.backedge(*golden, code=1).stderr)

    def test_makes_a_case_of_a_data_set(self):
        self.write_test("t", [0, 0])
        made = self.golden("t/model.onnx", "t/test_data_set_0")
        self.assertEqual(made["runs"][0]["outputs"][0]["values"], [4, 5])

    def test_a_case_has_its_external_data_inside(self):
        entries = b"".join(field(13, field(1, key) + field(2, value)) for key, value in ((b"location", b"w.bin"), (b"offset", b"4")))
        w = field(1, 2) + field(2, 1) + field(8, b"w") + entries + field(14, 1)
        graph = field(1, field(1, b"a") + field(1, b"w") + field(2, b"y") + field(4, b"Sub")) + field(5, w)
        graph += field(11, value_info(b"a")) + field(12, value_info(b"y"))
        self.write("ext.onnx", field(1, 8) + field(7, graph) + field(8, field(2, 17)))
        self.write("w.bin", struct.pack("<3f", 9, 1, 2))
        os.mkdir(self.path("inputs"))
        self.write("inputs/a.pb", tensor([5, 7]))
        made = self.golden("ext.onnx", "inputs")
        self.assertEqual(made["runs"][0]["outputs"][0]["values"], [4, 5])
        self.assertEqual(sorted(os.listdir(self.path("case"))), ["case.json", "model.onnx"])
        self.assertIn(struct.pack("<2f", 1, 2), self.read("case/model.onnx"))

    def test_names_the_file_of_an_error(self):
        self.write("b.pb", tensor([1, 2])[:-1])
        error = self.error("run", "sub.onnx", "--input", "a=a.pb", "--input", "b=b.pb")
        self.assertEqual((error["phase"], error["rule"], error["where"]), ("input", "INPUT-5", "b.pb"))
        self.write("b.pb", tensor([1, 2], "i", 6))
        self.assertEqual(self.error("run", "sub.onnx", "--input", "a=a.pb", "--input", "b=b.pb")["rule"], "INPUT-3")

    def test_checks_folders(self):
        self.write_test("tests/right", [4, 5])
        self.write_test("tests/unknown", [4, 5], b"Unknown")
        tolerances = "; rtol 0.001, of bf16 0.015625, atol 1e-07"
        lines = self.check(0, "tests")
        self.assertEqual(lines[0], "ok             tests/right")
        self.assertTrue(lines[1].startswith("not supported  tests/unknown: model.onnx: "), lines[1])
        self.assertEqual(lines[2:], ["2 tests: 1 ok, 0 failed, 1 not supported" + tolerances])
        self.write_test("tests/wrong", [4, 6])
        lines = self.check(1, "tests/", "tests/right/")
        self.assertEqual(lines[2], 'FAILED         tests/wrong: test_data_set_0: output 0 "y": first at [1] of f32[2]: '
                         "got 5.0, expected 6.0; 1 of 2 elements differ")
        self.assertEqual(lines[4], "4 tests: 2 ok, 1 failed, 1 not supported" + tolerances)
        self.assertEqual(self.check(0, "tests/wrong", "--rtol", "0", "--atol", "1")[1],
                         "1 test: 1 ok, 0 failed, 0 not supported; rtol 0, of bf16 0, atol 1")

    def test_wrong_usage_of_check(self):
        self.write_test("right", [4, 5])
        self.assertIn("either cases or folders", self.backedge("check", "right", "loop/trip_grid", code=2).stderr)
        for option in ("--rtol", "--atol", "--max-bytes"):
            self.assertIn("none is named", self.backedge("check", "loop", option, "1", code=2).stderr)
        self.backedge("check", "right", "--atol", "-1", code=2)
        os.mkdir(self.path("empty"))
        self.assertIn("model.onnx", self.backedge("check", "empty", code=1).stderr)

    def test_prints_no_control_sequences(self):
        folder = "odd\x1b[2J\n\u202e"
        self.write_test(folder, [4, 6])
        self.write(folder + "/model.onnx", model(b"Sub", [b"a", b"b"], [b"y\x1b[2J\n"]))
        lines = self.check(1, folder)
        self.assertEqual(len(lines), 2)
        self.assertIn('odd\\u001b[2J\\u000a\\u202e: test_data_set_0: output 0 "y\\u001b[2J\\u000a"', lines[0])
        self.write(folder + "/test_data_set_0/input_1.pb", b"\xff")
        self.assertTrue(self.check(1, folder)[0].startswith(
            "FAILED         odd\\u001b[2J\\u000a\\u202e: test_data_set_0/input_1.pb: INPUT-5: "))


if __name__ == "__main__":
    unittest.main()
