#!/usr/bin/env python3
"""Build a copy of the tree with each fault, then with each other choice, verify it as a backend, and write the
tables of docs/suite_strength.md.

  tools/strength/measure_faults.py [faults|choices] [--only WORD]     from the top of the workspace; an hour
"""

import argparse
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import faults
import table

def replaced(text, old, new, place):
    if text.count(old) != 1:
        raise SystemExit(f"{place}: {text.count(old)} times: {old}")
    return text.replace(old, new)


def apply(fault, tree):
    changes = [(fault.file, fault.old, fault.new)]
    changes += [change for word, change in faults.EXTRA.items() if word in fault.new]
    for file, old, new in changes:
        path = tree / file
        path.write_text(replaced(path.read_text(), old, new, file))


def restore(tree):
    subprocess.run(["git", "checkout", "-q", "."], cwd=tree, check=True)


def build(tree):
    flags = ["--per_file_copt=interpreter/.*@-Wno-error"]  # what a fault leaves unused
    done = subprocess.run(["bazel", "build", "-c", "opt", *flags, "//tools:backedge"], cwd=tree, capture_output=True, text=True)
    if done.returncode != 0:
        raise SystemExit("does not build:\n" + done.stderr[-3000:])
    bin_folder = subprocess.run(["bazel", "info", "-c", "opt", "bazel-bin"], cwd=tree, capture_output=True, text=True, check=True)
    return pathlib.Path(bin_folder.stdout.strip()) / "tools/backedge"


def verify(reference, changed, tree):
    """The required runs that fail, and the survey runs that do not pass, as in docs/results_format.md."""
    results = tree / "results.jsonl"
    subprocess.run([reference, "verify", "--backend", f"{changed} serve", "--jobs", "2", "--results", results], cwd=tree,
                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    header, *runs, footer = map(json.loads, results.read_text().splitlines())
    if not footer["complete"]:
        raise SystemExit("the verification did not finish")
    runs.sort(key=lambda run: run["run"])
    return [run for run in runs if run["failed"]], [run for run in runs if run["outcome"] != "passed" and not run["failed"]]


def row_of_fault(fault, failed, _):
    """The cells of its row, and whether no run that names the rule notices the fault."""
    naming = [run["run"] for run in failed if set(run["rules"]) & set(fault.rules)]
    return [len(failed), f"`{naming[0]}`" if naming else "**none**"], not naming


def row_of_choice(choice, failed, survey):
    """The cells of its row, and whether a required run depends on the choice."""
    failed = [run["run"] for run in failed if run["run"].split("/")[0] not in choice.decided_for]
    return [len(survey), f"{len(failed)}: `{failed[0]}`" if failed else 0], bool(failed)


TABLES = {
    "faults": (faults.FAULTS, row_of_fault, ["change", "rule", "runs that fail", "the first that names the rule"], "caught"),
    "choices": (faults.CHOICES, row_of_choice, ["other choice", "rule", "survey runs that differ", "required runs that fail"], "without a required run that fails"),
}


def measure(part, only, tree, reference):
    """Make a table; whether a row is as it must not be."""
    changes, row_of, heading, as_wanted = TABLES[part]
    lines, bad = ["| " + " | ".join(heading) + " |", "|---" * len(heading) + "|"], 0
    changes = [change for change in changes if only in change.title]
    for change in changes:
        apply(change, tree)
        try:
            cells, is_bad = row_of(change, *verify(reference, build(tree), tree))
        finally:
            restore(tree)
        bad += is_bad
        lines.append("| " + " | ".join(map(str, [change.title, ", ".join(change.rules), *cells])) + " |")
        print(lines[-1], flush=True)
    if not only:
        table.write(part, "\n".join(lines) + f"\n\n{len(changes) - bad} of {len(changes)} are {as_wanted}.\n")
    return bad != 0


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("table", nargs="?", choices=list(TABLES), help="one of the tables [both]")
    parser.add_argument("--only", default="", help="only those whose title contains this word; writes no table")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        tree = pathlib.Path(folder) / "tree"
        subprocess.run(["git", "worktree", "add", "-q", "--detach", tree], check=True)
        try:
            reference = shutil.copy(build(tree), folder)
            return any([measure(part, arguments.only, tree, reference) for part in TABLES if arguments.table in (None, part)])
        finally:
            subprocess.run(["git", "worktree", "remove", "--force", tree], check=True)


if __name__ == "__main__":
    sys.exit(main())
