"""Tests that docs/expectations.schema.json and the reader of expectation lists agree about their lines."""

import glob
import json
import os
import subprocess
import sys
import tempfile
import unittest

import jsonschema

BACKEDGE = os.path.abspath(sys.argv.pop(1))

with open("docs/expectations.schema.json", encoding="utf-8") as file:
    VALIDATOR = jsonschema.Draft7Validator(json.load(file))

HEAD, PATTERN = "bug, wrong value, 3 runs: why", "  a/b"
# What a list may contain instead of its first head.
RIGHT = ["bug, wrong value, 1 run: why", "bug,wrong value , 3 runs :why", "unsupported, skipped, 3 runs: why", "wont-fix, failed, 12 runs: a, b: c",
         "bug, wrong value or unstable, 3 runs: unstable: why", "bug, passed or crashed, 3 runs: why", "bug, disturbed, 3 runs: why", "bug, wrong value, 3 runs: why\t"]
WRONG = ["bugs, wrong value, 3 runs: why", "bug, passed, 3 runs: why", "bug, wrong values, 3 runs: why", "bug, , 3 runs: why", "bug, wrong value, runs: why",
         "bug, wrong value, 0 runs: why", "bug, wrong value, -1 runs: why", "bug, wrong value, 3: why", "bug, wrong value, 3 runs", "bug, wrong value, 3 runs: ",
         "bug, wrong value; 3 runs: why", "bug, wrong value or, 3 runs: why", "bug, disturbed or crashed, 3 runs: why", "a/b", "corpus"]


class ExpectationsSchemaTest(unittest.TestCase):
    def is_read(self, lines):
        with tempfile.TemporaryDirectory() as folder:
            os.makedirs(os.path.join(folder, "testdata"))
            with open(os.path.join(folder, "list.txt"), "w", encoding="utf-8") as file:
                file.write("\n".join(lines))
            words = [BACKEDGE, "verify", "--backend", "false", "--expectations", "list.txt"]
            done = subprocess.run(words, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
        return "EXPECT-1" not in done.stdout

    def test_lists_of_this_repository(self):
        lists = glob.glob("conformance/expectations/*.txt")
        self.assertGreater(len(lists), 5)
        for name in lists:
            with open(name, encoding="utf-8") as file:
                lines = file.read().split("\n")
            VALIDATOR.validate(lines)
            self.assertTrue(self.is_read(lines), name)

    def test_lines(self):
        for line in RIGHT:
            self.assertEqual((VALIDATOR.is_valid([line, PATTERN]), self.is_read([line, PATTERN])), (True, True), line)
        for line in WRONG:
            self.assertEqual((VALIDATOR.is_valid([line, PATTERN]), self.is_read([line, PATTERN])), (False, False), line)
        for line in ("corpus 0.1", "corpus  12", "# comment"):
            self.assertEqual((VALIDATOR.is_valid([line]), self.is_read([line, HEAD, PATTERN])), (True, True), line)
        for line in ("corpus", "corpus one", "Corpus 0.1"):
            self.assertEqual((VALIDATOR.is_valid([line]), self.is_read([line, HEAD, PATTERN])), (False, False), line)
        for line in ("", "# comment", "   ", " # comment", "  a/*:b-c"):
            self.assertEqual((VALIDATOR.is_valid([line]), self.is_read([HEAD, PATTERN, line])), (True, True), line)


if __name__ == "__main__":
    unittest.main()
