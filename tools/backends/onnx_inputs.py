"""The inputs of an ONNX model: by name, and whether they have the declared types."""

import onnx

from answers import Rejected


def by_name(inputs, names):
    """The arrays by name.

    `backedge convert` numbers equal names and replaces empty ones, so then the order counts.
    """
    given = [name for name, _ in inputs]
    if len(set(given)) == len(given) and all(given):
        return dict(inputs)
    if len(given) != len(names):
        raise Rejected(f"{len(given)} inputs for {names}")
    return dict(zip(names, (array for _, array in inputs)))


def defaults_of(model):
    """The names of inputs that a run may leave out (ONNX-GRAPH-18)."""
    constants = {tensor.name for tensor in model.graph.initializer} | {tensor.values.name for tensor in model.graph.sparse_initializer}
    return constants & {value.name for value in model.graph.input}


def fits(declared, array):
    """Whether an array has the type and one of the shapes of a TypeProto.Tensor."""
    if array.dtype != onnx.helper.tensor_dtype_to_np_dtype(declared.elem_type):
        return False
    dims = [dim.dim_value if dim.HasField("dim_value") else None for dim in declared.shape.dim]
    return not declared.HasField("shape") or len(dims) == array.ndim and all(
        dim in (None, size) for dim, size in zip(dims, array.shape))
