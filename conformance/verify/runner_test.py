"""Tests the runner on small corpora, most of which have an error."""

import json
import os
import subprocess
import sys
import tempfile
import unicodedata
import unittest

MODEL = """<net><layers>
<layer id="0" name="x" type="Parameter"><data shape="2" element_type="i32"/><output><port id="0"/></output></layer>
<layer id="1" name="y" type="Result"><input><port id="0"/></input></layer>
</layers><edges><edge from-layer="0" from-port="0" to-layer="1" to-port="0"/></edges></net>
"""
RUNNER, FAULTY = (os.path.abspath(sys.argv.pop(1)) for _ in range(2))


def tensor(*values):
    return {"type": "i32", "shape": [len(values)], "values": list(values)}


def run(name, golden):
    return {"name": name, "inputs": {"x": tensor(1, 2)}, "outputs": [golden]}


def case(*runs):
    return {"format": "openvino-ir", "title": "T.", "dialect": "loop-5", "kind": "plain", "rules": ["OUT-1"], "features": [],
            "oracle": "by-hand", "notes": "n", "runs": list(runs)}


RIGHT, WRONG = run("right", tensor(1, 2)), run("wrong", tensor(1, 3))


class RunnerTest(unittest.TestCase):
    def start(self, cases, options=(), listed=None, environment=(), expectations=None):
        """Exit code and output of the runner on a corpus of these cases, by path."""
        with tempfile.TemporaryDirectory() as root:
            for path, content in cases.items():
                os.makedirs(os.path.join(root, path))
                with open(os.path.join(root, path, "case.json"), "w") as file:
                    json.dump(content, file)
                with open(os.path.join(root, path, "model.xml"), "w") as file:
                    file.write(MODEL)
            with open(os.path.join(root, "MANIFEST"), "w") as file:
                for path, content in sorted((listed or cases).items()):
                    file.write("%s %d %s\n" % (path, len(content["runs"]), "0" * 64))
            if expectations is not None:
                with open(os.path.join(root, "list.txt"), "w") as file:
                    file.write(expectations)
                options = [*options, "--expectations=%s/list.txt" % root]
            kept = {k: v for k, v in os.environ.items() if "SHARD" not in k and not k.startswith(("GTEST_", "XML_"))}
            done = subprocess.run([RUNNER, "--corpus=%s/MANIFEST" % root, *options], env={**kept, **dict(environment)},
                                  stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=60)
            return done.returncode, done.stdout

    def test_right_goldens_pass(self):
        code, output = self.start({"a/b": case(RIGHT), "a/c": case(RIGHT)})
        self.assertEqual(code, 0, output)
        self.assertIn("a/c.right", output)

    def test_a_wrong_golden_fails(self):
        code, output = self.start({"a/b": case(RIGHT, WRONG)})
        self.assertNotEqual(code, 0, output)
        self.assertIn("expected 3  0x00000003", output)
        self.assertIn("--test_filter=a/b/wrong", output)

    def test_a_filter_chooses_runs(self):
        code, output = self.start({"a/b": case(RIGHT, WRONG)}, ["--gtest_filter=a/b/ri*"])
        self.assertEqual(code, 0, output)
        code, output = self.start({"a/b": case(RIGHT, WRONG)}, ["--gtest_filter=a/b.wrong"])
        self.assertNotEqual(code, 0, output)

    def test_a_filter_that_matches_nothing_fails(self):
        code, output = self.start({"a/b": case(RIGHT)}, ["--gtest_filter=a/d/*"])
        self.assertNotEqual(code, 0, output)
        self.assertIn("selects no runs", output)

    def test_a_corpus_that_differs_from_its_manifest_fails(self):
        for listed in ({"a/b": case(RIGHT, RIGHT)}, {"a/d": case(RIGHT)}, {"a/b": case(RIGHT), "a/d": case(RIGHT)}):
            code, output = self.start({"a/b": case(RIGHT)}, listed=listed)
            self.assertNotEqual(code, 0, output)
            self.assertIn("MANIFEST", output)

    def test_a_broken_case_fails(self):
        code, output = self.start({"a/b": case(RIGHT), "a/c": case(RIGHT, RIGHT)})
        self.assertNotEqual(code, 0, output)
        self.assertIn("the name is used twice", output)

    def test_an_empty_corpus_fails(self):
        self.assertNotEqual(self.start({}, listed={"a/b": case(RIGHT)})[0], 0)

    def test_shards_share_the_runs(self):
        cases = {"a/b": case(*[run("r%d" % k, tensor(1, 2)) for k in range(5)])}
        seen = []
        for shard in range(3):
            environment = {"GTEST_TOTAL_SHARDS": "3", "GTEST_SHARD_INDEX": str(shard)}
            code, output = self.start(cases, environment=environment)
            self.assertEqual(code, 0, output)
            seen += [line.split()[3] for line in output.splitlines() if line.startswith("[       OK ]")]
        self.assertEqual(sorted(seen), ["a/b.r%d" % k for k in range(5)] + ["corpus.agrees_with_manifest"])

    def verify(self, cases, fault, expectations=None, options=(), environment=()):
        backend = ["--backend=python3", "--backend_arg=" + FAULTY, "--backend_arg=" + fault]
        return self.start(cases, backend + list(options), expectations=expectations, environment=environment)

    def test_failures_of_a_backend_are_reported(self):
        self.assertEqual(self.verify({"a/b": case(RIGHT)}, "none")[0], 0)
        code, output = self.verify({"a/b": case(RIGHT)}, "wrong_value")
        self.assertEqual(code, 1, output)
        for words in ("expected 2", "actual   3", "--test_filter=a/b/right", "[  FAILED  ] a/b.right", "1  wrong value"):
            self.assertIn(words, output)
        code, output = self.verify({"a/b": case(RIGHT)}, "segfaults")
        self.assertEqual(code, 1)
        self.assertIn("signal 11", output)

    def test_a_backend_fails_as_listed(self):
        cases = {"a/0": case(RIGHT), "a/1": case(RIGHT), "a/3": case(RIGHT)}
        expected = "bug, wrong value, 2 runs: why\n  a/0\n  a/3\n"
        code, output = self.verify(cases, "wrong_for_every_third", expected)
        self.assertEqual(code, 0, output)
        self.assertIn("3 runs: 1 passed, 0 skipped, 2 failed as listed, 0 not as listed", output)
        self.assertEqual(self.verify(cases, "wrong_for_every_third", expected, ["--gtest_filter=a/0"])[0], 0)
        for fault, text, words in (
                ("wrong_for_every_third", expected.replace("  a/3\n", "").replace("2 runs", "1 run"),
                 "a/3/right: wrong value, which no entry lists"),
                ("none", expected, "list.txt:1: EXPECT-3\n  a/0/right: passed, but listed as wrong value"),
                ("wrong_shape", expected, "a/0/right: wrong shape, but listed as wrong value"),
                ("wrong_for_every_third", expected.replace("2", "3"), "list.txt:1: EXPECT-2\n  matches 2 runs, not 3"),
                ("wrong_for_every_third", expected + "  a/4\n", "list.txt:4: EXPECT-2"),
                ("wrong_for_every_third", expected.replace("why", "UNEXPLAINED"), "EXPECT-2"),
                ("wrong_for_every_third", "a list", "EXPECT-1")):
            code, output = self.verify(cases, fault, text)
            self.assertEqual(code, 1, text)
            self.assertIn(words, output)

    def test_a_disturbed_run_fails_unless_it_is_listed(self):
        cases = {"a/%d" % k: case(RIGHT) for k in range(4)}
        for listed in (None, "# nothing\n"):
            code, output = self.verify(cases, "poisoned_by_model_0", listed)
            self.assertEqual(code, 1, output)
            self.assertIn("wrong value in a process that had loaded", output)
            self.assertIn("a/1/right: disturbed (another outcome in a process that other runs had used)", output)
            self.assertIn("0 failed as listed, 1 not as listed; 1 had another outcome", output)
        code, output = self.verify(cases, "poisoned_by_model_0", "bug, disturbed, 1 run: memory\n  a/1\n")
        self.assertEqual(code, 0, output)

    def test_no_run_is_asked_after_30_timeouts_in_a_row(self):
        cases = {"a/b": case(*[run("r%d" % k, tensor(1, 2)) for k in range(33)])}
        code, output = self.verify(cases, "is_silent", options=["--answer_seconds=0.2"])
        self.assertEqual(code, 1)
        self.assertIn("30  timed out", output)
        self.assertEqual(output.count("BACKEND-1\n  30 runs in a row timed out"), 3, output)

    def test_another_backend_after_a_crash(self):
        cases = {"a/%d" % k: case(RIGHT) for k in range(4)}
        for change, words in (("name", "before  faulty 1\n  now     another 1"), ("version", "now     faulty 2"), ("features", "other features")):
            with tempfile.TemporaryDirectory() as folder:  # the backend notes there that it has crashed
                code, output = self.verify(cases, "other_%s_after_a_crash" % change, environment={"TEST_TMPDIR": folder}.items())
            self.assertEqual(code, 1, output)
            self.assertIn("1 run: 0 passed", output)
            self.assertEqual(output.count("BACKEND-3\n  restarted as another backend"), 3, output)
            self.assertEqual(output.count(words), 3, output)

    def test_a_misspelt_feature(self):
        code, output = self.verify({"a/b": case(RIGHT)}, "misspelt_feature")
        self.assertEqual(code, 1, output)
        self.assertIn('no feature is called "type:int32"; did you mean "type:i32"?', output)
        self.assertNotIn("passed", output)

    def test_no_control_characters_of_a_backend_are_printed(self):
        whole = "\\u001bc\\u202e\\u009bm\\u000d"
        for fault, shown in (("in_a_message", "wrong " + whole), ("in_a_rejection", whole), ("in_a_type", "in the answer: "),
                             ("in_a_path", "in the answer: "), ("in_a_feature", whole), ("in_a_name", "has control characters"),
                             ("and_crash", "its standard error:\nwent wrong " + whole + "\n\ufffdm\n")):
            with self.subTest(fault):
                code, output = self.verify({"a/b": case(RIGHT)}, "controls_" + fault)
                self.assertEqual(code, 1, output)
                self.assertEqual({c for c in output if c != "\n" and unicodedata.category(c) in ("Cc", "Cf")}, set(), ascii(output))
                self.assertIn(shown, output)

    def test_a_suite_of_some_runs(self):
        cases = {"a/0": case(RIGHT), "a/1": case(RIGHT)}
        self.assertEqual(self.verify(cases, "wrong_for_every_third", options=["--runs=a-a/0"])[0], 0)
        self.assertEqual(self.verify(cases, "wrong_for_every_third", options=["--runs=a/0"])[0], 1)
        code, output = self.verify(cases, "none", options=["--runs=a/0", "--gtest_filter=a/1"])
        self.assertEqual(code, 1)
        self.assertIn("selects no runs", output)

    def test_each_shard_judges_its_own_runs(self):
        cases = {"a/%d" % k: case(RIGHT) for k in range(6)}
        expected = "bug, wrong value, 2 runs: why\n  a/0\n  a/3\n"
        for text, failing in ((expected, 0), (expected.replace("2", "3"), 1), (expected.replace("value", "shape"), 2)):
            codes = []
            for shard in range(4):
                environment = {"GTEST_TOTAL_SHARDS": "4", "GTEST_SHARD_INDEX": str(shard)}
                codes.append(self.verify(cases, "wrong_for_every_third", text, environment=environment)[0])
            self.assertEqual(sum(codes), failing)

    def test_skipped_runs_are_not_failures_unless_all_are_skipped(self):
        cases = {"a/0": case(RIGHT), "a/1": case(RIGHT)}
        code, output = self.verify(cases, "skips")
        self.assertEqual(code, 1)
        self.assertIn("every run was skipped", output)
        self.assertEqual(self.verify(cases, "skips", options=["--gtest_filter=a/0"])[0], 0)

    def test_a_fault_of_the_suite_blames_no_backend(self):
        pair = {"a/b": {**case(RIGHT), "twin": {"case": "a/pair", "relation": "the same"}}, "a/pair": case(run("other", tensor(1, 2)))}
        for fault in ("none", "rejects", "segfaults"):
            code, output = self.verify(pair, fault, options=["--gtest_filter=a/b"])
            self.assertEqual(code, 1)
            for words in ("the backend is not to blame", "a/pair has no run", "0 not as listed", "1 not verified"):
                self.assertIn(words, output)

    def test_no_folder_for_temporary_files(self):
        code, output = self.verify({"a/b": case(RIGHT)}, "none", environment={"TMPDIR": "/no/folder", "TEST_TMPDIR": "/no/folder"}.items())
        self.assertEqual(code, 1)
        self.assertIn("FILE-1", output)

    def test_a_backend_that_does_not_start(self):
        code, output = self.start({"a/b": case(RIGHT)}, ["--backend=sh", "--backend_arg=-c",
                                                         "--backend_arg=echo 'it'\\''s \"absent\"' >&2; exit 3"])
        self.assertEqual(code, 1)
        for words in ("BACKEND-1", "exit code 3", "it's \"absent\""):
            self.assertIn(words, output)


if __name__ == "__main__":
    unittest.main()
