"""Tests the program on its model: the results, and an error that names its rule."""

import subprocess
import sys

PROGRAM, MODEL = sys.argv[1:3]


def run(*values):
    return subprocess.run([PROGRAM, MODEL, *values], capture_output=True, text=True, check=False)


done = run("1", "2", "4")
assert (done.returncode, done.stdout) == (0, "1 3 7 \n7 \n"), done

rejected = run("1", "2")
assert rejected.returncode == 1 and ": INPUT-4\n" in rejected.stderr, rejected
