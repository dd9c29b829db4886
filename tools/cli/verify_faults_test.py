"""Tests `backedge verify` when the suite itself has an error."""

import os
import subprocess
import unittest

import verify_test
from verify_test import MODEL, ONE, FAULTY, case, run, tensor


class FaultTest(verify_test.Verification):
    """The suite itself has an error: it gives no run a verdict, and finished results stay."""

    def check_fault(self, done, *words):
        """Check for exit code 3 and the words; return the runs that have a line."""
        code, text, lines = done
        self.assertEqual(code, 3, text)
        for word in words:
            self.assertIn(word, text)
        self.assertIn("not because of the backend", text)
        self.assertEqual([line["run"] for line in lines if line.get("failed")], [])
        return [line["run"] for line in lines if "run" in line]

    def test_no_model_can_be_made_of_a_case(self):
        shaped = MODEL.replace('shape="2"', 'shape="{{rows}}2"', 1)
        runs = [{"at": [None], "inputs": {"x": tensor(3, 4)}, "rejected": {"phase": "load", "rule": "OUT-1"}}]
        for fault in ("none", "rejects", "segfaults"):
            self.setUp()
            self.write_corpus({"a/one": case(*runs, columns=["rows"])}, model=shaped)
            done = self.verify("python3 %s %s" % (FAULTY, fault))
            self.assertEqual(self.check_fault(done, "CASE-1", "null for a placeholder", "a/one/rows_none"), [])

    def test_a_model_that_the_interpreter_does_not_load(self):
        self.write_corpus(ONE, model=MODEL.replace('type="Result"', 'type="Outcome"'))
        self.assertEqual(self.check_fault(self.verify("python3 %s none" % FAULTY), "CASE-1", "a/one/only"), [])

    def test_the_reference_pair_has_no_such_run(self):
        self.write_corpus({"a/one": case(run("only", 3, 4), twin={"case": "a/pair", "relation": "the same"}),
                           "a/pair": case(run("other", 3, 4))})
        self.assertEqual(self.check_fault(self.verify("python3 %s none" % FAULTY), "CASE-1", "a/pair has no run"), [])

    def test_a_case_that_cannot_be_read(self):
        self.write_corpus({"a/one": case(run("only", 3, 4)), "a/two": case()})
        code, text, lines = self.verify("python3 %s none" % FAULTY)
        self.assertEqual((code, lines), (3, []), text)
        self.assertIn("a/two", text)

    def test_a_file_that_is_too_large(self):
        for name in ("a/one/case.json", "a/one/model.xml", "MANIFEST"):
            with self.subTest(name):
                self.setUp()
                self.write_corpus(ONE)
                os.truncate(os.path.join(self.root, "corpus", name), (1 << 30) + 1)
                code, text, lines = self.verify("python3 %s none" % FAULTY)
                self.assertEqual((code, lines), (3, []), text)
                self.assertRegex(text, name + ":.*CASE-1\n *has 1073741825 bytes, expected at most 1073741824")

    def test_no_folder_for_temporary_files(self):
        self.write_corpus(ONE)
        done = self.verify("python3 %s none" % FAULTY, TMPDIR=self.root + "/absent")
        self.assertEqual(self.check_fault(done, "FILE-1", self.root + "/absent", "TMPDIR"), [])

    def test_a_temporary_folder_by_a_relative_path(self):
        self.write_corpus({"a/one": case(run("only", *range(2000)))})
        os.mkdir(self.root + "/t")
        done = subprocess.run(self.command("python3 %s writes_to_every_file" % FAULTY), cwd=self.root, text=True, timeout=60,
                              stdout=subprocess.PIPE, env={**os.environ, "TMPDIR": "t", "BUILD_WORKING_DIRECTORY": self.root})
        self.assertEqual(done.returncode, 0, done.stdout)
        self.assertEqual(os.listdir(self.root + "/t"), [])

    def test_results_that_cannot_be_written(self):
        self.write_corpus(ONE)
        self.results = "/dev/full"
        done = subprocess.run(self.command("python3 %s none" % FAULTY), text=True, timeout=60, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, env={**os.environ, "TMPDIR": self.root})
        self.check_fault((done.returncode, done.stdout, []), "FILE-1", "/dev/full")

    def test_a_disk_that_gets_full_and_is_cleared(self):
        self.write_corpus({"a/%02d" % k: case(run("only", k, 4)) for k in range(40)})
        backend = "python3 %s none" % FAULTY
        end = self.verify(backend, most_bytes=3000)
        done = self.check_fault(end, "FILE-1", "results.jsonl", "--resume")
        self.assertNotIn("40 passed", end[1])  # it stops at once
        self.assertTrue(5 < len(done) < 40, done)
        code, text, lines = self.verify(backend, "--resume")
        self.assertEqual((code, lines[-1]["outcomes"]), (0, {"passed": 40}), text)

    def test_an_input_that_cannot_be_written(self):
        self.write_corpus({"a/0": case(run("only", 3, 4)), "a/1": case(run("only", *range(8000)))})
        backend = "python3 %s keeps_the_first" % FAULTY
        done = self.check_fault(self.verify(backend, most_bytes=20000), "FILE-1", "a/1/only")
        self.assertEqual(done, ["a/0/only"])


if __name__ == "__main__":
    unittest.main()
