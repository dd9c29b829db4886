"""The programs that real_models.py compares: backedge, ONNX Runtime, and OpenVINO with IR that it writes."""

import collections
import json
import pathlib
import re
import subprocess
import sys
import xml.etree.ElementTree

import onnx
import onnxruntime
import openvino as ov

import openvino_backend
import protocol

LOOPS = {"Loop", "Scan", "LSTM", "GRU", "RNN", "TensorIterator", "LSTMSequence", "GRUSequence", "RNNSequence"}


class NotConverted(Exception):
    """OpenVINO does not read the model."""


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

    def load(self, path, format_):
        self.ask("load", "loaded", format=format_, model=str(path), weights=None)

    def run(self, inputs):
        tensors = [{"name": name, **protocol.encode(array, self.scratch / f"{k}.npy")} for k, (name, array) in enumerate(inputs.items())]
        return [protocol.decode(tensor) for tensor in self.ask("run", "outputs", inputs=tensors)]

    def unload(self):
        self.ask("unload", "unloaded")

    def seconds(self):
        """The CPU time of the process so far."""
        threads = pathlib.Path(f"/proc/{self.process.pid}/task").glob("*/schedstat")
        return sum(int(thread.read_text().split()[0]) for thread in threads) / 1e9


class OnnxRuntime:
    name, format = "ONNX Runtime", "onnx"

    def file_for(self, path, inputs, scratch, is_piece=False):
        """The file that both programs read, and whether it is for these shapes only."""
        return path, False

    def load(self, file):
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = 1
        options.log_severity_level = 4
        return onnxruntime.InferenceSession(str(file), options, providers=["CPUExecutionProvider"])

    def run(self, session, inputs):
        return session.run(None, inputs)

    def operators(self, file):
        """The number of nodes by operator, with inner graphs."""
        return operators_of(onnx.load(file).graph)


class OpenVino:
    name, format = "OpenVINO", "openvino-ir"

    def __init__(self):
        self.plugin = openvino_backend.Plugin(ov.Core(), "CPU", openvino_backend.THREADS, {}, False)

    def file_for(self, path, inputs, scratch, is_piece=False):
        """The model as IR. The shapes of the inputs are fixed in a piece, and where OpenVINO needs them."""
        file, shapes = scratch / f"{path.stem}.xml", {name: array.shape for name, array in inputs.items()}
        for fixed in [shapes] if is_piece else [{}, shapes]:
            try:
                ov.save_model(read(path, fixed), file, compress_to_fp16=False)
                return file, bool(fixed)
            except Exception as error:  # of several types
                reason = reason_of(error)
        raise NotConverted(reason)

    def load(self, file):
        return self.plugin.load(file, None)

    def run(self, loaded, inputs):
        return self.plugin.run(loaded, list(inputs.items()))

    def operators(self, file):
        """The number of layers by type, with bodies and branches, without those that only give a value."""
        types = [layer.get("type") for layer in xml.etree.ElementTree.parse(file).iter("layer")]
        return collections.Counter(type_ for type_ in types if type_ not in ("Const", "Parameter", "Result"))


def operators_of(graph):
    counts = collections.Counter()
    for node in graph.node:
        counts[node.op_type] += 1
        for attribute in node.attribute:
            if attribute.HasField("g"):
                counts += operators_of(attribute.g)
    return counts


def read(path, shapes):
    """The ONNX model as OpenVINO's reader has it, with these shapes of its inputs."""
    front_end = ov.frontend.FrontEndManager().load_by_framework("onnx")
    model = front_end.load(str(path))
    for place in model.get_inputs():
        for name in place.get_names():
            if name in shapes:
                model.set_partial_shape(place, ov.PartialShape(list(shapes[name])))
    return front_end.convert(model)


def reason_of(error):
    """The first operator that OpenVINO's reader complains about, and the check that fails."""
    text = str(error)
    unknown = re.search(r"No conversion rule found for operations: (\w+)", text)
    failed = re.search(r"^-- (\w+)-\d+ with a message:.*?Check '(.*?)' failed", text, re.MULTILINE | re.DOTALL)
    return f"{unknown[1]} is not supported" if unknown else f"{failed[1]}: `{failed[2]}` is false" if failed else text.splitlines()[0]
