"""Tests the program: its exit codes, its output and its files."""

import json
import os
import pty
import struct
import subprocess
import sys
import tempfile
import unittest

BACKEDGE = os.path.abspath(sys.argv.pop(1))

PORT = '<port id="%d" precision="%s">%s</port>'


def port(number, precision, dims):
    return PORT % (number, precision, "".join("<dim>%d</dim>" % dim for dim in dims))


def parameter(number, name, element_type, shape):
    return '<layer id="%d" name="%s" type="Parameter" version="opset1"><data element_type="%s" shape="%s"/>%s</layer>' % (
        number, name, element_type, shape, '<output><port id="0"/></output>')


def result(number, name):
    return '<layer id="%d" name="%s" type="Result" version="opset1"><input><port id="0"/></input></layer>' % (number, name)


def add(number, precision, dims):
    return '<layer id="%d" name="add" type="Add" version="opset1"><input><port id="0"/><port id="1"/></input><output>%s</output></layer>' % (
        number, port(2, precision, dims))


def edges(*quadruples):
    edge = '<edge from-layer="%d" from-port="%d" to-layer="%d" to-port="%d"/>'
    return "<edges>%s</edges>" % "".join(edge % quadruple for quadruple in quadruples)


# h = h + x[i], backward over the columns of x; last value and all values.
RUNNING_SUM = '<net name="running_sum" version="11"><layers>' + parameter(0, "X", "f32", "1,4") + parameter(1, "H", "f32", "1,1") + """
<layer id="2" name="ti" type="TensorIterator" version="opset1">
<port_map>
<input external_port_id="0" internal_layer_id="0" axis="1" start="-1" end="0" stride="-1"/>
<input external_port_id="1" internal_layer_id="1"/>
<output external_port_id="2" internal_layer_id="3"/>
<output external_port_id="3" internal_layer_id="3" axis="1"/>
</port_map>
<back_edges><edge from-layer="3" to-layer="1"/></back_edges>
<input><port id="0"/><port id="1"/></input>
<output>""" + port(2, "FP32", [1, 1]) + port(3, "FP32", [1, 4]) + "</output><body><layers>" + parameter(
    0, "x", "f32", "1,1") + parameter(1, "h", "f32", "1,1") + add(2, "FP32", [1, 1]) + result(3, "sum") + "</layers>" + edges(
        (0, 0, 2, 0), (1, 0, 2, 1), (2, 2, 3, 0)) + "</body></layer>" + result(3, "../../last") + result(
            4, "all") + "</layers>" + edges((0, 0, 2, 0), (1, 0, 2, 1), (2, 2, 3, 0), (2, 3, 4, 0)) + "</net>"

# n = n + n without end: a Loop in draft form with neither trip count nor condition.
ENDLESS = '<net name="endless" version="11"><layers>' + parameter(0, "N", "i32", "") + """
<layer id="1" name="loop" type="Loop" version="opset5">
<port_map><input external_port_id="0" internal_layer_id="0"/><output external_port_id="1" internal_layer_id="2"/></port_map>
<back_edges><edge from-layer="2" to-layer="0"/></back_edges>
<input><port id="0"/></input><output>""" + port(1, "I32", []) + "</output><body><layers>" + parameter(
    0, "n", "i32", "") + add(1, "I32", []) + result(2, "twice") + "</layers>" + edges(
        (0, 0, 1, 0), (0, 0, 1, 1), (1, 2, 2, 0)) + "</body></layer>" + result(2, "last") + "</layers>" + edges(
            (0, 0, 1, 0), (1, 1, 2, 0)) + "</net>"
ENDLESS = ENDLESS.replace("internal_layer_id", "internal_operation_id")

# y = the variable "sum", which becomes x + y.
VARIABLE = '<net name="variable" version="11"><layers>' + parameter(0, "x", "f32", "") + """
<layer id="1" name="read" type="ReadValue" version="opset6"><data variable_id="sum" variable_type="f32" variable_shape=""/>
<output><port id="0"/></output></layer>""" + add(2, "FP32", []) + """
<layer id="3" name="set" type="Assign" version="opset6"><data variable_id="sum"/>
<input><port id="0"/></input><output><port id="1"/></output></layer>""" + result(4, "y") + "</layers>" + edges(
    (0, 0, 2, 0), (1, 0, 2, 1), (2, 2, 3, 0), (1, 0, 4, 0)) + "</net>"


