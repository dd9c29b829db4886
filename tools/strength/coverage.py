#!/usr/bin/python3
"""Measure which lines and branches of the interpreter the tests and the corpus run. Write docs/coverage.md.

    tools/strength/coverage.py [--report LCOV_FILE] [--check]

Without --report it runs `bazel coverage` first. --check writes nothing. coverage_explained.txt must explain
each uncovered line, by its file and its text. The program exits 1 if an uncovered line has no explanation, if
an explanation matches no uncovered line, or if less than 95 % of the lines are run.
"""

import argparse
import collections
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs/coverage.md"
EXPLAINED = ROOT / "tools/strength/coverage_explained.txt"
# The manual ones write the whole corpus in another format.
TESTS = [
    "//interpreter/...",
    "//conformance/...",
    "//conformance/verify:onnx_round_trip_of_all",
    "//conformance/verify:written_ir_whole_test",
    "//tools/cli:convert_test",
    "//tools/cli:onnx_export_test",
    "//tools/cli:onnx_files_test",
]
# Tests and their helpers.
NOT_MEASURED = re.compile(r"(_test\.cc|testing\.h|/testing/\w+\.(cc|h))$")
LEAST_PERCENT = 95


class FileCoverage:
    def __init__(self):
        self.lines = {}  # number: how often it was run
        self.branches = {}  # (line, index): how often it was taken

    def uncovered(self):
        return [number for number, count in sorted(self.lines.items()) if count == 0]


def read_lcov(text):
    """The coverage of each file of the interpreter that is not a test."""
    files = collections.defaultdict(FileCoverage)
    name = ""
    for row in text.splitlines():
        key, _, value = row.partition(":")
        if key == "SF":
            name = value
        elif not name.startswith("interpreter/") or NOT_MEASURED.search(name):
            continue
        elif key == "DA":
            number, count = value.split(",")
            files[name].lines[int(number)] = int(count)
        elif key == "BRDA":
            number, _, index, count = value.split(",")
            files[name].branches[int(number), int(index)] = 0 if count == "-" else int(count)
    return dict(files)


def read_explained(text):
    """{(file, text of the line): reason}. A reason is a line; below it, indented, is `FILE: LINE`."""
    explained, reason = {}, None
    for number, row in enumerate(text.splitlines(), 1):
        if not row.strip() or row.startswith("#"):
            continue
        if not row[0].isspace():
            reason = row.strip()
            continue
        file, colon, line = row.strip().partition(": ")
        if reason is None or not colon:
            sys.exit(f"{EXPLAINED.name}:{number}: expected a reason, and indented below it FILE: LINE")
        explained[file, line] = reason
    return explained


def drop_parts(files, read_source):
    """Drop lines of brackets, and `.member = value` (no lambda) in a statement that began above.

    They are run if what is around them is, but gcov counts the destructors of exceptions there."""
    for file, coverage in files.items():
        source = read_source(file)
        for number in list(coverage.lines):
            if re.fullmatch(r"[\s{}()\[\];,]*|\s*{?\.\w+ = [^\[]*", source[number - 1]):
                del coverage.lines[number]


def explain(files, explained, read_source):
    """[(file, line number, text, reason or None)] of the uncovered lines, and the unused explanations."""
    uncovered, used = [], set()
    for file, coverage in sorted(files.items()):
        source = read_source(file)
        for number in coverage.uncovered():
            text = source[number - 1].strip()
            used.add((file, text))
            uncovered.append((file, number, text, explained.get((file, text))))
    return uncovered, sorted(set(explained) - used)


def percent(part, whole):
    return "100.0" if whole == 0 else f"{100 * part // whole}.{1000 * part // whole % 10}"


def count(coverages):
    """(lines, of these run, branches, of these taken)"""
    lines = [count for coverage in coverages for count in coverage.lines.values()]
    branches = [count for coverage in coverages for count in coverage.branches.values()]
    return len(lines), sum(map(bool, lines)), len(branches), sum(map(bool, branches))


def row(name, coverages):
    lines, run, branches, taken = count(coverages)
    return f"| {name} | {lines} | {run} | {percent(run, lines)} | {branches} | {taken} | {percent(taken, branches)} |"


def write_page(files, uncovered):
    folders = collections.defaultdict(list)
    for file in files:
        folders[file.rpartition("/")[0] or "interpreter"].append(file)
    text = [
        "# Coverage",
        "",
        "This page shows which lines and branches of `interpreter/` run in the tests and the corpus together.",
        "Repeat the measurement, which writes this page, with",
        "",
        "```",
        "tools/strength/coverage.py",
        "```",
        "",
        "A template counts as run when one of its instances runs. Branches that only an exception takes are not",
        f"counted. The command fails when less than {LEAST_PERCENT} % of the lines run, or when a line that never runs has no",
        "explanation in `tools/strength/coverage_explained.txt`. Whether the tests would also notice a defect in a",
        "line is measured separately: [How strong the corpus is](suite_strength.md).",
        "",
        "| | lines | run | % | branches | taken | % |",
        "|---|---:|---:|---:|---:|---:|---:|",
        row("**interpreter**", files.values()),
    ]
    for folder in sorted(folders):
        text.append(row(f"**{folder}/**", [files[file] for file in folders[folder]]))
        text += [row(file.rpartition("/")[2], [files[file]]) for file in sorted(folders[folder])]
    text += ["", "## Lines that never run", ""]
    reasons = collections.defaultdict(list)
    for file, _, line, reason in uncovered:
        reasons[reason].append(f"- `{file}`: `` {line} ``")
    for reason in sorted(reasons):
        text += [f"{reason}:", "", *reasons[reason], ""]
    PAGE.write_text("\n".join(text).rstrip() + "\n")


def measure():
    options = ["--instrumentation_filter=^//interpreter"]
    subprocess.run(["bazel", "coverage", *options, *TESTS], cwd=ROOT, check=True)
    output = subprocess.run(["bazel", "info", "output_path"], cwd=ROOT, check=True, stdout=subprocess.PIPE).stdout
    return pathlib.Path(output.decode().strip()) / "_coverage/_coverage_report.dat"


def read_source(file):
    return (ROOT / file).read_text().split("\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--report", type=pathlib.Path, help="an lcov report of an earlier measurement")
    parser.add_argument("--check", action="store_true", help="check only, do not write docs/coverage.md")
    options = parser.parse_args()
    files = read_lcov((options.report or measure()).read_text())
    explained = read_explained(EXPLAINED.read_text())
    drop_parts(files, read_source)
    uncovered, dead = explain(files, explained, read_source)
    faults = [f"{file}:{number}: not covered, not explained: {text}" for file, number, text, reason in uncovered if reason is None]
    faults += [f"{EXPLAINED.name}: no uncovered line of {file} is: {line}" for file, line in dead]
    lines, run, _, _ = count(files.values())
    if 100 * run < LEAST_PERCENT * lines:
        faults.append(f"{run} of {lines} lines are covered, less than {LEAST_PERCENT} %")
    print("\n".join(faults + [f"{percent(run, lines)} % of {lines} lines are covered"]))
    if not faults and not options.check:
        write_page(files, uncovered)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
