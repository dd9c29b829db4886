"""Run tests that `backedge export --format onnx` wrote, without backedge, on another engine.

  tools/backends/run.sh onnx_test_folders.py FOLDER
      [--runner backend-test|loop]          ONNX's own runner, or a plain loop
      [--engine onnxruntime|reference]
      [--list FILE... --backedge PROGRAM]   compare the failures with expectation lists

A test fails with ONNX's runner if one of its data sets fails. The plain loop runs each data set.
"""

import argparse
import collections
import json
import os
import pathlib
import subprocess
import sys
import unittest

import numpy as np
import onnx
import onnx.backend.base
import onnx.backend.test.runner
import onnx.numpy_helper
from onnx.backend.test.loader import load_model_tests
from onnx.reference import ReferenceEvaluator

# Fresh memory has other bytes than zeros, so that an output that is never written is wrong (BACKEND-4).
PERTURB = "glibc.malloc.perturb=165:glibc.malloc.tcache_count=0"


class Reference(onnx.backend.base.Backend):
    """onnx.reference as a backend of ONNX's runner."""

    @classmethod
    def prepare(cls, model, device="CPU", **_):
        evaluator = ReferenceEvaluator(model)

        class Prepared(onnx.backend.base.BackendRep):
            def run(self, inputs, **_):
                return evaluator.run(None, dict(zip(evaluator.input_names, inputs)))
        return Prepared()

    @classmethod
    def supports_device(cls, device):
        return device == "CPU"


def backend_of(engine):
    if engine == "reference":
        return Reference
    import onnxruntime.backend
    onnxruntime.set_default_logger_severity(4)
    return onnxruntime.backend


def with_onnx_runner(folder, engine):
    """Test names and a function that runs one: ONNX's runner with the tests of a folder instead of its own."""
    tests = load_model_tests(str(folder.parent), folder.name)
    onnx.backend.test.runner.load_model_tests = lambda kind: tests if kind == "simple" else []
    cases = onnx.backend.test.runner.Runner(backend_of(engine), __name__).test_cases["OnnxBackendSimpleModelTest"]

    def run(name):
        result = unittest.TestResult()
        cases(name + "_cpu").run(result)
        if result.testsRun != 1 or result.skipped:
            return "not supported: the runner skips it"
        problems = [text for _, text in result.failures + result.errors]
        return problems[0].strip().splitlines()[-1] if problems else ""
    return [test.name for test in tests], run


def prepare(engine, path):
    """A function from inputs by name to outputs."""
    if engine == "reference":
        return lambda inputs, evaluator=ReferenceEvaluator(path): evaluator.run(None, inputs)
    import onnxruntime
    onnxruntime.set_default_logger_severity(4)
    return lambda inputs, session=onnxruntime.InferenceSession(path, providers=["CPUExecutionProvider"]): session.run(None, inputs)


def read_tensors(folder, kind):
    files = sorted(folder.glob(f"{kind}_*.pb"), key=lambda file: int(file.stem.rpartition("_")[2]))
    return [onnx.numpy_helper.to_array(onnx.load_tensor(file)) for file in files]


def with_a_loop(folder, engine):
    """The same with a loop over the data sets, as other projects have it. It compares as data.json says."""
    def run(name):
        test, data_set = folder / name.partition("/")[0], folder / name
        close = json.loads((test / "data.json").read_text())
        names = [value.name for value in onnx.load(test / "model.onnx").graph.input]
        outputs = prepare(engine, str(test / "model.onnx"))(dict(zip(names, read_tensors(data_set, "input"))))
        expected = read_tensors(data_set, "output")
        if [(array.dtype, array.shape) for array in outputs] != [(array.dtype, array.shape) for array in expected]:
            return "other types or shapes"
        same = all(np.allclose(output, value, close["rtol"], close["atol"], equal_nan=True) for output, value in zip(outputs, expected))
        return "" if same else "other values"
    return sorted(str(path.relative_to(folder)) for path in folder.glob("test_*/test_data_set_*")), run


def in_children(names, run):
    """{name: reason, "" for none}. A process that ends takes only one test with it."""
    results, remaining = {}, collections.deque(names)
    while remaining:
        reader, writer = os.pipe()
        child = os.fork()
        if child == 0:
            os.close(reader)
            for name in remaining:
                try:
                    reason = run(name)
                except Exception as error:
                    reason = f"{type(error).__name__}: {error}"
                os.write(writer, (json.dumps([name, reason]) + "\n").encode())
            os._exit(0)
        os.close(writer)
        with os.fdopen(reader) as lines:
            for line in lines:
                name, results[name] = json.loads(line)
                remaining.popleft()
        _, status = os.waitpid(child, 0)
        if remaining:
            results[remaining.popleft()] = f"the process ends with status {status}"
    return results


def listed_runs(path, program):
    """The runs in an expectation list, as the program reads its patterns."""
    patterns = [line.strip() for line in path.read_text().splitlines() if line.startswith(" ")]
    return set(subprocess.run([program, "list", "--runs", *patterns], check=True, capture_output=True, text=True).stdout.split())


def is_unsupported(reason):
    """Whether the engine lacks a feature, in the words of these engines. The suite skips such a run."""
    return any(words in reason for words in ("NotImplemented", "NOT_IMPLEMENTED", "RuntimeImplementationError", "not implemented", "not supported",
                                         "does not support",
                                         # of ONNX Runtime for bf16 in NumPy
                                         "can't be converted to MLDataType", "No corresponding Numpy type"))


def runs_by_result(folder, results):
    """{test or data set: the runs that are in it}, from index.json."""
    runs = collections.defaultdict(set)
    for entry in json.loads((folder / "index.json").read_text())["runs"]:
        for name in (entry["test"], *(f"{entry['test']}/{data_set}" for data_set in entry["data_sets"])):
            runs[name].add(entry["run"])
    return {name: runs[name] for name in results}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=lambda text: pathlib.Path(text).resolve())
    parser.add_argument("--runner", choices=("backend-test", "loop"), default="backend-test")
    parser.add_argument("--engine", choices=("onnxruntime", "reference"), default="onnxruntime")
    parser.add_argument("--list", type=pathlib.Path, action="append", default=[], help="an expectation list of the engine; there may be several")
    parser.add_argument("--backedge", help="the program, to read the list")
    arguments = parser.parse_args()
    if "GLIBC_TUNABLES" not in os.environ:
        os.execve(sys.executable, [sys.executable, *sys.argv], {**os.environ, "GLIBC_TUNABLES": PERTURB})
    listed = set().union(*(listed_runs(path, arguments.backedge) for path in arguments.list))
    names, run = (with_onnx_runner if arguments.runner == "backend-test" else with_a_loop)(arguments.folder, arguments.engine)
    results = in_children(names, run)
    unsupported = sum(map(is_unsupported, results.values()))
    differs = 0
    for name, runs in sorted(runs_by_result(arguments.folder, results).items()):
        if is_unsupported(results[name]) or bool(results[name]) == bool(runs & listed):
            continue
        differs += 1
        print(f"{name}: {results[name] or 'passes, but is listed'}")
    failed = sum(1 for reason in results.values() if reason)
    print(f"{len(results)} {'tests' if arguments.runner == 'backend-test' else 'data sets'}, {failed - unsupported} failed, {unsupported} not supported"
          + (f", {differs} other than listed" if arguments.list else ""))
    sys.exit(differs > 0)


if __name__ == "__main__":
    main()
