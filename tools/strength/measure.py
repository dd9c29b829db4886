#!/usr/bin/python3
"""The mutation tester: which small changes of the sources do the corpus and the unit tests notice?

  tools/strength/measure.py [--only PATH ...] [--list] [--tree DIR]      from the top of the workspace

It copies the sources, compiles all mutants into one program (instrument.py), runs every mutant against the corpus, then the
survivors against the unit tests, and writes docs/suite_strength.md. equivalent.txt names the mutants that change no meaning.
With --only it takes the files whose paths begin so, prints what survives, and writes nothing.
Install the parser once: apt-get install python3-clang-14
"""

import argparse
import concurrent.futures
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import xml.etree.ElementTree

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import equivalents  # noqa: E402
import instrument  # noqa: E402
import table  # noqa: E402
from source import Source  # noqa: E402

FOLDERS = ["interpreter/loop", "interpreter/graph", "interpreter/exec", "interpreter/elements", "interpreter/tensor"]
JUDGES = ["compare", "verdict", "verify_run", "expectations"]  # in conformance/
NOT_MUTATED = {"testing.h", "counted_heap.cc", "counted_heap.h"}
# A path that ends without `return` would tell the compiler that its mutant is never in force: it traps instead.
FLAGS = ["-w", "-O1", "-fsanitize=return", "-fsanitize=unreachable", "-fsanitize-undefined-trap-on-error"]


def list_files(begins):
    """Headers first, so that their mutants keep their numbers, and what includes them need not be compiled again."""
    for suffix in (".h", ".cc"):
        paths = [path for folder in FOLDERS for path in sorted(pathlib.Path(folder).glob("*" + suffix))]
        paths += [pathlib.Path("conformance", name + suffix) for name in JUDGES]
        for path in paths:
            if not path.stem.endswith("_test") and path.name not in NOT_MUTATED and str(path).startswith(begins):
                yield str(path)


def look_at(file):
    """(mutants that compile, mutants that do not, the number of constants that are left out) of one file."""
    source = Source(file)
    mutants, left_out = source.find_mutants()
    for number, mutant in enumerate(mutants, 1):
        mutant.number = number
    live, dropped = instrument.compiling(source, mutants) if mutants else ([], [])
    return live, dropped, left_out


def find_all(files):
    """The same by file; numbered, each number once."""
    with concurrent.futures.ProcessPoolExecutor(os.cpu_count()) as pool:
        found = dict(zip(files, pool.map(look_at, files)))
    count = 0
    for live, _, _ in found.values():
        for mutant in live:
            count += 1
            mutant.number = count
    return found


def write_if_new(path, data):
    if not path.is_file() or path.read_bytes() != data:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)


def copy_sources(tree, mutated):
    names = subprocess.run(["git", "ls-files", "-co", "--exclude-standard", "-z"], check=True, capture_output=True, text=True).stdout
    names = {name for name in names.split("\0") if name and pathlib.Path(name).is_file()}
    for old in tree.rglob("*"):
        if old.is_file() and str(old.relative_to(tree)) not in names:
            old.unlink()
    for name in sorted(names):
        if not name.startswith("testdata/") and name != "tools/strength/BUILD" and name not in mutated:
            write_if_new(tree / name, pathlib.Path(name).read_bytes())
    for name in ("BUILD", "MANIFEST"):
        write_if_new(tree / "testdata" / name, (pathlib.Path("testdata") / name).read_bytes())
    return tree


def list_tests(tree, bazel, packages):
    """(sources, dependencies) of the GoogleTest rules without arguments."""
    query = f"kind(cc_test, {' + '.join(f'//{package}:all' for package in packages)})"
    made = subprocess.run([*bazel, "query", query, "--output=xml"], cwd=tree, check=True, capture_output=True, text=True).stdout
    sources, deps = set(), set()
    for rule in xml.etree.ElementTree.fromstring(made).iter("rule"):
        lists = {child.get("name"): [label.get("value") for label in child.iter("label")] for child in rule.findall("list")}
        if any(child.get("name") == "args" for child in rule.findall("list")):
            continue
        if any(label.endswith("counted_heap.cc") for label in lists.get("srcs", [])):
            continue  # its operator new is for a program of its own
        sources.update(lists.get("srcs", []))
        deps.update(label for label in lists.get("deps", []) if not label.endswith("gtest_main"))
    return sorted(sources), sorted(deps)


