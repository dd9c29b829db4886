"""Run published ONNX models here, on ONNX Runtime and on OpenVINO, and write docs/real_models.md.

  tools/backends/setup --models
  tools/backends/run.sh real_models.py --backedge PROGRAM [--only PATTERN]

The inputs come from a generator with a fixed seed: model_inputs.py. The outputs of ONNX Runtime and OpenVINO
must be within the derived bounds (docs/bounds.md), of the whole model or of its pieces.
"""

import argparse
import dataclasses
import fnmatch
import importlib.metadata
import os
import pathlib
import sys
import tempfile
import time

import numpy as np

import model_inputs
from model_bounds import NoBound, bounds_of, used_in_pieces, used_part
from model_engines import LOOPS, Here, NotConverted, OnnxRuntime, OpenVino

MODELS = pathlib.Path(os.environ.get("XDG_CACHE_HOME", pathlib.Path.home() / ".cache"), "backedge/models")
PAGE = pathlib.Path("docs/real_models.md")
EVERY = 10  # one inference of so many has its bounds derived, which takes long
MOST_DIFFERENCE = 1e-4  # a guess, for all inferences
HEAD = """# Real models

Published models in ONNX's format: the voice detector of silero-vad {silero_vad} in all its forms, and the
classifier of files of magika {magika}. To make this page again:

```
tools/backends/setup --models
tools/backends/run.sh real_models.py --backedge PROGRAM
```

backedge and ONNX Runtime {onnxruntime} run the `.onnx` files. OpenVINO {openvino} reads them too and writes them as
IR. backedge and OpenVINO's CPU plugin run this IR, with numbers of 32 bits.

Each model runs on inputs from a generator with a fixed seed: sounds like speech with pauses and noise at 8 and
16 kHz, and the beginnings and ends of files of several types. Both programs get the same inputs. The states of
the next inference are those that backedge computed.

{rows}

- **format**: with "fixed shapes", OpenVINO reads the model only if it knows the shapes of the inputs. So there
  is one IR for each batch. In these models an If gives a value whose rank depends on its branch, and the reader
  must know the rank. In `silero_vad` each rate has its branch, and the window of one rate does not fit the
  branch of the other. So OpenVINO does not read that model.
- **nodes**: with those of inner graphs; of IR, the layers except Const, Parameter and Result.
- **Ifs**, **loops**: loops are nodes that compute several steps, here LSTM and LSTMSequence. Loop, Scan,
  TensorIterator, GRU and RNN would count too.
- **difference**: the largest one between backedge and the engine, of all outputs and inferences. The script
  fails if one is above {most:g}, a limit that is not derived.
- **bound**: the largest part of its derived [bound](bounds.md) that an element of the engine's outputs uses. If
  it is above 1, the script fails. `backedge bounds` derives the bounds of every tenth inference.
- **bounded**: how many of these have a bound as a whole.
- **bound of pieces**, **in pieces**: the same for the others. Their models are cut in pieces, as below.
- **ms**: the CPU time of an inference on average. That of backedge includes the protocol. OpenVINO uses two
  threads, because [with one it loses errors](findings/openvino.md#ov-46).

## Models without a bound as a whole

| model | format | stops at | for example |
|---|---|---|---|
{stops}

The results of these layers depend on roundings ([CASE-3](spec/cases.md#CASE-3)):

- The detector takes the root of re^2 + im^2 of each frequency. In a pause re and im are almost 0, and they are
  sums of 128 or 256 products. Their derived error is that of the worst order of additions. So the derived error
  of re^2 + im^2 is larger than its value, and the root may be that of a negative number.
- The classifier divides e^z by the sum of all e^z. It normalizes its values twice, and takes the variance as
  the mean of x^2 minus the square of the mean. The variance is much smaller than these, but has the errors of
  both. So the errors grow at each norm. For the first file, the exponent of Exp has an error of up to 8. The
  sum of its results is 1.15 with an error of 580, so it may be 0.

So the detector is cut before the root, and the classifier at three places: after its first norm, before its
second one, and before the largest z is subtracted. `model_inputs.py` names them. Each piece is a model of its
own, and OpenVINO reads each. The inputs of a piece are the values that backedge computed at the cut, and the
engine gets the same ones. So the errors start at 0 in each piece, and each has a bound. In a piece, the branch
of an If that runs takes the place of the If.
"""


