"""Tests how the tools read the chapters of docs/spec, and how the site is put together."""

import os
import pathlib
import tempfile
import unittest

import check_rules
import docs
import rules
from docs import slug

RULE = """\
# Slicing

<a id="SLICE-1"></a>

## SLICE-1: the axis counts: from either end

`axis` counts from either end.

More words.

**Status:** Decided: `observed: 2.5` is not said.

**Example:** -1.
"""


class RulesTest(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(dir=os.environ.get("TEST_TMPDIR")))

    def read(self, text):
        chapter = self.folder / "slicing.md"
        chapter.write_text(text, encoding="utf-8")
        return rules.read_rules(chapter)

    def faults(self, text):
        return [fault.partition(": ")[2] for fault in check_rules.check_chapters(self.read(text))]

    def test_heading_of_a_rule(self):
        (rule,) = self.read(RULE)
        self.assertEqual((rule.id, rule.title, rule.chapter, rule.line), ("SLICE-1", "the axis counts: from either end", "slicing", 5))
        self.assertEqual((rule.anchored, rule.sentence), (True, "`axis` counts from either end."))
        self.assertEqual(rule.statuses, ["observed", "decided"])
        self.assertEqual(self.faults(RULE), [])

    def test_heading_without_a_title(self):
        why = "the heading of a rule is its id, a colon and what the rule is about"
        self.assertEqual(self.faults(RULE.replace(": the axis counts: from either end", "")), [f"SLICE-1: {why}"])
        self.assertIn(f"SLICE one: {why}", self.faults(RULE.replace("SLICE-1: the axis counts: from either end", "SLICE one")))

    def test_rule_without_an_anchor(self):
        self.assertEqual(self.faults(RULE.replace('<a id="SLICE-1">', '<a id="SLICE-2">')), ['SLICE-1: no <a id="SLICE-1"></a> above the heading'])

    def test_rule_stated_twice(self):
        self.assertIn("SLICE-1: stated twice", self.faults(RULE + RULE))

    def in_code(self, check, text):
        """What a check finds in one file of the interpreter."""
        file = self.folder / "interpreter/loop/a.cc"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
        before = os.getcwd()
        os.chdir(self.folder)
        try:
            return list(check())
        finally:
            os.chdir(before)

    def test_errors_have_the_tag_of_their_rule(self):
        error = 'return Error("SLICE-1", "no axis");'
        for text in (error + "  // [SLICE-1]", "// [SLICE-1]  [OUT-3]\n\n\n" + error):
            self.assertEqual(self.in_code(check_rules.check_errors, text), [])
        why = "interpreter/loop/a.cc:{}: an Error of SLICE-1 without the tag [SLICE-1] on its line or the 3 above"
        for text, line in ((error, 1), (error + "  // (SLICE-1)", 1), (error + "  // [SLICE-2]", 1), ("// [SLICE-1]\n\n\n\n" + error, 5)):
            self.assertEqual(self.in_code(check_rules.check_errors, text), [why.format(line)])
        passed_on = 'return check_condition("SLICE-1", open);'
        self.assertEqual(self.in_code(check_rules.check_errors, passed_on), [why.format(1)])
        self.assertEqual(self.in_code(check_rules.check_errors, passed_on + "  // [SLICE-1]"), [])

    def test_rules_are_decided_in_the_code(self):
        check = lambda: check_rules.check_code({"SLICE-1": None})
        self.assertEqual(self.in_code(check, "f();  // [SLICE-1]"), [])
        self.assertEqual(self.in_code(check, "f();  // (SLICE-1)"), ["[SLICE-1]: no line of code decides it"])
        self.assertEqual(self.in_code(check, "f();  // [SLICE-1], (SLICE-7)"), ["interpreter/loop/a.cc:1: no rule SLICE-7"])
        several = "interpreter/loop/a.cc:1: several rules in one pair of brackets, which a search for [RULE-ID] does not find"
        self.assertEqual(self.in_code(check, "f();  // [SLICE-1, SLICE-1]"), [several, "[SLICE-1]: no line of code decides it"])

    def test_slugs(self):
        self.assertEqual(slug("SLICE-1: the axis counts from either end"), "SLICE-1")
        self.assertEqual(slug("OV-12: CPU: part_size 0 ends the process"), "ov-12")
        self.assertEqual(slug("loop/control/never"), "loop/control/never")
        self.assertEqual(slug("Errors and exit codes"), "errors-and-exit-codes")
        self.assertEqual(slug("TODAY-ish: no id"), "today-ish-no-id")


class SiteTest(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(dir=os.environ.get("TEST_TMPDIR")))
        self.page = self.folder / "README.md"

    def contents(self, text, grouped):
        self.page.write_text(text, encoding="utf-8")
        docs.add_contents(self.page, grouped)
        return self.page.read_text(encoding="utf-8").removeprefix(text)

    def test_contents_by_section(self):
        text = "# T\n[x](x.md)\n## Use\n- [a](a.md), [b](spec/b.md), [c](c.md#d)\n## Verify\n- [e](e.md), [f](e.md)\n"
        self.assertEqual(
            self.contents(text, grouped=True),
            "\n```{toctree}\n:hidden:\n:caption: Use\n\na\nspec/b\n```\n\n```{toctree}\n:hidden:\n:caption: Verify\n\ne\n```\n",
        )
        self.assertEqual(self.contents(text, grouped=False), "\n```{toctree}\n:hidden:\n\nx\na\nspec/b\ne\n```\n")

    def test_links_that_lead_out(self):
        page = self.folder / "findings" / "a.md"
        page.parent.mkdir()
        page.write_text("[in](../README.md), [a list](../../list.txt), [there](b.md)", encoding="utf-8")
        docs.drop_outer_links(page, self.folder)
        self.assertEqual(page.read_text(encoding="utf-8"), "[in](../README.md), a list, [there](b.md)")

    def test_anchors_of_headings(self):
        self.page.write_text('<a id="A-1"></a>\n\n## A-1: b\n\n<a id="c"></a>\n\n## D\n', encoding="utf-8")
        docs.drop_anchors(self.page)
        self.assertEqual(self.page.read_text(encoding="utf-8"), '## A-1: b\n\n<a id="c"></a>\n\n## D\n')

    def test_scripts_of_findings(self):
        self.page.write_text("[a/b.py](a/b.py):\n\n```text\ngot 1\n```\n\nSee [c.py](c.py): d\n", encoding="utf-8")
        docs.show_scripts(self.page)
        self.assertEqual(
            self.page.read_text(encoding="utf-8"),
            "[a/b.py](a/b.py):\n\n```{literalinclude} a/b.py\n:language: python\n```\n\nIts output:\n\n"
            "```text\ngot 1\n```\n\nSee [c.py](c.py): d\n",
        )

    def test_front_page_of_this_tree(self):
        self.page.write_text(pathlib.Path("docs/README.md").read_text(encoding="utf-8"), encoding="utf-8")
        docs.stage_front(self.folder)
        self.assertIn(docs.CASES, self.page.read_text(encoding="utf-8"))
        self.assertIn("](CONTRIBUTING.md)", self.page.read_text(encoding="utf-8"))
        self.assertNotIn("](docs/", (self.folder / "CONTRIBUTING.md").read_text(encoding="utf-8"))

    def test_version(self):
        self.assertRegex(docs.read_version(), r"^\d+\.\d+")


if __name__ == "__main__":
    unittest.main()
