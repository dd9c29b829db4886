"""Programs that read ONNX models, and programs that rewrite them, as a backend.

 onnx_backend.py --engine onnxruntime|reference|openvino|tract|mnn|rten|tinygrad [--convert BACKEDGE]
   [--no-optimization] [--identities]
 onnx_backend.py --engine onnxslim|... --evaluate BACKEDGE

It reads ONNX models as they are. With --convert it reads models of OpenVINO IR, which that program writes as
ONNX. The program of --evaluate runs what a program of onnx_rewriters.py writes.
"""

import argparse

import onnx

import protocol
from answers import Failed, Rejected, Skipped
from converted import Converted
from onnx_identities import insert_identities
from mnn_engine import Mnn
from onnx_inputs import by_name, defaults_of, fits
from onnx_refusals import is_refusal
from onnx_rewriters import REWRITERS, Rewriter
from onnx_scripts import write_script
from rten_engine import Rten
from tinygrad_engine import Tinygrad
from tract_engine import Tract

THREADS = 2


class Runtime:
    formats = ["onnx"]

    def __init__(self, optimized, identities):
        import onnxruntime
        self.name = "onnxruntime with identities" if identities else "onnxruntime"
        self.identities = identities
        self.library = onnxruntime
        self.version = onnxruntime.__version__
        self.options = onnxruntime.SessionOptions()
        self.options.intra_op_num_threads = THREADS
        self.options.log_severity_level = 4
        if not optimized:
            self.options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_DISABLE_ALL

    def load(self, path, weights):
        model = self.with_identities(path).SerializeToString() if self.identities else path
        session = self.library.InferenceSession(model, self.options, providers=["CPUExecutionProvider"])
        if any(value.type == "tensor(bfloat16)" for value in [*session.get_inputs(), *session.get_outputs()]):
            raise Skipped("the engine's Python binding has no bf16")
        return session

    def run(self, session, inputs):
        return session.run(None, by_name(inputs, [value.name for value in session.get_inputs()]))

    def script(self, path, weights, inputs, expected):
        prepare = f"""options = ort.SessionOptions()
options.intra_op_num_threads = {THREADS}
options.graph_optimization_level = ort.GraphOptimizationLevel.{self.options.graph_optimization_level.name}
session = ort.InferenceSession(model.SerializeToString(), options, providers=["CPUExecutionProvider"])
"""
        model = self.with_identities(path) if self.identities else onnx.load(path)
        feeds = by_name(inputs, [value.name for value in model.graph.input])
        return write_script(f"{self.name} {self.version}", model, feeds, expected, "import onnxruntime as ort", prepare, "session.run(None, FEEDS)")

    @staticmethod
    def with_identities(path):
        model = onnx.load(path)
        insert_identities(model.graph)
        return model

    def complaint(self, error):
        kind, text = type(error).__name__, str(error)
        if kind == "NotImplemented" or "data type is not supported" in text or "does not support double yet" in text:
            return Skipped
        if "Subgraph must have the shape set for all outputs" in text:  # ONNX does not require it
            return Skipped
        if "Required inputs" in text:
            return Rejected
        return Rejected if kind in ("Fail", "InvalidArgument", "InvalidGraph", "InvalidProtobuf", "RuntimeException") else Failed


class Evaluator:
    formats = ["onnx"]
    name = "onnx.reference"
    version = onnx.__version__

    def load(self, path, weights):
        from onnx.reference import ReferenceEvaluator
        model = onnx.load(path)
        onnx.checker.check_model(model, full_check=True)  # the evaluator does not call it
        return model, ReferenceEvaluator(model)

    def run(self, loaded, inputs):
        model, evaluator = loaded
        arrays = by_name(inputs, [value.name for value in model.graph.input])
        defaults = defaults_of(model)
        for value in model.graph.input:
            if value.name in defaults and value.name not in arrays:
                continue
            if value.name not in arrays:
                raise Rejected(f"there is no input {value.name}")
            array = arrays[value.name]
            if not fits(value.type.tensor_type, array):  # the evaluator takes any array
                raise Rejected(f"{array.dtype}{list(array.shape)} is not the declared type of {value.name}")
        return evaluator.run(None, arrays)

    def script(self, path, weights, inputs, expected):
        model = onnx.load(path)
        feeds = by_name(inputs, [value.name for value in model.graph.input])
        module, call = "from onnx.reference import ReferenceEvaluator", "ReferenceEvaluator(model).run(None, FEEDS)"
        return write_script(f"{self.name} {self.version}", model, feeds, expected, module, "", call)

    def complaint(self, error):
        if type(error).__name__ == "RuntimeImplementationError" or "not implemented" in str(error) or "not supported" in str(error):
            return Skipped
        return Rejected if is_refusal(error) else Failed


class Importer:
    formats = ["onnx"]
    name = "openvino CPU with ONNX"

    def __init__(self):
        import openvino
        self.library = openvino
        self.version = openvino.get_version()
        self.core = openvino.Core()
        self.properties = {"INFERENCE_PRECISION_HINT": "f32", "INFERENCE_NUM_THREADS": str(THREADS)}

    def load(self, path, weights):
        return self.core.compile_model(self.core.read_model(path), "CPU", self.properties)

    def run(self, compiled, inputs):
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
    parser.add_argument("--engine", choices=("onnxruntime", "reference", "openvino", "tract", "mnn", "rten", "tinygrad", *REWRITERS), required=True)
    parser.add_argument("--no-optimization", action="store_true", help="run the graph in ONNX Runtime without optimizations")
    parser.add_argument("--identities", action="store_true", help="put an Identity after each wire that ONNX Runtime breaks (ORT-1, ORT-2)")
    parser.add_argument("--convert", metavar="BACKEDGE", help="run models of OpenVINO IR, which this program writes as ONNX")
    parser.add_argument("--evaluate", metavar="BACKEDGE", help="the program that runs what a rewriter writes")
    arguments = parser.parse_args()
    if arguments.engine in REWRITERS and not arguments.evaluate:
        parser.error("--evaluate is missing")
    engines = {"onnxruntime": lambda: Runtime(not arguments.no_optimization, arguments.identities),
               "reference": Evaluator, "openvino": Importer, "tract": Tract, "mnn": Mnn, "rten": lambda: Rten(not arguments.no_optimization), "tinygrad": Tinygrad}
    engine = engines.get(arguments.engine, lambda: Rewriter(arguments.engine, arguments.evaluate))()
    served = Converted(engine, ["openvino-ir"], ".onnx", arguments.convert) if arguments.convert else engine
    protocol.serve(served, engine.version, engine.complaint)


if __name__ == "__main__":
    main()
