"""Run the tests in ONNX's wheel from their .onnx files, and write docs/onnx_operators.md.

  tools/backends/run.sh onnx_operators.py --backedge PROGRAM [--check | --only PATTERN]

Each test is a model with inputs and expected outputs. An output passes within the tolerance that ONNX names for
the test. With --check, fail if the page is not what would be written.
"""

import argparse
import collections
import difflib
import itertools
import pathlib
import re
import subprocess
import sys

import numpy as np
import onnx
import onnx.backend.test
from onnx import numpy_helper

import node_tests
from run_program import run_program

PAGE = pathlib.Path("docs/onnx_operators.md")
HEAD = """# ONNX's operators

The tests of operators in the wheel of onnx {onnx}, read by this interpreter from their `.onnx` files. Each is a
model with inputs and expected outputs, and passes if its outputs are within the tolerance that ONNX states. To
make this page again:

```
tools/backends/run.sh onnx_operators.py --backedge PROGRAM
```

| result | tests |
|---|---:|
{rows}

Every operator is written as operations of this interpreter, by its own row of the table in
`interpreter/onnx/op_table.cc` ([ONNX-GRAPH-12](spec/onnx_graphs.md#ONNX-GRAPH-12)). None runs through a function
of ONNX's schema.

## What does not pass

| reason | tests | names |
|---|---:|---|
{reasons}

## Models in folders

The wheel also has folders with models, most of them written by old versions of PyTorch. `backedge check` runs
{folders} of them; the others are models without weights or without values.

| result | folders | names |
|---|---:|---|
{folder_rows}
"""

FOLDERS = pathlib.Path(onnx.backend.test.__file__).parent / "data"

# Outputs that differ, each compared with the rule by hand.
EXPLAINED = {
    f"{cast}_{source}_to_FLOAT4E2M1{form}": "f4e2m1 has no NaN; ONNX does not say what it becomes, and [NUM-13](spec/numbers.md#NUM-13) does"
    for cast, source in itertools.product(("cast", "castlike"), ("FLOAT", "FLOAT16")) for form in ("", "_expanded")
}


EXPLAINED |= dict.fromkeys(("dft_inverse", "dft_inverse_opset19"),
                           "0 where the test, which NumPy computed in single precision, expects errors of 2e-7")


def reason_of(error):
    """A rejection in words that are the same for all tests of the same cause."""
    missing = re.match(r"not supported: operator (\S+) of domain (\S+?),", error["message"])
    if missing:
        return f"operator {missing.group(1)} of {missing.group(2)} is not supported"
    return f"{error['rule']}: " + re.sub(r'"[^"]*"|\d+', "...", error["message"]).splitlines()[0]


def plain(value, type_):
    """A value as NumPy has it: an array, a list of arrays, or None for an empty optional."""
    if type_.HasField("optional_type"):
        return value if value is None else plain(value, type_.optional_type.elem_type)
    if type_.HasField("sequence_type"):
        return [node_tests.plain(item) for item in value]
    return node_tests.plain(value)


def save(folder, k, value, type_):
    """The file of input k: a .npy, or a .pb of anything else than a tensor."""
    if type_.HasField("tensor_type"):
        node_tests.save(folder / f"{k}.npy", value)
        return folder / f"{k}.npy"
    proto = numpy_helper.from_list(value) if type_.HasField("sequence_type") else numpy_helper.from_optional(value)
    (folder / f"{k}.pb").write_bytes(proto.SerializeToString())
    return folder / f"{k}.pb"


def load(file, entry):
    """An output. NumPy needs the names of some element types."""
    if "kind" not in entry:
        if file.suffix == ".pb":
            return numpy_helper.to_array(onnx.TensorProto.FromString(file.read_bytes()))
        return node_tests.load(file, node_tests.ML_DTYPES.get(entry["element_type"], entry["element_type"]))
    if entry["kind"] == "sequence":
        return numpy_helper.to_list(onnx.SequenceProto.FromString(file.read_bytes()))
    return numpy_helper.to_optional(onnx.OptionalProto.FromString(file.read_bytes()))


