"""ONNX Runtime, onnx.reference or OpenVINO's ONNX importer as a backend that reads ONNX models as they are.

 onnx_native_backend.py --engine onnxruntime|reference|openvino [--no-optimization]
"""

import argparse

import onnx

import protocol
from answers import Failed, Rejected, Skipped
from onnx_refusals import is_refusal

THREADS = 2


class Native:
    """An engine that takes arrays by the names of a model's inputs."""

    formats = ["onnx"]

    def script(self, path, weights, inputs, expected):
        raise Skipped("the backend writes no scripts")


class Runtime(Native):
    name = "onnxruntime native"

    def __init__(self, optimized):
        import onnxruntime
        self.library = onnxruntime
        self.version = onnxruntime.__version__
        self.options = onnxruntime.SessionOptions()
        self.options.intra_op_num_threads = THREADS
        self.options.log_severity_level = 4
        if not optimized:
            self.options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_DISABLE_ALL

    def load(self, path, weights):
        return self.library.InferenceSession(path, self.options, providers=["CPUExecutionProvider"])

    def run(self, session, inputs):
        return session.run(None, dict(inputs))

    def complaint(self, error):
        kind = type(error).__name__
        if kind == "NotImplemented":
            return Skipped
        return Rejected if kind in ("Fail", "InvalidArgument", "InvalidGraph", "InvalidProtobuf", "RuntimeException") else Failed


class Evaluator(Native):
    name = "onnx.reference native"
    version = onnx.__version__

    def load(self, path, weights):
        from onnx.reference import ReferenceEvaluator
        model = onnx.load(path)
        onnx.checker.check_model(model, full_check=True)  # the evaluator does not call it
        return model, ReferenceEvaluator(model)

    def run(self, loaded, inputs):
        model, evaluator = loaded
        arrays = dict(inputs)
        for value in model.graph.input:
            self.check(value, arrays[value.name])
        return evaluator.run(None, arrays)

    @staticmethod
    def check(value, array):
        """The evaluator takes any array."""
        tensor = value.type.tensor_type
        dims = [dim.dim_value if dim.HasField("dim_value") else None for dim in tensor.shape.dim]
        fits = array.dtype == onnx.helper.tensor_dtype_to_np_dtype(tensor.elem_type)
        if tensor.HasField("shape"):
            fits = fits and len(dims) == array.ndim and all(dim in (None, size) for dim, size in zip(dims, array.shape))
        if not fits:
            raise Rejected(f"{array.dtype}{list(array.shape)} is not the declared type of {value.name}")

    def complaint(self, error):
        if type(error).__name__ == "RuntimeImplementationError" or "not implemented" in str(error) or "not supported" in str(error):
            return Skipped
        return Rejected if is_refusal(error) else Failed


class Importer(Native):
    name = "openvino CPU native ONNX"

    def __init__(self):
        import openvino
        self.library = openvino
        self.version = openvino.get_version()
        self.core = openvino.Core()
        self.properties = {"INFERENCE_PRECISION_HINT": "f32", "INFERENCE_NUM_THREADS": str(THREADS)}

    def load(self, path, weights):
        model = self.core.read_model(path)
        return self.core.compile_model(model, "CPU", self.properties), [output.any_name for output in model.outputs]

    def run(self, loaded, inputs):
        compiled, _ = loaded
        request = compiled.create_infer_request()
        for name, array in inputs:
            request.set_tensor(name, self.library.Tensor(array.copy()))  # never converts the array
        request.infer()
        return [request.get_output_tensor(position).data.copy() for position in range(len(compiled.outputs))]

    def complaint(self, error):
        if "does not support the following ONNX operations" in str(error) or "No conversion rule found for operations" in str(error):
            return Skipped
        return Rejected if isinstance(error, RuntimeError) else Failed


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--engine", choices=("onnxruntime", "reference", "openvino"), required=True)
    parser.add_argument("--no-optimization", action="store_true", help="run the graph in ONNX Runtime without optimizations")
    arguments = parser.parse_args()
    engine = {"onnxruntime": lambda: Runtime(not arguments.no_optimization), "reference": Evaluator, "openvino": Importer}[arguments.engine]()
    protocol.serve(engine, engine.version, engine.complaint)


if __name__ == "__main__":
    main()
