"""Tests `backedge shrink` and `backedge explain-failure` on a backend that misreads models."""

import json
import os
import re
import shlex
import subprocess
import sys
import tempfile
import unittest

BACKEDGE, MISREADS = (os.path.abspath(path) for path in sys.argv[1:3])
del sys.argv[1:3]

NO_LIMIT = ("--max-memory", "0")  # the address space of a sanitizer is as large as it gets
SOUND = ("--backend", BACKEDGE + " serve", *NO_LIMIT)
# Passes the first question on, hello, and crashes at the next one.
CRASHES = """import os, subprocess, sys
served = subprocess.Popen([%r, "serve"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
served.stdin.write(sys.stdin.readline())
served.stdin.flush()
print(served.stdout.readline(), end="", flush=True)
sys.stdin.readline()
print("what went wrong", file=sys.stderr, flush=True)
os.abort()
"""
# The replaced text has as many bytes, so that the length before it in protobuf's format stays right.
ADDS = ("--backend", f"{sys.executable} {MISREADS} Mul Add {BACKEDGE} serve", *NO_LIMIT)
MULTIPLIES = ("--backend", f"{sys.executable} {MISREADS} 'type=\"Add\"' 'type=\"Multiply\"' {BACKEDGE} serve", *NO_LIMIT)


def backedge(*words, **variables):
    environment = {k: v for k, v in os.environ.items() if k != "BUILD_WORKING_DIRECTORY"} | variables
    done = subprocess.run([BACKEDGE, *words], env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          timeout=250)
    return done.returncode, done.stdout


def traces_of(page):
    """Those of the interpreter and of the backend, in a page."""
    with open(page, encoding="utf-8") as file:
        return json.loads(re.search(r'id="data">(.*?)</script>', file.read(), re.S)[1])["traces"]


class FailureCommandsTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.out = os.path.join(folder.name, "out")

    def test_shrink_writes_a_case_and_a_script(self):
        code, output = backedge("shrink", "models/pascals_triangle/n_10", *MULTIPLIES, "--out", self.out)
        self.assertEqual(code, 0, output)
        self.assertIn("wrong value\n", output)
        self.assertEqual(backedge("check", self.out), (0, "1 run, 0 failed\n"))
        again = shlex.split(re.search("^again: (.*)$", output, re.M)[1])
        self.assertEqual(again, [BACKEDGE, "verify", "--filter", self.out, *MULTIPLIES])
        self.assertIn(" 1 run fails,", backedge(*again[1:])[1])
        with open(self.out + "/case.json", encoding="utf-8") as file:
            content = json.load(file)
        self.assertEqual(content["oracle"], "reference-only")
        script = subprocess.run([sys.executable, self.out + "/script"], stdout=subprocess.PIPE, text=True, check=True).stdout
        inputs, expected = json.loads(script)
        self.assertEqual([tensor["values"] for tensor in inputs], [t["values"] for t in content["runs"][0]["inputs"]])
        self.assertEqual([tensor["values"] for tensor in expected], [t["values"] for t in content["runs"][0]["outputs"]])
        code, output = backedge("shrink", self.out, *MULTIPLIES, "--out", self.out)
        self.assertEqual((code, "existing files are not overwritten" in output), (1, True), output)

    def test_a_case_that_cannot_be_read_is_an_error_of_the_suite(self):
        case = os.path.join(os.path.dirname(self.out), "case")
        os.mkdir(case)
        with open(case + "/case.json", "w", encoding="utf-8") as file:
            file.write("{")
        for words in (["shrink", case, "--out", self.out], ["explain-failure", case]):
            code, output = backedge(*words, *SOUND)
            self.assertEqual(code, 3, output)
            self.assertIn("the case cannot be read\n", output)
            self.assertIn("case.json: CASE-1\n", output)

    def test_shrink_takes_a_model(self):
        inputs = os.path.join(os.path.dirname(self.out), "inputs")
        code, output = backedge("shrink", "models/pascals_triangle/n_4", *MULTIPLIES, "--out", self.out)
        self.assertEqual(code, 0, output)
        os.mkdir(inputs)
        with open(self.out + "/case.json", encoding="utf-8") as file:
            tensors = json.load(file)["runs"][0]["inputs"]
        for position, tensor in enumerate(tensors):
            self.write_npy(f"{inputs}/{position}.npy", tensor)
        code, output = backedge("shrink", self.out + "/model.xml", "--inputs", inputs, *MULTIPLIES, "--out", self.out + "2")
        self.assertEqual(code, 0, output)
        self.assertTrue(os.path.exists(self.out + "2/model.xml"))
        model = self.out + "/model.xml"
        code, output = backedge("explain-failure", model, "--inputs", inputs, *MULTIPLIES)
        self.assertEqual((code, output.split("\n")[0]), (0, model + "/recorded: wrong value"), output)
        code, output = backedge("explain-failure", model, "--inputs", inputs, *SOUND)
        self.assertIn("BACKEND-2\n  " + model + "/recorded does not fail", output)

    @staticmethod
    def write_npy(path, tensor):
        kinds = {"boolean": "|b1", "i32": "<i4", "i64": "<i8", "f32": "<f4"}
        shape = "".join(f"{dim}," for dim in tensor["shape"])
        header = f"{{'descr': '{kinds[tensor['type']]}', 'fortran_order': False, 'shape': ({shape}), }}"
        header += " " * (-(len(header) + 11) % 64) + "\n"
        size = int(kinds[tensor["type"]][2])
        data = b"".join(int(value).to_bytes(size, "little", signed=True) for value in tensor["values"])
        with open(path, "wb") as file:
            file.write(b"\x93NUMPY\x01\x00" + len(header).to_bytes(2, "little") + header.encode() + data)

    def test_explain_failure_names_iteration_and_layer(self):
        run = "models/pascals_triangle/n_10"
        code, output = backedge("explain-failure", run, *MULTIPLIES)
        self.assertEqual(code, 0, output)
        self.assertIn('first differs from the interpreter at\n  layer 6 "Add_6" (Add-1)\n', output)
        code, output = backedge("explain-failure", run, *MULTIPLIES, "--json")
        found = json.loads(output)
        self.assertEqual((found["run"], found["outcome"]), (run, "wrong value"))
        self.assertEqual(found["first"]["iterations"], [0])
        self.assertEqual(found["first"]["expected"]["values"], [1, 1])  # [1, 0] + [0, 1]
        self.assertEqual(found["first"]["actual"]["values"], [0, 0])

    def test_explain_failure_writes_a_page_of_both_runs(self):
        page = self.out + ".html"
        code, output = backedge("explain-failure", "models/pascals_triangle/n_10", *MULTIPLIES, "--html", page)
        self.assertEqual(code, 0, output)
        ours, theirs = traces_of(page)
        first = theirs["first"]
        rows = theirs["graphs"][theirs["runs"][first["run"]]["graph"]]["rows"]
        self.assertEqual((rows[first["row"]]["name"], first["iteration"]), ("Add_6", 0))
        values = [trace["tensors"][trace["runs"][first["run"]]["columns"][0][first["row"]]] for trace in (ours, theirs)]
        self.assertEqual([value["values"] for value in values], [[1, 1], [0, 0]])
        self.assertTrue(values[1]["differs"])

    def test_a_passing_run_is_an_error(self):
        for command in (["shrink", "--out", self.out], ["explain-failure"]):
            code, output = backedge(command[0], "models/pascals_triangle", *SOUND, *command[1:])
            self.assertEqual((code, "BACKEND-2" in output), (1, True), output)
        self.assertFalse(os.path.exists(self.out))

    def test_of_a_network_only_the_outputs_are_explained(self):
        run = "tensorrt/hand/fragment/ksum_4"
        backend = ("--backend", f"{sys.executable} {MISREADS} kSUM kPROD {BACKEDGE} serve", *NO_LIMIT)
        code, output = backedge("shrink", run, *backend, "--out", self.out)
        self.assertEqual(code, 1, output)
        self.assertIn(run + " is a model in the format tensorrt-network, not in openvino-ir or onnx", output)
        code, output = backedge("explain-failure", run, *backend)
        self.assertEqual(code, 0, output)
        self.assertIn(run + ": wrong value\n  output 0 ", output)
        self.assertIn("  expected ", output)
        self.assertNotIn("Compared", output)
        self.assertIn("is a model in the format tensorrt-network, not in openvino-ir or onnx\n", output)
        command = re.search("^its model, inputs and outputs: (.*)$", output, re.M)[1].split()
        self.assertEqual(command[:3], [BACKEDGE, "export", run])
        self.assertEqual(backedge(*command[1:-1], self.out)[0], 0)
        self.assertTrue(os.path.exists(f"{self.out}/{run}/model.json"))
        code, output = backedge("explain-failure", run, *backend, "--html", self.out + ".html")
        self.assertEqual((code, "the model cannot be taken apart, so there is no trace" in output), (1, True), output)

    def test_a_run_in_onnx_is_taken_apart(self):
        run = "onnx/hand/nested/m_3_n_2"
        code, output = backedge("shrink", run, *ADDS, "--out", self.out)
        self.assertEqual(code, 0, output)
        self.assertIn("wrong value\n", output)
        self.assertIn("to 1 layer and 0 in bodies", output)
        self.assertEqual(sorted(os.listdir(self.out)), ["case.json", "model.onnx", "script"])
        with open(self.out + "/model.onnx", "rb") as file:
            self.assertIn(b"Mul", file.read())
        self.assertEqual(backedge("check", self.out), (0, "1 run, 0 failed\n"))
        again = shlex.split(re.search("^again: (.*)$", output, re.M)[1])
        self.assertIn(" 1 run fails,", backedge(*again[1:])[1])
        code, output = backedge("explain-failure", run, *ADDS, "--html", self.out + ".html")
        self.assertEqual(code, 0, output)
        self.assertIn("(Multiply-1)\n  in layer ", output)
        self.assertIn("iteration 0\n  in layer ", output)
        self.assertIn("the layers are those of `backedge convert`", output)
        self.assertTrue(os.path.exists(self.out + ".html"))

    def test_a_model_in_onnx_is_taken_apart(self):
        inputs = os.path.join(os.path.dirname(self.out), "inputs")
        text = os.path.join(os.path.dirname(self.out), "m.onnxtxt")
        os.mkdir(inputs)
        for name, value in (("x", 4), ("y", 3)):
            self.write_npy(f"{inputs}/{name}.npy", {"type": "i64", "shape": [1], "values": [value]})
        with open(text, "w", encoding="utf-8") as file:
            file.write('<ir_version: 8, opset_import: ["" : 17]> g (int64[1] x, int64[1] y) => (int64[1] z) '
                       "{ a = Neg (x) b = Mul (a, y) z = Abs (b) }")
        code, output = backedge("explain-failure", text, "--inputs", inputs, *ADDS)
        self.assertEqual((code, output.split("\n")[0]), (0, text + "/recorded: wrong value"), output)
        code, output = backedge("shrink", text, "--inputs", inputs, *ADDS, "--out", self.out)
        self.assertEqual(code, 0, output)
        for command in (["shrink", "--out", self.out + "2"], ["explain-failure"]):
            code, output = backedge(command[0], text, *ADDS, *command[1:])
            self.assertEqual((code, "--inputs: required" in output), (2, True), output)

    def test_what_onnx_alone_has_is_shrunk_and_explained(self):
        run = "onnx/sequences/queue/m_2__length_1__least_3"
        backend = ("--backend", f"{sys.executable} {MISREADS} Add Sub {BACKEDGE} serve", *NO_LIMIT)
        code, output = backedge("shrink", run, *backend, "--out", self.out)
        self.assertEqual(code, 0, output)
        self.assertIn(run + ": from 6 layers and 15 in bodies to 3 layers and 6 in bodies, ", output)
        self.assertTrue(os.path.exists(self.out + "/model.onnx"))
        code, output = backedge("explain-failure", run, *backend)
        self.assertEqual(code, 0, output)
        self.assertIn("The backend first differs from the interpreter at\n  node \"tens\" (Add)\n  in node \"t\" (Loop), iteration 0\n", output)
        code, output = backedge("explain-failure", run, *backend, "--html", self.out + ".html")
        self.assertEqual(code, 0, output)
        ours, theirs = traces_of(self.out + ".html")
        first = theirs["first"]
        row = theirs["graphs"][theirs["runs"][first["run"]]["graph"]]["rows"][first["row"]]
        self.assertEqual((row["name"], row["type"], first["iteration"]), ("tens", "Add", 0))
        seen = theirs["tensors"][theirs["runs"][first["run"]]["columns"][0][first["row"]]]
        self.assertEqual((seen["values"], seen["differs"]), ([-9.0], True))
        self.assertEqual(ours["tensors"][ours["runs"][first["run"]]["columns"][0][first["row"]]]["values"], [11.0])

    def test_the_page_tells_two_branches_apart(self):
        inputs = os.path.join(os.path.dirname(self.out), "inputs")
        text = os.path.join(os.path.dirname(self.out), "m.onnxtxt")
        os.mkdir(inputs)
        for name, tensor in (("c", {"type": "boolean", "shape": [], "values": [True]}), ("a", {"type": "i64", "shape": [1], "values": [7]}),
                             ("b", {"type": "i64", "shape": [1], "values": [2]})):
            self.write_npy(f"{inputs}/{name}.npy", tensor)
        with open(text, "w", encoding="utf-8") as file:  # OpenVINO IR has no sequences
            file.write('<ir_version: 8, opset_import: ["" : 17]> g (bool c, int64[1] a, int64[1] b) => (int64[1] y, int64 n) {'
                       " s = SequenceConstruct (a, b) n = SequenceLength (s)"
                       " M = Constant <value_int = 2> () y = Loop (M, \"\", a) <body = step (int64 i, bool on, int64[1] x) => (bool go, int64[1] z) {"
                       " go = Identity (on) z = If (c) <then_branch = p () => (int64[1] t) { t = Sub (x, b) },"
                       " else_branch = q () => (int64[1] t) { t = Sub (b, x) }> }> }")
        backend = ("--backend", f"{sys.executable} {MISREADS} Sub Add {BACKEDGE} serve", *NO_LIMIT)
        code, output = backedge("explain-failure", text, "--inputs", inputs, *backend, "--html", self.out + ".html")
        self.assertEqual(code, 0, output)
        _, theirs = traces_of(self.out + ".html")
        first = theirs["first"]
        taken = theirs["runs"][first["run"]]
        self.assertEqual(theirs["graphs"][taken["graph"]]["rows"][first["row"]]["name"], "t")
        # Not the 0 of the branch that is not taken.
        self.assertEqual(theirs["tensors"][taken["columns"][0][first["row"]]]["values"], [9])

    def test_the_standard_error_of_a_crash_is_shown(self):
        program = os.path.join(os.path.dirname(self.out), "crashes.py")
        with open(program, "w", encoding="utf-8") as file:
            file.write(CRASHES % BACKEDGE)
        for command in (["explain-failure"], ["shrink", "--out", self.out, "--max-runs", "3"]):
            output = backedge(command[0], "models/pascals_triangle/n_4", "--backend", f"{sys.executable} {program}", *NO_LIMIT, *command[1:])[1]
            self.assertIn("crashed", output)
            self.assertIn("its standard error:\n  what went wrong\n", output)

    def test_a_fault_of_the_suite_has_an_exit_code_of_its_own(self):
        run = "models/pascals_triangle/n_4"
        for words in (["shrink", run, "--out", self.out], ["explain-failure", run], ["fuzz-backend", "--out", self.out]):
            code, output = backedge(*words, *MULTIPLIES, TMPDIR="/absent")
            self.assertEqual((code, "FILE-1" in output, "not because of the backend" in output), (3, True, True), output)

    def test_wrong_usage(self):
        for words in (["shrink", "a/b", "--backend", "true"], ["explain-failure", "a/b"],
                      ["explain-failure", "model.xml", "--backend", "true"]):
            self.assertEqual(backedge(*words)[0], 2, words)


if __name__ == "__main__":
    unittest.main()
