"""Measure the time of backedge, and of OpenVINO and ONNX Runtime if BACKEND_PYTHON is a Python that has them.

Every system runs in its own process. They take turns, round by round, so that a change of the machine's speed
affects all of them. Compare the medians as ratios.
"""

import argparse
import array
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).absolute().parent  # among the runfiles
MODELS = HERE.parent.parent / "testdata"
# tools/backends/setup --models puts them there.
PUBLISHED = pathlib.Path(os.environ.get("XDG_CACHE_HOME", pathlib.Path.home() / ".cache"), "backedge/models")


class Work:
    """One group of rows: a model and the work that each system does with it.

    inputs  for some inputs an integer, or the shape that the model leaves open
    """

    def __init__(self, name, model, inputs, units, unit, systems):
        self.name, self.model, self.inputs = name, model, inputs
        self.units, self.unit, self.systems = units, unit, systems

    def needs_weights(self):
        """Whether its constants are in the file of write_weights."""
        has_constants = self.model.suffix == ".xml" and b"offset=" in self.model.read_bytes()
        return has_constants and not self.model.with_suffix(".bin").exists()


def works(folder):
    million, parts, steps = 10**6, 10**5, 1
    both = ["openvino", "onnxruntime"]
    return [
        Work("Loop, x = x + 1, f32 scalar", MODELS / "bench/add_loop.xml", {"trip": million}, million, "ns/iteration",
             ["openvino", "evaluate", "onnxruntime"]),
        Work("the same with a scan output", MODELS / "bench/scan_loop.xml", {"trip": parts}, parts, "ns/iteration",
             ["openvino", "evaluate", "onnxruntime"]),
        Work("TensorIterator, 1e5 parts of 8", MODELS / "bench/parts.xml", {}, parts, "ns/iteration",
             ["openvino", "onnxruntime"]),
        Work("the same in reverse", MODELS / "bench/parts_reverse.xml", {}, parts, "ns/iteration",
             ["openvino", "onnxruntime"]),
        Work("4 walks over f32[1024,1024]", MODELS / "bench/walks.xml", {}, steps, "ms/run", ["openvino"]),
        Work("MatMul, f32[256,256]", MODELS / "bench/matmul.xml", {}, steps, "ms/run", both),
        Work("Convolution 3x3, f32[1,64,56,56]", MODELS / "bench/convolution.xml", {}, steps, "ms/run", both),
        Work("LSTM of the page, as LSTMSequence", MODELS / "bench/lstm_sequence.xml", {}, steps, "ms/run", both),
        Work("the same as TensorIterator", MODELS / "examples/page_lstm.xml", {}, steps, "ms/run", []),
        Work("the same decomposed, as a Loop", folder / "lstm_loop.xml", {}, steps, "ms/run", ["openvino", "evaluate"]),
        Work("silero-vad, 0.032 s of sound", PUBLISHED / "silero_vad/data/silero_vad.onnx",
             {"sr": 16000, "input": "1x512", "state": "2x1x128"}, steps, "ms/run", ["onnxruntime"]),
        Work("magika", PUBLISHED / "magika/models/standard_v3_3/model.onnx", {"bytes": "1x2048"}, steps, "ms/run", both),
    ]


def write_weights(path):
    """The page's weights: two reshape patterns, and W and B of small multiples of 1/4096.

    Other models take their constants from the same bytes, and the length of a sequence from the end.
    """
    draw = 12345
    weights = array.array("f")
    for _ in range(1024 * 768 + 1024):
        draw = (draw * 1103515245 + 12345) % 2**31
        weights.append(((draw >> 16) % 512 - 256) / 4096)
    if sys.byteorder == "big":
        weights.byteswap()
    integers = [b"".join(n.to_bytes(8, "little") for n in shape) for shape in ((1, 512), (1, 1, 256, 25))]
    path.write_bytes(integers[0] + weights.tobytes() + integers[1])


class Process:
    """A worker that runs its model once for every line of input."""

    def __init__(self, command):
        self.process = subprocess.Popen([str(part) for part in command], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.seconds = []

    def run(self, counted):
        self.process.stdin.write("run\n")
        self.process.stdin.flush()
        answer = self.process.stdout.readline().split()
        if not answer:
            raise RuntimeError("a worker ended: " + " ".join(self.process.args))
        if counted:
            self.seconds.append(float(answer[0]))
        return int(answer[1])

    def close(self):
        self.process.stdin.close()
        self.process.wait()


def command_of(system, work, weights):
    options = ["%s=%s" % item for item in work.inputs.items()]
    if work.needs_weights():
        options += ["--weights", weights]
    if system == "backedge":
        return [HERE / "worker", work.model, *options]
    return [os.environ["BACKEND_PYTHON"], HERE / "backend.py", system, work.model, *options]


def measure(work, systems, rounds, weights):
    processes = {system: Process(command_of(system, work, weights)) for system in systems}
    try:
        for number in range(rounds + 1):
            for process in processes.values():
                process.run(counted=number > 0)
    finally:
        for process in processes.values():
            process.close()
    return {system: process.seconds for system, process in processes.items()}


def print_rows(work, seconds):
    scale = 1e9 / work.units if work.unit.startswith("ns") else 1e3
    own = statistics.median(seconds["backedge"])
    for system, taken in seconds.items():
        low, middle, high = (scale * value for value in (min(taken), statistics.median(taken), max(taken)))
        ratio = "" if system == "backedge" else "%7.1f" % (statistics.median(taken) / own)
        print("%-34s %-12s %10.2f %10.2f %7.0f%% %s %s" % (
            work.name, system, low, middle, 100 * (high - low) / middle, work.unit.rjust(14), ratio), flush=True)


def print_memory():
    """Resident memory after few and after many iterations. It must not grow."""
    peaks = {}
    for trips in (10**3, 10**8):
        work = Work("", MODELS / "bench/add_loop.xml", {"trip": trips}, 1, "", [])
        process = Process(command_of("backedge", work, None))
        peaks[trips] = process.run(counted=False)
        process.close()
    print("resident memory, x = x + 1: %d KiB after 1e3 iterations, %d KiB after 1e8" % (peaks[10**3], peaks[10**8]))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=7, help="counted runs of each system")
    rounds = parser.parse_args().rounds
    backends = "BACKEND_PYTHON" in os.environ
    if not backends:
        print("BACKEND_PYTHON is not set: OpenVINO and ONNX Runtime are left out")
    print("%-34s %-12s %10s %10s %8s %14s %s" % ("work", "system", "min", "median", "spread", "", "x backedge"))
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        weights = folder / "page_lstm.bin"
        write_weights(weights)
        if backends:
            subprocess.run([os.environ["BACKEND_PYTHON"], HERE / "backend.py", "write-lstm", weights, folder / "lstm_loop.xml"], check=True)
        for work in works(folder):
            if work.model.exists():
                print_rows(work, measure(work, ["backedge"] + (work.systems if backends else []), rounds, weights))
    print_memory()


if __name__ == "__main__":
    main()
