"""Tests how the pages of findings are read, and how they are compared with the output of their scripts."""

import pathlib
import tempfile
import unittest

import check_findings

PAGE = """# A backend

| id | what goes wrong |
|---|---|
| [A-1](#a-1) | adds |

## A-1: adds wrongly

Text.

[a/one.py](a/one.py):

```text
expected 5
got      4
```

[a/two.py](a/two.py):

```text
got      signal 11
```

## A-2: subtracts

[a/three.py](a/three.py):

```text
got      1
```

## What differs

Nothing.
"""


class ReadScripts(unittest.TestCase):
    def read(self, text):
        with tempfile.TemporaryDirectory() as folder:
            page = pathlib.Path(folder, "page.md")
            page.write_text(text, encoding="utf-8")
            return [(found.id, found.path.name, found.output) for found in check_findings.read_scripts(page)]

    def test_each_has_its_output(self):
        outputs = [("A-1", "one.py", ["expected 5", "got      4"]), ("A-1", "two.py", ["got      signal 11"])]
        self.assertEqual(self.read(PAGE), [*outputs, ("A-2", "three.py", ["got      1"])])

    def test_no_output(self):
        with self.assertRaisesRegex(ValueError, "A-2: no output below a/three.py"):
            self.read(PAGE.replace("```text\ngot      1\n```\n", ""))

    def test_no_script(self):
        with self.assertRaisesRegex(ValueError, "A-2: no script"):
            self.read(PAGE.replace("[a/three.py](a/three.py):", "Below:"))


class Run(unittest.TestCase):
    def run_script(self, text):
        with tempfile.NamedTemporaryFile("w", suffix=".py") as script:
            script.write(text)
            script.flush()
            return check_findings.run(script.name)

    def test_what_is_printed(self):
        self.assertEqual(self.run_script("print(1); print([2]); raise SystemExit(True)"), (["1", "[2]"], 1))

    def test_how_it_ends(self):
        self.assertEqual(self.run_script("import os; os.kill(os.getpid(), 11)"), (["got signal 11"], -11))
        lines, code = self.run_script("raise ValueError('no such axis')")
        self.assertRegex(lines[0], "^got error: .*ValueError: no such axis$")
        self.assertEqual(code, 1)

    def test_a_warning_is_no_error(self):
        script = "import sys; print('a warning', file=sys.stderr); print(1); sys.exit(1)"
        self.assertEqual(self.run_script(script), (["1"], 1))


class Complaint(unittest.TestCase):
    def test_none(self):
        for output, lines in (
            ("got      [2]", "got [2]"),
            ("got ? [?]", "got -17 [4.5]"),
            ("got [?]", "got [-1.5e-07]"),
            ("got signal 8", "got signal 8"),
            ("got error: no axis", "got error: RuntimeError: no axis 3"),
        ):
            self.assertIsNone(check_findings.complaint([output], [lines], 1))

    def test_something_else(self):
        for lines in (["got [3]"], ["got [2]", "got [2]"], [], ["got signal 8"], ["got error: [2]"]):
            self.assertRegex(check_findings.complaint(["got [2]"], lines, 1), "^the page has")
        self.assertRegex(check_findings.complaint(["got error: no axis"], ["got no axis"], 1), "^the page has")

    def test_fixed(self):
        self.assertRegex(check_findings.complaint(["got [?]"], ["got [1]"], 0), "the finding is fixed")


if __name__ == "__main__":
    unittest.main()
