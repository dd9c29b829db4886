"""Run ONNX's node tests here, as OpenVINO converts them, and write docs/onnx_node_tests.md.

  tools/backends/run.sh node_tests.py --backedge PROGRAM [--only PATTERN] [--keep FOLDER]

Each test is a model of one operator with inputs and expected outputs. OpenVINO reads the model and writes it as
IR, and the program runs that. An output passes within the tolerance that ONNX names for the test.
"""

import argparse
import collections
import fnmatch
import os
import pathlib
import re
import tempfile

import ml_dtypes
import numpy as np
import onnx
import onnx.backend.test.case.node as node_cases
import openvino as ov

from run_program import run_program

ULP = {"float16": 2.0**-10, "bfloat16": 2.0**-7}  # of 1
MOST_ULPS = 4
# Element types of IR that ml_dtypes has, under its names.
ML_DTYPES = {"bf16": "bfloat16", "i4": "int4", "u4": "uint4", "u2": "uint2", "i2": "int2", "f4e2m1": "float4_e2m1fn", "f8e4m3": "float8_e4m3fn",
             "f8e5m2": "float8_e5m2", "f8e8m0": "float8_e8m0fnu", "f8e4m3fnuz": "float8_e4m3fnuz", "f8e5m2fnuz": "float8_e5m2fnuz"}
PAGE = pathlib.Path("docs/onnx_node_tests.md")
HEAD = """# ONNX's node tests

ONNX's wheel has tests of its operators: models of one node, with inputs and expected outputs. OpenVINO
{openvino} reads those of onnx {onnx} and writes them as IR, which this interpreter runs. To make this page again:

```
tools/backends/run.sh node_tests.py --backedge PROGRAM
```

A test passes if its outputs are within the tolerance that ONNX states. If they are not, OpenVINO's CPU plugin
runs the IR too. If it gives what backedge gives, the IR says something else than ONNX, or rounds in another
way. Sequences, optionals and strings have no form in IR.

| result | tests |
|---|---:|
{rows}

## What is not run, or not passed

| reason | tests | names |
|---|---:|---|
{reasons}
"""

# Outputs that differ, each compared with the rule by hand.
RANDOM = "random numbers; both seeds of the IR are 0, so any sequence is right ([OP-57](spec/operations.md#OP-57))"
EXPLAINED = {
    "bernoulli_double_expanded": RANDOM,
    "bernoulli_seed_expanded": RANDOM,
    "dft_axis": "the IR transforms another axis, and OpenVINO CPU gives the same within 3e-7 of the largest element",
    "dft_inverse": "0 is exact here, where ONNX expects a rounding error of 2e-7",
    "dft_inverse_opset19": "0 is exact here, where ONNX expects a rounding error of 2e-7",
    "div_int32_trunc": "[OV-16](findings/openvino.md#ov-16) hides that the IR asks for a floor division",
    "convtranspose_output_shape": "[OP-21](spec/operations.md#OP-21), where OpenVINO differs",
    "maxpool_2d_ceil_output_size_reduce_by_one": "the IR has one window more; [OP-22](spec/operations.md#OP-22), where OpenVINO differs",
    "quantizelinear_e4m3fn": "FakeConvert of 50000 is NaN; [OP-55](spec/operations.md#OP-55), where OpenVINO CPU differs",
}


class NotConverted(Exception):
    """OpenVINO does not read the model, or the test needs what IR does not have."""


def plain(value):
    """The array of a value; IR has no sequences, optionals and strings."""
    if isinstance(value, onnx.TensorProto):
        value = onnx.numpy_helper.to_array(value)
    if not isinstance(value, np.ndarray) and not np.isscalar(value):
        raise NotConverted("sequences and optionals")
    array = np.asarray(value)
    if array.dtype.kind in "OUS":
        raise NotConverted("strings")
    return array