@dataclasses.dataclass
class Row:
    """What was measured of one model in one format."""
    name: str
    format: str
    engine: str
    nodes: int = 0
    ifs: int = 0
    loops: int = 0
    inferences: int = 0
    difference: float = 0
    whole: float = 0    # the largest part of a bound that the engine uses
    bounded: int = 0    # inferences with a bound
    pieces: float = 0   # as whole, of pieces
    in_pieces: int = 0  # as bounded, of those that have no bound as a whole
    tried: int = 0
    here: float = 0     # seconds of CPU time, of all inferences
    there: float = 0
    problem: str = ""   # why OpenVINO does not convert it
    stops: dict = dataclasses.field(default_factory=dict)  # layer: why the first of the inferences has no bound

    def text(self):
        start = (self.name, self.format, self.engine)
        if self.problem:
            return f"| {' | '.join(start)} | not converted, nor with fixed shapes: {self.problem} |" + " |" * 9
        cells = (*start, self.nodes, self.ifs, self.loops, self.inferences, f"{self.difference:.2g}",
                 part_text(self.whole, self.bounded), f"{self.bounded} of {self.tried}",
                 part_text(self.pieces, self.in_pieces), f"{self.in_pieces} of {self.tried - self.bounded}",
                 f"{self.here / self.inferences * 1000:.1f}", f"{self.there / self.inferences * 1000:.2f}")
        return "| " + " | ".join(map(str, cells)) + " |"

    def stops_text(self):
        layers = ", ".join(f"`{layer}`" for layer in self.stops)
        return f"| {self.name} | {self.format} | {layers} | {next(iter(self.stops.values()))} |"

    def is_right(self):
        return self.whole <= 1 and self.pieces <= 1 and self.difference <= MOST_DIFFERENCE


def part_text(part, inferences):
    return f"{part:.2g}" if inferences else "-"


def derive(program, engine, row, path, file, inputs, outputs, cuts, scratch):
    """Compares one inference with its bounds."""
    row.tried += 1
    try:
        row.whole = max(row.whole, used_part(outputs, bounds_of(program, file, inputs, scratch)))
        row.bounded += 1
        return
    except NoBound as reason:
        row.stops.setdefault(reason.nodes[-1], str(reason))
    try:
        row.pieces = max(row.pieces, used_in_pieces(program, engine, path, inputs, cuts, scratch))
        row.in_pieces += 1
    except (NoBound, NotConverted) as reason:
        print(f"  pieces: {reason}")


def measure(program, here, engine, file, inputs_of_model, cuts, scratch):
    """Runs one model on all of its inputs. It is read again if the shapes of these change."""
    path = MODELS / file
    row = Row(f"{file.partition('/')[0]}/{path.stem}", "ONNX" if engine.format == "onnx" else "IR", engine.name)
    source, shapes = inputs_of_model(), None
    inputs = next(source)
    while inputs:
        if shapes != (shapes := {name: array.shape for name, array in inputs.items()}):
            try:
                read, has_fixed_shapes = engine.file_for(path, inputs, scratch)
            except NotConverted as reason:
                row.problem = str(reason)
                return row
            here.load(read, engine.format)
            loaded, counts = engine.load(read), engine.operators(read)
            row.nodes, row.ifs, row.loops = sum(counts.values()), counts["If"], sum(counts[name] for name in LOOPS)
            row.format += ", fixed shapes" if has_fixed_shapes and row.inferences == 0 else ""
        begin, begin_there = here.seconds(), time.process_time()
        theirs = engine.run(loaded, inputs)
        row.there += time.process_time() - begin_there
        ours = here.run(inputs)
        row.here += here.seconds() - begin
        if [(array.dtype, array.shape) for array in ours] != [(array.dtype, array.shape) for array in theirs]:
            sys.exit(f"{file}: types or shapes differ")
        row.difference = max(row.difference, *(float(np.abs(a.astype(np.float64) - b).max(initial=0)) for a, b in zip(ours, theirs)))
        if row.inferences % EVERY == 0:
            derive(program, engine, row, path, read, inputs, theirs, cuts, scratch)
        row.inferences += 1
        try:
            inputs = source.send(ours)
        except StopIteration:
            inputs = None
    return row


def write_page(rows):
    head = "| model | format | engine | nodes | Ifs | loops | inferences | difference | bound | bounded | bound of pieces | in pieces " \
        "| ms, backedge | ms, engine |\n|---|---|---|" + "---:|" * 11
    versions = {package: importlib.metadata.version(package) for package in ("onnxruntime", "openvino")}
    for package in ("silero_vad", "magika"):
        versions[package] = importlib.metadata.Distribution.at(next(MODELS.glob(f"{package}-*.dist-info"))).version
    PAGE.write_text(HEAD.format(rows="\n".join([head, *(row.text() for row in rows)]), most=MOST_DIFFERENCE, **versions,
                                stops="\n".join(row.stops_text() for row in rows if row.stops)))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--backedge", required=True)
    parser.add_argument("--only", default="*", help="only models whose paths match; prints them instead of the page")
    arguments = parser.parse_args()
    chosen = [model for model in model_inputs.MODELS if fnmatch.fnmatch(model[0], arguments.only)]
    with tempfile.TemporaryDirectory() as folder:
        scratch = pathlib.Path(folder)
        here, engines = Here(arguments.backedge, scratch), (OnnxRuntime(), OpenVino())
        rows = []
        for model in chosen:
            for engine in engines:
                rows.append(measure(arguments.backedge, here, engine, *model, scratch))
                print(rows[-1].text(), flush=True)
    if arguments.only == "*":
        write_page(rows)
    sys.exit(not all(row.is_right() for row in rows))


if __name__ == "__main__":
    main()
