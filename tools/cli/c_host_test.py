"""Tests `backedge verify` on C libraries through c_host: the example, and libraries with one fault each."""

import json
import os
import subprocess
import sys
import tempfile
import unittest

BACKEDGE, HOST, EXAMPLE, FAULTY, VERSION_2, WITHOUT_HELLO, MANIFEST = (os.path.abspath(path) for path in sys.argv[1:8])
del sys.argv[1:8]

HEAD = """<net><layers>
<layer id="0" name="x" type="Parameter"><data shape="%(shape)s" element_type="%(type)s"/><output><port id="0"/></output></layer>
"""
SAME = HEAD + """<layer id="1" name="y" type="Result"><input><port id="0"/></input></layer>
</layers><edges><edge from-layer="0" from-port="0" to-layer="1" to-port="0"/></edges></net>
"""
TWICE = HEAD + """<layer id="1" name="a" type="Add" version="opset1"><input><port id="0"/><port id="1"/></input><output><port id="2"/></output></layer>
<layer id="2" name="y" type="Result"><input><port id="0"/></input></layer>
</layers><edges>
<edge from-layer="0" from-port="0" to-layer="1" to-port="0"/><edge from-layer="0" from-port="0" to-layer="1" to-port="1"/>
<edge from-layer="1" from-port="2" to-layer="2" to-port="0"/>
</edges></net>
"""


def case(values, outputs, type="f32"):
    given, golden = ({"type": type, "shape": [len(list_)], "values": list_} for list_ in (values, outputs))
    return {"format": "openvino-ir", "title": "T.", "dialect": "loop-5", "kind": "plain", "rules": ["OUT-1"], "features": [],
            "oracle": "by-hand", "notes": "n", "runs": [{"name": "only", "inputs": {"x": given}, "outputs": [golden]}]}


class CHostTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = folder.name

    def write_case(self, path, model, content):
        shape, type = content["runs"][0]["inputs"]["x"]["shape"], content["runs"][0]["inputs"]["x"]["type"]
        folder = os.path.join(self.root, "corpus", path)
        os.makedirs(folder)
        with open(os.path.join(folder, "case.json"), "w") as file:
            json.dump(content, file)
        with open(os.path.join(folder, "model.xml"), "w") as file:
            file.write(model % {"shape": ",".join(map(str, shape)), "type": type})
        with open(os.path.join(self.root, "corpus", "MANIFEST"), "a") as file:
            file.write("%s 1 %s\n" % (path, "0" * 64))

    def verify(self, library, *options, corpus=None):
        """The printed text, and the lines of runs in the results."""
        results = os.path.join(self.root, "results.jsonl")
        done = subprocess.run(
            [BACKEDGE, "verify", "--corpus", corpus or os.path.join(self.root, "corpus"), "--backend", HOST + " " + library,
             "--results", results, "--max-memory", "0", *options],
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=250)
        if not os.path.exists(results):
            return done.stdout, []
        with open(results) as file:
            return done.stdout, [json.loads(line) for line in file][1:-1]

    def test_the_example_adds(self):
        large = [k / 4 for k in range(2000)]  # through a file
        self.write_case("a/large", TWICE, case(large, [2 * value for value in large]))
        self.write_case("a/same", SAME, case([0.1, "0x7fc00000", "0x80000000"], [0.1, "0x7fc00000", "0x80000000"]))
        self.write_case("a/twice", TWICE, case([0.5, -3], [1, -6]))
        self.write_case("a/wrong", TWICE, case([0.5, -3], [1, -7]))
        self.write_case("b/i32", SAME, case([3, 4], [3, 4], "i32"))
        text, lines = self.verify(EXAMPLE)
        self.assertEqual([line["outcome"] for line in lines], ["passed", "passed", "passed", "wrong value", "skipped"], text)

    def test_the_example_skips_unsupported_operations(self):
        for area in ("invalid", "loop/control"):
            text, lines = self.verify(EXAMPLE, "--filter", area, corpus=os.path.dirname(MANIFEST))
            self.assertGreater(len(lines), 20)
            self.assertEqual({line["outcome"] for line in lines}, {"skipped"}, text)
            self.assertIn("started 1 time", text)

    def test_libraries_that_do_not_start(self):
        self.write_case("a/one", SAME, case([3, 4], [3, 4], "i32"))
        for library, words in ((VERSION_2, "version 2 of the ABI, not 1"), (WITHOUT_HELLO, "no function backedge_hello"),
                               (FAULTY + " no_backend", "hello gives no backend"), (FAULTY + " no_name", "no name or version"),
                               ("/no/such/library.so", "cannot open shared object file"), (MANIFEST, "invalid ELF header"),
                               (EXAMPLE + " argument", "takes no arguments"), ("", "usage")):
            text, lines = self.verify(library)
            self.assertEqual(lines, [], text)
            self.assertIn("BACKEND-1", text)
            self.assertIn(words, text)

    def expect(self, outcome, fault, *words):
        self.write_case("a/one", SAME, case([3, 4], [3, 4], "i32"))
        self.write_case("a/two", SAME, case([3, 5], [3, 5], "i32"))
        text, lines = self.verify(FAULTY + " " + fault, "--timeout", "2" if outcome == "timed out" else "60")
        self.assertEqual([line["outcome"] for line in lines], [outcome, outcome], text)
        for word in words:
            self.assertIn(word, lines[0].get("text", ""))


def add_tests(outcome, **faults):
    for fault, words in faults.items():
        setattr(CHostTest, "test_fault_" + fault, lambda self, fault=fault, words=words: self.expect(outcome, fault, words))


add_tests("passed", none="", prints="")
add_tests("crashed", crashes="signal 6", throws="signal 6", exits="exit code 0", closes_everything="exit code 1")
add_tests("timed out", never_returns="")
add_tests("protocol error", no_model="an answer of kind 0", no_answer="an answer of kind 0", unknown_kind="an answer of kind 7",
          no_phase="phase 0", null_outputs="no outputs", negative_dimension="dimension -2", huge_dimension="8 bytes for i32[9223372036854775807]",
          unknown_type="element type 99", no_type="element type 0", negative_rank="rank -1", rank_of_1000="rank 1000",
          null_shape="no shape", null_data="no data", a_byte_short="7 bytes", a_byte_more="9 bytes",
          neither_true_nor_false="neither 0 nor 1")

if __name__ == "__main__":
    unittest.main()
