"""Tests that docs/operations.md is what the table, the corpus and the lists say, and the filters that it reads."""

import unittest

import operations
import run_filters

RUNS = ["loop/swap/once", "loop/swap/twice", "my-area/case/run", "models/a/b"]


class OperationsTest(unittest.TestCase):
    def test_the_page_is_up_to_date(self):
        self.assertEqual(operations.page(), operations.PAGE.read_text(), "make it again: bazel run //tools/site:operations")

    def test_filters(self):
        for pattern, names in {"loop": RUNS[:2], "loop/swap/once": RUNS[:1], "loop/*-loop/swap/twice": RUNS[:1], "my-area": RUNS[2:3],
                               "all-loop:models": RUNS[2:3], "-loop": RUNS[2:], "loop/swa?:models/": [RUNS[0], RUNS[1], RUNS[3]],
                               "loop-loop/swap/once": RUNS[1:2]}.items():
            self.assertEqual(run_filters.select(pattern, RUNS), names, pattern)


if __name__ == "__main__":
    unittest.main()
