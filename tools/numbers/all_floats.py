#!/usr/bin/env python3
"""Compare sqrt and the functions of NUM-4 with exact values, for every f32, and fill docs/functions.md.

    tools/numbers/all_floats.py [--jobs N] RESULTS [FUNCTION...]

RESULTS is a file of JSON lines, one for each function and each 256th of the numbers. What it has is not run
again, so the program can be stopped at any time. All of it takes some hours of one processor. A row of the
table stays if it counts more parts than RESULTS has.
"""

import argparse
import collections
import concurrent.futures
import json
import pathlib
import subprocess

import one_layer

ROOT = pathlib.Path(__file__).resolve().parents[2]
FUNCTIONS = ["exp", "log", "sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh", "tanh", "asinh", "acosh", "atanh", "erf", "sigmoid", "sqrt", "power", "atan2"]
NOT_APPROXIMATED = {"sqrt", "power", "atan2"}
SHARDS = 256


def build():
    target = "//tools/numbers:check_floats"
    subprocess.run(["bazel", "build", "-c", "opt", target], cwd=ROOT, check=True)
    binaries = subprocess.run(["bazel", "info", "-c", "opt", "bazel-bin"], cwd=ROOT, check=True, capture_output=True, text=True)
    return pathlib.Path(binaries.stdout.strip(), "tools/numbers/check_floats")


def read(file):
    """{(function, shard): counts}."""
    lines = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
    return {(counts["function"], counts["shard"]): counts for counts in map(json.loads, lines)}


def run_missing(file, functions, jobs):
    done = read(file)
    missing = [(name, shard) for name in functions for shard in range(SHARDS) if (name, shard) not in done]
    program = build() if missing else None
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool, file.open("a", encoding="utf-8") as out:
        for line in pool.map(lambda item: subprocess.check_output([program, item[0], str(item[1])], text=True), missing):
            out.write(line)
            out.flush()


def new_rows(results):
    by_function = collections.defaultdict(list)
    for (name, _), counts in results.items():
        by_function[name].append(counts)
    for name in [name for name in FUNCTIONS if name in by_function]:
        shards = by_function[name]
        values, wrong, by_mpfr = (sum(counts[member] for counts in shards) for member in ("values", "wrong", "by_mpfr"))
        error = max(counts["error"] for counts in shards)
        cells = [f"`{name}`", f"{len(shards)} of {SHARDS}", values, wrong, by_mpfr, f"{error:.2f}" if name not in NOT_APPROXIMATED else ""]
        yield name, "| " + " | ".join(f"{cell:,}".replace(",", " ") if isinstance(cell, int) else cell for cell in cells) + " |\n"


def parts(row):
    return int(row.split("|")[2].split()[0])


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("results", metavar="RESULTS", type=pathlib.Path)
    parser.add_argument("functions", metavar="FUNCTION", nargs="*", choices=[*FUNCTIONS, []],
                        help=", ".join(FUNCTIONS))
    parser.add_argument("--jobs", type=int, default=1, help="processes at the same time")
    arguments = parser.parse_args()
    run_missing(arguments.results, arguments.functions or FUNCTIONS, arguments.jobs)
    results = read(arguments.results)
    one_layer.write_rows("functions", dict(new_rows(results)), FUNCTIONS, parts)
    raise SystemExit(any(counts["wrong"] for counts in results.values()))


if __name__ == "__main__":
    main()