def npy(descr, shape, elements):
    header = str({"descr": descr, "fortran_order": False, "shape": shape}).encode() + b"\n"
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header + elements


class Program(unittest.TestCase):
    """A folder with models in which the program runs."""

    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.write("sum.xml", RUNNING_SUM)
        self.write("endless.xml", ENDLESS)
        self.write("x.npy", npy("<f4", (1, 4), struct.pack("<4f", 1, 2, 3, 4)))
        self.write("h.npy", npy("<f4", (1, 1), struct.pack("<f", 0.5)))
        self.write("n.npy", npy("<i4", (), struct.pack("<i", 3)))

    def path(self, name):
        return os.path.join(self.folder.name, name)

    def write(self, name, content):
        with open(self.path(name), "wb") as file:
            file.write(content.encode() if isinstance(content, str) else content)

    def read(self, name):
        with open(self.path(name), "rb") as file:
            return file.read()

    def backedge(self, *words, code=0, **environment):
        done = subprocess.run([BACKEDGE, *words], cwd=environment.pop("cwd", self.folder.name),
                              env={**os.environ, **environment}, capture_output=True, text=True)
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        return done

    def error(self, *words):
        """The error of a rejected run, as JSON."""
        done = self.backedge(*words, "--error-format", "json", code=1)
        self.assertEqual(done.stderr.count("\n"), 1)
        error = json.loads(done.stderr)
        self.assertEqual(list(error), ["phase", "rule", "where", "message"])
        return error

    SUM = ("run", "sum.xml", "--input", "X=x.npy", "--input", "1=h.npy")
    ENDLESS = ("run", "endless.xml", "--input", "N=n.npy")

    @staticmethod
    def program():
        return BACKEDGE


