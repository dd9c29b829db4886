"""Tests how findings are compared with the output of their programs."""

import unittest

import check_findings

PAGE = """# A backend

```python
print(1)
```

## One: adds wrongly

Text.

```python
print(2 + 2)
```

```text
expected 5
got      1
got      4
```

Not silent.

## Two: no program
"""


class Programs(unittest.TestCase):
    def test_each_begins_with_the_common_block(self):
        self.assertEqual(check_findings.programs_of(PAGE), [("One: adds wrongly", "print(1)\nprint(2 + 2)\n", ["5"], ["1", "4"])])

    def test_a_program_without_output(self):
        with self.assertRaisesRegex(ValueError, "One"):
            check_findings.programs_of(PAGE[:PAGE.index("```text")])


class Run(unittest.TestCase):
    def test_what_is_printed(self):
        self.assertEqual(check_findings.run("print(1); print([2])"), ["1", "[2]"])

    def test_how_it_ends(self):
        self.assertEqual(check_findings.run("print(1, flush=True); import os; os.kill(os.getpid(), 11)"), ["1", "signal 11"])
        self.assertRegex(check_findings.run("raise ValueError('no such axis')")[0], "^error: .*ValueError: no such axis$")


class Complaint(unittest.TestCase):
    def test_none(self):
        for expected, got, gave in ((["[1]"], ["[2]"], ["[2]"]), (["5"], ["? 4"], ["-17 4"]), (["5"], ["signal 8"], ["signal 8"]),
                                    (["5"], ["error: no axis"], ["error: RuntimeError: no axis 3"])):
            self.assertIsNone(check_findings.complaint(expected, got, gave))

    def test_something_else(self):
        for gave in (["[3]"], ["[2]", "[2]"], [], ["signal 8"], ["error: [2]"]):
            self.assertRegex(check_findings.complaint(["[1]"], ["[2]"], gave), "^the finding has")

    def test_fixed(self):
        self.assertRegex(check_findings.complaint(["[1]"], ["[?]"], ["[1]"]), "the finding is fixed")

    def test_no_expected_lines(self):
        self.assertRegex(check_findings.complaint([], ["[2]"], ["[2]"]), "has no `expected`")


if __name__ == "__main__":
    unittest.main()
