"""Run published ONNX models here and on ONNX Runtime, and write docs/real_models.md.

  tools/backends/setup --models
  tools/backends/run.sh real_models.py --backedge PROGRAM [--only PATTERN]

The inputs come from a generator with a fixed seed: model_inputs.py. ONNX Runtime must be within the derived
bounds (docs/bounds.md) wherever they can be derived.
"""

import argparse
import collections
import dataclasses
import fnmatch
import importlib.metadata
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time

import numpy as np
import onnx
import onnxruntime

import model_inputs
import protocol

MODELS = pathlib.Path(os.environ.get("XDG_CACHE_HOME", pathlib.Path.home() / ".cache"), "backedge/models")
PAGE = pathlib.Path("docs/real_models.md")
EVERY = 10  # one inference of so many has its bounds derived, which takes long
MOST_DIFFERENCE = 1e-4  # a guess, for inferences without bounds
HEAD = """# Real models

Published models in ONNX's format, read from their `.onnx` files: the voice detector of silero-vad {silero_vad} in
all its forms, and the classifier of files of magika {magika}. To make this page again:

```
tools/backends/setup --models
tools/backends/run.sh real_models.py --backedge PROGRAM
```

Each model runs on inputs from a generator with a fixed seed: sounds like speech with pauses and noise at 8 and
16 kHz, and the beginnings and ends of files of several types. Both programs get the same inputs. The states of
the next inference are those that backedge computed.

{rows}

- **nodes**, **Ifs**: with those of inner graphs.
- **difference**: the largest one between backedge and ONNX Runtime {onnxruntime}, of all outputs and inferences.
- **bound**: the largest part of its derived [bound](bounds.md) that an element of ONNX Runtime's outputs uses.
  1 would be the limit. `backedge bounds` derives the bounds of every tenth inference.
- **bounded**: how many of these have a bound. The others depend on roundings
  ([CASE-3](spec/cases.md#CASE-3)). The detector takes roots of sums of squares, and in a pause the derived error
  of a sum is larger than the sum. In the classifier a divisor may be 0. So the script also checks that no
  difference is above {most:g}, a limit that is not derived.
- **ms**: the CPU time of an inference on average. That of backedge includes the protocol.
"""


class Here:
    """`backedge serve`, as the runner of the suite uses a backend."""

    def __init__(self, program, scratch):
        self.process = subprocess.Popen([program, "serve"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.id, self.scratch = 0, scratch
        self.ask("hello", "hello", protocol=1, protocols=[1, 2], scratch=str(scratch))

    def ask(self, do, expected, **members):
        self.id += 1
        self.process.stdin.write(json.dumps({"id": self.id, "do": do, **members}) + "\n")
        self.process.stdin.flush()
        answer = json.loads(self.process.stdout.readline())
        if expected not in answer:
            sys.exit(f"{do}: {answer}")
        return answer[expected]

    def load(self, path):
        self.ask("load", "loaded", format="onnx", model=str(path), weights=None)

    def run(self, inputs):
        tensors = [{"name": name, **protocol.encode(array, self.scratch / f"{k}.npy")} for k, (name, array) in enumerate(inputs.items())]
        return [protocol.decode(tensor) for tensor in self.ask("run", "outputs", inputs=tensors)]

    def unload(self):
        self.ask("unload", "unloaded")

    def seconds(self):
        """The CPU time of the process so far."""
        fields = pathlib.Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def session_of(path):
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    options.log_severity_level = 4
    return onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])


@dataclasses.dataclass
class Row:
    """What was measured of one model."""
    name: str
    nodes: int = 0
    ifs: int = 0
    inferences: int = 0
    difference: float = 0
    used: float = 0    # the largest part of a bound that ONNX Runtime uses
    bounded: int = 0   # inferences with a bound
    tried: int = 0
    refusal: str = ""  # of the last one without a bound
    here: float = 0   # seconds of CPU time, of all inferences
    there: float = 0

    def text(self):
        bound = f"{self.used:.2g}" if self.bounded else "-"
        cells = (self.name, self.nodes, self.ifs, self.inferences, f"{self.difference:.2g}", bound, f"{self.bounded} of {self.tried}",
                 f"{self.here / self.inferences * 1000:.1f}", f"{self.there / self.inferences * 1000:.2f}")
        return "| " + " | ".join(map(str, cells)) + " |"


