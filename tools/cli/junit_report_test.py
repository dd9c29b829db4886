"""Tests that `backedge verify --junit` writes what tools/report/junit.py makes of the same results."""

import json
import os
import subprocess
import unittest
import xml.etree.ElementTree as ElementTree

import junit
import results as read
import verify_test
from verify_test import BACKEDGE, FAULTY, ONE, SEQUENCE, SURVEY, TWO, case, run, tensor

NINE = {"a/%d" % k: case(run("only", k, k + 1)) for k in range(9)}
FOUR = {"a/%d" % k: case(run("only", 3, 4)) for k in range(4)}


def elements_of(file):
    """The elements of an XML file in order: tag, attributes, text."""
    return [(element.tag, element.attrib, (element.text or "").strip("\n")) for element in ElementTree.parse(file).getroot().iter()]


class JunitTest(verify_test.Verification):
    def setUp(self):
        super().setUp()
        self.written, self.reported = (os.path.join(self.root, name) for name in ("written.xml", "reported.xml"))

    def verify_junit(self, backend, cases, *options):
        """Exit code, and the elements of --junit, which are those of the report."""
        self.write_corpus(cases)
        code, text, _ = self.verify(backend, "--junit", self.written, *options)
        results = read.read_results(self.results)
        read.label_results([results])
        junit.write_junit(self.reported, [results])
        self.assertEqual(elements_of(self.written), elements_of(self.reported), text)
        return code, elements_of(self.written)

    def tags(self, *arguments):
        return [tag for tag, _, _ in self.verify_junit(*arguments)[1] if not tag.startswith("test")]

    def test_what_fails_is_a_failure_and_what_breaks_an_error(self):
        code, elements = self.verify_junit("python3 %s wrong_value" % FAULTY, {**TWO, **SEQUENCE})
        failures = [(about, text) for tag, about, text in elements if tag == "failure"]
        self.assertEqual((code, len(failures)), (1, 3))
        self.assertEqual(failures[0][0]["type"], "wrong value")
        self.assertIn("\nrules: OUT-1\n", failures[0][1])
        self.assertIn("\nagain: %s verify --filter a/sequence/three --backend 'python3 " % BACKEDGE, failures[0][1])
        suites = [about for tag, about, _ in elements if tag == "testsuite"]
        self.assertEqual([(suite["tests"], suite["failures"], suite["errors"]) for suite in suites], [("1", "1", "0"), ("2", "2", "0")])

    def test_outcomes(self):
        for fault, cases, tags in (("none", {**ONE, **SURVEY}, ["skipped"]), ("skips", ONE, ["skipped"]), ("fails", ONE, ["error"]),
                                   ("segfaults", SURVEY, ["error"]), ("chatty", ONE, ["error", "system-err"]),
                                   ("wrong_and_drifts", SURVEY, ["failure"]), ("rejects", ONE, ["failure"]),
                                   ("poisoned_by_model_0", FOUR, ["failure"])):
            with self.subTest(fault=fault):
                self.root = os.path.join(self.root, fault)
                os.mkdir(self.root)
                self.assertEqual(self.tags("python3 %s %s" % (FAULTY, fault), cases), tags)

    def test_with_a_list_only_differences_fail(self):
        file = os.path.join(self.root, "list.txt")
        with open(file, "w") as stream:
            stream.write("bug, wrong value, 2 runs: why & <how>\n  a/0\n  a/1\n")
        code, elements = self.verify_junit("python3 %s wrong_for_every_third" % FAULTY, NINE, "--expectations", file)
        said = [(tag, about["message"]) for tag, about, _ in elements if "message" in about]
        self.assertEqual((code, said[0]), (1, ("skipped", "wrong value, listed as bug: why & <how>")))
        self.assertEqual([tag for tag, _ in said[1:]], ["failure"] * 3)
        self.assertIn("a/1/only: passed, but listed as wrong value", said[1][1])

    def test_characters_that_xml_does_not_allow(self):
        for fault in ("controls_in_a_message", "controls_and_crash", "controls_in_a_reason"):
            with self.subTest(fault=fault):
                self.root = os.path.join(self.root, fault)
                os.mkdir(self.root)
                self.write_corpus(ONE)
                self.verify("python3 %s %s" % (FAULTY, fault), "--junit", self.written)
                texts = "".join(text + "".join(about.values()) for _, about, text in elements_of(self.written))
                self.assertIn("\ufffdc\u202e", texts)

    def test_earlier_runs_are_in_the_file_too(self):
        self.write_corpus(NINE)
        backend = "python3 %s wrong_for_every_third" % FAULTY
        self.assertIn("stopped", self.verify(backend, "--junit", self.written, "--max-failures", "2")[1])
        first = elements_of(self.written)
        self.verify(backend, "--junit", self.written, "--resume")
        self.assertLess(len(first), len(elements_of(self.written)))
        self.assertEqual(sum(tag == "testcase" for tag, _, _ in elements_of(self.written)), 9)

    def test_earlier_runs_with_members_of_other_types(self):
        self.write_corpus(NINE)
        backend = "python3 %s wrong_for_every_third" % FAULTY
        self.verify(backend, "--max-failures", "2")
        for odd in ({"title": 3, "text": {}, "rules": "OUT-1", "seconds": "long", "stderr": [], "observations": {"when": 1}},
                    {"rules": [1, "OUT-1"], "seconds": -1e300, "failed": 1, "listed": 7, "observations": [3, {"when": 3}]}):
            with open(self.results) as file:
                header, *runs = map(json.loads, file)
            with open(self.results, "w") as file:
                for line in (header, *({**line, **odd} for line in runs if "run" in line)):
                    file.write(json.dumps(line) + "\n")
            code = subprocess.run(self.command(backend, "--junit", self.written, "--resume", "--max-failures", "1"),
                                  stdout=subprocess.PIPE, env={**os.environ, "TMPDIR": self.root}).returncode
            self.assertEqual(code, 1)
            self.assertLess(2, sum(tag == "testcase" for tag, _, _ in elements_of(self.written)))

    def test_files_that_cannot_be_written_stop_at_once(self):
        self.write_corpus(ONE)
        code, text, lines = self.verify("python3 %s none" % FAULTY, "--junit", os.path.join(self.root, "no/folder.xml"))
        self.assertEqual((code, [line["run"] for line in lines if "run" in line]), (3, []), text)
        self.assertIn("FILE-1", text)
        code, text, _ = self.verify("python3 %s none" % FAULTY, "--junit", self.results)
        self.assertIn("--junit: would replace", text)


if __name__ == "__main__":
    unittest.main()
