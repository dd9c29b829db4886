#!/usr/bin/python3
"""Measure which mutants the corpus and the unit tests kill.

  tools/strength/measure.py [--only PATH ... [--write]] [--list] [--tree DIR]      from the top of the workspace
  tools/strength/measure.py --sample K

A mutant is the program with one small change of a source. The program copies the sources and compiles all
mutants into one program (instrument.py). It runs every mutant against a few runs of each case, the survivors
against the unit tests, and what is left against the whole corpus: so a mutant costs a second, not eight. Then
it writes docs/suite_strength.md. equivalent.txt lists the mutants that change no meaning.
With --only it measures only files with these paths and prints the survivors; it writes the document only with
--write. It keeps its results next to the tree: a killer that has not changed does not run again, and the unit
that killed a mutant before is tried first. With --sample it measures one of K mutants of the operations and of
the other formats, with the corpus alone. Install the parser once: apt-get install python3-clang-14
"""

import argparse
import concurrent.futures
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import threading
import xml.etree.ElementTree
import zlib

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import equivalents  # noqa: E402
import instrument  # noqa: E402
import table  # noqa: E402
from memory import Answers, Memory, digest_of  # noqa: E402
from source import Source  # noqa: E402

FOLDERS = ["interpreter/loop", "interpreter/graph", "interpreter/exec", "interpreter/elements", "interpreter/tensor"]
# For --sample. Headers of ops/ are left out: their templates choose types.
SAMPLED = ["interpreter/ops", "interpreter/onnx", "interpreter/tensorrt"]
# In interpreter/openvino/.
BUILDERS = ["build_constant", "build_graph", "build_loop", "port_map", "single_layer", "wiring"]
# In conformance/.
JUDGES = ["judge/backtrace", "judge/compact_patterns", "judge/compare", "judge/complaint", "judge/expectations", "judge/newer_cases",
          "judge/propose_expectations", "judge/verdict", "verify/check_run", "verify/question", "verify/verify", "verify/verify_run"]
READERS = {"expressions.py", "instrument.py", "mutants.py", "source.py"}  # they determine the mutants of a file
RUNS_OF_A_CASE = 8  # in the first stage
CHILDREN = 2  # processes at the same time
GAP = 100  # each file's mutants begin at a multiple of it, plus 1
NOT_MUTATED = {"testing.h"}
# Without these flags the compiler would assume that a path without `return` is never taken. So it traps. An
# index past the end of a vector traps too, because it could read a harmless value by chance.
FLAGS = ["-w", "-O1", "-D_GLIBCXX_ASSERTIONS", "-fsanitize=return", "-fsanitize=unreachable", "-fsanitize-undefined-trap-on-error"]


def list_files(begins, sampled):
    """Headers first: their mutants keep their numbers, and files that include them are not compiled again."""
    for suffix in (".h", ".cc"):
        folders = SAMPLED if sampled else FOLDERS
        paths = [path for folder in folders for path in sorted(pathlib.Path(folder).glob("*" + suffix))]
        if sampled:
            paths = [path for path in paths if suffix == ".cc" or path.parent.name != "ops"]
        else:
            paths += [pathlib.Path("interpreter/openvino", name + suffix) for name in BUILDERS]
            paths += [pathlib.Path("conformance", name + suffix) for name in JUDGES]
        for path in paths:
            if not path.stem.endswith("_test") and path.name not in NOT_MUTATED and str(path).startswith(begins):
                yield str(path)


def look_at(file, memory, digest):
    """(mutants that compile, mutants that do not, the number of constants that are left out) of one file."""

    def look():
        source = Source(file)
        mutants, left_out = source.find_mutants()
        for number, mutant in enumerate(mutants, 1):
            mutant.number = number
        live, dropped = instrument.compiling(source, mutants) if mutants else ([], [])
        return live, dropped, left_out

    return memory.recall(file, digest_of(digest, pathlib.Path(file)), look)


