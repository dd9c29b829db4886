"""Runs every program of docs/findings and compares its output with the finding.

 check_findings.py [--only WORD] PAGE.md ...      with the Python that tools/backends/setup makes

The first ```python block of a page is the beginning of all its programs. Each other one is a program. The
```text block after it has a line `expected ...` for each line that a correct implementation prints, and a
line `got ...` for each line that the program prints. `got signal 11` is how the program ends, `got error:
...` is a part of the exception's text, and `?` matches any number.
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
    """(heading, program, expected lines, documented lines) for each program of the page."""
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
    """The lines that the program printed, and how it ended if it failed."""
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
    """What is wrong with the finding, or None."""
    if not expected or not got:
        return "the finding has no `expected` or no `got` line"
    if len(gave) != len(got) or not all(map(fits, got, gave)):
        return "the finding has\n  " + "\n  ".join(got) + "\nbut the program printed\n  " + "\n  ".join(line[-600:] for line in gave)
    if len(gave) == len(expected) and all(map(fits, expected, gave)):
        return "the program prints what is expected: the finding is fixed"
    return None


def main():
    parser = argparse.ArgumentParser(description="Run the programs of docs/findings.")
    parser.add_argument("pages", nargs="+", type=pathlib.Path)
    parser.add_argument("--only", default="", help="only findings whose heading contains this word")
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
