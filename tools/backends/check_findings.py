"""Runs every program of docs/findings and compares what it does with what the finding says.

  check_findings.py [--only WORD] PAGE.md ...      under the Python that tools/backends/setup makes

A page's first ```python block begins all of its programs; each of the others is a program, and the ```text block behind it says what to
expect of a right implementation and what it gives: lines `expected ...` and `got ...`, one a line that it prints. `got signal 11` is how it
ends, `got error: ...` a part of the exception's text; `?` stands for any number.
"""

import argparse
import pathlib
import re
import subprocess
import sys
import tempfile

BLOCK = re.compile(r"^```(python|text)\n(.*?)^```$", re.M | re.S)
SECONDS = 120


def programs_of(page):
    """(heading, program, expected lines, lines it gave) for each program of the page."""
    common, found = None, []
    for section in re.split(r"^## ", page, flags=re.M):
        heading = section.split("\n")[0]
        program = None
        for kind, text in BLOCK.findall(section):
            if kind == "python" and common is None:
                common = text
            elif kind == "python":
                program = common + text
            elif program is not None:
                found.append((heading, program, said(text, "expected"), said(text, "got")))
                program = None
        if program is not None:
            raise ValueError(f"{heading}: a program without what it gives")
    return found


def said(text, word):
    return [line[len(word):].strip() for line in text.splitlines() if line.startswith(word + " ")]


def run(program):
    """What the program printed, a line each, and behind it how it ended where that was not well."""
    with tempfile.TemporaryDirectory() as folder:
        ended = subprocess.run([sys.executable, "-c", program], cwd=folder, capture_output=True, text=True, timeout=SECONDS, check=False)
    lines = ended.stdout.splitlines()
    if ended.returncode < 0:
        lines.append(f"signal {-ended.returncode}")
    elif ended.returncode:
        lines.append("error: " + " ".join(ended.stderr.split()))
    return lines


def fits(pattern, line):
    if pattern.startswith("error:"):
        return line.startswith("error:") and pattern.removeprefix("error:").strip() in line
    return re.fullmatch(re.escape(pattern).replace(r"\?", r"-?\d+"), line) is not None


def complaint(expected, got, gave):
    """What is wrong with the finding, None where nothing is."""
    if not expected or not got:
        return "does not say what is expected, or got"
    if len(gave) != len(got) or not all(map(fits, got, gave)):
        return "said\n  " + "\n  ".join(got) + "\ngave\n  " + "\n  ".join(line[-600:] for line in gave)
    if len(gave) == len(expected) and all(map(fits, expected, gave)):
        return "gives what is expected: it is mended"
    return None


def main():
    parser = argparse.ArgumentParser(description="Runs the programs of docs/findings.")
    parser.add_argument("pages", nargs="+", type=pathlib.Path)
    parser.add_argument("--only", default="", help="findings whose heading has this word")
    arguments = parser.parse_args()
    programs, failed = 0, 0
    for page in arguments.pages:
        for heading, program, expected, got in programs_of(page.read_text(encoding="utf-8")):
            if arguments.only not in heading:
                continue
            programs += 1
            wrong = complaint(expected, got, run(program))
            failed += wrong is not None
            print(f"{page.name}: {heading}: {wrong or 'as it says'}", flush=True)
    print(f"{programs} programs, {failed} not as their findings say")
    return 1 if failed or not programs else 0


if __name__ == "__main__":
    sys.exit(main())
