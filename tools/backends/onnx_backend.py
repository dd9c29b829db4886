"""ONNX implementations as backends. It translates the corpus' IR to ONNX (onnx_loops.py, onnx_ops.py).

 onnx_backend.py --engine onnxruntime|reference [--no-optimization] [--identities]

It skips models that ONNX cannot express, with the reason.
"""

import argparse
import xml.etree.ElementTree as ElementTree

import numpy as np
import onnx
import onnx.numpy_helper
import onnx.parser
import onnx.printer
from onnx import helper

import ir
import protocol
import scripts
from answers import Failed, Rejected, Skipped
from onnx_builder import OPSET, Builder, Shared, Value, declare
from onnx_loops import translate_graph
from onnx_refusals import is_refusal

# The newest that the pinned engines run, as OPSET is.
IR_VERSION = 10


# The exceptions of malformed IR: a missing section, attribute or layer, or a wrong number.
MALFORMED = (LookupError, ValueError, TypeError, AttributeError, OverflowError, StopIteration, ElementTree.ParseError)


class Translated:
    """An ONNX model with the names of its inputs and outputs."""

    def __init__(self, path, weights, identities=False):
        graph, data = ir.read_model(path, weights)
        b = Builder(data, shared=Shared(identities))
        parameters = graph.of_type("Parameter")
        shapes = [ir.shape_of(layer.data["shape"]) for layer in parameters]
        given = [Value(b.name("i"), layer.data["element_type"], None if shape is None else len(shape), shape=shape)
                 for layer, shape in zip(parameters, shapes)]
        b.shared.inputs.update(value.name for value in given)
        results = list(translate_graph(b, graph, {layer.number: value for layer, value in zip(parameters, given)}).values())
        self.names = [layer.name for layer in parameters]
        self.inputs = [value.name for value in given]
        self.types = [value.element_type for value in given]
        self.outputs = [value.name for value in results]
        self.shared = b.shared
        self.element_types = set(self.types) | {value.element_type for value in results}
        unique = {value.name: value for value in results}
        begins, ends = [declare(value, shape) for value, shape in zip(given, shapes)], [declare(value, rank_alone(value)) for value in unique.values()]
        main = helper.make_graph(b.nodes, "model", begins, ends)
        self.unique = list(unique)
        model = helper.make_model(main, opset_imports=[helper.make_opsetid("", OPSET)], ir_version=IR_VERSION)
        self.model = onnx.shape_inference.infer_shapes(model)  # the checker needs every output's rank

    def feeds(self, inputs):
        """The arrays by name, each with the type and rank that the model declares."""
        feeds = dict(zip(self.inputs, protocol.in_order(inputs, self.names)))
        if not self.shared.must_run <= feeds.keys() or any(not feeds[name].any() for name in self.shared.must_run):
            raise Skipped("a last value with no or several initial values, and perhaps no iteration")
        for name in self.shared.trip_counts & feeds.keys():
            if feeds[name].size == 1 and int(feeds[name].reshape(-1)[0]) < 0:
                raise Skipped("ONNX does not define a negative trip count")
        return feeds

    def script(self, title, module, inputs, expected, prepare, call):
        """A program: `prepare` uses `model`; `call` returns the values of `names` for FEEDS."""
        feeds = self.feeds(inputs)
        bfloat16 = scripts.needs_bfloat16([*feeds.values(), *(expected or [])])
        modules = ["import onnx", module, *(["import ml_dtypes"] if bfloat16 else [])]
        text = onnx.printer.to_text(self.model)
        if is_exact(text, self.model):
            constants, read = [("MODEL", scripts.quoted(text))], "onnx.parser.parse_model(MODEL)"
        else:
            constants, read = [("MODEL", scripts.encoded(self.model.SerializeToString()))], "onnx.load_from_string(MODEL)"
            modules.append("import base64")
        feeds = scripts.dict_of((name, scripts.literal(array)) for name, array in feeds.items())
        constants += [("FEEDS", feeds), ("OUTPUTS", repr(self.outputs))]
        return scripts.program(title, modules, constants, RUN.format(read=read, prepare=prepare, call=call), expected)

    def in_order(self, arrays):
        made = dict(zip(self.unique, arrays))
        return [np.asarray(made[name]) for name in self.outputs]


def rank_alone(value):
    return None if value.rank is None else [None] * value.rank


# The part of scripts before they show `got`.
RUN = """
model = {read}
{prepare}names = list(dict.fromkeys(OUTPUTS))
values = dict(zip(names, {call}))
got = [np.asarray(values[name]) for name in OUTPUTS]
"""


def is_exact(text, model):
    """Whether the parser reads the text as the same model.

    The printer shortens reals, and the parser is incomplete.
    """
    try:
        return plain(onnx.parser.parse_model(text)) == plain(model)
    except Exception:  # any exception of the parser makes the text useless
        return False


