"""Tests that each page of docs/findings agrees with itself and with its scripts. Runs no script."""

import pathlib
import re
import sys
import unittest

import check_findings
import rules

PAGES = sorted(pathlib.Path("docs/findings").glob("*.md"))
COLUMNS = ["id", "what goes wrong", "severity", "silent", "since", "rule (status)", "reported"]
SEVERITIES = {"critical", "high", "medium", "low", "limit"}
STATUS = r"\([^)]*(documented|observed|decided)[^)]*\)"


def claims_of(cell):
    """The rules of a cell, each with the statuses in the next brackets: "[A-1](..), [B-1](..) (decided)"."""
    waiting = []
    for rule, words in re.findall(rf"\[({rules.RULE})\]\([^)]*\)|\(([^)]*)\)", cell):
        if rule:
            waiting.append(rule)
        else:
            yield from ((name, {status for status in rules.STATUSES if status in words}) for name in waiting)
            waiting = []
    yield from ((name, set()) for name in waiting)


def table_of(page):
    """The rows of the first table, each as a list of its cells; the first row is the heading."""
    lines = re.search(r"(?:^\|.*\|\n)+", page, re.M)[0].splitlines()
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[:1] + lines[2:]]


class Pages(unittest.TestCase):
    def each_page(self):
        self.assertGreaterEqual(len(PAGES), 3)
        return [(page, page.read_text(encoding="utf-8")) for page in PAGES]

    def test_the_table_lists_every_section(self):
        for _, text in self.each_page():
            heading, *rows = table_of(text)
            self.assertEqual(heading, COLUMNS)
            listed = [(f"[{number}](#{number.lower()})", title) for number, title, _ in check_findings.sections_of(text)]
            self.assertEqual([tuple(row[:2]) for row in rows], listed)

    def test_severities_and_statuses(self):
        for _, text in self.each_page():
            for row in table_of(text)[1:]:
                self.assertEqual(len(row), len(COLUMNS), row[0])
                self.assertIn(row[2], SEVERITIES, row[0])
                self.assertRegex(re.sub(r"\]\([^)]*\)", "]", row[5]), STATUS, row[0])
                self.assertTrue(all(row), row[0])

    def test_statuses_are_those_of_the_specification(self):
        spec = {rule.id: rule for chapter in rules.chapters("docs/spec") for rule in rules.read_rules(chapter)}
        claims = 0
        for _, text in self.each_page():
            for row in table_of(text)[1:]:
                for rule, statuses in claims_of(row[5]):
                    self.assertTrue(statuses, f"{row[0]}: {rule} has no status")
                    self.assertLessEqual(statuses, set(spec[rule].statuses), f"{row[0]}: {rule}")
                    claims += 1
        self.assertGreater(claims, 70)

    def test_every_script_is_shown_once_and_has_its_output(self):
        for page, text in self.each_page():
            shown = [script.path for script in check_findings.read_scripts(page)]
            scripts = page.with_suffix("").glob("*[0-9]_*.py")  # Bazel adds __init__.py
            self.assertEqual(sorted(shown), sorted(scripts))
            for script in check_findings.read_scripts(page):
                number = script.id.split("-")[1]
                self.assertEqual(int(script.path.name.split("_")[1]), int(number), script.path.name)
                self.assertTrue(script.path.read_text(encoding="utf-8").startswith(f'"""{script.id}: '), script.path.name)

    def test_every_finding_says_what_it_rests_on(self):
        for _, text in self.each_page():
            for number, _, section in check_findings.sections_of(text):
                self.assertIn("- **Rests on** ", section, number)

    def test_scripts_need_the_package_alone(self):
        packages = {"numpy", "openvino", "onnx", "onnx.reference", "onnxruntime", "tract", "iree.compiler", "iree.runtime",
                    "ai_edge_litert", "ai_edge_litert.interpreter", "flatbuffers", "jax", "torch",
                    "MNN", "_tools",  # MNN's converter
                    "tinygrad", "tinygrad.nn.onnx",
                    "onnx.checker", "onnx.inliner", "onnx.parser", "onnx.shape_inference", "onnx.version_converter", "onnxscript", "onnxoptimizer", "onnxslim"} | sys.stdlib_module_names
        for page, _ in self.each_page():
            for script in check_findings.read_scripts(page):
                imported = re.findall(r"^(?:import|from) ([\w.]+)", script.path.read_text(encoding="utf-8"), re.M)
                imported = {re.sub(r"^openvino\.opset\d+$", "openvino", name) for name in imported}
                self.assertLessEqual(imported, packages, script.path.name)


if __name__ == "__main__":
    unittest.main()
