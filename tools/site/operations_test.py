"""Tests that docs/operations.md is what the table, the corpus and the lists say, and the filters that it reads."""

import pathlib
import re
import subprocess
import unittest

import operations
import run_filters

RUNS = ["loop/swap/once", "loop/swap/twice", "my-area/case/run", "models/a/b"]


class OperationsTest(unittest.TestCase):
    def test_the_page_is_up_to_date(self):
        self.assertEqual(operations.page(), operations.PAGE.read_text(), "make it again: bazel run //tools/site:operations")

    def test_errors_and_types_are_those_of_the_interpreter(self):
        printed = subprocess.run(["conformance/bounds/print_operations", "testdata"], stdout=subprocess.PIPE, text=True, check=True).stdout
        self.assertEqual(printed, operations.FACTS.read_text(), "print them again: see conformance/bounds/BUILD")
        self.assertEqual(set(operations.read_rows()) - set(operations.read_facts()), set())

    def test_errors_that_are_not_derived_are_listed(self):
        listed = pathlib.Path("docs/bounds.md").read_text().partition("`NotDerived`")[2].partition("of ONNX:")[0]
        listed = set(re.findall(r"[A-Z]\w+", listed.replace("the Fourier\n  transformations", "DFT IDFT RDFT IRDFT")))
        self.assertEqual({name for name, (error, _) in operations.read_facts().items() if "not derived" in error} - listed, set())

    def test_words_of_types(self):
        every = operations.GROUPS["any"]
        for words, types in {"any": every, "numeric, boolean": every[:13], "real": every[9:13], "integer, f16": every[1:10], "i32, i64": ["i32", "i64"],
                             "numeric, narrow": every[1:]}.items():
            self.assertEqual(operations.words_of(types), words)

    def test_what_is_not_read_has_one_reason(self):
        def listed(unread):
            return sorted(name for names in unread.values() for name in names)

        names, versions = operations.unread_of(operations.read_rows())
        self.assertEqual(listed(operations.UNSUPPORTED), sorted(names))
        self.assertEqual(listed(operations.UNSUPPORTED_VERSIONS), sorted(versions))

    def test_every_name_of_the_table_is_in_an_operation_set(self):
        names = set(operations.read_rows())
        self.assertEqual(names - set(operations.read_opsets()), operations.SPELLINGS | operations.NEWER)

    def test_filters(self):
        for pattern, names in {"loop": RUNS[:2], "loop/swap/once": RUNS[:1], "loop/*-loop/swap/twice": RUNS[:1], "my-area": RUNS[2:3],
                               "all-loop:models": RUNS[2:3], "-loop": RUNS[2:], "loop/swa?:models/": [RUNS[0], RUNS[1], RUNS[3]],
                               "loop-loop/swap/once": RUNS[1:2]}.items():
            self.assertEqual(run_filters.select(pattern, RUNS), names, pattern)


if __name__ == "__main__":
    unittest.main()
