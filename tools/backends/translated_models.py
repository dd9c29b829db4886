"""What the backends share that translate ONNX models: reading models and inputs, and the protocol."""

import argparse
import functools
import pathlib

import onnx

import protocol
from answers import Skipped
from converted import Converted
from onnx_inputs import by_name, fits
from onnx_nodes import initializers


class Loaded:
    """A model that onnx's checker accepts, and its programs."""

    def __init__(self, model):
        self.model = model
        self.programs = {}
        self.defaults = initializers(model.graph)


def read_model(content):
    """The model in a file's bytes. A wrong one is skipped, because the engine never sees it."""
    model = onnx.load_from_string(content)
    try:
        onnx.checker.check_model(model, full_check=True)
    except Exception as error:  # the checker's, and those of shape inference
        raise Skipped(f"the checker of onnx refuses the model: {str(error).strip().splitlines()[0]}") from error
    if not all(value.type.HasField("tensor_type") for value in (*model.graph.input, *model.graph.output)):
        raise Skipped("the translation has no sequences and no optionals")
    return Loaded(model)


class Models:
    """An engine that translates models without sequences."""

    formats = ["onnx"]

    def load(self, path, weights):
        return self.read(pathlib.Path(path).read_bytes())

    @staticmethod
    @functools.lru_cache(maxsize=64)
    def read(content):
        """The runs of a case share most of their models, and so the programs."""
        return read_model(content)


def arrays_of(loaded, inputs):
    """The arrays in the order of the graph's inputs. What does not have the declared type is skipped."""
    given = by_name(inputs, [value.name for value in loaded.model.graph.input])
    arrays = []
    for value in loaded.model.graph.input:
        array = given.get(value.name, loaded.defaults.get(value.name))
        if array is None:
            raise Skipped(f"the engine has no declared inputs, so nobody would miss {value.name}")
        if not fits(value.type.tensor_type, array):
            raise Skipped(f"the engine has no declared inputs, so {array.dtype}{list(array.shape)} would fit {value.name}")
        arrays.append(array)
    return arrays


def serve(make_engine, **flags):
    """Answer requests. With --convert, models of OpenVINO IR are written as ONNX by that program.

    `flags` are options of the engine with their help. The engine takes them as arguments.
    """
    parser = argparse.ArgumentParser(description=f"{make_engine.name} as a backend.")
    parser.add_argument("--convert", metavar="BACKEDGE", help="run models of OpenVINO IR, which this program writes as ONNX")
    for flag, text in flags.items():
        parser.add_argument(f"--{flag}", action="store_true", help=text)
    arguments = vars(parser.parse_args())
    program = arguments.pop("convert")
    engine = make_engine(**arguments)
    served = Converted(engine, ["openvino-ir"], ".onnx", program) if program else engine
    protocol.serve(served, engine.version, engine.complaint)