def find_all(files, memory):
    """The same by file, with unique numbers. After a small change of a file, later files keep their numbers."""
    tool = sorted(pathlib.Path(__file__).parent.glob("*.py"))
    headers = [path for folder in ("interpreter", "conformance") for path in sorted(pathlib.Path(folder).rglob("*.h"))]
    digest = digest_of(*(path for path in tool if path.name in READERS), *headers)
    with concurrent.futures.ProcessPoolExecutor(CHILDREN) as pool:
        found = dict(zip(files, pool.map(look_at, files, [memory] * len(files), [digest] * len(files))))
    first = 1
    for live, _, _ in found.values():
        for number, mutant in enumerate(live, first):
            mutant.number = number
        first += (len(live) // GAP + 1) * GAP
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
        is_of_a_case = name.startswith("testdata/") and name.count("/") > 1
        if not is_of_a_case and name != "tools/strength/BUILD" and name not in mutated:
            write_if_new(tree / name, pathlib.Path(name).read_bytes())


def list_tests(tree, packages):
    """{program: (sources, dependencies)} of the GoogleTest rules without arguments."""
    query = f"kind(cc_test, {' + '.join(f'//{package}:all' for package in packages)})"
    made = subprocess.run(["bazel", "query", query, "--output=xml"], cwd=tree, check=True, capture_output=True, text=True).stdout
    programs = {}
    for rule in xml.etree.ElementTree.fromstring(made).iter("rule"):
        lists = {child.get("name"): [label.get("value") for label in child.iter("label")] for child in rule.findall("list")}
        if any(child.get("name") == "args" for child in rule.findall("list")):
            continue
        counts_memory = any(label.endswith("counted_heap.cc") for label in lists.get("srcs", []))
        program = "memory_killer" if counts_memory else "unit_killer"  # it replaces operator new
        sources, deps = programs.setdefault(program, (set(), set()))
        sources.update(lists.get("srcs", []))
        deps.update(label for label in lists.get("deps", []) if not label.endswith("gtest_main"))
    return programs


def build(tree, tests):
    text = pathlib.Path("tools/strength/BUILD").read_text()
    for program, (sources, deps) in tests.items():
        text += f"\ncc_binary(\n    name = \"{program}\",\n    testonly = True,\n"
        text += f"    srcs = {json.dumps(sorted(sources))},\n    deps = {json.dumps(sorted(deps | {':unit_killer_main'}))},\n)\n"
    write_if_new(tree / "tools/strength/BUILD", text.encode())
    options = ["--check_visibility=false", f"--per_file_copt=^(bazel-out/[^/]+/bin/)?(interpreter|conformance)/.*@{','.join(FLAGS)}"]
    targets = [f"//tools/strength:{program}" for program in ("corpus_killer", *tests)]
    done = subprocess.run(["bazel", "build", "--keep_going", *options, *targets], cwd=tree, capture_output=True, text=True)
    if done.returncode != 0:
        said = "\n".join(line for line in done.stderr.splitlines() if not line.startswith("WARNING"))
        raise SystemExit("the instrumented sources do not build:\n" + said[-6000:])
    found = subprocess.run(["bazel", "info", "bazel-bin"], cwd=tree, capture_output=True, text=True, check=True)
    folder = pathlib.Path(found.stdout.strip()) / "tools/strength"
    return folder / "corpus_killer", [folder / program for program in sorted(tests)]


def run_killer(command, mutants, folder, answers):
    """Fill `answers` with the results of these mutants. Known results are not measured again."""
    open_ones = {mutant.number: mutant.key() for mutant in mutants if mutant.key() not in answers.holding}
    if not open_ones:
        return
    environment = os.environ | {"TEST_TMPDIR": folder, "TMPDIR": folder}
    lines = "".join(f"{number} {answers.likely.get(key, '')}\n" for number, key in open_ones.items())
    killer = subprocess.Popen(["nice", *map(str, command)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment)
    threading.Thread(target=lambda: (killer.stdin.write(lines), killer.stdin.close()), daemon=True).start()
    for count, line in enumerate(killer.stdout):
        number, word, unit = (line.split(maxsplit=2) + [""])[:3]
        answers.add(open_ones[int(number)], word, unit.strip())
        if count % 50 == 0:
            answers.save()
            print(f"\r{count} of {len(open_ones)}", end="", file=sys.stderr)
    answers.save()
    if killer.wait() != 0:
        raise SystemExit(f"{command[0]} ended with {killer.returncode}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", nargs="+", help="only files whose paths begin with this")
    parser.add_argument("--write", action="store_true", help="write the document with --only too; it names the measured files")
    parser.add_argument("--sample", metavar="K", type=int, help="one of K mutants of the operations and the other formats, with the corpus")
    parser.add_argument("--trust", action="store_true", help="do not run the mutants of equivalent.txt")
    parser.add_argument("--list", action="store_true", help="print the mutants' keys and stop")
    parser.add_argument("--tree", default=os.path.join(tempfile.gettempdir(), "backedge_mutants"), help="the folder to build in; kept for the next run")
    options = parser.parse_args()
    tree = pathlib.Path(options.tree)
    memory = Memory(tree.with_name(tree.name + "_memory"))
    files = list(list_files(tuple(options.only or [""]), options.sample is not None))
    found = find_all(files, memory)
    live = [mutant for mutants, _, _ in found.values() for mutant in mutants]
    if options.list:
        print("\n".join(f"{mutant.operator}: {mutant.key()}" for mutant in live))
        return 0
    known = equivalents.read()
    asked = [mutant for mutant in live if not (options.trust and mutant.key() in known)]
    if options.sample:
        asked = [mutant for mutant in asked if zlib.crc32(mutant.key().encode()) % options.sample == 0]
    copy_sources(tree, set(files))
    for file, (mutants, _, _) in found.items():
        write_if_new(tree / file, instrument.instrument(pathlib.Path(file).read_text(), mutants).encode())
    packages = sorted({"interpreter", "interpreter/openvino", *FOLDERS} | {file.rsplit("/", 1)[0] for file in files})
    corpus_killer, unit_killers = build(tree, {} if options.sample else list_tests(tree, packages))
    count = str(max(mutant.number for mutant in live))
    with tempfile.TemporaryDirectory() as folder:
        whole = Answers(memory, "corpus", digest_of(corpus_killer, pathlib.Path("testdata/MANIFEST")))
        command = [corpus_killer, "testdata", count]
        if options.sample:
            run_killer(command, asked, folder, whole)
            table.write("sample", table.make_sample(asked, whole.holding, options.sample, len(live)))
            return 0
        few = Answers(memory, "few_runs", whole.digest)
        run_killer([*command, str(RUNS_OF_A_CASE)], asked, folder, few)
        rest = [m for m in asked if few.holding[m.key()][0] != "killed"]
        by_tests = {}
        for killer in unit_killers:
            tests = Answers(memory, killer.name, digest_of(killer))
            run_killer([killer, count], rest, folder, tests)
            by_tests |= {m.key(): tests.holding[m.key()] for m in rest}
            rest = [m for m in rest if tests.holding[m.key()][0] != "killed"]
        run_killer(command, rest, folder, whole)
        by_corpus = few.holding | {m.key(): whole.holding[m.key()] for m in rest}
    not_asked = "not run", ""
    outcomes = [table.Outcome(m, by_corpus.get(m.key(), not_asked), by_tests.get(m.key(), not_asked)) for m in live]
    not_compiled = sum(len(dropped) for _, dropped, _ in found.values())
    text = table.make(outcomes, known, not_compiled, sum(left_out for _, _, left_out in found.values()))
    if options.only:
        text = f"Measured only for {', '.join(f'`{begin}`' for begin in options.only)}.\n\n{text}"
    if options.write or not options.only:
        table.write("mutants", text)
    return table.report(outcomes, known, complete=not options.only)


if __name__ == "__main__":
    sys.exit(main())
