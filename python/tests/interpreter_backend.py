"""The interpreter as backends for tests of the pytest plugin."""

import backedge
from backedge import backend


class Interpreter(backend.Backend):
    name, version, formats = "interpreter", "1", ["openvino-ir", "onnx", "tensorrt-network"]

    def load(self, path, weights):
        return backedge.load(path, weights=weights)

    def run(self, model, inputs):
        names = [port.name for port in model.inputs]
        return list(model.run(backend.in_order(inputs, names)).values())

    def complaint(self, error):
        return backend.Rejected if isinstance(error, backedge.BackedgeError) else backend.Failed


class Reversed(Interpreter):
    """Its fault: integer outputs of one axis come out in reverse."""

    def run(self, model, inputs):
        return [output[::-1] if output.ndim == 1 and output.dtype.kind == "i" else output for output in super().run(model, inputs)]