def operators_of(graph):
    """The number of nodes by operator, with inner graphs."""
    counts = collections.Counter()
    for node in graph.node:
        counts[node.op_type] += 1
        for attribute in node.attribute:
            if attribute.HasField("g"):
                counts += operators_of(attribute.g)
    return counts


def used_bound(program, path, inputs, outputs, scratch):
    """The largest part of its bound that an element of the outputs uses; or why there is no bound."""
    words = []
    for name, array in inputs.items():
        np.save(scratch / f"{name}.npy", array)
        words += ["--input", f"{name}={scratch / f'{name}.npy'}"]
    done = subprocess.run([program, "bounds", str(path), *words, "--output-dir", str(scratch / "bounds"), "--error-format", "json"],
                          capture_output=True, text=True)
    if done.returncode != 0:
        return None, json.loads(done.stderr)["message"].splitlines()[0]
    used = 0.0
    for k, output in enumerate(outputs):
        value, error = (np.load(scratch / f"bounds/{k}.{kind}.npy") for kind in ("value", "error"))
        distance = np.abs(output.astype(np.float64) - value)
        part = np.divide(distance, error, out=np.where(distance == 0, 0.0, np.inf), where=error > 0)
        used = max(used, float(part.max(initial=0)))
    return used, ""


def measure(program, here, file, inputs_of_model, scratch):
    """Runs one model on all of its inputs."""
    path = MODELS / file
    counts = operators_of(onnx.load(path).graph)
    row = Row(f"{file.partition('/')[0]}/{path.name}", sum(counts.values()), counts["If"])
    session = session_of(path)
    here.load(path)
    source, begin = inputs_of_model(), here.seconds()
    inputs = next(source)
    while inputs:
        ours = here.run(inputs)
        begin_there = time.process_time()
        theirs = session.run(None, inputs)
        row.there += time.process_time() - begin_there
        if [(array.dtype, array.shape) for array in ours] != [(array.dtype, array.shape) for array in theirs]:
            sys.exit(f"{file}: types or shapes differ")
        row.difference = max(row.difference, *(float(np.abs(a.astype(np.float64) - b).max(initial=0)) for a, b in zip(ours, theirs)))
        if row.inferences % EVERY == 0:
            row.tried += 1
            used, refusal = used_bound(program, path, inputs, theirs, scratch)
            row.refusal = refusal or row.refusal
            if used is not None:
                row.used, row.bounded = max(row.used, used), row.bounded + 1
        row.inferences += 1
        try:
            inputs = source.send(ours)
        except StopIteration:
            inputs = None
    row.here = here.seconds() - begin
    here.unload()
    return row


def write_page(rows):
    head = ["| model | nodes | Ifs | inferences | difference | bound | bounded | ms, backedge | ms, ONNX Runtime |", "|---|---:|---:|---:|---:|---:|---:|---:|---:|"]
    version = importlib.metadata.version
    found = {package: importlib.metadata.Distribution.at(next(MODELS.glob(f"{package}-*.dist-info"))).version for package in ("silero_vad", "magika")}
    PAGE.write_text(HEAD.format(rows="\n".join(head + [row.text() for row in rows]), onnxruntime=version("onnxruntime"), most=MOST_DIFFERENCE, **found))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--backedge", required=True)
    parser.add_argument("--only", default="*", help="only models whose paths match; prints them instead of the page")
    arguments = parser.parse_args()
    chosen = [(file, inputs) for file, inputs in model_inputs.MODELS if fnmatch.fnmatch(file, arguments.only)]
    with tempfile.TemporaryDirectory() as scratch:
        here = Here(arguments.backedge, pathlib.Path(scratch))
        rows = []
        for file, inputs in chosen:
            rows.append(measure(arguments.backedge, here, file, inputs, pathlib.Path(scratch)))
            print(rows[-1].text(), rows[-1].refusal, flush=True)
    if arguments.only == "*":
        write_page(rows)
    sys.exit(any(row.used > 1 or row.difference > MOST_DIFFERENCE for row in rows))


if __name__ == "__main__":
    main()
