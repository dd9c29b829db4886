#!/usr/bin/env python3
"""Build a copy of the tree with each fault, then with each other choice, and verify it as a backend. Write the
table of faults to docs/suite_strength.md, and print that of choices.

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


def failures(reference, faulty, tree):
    """The runs of each tier that do not pass, as results_format.md describes them, by name."""
    results = tree / "results.jsonl"
    subprocess.run([reference, "verify", "--backend", f"{faulty} serve", "--jobs", "2", "--results", results], cwd=tree,
                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    header, *runs, footer = map(json.loads, results.read_text().splitlines())
    if not footer["complete"]:
        raise SystemExit("the verification did not finish")
    runs.sort(key=lambda run: run["run"])
    return [run for run in runs if run["failed"]], [run for run in runs if run["outcome"] != "passed" and not run["failed"]]


def changed(fault, tree, reference):
    apply(fault, tree)
    try:
        return failures(reference, build(tree), tree)
    finally:
        restore(tree)


def measure_faults(only, tree, reference):
    rows, missed = [], 0
    for fault in faults.FAULTS:
        if only in fault.title:
            found, _ = changed(fault, tree, reference)
            naming = [run["run"] for run in found if set(run["rules"]) & set(fault.rules)]
            missed += not naming
            rows.append(f"| {fault.title} | {', '.join(fault.rules)} | {len(found)} | {f'`{naming[0]}`' if naming else '**none**'} |")
            print(rows[-1], flush=True)
    return "faults", "| change | rule | runs that fail | the first that names the rule |\n|---|---|---|---|\n", rows, f"{len(rows) - missed} of {len(rows)} are caught.", missed


def measure_choices(only, tree, reference):
    rows, disputed = [], 0
    for choice in faults.CHOICES:
        if only in choice.title:
            found, survey = changed(choice, tree, reference)
            found = [run["run"] for run in found if run["run"].split("/")[0] not in choice.decided_for]
            disputed += len(found)
            print(*found, sep="\n", file=sys.stderr)
            rows.append(f"| {choice.title} | {', '.join(choice.rules)} | {len(survey)} | {len(found)} |")
            print(rows[-1], flush=True)
    return "choices", "| other choice | rule | survey runs that differ | required runs that fail |\n|---|---|---|---|\n", rows, f"{disputed} required runs depend on them.", disputed


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("table", nargs="?", choices=["faults", "choices"], help="one of the tables only")
    parser.add_argument("--only", default="", help="only those whose title contains this word; writes no table")
    arguments = parser.parse_args()
    wrong = 0
    with tempfile.TemporaryDirectory() as folder:
        tree = pathlib.Path(folder) / "tree"
        subprocess.run(["git", "worktree", "add", "-q", "--detach", tree], check=True)
        try:
            reference = shutil.copy(build(tree), folder)
            for measure in (measure_faults, measure_choices):
                if (arguments.table or "") in measure.__name__:
                    part, head, rows, summary, bad = measure(arguments.only, tree, reference)
                    wrong += bad
                    print(summary)
                    if part == "faults" and not arguments.only:
                        table.write(part, head + "\n".join(rows) + f"\n\n{summary}\n")
        finally:
            subprocess.run(["git", "worktree", "remove", "--force", tree], check=True)
    return wrong != 0


if __name__ == "__main__":
    sys.exit(main())
