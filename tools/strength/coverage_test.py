"""Tests how tools/strength/coverage.py reads a report and explanations."""

import unittest

import coverage

REPORT = """SF:interpreter/a.cc
BRDA:2,0,0,3
BRDA:2,0,1,0
BRDA:4,0,0,-
DA:1,3
DA:2,3
DA:3,0
DA:4,0
DA:5,0
end_of_record
SF:interpreter/a_test.cc
DA:1,0
end_of_record
SF:conformance/b.cc
DA:1,0
end_of_record
"""
SOURCE = ["int f() {", "  if (x)", "  }", "    return 1;", "  }", ""]


class CoverageTest(unittest.TestCase):
    def setUp(self):
        self.files = coverage.read_lcov(REPORT)

    def test_lines_of_brackets_do_not_count(self):
        coverage.drop_parts(self.files, lambda file: SOURCE)
        self.assertEqual(coverage.count(self.files.values()), (3, 2, 3, 1))

    def test_lines_of_members_do_not_count_unless_they_have_a_lambda(self):
        source = ["f({", "  {.infer = std::bind_front(g, x),", "   .kernel = h,", "   .run = [] { return 1; },", "  }"]
        coverage.drop_parts(self.files, lambda file: source)
        self.assertEqual(list(self.files["interpreter/a.cc"].lines), [1, 4])

    def explain(self, text):
        coverage.drop_parts(self.files, lambda file: SOURCE)
        return coverage.explain(self.files, coverage.read_explained(text), lambda file: SOURCE)

    def test_only_the_interpreter_counts_and_no_tests(self):
        self.assertEqual(list(self.files), ["interpreter/a.cc"])
        self.assertEqual(coverage.count(self.files.values()), (5, 2, 3, 1))
        self.assertEqual(coverage.percent(2, 3), "66.6")
        self.assertEqual(coverage.percent(0, 0), "100.0")

    def test_a_line_is_explained_by_its_text_wherever_it_is(self):
        uncovered, dead = self.explain("# a comment\nnobody can\n  interpreter/a.cc: return 1;\n")
        self.assertEqual(
            uncovered,
            [("interpreter/a.cc", 4, "return 1;", "nobody can")],
        )
        self.assertEqual(dead, [])

    def test_another_text_or_file_does_not_match(self):
        for wrong in ["interpreter/a.cc: return 2;", "interpreter/b.cc: return 1;", "interpreter/a.cc: if (x)"]:
            uncovered, dead = self.explain(f"nobody can\n  {wrong}\n")
            self.assertEqual([reason for *_, reason in uncovered], [None])
            self.assertEqual([": ".join(entry) for entry in dead], [wrong])

    def test_an_explanation_without_reason_or_file_is_refused(self):
        for wrong in ["  interpreter/a.cc: return 1;\n", "why\n  return 1;\n"]:
            with self.assertRaises(SystemExit):
                coverage.read_explained(wrong)


if __name__ == "__main__":
    unittest.main()