def in_child(action, folder):
    """Runs an action in a process of its own, because OpenVINO may end it. Returns whether it ended well."""
    child = os.fork()
    if child == 0:
        sink = os.open(folder / "messages", os.O_WRONLY | os.O_CREAT)
        os.dup2(sink, 1)
        os.dup2(sink, 2)
        try:
            action()
        except Exception as error:
            (folder / "error").write_text(str(error))
        os._exit(0)
    _, status = os.waitpid(child, 0)
    return status == 0


def convert(test, inputs, folder):
    """Writes the model and the inputs."""
    onnx.save(test.model, str(folder / "model.onnx"))
    model = ov.Core().read_model(folder / "model.onnx")
    names = [parameter.friendly_name for parameter in model.get_parameters()]
    given = dict(zip([entry.name for entry in test.model.graph.input], inputs))
    for k, name in enumerate(names):
        save(folder / f"{k}.npy", given[name])
    ov.save_model(model, folder / "model.xml", compress_to_fp16=False)
    (folder / "count").write_text(str(len(names)))


def converted(test, inputs, folder):
    """The number of Parameters of the model in IR."""
    if not in_child(lambda: convert(test, inputs, folder), folder):
        raise NotConverted("OpenVINO ends with a signal")
    if (folder / "error").exists():
        raise NotConverted(shortened((folder / "error").read_text()))
    return int((folder / "count").read_text())


def shortened(message):
    """Its first telling line, without paths, addresses and names of values."""
    operator = re.search(r"OpenVINO does not support the following ONNX operations: *(\S+)", message)
    if operator:
        return f"OpenVINO does not read {operator.group(1)}"
    return "OpenVINO does not read the model"


def run(program, folder, count, model="model.xml"):
    """The outputs, or the error as the program writes it."""
    listed, error = run_program(program, folder / model, {k: folder / f"{k}.npy" for k in range(count)}, folder / "out")
    return [load(file, ML_DTYPES.get(entry["element_type"], entry["element_type"])) for file, entry in listed or ()], error


def save(file, array):
    """Beside the file is the name of its type: .npy has none for the types of ml_dtypes."""
    np.save(file, array.view(f"V{array.itemsize}") if hasattr(ml_dtypes, array.dtype.name) else array)
    file.with_suffix(".type").write_text(array.dtype.name)


def load(file, type_=None):
    array, name = np.load(file), type_ or file.with_suffix(".type").read_text()
    return array.view(getattr(ml_dtypes, name)) if hasattr(ml_dtypes, name) else array


def with_type(array, port):
    """The array that OpenVINO returns as bytes if NumPy lacks its type."""
    type_ = port.get_element_type()
    name = ML_DTYPES.get(type_.get_type_name())
    if name is None or array.dtype != np.uint8:
        return array
    if type_.bitwidth == 4:  # the lower half of a byte is the first element
        halves = np.stack([array & 15, array >> 4], axis=-1).reshape(-1)
        array = halves[:np.prod(list(port.get_shape()), dtype=int)].reshape(list(port.get_shape()))
    return array.view(getattr(ml_dtypes, name))


def run_on_openvino(folder, count):
    """The outputs of the IR on OpenVINO's CPU plugin; nothing if it does not run it."""
    def infer():
        compiled = ov.Core().compile_model(folder / "model.xml", "CPU", {"INFERENCE_PRECISION_HINT": "f32"})
        outputs = compiled([load(folder / f"{k}.npy") for k in range(count)])
        for k, (port, output) in enumerate(outputs.items()):
            save(folder / f"cpu{k}.npy", with_type(output, port))
    if not in_child(infer, folder):
        return []
    return [load(file) for file in sorted(folder.glob("cpu*.npy"))]


def explained(test, outputs, expected, folder, count):
    """Why outputs that differ from ONNX's are right; "" if nobody knows."""
    if all_equal(outputs, run_on_openvino(folder, count), test):
        return "OpenVINO CPU gives the same for the IR"
    if all_equal(outputs, expected, test, MOST_ULPS):
        return f"each step rounds to {outputs[0].dtype} ([NUM-6](spec/numbers.md#NUM-6)); at most {MOST_ULPS} ulp of the largest element"
    return EXPLAINED.get(test.name.removeprefix("test_"), "")


