"""Tests the program at its limits: input that is too large, too slow, hostile to a terminal, or disappears."""

import os
import resource
import signal
import struct
import subprocess
import time
import unittest

from backedge_test import ENDLESS, Program, edges, npy, parameter, port, result

GIB = 1 << 30


def net(*layers_and_edges):
    return '<net name="net" version="11"><layers>' + "".join(layers_and_edges[:-1]) + "</layers>" + layers_and_edges[-1] + "</net>"


def layer(number, kind, inputs, outputs=1, data="", version="opset1", name="op"):
    ports = "".join('<port id="%d"/>' % k for k in range(inputs))
    out = "".join('<port id="%d"/>' % (inputs + k) for k in range(outputs))
    return '<layer id="%d" name="%s" type="%s" version="%s"><data %s/><input>%s</input><output>%s</output></layer>' % (
        number, name, kind, version, data, ports, out)


def constant(number, element_type, shape, offset, size):
    return '<layer id="%d" name="c" type="Const" version="opset1"><data element_type="%s" shape="%s" offset="%d" size="%d"/>%s</layer>' % (
        number, element_type, shape, offset, size, '<output><port id="0"/></output>')


class Limits(Program):
    def sparse_npy(self, name, descr, shape, size):
        self.write(name, npy(descr, shape, b""))
        with open(self.path(name), "ab") as file:
            file.truncate(file.tell() + size)

    def with_little_memory(self, *words, mebibytes=200):
        limit = lambda: resource.setrlimit(resource.RLIMIT_AS, (mebibytes << 20,) * 2)
        return subprocess.run([self.program(), *words], cwd=self.folder.name, preexec_fn=limit, capture_output=True, text=True, check=False)

    def expect_refused(self, done, rule):
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertIn("%s\n" % rule, done.stderr)

    # memory

    def test_refuses_a_large_npy_before_it_is_read(self):
        self.sparse_npy("large.npy", "<f4", (50, GIB), 200 * GIB)
        self.write("wide.xml", net(parameter(0, "X", "f32", "?,?"), result(1, "Y"), edges((0, 0, 1, 0))))
        self.expect_refused(self.with_little_memory("run", "wide.xml", "--input", "X=large.npy"), "LIMIT-1")

    def test_reads_nothing_of_an_npy_that_does_not_fit(self):
        self.sparse_npy("large.npy", "|u1", (3, GIB), 3 * GIB)
        self.write("narrow.xml", net(parameter(0, "X", "u8", "2"), result(1, "Y"), edges((0, 0, 1, 0))))
        self.expect_refused(self.with_little_memory("run", "narrow.xml", "--input", "X=large.npy"), "INPUT-4")
        self.sparse_npy("large.npy", "|i1", (2,), 2)
        self.expect_refused(self.with_little_memory("run", "narrow.xml", "--input", "X=large.npy"), "INPUT-3")

    def test_counts_inputs_as_live_tensors(self):
        self.assertEqual(self.error(*self.SUM, "--max-bytes", "19")["rule"], "LIMIT-1")  # X and H take 16 + 4
        self.assertEqual(self.error(*self.SUM, "--max-bytes", "140")["rule"], "LIMIT-1")  # the run needs 132
        self.backedge(*self.SUM, "--max-bytes", "200")

    def test_reports_that_memory_ran_out(self):
        self.write("many.xml", net(*(parameter(k, "X%d" % k, "f32", "1") for k in range(200000)), edges()))
        self.expect_refused(self.with_little_memory("explain", "many.xml", mebibytes=100), "LIMIT-5")
        self.sparse_npy("x.npy", "<f4", (1, 4 << 20), 16 << 20)
        self.write("wide.xml", net(parameter(0, "X", "f32", "?,?"), layer(1, "Add", 2), result(2, "Y"), edges(
            (0, 0, 1, 0), (0, 0, 1, 1), (1, 2, 2, 0))))
        self.expect_refused(self.with_little_memory("run", "wide.xml", "--input", "X=x.npy", mebibytes=45), "LIMIT-5")

    def test_reports_that_memory_ran_out_while_values_are_removed(self):
        # Removing a JSON value needs memory, in a destructor.
        os.mkdir(self.path("case"))
        self.write("case/case.json", '{"a": [%s]}' % ",".join(["[0]"] * 300000))
        found = set()
        for mebibytes in range(30, 130, 4):
            done = self.with_little_memory("check", "case", mebibytes=mebibytes)
            self.assertEqual(done.returncode, 1, (mebibytes, done.stderr))
            found |= {rule for rule in ("LIMIT-5", "CASE-1") if rule in done.stdout + done.stderr}
        self.assertEqual(found, {"LIMIT-5", "CASE-1"})

    def test_refuses_large_weights_before_they_are_read(self):
        self.write("c.xml", net(constant(0, "f32", "1", 0, 4), result(1, "Y"), edges((0, 0, 1, 0))))
        with open(self.path("c.bin"), "wb") as file:
            file.truncate(200 * GIB)
        self.expect_refused(self.with_little_memory("run", "c.xml"), "LIMIT-1")
        with open(self.path("c.bin"), "wb") as file:
            file.truncate(100)
        self.assertEqual(self.error("run", "c.xml", "--max-bytes", "99")["rule"], "LIMIT-1")

    def test_counts_constants_that_are_copied(self):
        booleans = [constant(k, "boolean", "1000", 0, 1000) for k in range(100)]
        self.write("c.xml", net(*booleans, edges()))
        self.write("c.bin", b"\1" * 1000)
        self.assertEqual(self.error("run", "c.xml", "--max-bytes", "99999")["rule"], "LIMIT-1")
        self.backedge("run", "c.xml", "--max-bytes", "100000")

    # time: if the program did not check the clock, these would take minutes, and the test would time out

    def expect_stopped(self, model):
        self.write("slow.xml", model)
        error = self.error("run", "slow.xml", "--fill", "random:1", "--max-seconds", "0.3")
        self.assertEqual((error["phase"], error["rule"]), ("run", "LIMIT-1"))
        self.assertIn("the limit of 0.3 s of wall time", error["message"])

    def test_stops_within_a_matrix_product(self):
        self.expect_stopped(net(parameter(0, "A", "u8", "6000,6000"), layer(1, "MatMul", 2), result(2, "Y"), edges(
            (0, 0, 1, 0), (0, 0, 1, 1), (1, 2, 2, 0))))

    def test_stops_within_a_sort(self):
        self.write("slow.bin", struct.pack("<q", 1 << 24))
        self.expect_stopped(net(parameter(0, "A", "u8", str(1 << 24)), constant(1, "i64", "", 0, 8), layer(
            2, "TopK", 2, 2, 'axis="0" mode="max" sort="value"', "opset3"), result(3, "Y"), edges((0, 0, 2, 0), (1, 0, 2, 1), (2, 2, 3, 0))))

    def test_stops_within_an_elementwise_operation(self):
        self.expect_stopped(net(parameter(0, "A", "f64", "4000,1"), parameter(1, "B", "f64", "4000"), layer(2, "Power", 2), result(
            3, "Y"), edges((0, 0, 2, 0), (1, 0, 2, 1), (2, 2, 3, 0))))

    def test_loading_has_a_limit_of_time(self):
        many = [parameter(k, "X%d" % k, "f32", "1") for k in range(20000)]
        self.write("many.xml", net(*many, edges()))
        error = self.error("run", "many.xml", "--max-seconds", "0")
        self.assertEqual(error["rule"], "LIMIT-1")
        self.assertIn(error["phase"], ("read", "load"))

    def test_loads_layers_of_many_ports(self):
        count = 100000
        self.write("concat.xml", net(parameter(0, "X", "u8", "1"), layer(1, "Concat", count, 1, 'axis="0"'), result(2, "Y"), edges(
            *((0, 0, 1, k) for k in range(count)), (1, count, 2, 0))))
        self.write("x.npy", npy("|u1", (1,), b"\7"))
        self.assertIn("Y u8[100000]", self.backedge("run", "concat.xml", "--input", "X=x.npy").stdout)

    # files that change

    def test_survives_weights_that_get_shorter(self):
        # Every iteration adds a constant of the body.
        model = ENDLESS.replace('<edge from-layer="0" from-port="0" to-layer="1" to-port="1"/>', '<edge from-layer="7" from-port="0" to-layer="1" to-port="1"/>')
        model = model.replace('<layer id="2" name="twice"', constant(7, "i32", "", 0, 4) + '<layer id="2" name="twice"')
        self.write("endless.xml", model)
        self.write("endless.bin", bytes(4))
        words = [self.program(), *self.ENDLESS, "--max-seconds", "1", "--trace", "t.jsonl"]
        with subprocess.Popen(words, cwd=self.folder.name, stderr=subprocess.PIPE, text=True) as run:
            while not any(name.startswith("t.jsonl") for name in os.listdir(self.folder.name)) and run.poll() is None:
                time.sleep(0.01)  # the trace begins when the model is loaded
            os.truncate(self.path("endless.bin"), 0)
            stderr = run.communicate()[1]
        self.assertNotEqual(run.returncode, -signal.SIGBUS)
        self.assertIn("LIMIT-1", stderr)

    def test_either_all_outputs_appear_or_none(self):
        os.makedirs(self.path("out/001_all.npy"))  # the second cannot be written
        self.write("out/000_.._.._last.npy", "before")
        self.assertEqual(self.error(*self.SUM, "--output-dir", "out")["rule"], "FILE-1")
        self.assertEqual(self.read("out/000_.._.._last.npy"), b"before")
        self.assertEqual(sorted(os.listdir(self.path("out"))), ["000_.._.._last.npy", "001_all.npy"])

    def test_two_outputs_are_two_files(self):
        os.symlink("out", self.path("link"))
        for words in (("out/outputs.json", "npy"), ("./out/../out/001_all.npy", "npy"), ("link/output_1.pb", "pb")):
            error = self.error(*self.SUM, "--trace", words[0], "--output-dir", "out", "--output-format", words[1])
            self.assertEqual((error["rule"], error["message"]), ("FILE-1", "both the trace and an output have this name"))
            self.assertEqual(os.listdir(self.path("out")), [])
        self.backedge(*self.SUM, "--trace", "out/001_all.npy", "--output-dir", "out", "--output-format", "pb")

    def test_help_that_cannot_be_printed_is_an_error(self):
        for words in (["--help"], ["run", "--help"]):
            with open("/dev/full", "wb") as full:
                done = subprocess.run([self.program(), *words], stdout=full, stderr=subprocess.PIPE, text=True, check=False)
            self.assertEqual(done.returncode, 1)
            self.assertIn("FILE-1", done.stderr)

    # text

    def test_prints_no_control_sequences(self):
        name = "a\u009b31m\u202eb&#10;INPUT-9\u2028"
        self.write("odd\x1b[2J.xml", net(parameter(0, name, "f32", "1"), result(1, name), edges((0, 0, 1, 0))))
        self.write("x.npy", npy("<f4", (1,), bytes(4)))
        self.write("bad.npy", npy("\x1b[2J\u009b", (1,), bytes(4)))
        seen = ""
        for words, code in (
            (["explain", "odd\x1b[2J.xml"], 0),
            (["explain", "odd\x1b[2J.xml", "--dot"], 0),
            (["run", "odd\x1b[2J.xml", "--input", "0=x.npy"], 0),
            (["run", "odd\x1b[2J.xml"], 1),
            (["run", "odd\x1b[2J.xml", "--error-format", "json"], 1),
            (["run", "odd\x1b[2J.xml", "--input", "0=bad.npy"], 1),
            (["run", "no\u202e.xml"], 1),
            (["run", "odd\x1b[2J.xml", "--input", "0=x.npy", "--trace", "/dev/stdout"], 0),
            (["run", "--\x1b[2J"], 2),
        ):
            done = self.backedge(*words, code=code)
            seen += done.stdout + done.stderr
        for character in "\x1b\u009b\u202e\u2028":
            self.assertNotIn(character, seen)
        self.assertNotIn("\nINPUT-9", seen)
        self.assertIn("a\\u009b31m\\u202eb\\u000aINPUT-9\\u2028", seen)

    # explain

    def test_explains_a_model_without_its_weights(self):
        self.write("c.xml", net(constant(0, "f32", "2", 0, 8), result(1, "Y"), edges((0, 0, 1, 0))))
        self.assertIn('Result 0 "Y" f32[2]', self.backedge("explain", "c.xml").stdout)
        self.assertIn("f32[2]", self.backedge("explain", "c.xml", "--dot").stdout)
        self.assertEqual(self.error("run", "c.xml")["rule"], "WEIGHTS-1")
        self.assertEqual(self.error("explain", "c.xml", "--weights", "none.bin")["rule"], "WEIGHTS-1")


if __name__ == "__main__":
    unittest.main()
