"""Writes models in the format of TFLite: subgraphs of tensors, constants and operators."""

import flatbuffers
import ml_dtypes
import numpy as np
from ai_edge_litert import schema_py_generated as schema

TYPES = {np.dtype(dtype): getattr(schema.TensorType, name) for dtype, name in (
    (np.float32, "FLOAT32"), (np.float16, "FLOAT16"), (np.float64, "FLOAT64"), (ml_dtypes.bfloat16, "BFLOAT16"),
    (np.int8, "INT8"), (np.int16, "INT16"), (np.int32, "INT32"), (np.int64, "INT64"), (np.uint8, "UINT8"),
    (np.uint16, "UINT16"), (np.uint32, "UINT32"), (np.uint64, "UINT64"), (bool, "BOOL"))}

# The tables of options that have not the names of their operators.
OPTIONS = {"BATCH_MATMUL": "BatchMatMul", "MAXIMUM": "MaximumMinimum", "MINIMUM": "MaximumMinimum",
           **dict.fromkeys(("SUM", "REDUCE_PROD", "REDUCE_MAX", "REDUCE_MIN"), "Reducer")}

# The first version that LiteRT has of an operator, if it is not 1. Later features need no later version there.
VERSIONS = {"BROADCAST_TO": 2}


class Model:
    """A model. Its first subgraph is the one that runs."""

    def __init__(self):
        self.subgraphs = []
        self.buffers = [schema.BufferT()]  # the first one is empty
        self.codes = []

    def subgraph(self):
        self.subgraphs.append(Subgraph(self))
        return self.subgraphs[-1]

    def undo(self, subgraphs, buffers):
        """Remove the subgraphs and the buffers after the first ones."""
        del self.subgraphs[subgraphs:], self.buffers[buffers:]

    def code(self, name):
        """The position of an operator in the model's table of operators."""
        if name not in self.codes:
            self.codes.append(name)
        return self.codes.index(name)

    def content(self):
        """The bytes of a file."""
        model = schema.ModelT()
        model.version = 3
        model.buffers = self.buffers
        model.subgraphs = [subgraph.graph for subgraph in self.subgraphs]
        model.operatorCodes = [operator_code(name) for name in self.codes]
        builder = flatbuffers.Builder(1024)
        builder.Finish(model.Pack(builder), b"TFL3")
        return bytes(builder.Output())


class Subgraph:
    def __init__(self, model):
        self.model, self.position = model, len(model.subgraphs)
        self.graph = schema.SubGraphT()
        self.graph.tensors, self.graph.operators = [], []
        self.graph.inputs, self.graph.outputs = [], []

    def tensor(self, dtype, shape, buffer=0):
        """A tensor's position. None means an open size, or a shape of open rank."""
        tensor = schema.TensorT()
        tensor.name = f"t{len(self.graph.tensors)}"
        tensor.type = TYPES[np.dtype(dtype)]
        tensor.hasRank = shape is not None
        tensor.shape = [1 if size is None else size for size in shape or ()]
        if None in (shape or ()):
            tensor.shapeSignature = [-1 if size is None else size for size in shape]
        tensor.buffer = buffer
        self.graph.tensors.append(tensor)
        return len(self.graph.tensors) - 1

    def input(self, dtype, shape):
        self.graph.inputs.append(self.tensor(dtype, shape))
        return self.graph.inputs[-1]

    def constant(self, array):
        buffer = schema.BufferT()
        buffer.data = np.frombuffer(np.ascontiguousarray(array).tobytes(), np.uint8)
        self.model.buffers.append(buffer)
        return self.tensor(array.dtype, array.shape, len(self.model.buffers) - 1)

    def operator(self, name, inputs, outputs, **fields):
        """Append an operator. `fields` are those of its table of options, such as WhileOptions."""
        operator = schema.OperatorT()
        operator.opcodeIndex = self.model.code(name)
        operator.inputs, operator.outputs = inputs, outputs
        options = OPTIONS.get(name, name.title().replace("_", "")) + "Options"
        if hasattr(schema.BuiltinOptions, options):
            operator.builtinOptionsType = getattr(schema.BuiltinOptions, options)
            operator.builtinOptions = getattr(schema, options + "T")()
        for field, value in fields.items():
            if not hasattr(operator.builtinOptions, field):
                raise AttributeError(f"{name} has no {field}")
            setattr(operator.builtinOptions, field, value)
        self.graph.operators.append(operator)


def operator_code(name):
    code = schema.OperatorCodeT()
    code.builtinCode = getattr(schema.BuiltinOperator, name)
    # Old readers know only the numbers below this one.
    code.deprecatedBuiltinCode = min(code.builtinCode, schema.BuiltinOperator.PLACEHOLDER_FOR_GREATER_OP_CODES)
    code.version = VERSIONS.get(name, 1)
    return code