def plain(message):
    """A normalized copy: one way to store the elements of tensors and the standard domain of nodes."""
    copy = type(message)()
    copy.CopyFrom(message)
    for part in parts_of(copy):
        if isinstance(part, onnx.TensorProto):
            name, part.name = part.name, ""
            part.CopyFrom(onnx.numpy_helper.from_array(onnx.numpy_helper.to_array(part), name))
        elif isinstance(part, onnx.NodeProto) and not part.domain:
            part.ClearField("domain")
    return copy


def parts_of(message):
    yield message
    for field, value in message.ListFields():
        if field.message_type is not None:
            for part in value if field.is_repeated else [value]:
                yield from parts_of(part)


def translated(path, weights, identities=False):
    """The model in ONNX. If the translation fails, the model is skipped: the engine has not judged it."""
    try:
        return Translated(path, weights, identities)
    except MALFORMED as error:
        raise Skipped(f"not translated: {type(error).__name__}: {error}") from error


class Runtime:
    def __init__(self, optimized, identities=False):
        import onnxruntime
        self.name = "onnxruntime with identities" if identities else "onnxruntime"
        self.identities = identities
        self.library = onnxruntime
        self.version = onnxruntime.__version__
        self.options = onnxruntime.SessionOptions()
        self.options.intra_op_num_threads = 2
        self.options.log_severity_level = 4
        if not optimized:
            self.options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_DISABLE_ALL

    def load(self, path, weights):
        model = translated(path, weights, self.identities)
        if "bf16" in model.element_types:
            raise Skipped("the engine's Python binding has no bf16")
        return model, self.library.InferenceSession(model.model.SerializeToString(), self.options, providers=["CPUExecutionProvider"])

    def run(self, loaded, inputs):
        model, session = loaded
        return model.in_order(session.run(model.unique, model.feeds(inputs)))

    def script(self, path, weights, inputs, expected):
        level = self.options.graph_optimization_level.name
        prepare = f"""options = ort.SessionOptions()
options.intra_op_num_threads = 2
options.graph_optimization_level = ort.GraphOptimizationLevel.{level}
session = ort.InferenceSession(model.SerializeToString(), options, providers=["CPUExecutionProvider"])
"""
        title = f"{self.name} {self.version}"
        model = translated(path, weights, self.identities)
        return model.script(title, "import onnxruntime as ort", inputs, expected, prepare, "session.run(names, FEEDS)")

    def complaint(self, error):
        kind, text = type(error).__name__, str(error)
        # The second text: ONNX does not have the operation for this type.
        if kind == "NotImplemented" or "of input parameter" in text and "is invalid" in text:
            return Skipped
        if "Subgraph must have the shape set for all outputs" in text:  # ONNX does not require it
            return Skipped
        return Rejected if kind in ("Fail", "InvalidArgument", "InvalidGraph", "InvalidProtobuf", "RuntimeException") else Failed


class Evaluator:
    name = "onnx.reference"
    version = onnx.__version__

    def load(self, path, weights):
        from onnx.reference import ReferenceEvaluator
        model = translated(path, weights)
        onnx.checker.check_model(model.model, full_check=True)  # the evaluator does not call it
        return model, ReferenceEvaluator(model.model)

    def run(self, loaded, inputs):
        model, evaluator = loaded
        feeds = model.feeds(inputs)
        self.check(model, feeds)
        return model.in_order(evaluator.run(model.unique, feeds))

    def script(self, path, weights, inputs, expected):
        module = "from onnx.reference import ReferenceEvaluator"
        call = "ReferenceEvaluator(model).run(names, FEEDS)"
        return translated(path, weights).script(f"{self.name} {self.version}", module, inputs, expected, "", call)

    def check(self, model, feeds):
        """The evaluator takes any array."""
        for value, element_type in zip(model.model.graph.input, model.types):
            dims = [dim.dim_value if dim.HasField("dim_value") else None for dim in value.type.tensor_type.shape.dim]
            array = feeds[value.name]
            known = value.type.tensor_type.HasField("shape")
            if array.dtype != protocol.DTYPES[element_type] or known and (
                    len(dims) != array.ndim or any(dim not in (None, size) for dim, size in zip(dims, array.shape))):
                raise Rejected(f"{array.dtype}{list(array.shape)} is not {element_type}{dims}")

    def complaint(self, error):
        if type(error).__name__ == "RuntimeImplementationError" or "not implemented" in str(error) or "not supported" in str(error):
            return Skipped
        return Rejected if is_refusal(error) else Failed


def main():
    parser = argparse.ArgumentParser(description="Run ONNX Runtime or onnx.reference as a backend of the conformance suite.")
    parser.add_argument("--engine", choices=("onnxruntime", "reference"), required=True)
    parser.add_argument("--no-optimization", action="store_true", help="run the graph in ONNX Runtime without optimizations")
    parser.add_argument("--identities", action="store_true", help="put an Identity after each wire that ONNX Runtime breaks (ORT-1, ORT-2)")
    arguments = parser.parse_args()
    engine = Runtime(not arguments.no_optimization, arguments.identities) if arguments.engine == "onnxruntime" else Evaluator()
    protocol.serve(engine, engine.version, engine.complaint)


if __name__ == "__main__":
    main()
