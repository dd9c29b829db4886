"""Tests the program on its model: the outputs, and an error that names its rule."""

import subprocess
import sys

PROGRAM, MODEL, OTHER = sys.argv[1:4]


def run(*words):
    return subprocess.run([PROGRAM, *words], capture_output=True, text=True, check=False)


done = run(MODEL, "1", "2", "4")
assert (done.returncode, done.stdout) == (0, "sums: 1 3 7\ntotal: 7\n"), done

rejected = run(OTHER, "1", "2", "4")
assert rejected.returncode == 1 and "READ" in rejected.stderr, rejected