def build(tree, files, packages):
    bazel = ["bazel"]
    sources, deps = list_tests(tree, bazel, packages)
    text = pathlib.Path("tools/strength/BUILD").read_text()
    deps = deps + [":unit_killer_main"]
    text += "\ncc_binary(\n    name = \"unit_killer\",\n    testonly = True,\n"
    text += f"    srcs = {json.dumps(sources)},\n    deps = {json.dumps(deps)},\n)\n"
    write_if_new(tree / "tools/strength/BUILD", text.encode())
    changed = "^(" + "|".join(files).replace(".", "\\.") + ")$"
    options = ["-c", "opt", "--check_visibility=false", f"--per_file_copt={changed}@{','.join(FLAGS)}",
               "--per_file_copt=^(interpreter|conformance)/.*@-w"]
    targets = ["//tools/strength:corpus_killer", "//tools/strength:unit_killer"]
    done = subprocess.run([*bazel, "build", "--keep_going", *options, *targets], cwd=tree, capture_output=True, text=True)
    if done.returncode != 0:
        raise SystemExit("the instrumented sources do not build:\n" + done.stderr[-6000:])
    found = subprocess.run([*bazel, "info", *options[:2], "bazel-bin"], cwd=tree, capture_output=True, text=True, check=True)
    return pathlib.Path(found.stdout.strip()) / "tools/strength"


def run_killer(command, numbers, folder):
    """{number: (word, what killed it)} of one killer."""
    environment = os.environ | {"TEST_TMPDIR": folder, "TMPDIR": folder}
    done = subprocess.run(["nice", *command], input="\n".join(map(str, numbers)), stdout=subprocess.PIPE, text=True, env=environment)
    if done.returncode != 0:
        raise SystemExit(f"{command[0]} ended with {done.returncode}")
    lines = (line.split(" ", 2) for line in done.stdout.splitlines())
    return {int(words[0]): (words[1], words[2] if len(words) > 2 else "") for words in lines}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", nargs="+", help="files whose paths begin so")
    parser.add_argument("--list", action="store_true", help="print the mutants' keys and stop")
    parser.add_argument("--tree", default=os.path.join(tempfile.gettempdir(), "backedge_mutants"), help="where to build; kept for the next time")
    options = parser.parse_args()
    files = list(list_files(tuple(options.only or [""])))
    found = find_all(files)
    live = [mutant for mutants, _, _ in found.values() for mutant in mutants]
    if options.list:
        print("\n".join(f"{mutant.operator}: {mutant.key()}" for mutant in live))
        return 0
    tree = copy_sources(pathlib.Path(options.tree), set(files))
    for file, (mutants, _, _) in found.items():
        write_if_new(tree / file, instrument.instrument(pathlib.Path(file).read_text(), mutants).encode())
    packages = sorted({"interpreter"} | {file.rsplit("/", 1)[0] for file in files})
    programs = build(tree, files, packages)
    count = str(len(live))
    with tempfile.TemporaryDirectory() as folder:
        by_corpus = run_killer([programs / "corpus_killer", "testdata", count], [m.number for m in live], folder)
        rest = [m.number for m in live if by_corpus[m.number][0] != "killed"]
        by_tests = run_killer([programs / "unit_killer", count], rest, folder)
    outcomes = [table.Outcome(m, by_corpus[m.number], by_tests.get(m.number)) for m in live]
    known = equivalents.read()
    not_compiled = sum(len(dropped) for _, dropped, _ in found.values())
    text = table.make(outcomes, known, not_compiled, sum(left_out for _, _, left_out in found.values()))
    if not options.only:
        table.write("mutants", text)
    return table.report(outcomes, known, complete=not options.only)


if __name__ == "__main__":
    sys.exit(main())
