"""Programs that rewrite ONNX models into models that should mean the same, as engines of onnx_backend.py.

`backedge run` evaluates the models that they write.
"""

import importlib.metadata
import pathlib
import subprocess
import tempfile

import onnx
from onnx import numpy_helper

from answers import Failed, Rejected, Skipped
from onnx_inputs import by_name
from run_program import run_program


def optimize_with_onnxscript(model):
    from onnxscript import optimizer
    return optimizer.optimize(model)


def optimize_with_onnxoptimizer(model):
    import onnxoptimizer
    return onnxoptimizer.optimize(model, onnxoptimizer.get_fuse_and_elimination_passes())


def slim(model):
    import onnxslim
    return onnxslim.slim(model)


def convert_to_newest_version(model):
    import onnx.version_converter
    return onnx.version_converter.convert_version(model, onnx.defs.onnx_opset_version())


def inline_functions(model):
    import onnx.inliner
    return onnx.inliner.inline_local_functions(model)


# The name begins with that of the package.
REWRITERS = {
    "onnx.inliner": inline_functions,
    "onnx.version_converter": convert_to_newest_version,
    "onnxoptimizer": optimize_with_onnxoptimizer,
    "onnxscript.optimizer": optimize_with_onnxscript,
    "onnxslim": slim,
}

# The words of messages about what a program does not do.
LACKS = ("Unsupported conversion", "No Adapter", "No Previous Version")


class Rewriter:
    formats = ["onnx"]

    def __init__(self, name, backedge):
        self.name = name
        self.version = importlib.metadata.version(name.split(".")[0])
        self.rewrite = REWRITERS[name]
        self.backedge = backedge

    def load(self, path, weights):
        """The model, and the one that is made of it."""
        if subprocess.run([self.backedge, "explain", path], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode:
            raise Skipped("the model is wrong, so no other one means the same")
        return onnx.load(path), self.rewrite(onnx.load(path))

    def run(self, loaded, inputs):
        original, rewritten = loaded
        arrays = by_name(inputs, [value.name for value in original.graph.input])
        try:
            self.evaluate(original, arrays)
        except Rejected as error:
            raise Skipped("the model itself fails, so another one need not fail") from error
        return self.evaluate(rewritten, arrays)

    def evaluate(self, model, arrays):
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            onnx.save(model, folder / "model.onnx")
            inputs = {name: folder / f"{number}.pb" for number, name in enumerate(arrays)}
            for name, array in arrays.items():
                inputs[name].write_bytes(numpy_helper.from_array(array, name).SerializeToString())
            outputs, error = run_program(self.backedge, folder / "model.onnx", inputs, folder / "out", "pb")
            if error:
                raise Rejected(f"{error['rule']}: {error['message'].splitlines()[0]}")
            return [numpy_helper.to_array(onnx.TensorProto.FromString(file.read_bytes())) for file, _ in outputs]

    def complaint(self, error):
        return Skipped if any(words in str(error) for words in LACKS) else Failed