def run(program, folder, files, output_format):
    """The outputs, or the error as the program writes it."""
    listed, error = run_program(program, folder / "model.onnx", dict(enumerate(files)), folder / "out", output_format)
    return [load(file, entry) for file, entry in listed or ()], error


def all_equal(ours, theirs, test, ulps=0):
    """Whether values are equal, item by item."""
    if isinstance(ours, np.ndarray) and isinstance(theirs, np.ndarray):
        return node_tests.equal(ours, theirs, test, ulps)
    if isinstance(ours, list) and isinstance(theirs, list):
        return len(ours) == len(theirs) and all(all_equal(a, b, test, ulps) for a, b in zip(ours, theirs))
    return ours is None and theirs is None


def result_of(program, test, folder):
    """("passed" | "differs" | "wrong" | "rejected" | "not run", reason)"""
    graph = test.model.graph
    try:
        inputs, expected = ([plain(value, port.type) for value, port in zip(values, ports)]
                            for values, ports in zip(test.data_sets[0], (graph.input, graph.output)))
    except node_tests.NotConverted as reason:
        return "not run", f"{reason} are inputs or outputs"
    onnx.save(test.model, str(folder / "model.onnx"))
    files = [save(folder, k, value, port.type) for k, (value, port) in enumerate(zip(inputs, graph.input))]
    has_tensors_only = all(port.type.HasField("tensor_type") for port in graph.output)
    outputs, error = run(program, folder, files, "npy" if has_tensors_only else "pb")
    if error:
        return "rejected", reason_of(error)
    if all_equal(outputs, expected, test):
        return "passed", ""
    if all_equal(outputs, expected, test, node_tests.MOST_ULPS):
        return "differs", (f"each step rounds to {outputs[0].dtype} ([NUM-6](spec/numbers.md#NUM-6)); at most "
                           f"{node_tests.MOST_ULPS} ulp of the largest element")
    reason = EXPLAINED.get(test.name.removeprefix("test_"), "")
    return ("differs", reason) if reason else ("wrong", "nobody knows why")


def results_of_folders(program):
    """What `backedge check` says of each folder: name -> "passed", or the reason why not."""
    folders = sorted(model.parent for model in FOLDERS.glob("*/*/model.onnx"))
    checked = subprocess.run([program, "check", *map(str, folders)], capture_output=True, text=True).stdout
    results = {}
    for folder in folders:
        verdict, reason = re.search(rf"^(ok|not supported|FAILED) +{re.escape(str(folder))}(.*)$", checked, re.MULTILINE).groups()
        reason = re.sub(r"^.*: [A-Z-]+-\d+: |^: ", "", reason)
        results[folder.name] = "passed" if verdict == "ok" else reason if verdict == "not supported" else f"wrong: {reason}"
    return results


def rows_of_folders(results):
    by_result = collections.defaultdict(list)
    for name, result in results.items():
        by_result[result].append(name.removeprefix("test_"))
    return [f"| {result} | {len(names)} | {'' if result == 'passed' else '`' + ' '.join(names) + '`'} |"
            for result, names in sorted(by_result.items(), key=lambda item: (-len(item[1]), item[0]))]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--backedge", required=True)
    parser.add_argument("--only", default="*", help="only tests whose names match; prints them instead of the page")
    parser.add_argument("--check", action="store_true", help="compare with the page instead of writing it")
    arguments = parser.parse_args()
    results = node_tests.results_of(arguments, result_of)
    if arguments.only != "*":
        return
    folders = results_of_folders(arguments.backedge)
    page = HEAD.format(onnx=onnx.__version__, **node_tests.tables_of(results, "not run"), folders=len(folders),
                       folder_rows="\n".join(rows_of_folders(folders)))
    if not arguments.check:
        PAGE.write_text(page)
    elif page != PAGE.read_text():
        sys.exit("\n".join(difflib.unified_diff(PAGE.read_text().splitlines(), page.splitlines(), "the page", "the tests")))


if __name__ == "__main__":
    main()
