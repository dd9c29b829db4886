#!/usr/bin/env python3
"""Build a copy of the tree with each fault, verify it as a backend, and write docs/suite_strength.md.

  tools/strength/measure_faults.py [--only WORD]     from the top of the workspace; half an hour
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
    flags = ["--per_file_copt=interpreter/(loop|graph)/.*@-Wno-error"]  # what a fault leaves unused
    done = subprocess.run(["bazel", "build", "-c", "opt", *flags, "//tools:backedge"], cwd=tree, capture_output=True, text=True)
    if done.returncode != 0:
        raise SystemExit("does not build:\n" + done.stderr[-3000:])
    bin_folder = subprocess.run(["bazel", "info", "-c", "opt", "bazel-bin"], cwd=tree, capture_output=True, text=True, check=True)
    return pathlib.Path(bin_folder.stdout.strip()) / "tools/backedge"


def failures(reference, faulty, tree):
    """(case/run, rules) of each run that fails, in the corpus' order."""
    results = tree / "results.jsonl"
    subprocess.run([reference, "verify", "--backend", f"{faulty} serve", "--jobs", "2", "--results", results], cwd=tree,
                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    header, *runs, footer = map(json.loads, results.read_text().splitlines())
    if not footer["complete"]:
        raise SystemExit("the verification did not finish")
    return sorted((run["run"], run["rules"]) for run in runs if run["failed"])


def measure(fault, tree, reference):
    apply(fault, tree)
    try:
        found = failures(reference, build(tree), tree)
    finally:
        restore(tree)
    naming = [name for name, rules in found if set(rules) & set(fault.rules)]
    return len(found), (naming or [None])[0]


HEAD = """| change | rule | runs that fail | the first that names the rule |
|---|---|---|---|
"""


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", default="", help="only faults whose title contains this word")
    only = parser.parse_args().only
    rows, missed = [], 0
    with tempfile.TemporaryDirectory() as folder:
        tree = pathlib.Path(folder) / "tree"
        subprocess.run(["git", "worktree", "add", "-q", "--detach", tree], check=True)
        try:
            reference = shutil.copy(build(tree), folder)
            for fault in faults.FAULTS:
                if only in fault.title:
                    count, first = measure(fault, tree, reference)
                    missed += first is None
                    rows.append(f"| {fault.title} | {', '.join(fault.rules)} | {count} | {f'`{first}`' if first else '**none**'} |")
                    print(rows[-1], flush=True)
        finally:
            subprocess.run(["git", "worktree", "remove", "--force", tree], check=True)
    if not only:
        table.write("faults", HEAD + "\n".join(rows) + f"\n\n{len(rows) - missed} of {len(rows)} are caught.\n")
    return missed != 0


if __name__ == "__main__":
    sys.exit(main())