def all_equal(ours, theirs, test, ulps=0):
    return len(ours) == len(theirs) and all(equal(a, b, test, ulps) for a, b in zip(ours, theirs))


def equal(ours, theirs, test, ulps=0):
    """Equal within the tolerance, or within ulps of the largest element if they have 16 bits."""
    if ours.shape != theirs.shape:
        return False
    if ours.dtype.kind in "biu":
        return np.array_equal(ours, theirs)
    a, b = ours.astype(np.float64), theirs.astype(np.float64)
    by = ulps * ULP.get(ours.dtype.name, 0) * np.max(np.abs(b[np.isfinite(b)]), initial=0)
    return np.allclose(a, b, test.rtol, test.atol + by, equal_nan=True)


def reason_of(error):
    """A rejection in words that are the same for all tests of the same cause."""
    missing = re.search(r'operation "?([\w-]+)', error["message"])
    if error["rule"] == "OP-1" and missing:
        return f"{missing.group(1)} is not supported"
    return f"{error['rule']}: " + re.sub(r'"[^"]*"|\d+', "...", error["message"]).splitlines()[0]


def result_of(program, test, folder):
    """("passed" | "differs" | "wrong" | "rejected" | "not converted", reason)"""
    try:
        inputs, expected = ([plain(value) for value in values] for values in test.data_sets[0])
        count = converted(test, inputs, folder)
    except NotConverted as reason:
        return "not converted", str(reason)
    outputs, error = run(program, folder, count)
    if error:
        return "rejected", reason_of(error)
    if all_equal(outputs, expected, test):
        return "passed", ""
    reason = explained(test, outputs, expected, folder, count)
    return ("differs", reason) if reason else ("wrong", "nobody knows why")


def tables_of(results, without_answer):
    """The rows of the results, and those of the reasons of tests that do not pass. Wrong ones come first."""
    by_result = collections.Counter(result for result, _ in results.values())
    by_reason = collections.defaultdict(list)
    for name, (result, reason) in results.items():
        if result != "passed":
            by_reason[(result, reason)].append(name.removeprefix("test_"))
    rows = [f"| {result} | {by_result[result]} |" for result in ("passed", "differs", "wrong", "rejected", without_answer)]
    reasons = [f"| {result}: {reason} | {len(names)} | `{' '.join(sorted(names))}` |"
               for (result, reason), names in sorted(by_reason.items(), key=lambda item: (item[0][0] != "wrong", -len(item[1]), item[0]))]
    return {"rows": "\n".join(rows + [f"| all | {len(results)} |"]), "reasons": "\n".join(reasons)}


def results_of(arguments, result_of, keep=None):
    """{name: (result, reason)} of the tests whose names match. Unless they are all, each is printed."""
    tests = [test for test in node_cases.collect_testcases(None) if fnmatch.fnmatch(test.name, arguments.only)]
    results = {}
    with tempfile.TemporaryDirectory() as temporary:
        for test in tests:
            folder = pathlib.Path(keep or temporary, test.name)
            folder.mkdir(parents=True)
            results[test.name] = result_of(arguments.backedge, test, folder)
            if arguments.only != "*":
                print(test.name, *results[test.name])
    return results


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--backedge", required=True)
    parser.add_argument("--only", default="*", help="only tests whose names match; prints them instead of the page")
    parser.add_argument("--keep", help="keep the converted models in this folder")
    arguments = parser.parse_args()
    results = results_of(arguments, result_of, arguments.keep)
    if arguments.only == "*":
        PAGE.write_text(HEAD.format(openvino=ov.get_version().split("-")[0], onnx=onnx.__version__,
                                    **tables_of(results, "not converted")))


if __name__ == "__main__":
    main()
