"""Tests `backedge generate` and `fuzz-backend` on the interpreter and on a backend that misreads models."""

import filecmp
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
import unittest

BACKEDGE, MISREADS = (os.path.abspath(path) for path in sys.argv[1:3])
del sys.argv[1:3]

NO_LIMIT = ("--max-memory", "0")  # the address space of a sanitizer is as large as it gets
SOUND = ("--backend", BACKEDGE + " serve", *NO_LIMIT)
NO_MAXIMUM = ("--backend", f"{sys.executable} {MISREADS} 'type=\"Maximum\"' 'type=\"Minimum\"' {BACKEDGE} serve", *NO_LIMIT)


def start(*words, folder=None):
    environment = {k: v for k, v in os.environ.items() if k != "BUILD_WORKING_DIRECTORY"}
    if folder:
        environment["TMPDIR"] = folder
    return subprocess.Popen([BACKEDGE, *words], env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)


def backedge(*words):
    program = start(*words)
    output = program.communicate(timeout=250)[0]
    return program.returncode, output


class GenerateCommandsTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root, self.out = folder.name, os.path.join(folder.name, "out")

    def test_wrong_numbers(self):
        for words in (["generate", "--statistics", "--seed", "-1"], ["generate", "--statistics", "--model", str(1 << 64)],
                      ["fuzz-backend", *SOUND, "--out", self.out, "--minutes", "nan"],
                      ["fuzz-backend", *SOUND, "--out", self.out, "--timeout", "NaN"]):
            code, output = backedge(*words)
            self.assertEqual((code, "is not a number" in output), (2, True), output)

    def test_generate_makes_cases_that_can_be_made_again_by_their_names(self):
        code, output = backedge("generate", "--seed", "5", "--count", "20", "--out", self.out)
        self.assertEqual((code, output), (0, "20 models, 0 with a contradiction\n"))
        models = sorted(os.listdir(self.out))
        self.assertEqual(len(models), 20)
        self.assertEqual(backedge("check", *(f"{self.out}/{model}" for model in models)), (0, "20 runs, 0 failed\n"))
        name = models[7]
        seed = str(int(name.removeprefix("seed_"), 16))
        self.assertEqual(backedge("generate", "--model", seed, "--out", self.root + "/again")[0], 0)
        files = os.listdir(f"{self.out}/{name}")
        same, *_ = filecmp.cmpfiles(f"{self.out}/{name}", f"{self.root}/again/{name}", files, shallow=False)
        self.assertEqual(sorted(same), sorted(files))

    def test_generate_counts_the_rules_that_are_touched(self):
        code, output = backedge("generate", "--count", "200", "--statistics")
        self.assertEqual(code, 0, output)
        self.assertRegex(output, r"(?m)^ +[1-9][\d.]*  BACK-2$")

    def test_the_interpreter_agrees_with_itself(self):
        code, output = backedge("fuzz-backend", *SOUND, "--count", "100", "--jobs", "2", "--out", self.out)
        self.assertEqual(code, 0, output)
        self.assertIn(" 100 models, 0 failed, of 0 kinds, started 2 times\n", output)

    def test_one_of_a_kind_is_kept_and_shrunk(self):
        code, output = backedge("fuzz-backend", *NO_MAXIMUM, "--count", "60", "--without", "draft", "--out", self.out)
        self.assertEqual(code, 1, output)
        with open(self.out + "/summary.txt", encoding="utf-8") as file:
            summary = file.read()
        self.assertIn(summary, output)
        self.assertRegex(summary, r"(?m)^[1-9]\d* left out$")
        kinds = re.findall(r"(?m)^(seed_\w+)  \d+ models?, (.*)\n(?:  .*\n)*?(  .*)\n\n", summary)
        self.assertEqual(sorted(name for name, *_ in kinds), sorted(set(os.listdir(self.out)) - {"summary.txt"}))
        self.assertIn("wrong value", [outcome for _, outcome, _ in kinds])
        for name, outcome, words in kinds:
            if outcome == "wrong value":
                self.assertIn("op:Maximum-1", words)
            self.assertEqual(backedge("check", f"{self.out}/{name}", f"{self.out}/{name}/shrunk")[0], 0, name)
        code, output = backedge("fuzz-backend", *SOUND, "--out", self.out)
        self.assertEqual((code, "existing files are not overwritten" in output), (1, True), output)

    def test_models_in_onnx_are_shrunk_too(self):
        # As many bytes as before, so that the length before them in protobuf's format stays right.
        backend = ("--backend", f"{sys.executable} {MISREADS} Mul Add {BACKEDGE} serve", *NO_LIMIT)
        code, output = backedge("fuzz-backend", *backend, "--count", "60", "--seed", "1", "--out", self.out)
        self.assertEqual(code, 1, output)
        shrunk = [name for name in os.listdir(self.out) if os.path.exists(f"{self.out}/{name}/shrunk/model.onnx")]
        self.assertEqual(len(shrunk), 1, output)  # one kind
        self.assertRegex(output, shrunk[0] + r"  \d+ models, wrong value\n  op:Multiply-1\n")
        self.assertEqual(backedge("check", f"{self.out}/{shrunk[0]}/shrunk")[0], 0)

    def test_a_signal_ends_it_in_order(self):
        temporary = self.root + "/temporary"
        os.mkdir(temporary)
        program = start("fuzz-backend", *SOUND, "--out", self.out, folder=temporary)
        while not os.listdir(temporary):
            time.sleep(0.01)
        time.sleep(0.5)
        program.send_signal(signal.SIGINT)
        output = program.communicate(timeout=60)[0]
        self.assertEqual((program.returncode, os.listdir(temporary)), (130, []), output)
        self.assertIn(" 0 failed", output)
        self.assertTrue(os.path.exists(self.out + "/summary.txt"))

    def test_a_backend_that_does_not_start_is_an_error(self):
        code, output = backedge("fuzz-backend", "--backend", "true", "--count", "1", "--out", self.out)
        self.assertEqual((code, "BACKEND-1" in output), (1, True), output)

    def test_wrong_usage(self):
        for words in (["generate"], ["generate", "--out", self.out, "--count", "0"], ["fuzz-backend", "--out", self.out],
                      ["fuzz-backend", *SOUND]):
            self.assertEqual(backedge(*words)[0], 2, words)
        code, output = backedge("fuzz-backend", *SOUND, "--out", self.out, "--without", "op:add-1")
        self.assertEqual((code, 'did you mean "op:Add-1"?' in output), (2, True), output)


if __name__ == "__main__":
    unittest.main()