class BackedgeTest(Program):
    # run

    def test_prints_values(self):
        done = self.backedge(*self.SUM)
        self.assertEqual(done.stdout, "../../last f32[1,1]\n[[10.5]]\nall f32[1,4]\n[[ 4.5  7.5  9.5 10.5]]\n")
        self.assertEqual(done.stderr, "")

    def test_writes_files(self):
        done = self.backedge(*self.SUM, "--output-dir", "a/b")
        self.assertEqual(done.stdout, "")
        self.assertEqual(sorted(os.listdir(self.path("a/b"))), ["000_.._.._last.npy", "001_all.npy", "outputs.json"])
        self.assertEqual(json.loads(self.read("a/b/outputs.json")), {"outputs": [
            {"index": 0, "name": "../../last", "element_type": "f32", "shape": [1, 1], "file": "000_.._.._last.npy"},
            {"index": 1, "name": "all", "element_type": "f32", "shape": [1, 4], "file": "001_all.npy"}]})
        self.assertEqual(self.read("a/b/001_all.npy")[-16:], struct.pack("<4f", 4.5, 7.5, 9.5, 10.5))

    def test_fills_inputs_the_same_each_time(self):
        runs = {self.backedge("run", "sum.xml", "--fill", "random:42").stdout for _ in range(2)}
        self.assertEqual(len(runs), 1)
        self.assertNotEqual(runs, {self.backedge("run", "sum.xml", "--fill", "random:43").stdout})

    def test_file_names_are_relative_to_the_users_folder(self):
        self.backedge(*self.SUM, "--output-dir", "out", cwd="/", BUILD_WORKING_DIRECTORY=self.folder.name)
        self.assertTrue(os.path.exists(self.path("out/outputs.json")))

    def test_passes_variables_on(self):
        self.write("variable.xml", VARIABLE)
        for name, number in (("one", 1), ("four", 4)):
            self.write(name + ".npy", npy("<f4", (), struct.pack("<f", number)))
        explained = self.backedge("explain", "variable.xml").stdout
        self.assertIn('Parameter 0 "x" f32[]\nDefault "variable:sum" f32[]\nResult 0 "y" f32[]\nResult 1 "variable:sum" f32[]\n', explained)
        self.backedge("run", "variable.xml", "--input", "x=one.npy", "--output-dir", "first")
        sum_, = [each["file"] for each in json.loads(self.read("first/outputs.json"))["outputs"] if each["name"] == "variable:sum"]
        done = self.backedge("run", "variable.xml", "--input", "x=four.npy", "--input", "variable:sum=first/" + sum_)
        self.assertEqual(done.stdout, "y f32[]\n1.0\nvariable:sum f32[]\n5.0\n")
        error = self.error("run", "variable.xml", "--input", "x=one.npy", "--input", "variable:other=one.npy")
        self.assertIn('inputs with a default:\n  "variable:sum" f32[]', error["message"])

    def test_traces(self):
        self.backedge(*self.SUM, "--trace", "t.jsonl")
        events = [json.loads(line) for line in self.read("t.jsonl").splitlines()]
        iteration = ["iteration_begin", "parameter", "parameter", "result"]
        self.assertEqual([event["event"] for event in events], ["loop_begin"] + 4 * iteration + ["loop_end"])
        self.assertEqual(events[-1]["iterations"], 4)
        self.assertEqual(
            events[7], {"event": "parameter", "layer": 'layer 2 "ti" (TensorIterator-1)', "depth": 0, "iteration": 1, "name": "h",
                        "layer_id": 1, "element_type": "f32", "shape": [1, 1], "values": [4.5]})

    # rejections

    def test_lists_the_parameters(self):
        both = '\nthe model\'s Parameters:\n  0 "X" f32[1,4]\n  1 "H" f32[1,1]'
        for rule, inputs in {"INPUT-1": ["X=x.npy"], "INPUT-2": ["X=x.npy", "H=h.npy", "Y=x.npy"],
                             "INPUT-3": ["X=x.npy", "H=n.npy"], "INPUT-4": ["X=x.npy", "H=x.npy"]}.items():
            words = [word for given in inputs for word in ("--input", given)]
            error = self.error("run", "sum.xml", *words)
            self.assertEqual((error["phase"], error["rule"], error["where"]), ("input", rule, "sum.xml"))
            self.assertTrue(error["message"].endswith(both), error["message"])

    def test_names_the_bad_file(self):
        self.write("short.npy", npy("<f4", (10**18,), b"0123456789"))
        error = self.error("run", "sum.xml", "--input", "X=short.npy", "--input", "H=h.npy")
        self.assertEqual((error["phase"], error["rule"], error["where"]), ("input", "INPUT-5", "short.npy"))

    def test_rejects_models_that_cannot_be_read(self):
        self.assertEqual(self.error("run", "none.xml")["phase"], "read")
        self.write("cut.xml", RUNNING_SUM[:300])
        self.assertEqual(self.error("explain", "cut.xml")["phase"], "read")

    def test_prints_errors_for_people(self):
        done = self.backedge("run", "sum.xml", "--input", "X=x.npy", code=1)
        self.assertTrue(done.stderr.startswith('sum.xml: INPUT-1\n  Parameter 1 "H" f32[1,1] is given no tensor\n'), done.stderr)
        self.assertTrue(done.stderr.endswith("see docs/spec/inputs.md#INPUT-1\n"), done.stderr)
        self.assertEqual(done.stdout, "")

    def test_reports_files_that_cannot_be_written(self):
        self.write("file", "")
        for words in (["--output-dir", "file"], ["--output-dir", "file/in"], ["--trace", "none/t"], ["--trace", "/dev/full"]):
            self.assertEqual(self.error(*self.SUM, *words)["rule"], "FILE-1")
        with open("/dev/full", "wb") as full:
            done = subprocess.run([BACKEDGE, *self.SUM], cwd=self.folder.name, stdout=full, stderr=subprocess.PIPE, text=True)
        self.assertEqual(done.returncode, 1)
        self.assertIn("cannot write to the standard output", done.stderr)

    # limits

    def test_reaching_a_limit_keeps_the_trace(self):
        error = self.error(*self.ENDLESS, "--max-iterations", "5", "--trace", "t.jsonl")
        self.assertEqual((error["phase"], error["rule"]), ("run", "LIMIT-1"))
        self.assertIn("the limit of 5 iterations is reached", error["message"])
        events = [json.loads(line) for line in self.read("t.jsonl").splitlines()]
        self.assertEqual(events[-1]["event"], "result")
        self.assertEqual((events[-1]["iteration"], events[-1]["values"]), (4, [96]))

    def test_stops_at_time_and_memory(self):
        self.assertIn("wall time", self.error(*self.ENDLESS, "--max-seconds", "0.1")["message"])
        self.assertIn("bytes", self.error(*self.ENDLESS, "--max-bytes", "1")["message"])

    def test_shows_progress_only_on_a_terminal(self):
        self.assertNotIn("\x1b", self.backedge(*self.ENDLESS, "--max-seconds", "1.2", code=1).stderr)
        ours, theirs = pty.openpty()
        with subprocess.Popen([BACKEDGE, *self.ENDLESS, "--max-seconds", "1.5"], cwd=self.folder.name, stderr=theirs) as run:
            os.close(theirs)
            shown = b""
            try:
                while True:
                    shown += os.read(ours, 4096)
            except OSError:  # the other end is closed
                os.close(ours)
        self.assertEqual(run.returncode, 1)
        self.assertIn(b" iterations, 1.", shown)
        self.assertIn(b"\r\x1b[Kendless.xml:", shown)  # the line is gone before the error comes

    # usage

    def test_wrong_usage(self):
        number = ("--max-iterations", "--max-bytes", "--max-seconds", "--max-depth")
        self.backedge(*self.SUM, "--max-depth", "256")
        self.assertIn("not a whole number in 0..256", self.backedge(*self.SUM, "--max-depth", "257", code=2).stderr)
        bad = ("12abc", "1e3x", "", "-1", "9223372036854775808x", "nan", "inf", " 1")
        for words in ([], ["fly"], ["run"], ["run", "a.xml", "b.xml"], ["run", "sum.xml", "--fly"], ["run", "sum.xml", "--input"],
                      ["run", "sum.xml", "--input", "x.npy"], ["run", "sum.xml", "--fill", "random"],
                      ["run", "sum.xml", "--fill", "random:"], ["run", "sum.xml", "--fill", "random:1.5"],
                      ["run", "sum.xml", "--error-format", "xml"], ["explain"], ["explain", "sum.xml", "--trace", "t"],
                      ["run", "sum.xml", "--max-iterations", "1e3"], ["run", "sum.xml", "--max-bytes", "9223372036854775808"],
                      *(["run", "sum.xml", option, value] for option in number for value in bad)):
            done = self.backedge(*words, code=2)
            self.assertEqual(done.stdout, "", words)
            self.assertNotEqual(done.stderr, "", words)

    def test_unknown_command(self):
        fault, help_text = self.backedge("frobnicate", code=2).stderr.split("\n", maxsplit=1)
        self.assertIn('unknown command "frobnicate"; the commands are: run, explain, ', fault)
        self.assertIn("Run with --help", help_text)
        self.assertIn("a command is missing; the commands are: run, explain, ", self.backedge(code=2).stderr)

    def test_unknown_option(self):
        for words, complaint in ((["--fil", "random:1"], "unknown option --fil; did you mean --fill?"),
                                 (["--fil=random:1"], "unknown option --fil; did you mean --fill?"),
                                 (["--frobnicate"], "unknown option --frobnicate")):
            self.assertEqual(self.backedge("run", "sum.xml", *words, code=2).stderr.splitlines()[0], complaint)

    def test_help(self):
        for words in (["--help"], ["run", "--help"], ["explain", "--help"], ["trace", "--help"]):
            self.assertIn("Usage: ", self.backedge(*words).stdout)

    # serve

    def test_serves_a_version_that_the_runner_speaks(self):
        for offer, version in (({"protocol": 1}, 1), ({"protocol": 1, "protocols": [1]}, 1), ({"protocol": 1, "protocols": [1, 2]}, 2),
                               ({"protocol": 1, "protocols": [1, 2, 3]}, 2)):
            hello = json.dumps({"id": 1, "do": "hello", "scratch": self.folder.name, **offer}) + "\n"
            done = subprocess.run([BACKEDGE, "serve"], input=hello, capture_output=True, text=True, check=True)
            self.assertEqual(json.loads(done.stdout)["hello"]["protocol"], version, offer)


if __name__ == "__main__":
    unittest.main()
