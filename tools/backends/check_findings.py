"""Run the scripts of docs/findings and compare their output with the pages.

usage: check_findings.py [--only ID] PAGE.md ...      with the Python that tools/backends/setup makes

A section of a page links to each script of its finding. The next ```text block is the output of the script:
`?` matches any number, `got error: TEXT` an exception whose message contains TEXT, and `got signal 11` how the
process ends. A script that ends with exit code 0 printed what it expects: the finding is fixed.
"""

import argparse
import dataclasses
import pathlib
import re
import subprocess
import sys
import tempfile

ID = r"[A-Z]+-\d+"
SECONDS = 120


@dataclasses.dataclass
class Script:
    id: str  # of the finding: "OV-1"
    path: pathlib.Path
    output: list  # the lines of the text block


def sections_of(page):
    """(id, title, text) of each finding of a page."""
    return re.findall(rf"^## ({ID}): (.*)\n((?:(?!## ).*\n)*)", page, re.M)


def read_scripts(page):
    """The scripts of a page, in order; ValueError if one has no output."""
    scripts = []
    for number, _, text in sections_of(page.read_text(encoding="utf-8")):
        found = re.findall(r"^\[[^\]]*\]\(([\w/]+\.py)\)[^\n]*\n\n(?:```text\n(.*?)^```$)?", text, re.M | re.S)
        if not found:
            raise ValueError(f"{number}: no script")
        for path, output in found:
            if not output:
                raise ValueError(f"{number}: no output below {path}")
            scripts.append(Script(number, page.parent / path, output.splitlines()))
    return scripts


def run(script):
    """(what the script printed and how it failed, exit code)."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, str(pathlib.Path(script).resolve())]
        ended = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=SECONDS, check=False)
    lines = ended.stdout.splitlines()
    if ended.returncode < 0:
        lines.append(f"got signal {-ended.returncode}")
    elif "Traceback" in ended.stderr:
        lines.append("got error: " + " ".join(ended.stderr.split()))
    return lines, ended.returncode


def fits(pattern, line):
    pattern, line = " ".join(pattern.split()), " ".join(line.split())
    if pattern.startswith("got error:"):
        return line.startswith("got error:") and pattern.removeprefix("got error:").strip() in line
    return re.fullmatch(re.escape(pattern).replace(r"\?", r"-?\d+(?:\.\d+)?(?:e[+-]?\d+)?"), line) is not None


def complaint(output, lines, code):
    """What is wrong with a finding, or None."""
    if code == 0:
        return "the script gets what it expects: the finding is fixed"
    if len(output) != len(lines) or not all(map(fits, output, lines)):
        printed = "\n  ".join(line[-600:] for line in lines)
        return "the page has\n  " + "\n  ".join(output) + f"\nbut the script printed\n  {printed}"
    return None


def main():
    parser = argparse.ArgumentParser(description="Run the scripts of docs/findings.")
    parser.add_argument("pages", nargs="+", type=pathlib.Path)
    parser.add_argument("--only", metavar="ID", help="the id of one finding, for example OV-4")
    arguments = parser.parse_args()
    count, failed = 0, 0
    for script in [script for page in arguments.pages for script in read_scripts(page)]:
        if arguments.only not in (None, script.id):
            continue
        count += 1
        wrong = complaint(script.output, *run(script.path))
        failed += wrong is not None
        print(f"{script.id}: {script.path.name}: {wrong or 'as the page says'}", flush=True)
    print(f"{count} scripts, {failed} not as their page says")
    return 1 if failed or not count else 0


if __name__ == "__main__":
    sys.exit(main())
