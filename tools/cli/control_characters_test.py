"""Tests that the commands that ask a backend print none of its control characters."""

import os
import subprocess
import unicodedata
import unittest

from verify_test import BACKEDGE, FAULTY, ONE, Verification

# How the text of the faulty backends is shown. Summaries leave its ESC and CR out.
WHOLE, SUMMARY = "\\u001bc\\u202e\\u009bm\\u000d", "c\\u202e\\u009bm"
HELLO = "\\u009bm \\u202e1: "
NO_LIMIT = ("--max-memory", "0")  # the address space of a sanitizer is as large as it gets


class ControlCharactersTest(Verification):
    def check(self, shown, command, fault, *options):
        """Check that the output of a command shows a text, and has no control characters."""
        backend = ["--backend", "python3 %s controls_%s" % (FAULTY, fault)]
        with self.subTest(command=command[0], fault=fault):
            done = subprocess.run([BACKEDGE, *command, *backend, *NO_LIMIT, *options], env={**os.environ, "TMPDIR": self.root},
                                  stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=250)
            text = done.stdout.decode("utf-8")
            controls = {c for c in text if c != "\n" and unicodedata.category(c) in ("Cc", "Cf")}
            self.assertEqual(controls, set(), ascii(text))
            self.assertIn(shown, text)

    def in_corpus(self, *command):
        return [*command, "--corpus", os.path.join(self.root, "corpus")]

    def test_verify(self):
        self.write_corpus(ONE)
        for shown, fault in ((SUMMARY, "in_a_message"), (SUMMARY, "in_a_reason"), ("rejected (run)", "in_a_rejection"),
                             ("protocol error", "in_a_type"), ("protocol error", "in_a_path"),
                             ("\n  went wrong " + WHOLE + "\n  \ufffdm\n", "and_crash")):
            self.check(shown, self.in_corpus("verify"), fault)

    def test_verify_with_a_list(self):
        self.write_corpus(ONE)
        file = os.path.join(self.root, "list.txt")
        with open(file, "w", encoding="utf-8") as stream:
            stream.write("bug, crashed, 1 run: why\n  a/one\n")
        self.check(SUMMARY, self.in_corpus("verify"), "in_a_message", "--expectations", file, "--update")

    def test_hello(self):
        self.write_corpus(ONE)
        self.check(HELLO + "1 of 1 run", self.in_corpus("verify"), "in_hello")
        self.check(WHOLE, self.in_corpus("verify"), "in_a_feature")
        self.check("has control characters", self.in_corpus("verify"), "in_a_name")

    def test_explain_failure(self):
        self.write_corpus(ONE)
        for shown, fault in ((WHOLE, "in_a_message"), (WHOLE, "in_a_rejection"), ("  went wrong " + WHOLE + "\n", "and_crash")):
            self.check(shown, self.in_corpus("explain-failure", "a/one/only"), fault)
            self.check(WHOLE[:-6], self.in_corpus("explain-failure", "a/one/only"), fault, "--json")

    def test_shrink(self):
        self.write_corpus(ONE)
        for shown, fault in ((WHOLE, "in_a_message"), (WHOLE, "in_a_rejection"), ("  went wrong " + WHOLE + "\n", "and_crash")):
            self.check(shown, self.in_corpus("shrink", "a/one/only"), fault, "--out", os.path.join(self.root, fault))

    def test_fuzz_backend(self):
        for shown, fault in ((SUMMARY, "in_a_message"), (HELLO + "3 models", "in_hello"), (WHOLE, "in_a_feature")):
            self.check(shown, ["fuzz-backend", "--count", "3"], fault, "--out", os.path.join(self.root, fault))


if __name__ == "__main__":
    unittest.main()
